/** The panel of the score so far: lines and circles, as penta counts them. */

import { element } from "/dom.js";
import { sheetText } from "./game.js";

/** Return {element, count(sheet), text}; *found(lines)* is called with the lines that have their points. */
export function scorePanel(app, found) {
  const list = element("ul", { class: "sums" });
  const root = element("section", { class: "panel", "aria-label": "Score so far" }, element("h2", {}, "Score so far"), list);
  let score = null;
  let job = null;

  async function count(sheet) {
    job?.abort();
    job = new AbortController();
    try {
      const answer = await app.run("knaster_score", { sheet: sheetText(sheet) }, { signal: job.signal });
      score = answer.score;
      list.replaceChildren(...answer.lines.map(({ name, points }) => sum(name, points)), sum("circled numbers", answer.circled),
        sum("points", score));
      found(answer.lines);
    } catch (problem) {
      if (problem.name !== "AbortError") list.replaceChildren(element("li", {}, problem.message));
    }
  }

  return { element: root, count, get text() { return score === null ? "" : `${score} ${score === 1 ? "point" : "points"}`; } };
}

/** Return a line of a sum. */
export function sum(text, worth) {
  return element("li", {}, element("span", {}, text), element("b", {}, String(worth)));
}
