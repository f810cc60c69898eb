/**
 * The table at which a game is played: set-up, dice, the sand, one phone for all players. What a
 * turn is and how a round is judged, the games say: Play and Puzzle.
 */

import { button, element, say } from "../dom.js";
import { makeDialog } from "../dialog.js";
import { makeDice } from "../dice.js";
import { text } from "../texts.js";
import { makeBoard } from "./board.js";
import { shownSymbols } from "./card_model.js";
import { makeSand, paused } from "./sand.js";
import { begun, cardOf, keptSession, mayTurn, newSession, phaseOf, playerOf, watched, withOutlines, withRoll } from "./session.js";
import { makeSetup } from "./setup.js";
import { lettered, symbolName } from "./symbols.js";
import { DICE, throwDice } from "./throwing.js";

/**
 * Fill *root* with a table and return {show, keep, put, tell, session, board, hidden, appeared}: `keep` changes
 * some of the session, `put` another one; the screen is `hidden`, or has `appeared` again. *game* has: `key` (of the store), `isSingle` for the board, `isTimed` and
 * `notes` of the set-up, `beside` (a node next to the card), `tools(phase)` and `actions(phase)` (buttons below
 * the card and for the thumb), `side(phase)` (panels), `card(session, phase)` (the one shown), `drawn(phase)` (shapes on it),
 * `status(session, phase)`, `task` (what a turn asks for), `soFar(session)` (the points of the rounds before, which takes its place), `isOver(session)`, `shown(session, phase, isNew)` (isNew: it is another phase or turn), and for the sand `turned()` and `ended()`.
 */
