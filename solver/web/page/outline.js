/** Outlines of shapes as rounded lines, in units of a cell, each with a label on its first cell. */

import { drawing } from "./dom.js";

const COLOURS = 5; // --outline-0 ... --outline-4 in frame.css
const INSET = 0.07;
const RADIUS = 0.26;

/**
 * Return SVG groups for *shapes*: {cells: [[row, col], ...], label, detail, colour, classes, isDrawn}. Those that
 * are drawn appear as a pen would make them, one after another.
 */
export function outlineNodes(shapes) {
  return shapes.map(({ cells, label, detail = "", colour = 0, classes = "", isDrawn = false }, number) => {
    const path = drawing("path", { d: outlinePath(cells), class: "outline", pathLength: isDrawn ? 1 : null });
    const group = drawing("g", {}, path, label && cells.length ? labelNodes(cells, label, detail) : []);
    return styled(group, "shape", { colour, classes, isDrawn, number });
  });
}

/** Return the tinted areas of *shapes*, which belong below what the cells show. */
export function outlineFills(shapes) {
  return shapes.map(({ cells, colour = 0, classes = "", isDrawn = false }, number) =>
    styled(drawing("path", { d: outlinePath(cells) }), "tinted", { colour, classes, isDrawn, number }));
}

function styled(node, kind, { colour, classes, isDrawn, number }) {
  node.setAttribute("class", `${kind} outline-${colour % COLOURS} ${classes}`.trim());
  if (!isDrawn) return node;
  node.classList.add("is-drawn");
  node.style.setProperty("--turn", number);
  return node;
}

/** Return the path around *cells*: inset a little, its corners rounded; parts that no edge joins have a line each. */
export function outlinePath(cells, inset = INSET, radius = RADIUS) {
  return outlineLines(cells).map((line) => linePath(line, inset, radius)).join("");
}

function linePath(corners, inset, radius) {
  const parts = corners.map((corner, number) => {
    const before = unit(corners.at(number - 1), corner);
    const after = unit(corner, corners[(number + 1) % corners.length]);
    // The area is to the right of a clockwise line: its inner side is the direction turned right.
    const x = corner[0] - inset * (before[1] + after[1]);
    const y = corner[1] + inset * (before[0] + after[0]);
    const start = [x - radius * before[0], y - radius * before[1]].map(short);
    const end = [x + radius * after[0], y + radius * after[1]].map(short);
    return `${number ? "L" : "M"}${start}Q${[x, y].map(short)} ${end}`;
  });
  return `${parts.join("")}Z`;
}

/** Return the lines around *cells*, each by its corners [x, y], clockwise, the first from the first cell's upper left. */
function outlineLines(cells) {
  const has = new Set(cells.map(String));
  const edges = new Map(); // along the sides of cells that are on a line, by where they begin and the side: [from, to, side]
  for (const [row, col] of inOrder(cells)) {
    const corners = [[col, row], [col + 1, row], [col + 1, row + 1], [col, row + 1]];
    const beside = [[row - 1, col], [row, col + 1], [row + 1, col], [row, col - 1]];
    beside.forEach((cell, side) => {
      const from = corners[side];
      if (!has.has(String(cell))) edges.set(String([from, side]), [from, corners[(side + 1) % 4], side]);
    });
  }
  const lines = [];
  while (edges.size) {
    const line = [];
    let key = edges.keys().next().value;
    while (key) {
      const [from, to, side] = edges.get(key);
      edges.delete(key);
      line.push(from);
      // Where cells touch at a corner alone, two edges go on: the right turn stays with the cell.
      key = [1, 0, 3].map((turn) => String([to, (side + turn) % 4])).find((each) => edges.has(each));
    }
    lines.push(line.filter((corner, number) => {
      const [before, after] = [line.at(number - 1), line[(number + 1) % line.length]];
      return before[0] !== after[0] && before[1] !== after[1];
    }));
  }
  return lines;
}

/** Return a line icon of a shape, a list of cells from 0, as wide and high as its text. */
export function shapeIcon(cells) {
  if (!cells.length) return drawing("svg", { class: "shape-icon", "aria-hidden": "true" });
  const top = Math.min(...cells.map(([row]) => row)), left = Math.min(...cells.map(([, col]) => col));
  const moved = cells.map(([row, col]) => [row - top, col - left]);
  const height = Math.max(...moved.map(([row]) => row)) + 1, width = Math.max(...moved.map(([, col]) => col)) + 1;
  const size = Math.max(height, width);
  return drawing(
    "svg",
    { class: "shape-icon", viewBox: `${(width - size) / 2} ${(height - size) / 2} ${size} ${size}`, "aria-hidden": "true" },
    drawing("path", { d: outlinePath(moved, 0.02, 0.2) }),
  );
}

function labelNodes(cells, label, detail) {
  const [[row, col]] = inOrder(cells);
  const width = 0.44 + (detail ? 0.24 * String(detail).length + 0.04 : 0);
  const at = `translate(${col + 0.02} ${row + 0.04})`;
  return drawing(
    "g",
    { class: "shape-label", transform: at },
    drawing("rect", { x: -0.16, y: -0.22, width, height: 0.44, rx: 0.22 }),
    drawing("text", { x: -0.16 + width / 2, y: 0.115, "text-anchor": "middle" },
      label, detail ? drawing("tspan", { dx: 0.06, class: "detail" }, String(detail)) : null),
  );
}

function inOrder(cells) {
  return [...cells].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
}

function unit(from, to) {
  return [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
}

function short(number) {
  return Math.round(number * 1000) / 1000;
}
