/** What kind of card is wished for: who it is for, its size, its layout, and how long to search. */

import { element } from "/dom.js";
import { MAX_SIDE } from "./card_model.js";
import { makeFields } from "./fields.js";

const USUAL = { kind: "grey", rows: 10, cols: 10, symbols: 6, cards: 4, method: "orbit", seconds: 5, for: "", layout: "scattered",
  no_blocks: "", every_line: "", no_dead_cell: "" };
const FLAGS = [["no_blocks", "No 2 × 2 block of one symbol"], ["every_line", "Each symbol in every row and column"],
  ["no_dead_cell", "Every cell in a shape of some roll"]];
const SECONDS = [2, 5, 10, 15];
const KINDS = [["grey", "Grey border", "One card for all players, whose rolls are worth nearly the same."],
  ["white", "White border", "A card for each player, all different, and fair as a set."]];
const PLAYERS = [["", "Perfect play"], ["people=0.1", "People who find few shapes"], ["people=0.2", "People who find some"],
  ["people=0.3", "People who find many"]];
// "symmetric" is what suits the size, as without --scatter; those after it are values of --symmetry.
const LAYOUTS = [["scattered", "Scattered, as on a game's card"], ["symmetric", "Symmetric, symbols renamed: flatter"],
  ["mirror", "Symmetric left and right"], ["half-turn", "Symmetric by half a turn"], ["quarter-turn", "Symmetric by a quarter turn"],
  ["none", "Free"]];
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
    list("Fair for", "for", PLAYERS),
    element("div", { class: "field" }, element("span", { "aria-hidden": "true" }, "Search for"),
      choices("Search for", "seconds", SECONDS.map((seconds) => [seconds, `${seconds} s`]), "seconds")),
    element("details", {}, element("summary", {}, "More options"),
      element("div", { class: "stack" },
        only("grey", list("Layout", "layout", LAYOUTS)),
        only("white", list("The cards", "method", METHODS)),
        FLAGS.map(([name, label]) => tick(label, name)))));
  return { element: panel, asked, size: wished };

  /** Return {kind, seconds, values}: the values are those of the job of this kind. */
  function asked() {
    const { kind, seconds, layout } = wished();
    const symmetry = ["scattered", "symmetric"].includes(layout) ? "" : layout;
    const own = kind === "grey" ? { symmetry, no_scatter: layout === "symmetric" ? "yes" : "" } : {};
    const names = ["rows", "cols", "symbols", "seconds", "for", ...(kind === "grey" ? [] : ["cards", "method"]), ...FLAGS.map(([name]) => name)];
    return { kind, seconds, values: { ...own, ...Object.fromEntries(names.map((name) => [name, String(wished()[name])])) } };
  }

  function only(wanted, node) {
    watch(({ kind }) => { node.hidden = kind !== wanted; });
    return node;
  }
}
