/** What kind of card is wished for: who it is for, its size, its layout, and how long to search. */

import { element } from "/dom.js";
import { MAX_SIDE } from "./card_model.js";
import { makeFields } from "./fields.js";

const USUAL = { kind: "grey", rows: 10, cols: 10, symbols: 6, cards: 4, method: "orbit", seconds: 5, symmetry: "",
  no_blocks: "", every_line: "", no_dead_cell: "" };
const FLAGS = [["no_blocks", "No 2 × 2 block of one symbol"], ["every_line", "Each symbol in every row and column"],
  ["no_dead_cell", "Every cell in a shape of some roll"]];
const SECONDS = [2, 5, 10, 15];
const KINDS = [["grey", "Grey border", "One card for all players, whose rolls are worth nearly the same."],
  ["white", "White border", "A card for each player, all different, and fair as a set."]];
const SYMMETRIES = [["", "None"], ["mirror", "Left and right"], ["half-turn", "Half a turn"], ["quarter-turn", "A quarter turn"]];
const METHODS = [["orbit", "One card, turned and relabelled"], ["search", "Cards that differ"]];

/** Return {element, asked, size}; `changed()` is called when something else is wished for. */
export function makeForm(store, changed) {
  const { wished, watch, list, tick, stepper, choices } = makeFields(store, "make.form", USUAL, changed);
  const note = element("p", { class: "hint" });
  watch(({ kind }) => { note.textContent = KINDS.find(([one]) => one === kind)[2]; });
  const panel = element("section", { class: "panel", "aria-label": "Make a card" },
    element("h2", {}, "Make a card"), choices("Border", "kind", KINDS, "kinds"), note,
    element("div", { class: "steppers" }, stepper("Rows", "rows", 3, MAX_SIDE), stepper("Columns", "cols", 3, MAX_SIDE),
      stepper("Symbols", "symbols", 3, 13), only("white", stepper("Cards", "cards", 2, 4))),
    element("div", { class: "field" }, element("span", { "aria-hidden": "true" }, "Search for"),
      choices("Search for", "seconds", SECONDS.map((seconds) => [seconds, `${seconds} s`]), "seconds")),
    element("details", {}, element("summary", {}, "More options"),
      element("div", { class: "stack" },
        only("grey", list("Symmetry, symbols renamed", "symmetry", SYMMETRIES)),
        only("white", list("The cards", "method", METHODS)),
        FLAGS.map(([name, label]) => tick(label, name)))));
  return { element: panel, asked, size: wished };

  /** Return {kind, seconds, values}: the values are those of the job of this kind. */
  function asked() {
    const { kind, seconds } = wished();
    const own = kind === "grey" ? ["symmetry"] : ["cards", "method"];
    const names = ["rows", "cols", "symbols", "seconds", ...own, ...FLAGS.map(([name]) => name)];
    return { kind, seconds, values: Object.fromEntries(names.map((name) => [name, String(wished()[name])])) };
  }

  function only(wanted, node) {
    watch(({ kind }) => { node.hidden = kind !== wanted; });
    return node;
  }
}
