/** The rolls as bars, the poorest first, as high as their best scores: a slider that chooses one. */

import { drawing, element } from "/dom.js";

const STEP = 5; // points between two lines
const MANY = 60; // rolls, whose bars are thin
const FEW = 200; // rolls that have gaps between their bars
const PAGE = 10;

/** Return {element, show(rolls, mean), select(index, text)}; `choose(index)` is called for a tap, a drag, a key. */
export function makeProfile(choose) {
  let count = 0, top = 1, at = -1, drawn = null;
  const lines = drawing("path", { class: "rules" });
  const bars = drawing("path", { class: "bars" });
  const mark = drawing("path", { class: "mark" });
  const mean = drawing("path", { class: "mean" });
  const chart = drawing("svg", { preserveAspectRatio: "none", "aria-hidden": "true" }, lines, bars, mark, mean);
  const scale = element("div", { class: "scale", "aria-hidden": "true" });
  const area = element("div", {
    class: "profile", role: "slider", tabindex: "0", "aria-label": "Rolls by their best scores, the poorest first",
    "aria-valuemin": "1", onkeydown: onKey, onpointerdown: onDown, onpointermove: onMove,
  }, chart, scale);
  let heights = [];

  function show(rolls, meanScore) {
    if (drawn === rolls) return;
    drawn = rolls;
    heights = rolls.map(({ optimum }) => optimum);
    count = heights.length;
    top = Math.max(1, 1.04 * heights.at(-1), 1.25 * (meanScore ?? 0)); // with room above the mean for its name
    chart.setAttribute("viewBox", `0 0 ${count} ${top}`);
    bars.setAttribute("d", heights.map((_, index) => bar(index)).join(""));
    const marks = Array.from({ length: Math.floor(top / STEP) + 1 }, (_, number) => number * STEP);
    lines.setAttribute("d", marks.map((score) => `M0 ${top - score}H${count}`).join(""));
    mean.setAttribute("d", meanScore === undefined ? "" : `M0 ${top - meanScore}H${count}`);
    const ofMean = meanScore === undefined ? [] : [label(`mean ${meanScore.toFixed(2)}`, meanScore, "of-mean")];
    scale.replaceChildren(...marks.slice(1).map((score) => label(String(score), score)), ...ofMean);
    area.setAttribute("aria-valuemax", count);
  }

  function select(index, text) {
    at = index;
    mark.setAttribute("d", at < 0 ? "" : bar(at, true));
    area.setAttribute("aria-valuenow", at + 1 || 1);
    area.setAttribute("aria-valuetext", text ?? "no roll is chosen");
  }

  function bar(index, isMarked = false) {
    const gap = count > FEW ? 0 : 0.14;
    const over = isMarked && count > MANY ? 0.3 : 0; // what is chosen stands out of many
    const [left, right] = [Math.max(0, index + gap - over), Math.min(count, index + 1 - gap + over)];
    const height = Math.max(heights[index], top / 40); // a roll without a packing is seen too
    return `M${left} ${top}V${top - height}H${right}V${top}Z`;
  }

  function label(text, score, kind = null) {
    const made = element("span", { class: kind }, text);
    made.style.setProperty("bottom", `${(100 * score) / top}%`);
    return made;
  }

  function onDown(event) {
    area.setPointerCapture(event.pointerId);
    point(event);
  }

  function onMove(event) {
    if (area.hasPointerCapture(event.pointerId)) point(event);
  }

  function point({ clientX }) {
    const { left, width } = chart.getBoundingClientRect();
    choose(Math.max(0, Math.min(count - 1, Math.floor(((clientX - left) / width) * count))));
  }

  function onKey(event) {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -PAGE, PageUp: PAGE,
      Home: -count, End: count }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(Math.max(0, Math.min(count - 1, at + by)));
  }

  return { element: area, show, select };
}
