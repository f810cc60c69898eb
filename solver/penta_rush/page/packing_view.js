/** A card, and perhaps a packing outlined on it. */

import { symbolName, symbolNode } from "./symbols.js";

/** Show *card* on *grid*; with a *packing*, its shapes outlined and the other cells faint. */
export function showPacking(grid, card, packing = null) {
  const { cols } = card;
  const placements = packing?.placements ?? [];
  const shapes = new Map(placements.flatMap(({ cells, shape }) => cells.map(([row, col]) => [row * cols + col, shape])));
  grid.resize(card.rows, cols);
  grid.draw((index) => {
    const symbol = card.symbols[card.cells[index]];
    const shape = shapes.get(index);
    return {
      content: symbol ? () => symbolNode(symbol) : null,
      key: symbol && JSON.stringify(symbol),
      classes: symbol ? (shape ? "is-covered" : packing ? "is-faint" : "") : "is-empty",
      text: `${symbol ? symbolName(symbol) : "to paint"}${shape ? `, in ${shape}` : ""}`,
    };
  });
  grid.outline(placements.map(({ cells, shape, points }, number) => ({ cells, label: shape, detail: points, colour: number })));
}
