/** Before a game: who plays, on which card, with or without the sand timer. */

import { button, element } from "../dom.js";
import { text } from "../texts.js";
import { cardOfAnswer, keptCard, shownSymbols, unpainted } from "./card_model.js";
import { keptGiven, makeGiven } from "./given.js";
import { sampleName } from "./words.js";

const MOST = 4; // players, as many as the box has cards
const FEWEST_SYMBOLS = 3;
const LONGEST = 20; // characters of a name
const TIMES = [[0, text("play.off")], [30, "30 s"], [60, "1 min"], [120, "2 min"]];

/**
 * Return {element, card, isReady, start}. What was chosen is kept under *key*; `changed()` is called when
 * it is another, `fail(text)` when there are no samples. `isTimed(players)` says whether this number of players have the sand timer, `notes(players,
 * seconds)` what that means. `isReady()`: there is a card to play on. `start()` returns {card, cards, names,
 * seconds, rolls, day}, or throws an Error that says what is wrong; `cards` has one for each player, or is null.
 * The card and the rolls may be given to the *game*, "play" or "puzzle".
 */
export function makeSetup(app, { game, key, changed, fail, isTimed, notes }) {
  let chosen = app.store.get(key, { names: [""], seconds: 60, sample: "" },
    ({ names }) => names.length > 0 && names.length <= MOST && names.every((name) => typeof name === "string"));
  let samples = [];
  const players = element("div", { class: "players" });
  const more = button(text("play.add"), () => keep({ names: [...chosen.names, ""] }, true), { icon: "plus", class: "quiet" });
  const times = element("div", { class: "choices times", role: "group", "aria-label": text("play.timer") },
    TIMES.map(([seconds, label]) => button(label, () => keep({ seconds }), { "data-seconds": seconds })));
  const note = element("p", { class: "hint" });
  const timer = element("section", { class: "panel", "aria-label": text("play.timer") }, element("h2", {}, text("play.timer")), times, note);
  const cards = element("select", { "aria-label": text("rush.card"), onchange: () => keep({ sample: cards.value }) });
  const each = button(text("play.each"), () => keep({ hasOwnCards: !chosen.hasOwnCards }), { class: "quiet" });
  const paint = button(text("play.own"), () => app.go("card"), { class: "quiet" });
  const given = makeGiven(app, { game, fail, samples: () => samples, card: () => (canPlay(card()) ? card() : null) });
  const root = [
    element("section", { class: "panel", "aria-label": text("play.players") }, element("h2", {}, text("play.players")), players, more),
    timer,
    element("section", { class: "panel", "aria-label": text("rush.card") }, element("h2", {}, text("rush.card")), given.note, cards, each, paint),
    given.panel,
  ];
  app.store.watch("card", show);
  app.store.watch(`${game}.given`, show);
  draw();
  app.run("cards").then((list) => { samples = list; show(); }, (problem) => fail(problem.message));

  function keep(changes, isNew = false) {
    chosen = { ...chosen, ...changes };
    app.store.set(key, chosen);
    show();
    if (isNew) players.querySelector(".player:last-child input").focus();
  }

  /** Return whether each player has a card of his own. */
  function hasOwnCards() {
    return Boolean(chosen.hasOwnCards) && chosen.names.length > 1 && !keptGiven(app.store, game);
  }

  /** Return the sample that is chosen for a player, or for all; undefined for the painted card. */
  function sampleNow(player) {
    const own = player === undefined ? undefined : ownSamples()[player];
    if (typeof own === "string") return samples.find(({ name }) => name === own);
    const wanted = chosen.sample || (canPlay(keptCard(app.store)) ? "" : samples.find((sample) => sample.default)?.name);
    return samples.find(({ name }) => name === wanted);
  }

  function ownSamples() {
    return Array.isArray(chosen.samples) ? chosen.samples : [];
  }

  function show() {
    draw();
    changed();
  }

  function draw() {
    const { names, seconds } = chosen;
    while (players.children.length > names.length) players.lastChild.remove();
    while (players.children.length < names.length) players.append(line(players.children.length));
    [...players.children].forEach((player, number) => {
      const [input, own, remove] = player.children;
      if (input.value !== names[number]) input.value = names[number];
      own.hidden = !hasOwnCards();
      fillCards(own, sampleNow(number), ({ name }) => sampleName(name));
      remove.hidden = names.length === 1;
    });
    more.hidden = names.length === MOST;
    timer.hidden = !isTimed(names.length);
    for (const choice of times.children) choice.setAttribute("aria-pressed", String(+choice.dataset.seconds === seconds));
    note.textContent = notes(names.length, seconds);
    const isGiven = Boolean(keptGiven(app.store, game));
    given.show();
    paint.hidden = isGiven;
    each.hidden = names.length === 1 || isGiven;
    each.setAttribute("aria-pressed", String(hasOwnCards()));
    cards.hidden = hasOwnCards() || isGiven;
    fillCards(cards, sampleNow(), ({ name, rows, cols }) => `${sampleName(name)}, ${rows} × ${cols}`);
  }

  function fillCards(select, sample, label) {
    const mine = keptCard(app.store), left = unpainted(mine);
    const own = element("option", { value: "", disabled: !canPlay(mine) },
      left ? text("play.unpainted", { count: left }) : text(canPlay(mine) ? "play.yours" : "play.few"));
    select.replaceChildren(own, ...samples.map((each) => element("option", { value: each.name }, label(each))));
    select.value = sample?.name ?? "";
  }

  function line(number) {
    const which = { number: number + 1 };
    const input = element("input", { type: "text", maxlength: LONGEST, placeholder: text("play.player", which), autocomplete: "off",
      "aria-label": text("play.name", which), oninput: () => keep({ names: chosen.names.with(number, input.value) }) });
    const own = element("select", { "aria-label": text("play.card", which), onchange: () => {
      const samplesNow = chosen.names.map((_, player) => (player === number ? own.value : ownSamples()[player]));
      keep({ samples: samplesNow.map((sample) => sample ?? null) });
    } });
    const remove = button(text("play.remove", which), () => keep({
      names: chosen.names.toSpliced(number, 1), samples: ownSamples().toSpliced(number, 1) }), { icon: "close", class: "icon" });
    return element("div", { class: "player" }, input, own, remove);
  }

  /** Return the card of a player, by default the first one. */
  function card(player = 0) {
    const taken = keptGiven(app.store, game);
    if (taken) return taken.card;
    const sample = sampleNow(hasOwnCards() ? player : undefined);
    return sample ? cardOfAnswer(sample) : keptCard(app.store);
  }

  function start() {
    const names = chosen.names.map((name, number) => name.replace(/\p{C}/gu, "").trim() || text("play.player", { number: number + 1 }));
    if (new Set(names).size < names.length) throw new Error(text("play.names"));
    const own = hasOwnCards() ? names.map((_, player) => card(player)) : null;
    if (own?.some((each) => diceOf(each) !== diceOf(own[0]))) throw new Error(text("play.symbols"));
    const { rolls, day } = keptGiven(app.store, game) ?? {};
    return { card: card(), cards: own, names, rolls, day, seconds: isTimed(names.length) ? chosen.seconds : 0 };
  }

  return { element: root, card, start, isReady: () => chosen.names.every((_, player) => canPlay(card(player))) };
}

/** Return whether *card* is painted, in symbols enough for five dice of which no three are alike. */
export function canPlay(card) {
  return unpainted(card) === 0 && shownSymbols(card).length >= FEWEST_SYMBOLS;
}

/** Return which dice and tiles go with *card*, as a text to compare. */
function diceOf(card) {
  return JSON.stringify([shownSymbols(card).map(({ letter, name }) => [letter, name]), card.points ?? ""]);
}
