// Asks x rollouts to walk through. Python sends a byte a rollout and the asks once; only the choice goes back.

const SIGNS = { p: "✓", f: "✗", u: "–", c: "…", l: "!", n: "·" };
const NAMES = { p: "pass", f: "fail", u: "no verdict", c: "cut", l: "lost", n: "not needed" };
const PLAYED = "pfu";
const ROW = 22; // px a line
const CELL = 18;
const TALL = 16; // lines in view
const RIGHT_TO_LEFT = /^[^A-Za-z\u00c0-\u024f]*[\u0590-\u08ff\ufb1d-\ufdfd\ufe70-\ufefc]/;
const COLOURS = {
  ink: "var(--wai-ink)", paper: "var(--wai-paper)", mute: "var(--wai-mute)", hair: "var(--wai-hair)", warn: "var(--wai-warn)",
  pass: "var(--wai-pass)", on: "var(--wai-on)", fail: "var(--wai-fail)", edge: "var(--wai-edge)",
};

function render({ model, el }) {
  const k = model.get("k");
  const asks = model.get("asks"); // [text, words about it, figure, part]
  const parts = model.get("parts"); // [name, title, rest]
  const signs = new TextDecoder("latin1").decode(model.get("signs"));
  const sign = (ask, n) => signs[ask * k + n];

  const search = make("input");
  search.type = "search";
  search.placeholder = "Search asks";
  search.setAttribute("aria-label", "Search asks");
  const band = make("input");
  band.type = "checkbox";
  const shown = make("span", "wai-count");
  const clear = make("button", "wai-btn", "clear");
  clear.type = "button";
  const canvas = make("canvas");
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `${asks.length} asks by ${k} rollouts, sorted by pass rate. Arrow keys move.`);
  const space = make("div");
  const scroller = make("div", "wai-list", make("div", "wai-stick", canvas), space);
  const spoken = make("p", "wai-key");
  spoken.setAttribute("role", "status");
  const pane = make("div", "wai-pane");
  const keys = make("p", "wai-foot");
  for (const [key, words] of [["← →", "rollout"], ["↑ ↓", "ask"], ["B", "band only"], ["/", "search"], ["Esc", "clear"]]) {
    keys.append(make("kbd", "", key), ` ${words} \u00a0 `);
  }
  const view = root("wai-walk");
  const label = make("label", "wai-mute", band, " band only");
  view.append(
    make("div", "wai-filter", search, label, clear, shown),
    make("div", "wai-split", make("div", "", scroller, spoken), pane),
    keys,
  );
  el.append(view);
  const probes = {};
  for (const [name, value] of Object.entries(COLOURS)) {
    probes[name] = make("span");
    probes[name].style.color = value;
    probes[name].hidden = true;
    view.append(probes[name]);
  }

  let lines = []; // what is listed: {head, rest} or {ask}
  let place = -1; // of the chosen ask among the lines
  let rollout = 0;
  let colours = {};

  function list() {
    const wanted = search.value.trim().toLowerCase();
    lines = [];
    let hits = 0;
    for (const [name, title, rest] of parts) {
      if (band.checked && name !== "band") continue;
      const found = [];
      asks.forEach(([text, about, , part], ask) => {
        if (part === name && (!wanted || `${text} ${about}`.toLowerCase().includes(wanted))) found.push({ ask });
      });
      if (found.length) lines.push({ head: title, rest, band: name === "band" }, ...found);
      hits += found.length;
    }
    say(shown, hits ? `${hits.toLocaleString("en")} of ${asks.length.toLocaleString("en")} asks` : `0 of ${asks.length} asks match`);
    clear.hidden = !wanted && !band.checked;
    place = lines.findIndex((line) => line.ask !== undefined && line.ask === model.get("chosen")[0]);
    space.style.height = `${Math.max(0, lines.length * ROW - TALL * ROW)}px`;
    draw();
  }

  function readColours() {
    const found = {};
    for (const [name, probe] of Object.entries(probes)) found[name] = getComputedStyle(probe).color;
    const changed = JSON.stringify(found) !== JSON.stringify(colours);
    colours = found;
    return changed;
  }

  function geometry() {
    const wide = scroller.clientWidth;
    const figures = 44;
    const cell = Math.max(3, Math.min(CELL, (wide * 0.62 - figures) / k - 2));
    const first = wide - figures - k * (cell + 2);
    return { wide, cell, first };
  }

  function draw() {
    readColours();
    const { wide, cell, first } = geometry();
    const tall = TALL * ROW;
    const sharp = globalThis.devicePixelRatio || 1;
    canvas.width = wide * sharp;
    canvas.height = tall * sharp;
    canvas.style.width = `${wide}px`;
    canvas.style.height = `${tall}px`;
    const pen = canvas.getContext("2d");
    pen.scale(sharp, sharp);
    pen.textBaseline = "middle";
    const top = Math.floor(scroller.scrollTop / ROW);
    const family = getComputedStyle(view).fontFamily;
    for (let at = 0; at < TALL && top + at < lines.length; at += 1) {
      drawLine(pen, lines[top + at], top + at === place, at * ROW, { wide, cell, first, family });
    }
    if (!lines.length) {
      pen.fillStyle = colours.mute;
      pen.font = `12px ${family}`;
      pen.fillText("No ask matches. Esc clears the search.", 10, ROW / 2);
    }
  }

  function drawLine(pen, line, chosen, y, { wide, cell, first, family }) {
    const middle = y + ROW / 2;
    if (line.head) {
      pen.direction = "ltr";
      pen.textAlign = "left";
      pen.font = `600 12px ${family}`;
      pen.fillStyle = line.band ? colours.pass : colours.ink;
      pen.fillText(line.head, 0, middle);
      const end = pen.measureText(line.head).width + 8;
      pen.font = `12px ${family}`;
      pen.fillStyle = colours.mute;
      pen.fillText(fitted(pen, line.rest, wide - end), end, middle);
      return;
    }
    const [text, , figure, part] = asks[line.ask];
    if (chosen) {
      pen.fillStyle = colours.hair;
      pen.fillRect(0, y, wide, ROW);
    }
    if (part === "band") {
      pen.fillStyle = colours.pass;
      pen.fillRect(0, y, 3, ROW);
    }
    pen.font = `12px ${family}`;
    pen.fillStyle = colours.ink;
    const backward = RIGHT_TO_LEFT.test(text);
    pen.direction = backward ? "rtl" : "ltr";
    pen.textAlign = backward ? "right" : "left";
    pen.fillText(fitted(pen, text, first - 20), backward ? first - 10 : 10, middle);
    pen.direction = "ltr";
    for (let n = 0; n < k; n += 1) drawCell(pen, sign(line.ask, n), first + n * (cell + 2), y + 2, cell, chosen && n === rollout, family);
    pen.textAlign = "right";
    pen.font = `12px ${family}`;
    pen.fillStyle = colours.ink;
    pen.fillText(figure, wide - 2, middle);
  }

  function drawCell(pen, code, x, y, wide, chosen, family) {
    const tall = CELL;
    pen.fillStyle = { p: colours.pass, l: colours.warn }[code] || "transparent";
    pen.fillRect(x, y, wide, tall);
    if (code === "f" || code === "u") {
      pen.strokeStyle = code === "f" ? colours.fail : colours.edge;
      pen.lineWidth = 1;
      pen.strokeRect(x + 0.5, y + 0.5, wide - 1, tall - 1);
    }
    if (wide >= 9) {
      pen.textAlign = "center";
      pen.font = `600 ${Math.min(11, wide - 2)}px ${family}`;
      pen.fillStyle = { p: colours.on, f: colours.fail, l: "#000" }[code] || colours.mute;
      pen.fillText(SIGNS[code] || "", x + wide / 2, y + tall / 2 + 0.5);
    }
    if (chosen) {
      pen.strokeStyle = colours.ink;
      pen.lineWidth = 2;
      pen.strokeRect(x - 1, y - 1, wide + 2, tall + 2);
    }
  }

  function fitted(pen, text, room) {
    if (pen.measureText(text).width <= room) return text;
    let low = 0;
    let high = text.length;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (pen.measureText(`${text.slice(0, middle)}…`).width <= room) low = middle;
      else high = middle - 1;
    }
    return `${text.slice(0, low).trimEnd()}…`;
  }

  function choose(line, n) {
    if (line < 0 || line >= lines.length || lines[line].ask === undefined) return;
    place = line;
    rollout = Math.max(0, Math.min(k - 1, n));
    const ask = lines[line].ask;
    const top = Math.floor(scroller.scrollTop / ROW);
    if (line < top) scroller.scrollTop = line * ROW;
    if (line >= top + TALL) scroller.scrollTop = (line - TALL + 1) * ROW;
    const code = sign(ask, rollout);
    say(spoken, `rollout ${rollout + 1} of ${k}: ${NAMES[code]}, ask ${ask + 1} of ${asks.length}: ${asks[ask][0]}`);
    if (!PLAYED.includes(code)) model.set("pane", {});
    model.set("chosen", [ask, rollout]);
    model.save_changes();
    draw();
  }

  function move(step) {
    let next = place + step;
    while (next >= 0 && next < lines.length && lines[next].ask === undefined) next += step;
    choose(next, rollout);
  }

  function drawPane() {
    const now = model.get("pane");
    if (!now.turns) {
      pane.replaceChildren(make("p", "wai-mute", "Choose a rollout to read it here."));
      return;
    }
    const turns = make("ol", "wai-turns");
    for (const [role, text, code] of now.turns) {
      const words = make(code ? "code" : "bdi", "", text);
      words.dir = code ? "ltr" : "auto";
      turns.append(make("li", `wai-turn wai-r-${role}`, make("span", "wai-role", role), words));
    }
    const faults = now.faults.map((fault) => make("span", "wai-tag wai-fault", `◆ ${fault}`));
    const verdict = make("p", "", make("span", `wai-verdict wai-${now.look}`, now.verdict), ` ${now.reason} `, ...faults);
    pane.replaceChildren(make("p", "wai-cap", make("b", "", now.title), ` ${now.where}`), verdict, turns);
  }

  const acts = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ArrowLeft: () => choose(place, rollout - 1),
    ArrowRight: () => choose(place, rollout + 1),
    b: () => { band.checked = !band.checked; list(); },
    "/": () => search.focus(),
    Escape: () => { search.value = ""; band.checked = false; list(); },
  };
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = acts[event.key] || acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation(); // these keys belong to the notebook elsewhere
    if (place < 0 && event.key.startsWith("Arrow")) choose(lines.findIndex((line) => line.ask !== undefined), 0);
    else act();
  });
  search.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") acts.Escape();
    if (event.key === "Escape" || event.key === "Enter" || event.key === "ArrowDown") canvas.focus();
  });
  canvas.addEventListener("click", (event) => {
    const line = Math.floor(scroller.scrollTop / ROW) + Math.floor(event.offsetY / ROW);
    const { cell, first } = geometry();
    const n = Math.floor((event.offsetX - first) / (cell + 2));
    choose(line, n >= 0 && n < k ? n : rollout);
    canvas.focus();
  });
  search.addEventListener("input", list);
  band.addEventListener("change", list);
  clear.addEventListener("click", acts.Escape);
  scroller.addEventListener("scroll", draw);
  model.on("change:pane", drawPane);
  const sized = new ResizeObserver(draw);
  sized.observe(scroller);
  const themed = setInterval(() => readColours() && draw(), 500); // a change of theme tells nobody
  list();
  drawPane();
  return () => {
    sized.disconnect();
    clearInterval(themed);
    model.off("change:pane", drawPane);
  };
}

export default { render };
