/** A card, perhaps with a packing outlined on it; the shapes of a packing; the symbols of a roll. */

import { drawing, element } from "../dom.js";
import { outlineFills, shapeIcon } from "../outline.js";
import { text } from "../texts.js";
import { cellLook, symbolName, symbolNode } from "./symbols.js";

const drawn = new WeakMap(); // what is outlined on a grid: what stays is not drawn once more

/** Show *card* on *grid*; with a *packing*, its shapes outlined and the other cells faint. */
export function showPacking(grid, card, packing = null) {
  const { cols } = card;
  const placements = packing?.placements ?? [];
  const shapes = new Map(placements.flatMap(({ cells, shape }) => cells.map(([row, col]) => [row * cols + col, shape])));
  grid.resize(card.rows, cols);
  grid.draw((index) => {
    const shape = shapes.get(index);
    return shape ? cellLook(card, index, "is-covered", text("packing.cell", { shape })) : cellLook(card, index, packing ? "is-faint" : "");
  });
  const now = JSON.stringify([card.rows, cols, placements]);
  if (drawn.get(grid) === now) return;
  drawn.set(grid, now);
  grid.outline(placements.map(({ cells, shape, points }, number) => ({ cells, label: shape, detail: points, colour: number, isDrawn: true })));
}

/** Return the lines of a list of the shapes of *placements*, with their points. */
export function shapeLines(placements) {
  return placements.map(({ shape, points, cells }, number) =>
    element("li", { class: `outline-${number}` }, shapeIcon(cells), element("b", {}, shape), String(points)));
}

/** Return a small picture of where the shapes of *placements* lie on *card*. */
export function packingIcon({ rows, cols }, placements) {
  return drawing("svg", { class: "packing-icon", viewBox: `0 0 ${cols} ${rows}`, "aria-hidden": "true" },
    drawing("rect", { width: cols, height: rows, rx: 0.5 }),
    outlineFills(placements.map(({ cells }, number) => ({ cells, colour: number }))));
}

/** Return the names of the symbols of these letters. */
export function symbolsText(card, letters) {
  return symbolsOf(card, letters).map(symbolName).join(", ");
}

/** Return a picture of the symbols of these letters; a button if a tap does something. */
export function symbolsNode(card, letters, act) {
  const kind = act ? { type: "button", onclick: act } : { role: "img" };
  return element(act ? "button" : "span", { ...kind, class: "roll-symbols", title: letters, "aria-label": symbolsText(card, letters) },
    symbolsOf(card, letters).map(symbolNode));
}

function symbolsOf(card, letters) {
  return [...letters].map((letter) => card.symbols.find((symbol) => symbol.letter === letter));
}
