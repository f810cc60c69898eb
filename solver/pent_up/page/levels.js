/** The pile from the side: each level with who lies there, and the pieces that are left. */

import { drawing, element } from "../dom.js";
import { shapeIcon } from "../outline.js";
import { CELLS } from "../pieces.js";
import { text } from "../texts.js";
import { COLOURS, isOver, leaderOf, lettersLeft, levelsOf, resultText } from "./game.js";

/** Return {element, show(moves, lowest)}; *hasLeft*: it tells the pieces that are left. */
export function levelsPanel({ hasLeft = true } = {}) {
  const body = element("div", { class: "up-levels" });
  const root = element("section", { class: "panel", "aria-label": text("up.levels") }, element("h2", {}, text("up.levels")), body);

  function show(moves, lowest) {
    const levels = levelsOf(moves);
    const leader = leaderOf(moves, lowest);
    const cols = moves.flatMap(({ cells }) => cells.map(([, col]) => col));
    const [first, last] = [Math.min(...cols), Math.max(...cols)];
    const rows = levels.reverse().map(({ level, white, black }) => element("li", {
      class: level === leader?.level ? "is-deciding" : null,
      "aria-label": text("up.level_counts", { level, white, black }),
    }, element("b", {}, String(level)), strip(moves.filter((move) => move.level === level), first, last),
    count("white", white), count("black", black)));
    body.replaceChildren(...(moves.length ? [element("ol", { role: "list" }, rows), element("p", { class: "hint" }, resultText({ moves, lowest }))]
      : [element("p", { class: "hint" }, text("up.no_levels"))]), ...(hasLeft && moves.length && !isOver({ moves }) ? COLOURS.map((colour) => leftOf(moves, colour)) : []));
  }

  return { element: root, show };
}

/** Draw what one sees of a level from the front: for each col the piece that lies nearest. */
function strip(moves, first, last) {
  const nearest = new Map();
  for (const { cells, colour } of moves) {
    for (const [row, col] of cells) if (!(nearest.get(col)?.row > row)) nearest.set(col, { row, colour });
  }
  const width = Math.max(8, last - first + 1);
  const shift = (width - (last - first + 1)) / 2 - first;
  return drawing("svg", { viewBox: `0 0 ${width} 1`, class: "up-strip", "aria-hidden": "true" },
    [...nearest].map(([col, { colour }]) => drawing("rect", { class: `is-${colour}`, x: col + shift + 0.02, y: 0.06, width: 0.96, height: 0.88, rx: 0.14 })));
}

function count(colour, number) {
  return element("span", { class: `up-count is-${colour}${number ? "" : " is-none"}` }, String(number));
}

function leftOf(moves, colour) {
  const letters = lettersLeft(moves, colour);
  return element("p", { class: "up-left", "aria-label": text("frame.named", { name: text(`up.left.${colour}`), what: letters.join(" ") || "–" }), role: "img" },
    letters.map((letter) => element("span", { class: `is-${colour}` }, shapeIcon(CELLS[letter]), element("small", {}, letter))));
}
