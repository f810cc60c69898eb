/** What is known of a puzzle: the best there is, why there is nothing better, in steps, and buttons. */

import { button, element } from "../dom.js";
import { number, text } from "../texts.js";

/**
 * Return {element, tell}. `lay()` shows the best on the board, `renew()` begins anew, *own* and *records* tell of the
 * player's results; `tell(claim, argument)`.
 */
export function proofPanel(lay, renew, own, records) {
  const body = element("div", { class: "up-proof" });
  const root = element("section", { class: "panel", "aria-label": text("up.best") }, element("h2", {}, text("up.best")), body, own,
    element("div", { class: "choices in-line" }, button(text("up.show"), lay), button(text("up.new"), renew)), records);

  function tell(claim, argument = []) {
    body.replaceChildren(element("p", {}, claim), element("ol", {}, argument.map((step) => element("li", {}, stepText(step)))));
  }

  return { element: root, tell };
}

/** Return a step of a proof that penta gives in English, by its name and its figures. */
function stepText({ step, ...figures }) {
  return text(`up.proof.${step}`, Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, number(value)])));
}
