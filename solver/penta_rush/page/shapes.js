/** The twelve tiles: the shapes of five cells, and their points, as in data/. */

// A digit, then its rows: # is a cell.
const TILES = {
  F: "1 .## ##. .#.", I: "4 #####", L: "1 #... ####", N: "2 .### ##..", P: "1 ## ## #.", T: "3 ### .#. .#.",
  U: "2 #.# ###", V: "3 #.. #.. ###", W: "4 #.. ##. .##", X: "4 .#. ### .#.", Y: "2 .#.. ####", Z: "3 ##. .#. .##",
};

/** The tiles by their letters: {letter, points, cells}, cells as [row, col] from 0. */
export const SHAPES = Object.entries(TILES).map(([letter, text]) => {
  const [points, ...rows] = text.split(" ");
  const cells = rows.flatMap((line, row) => [...line].flatMap((mark, col) => (mark === "#" ? [[row, col]] : [])));
  return { letter, points: Number(points), cells };
});

/** Return the points of a tile on *card*: those that the card was made for, or the usual ones. */
export function pointsOn({ points }, letter) {
  const own = (points ?? "").split(" ").find((tile) => tile[0] === letter);
  return own ? Number(own.slice(1)) : SHAPES.find((shape) => shape.letter === letter).points;
}

const LETTERS = new Map(SHAPES.flatMap(({ letter, cells }) => orientations(cells).map((look) => [look, letter])));

/** Return the letter of the shape that these cells, [row, col], have; undefined if they have none. */
export function shapeOf(cells) {
  return LETTERS.get(lookOf(cells));
}

function orientations(cells) {
  const turned = [cells];
  for (let turn = 0; turn < 3; turn += 1) turned.push(turned.at(-1).map(([row, col]) => [col, -row]));
  return [...turned, ...turned.map((one) => one.map(([row, col]) => [col, row]))].map(lookOf);
}

function lookOf(cells) {
  const top = Math.min(...cells.map(([row]) => row)), left = Math.min(...cells.map(([, col]) => col));
  return cells.map(([row, col]) => `${row - top},${col - left}`).sort().join(" ");
}
