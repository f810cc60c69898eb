/** The screen Board: the dice are thrown, legal places are lit, and a tap lays a token. Penta does the rest. */

import { button, element, say, styleSheet } from "../dom.js";
import { makeDice } from "../dice.js";
import { makeDialog } from "../dialog.js";
import { comparedText, keepResult } from "../records.js";
import { recordsButton } from "../records_view.js";
import { text } from "../texts.js";
import { makeBoard } from "./board_view.js";
import { boardAfter, keepGame, keepRecord, keptGame, levelOf, newGame, resultOf } from "./game.js";
import { historyPanel, makeSetup, standingPanel } from "./panels.js";
import { openRecords } from "./records.js";
import { endText, hintText, nameOf, sentences, throwText, turnsTold } from "./sentences.js";

const PAUSE = 900; // ms between the steps of programs
const FACES = { "*": "★", "+": "＋" };

export async function mount(root, app) {
  await styleSheet(new URL("geocinco.css", import.meta.url));
  let kept = keptGame(app.store);
  let answer = null; // what penta said last of the game
  let shown = 0; // of its steps, those that are on the board
  let isBusy = false;
  let isPlaying = false; // steps that penta has told are shown one after the other
  let isBridging = false; // places of bridges are offered in the place of slots
  let wasIn = ""; // the board that is drawn
  let board = null;

  const setup = makeSetup(app, () => { if (!kept) draw(); });
  const holder = element("div", { class: "paper geo-paper" });
  const status = element("p", { class: "status two-lines" });
  const message = element("p", { class: "message", hidden: true });
  const dice = makeDice({ count: 2, face: (face) => element("b", { class: "geo-face" }, FACES[face] ?? face),
    name: (face) => FACES[face] ?? face, pick: () => isThrown() && board.centre(answer.hexagons) });
  const thrower = button(text("geocinco.throw"), throwDice, { icon: "dice", class: "primary" });
  const beginning = button(text("geocinco.start"), begin, { class: "primary" });
  const bridger = button("", () => { isBridging = !isBridging; show(); });
  const done = button(text("geocinco.done"), () => ask("done"), { class: "primary" });
  const again = button(text("frame.again"), () => ask(""));
  const review = button(text("screens.geocinco-review"), () => { keepRecord(app.store, null); app.go("geocinco-review"); }, { class: "primary" });
  const hint = button(text("geocinco.hint"), () => ask("hint"), { class: "quiet" });
  const undo = button(text("geocinco.undo"), () => ask("undo"), { icon: "undo", class: "icon" });
  const actions = element("div", { class: "geo-actions" }, beginning, thrower, bridger, done, again, review);
  const standing = standingPanel();
  const history = historyPanel((slots) => { scrollTo(0, 0); board.look(slots); });
  const games = element("div", { class: "choices geo-games" },
    button(text("geocinco.new"), confirmEnd), button(text("geocinco.records"), () => openRecords(app, kept?.game)),
    recordsButton(app, "geocinco"));
  const thumb = element("div", { class: "thumb" }, element("div", { class: "bar geo-bar" }, dice.element, actions));
  const side = element("div", { class: "side" });
  const stage = element("div", { class: "stage" }, holder, element("div", { class: "bar" }, status, hint, undo), message);
  root.append(stage, thumb, side);
  for (const part of [stage, thumb, side]) part.hidden = true; // until there is a board
  root.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && !undo.disabled) ask("undo");
  });
  app.store.watch("geocinco.game", () => {
    const next = keptGame(app.store);
    if (JSON.stringify(next?.game) === JSON.stringify(kept?.game)) return;
    [kept, answer] = [next, null]; // from elsewhere
    draw().then(() => kept && ask(""));
  });
  await draw();
  for (const part of [stage, thumb, side]) part.hidden = false;
  if (kept) ask("");

  function put(next) {
    kept = next;
    keepGame(app.store, next);
  }

  /** Draw the board that is wanted, once penta has told how it lies. */
  async function draw() {
    const name = kept?.game.board ?? setup.board();
    if (wasIn !== name) {
      const geometry = await app.run("geo_board", { board: name });
      wasIn = name;
      board = makeBoard(geometry, { label: text("geocinco.board"), press: lay, tell: (key) => tell(text(key)) });
      holder.replaceChildren(board.element);
    }
    show();
  }

  async function begin() {
    try {
      await replace({ game: newGame(setup.start()), thrown: 0, at: new Date().toISOString() });
      ask("");
    } catch (problem) {
      tell(problem.message, true);
    }
  }

  function confirmEnd() {
    if (!kept || answer?.over) end();
    else makeDialog(text("geocinco.new"), { body: [element("p", {}, text("geocinco.forgotten"))], action: text("geocinco.new"), act: async () => end() }).open();
  }

  function end() {
    tell("");
    replace(null);
  }

  /** Begin with *next*, a game or null, at the board. */
  function replace(next) {
    put(next);
    [answer, shown] = [null, 0];
    scrollTo(0, 0);
    return draw();
  }

  /** Ask penta what comes of *step*, and show it step by step. */
  async function ask(step) {
    if (isBusy || !kept) return;
    isBusy = true;
    isBridging = false;
    tell("");
    show();
    const asked = kept.game;
    const isNew = !asked.turns.length && !asked.play.pending;
    const known = answer?.steps.length ?? (isNew ? 0 : undefined);
    try {
      const next = await app.run("geo_step", { game: JSON.stringify(asked), step });
      if (kept?.game !== asked) return;
      answer = next;
      put({ ...kept, game: next.game, thrown: step === "undo" ? next.turn : kept.thrown });
      if (next.over) keepResult(app.store, resultOf(kept, next));
      await playOut(step === "undo" ? next.steps.length : known);
      if (next.hint) tell(hintText(next.hint, next.player));
      if (next.hint?.slots.length) board.look(next.hint.slots);
    } catch (problem) {
      tell(problem.message, true);
    } finally {
      isBusy = isPlaying = false;
      show();
      if (message.hidden) say(statusTexts().join(". "));
      lead();
      if (kept && !answer && kept.game !== asked) ask(""); // another game was begun meanwhile
    }
  }

  /** Show the steps that are new, those of programs one after the other; a game that is loaded lies there at once. */
  async function playOut(known = answer.steps.length) {
    const isSlow = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    isPlaying = true;
    shown = Math.min(known, answer.steps.length);
    while (shown < answer.steps.length) {
      const step = answer.steps[shown];
      shown += 1;
      const isProgram = levelOf(kept.game, step.player);
      tell(isProgram ? turnsTold(answer.steps.slice(0, shown)).at(-1).told : sentences(step).join(" "));
      if (isProgram && step.slots.length) board.look(step.slots);
      show();
      if (isSlow && shown < answer.steps.length) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (!kept || !answer) return;
    }
    if (answer.over) tell(endText(answer));
  }

  /** Bring what is to be done next into view, and under the keyboard. */
  function lead() {
    if (!answer || root.hidden) return;
    if (canLay()) {
      if (answer.extra) board.whole();
      else if (!answer.hint) board.centre(answer.hexagons);
      if (root.contains(document.activeElement) || document.activeElement === document.body) board.focus();
    } else if (document.activeElement === document.body) actions.querySelector(".primary:not([hidden])")?.focus({ preventScroll: true });
  }

  async function throwDice() {
    put({ ...kept, thrown: answer.turn });
    tell("");
    show();
    lead();
    say(text("geocinco.thrown", { throw: throwText(answer.throw), count: places().length }));
    await dice.tumble();
  }

  function isThrown() {
    return Boolean(answer) && (answer.extra || answer.over || kept.thrown >= answer.turn);
  }

  function canLay() {
    return Boolean(answer) && !isBusy && !answer.over && isThrown();
  }

  /** Return the places that are offered: of tokens, of contests, or of bridges. */
  function places() {
    if (!canLay()) return [];
    const bridges = answer.bridges.map((slots) => ({ kind: "bridge", slots, label: text("geocinco.place.bridge", { first: slots[0], second: slots[1] }) }));
    const { tokens } = boardAfter(answer.steps);
    const slots = ["free", "contest"].flatMap((kind) => answer[kind].map((slot) => ({ kind, slots: [slot], isHint: answer.hint?.slots[0] === slot,
      label: text(`geocinco.place.${kind}`, { slot, other: kind === "contest" ? nameOf(tokens.get(slot)) : "" }) })));
    return isBridging || !slots.length ? bridges : slots;
  }

  function lay({ kind, slots }) {
    ask({ free: slots[0], contest: `contest ${slots[0]}`, bridge: `bridge ${slots.join(" ")}` }[kind]);
  }

  function tell(told, isWrong = false) {
    message.textContent = told;
    message.classList.toggle("error", isWrong);
    message.hidden = !told;
    if (!told) return;
    say(told);
    message.scrollIntoView({ block: "nearest" });
  }

  function statusTexts() {
    if (!kept) return [text("games.geocinco"), text("geocinco.aim")];
    if (!answer) return [text("games.geocinco"), text("geocinco.thinking")];
    const last = answer.steps[shown - 1];
    if (isPlaying && last) return [nameOf(last.player), levelOf(kept.game, last.player) ? text("geocinco.thinking") : text("geocinco.turn", { turn: last.turn })];
    if (isBusy) return [nameOf(answer.player), text("frame.moment")];
    if (answer.over) return [endText(answer), [text("geocinco.turn", { turn: answer.turn }), comparedText(app.store, resultOf(kept, answer))].filter(Boolean).join(" · ")];
    const turn = text("geocinco.turn", { turn: answer.turn });
    if (answer.extra) return [nameOf(answer.player), text("geocinco.due.extra")];
    if (!isThrown()) return [nameOf(answer.player), turn];
    const isToLay = answer.free.length + answer.contest.length > 0;
    return [nameOf(answer.player), isToLay ? text("geocinco.due.tokens", { count: answer.left }) : text("geocinco.due.bridge")];
  }

  function show() {
    if (!board) return;
    const steps = answer?.steps ?? [];
    const laid = boardAfter(steps, shown);
    const offered = places();
    const last = steps[shown - 1];
    const isOpen = canLay() && !answer.extra;
    const fresh = steps.slice(0, shown).filter(({ turn, player }) => turn === last.turn && player === last.player).flatMap(({ slots }) => slots);
    board.show({ ...laid, offered, fresh, thrown: isOpen ? answer.hexagons.map((name) => name + answer.player[0]) : [] });
    const faces = isPlaying && last ? [...last.throw] : answer && isThrown() ? [...answer.throw] : [null, null];
    dice.show(faces);
    dice.element.hidden = !kept;
    const [headline, subline] = statusTexts();
    const colour = !answer ? "" : isPlaying && last ? last.player : answer.over ? answer.winner : answer.player;
    status.replaceChildren(element("strong", {}, colour ? element("i", { class: `swatch-dot is-${colour[0]}` }) : null, headline), element("small", {}, subline));
    const hasSlots = isOpen && answer.free.length + answer.contest.length > 0;
    beginning.hidden = Boolean(kept);
    thrower.hidden = !answer || isBusy || answer.over || isThrown();
    bridger.hidden = !hasSlots || !answer.bridges.length;
    bridger.firstChild.textContent = isBridging ? text("geocinco.lay_token") : text("geocinco.lay_bridge", { count: answer?.bridges.length ?? 0 });
    done.hidden = !isOpen || hasSlots;
    again.hidden = Boolean(answer) || isBusy || !kept;
    review.hidden = isBusy || !answer?.over;
    hint.hidden = !canLay();
    undo.hidden = !kept;
    undo.disabled = isBusy || !answer?.undo;
    side.replaceChildren(...(kept ? [standing.element, history.element] : [setup.element]), element("section", { class: "panel", "aria-label": text("geocinco.game") }, games));
    games.firstChild.hidden = !kept;
    const bottom = kept ? side : thumb; // Start stands below what is chosen
    if (root.lastChild !== bottom) root.append(bottom);
    if (answer) standing.show(answer, kept.game, isBusy ? null : answer.player);
    if (answer) history.show(steps.slice(0, shown));
  }

  return { shown() { if (kept && !answer && !isBusy) ask(""); } };
}
