/** The card and the rolls that are given before a game, so that friends play the same: by a link, or by the day. */

import { button, element } from "../dom.js";
import { makeDialog } from "../dialog.js";
import { chosen } from "../dice.js";
import { makeGrid } from "../grid.js";
import { recordsButton } from "../records_view.js";
import { dayText, text } from "../texts.js";
import { cardId, cardOfAnswer, isCard, keptCard, shownSymbols, unpainted } from "./card_model.js";
import { decoded } from "./code.js";
import { dailyGame, today } from "./daily.js";
import { showPacking } from "./packing_view.js";
import { keptSession } from "./session.js";
import { openLink } from "./share.js";
import { DICE, isLegal } from "./throwing.js";

const ROUNDS = { play: 5, puzzle: 12 };

/** Return {card, rolls, day} that is given to the *game* "play" or "puzzle", or null; `day` is "" for a link. */
export function keptGiven(store, game) {
  return store.get(`${game}.given`, null, isGiven);
}

function isGiven({ card, rolls, day }) {
  const letters = shownSymbols(card).map(({ letter }) => letter);
  return isCard(card) && !unpainted(card) && typeof day === "string"
    && rolls.every((roll) => roll.length === DICE && isLegal(roll) && roll.every((letter) => letters.includes(letter)));
}

/**
 * Return {panel, note}: what leads to given rolls, and the words on those that are given. `card()` is
 * the one that is chosen, or null, `samples()` are the sample cards, `fail(text)` shows what went wrong.
 */
export function makeGiven(app, { game, card, samples, fail }) {
  const field = element("input", { type: "text", "aria-label": text("given.link"), placeholder: text("given.link"),
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", onkeydown: ({ key }) => key === "Enter" && open() });
  const daily = button(text("given.daily"), takeDaily);
  const link = button(text("given.make"), makeLink);
  const words = element("p");
  const note = element("div", { class: "stack", hidden: true }, words,
    button(text("given.drop"), () => app.store.set(`${game}.given`, null), { class: "quiet" }));
  const panel = element("section", { class: "panel", "aria-label": text("given.title") }, element("h2", {}, text("given.title")),
    element("p", { class: "hint" }, text("given.hint")),
    element("div", { class: "choices" }, game === "play" ? daily : null, link),
    element("div", { class: "with-button" }, field, button(text("given.open"), open)),
    recordsButton(app, "play", "puzzle", "solitaire"));

  function open() {
    try {
      openCode(app, field.value.match(/(?:^|#)c=(.*)$/)?.[1] ?? field.value.trim());
      field.value = "";
      fail("");
    } catch (problem) {
      fail(problem.message);
    }
  }

  function takeDaily() {
    const day = today(), { name, rolls } = dailyGame(day);
    const sample = samples().find((one) => one.name === name);
    if (sample) app.store.set(`${game}.given`, { card: cardOfAnswer(sample), rolls, day });
  }

  function makeLink() {
    const now = card(), letters = shownSymbols(now).map(({ letter }) => letter), rolls = [];
    while (rolls.length < ROUNDS[game]) {
      const roll = Array.from({ length: DICE }, () => chosen(letters));
      if (isLegal(roll)) rolls.push(roll);
    }
    app.store.set(`${game}.given`, { card: now, rolls, day: "" });
    openLink({ card: now, game, rolls });
  }

  function show() {
    const given = keptGiven(app.store, game), now = card();
    note.hidden = !given;
    if (given?.day) words.textContent = text("given.of_day", { day: dayText(given.day) });
    else if (given) words.textContent = text(given.rolls.length ? "given.of_link" : "given.of_card");
    daily.disabled = !samples().length;
    link.disabled = !now;
  }

  return { panel, note, show };
}

/** Ask whether the card and the rolls of *code* are to be taken; throw an Error if it is damaged. */
export function openCode(app, code) {
  const found = decoded(code);
  if (!found) throw new Error(text(found === null ? "given.damaged" : "given.newer"));
  const { game, rolls } = found, card = cardOfAnswer(found), kept = keptCard(app.store);
  const key = `${game}.game`;
  const grid = makeGrid({ label: text("rush.card") });
  showPacking(grid, card);
  const isOther = unpainted(kept) < kept.cells.length && (unpainted(kept) || cardId(kept) !== found.card);
  const lines = [text(rolls.length ? "given.has" : "given.has_card", { size: `${card.rows} × ${card.cols}`, count: rolls.length }),
    isOther ? text("given.replaces") : "", keptSession(app.store, key) ? text("given.ends") : ""];
  app.go(game);
  makeDialog(text("given.ask"), {
    body: [element("div", { class: "paper given-card" }, grid.element), element("p", {}, lines.filter(Boolean).join(" "))],
    action: text("given.take"),
    act: async () => {
      app.store.set("card", card);
      app.store.set(key, null);
      app.store.set(`${game}.given`, { card, rolls, day: "" });
    },
  }).open();
}
