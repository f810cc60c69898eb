/** The twelve pieces of five cells, as in data/pentominoes.txt; cells are [row, col], turned and flipped. */

const ROWS = {
  F: ".## ##. .#.", I: "#####", L: "#... ####", N: ".### ##..", P: "## ## #.", T: "### .#. .#.",
  U: "#.# ###", V: "#.. #.. ###", W: "#.. ##. .##", X: ".#. ### .#.", Y: ".#.. ####", Z: "##. .#. .##",
};

export const LETTERS = Object.keys(ROWS);

/** The cells of each piece by its letter, from 0, row by row. */
export const CELLS = Object.fromEntries(Object.entries(ROWS).map(([letter, text]) =>
  [letter, text.split(" ").flatMap((line, row) => [...line].flatMap((mark, col) => (mark === "#" ? [[row, col]] : [])))]));

/** Return *cells* moved so that their least row and col are 0, row by row. */
export function atOrigin(cells) {
  const top = Math.min(...cells.map(([row]) => row)), left = Math.min(...cells.map(([, col]) => col));
  return cells.map(([row, col]) => [row - top, col - left]).sort((one, other) => one[0] - other[0] || one[1] - other[1]);
}

/** Return *cells* turned right, from 0. */
export function turned(cells) {
  return atOrigin(cells.map(([row, col]) => [col, -row]));
}

/** Return *cells* as a mirror shows them, from 0. */
export function flipped(cells) {
  return atOrigin(cells.map(([row, col]) => [row, -col]));
}

/** Return all different orientations of *cells*, those without a flip first. */
export function orientations(cells) {
  const all = [atOrigin(cells)];
  for (let turn = 1; turn < 4; turn += 1) all.push(turned(all.at(-1)));
  all.push(...all.map(flipped));
  return [...new Map(all.map((look) => [String(look), look])).values()];
}

const letterOf = new Map(LETTERS.flatMap((letter) => orientations(CELLS[letter]).map((look) => [String(look), letter])));

/** Return the letter of the piece that *cells* are; undefined if they are none. */
export function pieceOf(cells) {
  return letterOf.get(String(atOrigin(cells)));
}
