/** What kind of card is wished for: who it is for, its size, its layout, and how long to search. */

import { button, element } from "/dom.js";
import { MAX_SIDE } from "./card_model.js";

const KEY = "make.form";
const USUAL = { kind: "grey", rows: 10, cols: 10, symbols: 6, cards: 4, method: "orbit", seconds: 5, symmetry: "",
  no_blocks: false, every_line: false, no_dead_cell: false };
const SECONDS = [2, 5, 10, 15];
const KINDS = [["grey", "Grey border", "One card for all players, whose rolls are worth nearly the same."],
  ["white", "White border", "A card of their own for each player, fair as a set."]];
const SYMMETRIES = [["", "None"], ["mirror", "Left and right"], ["half-turn", "Half a turn"], ["quarter-turn", "A quarter turn"]];
const METHODS = [["orbit", "One card, turned and relabelled"], ["search", "Cards that differ"]];

/** Return {element, asked, size}; `changed()` is called when another size is wished for. */
export function makeForm(store, changed) {
  let wished = { ...USUAL, ...store.get(KEY) };
  const redraws = [];
  const kindNote = element("p", { class: "hint" });
  const panel = element("section", { class: "panel", "aria-label": "Make a card" },
    element("h2", {}, "Make a card"),
    choices("Border", "choices kinds", "kind", KINDS), kindNote,
    element("div", { class: "steppers" }, stepper("Rows", "rows", 3, MAX_SIDE), stepper("Columns", "cols", 3, MAX_SIDE),
      stepper("Symbols", "symbols", 3, 13), only("white", stepper("Cards", "cards", 2, 4))),
    element("div", { class: "field" }, element("span", { "aria-hidden": "true" }, "Search for"),
      choices("Search for", "choices seconds", "seconds", SECONDS.map((seconds) => [seconds, `${seconds} s`]))),
    element("details", {}, element("summary", {}, "More options"),
      element("div", { class: "stack" },
        only("grey", select("Symmetry, symbols renamed", "symmetry", SYMMETRIES)),
        only("white", select("The cards", "method", METHODS)),
        tick("No 2 × 2 block of one symbol", "no_blocks"),
        tick("Each symbol in every row and column", "every_line"),
        tick("Every cell in a shape of some roll", "no_dead_cell"))));
  draw();
  return { element: panel, asked, size: () => wished };

  /** Return {kind, seconds, values}: the values are those of the job of this kind. */
  function asked() {
    const { kind, rows, cols, symbols, cards, method, seconds, symmetry } = wished;
    const flags = ["no_blocks", "every_line", "no_dead_cell"].map((name) => [name, wished[name] ? "yes" : ""]);
    const own = kind === "grey" ? { symmetry } : { cards, method };
    const values = Object.fromEntries(Object.entries({ rows, cols, symbols, seconds, ...own }).map(([name, value]) => [name, String(value)]));
    return { kind, seconds, values: { ...values, ...Object.fromEntries(flags) } };
  }

  function wish(name, value) {
    wished = { ...wished, [name]: value };
    store.set(KEY, wished);
    draw();
    changed();
  }

  function draw() {
    for (const redraw of redraws) redraw();
    kindNote.textContent = KINDS.find(([kind]) => kind === wished.kind)[2];
  }

  function only(kind, node) {
    redraws.push(() => { node.hidden = wished.kind !== kind; });
    return node;
  }

  function choices(label, classes, name, options) {
    const all = options.map(([value, text]) => button(text, () => wish(name, value)));
    redraws.push(() => all.forEach((one, number) => one.setAttribute("aria-pressed", String(options[number][0] === wished[name]))));
    return element("div", { class: classes, role: "group", "aria-label": label }, all);
  }

  function stepper(label, name, low, high) {
    const shown = element("output", { "aria-label": label });
    const less = button(`Fewer ${label.toLowerCase()}`, () => wish(name, wished[name] - 1), { icon: "minus", class: "icon" });
    const more = button(`More ${label.toLowerCase()}`, () => wish(name, wished[name] + 1), { icon: "plus", class: "icon" });
    redraws.push(() => {
      shown.textContent = wished[name];
      less.disabled = wished[name] <= low;
      more.disabled = wished[name] >= high;
    });
    return element("div", { class: "stepper" }, element("span", {}, label), less, shown, more);
  }

  function select(label, name, options) {
    const list = element("select", { "aria-label": label, onchange: () => wish(name, list.value) }, options.map(([value, text]) => element("option", { value }, text)));
    redraws.push(() => { list.value = wished[name]; });
    return element("label", { class: "field" }, element("span", {}, label), list);
  }

  function tick(label, name) {
    const box = element("input", { type: "checkbox", onchange: () => wish(name, box.checked) });
    redraws.push(() => { box.checked = wished[name]; });
    return element("label", { class: "switch" }, box, element("span", {}, label));
  }
}
