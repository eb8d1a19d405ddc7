// What every view here shares. A view is a file of its own, put behind this one: no imports, no build.
// Text from outside goes through textContent only, so markup in it stays text.

function make(tag, name, ...children) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  for (const child of children) {
    if (child !== null && child !== undefined) node.append(child); // a string becomes a text node
  }
  return node;
}

function say(node, words) {
  if (node.textContent !== words) node.textContent = words;
}

function figures(rows) {
  // The same table of labels and figures that cards hold: [label, figure, small words].
  const body = make("tbody");
  for (const [label, figure, small] of rows) {
    const head = make("th", "", label);
    head.setAttribute("scope", "row");
    const cell = make("td", "", figure);
    if (small) cell.append(" ", make("small", "", small));
    body.append(make("tr", "", head, cell));
  }
  return make("table", "wai-facts", make("caption", "", "Counts"), body);
}

function root(name) {
  const node = make("div", `wai-root ${name} tex2jax_ignore mathjax_ignore`);
  return node;
}
