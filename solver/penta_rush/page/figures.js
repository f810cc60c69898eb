/** Figures of a card as people read them: side by side, in a table, as a share. */

import { element } from "/dom.js";

/** Return a share as a percentage, `51.0 %`. */
export function percent(share) {
  return `${(100 * share).toFixed(1)}\u00a0%`;
}

/** Return what matters most of a card that was judged: how even its rolls are, and how rich. */
export function mainFigures({ mean, sd, min, max }) {
  const figures = [[sd.toFixed(2), "deviation"], [mean.toFixed(2), "mean"], [min === max ? min : `${min} – ${max}`, "range"]];
  return element("dl", { class: "figures" }, figures.map(([text, label]) =>
    element("div", {}, element("dt", {}, label), element("dd", {}, text))));
}

/** Return a table: each row is a list of texts, numbers or nodes, the first one its head. */
export function table(caption, heads, rows, kind = "") {
  const shown = (cell) => (typeof cell === "number" ? cell.toLocaleString("en") : cell);
  return element("table", { class: `figure-table ${kind}` },
    element("caption", { class: "unseen" }, caption),
    element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, rows.map(([first, ...others]) => element("tr", {},
      element("th", { scope: "row" }, shown(first)), others.map((cell) => element("td", {}, shown(cell)))))));
}

/** Return a panel that is opened by its title. *fill* makes its content when it is first opened. */
export function folded(title, fill) {
  const panel = element("details", { class: "panel" }, element("summary", {}, element("h2", {}, title)));
  panel.addEventListener("toggle", () => panel.append(...fill()), { once: true });
  return panel;
}
