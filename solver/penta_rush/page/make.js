/** The screen Make: a flat card or a fair set is searched for, and cards are printed. */

import { button, element, say, styleSheet } from "../dom.js";
import { makeGrid } from "../grid.js";
import { text } from "../texts.js";
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

  const grid = makeGrid({ label: text("rush.card") });
  const choice = element("div", { class: "choices set-cards", role: "group", "aria-label": text("make.choice") });
  const form = makeForm(app, show);
  const search = makeSearch(app, form.asked, (found) => { put(found); scrollTo(0, 0); });
  const result = element("section", { class: "panel", "aria-label": text("make.result") });
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
    say(text("make.used"));
  }

  function putBack() {
    app.store.set("card", replaced);
    say(text("make.put_back"));
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
      button(text("make.number", { number: number + 1 }), () => { at = number; show(); }, { "aria-pressed": String(number === at) })));
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
    const used = [button(text("make.verdict"), () => app.go("fair"), { icon: "check" }), replaced ? button(text("rush.undo"), putBack, { icon: "undo" }) : null];
    result.replaceChildren(...[
      element("h2", {}, isSet ? text("make.number_of", { number: at + 1, all: made.cards.length }) : text("make.new")),
      people ? element("h3", {}, text("rush.perfect")) : null,
      mainFigures(made.cards[at]),
      element("p", {}, verdictText("card", made.cards[at])),
      ...(people ? [element("h3", {}, text("rush.people")), peopleFigures(people), peopleHint(people)] : []),
      isSet && made.set ? element("p", {}, `${verdictText("set", made.set)} ${winsText(made.set.wins)}`) : null,
      isUsed ? element("p", { class: "hint", role: "status" }, text("make.in_use")) : null,
      isUsed ? element("div", { class: "choices kinds" }, used) : button(text("rush.use"), use, { icon: "check" }),
      button(text(isSet ? "make.discard_set" : "make.discard"), () => put(null), { class: "quiet" })].filter(Boolean));
  }
}

function isKept({ people, ...one }) {
  const figures = [one.mean, one.sd, ...(people ? [people.mean, people.sd, people.shapes] : [])];
  return isCard(cardOfAnswer(one)) && figures.every(Number.isFinite);
}

function verdictText(what, { fair, reasons }) {
  const word = fair === null ? (reasons?.length ? "open_as" : "open") : fair ? "fair" : "unfair";
  return text(`make.is.${what}_${word}`, { reasons: reasons?.join("; ") });
}

function winsText(wins) {
  return wins ? text("make.wins", { shares: wins.map(percent).join(", ") }) : "";
}
