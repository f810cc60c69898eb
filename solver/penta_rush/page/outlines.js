/**
 * The outlines that a player draws: lists of cells by index, each joined edge to edge, of at most
 * five cells, no cell in two of them. Every function returns new lists.
 */

export const CELLS = 5;

/** Return the number of the outline that has this cell; -1 if none has. */
export function outlineAt(outlines, index) {
  return outlines.findIndex((cells) => cells.includes(index));
}

/** Return the cells of an outline as [row, col], sorted. */
export function cellsOf(outline, cols) {
  return [...outline].sort((one, other) => one - other).map((index) => [Math.floor(index / cols), index % cols]);
}

/**
 * Return *outlines* with a free cell more. It joins those beside it that are not finished, that with
 * the number *first* before others, as long as no more than five cells come together; else it begins
 * an outline.
 */
export function withCell(outlines, index, cols, first = -1) {
  const order = [...outlines.keys()].sort((one, other) => (other === first) - (one === first) || one - other);
  const joined = [];
  let made = [index];
  for (const number of order) {
    const cells = outlines[number];
    if (made.length + cells.length > CELLS || !cells.some((cell) => areBeside(cell, index, cols))) continue;
    made = [...cells, ...made];
    joined.push(number);
  }
  if (!joined.length) return [...outlines, made];
  const place = Math.min(...joined);
  return outlines.flatMap((cells, number) => (number === place ? [made] : joined.includes(number) ? [] : [cells]));
}

/** Return *outlines* without one cell; an outline that falls apart becomes several. */
export function withoutCell(outlines, index, cols) {
  return outlines.flatMap((cells) => (cells.includes(index) ? parts(cells.filter((cell) => cell !== index), cols) : [cells]));
}

function areBeside(one, other, cols) {
  const [low, high] = one < other ? [one, other] : [other, one];
  return high - low === cols || (high - low === 1 && high % cols > 0);
}

function parts(cells, cols) {
  const left = new Set(cells);
  const found = [];
  for (const start of cells) {
    if (!left.delete(start)) continue;
    const part = [start];
    for (const cell of part) {
      for (const other of [...left].filter((each) => areBeside(cell, each, cols))) {
        left.delete(other);
        part.push(other);
      }
    }
    found.push(part);
  }
  return found;
}
