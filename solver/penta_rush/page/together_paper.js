/** Who draws on a card of paper: he says so before a round, and types what he drew when he has done. */

import { element } from "../dom.js";
import { text } from "../texts.js";
import { CELLS } from "./outlines.js";

const CELL = /([a-t])\s*(\d{1,2})/gi;

/**
 * Return {choice, typing, show, begin, forget, stop, hasStopped, wrong}: *choose(isOnPaper)* is called when the player
 * says whether he draws on paper, *typed(outlines)* when he types cells of the card of `card()`.
 */
export function makePaper({ card, choose, typed }) {
  const choice = element("input", { type: "checkbox", onchange: () => choose(choice.checked) });
  const field = element("textarea", { rows: 5, "aria-label": text("together.typed"), placeholder: "b1 a2 b2 c2 b3",
    oninput: () => { field.removeAttribute("aria-invalid"); typed(outlinesOfText(field.value, card()).outlines); } });
  let hasStopped = false; // he draws no more
  /** What was typed is drawn over. */
  const forget = () => { field.value = ""; field.removeAttribute("aria-invalid"); };

  return {
    choice: element("section", { class: "panel" }, element("label", { class: "switch" }, choice, element("span", {}, text("together.on_paper")))),
    typing: element("section", { class: "panel", "aria-label": text("together.typed") }, element("h2", {}, text("together.typed")), field),
    show(isOnPaper) { choice.checked = isOnPaper; },
    /** Another round. */
    begin() { forget(); hasStopped = false; },
    forget,
    stop() { hasStopped = true; },
    hasStopped: () => hasStopped,
    /** Return the first line that cannot be taken whole, and lead there, or "". */
    wrong() {
      const { wrong } = outlinesOfText(field.value, card());
      if (wrong) {
        field.setAttribute("aria-invalid", "true");
        field.focus();
      }
      return wrong;
    },
  };
}

/**
 * Return {outlines, wrong} of a text: the cells of an outline a line, "b1 a2 b2 c2 b3", as far as they lie on the card
 * and no other one has them, and the first line of which something is not in its outline, or "".
 */
function outlinesOfText(text, { rows, cols }) {
  const taken = new Set();
  const lines = text.split(/[\n;]/).filter((line) => line.trim()).map((line) => {
    const named = [...line.matchAll(CELL)].map(([, letter, digits]) => [digits - 1, letter.toLowerCase().charCodeAt(0) - 97]);
    const cells = named.filter(([row, col]) => row >= 0 && row < rows && col < cols).map(([row, col]) => row * cols + col)
      .filter((cell) => !taken.has(cell) && taken.add(cell)).slice(0, CELLS);
    return { line: line.trim(), cells, isWhole: cells.length === named.length && !/[^\s,]/.test(line.replace(CELL, "")) };
  });
  return { outlines: lines.map(({ cells }) => cells).filter(({ length }) => length), wrong: lines.find(({ isWhole }) => !isWhole)?.line ?? "" };
}
