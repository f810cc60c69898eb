/** Figures of a card as people read them: side by side, in a table, as a share. */

import { element, figureList } from "../dom.js";
import { number, text } from "../texts.js";

/** Return a share as a percentage, `51.0 %`. */
export function percent(share) {
  return `${number(100 * share, 1)}\u00a0%`;
}

/** Return what matters most of a card that was judged: how even its rolls are, and how rich. */
export function mainFigures({ mean, sd, min, max }) {
  return figureList([number(sd, 2), "figures.deviation"], [number(mean, 2), "figures.mean"], [min === max ? min : `${min} – ${max}`, "figures.range"]);
}

/** Return the same of the points that *people* may expect of each roll, and their shapes a round. */
export function peopleFigures({ mean, sd, shapes }) {
  return figureList([number(sd, 2), "figures.deviation"], [number(mean, 2), "figures.mean"], [number(shapes, 1), "figures.shapes"]);
}

/** Return what *people* are by the model, and what it is good for. */
export function peopleHint({ skill, error }) {
  const inPercent = Math.round(1000 * skill) / 10;
  const chance = `${number(inPercent, Number.isInteger(inPercent) ? 0 : 1)}\u00a0%`;
  const simulated = error ? text("figures.simulated", { error: number(error, 2) }) : "";
  return element("p", { class: "hint" }, `${text("figures.people", { chance })} ${simulated}`.trim());
}

/** Return a panel that is opened by its title. *fill* makes its content when it is first opened. */
export function folded(title, fill) {
  const panel = element("details", { class: "panel" }, element("summary", {}, element("h2", {}, title)));
  panel.addEventListener("toggle", () => panel.append(...fill()), { once: true });
  return panel;
}