export function makeTable(root, app, game) {
  const board = makeBoard({ label: text("rush.card"), isSingle: game.isSingle, changed: (outlines) => put(withOutlines(session(), outlines)) });
  const dice = makeDice({ count: DICE, face: (letter) => lettered(symbolOf(letter)), name: (letter) => symbolName(symbolOf(letter)) });
  const sand = makeSand({ turn: game.turned, changed: (next) => keep({ sand: next }), ended: game.ended });
  const [name] = game.key.split(".");
  const setup = makeSetup(app, { game: name, key: `${game.key}.setup`, isTimed: game.isTimed, notes: game.notes,
    changed: () => show(), fail: (what) => tell(what, true) });
  const status = element("p", { class: "status" });
  const task = element("p", { class: "hint", hidden: true }, game.task);
  const heading = element("div", {}, status, task);
  const message = element("p", { class: "message", role: "alert", hidden: true });
  const tools = element("div", { class: "bar" });
  const actions = element("div", { class: "bar" });
  const side = element("div", { class: "side" });
  const startButton = button(text("play.start"), start, { class: "primary" });
  const throwButton = button(text("play.throw"), roll, { icon: "dice", class: "primary" });
  const readyButton = button(text("play.ready"), () => keep(begun(session())), { class: "primary" });
  const leave = button(text("play.leave"), confirmEnd, { class: "quiet" });
  let isThrowing = false;
  let turn = null; // whose turn of which round is shown
  let wantsFocus = false; // what comes next is to be reached by the keyboard at once

  root.append(
    element("div", { class: "stage" },
      element("div", { class: "papers" }, element("div", { class: "paper" }, board.element), game.beside ?? null), tools, game.below ?? null),
    element("div", { class: "thumb" }, message, dice.element, actions),
    side,
  );
  root.addEventListener("keydown", board.shortcut);
  app.store.watch(game.key, () => show());
  addEventListener("pagehide", hidden);
  document.addEventListener("visibilitychange", () => watch(document.visibilityState === "visible" && !root.hidden));

  function session() {
    return keptSession(app.store, game.key);
  }

  function keep(changes) {
    put({ ...session(), ...changes });
  }

  function put(next) {
    app.store.set(game.key, next);
  }

  function symbolOf(letter) {
    return (session() ?? setup).card.symbols.find((symbol) => symbol.letter === letter);
  }

  function tell(what, isWrong = false) {
    message.replaceChildren(...(Array.isArray(what) ? what : [what]));
    message.classList.toggle("error", isWrong);
    message.hidden = !message.textContent;
  }

  function start() {
    try {
      put(newSession(setup.start()));
      app.store.set(`${name}.given`, null);
      scrollTo(0, 0);
      tell("");
    } catch (problem) {
      tell(problem.message, true);
    }
  }

  async function roll() {
    const { card, rolls, rounds } = session();
    isThrowing = true;
    tell("");
    const thrown = await throwDice(dice, shownSymbols(card).map(({ letter }) => letter), {
      thrown: (values) => { show(); dice.show(values); },
      again: () => tell(text("rush.three")),
      given: rolls?.[rounds.length],
    });
    isThrowing = false;
    tell("");
    if (!session()) return;
    put(withRoll(session(), thrown));
    if (root.hidden) hidden(); // the screen was left while the dice fell
    say(text("play.thrown", { symbols: thrown.map((letter) => symbolName(symbolOf(letter))).join(", ") }));
  }

  function confirmEnd() {
    makeDialog(text("play.leave_title"), { body: [element("p", {}, text("play.leave_hint"))], action: text("play.leave_now"), act: async () => end() }).open();
  }

  function end() {
    tell("");
    put(null);
  }

  /** The screen is left: the sand waits. */
  function hidden() {
    const now = session();
    if (now?.sand && now.sand.until !== null) keep({ sand: paused(now.sand) });
    watch(false);
  }

  /** A turn without sand takes no time while nobody looks. */
  function watch(isWatched) {
    const now = session();
    if (now && watched(now, isWatched) !== now) put(watched(now, isWatched));
  }

  function show() {
    const now = session();
    const phase = now ? phaseOf(now) : "setup";
    const shown = `${now?.rounds.length} ${now?.entries.length} ${phase}`;
    const isNew = shown !== turn;
    if (isNew) {
      board.forget();
      wantsFocus = turn !== null;
    }
    turn = shown;
    showBoard(now, phase);
    const isTurn = phase === "turn";
    const isOpen = isTurn && !(now.sand && now.sand.until === null);
    if (!isThrowing) {
      const roll = now?.roll ?? Array(DICE).fill(null);
      dice.show(roll);
      showUsed(roll, isOpen ? board.half() : []);
    }
    dice.element.hidden = phase === "setup";
    sand.show(isTurn ? now.sand : null, isTurn && mayTurn(now));
    status.textContent = now ? game.status(now, phase) : "";
    const soFar = now ? game.soFar(now) : "";
    task.textContent = soFar || game.task;
    task.hidden = !isTurn && !(soFar && phase === "throw");
    tools.hidden = phase === "setup";
    fill(tools, [heading, ...game.tools(phase), ...(isTurn ? board.tools : [])]);
    readyButton.firstChild.textContent = now ? text("play.is_ready", { name: now.names[playerOf(now)] }) : "";
    throwButton.disabled = isThrowing;
    startButton.disabled = !setup.isReady();
    const own = { setup: [startButton], throw: [throwButton], wait: [readyButton] }[phase] ?? game.actions(phase);
    fill(actions, [isTurn && !sand.element.hidden ? sand.element : null, ...own]);
    actions.classList.toggle("is-filled", !actions.contains(sand.element));
    fill(side, phase === "setup" ? setup.element : [...game.side(phase), game.isOver(now) ? null : leave]);
    game.shown(now, phase, isNew);
    if (wantsFocus) takeFocus(isTurn);
  }

  /** Lead the keyboard to what comes next: the card in a turn, else the main button, once it is there. */
  function takeFocus(isTurn) {
    const main = actions.querySelector(".primary:not(:disabled)");
    if (root.hidden || (!isTurn && !main)) return;
    wantsFocus = false;
    if (isTurn) board.focus();
    else main.focus();
  }

  function showBoard(now, phase) {
    const isTurn = phase === "turn";
    const isPaused = isTurn && now.sand !== null && now.sand.until === null;
    const cover = isPaused ? text("play.paused") : phase === "wait" ? text("play.covered", { name: now.names[playerOf(now)] }) : "";
    board.show({
      card: now ? game.card(now, phase) : setup.card(), outlines: isTurn ? now.outlines : [], drawn: now ? game.drawn(phase) : [],
      rest: phase === "results" ? "is-faint" : "", cover, isFixed: !isTurn || isPaused,
    });
  }

  /** Dim the dice whose symbols the outline that is being made has already. */
  function showUsed(roll, cells) {
    const card = session() && cardOf(session());
    const left = cells.map((index) => card.symbols[card.cells[index]].letter);
    roll.forEach((letter, number) => {
      const at = left.indexOf(letter);
      if (at >= 0) left.splice(at, 1);
      dice.element.children[number].classList.toggle("is-used", at >= 0);
    });
  }

  return { show, keep, put, tell, session, board, hidden, appeared: () => watch(true) };
}

/** Show these children, and leave those that are there already where they stand, with their focus. */
export function fill(parent, children) {
  const wanted = children.filter(Boolean);
  for (const child of [...parent.children]) if (!wanted.includes(child)) child.remove();
  wanted.forEach((child, at) => { if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null); });
}
