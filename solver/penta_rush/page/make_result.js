/** What was made: its figures, the verdict on it, and the way to the other screens. */

import { button, element } from "/dom.js";
import { mainFigures, percent } from "./figures.js";

/** Return the nodes of the panel for card number *at* of what was *made*. */
export function resultPanel(made, at, { isUsed, use, drop, putBack, judge }) {
  const card = made.cards[at];
  const isSet = made.cards.length > 1;
  return [
    element("h2", {}, isSet ? `Card ${at + 1} of ${made.cards.length}` : "The new card"),
    mainFigures(card),
    element("p", {}, verdictText("The card", card)),
    made.set ? element("p", {}, `${verdictText("The set", made.set)} ${winsText(made.set.wins)}`) : null,
    isUsed
      ? element("div", { class: "choices kinds" }, button("Judge it", judge, { icon: "check" }), putBack ? button("Undo", putBack, { icon: "undo" }) : null)
      : button("Use this card", use, { icon: "check" }),
    isUsed ? element("p", { class: "hint", role: "status" }, "It is the card of all screens now.") : null,
    button(isSet ? "Discard the set" : "Discard it", drop, { class: "quiet" }),
  ].filter(Boolean);
}

function verdictText(what, { fair, reasons }) {
  if (fair === null) return `${what} is undecided.`;
  return fair ? `${what} is fair.` : `${what} is not fair: ${reasons.join("; ")}.`;
}

function winsText(wins) {
  return wins ? `Over five rounds, the cards win ${wins.map(percent).join(", ")}.` : "";
}
