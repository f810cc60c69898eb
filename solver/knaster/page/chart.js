/** A chart of the score that was expected through a game. */

import { drawing } from "/dom.js";

const WIDTH = 320;
const HEIGHT = 120;
const MARGIN = 26; // of the figures at the left

/** Return the chart of a *review* of one player, {start, turns, worst}; its worst turns are dots. */
export function makeChart({ start, turns, worst }) {
  const means = [start, ...turns.map(({ mean }) => mean)];
  const low = 10 * Math.floor(Math.min(...means) / 10);
  const high = 10 * Math.ceil(Math.max(...means) / 10 + 0.01);
  const x = (turn) => MARGIN + (turn * (WIDTH - MARGIN - 6)) / turns.length;
  const y = (mean) => 8 + ((high - mean) * (HEIGHT - 16)) / (high - low);
  const ticks = [low, (low + high) / 2, high];
  return drawing("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "Expected final score, turn by turn" },
    ticks.map((tick) => [drawing("path", { class: "tick", d: `M${MARGIN} ${y(tick)}H${WIDTH}` }),
      drawing("text", { x: MARGIN - 6, y: y(tick) + 4 }, String(tick))]).flat(),
    drawing("polyline", { points: means.map((mean, turn) => `${x(turn)},${y(mean)}`).join(" ") }),
    worst.map((turn) => drawing("circle", { cx: x(turn), cy: y(means[turn]), r: 5 })));
}
