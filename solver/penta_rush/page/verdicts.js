/** How a round was judged: each outline with its reason, as `penta rush score` says it. */

import { element } from "../dom.js";
import { shapeIcon } from "../outline.js";
import { text, withNodes } from "../texts.js";
import { symbolName, symbolNode } from "./symbols.js";
import { counted } from "./words.js";

/** Return the line of one outline: *verdict* is the judge's, *cells* are [row, col], *number* is from 0. */
export function verdictLine(card, cells, verdict, number) {
  const isRight = verdict.verdict === "counted";
  const what = isRight ? [counted(verdict.points)] : reason(card, cells, verdict);
  return element("li", { class: `verdict outline-${number % 5} ${isRight ? "" : "is-wrong"}` },
    element("span", { class: "number" }, String(number + 1)), shapeIcon(cells),
    element("b", {}, verdict.shape ?? "?"), element("span", { class: "reason" }, what));
}

/** Return nodes that say which symbols *cells* of *card* show: their pictures, and their names for ears. */
export function symbolsOf(card, cells) {
  const symbols = cells.map(([row, col]) => card.symbols[card.cells[row * card.cols + col]])
    .sort((one, other) => (one.letter < other.letter ? -1 : 1));
  return [element("span", { class: "symbols", role: "img", "aria-label": symbols.map(symbolName).join(", ") }, symbols.map(symbolNode))];
}

// The letters in the judge's words are nothing to somebody who sees symbols.
// A round that was judged by an older penta has the other outline in these words alone, at their end.
function reason(card, cells, { verdict, other, reason: words }) {
  if (verdict === "wrong symbols") return withNodes(text("play.shows"), { symbols: symbolsOf(card, cells) });
  if (verdict === "unfinished") return [text(cells.length === 5 ? "play.reason.apart" : "play.reason.size", { count: cells.length })];
  return [text(`play.reason.${verdict}`, { other: other ?? words?.match(/\d+$/)?.[0] ?? "" })];
}
