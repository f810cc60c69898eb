/** The screen Roll: five dice are tapped or thrown, and the best packing is outlined on the card. */

import { button, element, onTyped, say, styleSheet } from "../dom.js";
import { makeDice } from "../dice.js";
import { makeGrid } from "../grid.js";
import { number as figure, text } from "../texts.js";
import { cardText, keptCard, shownSymbols, unpainted } from "./card_model.js";
import { makePackingPanel } from "./packing_panel.js";
import { showPacking } from "./packing_view.js";
import { lettered, swatch, symbolName } from "./symbols.js";
import { DICE, isLegal, throwDice } from "./throwing.js";
import { counted } from "./words.js";

const LISTED = 60; // packings, unless all of them are best:
const MOST = 500; // then up to this number

export async function mount(root, app) {
  await styleSheet(new URL("rush.css", import.meta.url));
  let card = null;
  let { dice: values, fifth } = app.store.get("roll", { dice: Array(DICE).fill(null), fifth: false },
    ({ dice }) => dice.length === DICE && dice.every((one) => one === null || /^[A-Z]$/.test(one)));
  let selected = 0; // the die that the next tap sets; -1 when all are set
  let job = null; // what can be aborted
  let packings = []; // the best ones, the best first
  let counts = null;
  let at = 0;
  let isDone = false; // the best packing is known, or that there is none

  const grid = makeGrid({ label: text("rush.best_card") });
  const dice = makeDice({ count: DICE, face: (letter) => lettered(symbolOf(letter)),
    name: (letter) => symbolName(symbolOf(letter)), pick, key });
  const palette = element("div", { class: "palette", role: "group", "aria-label": text("roll.palette") });
  const throwButton = button(text("roll.throw"), throwAll, { icon: "dice", class: "primary" });
  const cancel = button(text("dialog.cancel"), () => job?.abort(), { icon: "close", class: "icon", hidden: true });
  const [worth, unit] = [element("strong"), element("small")]; // near the dice, where the panel is out of sight
  const fifthRound = element("input", { type: "checkbox", id: "fifth", onchange: onFifth });
  fifthRound.checked = fifth;
  const panel = makePackingPanel(choose);
  const paint = button(text("rush.paint"), () => app.go("card"), { class: "primary" });
  const message = element("p", { class: "message", role: "alert", hidden: true });

  root.append(
    element("div", { class: "stage" }, element("div", { class: "paper" }, grid.element)),
    element("div", { class: "thumb" }, dice.element, palette,
      element("div", { class: "bar roll-bar" },
        element("p", { class: "worth", "aria-hidden": "true" }, worth, unit),
        element("label", { class: "switch", for: "fifth" }, fifthRound, element("span", {}, text("roll.fifth"))),
        cancel, throwButton)),
    element("div", { class: "side" }, message, panel.elements),
  );
  onTyped(root, typed);
  app.store.watch("card", () => {
    if (!root.hidden) onCard();
  });
  return { shown: onCard, hidden: stop };

  function onCard() {
    const now = keptCard(app.store);
    if (now === card && isDone && (counts || !packings.length)) return;
    card = now;
    const letters = new Set(shownSymbols(card).map(({ letter }) => letter));
    values = values.map((letter) => (letters.has(letter) ? letter : null));
    selected = values.indexOf(null);
    rolled();
  }

  function symbolOf(letter) {
    return card.symbols.find((symbol) => symbol.letter === letter);
  }

  function pick(number) {
    selected = number;
    show();
  }

  function symbolTyped(event) {
    const typed = event.key.toUpperCase();
    return shownSymbols(card).find(({ letter, name }) => letter === typed || name.toUpperCase() === typed);
  }

  function key(event, number) {
    const symbol = symbolTyped(event);
    if (!symbol && event.key !== "Backspace") return false;
    selected = number;
    set(symbol ? symbol.letter : null);
    if (selected >= 0 && symbol) dice.focus(selected);
    return true;
  }

  /** Take a letter that was typed anywhere; when all dice lie, it begins another roll. */
  function typed(event) {
    if (throwButton.disabled) return false;
    if (selected < 0 && symbolTyped(event)) values = Array(DICE).fill(null);
    return key(event, Math.max(0, selected));
  }

  function set(letter) {
    if (selected < 0) selected = 0;
    values = values.with(selected, letter);
    const after = [...values.keys()].map((step) => (selected + 1 + step) % DICE);
    selected = letter === null ? selected : after.find((number) => values[number] === null) ?? -1;
    rolled();
  }

  async function throwAll() {
    const letters = shownSymbols(card).map(({ letter }) => letter);
    throwButton.disabled = true;
    forget();
    selected = -1;
    await throwDice(dice, letters, {
      thrown(fallen) {
        values = fallen;
        show();
      },
      again: () => tell(text("rush.three")),
    });
    throwButton.disabled = false;
    rolled();
  }

  function onFifth() {
    fifth = fifthRound.checked;
    keep();
    show();
    if (packings.length) say(spoken());
  }

  function keep() {
    app.store.set("roll", { dice: values, fifth });
  }

  function stop() {
    const ended = job;
    job = null; // so that it does not say that it was cancelled
    cancel.hidden = true;
    ended?.abort();
  }

  function forget() {
    stop();
    [packings, counts, at, isDone] = [[], null, 0, false];
  }

  async function rolled() {
    keep();
    forget();
    show();
    if (values.includes(null) || unpainted(card)) return;
    if (!isLegal(values)) {
      tell(text("roll.three"));
      return;
    }
    const mine = new AbortController();
    job = mine;
    const { signal } = mine;
    const asked = { card: cardText(card), roll: [...values].sort().join("") };
    const slow = setTimeout(() => { cancel.hidden = job !== mine; }, 400);
    try {
      const { packing: best } = await app.run("best", asked, { signal }); // first the best one,
      packings = best ? [best] : [];
      isDone = true;
      show();
      say(spoken());
      if (best) {
        await list(best, asked, signal); // then the next ones, and how many there are
        counts = await app.run("solve", asked, { signal });
        showResult();
      }
    } catch (problem) {
      if (problem.name !== "AbortError") tell(problem.message);
      else if (job === mine) tell(text("rush.cancelled"));
    } finally {
      clearTimeout(slow);
      if (job === mine) {
        job = null;
        cancel.hidden = true;
        showResult();
      }
    }
  }

  async function list(best, asked, signal) {
    try {
      let found = [];
      for (const top of [LISTED, MOST]) {
        found = await app.run("packings", { ...asked, top: String(top) }, { signal });
        if (found.length < top || found.at(-1).score < best.score) break; // no best one is left out
      }
      packings = [best, ...found.filter((packing) => !isSame(packing, best))];
      show();
    } catch (problem) {
      if (problem.name === "AbortError") throw problem;
      tell(problem.message); // and they are counted all the same
    }
  }

  function tell(what) {
    message.textContent = what;
    message.hidden = !what;
  }

  function choose(number) {
    at = number;
    show();
    say(spoken());
  }

  function spoken() {
    const packing = packings[at];
    if (!packing) return text("roll.no_packing");
    const shapes = packing.placements.map(({ shape, points }) => `${shape} ${points}`).join(", ");
    return text(at ? "roll.other" : "roll.best", { number: at + 1, points: counted(points(packing)), shapes });
  }

  function points(packing) {
    return packing.score * (fifth ? 2 : 1);
  }

  function show() {
    const left = unpainted(card);
    const symbols = shownSymbols(card);
    throwButton.disabled = left > 0 || symbols.length < 3;
    showPacking(grid, card, packings[at]);
    dice.show(values, left || !symbols.length ? null : selected);
    const faces = JSON.stringify(symbols);
    if (palette.dataset.faces !== faces) { // else whoever has reached one by the keyboard stays on it
      palette.dataset.faces = faces;
      palette.replaceChildren(...symbols.map((symbol) => swatch(symbol, () => set(symbol.letter))));
    }
    tell("");
    showResult();
  }

  function showResult() {
    const left = unpainted(card);
    const best = packings[at] && points(packings[at]);
    worth.textContent = best ?? "";
    unit.textContent = best ? text("rush.unit", { count: best }) : "";
    if (left) panel.wait(text("rush.unpainted", { count: left }), paint);
    else if (shownSymbols(card).length < 3) panel.wait(text("roll.few"), paint);
    else if (packings.length) panel.show({ card, packings, at, factor: fifth ? 2 : 1, below: countsText(), more: moreText() });
    else if (values.includes(null)) panel.wait(text("roll.begin"));
    else panel.wait(isDone ? text("rush.none") : job ? text("roll.looking") : "");
  }

  function countsText() {
    if (!counts) return text(job ? "roll.counting" : "roll.uncounted");
    const { packings: all, optimal, packings_more_than: bound } = counts;
    if (all === null) return text("roll.over", { number: figure(bound) });
    return text(all === 1 ? "roll.only" : "roll.packings", { count: optimal, number: figure(all), best: figure(optimal) });
  }

  /** Return what is said below the list where it does not hold all the best packings. */
  function moreText() {
    const listed = packings.filter(({ score }) => score === packings[0].score).length;
    const left = (counts?.optimal ?? 0) - listed;
    if (left > 0) return packings.length > 1 ? text("roll.more", { count: left, number: figure(left) }) : "";
    return !counts?.optimal && packings.length >= MOST && listed === packings.length ? text("roll.perhaps_more") : "";
  }
}

function isSame(one, other) {
  return JSON.stringify(one.placements) === JSON.stringify(other.placements);
}
