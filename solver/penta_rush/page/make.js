/** The screen Make: a flat card or a fair set is searched for, and cards are printed. */

import { button, element, say, styleSheet } from "/dom.js";
import { makeGrid } from "/grid.js";
import { cardId, cardOfAnswer, emptyCard, isCard, keptCard, unpainted } from "./card_model.js";
import { mainFigures, peopleFigures, peopleHint, percent } from "./figures.js";
import { makeForm } from "./make_form.js";
import { printPanel } from "./make_print.js";
import { makeSearch } from "./make_search.js";
import { showPacking } from "./packing_view.js";

const MADE = "make.made"; // {kind, cards: [{card, mean, sd, min, max, fair, reasons, people}], set: null or its verdict}

export async function mount(root, app) {
  await Promise.all(["rush.css", "figures.css"].map((name) => styleSheet(new URL(name, import.meta.url))));
  let made = app.store.get(MADE, null, ({ cards }) => cards.length > 0 && cards.every(isKept));
  let at = 0; // which card of a set is shown
  let replaced = null; // the card that "Use this card" took the place of

  const grid = makeGrid({ label: "Card" });
  const choice = element("div", { class: "choices set-cards", role: "group", "aria-label": "Cards of the set" });
  const form = makeForm(app.store, show);
  const search = makeSearch(app, form.asked, (found) => { put(found); scrollTo(0, 0); });
  const result = element("section", { class: "panel", "aria-label": "What was made" });
  const print = printPanel(app);
  root.append(
    element("div", { class: "stage" }, element("div", { class: "paper" }, grid.element), choice),
    element("div", { class: "thumb" }, search.element),
    element("div", { class: "side" }, result, form.element, print.element),
  );
  app.store.watch("card", show);
  return { shown: show, hidden: () => { search.stop(); print.stop(); } };

  function put(found) {
    [made, at, replaced] = [found, 0, null];
    app.store.set(MADE, found);
    show();
  }

  function use() {
    replaced = keptCard(app.store);
    app.store.set("card", shown());
    say("It is your card now");
  }

  function putBack() {
    app.store.set("card", replaced);
    say("Your card is back");
  }

  /** Return the card on the stage: what was made, or the card of all screens, or an empty one. */
  function shown() {
    if (made) return cardOfAnswer(made.cards[at]);
    const kept = keptCard(app.store);
    const { rows, cols } = form.size();
    return unpainted(kept) === kept.cells.length ? emptyCard(rows, cols) : kept;
  }

  function show() {
    if (root.hidden) return;
    const card = shown();
    showPacking(grid, card);
    const count = made?.cards.length ?? 1;
    choice.hidden = count === 1;
    const focused = [...choice.children].indexOf(document.activeElement);
    choice.replaceChildren(...Array.from({ length: count }, (_, number) =>
      button(`Card ${number + 1}`, () => { at = number; show(); }, { "aria-pressed": String(number === at) })));
    choice.children[focused]?.focus();
    result.hidden = !made;
    if (made) showResult(count > 1);
    search.show();
    print.show(card, count > 1 ? made.cards.map(({ card: id }) => id) : [], made?.kind ?? "grey");
  }

  function showResult(isSet) {
    const { people } = made.cards[at]; // their figures, if it was made for them
    const kept = keptCard(app.store);
    const isUsed = !unpainted(kept) && cardId(kept) === made.cards[at].card;
    const used = [button("See the verdict", () => app.go("fair"), { icon: "check" }), replaced ? button("Undo", putBack, { icon: "undo" }) : null];
    result.replaceChildren(...[
      element("h2", {}, isSet ? `Card ${at + 1} of ${made.cards.length}` : "The new card"),
      people ? element("h3", {}, "Perfect play") : null,
      mainFigures(made.cards[at]),
      element("p", {}, verdictText("The card", made.cards[at])),
      ...(people ? [element("h3", {}, "People"), peopleFigures(people), peopleHint(people)] : []),
      isSet && made.set ? element("p", {}, `${verdictText("The set", made.set)} ${winsText(made.set.wins)}`) : null,
      isUsed ? element("p", { class: "hint", role: "status" }, "It is the card of all screens now.") : null,
      isUsed ? element("div", { class: "choices kinds" }, used) : button("Use this card", use, { icon: "check" }),
      button(isSet ? "Discard the set" : "Discard it", () => put(null), { class: "quiet" })].filter(Boolean));
  }
}

function isKept({ people, ...one }) {
  const figures = [one.mean, one.sd, ...(people ? [people.mean, people.sd, people.shapes] : [])];
  return isCard(cardOfAnswer(one)) && figures.every(Number.isFinite);
}

function verdictText(what, { fair, reasons }) {
  if (fair === null) return `${what} is undecided${reasons?.length ? `: ${reasons.join("; ")}` : ""}.`;
  return fair ? `${what} is fair.` : `${what} is not fair: ${reasons.join("; ")}.`;
}

function winsText(wins) {
  return wins ? `Over five rounds, the cards win ${wins.map(percent).join(", ")} when all play.` : "";
}
