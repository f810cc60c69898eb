/** The sheet drawn: numbers and circles, the points of its lines round it, and what is marked in a cell. */

import { drawing, element } from "../dom.js";
import { makeGrid } from "../grid.js";
import { number, text } from "../texts.js";
import { cellText, SIDE, sheetText } from "./game.js";

const SHADES = [[0.5, 0.4], [1, 0.26], [2, 0.14], [Infinity, 0.04]]; // up to a loss: how dark
const LAST = SIDE + 2; // the points stand to the right of the cells, and below them
const CORNERS = { "diagonal a1-e5": [LAST, LAST], "diagonal a5-e1": [1, LAST] };
let allLines = null; // every line with its points, as penta counts a sheet that is circled all over

/**
 * Return {element, grid, show(sheet, marks), showLines(lines)}; *on* is what `makeGrid` calls. A mark
 * is {note, loss, isBest, ghost: a number that is not written, isAsked: a dashed ring, text}.
 */
export function makeSheet(app, label, on = {}) {
  const grid = makeGrid({ label, ...on });
  grid.resize(SIDE, SIDE);
  const root = element("div", { class: "sheet" }, grid.element,
    [..."abcde"].flatMap((letter, side) => [placed(1, side + 2, "side-name", letter), placed(side + 2, 1, "side-name", side + 1)]));
  const points = new Map();
  let won = [];
  allLines ??= app.run("knaster_score", { sheet: sheetText({ numbers: Array(25).fill(7), circled: Array(25).fill(true) }) });
  allLines.then(({ lines }) => {
    for (const { name, points: worth } of lines) points.set(name, placed(...placeOf(name), "line-points", worth));
    root.append(...points.values());
    showLines(won);
  }).catch(() => { allLines = null; });

  /** Show which lines, {name}, have their points. */
  function showLines(lines) {
    won = lines;
    for (const [name, node] of points) node.classList.toggle("is-won", won.some((line) => line.name === name));
  }

  function show({ numbers, circled }, marks = {}) {
    grid.draw((index) => {
      const mark = marks[index] ?? {};
      const look = { number: numbers[index], isCircled: circled[index], ...mark };
      const isDiagonal = [index % SIDE, SIDE - 1 - (index % SIDE)].includes(Math.floor(index / SIDE));
      return { content: () => picture(look), key: JSON.stringify(look), classes: isDiagonal ? "is-diagonal" : "",
        text: cellText(look.number, look.isCircled, mark.text) };
    });
  }

  return { element: root, grid, show, showLines };
}

function placeOf(name) {
  if (CORNERS[name]) return CORNERS[name];
  return name.startsWith("row") ? [Number(name.at(-1)) + 1, LAST] : [LAST, name.charCodeAt(4) - 95];
}

function placed(row, col, kind, text) {
  const node = element("span", { class: kind, "aria-hidden": "true" }, String(text));
  node.style.gridArea = `${row} / ${col}`;
  return node;
}

function shade(loss) {
  return loss === undefined ? 0 : SHADES.find(([limit]) => loss < limit)[1];
}

/** Return what the shades of the cells mean. */
export function makeScale() {
  const digits = (limit) => number(limit, limit % 1 ? 1 : 0);
  const steps = [[text("scale.best"), 1], ...SHADES.map(([limit, dark], at) =>
    [limit === Infinity ? `≥ ${digits(SHADES[at - 1][0])}` : `< ${digits(limit)}`, dark])];
  return element("ul", { class: "loss-scale", "aria-label": text("scale.title") }, element("li", { "aria-hidden": "true" }, text("scale.title")),
    steps.map(([said, dark]) => element("li", {}, drawing("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" },
      drawing("rect", { class: "heat", width: 10, height: 10, rx: 3, "fill-opacity": dark })), said)));
}

/** Return what a cell shows, 100 units wide. */
function picture({ number, isCircled, ghost, note, loss, isBest, isAsked }) {
  const digits = number ?? ghost;
  const isBoth = note && digits; // then the number stands above the note
  const heat = isBest ? 1 : shade(loss);
  const ring = { cx: 50, cy: isBoth ? 40 : 50, r: isBoth ? 27 : 39 };
  return drawing("svg", { viewBox: "0 0 100 100", class: isBest ? "is-best" : null, "aria-hidden": "true" },
    heat ? drawing("rect", { class: "heat", x: 5, y: 5, width: 90, height: 90, rx: 14, "fill-opacity": heat }) : null,
    isCircled ? drawing("circle", { class: "ring", ...ring, pathLength: 1 }) : null,
    isAsked && !isCircled ? drawing("circle", { class: "ring is-asked", ...ring }) : null,
    digits ? drawing("text", { class: isBoth ? "is-small" : null, x: 50, y: isBoth ? 54 : 67 }, String(digits)) : null,
    note ? drawing("text", { class: "note", x: 50, y: isBoth ? 89 : 59 }, note) : null);
}
