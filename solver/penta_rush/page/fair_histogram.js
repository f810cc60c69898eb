/** How often each best score comes, as bars. */

import { drawing } from "/dom.js";
import { percent } from "./figures.js";

const [WIDTH, HEIGHT, FOOT, HEAD] = [340, 150, 18, 14]; // units, of the drawing and of its two lines of text
const WIDEST = 44; // of a bar
const ROOM = 15; // of a figure

/** Return [score, share of all throws, number of rolls] for each score from the least to the greatest. */
export function scoreCounts({ min, max, distribution, rolls }) {
  const counts = new Map();
  for (const { optimum } of rolls) counts.set(optimum, (counts.get(optimum) ?? 0) + 1);
  return Array.from({ length: max - min + 1 }, (_, number) =>
    [min + number, distribution[min + number] ?? 0, counts.get(min + number) ?? 0]);
}

/** Return the bars of a *verdict*: shares of all throws in percent, scores below. */
export function histogram(verdict) {
  const counts = scoreCounts(verdict);
  const most = Math.max(...counts.map(([, share]) => share));
  const wide = Math.min(WIDEST, WIDTH / counts.length);
  const left = (WIDTH - wide * counts.length) / 2;
  const base = HEIGHT - FOOT;
  const each = Math.ceil(ROOM / wide); // every how many bars have figures
  const bars = counts.map(([score, share], number) => {
    const [x, high] = [left + number * wide, (share / most) * (base - HEAD)];
    const middle = { x: x + wide / 2, "text-anchor": "middle" };
    const hasFigure = number % each === 0;
    return drawing("g", {},
      drawing("rect", { x: x + wide * 0.08, y: base - high, width: wide * 0.84, height: high, rx: Math.min(2, high / 2) }),
      share >= 0.005 && each === 1 ? drawing("text", { ...middle, y: base - high - 3, class: "share" }, (100 * share).toFixed(0)) : null,
      hasFigure ? drawing("text", { ...middle, y: HEIGHT - 4 }, String(score)) : null);
  });
  const [mode, share] = counts.find(([, of]) => of === most);
  return drawing("svg", { class: "histogram", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img",
    "aria-label": `Best scores from ${verdict.min} to ${verdict.max}; the most frequent is ${mode}, in ${percent(share)} of throws` },
    bars);
}
