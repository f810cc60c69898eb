/** A card's best scores as bars: roll by roll, a slider that chooses one; and how often each comes. */

import { drawing, element } from "../dom.js";
import { number as figureText, text } from "../texts.js";
import { percent } from "./figures.js";

const STEP = 5; // points between two lines
const MANY = 60; // rolls, whose bars are thin
const FEW = 200; // rolls that have gaps between their bars
const PAGE = 10;
const [WIDTH, HEIGHT, FOOT, HEAD] = [340, 150, 18, 14]; // of the shares and of their two lines of text
const [WIDEST, ROOM] = [44, 15]; // of a bar, of a figure

/**
 * Return {element, show(rolls, mean), select(index, said)} of rolls, the poorest first. `choose(index)`
 * is called for a tap, a drag, a key.
 */
export function makeProfile(choose) {
  let heights = [], count = 0, top = 1, at = -1, drawn = null;
  const [lines, bars, mark, line] = ["rules", "bars", "mark", "mean"].map((kind) => drawing("path", { class: kind }));
  const chart = drawing("svg", { preserveAspectRatio: "none", "aria-hidden": "true" }, lines, bars, mark, line);
  const scale = element("div", { class: "scale", "aria-hidden": "true" });
  const area = element("div", {
    class: "profile", role: "slider", tabindex: "0", "aria-label": text("fair.profile"),
    "aria-valuemin": "1", onkeydown: onKey, onpointerdown: onDown, onpointermove: onMove,
  }, chart, scale);

  function show(rolls, mean) {
    if (drawn === rolls) return;
    drawn = rolls;
    heights = rolls.map(({ optimum }) => optimum);
    count = heights.length;
    top = Math.max(1, 1.04 * heights.at(-1), 1.25 * (mean ?? 0)); // with room above the mean for its name
    chart.setAttribute("viewBox", `0 0 ${count} ${top}`);
    bars.setAttribute("d", heights.map((_, index) => bar(index)).join(""));
    const marks = Array.from({ length: Math.floor(top / STEP) }, (_, number) => (number + 1) * STEP);
    lines.setAttribute("d", [0, ...marks].map(across).join(""));
    line.setAttribute("d", mean === undefined ? "" : across(mean));
    const ofMean = mean === undefined ? [] : [label(text("fair.mean", { mean: figureText(mean, 2) }), mean, "of-mean")];
    scale.replaceChildren(...marks.map((score) => label(score, score)), ...ofMean);
    area.setAttribute("aria-valuemax", count);
  }

  function select(index, said = text("fair.unchosen")) {
    at = index;
    mark.setAttribute("d", at < 0 ? "" : bar(at, true));
    area.setAttribute("aria-valuenow", Math.max(1, at + 1));
    area.setAttribute("aria-valuetext", said);
  }

  function across(score) {
    return `M0 ${top - score}H${count}`;
  }

  function bar(index, isMarked = false) {
    const gap = count > FEW ? 0 : 0.14;
    const over = isMarked && count > MANY ? 0.3 : 0; // what is chosen stands out of many
    const [left, right] = [Math.max(0, index + gap - over), Math.min(count, index + 1 - gap + over)];
    const height = Math.max(heights[index], top / 40); // a roll without a packing is seen too
    return `M${left} ${top}V${top - height}H${right}V${top}Z`;
  }

  function label(words, score, kind = null) {
    const made = element("span", { class: kind }, String(words));
    made.style.setProperty("bottom", `${(100 * score) / top}%`);
    return made;
  }

  function onDown(event) {
    area.setPointerCapture(event.pointerId);
    onMove(event);
  }

  function onMove({ pointerId, clientX }) {
    if (!area.hasPointerCapture(pointerId)) return;
    const { left, width } = chart.getBoundingClientRect();
    chooseNear(Math.floor(((clientX - left) / width) * count));
  }

  function onKey(event) {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -PAGE, PageUp: PAGE,
      Home: -count, End: count }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    chooseNear(at + by);
  }

  function chooseNear(index) {
    choose(Math.max(0, Math.min(count - 1, index)));
  }

  return { element: area, show, select };
}

/** Return [score, share of all throws, number of rolls] for each score from the least to the greatest. */
export function scoreCounts({ min, max, distribution, rolls }) {
  return Array.from({ length: max - min + 1 }, (_, number) => min + number).map((score) =>
    [score, distribution[score] ?? 0, rolls.filter(({ optimum }) => optimum === score).length]);
}

/** Return bars of the shares of all throws, in percent, by their best scores. */
export function histogram(verdict) {
  const counts = scoreCounts(verdict);
  const [mode, most] = counts.reduce((one, other) => (other[1] > one[1] ? other : one));
  const wide = Math.min(WIDEST, WIDTH / counts.length);
  const each = Math.ceil(ROOM / wide); // every how many bars have a figure
  const bars = counts.map(([score, share], number) => {
    const x = (WIDTH - wide * counts.length) / 2 + number * wide;
    const height = (share / most) * (HEIGHT - FOOT - HEAD);
    const y = HEIGHT - FOOT - height;
    const figure = (words, at, kind) => drawing("text", { x: x + wide / 2, y: at, class: kind, "text-anchor": "middle" }, String(words));
    return drawing("g", {},
      drawing("rect", { x: x + wide * 0.08, y, width: wide * 0.84, height, rx: Math.min(2, height / 2) }),
      share >= 0.005 && each === 1 ? figure(figureText(100 * share), y - 3, "share") : null,
      number % each ? null : figure(score, HEIGHT - 4));
  });
  return drawing("svg", { class: "histogram", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img",
    "aria-label": text("fair.histogram", { min: verdict.min, max: verdict.max, mode, share: percent(most) }) }, bars);
}
