/** What kind of card is wished for: who it is for, its size, its layout, and how long to search. */

import { element } from "../dom.js";
import { text } from "../texts.js";
import { MAX_SIDE } from "./card_model.js";
import { makeFields } from "./fields.js";

const USUAL = { kind: "grey", rows: 10, cols: 10, symbols: 6, cards: 4, method: "orbit", seconds: 5, for: "", layout: "scattered",
  no_blocks: "", every_line: "", no_dead_cell: "" };
const FLAGS = ["no_blocks", "every_line", "no_dead_cell"];
const SECONDS = [2, 5, 10, 15];
const KINDS = ["grey", "white"];
const PLAYERS = [["", "rush.perfect"], ["people=0.1", "make.people.few"], ["people=0.2", "make.people.some"], ["people=0.3", "make.people.many"]];
// "symmetric" is what suits the size, as without --scatter; those after it are values of --symmetry.
const LAYOUTS = ["scattered", "symmetric", "mirror", "half-turn", "quarter-turn", "none"];
const METHODS = ["orbit", "search"];

/**
 * Return {element, asked, size}; `changed()` is called when something else is wished for. What this place is
 * *lacking* is left out.
 */
export function makeForm({ store, lacking }, changed) {
  const { wished, watch, list, tick, stepper, choices } = makeFields(store, "make.form", lacking("white") ? { ...USUAL, seconds: SECONDS.at(-1) } : USUAL, changed);
  const note = element("p", { class: "hint" });
  watch(({ kind }) => { note.textContent = text(`make.kind.${kind}_hint`); });
  const border = choices(text("make.border"), "kind", named("kind", KINDS), "kinds");
  const players = list(text("make.fair_for"), "for", PLAYERS.map(([value, key]) => [value, text(key)]));
  const panel = element("section", { class: "panel", "aria-label": text("make.card") },
    element("h2", {}, text("make.card")), lacking("white") ? null : border, note,
    element("div", { class: "steppers" }, stepper(text("rush.rows"), "rows", 3, MAX_SIDE), stepper(text("rush.columns"), "cols", 3, MAX_SIDE),
      stepper(text("rush.symbols"), "symbols", 3, 13), only("white", stepper(text("make.cards"), "cards", 2, 4))),
    lacking("grey.for") ? null : players,
    element("div", { class: "field" }, element("span", { "aria-hidden": "true" }, text("make.search_time")),
      choices(text("make.search_time"), "seconds", SECONDS.map((seconds) => [seconds, `${seconds} s`]), "seconds")),
    element("details", {}, element("summary", {}, text("make.options")),
      element("div", { class: "stack" },
        only("grey", list(text("make.layout"), "layout", named("layouts", LAYOUTS))),
        only("white", list(text("make.method"), "method", named("methods", METHODS))),
        FLAGS.filter((name) => !lacking(`grey.${name}`)).map((name) => tick(text(`make.${name}`), name)))),
    lacking("white") ? element("p", { class: "hint" }, text("make.computer")) : null);
  return { element: panel, asked, size: wished };

  /** Return {kind, seconds, values}: the values are those of the job of this kind. */
  function asked() {
    const { kind: wanted, seconds, layout } = wished();
    const kind = lacking(wanted) ? "grey" : wanted; // what is kept may come from a page with a server
    const symmetry = ["scattered", "symmetric"].includes(layout) ? "" : layout;
    const own = kind === "grey" ? { symmetry, no_scatter: layout === "symmetric" ? "yes" : "" } : {};
    const names = ["rows", "cols", "symbols", "seconds", "for", ...(kind === "grey" ? [] : ["cards", "method"]), ...FLAGS];
    return { kind, seconds, values: { ...own, ...Object.fromEntries(names.map((name) => [name, lacking(`${kind}.${name}`) ? "" : String(wished()[name])])) } };
  }

  function only(wanted, node) {
    watch(({ kind }) => { node.hidden = kind !== wanted; });
    return node;
  }
}

/** Return pairs of each value and its text in *table*. */
function named(table, values) {
  return values.map((value) => [value, text(`make.${table}.${value}`)]);
}
