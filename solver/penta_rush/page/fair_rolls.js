/** All rolls in a table, to read and to tap. */

import { element } from "/dom.js";
import { folded, table } from "./figures.js";
import { symbolName, symbolNode } from "./symbols.js";

const AT_ONCE = 200; // rows that are listed

/** Return the panel of *rolls* of *card*; `choose(index)` is called for the one that is tapped. */
export function rollPanel(rolls, card, choose) {
  const title = rolls.length === 1 ? "The only roll" : `All ${rolls.length.toLocaleString("en")} rolls`;
  return folded(title, () => {
    const rest = rolls.length - AT_ONCE;
    const note = rest > 0 ? `The ${AT_ONCE} poorest rolls; draw along the bars for the others.` : "Tap a roll to see its best packing.";
    return [element("p", { class: "hint" }, note), table("All rolls, the poorest first", ["Roll", "Best", "Packings", "Throws"],
      rolls.slice(0, AT_ONCE).map(({ roll, optimum, packings, ways }, index) =>
        [rollButton(roll, index), String(optimum), packings?.toLocaleString("en") ?? "–", String(ways)]))];
  });

  function rollButton(roll, index) {
    const symbols = [...roll].map((letter) => card.symbols.find((symbol) => symbol.letter === letter));
    return element("button", { type: "button", class: "roll-symbols", title: roll, onclick: () => choose(index),
      "aria-label": symbols.map(symbolName).join(", ") }, symbols.map(symbolNode));
  }
}
