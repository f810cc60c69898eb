/** The screen Make: a flat card or a fair set is searched for, and cards are printed. */

import { button, element, say, styleSheet } from "/dom.js";
import { makeGrid } from "/grid.js";
import { cardId, cardOfAnswer, cardText, emptyCard, keptCard, unpainted } from "./card_model.js";
import { makeForm } from "./make_form.js";
import { printPanel } from "./make_print.js";
import { resultPanel } from "./make_result.js";
import { makeSearch } from "./make_search.js";
import { showPacking } from "./packing_view.js";

const MADE = "make.made"; // {kind, cards: [{card, mean, sd, min, max, fair, reasons}], set: null or what judges it}

export async function mount(root, app) {
  await Promise.all(["rush.css", "figures.css"].map((name) => styleSheet(new URL(name, import.meta.url))));
  let made = app.store.get(MADE);
  let at = 0; // which card of a set is shown
  let replaced = null; // the card that "Use this card" took the place of

  const grid = makeGrid({ label: "Card" });
  const caption = element("p", { class: "status" });
  const choice = element("div", { class: "choices set-cards", role: "group", "aria-label": "Cards of the set" });
  const form = makeForm(app.store, show);
  const search = makeSearch(app, { asked: form.asked, found });
  const result = element("section", { class: "panel", "aria-label": "What was made", hidden: true });
  const print = printPanel(app, cardsToPrint);
  root.append(
    element("div", { class: "stage" }, element("div", { class: "paper" }, grid.element), element("div", { class: "bar" }, caption, choice)),
    element("div", { class: "thumb" }, search.element),
    element("div", { class: "side" }, result, form.element, print.element),
  );
  app.store.watch("card", show);
  show();
  return { shown: show, hidden: () => { search.stop(); print.stop(); } };

  /** Take what a search found: {kind, cards, set}. */
  function found(next) {
    [made, at, replaced] = [next, 0, null];
    app.store.set(MADE, made);
    show();
    scrollTo(0, 0);
    const [{ sd, mean, min, max }] = made.cards;
    const what = made.cards.length === 1 ? "The card is made" : `${made.cards.length} cards are made`;
    say(`${what}: deviation ${sd.toFixed(2)}, mean ${mean.toFixed(2)}, best scores ${min} to ${max}`);
  }

  function drop() {
    [made, at, replaced] = [null, 0, null];
    app.store.set(MADE, null);
    show();
  }

  function use() {
    replaced = keptCard(app.store);
    app.store.set("card", shown());
    say("It is your card now");
  }

  function putBack() {
    const before = replaced;
    replaced = null;
    app.store.set("card", before);
    say("Your card is back");
  }

  /** Return the card on the stage: what was made, or the card of all screens, or an empty one. */
  function shown() {
    if (made) return cardOfAnswer(made.cards[at]);
    const kept = keptCard(app.store);
    const { rows, cols } = form.size();
    return kept.cells.every((cell) => cell === null) ? emptyCard(rows, cols) : kept;
  }

  /** Return what is printed: {ids: [...], text, kind}, the text of one card; null if there is none. */
  function cardsToPrint() {
    const card = shown();
    if (unpainted(card)) return null;
    return { ids: made ? made.cards.map(({ card: id }) => id) : [cardId(card)], text: cardText(card), kind: made?.kind ?? "grey", card };
  }

  function show() {
    if (root.hidden) return;
    const card = shown();
    showPacking(grid, card);
    const isSet = made?.cards.length > 1;
    caption.textContent = isSet ? "" : made ? "The new card" : unpainted(card) ? `${card.rows} × ${card.cols} cells` : "Your card";
    caption.hidden = isSet;
    choice.hidden = !isSet;
    if (isSet) {
      choice.replaceChildren(...made.cards.map((_, number) =>
        button(String(number + 1), () => look(number), { "aria-pressed": String(number === at), "aria-label": `Card ${number + 1}` })));
    }
    result.hidden = !made;
    if (made) {
      const isUsed = !unpainted(keptCard(app.store)) && cardId(keptCard(app.store)) === made.cards[at].card;
      result.replaceChildren(...resultPanel(made, at, { isUsed, use, drop, putBack: replaced && isUsed ? putBack : null, judge: () => app.go("fair") }));
    }
    search.show();
    print.show();
  }

  function look(number) {
    at = number;
    show();
    choice.children[at].focus();
  }
}
