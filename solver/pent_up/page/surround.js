/** What Surround asks for: which cells a ring has to cover, and where a piece of it may lie. */

import { CELLS, LETTERS, orientations } from "../pieces.js";

const BESIDE = [[-1, 0], [0, 1], [1, 0], [0, -1]];

/** Return the middle piece *letter* as it is drawn in penta's list of solutions. */
export function middlePiece(letter) {
  return { shape: letter, cells: CELLS[letter], colour: "black", level: 1 };
}

export function newRings(middle = "X") {
  return { middle, white: [], black: [] };
}

export function areRings({ middle, white, black }) {
  const arePieces = (pieces) => pieces.every(({ shape, cells }) => LETTERS.includes(shape) && cells.length === 5 && cells.flat().every(Number.isInteger));
  return LETTERS.includes(middle) && arePieces(white) && arePieces(black);
}

/** Return {colour, open, pieces}: whose ring is laid, the cells that it has yet to cover, all pieces. */
export function stateOf({ middle, white, black }) {
  const inside = [middlePiece(middle)];
  const whites = white.map((piece) => ({ ...piece, colour: "white", level: 1 }));
  const blacks = black.map((piece) => ({ ...piece, colour: "black", level: 1 }));
  const open = uncovered(inside, whites);
  const pieces = [...inside, ...whites, ...blacks];
  if (open.length) return { colour: "white", open, pieces };
  return { colour: "black", open: uncovered([...inside, ...whites], blacks), pieces };
}

/** Return the cells beside those of *inside* that no piece of *inside* and *ring* covers. */
export function uncovered(inside, ring) {
  const has = new Set([...inside, ...ring].flatMap(({ cells }) => cells.map(String)));
  const beside = inside.flatMap(({ cells }) => cells).flatMap(([row, col]) => BESIDE.map(([down, right]) => [row + down, col + right]));
  return [...new Map(beside.map((cell) => [String(cell), cell])).values()].filter((cell) => !has.has(String(cell)));
}

/** Return the letters that a ring of *colour* may still use: each colour has every piece once. */
export function lettersFor({ middle, white, black }, colour) {
  const used = (colour === "white" ? white : black).map(({ shape }) => shape);
  return LETTERS.filter((letter) => !used.includes(letter) && (colour === "white" || letter !== middle));
}

/** Return where the piece *letter* covers one of the *open* cells, on cells that no one of *pieces* covers. */
export function placesFor(letter, { open, pieces }) {
  const has = new Set(pieces.flatMap(({ cells }) => cells.map(String)));
  const found = new Map();
  for (const look of orientations(CELLS[letter])) {
    for (const [row, col] of open) {
      for (const [down, right] of look) {
        const cells = look.map((cell) => [cell[0] + row - down, cell[1] + col - right]);
        if (!cells.some((cell) => has.has(String(cell)))) found.set(String(cells), { cells, level: 1 });
      }
    }
  }
  return [...found.values()];
}
