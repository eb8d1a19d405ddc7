// The panel of a run under way. Python sends one state, at most ten times a second; clicks go back as messages.

const WORDS = { running: "Running", paused: "Paused", stopping: "Stopping" };
const NO_CLICKS =
  "This front end cannot deliver clicks while a cell runs. To stop, use the kernel's stop square; the rows so far are kept.";
const SPOKEN_EVERY = 10000; // ms between two sentences for a screen reader
const HELLO_AGAIN = 1000; // ms; a hello may come before Python listens

function render({ model, el }) {
  const state = () => model.get("state");
  const pause = button("Pause", () => ask(state().state === "paused" ? "resume" : "pause"));
  const stop = button("Stop", () => ask("stop"));
  const kind = make("p", "wai-kind");
  const mark = make("span", "wai-state");
  const headline = make("span");
  const bar = make("progress", "wai-prog");
  const landed = make("b");
  const of = make("span");
  const left = make("span", "wai-mute");
  const facts = make("div");
  const rate = make("p", "wai-sec wai-cap");
  const strip = make("div", "wai-sec");
  const notes = make("div", "wai-sec");
  const hint = make("p", "wai-key");
  const spoken = make("p", "wai-spoken");
  spoken.setAttribute("role", "status");
  const panel = root("wai-live");
  panel.append(
    make("div", "wai-top", kind, make("span", "wai-btns", pause, stop)),
    make("p", "wai-head", make("strong", "", mark, headline)),
    bar,
    make("p", "wai-prow", make("span", "", landed, of), left),
    facts,
    rate,
    strip,
    notes,
    hint,
    spoken,
  );
  el.append(panel);

  function button(words, act) {
    const node = make("button", "wai-btn", words);
    node.type = "button";
    node.disabled = true;
    node.addEventListener("click", act);
    return node;
  }

  function ask(what) {
    model.send({ type: what });
    if (what === "stop") {
      stop.disabled = pause.disabled = true;
      say(stop, "Stopping");
    } else {
      pause.disabled = true; // until the run has heard it
    }
  }

  let waited = false;
  let lastSpoken = 0;
  const drawStrip = stripOf(strip);

  function draw() {
    const now = state();
    kind.replaceChildren(make("b", "", now.kind[0]), now.kind.slice(1).map((part) => ` · ${part}`).join(""));
    mark.className = `wai-state wai-is-${now.state}`;
    say(mark, WORDS[now.state] || now.state);
    say(headline, now.headline);
    bar.max = Math.max(1, now.of);
    bar.value = now.done;
    say(landed, now.done.toLocaleString("en"));
    say(of, ` of ${now.of.toLocaleString("en")} rows landed`);
    say(left, now.left);
    facts.replaceChildren(figures(now.facts));
    rate.hidden = !now.rate;
    say(rate, now.rate || "");
    drawStrip(now.strip);
    drawNotes(now.notes);
    pause.disabled = !now.live || now.state === "stopping";
    stop.disabled = !now.live || now.state === "stopping";
    say(pause, now.state === "paused" ? "Resume" : "Pause");
    say(stop, now.state === "stopping" ? "Stopping" : "Stop");
    hint.hidden = now.live || !waited;
    say(hint, NO_CLICKS);
    if (Date.now() - lastSpoken > SPOKEN_EVERY) {
      lastSpoken = Date.now();
      say(spoken, `${WORDS[now.state] || now.state}: ${now.headline}, ${now.left}`);
    }
  }

  function drawNotes(rows) {
    notes.hidden = rows.length === 0;
    const body = make("tbody");
    for (const [words, times] of rows) {
      const sign = make("td", "", make("span", "wai-g wai-warnc", "!"));
      body.append(make("tr", "", sign, make("td", "", words), make("td", "wai-n", times)));
    }
    const caption = make("caption", "", make("b", "", "Last warnings"));
    notes.replaceChildren(make("table", "wai-notes", caption, body));
  }

  const hello = () => model.send({ type: "hello" });
  hello();
  const again = setInterval(() => {
    waited = true;
    if (state().live) clearInterval(again);
    else hello();
    draw();
  }, HELLO_AGAIN);
  model.on("change:state", draw);
  draw();
  return () => {
    clearInterval(again);
    model.off("change:state", draw);
  };
}

function stripOf(place) {
  // A column an ask: passes from below, fails from above, what has no verdict in the middle, in flight on top of it.
  const kinds = ["wai-sp", "wai-sl", "wai-fly", "wai-gap", "wai-sf"];
  const title = make("p", "wai-cap");
  const boxes = make("div", "wai-strip wai-grow");
  const legend = make("p", "wai-legend");
  place.append(title, boxes, legend);
  boxes.setAttribute("role", "img");
  const columns = [];

  function column() {
    const parts = kinds.map((name) => make("i", name));
    const box = make("span", "", ...[...parts].reverse());
    boxes.append(box);
    return parts;
  }

  return (strip) => {
    place.hidden = !strip;
    if (!strip) return;
    title.replaceChildren(make("b", "", "Groups as they fill"), `, ${strip.words}`);
    boxes.setAttribute("aria-label", strip.words);
    boxes.style.setProperty("--n", strip.columns.length);
    boxes.style.setProperty("--k", strip.tall);
    while (columns.length < strip.columns.length) columns.push(column());
    strip.columns.forEach((shares, at) => {
      const [passed, played, flying, failed] = shares;
      const gap = Math.max(0, 1 - passed - played - flying - failed);
      [passed, played, flying, gap, failed].forEach((share, kind) => {
        columns[at][kind].style.height = `${100 * share}%`;
      });
    });
    if (!legend.firstChild) {
      const signs = [["p", "pass, from below"], ["f", "fail, from above"], ["l", "played, no verdict"], ["y", "in flight"]];
      for (const [name, words] of signs) {
        if (strip.legend.includes(name)) legend.append(make("span", "", make("i", `wai-sw wai-sw-${name}`), words));
      }
    }
  };
}

export default { render };
