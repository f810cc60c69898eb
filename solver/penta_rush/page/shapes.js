/** The twelve tiles: the shapes of five cells, and their points, as in data/. */

import { CELLS } from "../pieces.js";

export { pieceOf as shapeOf } from "../pieces.js";

const POINTS = { F: 1, I: 4, L: 1, N: 2, P: 1, T: 3, U: 2, V: 3, W: 4, X: 4, Y: 2, Z: 3 };

/** The tiles by their letters: {letter, points, cells}, cells as [row, col] from 0. */
export const SHAPES = Object.entries(CELLS).map(([letter, cells]) => ({ letter, points: POINTS[letter], cells }));

/** Return the points of a tile on *card*: those that the card was made for, or the usual ones. */
export function pointsOn({ points }, letter) {
  const own = (points ?? "").split(" ").find((tile) => tile[0] === letter);
  return own ? Number(own.slice(1)) : SHAPES.find((shape) => shape.letter === letter).points;
}
