/** A packing with its points and shapes, and a list of the others to choose from. */

import { button, element } from "../dom.js";
import { text } from "../texts.js";
import { packingIcon, shapeLines } from "./packing_view.js";

/** Return {elements, show, wait}; `choose(at)` is called with the place of the packing to show. */
export function makePackingPanel(choose) {
  let shown = { packings: [], at: 0, factor: 1 };
  // Buttons stay when another packing is shown: whoever has reached one by the keyboard stays on it.
  const before = button(text("packing.before"), () => choose(shown.at - 1), { icon: "previous", class: "icon" });
  const next = button(text("packing.next"), () => choose(shown.at + 1), { icon: "next", class: "icon" });
  const score = element("p", { class: "score" });
  const shapes = element("ul", { class: "shapes" });
  const note = element("p", { class: "hint" });
  const packing = element("div", { class: "result" },
    element("div", { class: "score-line" }, before, score, next), shapes);
  const action = element("div", { hidden: true });
  const list = element("ol", { class: "list packings" });
  const rest = element("p", { class: "hint" });
  const others = element("section", { class: "panel", "aria-label": text("packing.list"), hidden: true },
    element("h2", {}, text("packing.list")), list, rest);
  const result = element("section", { class: "panel", "aria-label": text("packing.title") }, packing, note, action);

  /** Show the packing *at* a place of *packings* of *card*, its points times *factor*, with a text *below*, and *more* below the list. */
  function show({ card, packings, at, factor, below, more }) {
    const { score: own, placements } = packings[at];
    const points = own * factor;
    if (shown.packings !== packings || shown.factor !== factor) {
      list.replaceChildren(...packings.map((each, number) => element("li", {}, item(card, each, number, packings[0], factor))));
    }
    shown = { packings, at, factor };
    [before.disabled, next.disabled] = [at === 0, at + 1 >= packings.length];
    score.replaceChildren(element("strong", {}, String(points)), ` ${text("rush.unit", { count: points })}`,
      ...(factor > 1 ? [element("small", {}, text("packing.doubled", { points: own }))] : []));
    shapes.replaceChildren(...shapeLines(placements));
    [...list.children].forEach((line, number) => line.firstChild.setAttribute("aria-current", String(number === at)));
    [note.textContent, rest.textContent, rest.hidden] = [below, more, !more];
    [result.hidden, packing.hidden, action.hidden, others.hidden] = [false, false, true, packings.length < 2];
  }

  /** Show *words* instead of a packing, perhaps with a node below them; without either, nothing. */
  function wait(words, node = null) {
    note.textContent = words;
    action.replaceChildren(...(node ? [node] : []));
    [result.hidden, packing.hidden, action.hidden, others.hidden] = [!words, true, !node, true];
  }

  /** Return the line of a packing: others have the same shapes elsewhere, so it shows where they lie. */
  function item(card, each, number, best, factor) {
    return element("button", { type: "button", class: "list-item", onclick: () => choose(number) },
      element("span", { class: "unseen" }, `${text("packing.number", { number: number + 1 })} `), packingIcon(card, each.placements),
      element("b", {}, String(each.score * factor)),
      element("span", {}, each.placements.map(({ shape }) => shape).join(" ")),
      each.score === best.score ? element("small", {}, text("packing.best")) : null);
  }

  return { elements: [result, others], show, wait };
}
