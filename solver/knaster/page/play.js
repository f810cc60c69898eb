/** The screen Sheet: a roll is thrown or tapped, penta advises, and a tap writes or circles it. */

import { button, element, say, styleSheet } from "/dom.js";
import { cellOf, isPass, makeAdvice } from "./advice.js";
import { advicePanel } from "./advice_panel.js";
import { adviceMarks, choiceMarks, moveMarks } from "./marks.js";
import { figure, keepGame, keptGame, moveText, nameOf, newGame, NO_DICE, sheetOf, sheetText, turnOf, watchGame } from "./game.js";
import { gamePanel, onPaste } from "./load.js";
import { makePencil } from "./pencil.js";
import { makeRoll } from "./roll.js";
import { scorePanel } from "./score_panel.js";
import { makeSheet } from "./sheet_view.js";

export async function mount(root, app) {
  await styleSheet(new URL("knaster.css", import.meta.url));
  let game = keptGame(app.store);
  let sheet = null;
  let roll = null;
  let isShown = false;
  let isEditing = false;
  let wanted = null; // the cell that was tapped before penta had answered
  let choice = null; // {moves, chosen}: a number is written, and cells are tapped for its circles
  let looked = null; // the move that is pointed at in the list
  const past = [];

  const view = makeSheet(app, "Sheet", { press, key });
  const advice = makeAdvice(app, onAdvice);
  const pencil = makePencil();
  const dice = makeRoll((thrown) => keep({ ...game, dice: thrown }));
  const panel = advicePanel(app, { act, look, again: ask, change: show });
  const score = scorePanel(app, (lines) => {
    view.showLines(lines);
    show();
  });
  const status = element("p", { class: "status" });
  const pass = button("Pass", () => act(advice.known.moves.find(isPass)));
  const cancel = button("Cancel", () => choose(null), { class: "quiet" });
  const edit = button("Edit", () => setEditing(!isEditing));
  const undo = button("Undo", takeBack, { icon: "undo", class: "icon" });
  const message = element("p", { class: "message", role: "alert", hidden: true });
  const over = element("div", { class: "choices in-line" },
    button("New game", () => replace(newGame(), "A new game")),
    button("Review", () => app.go("knaster-review"), { class: "primary" }));

  root.append(
    element("div", { class: "stage" }, element("div", { class: "paper" }, view.element),
      element("div", { class: "bar" }, status, cancel, pass, edit, undo), message),
    element("div", { class: "thumb" }, dice.element, pencil.element, over),
    element("div", { class: "side" }, panel.element, score.element, gamePanel(app, replace)));
  root.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== "z" || event.target.matches("input, textarea")) return;
    event.preventDefault();
    takeBack();
  });
  onPaste(app, root, replace, (problem) => tell(problem.message));
  watchGame(app.store, onGame);
  onGame();

  function keep(next) {
    keepGame(app.store, next);
  }

  /** Put another game in the place of this one, and say *text*. */
  function replace(next, text) {
    past.push(game);
    isEditing = false;
    keep(next);
    say(text);
    scrollTo(0, 0);
  }

  function onGame() {
    game = keptGame(app.store);
    sheet = sheetOf(game);
    roll = game.dice.includes(null) ? null : game.dice[0] + game.dice[1];
    [wanted, choice, looked] = [null, null, null];
    tell("");
    score.count(sheet);
    ask();
  }

  function ask() {
    const isAsked = isShown && roll && !isEditing && !game.isOver;
    advice.ask(isAsked ? { sheet: sheetText(sheet), roll: String(roll), turns: game.left ? String(game.left) : "" } : null);
    show();
  }

  function onAdvice() {
    show();
    const best = advice.known.moves?.[0];
    if (best) say(panel.isOn ? `Roll ${roll}. Best: ${moveText(best)}. ${figure(best.mean, 1)} expected.` : `Roll ${roll}`);
    if (best && wanted !== null) press(wanted, true);
  }

  function press(index, isFirst) {
    if (isEditing) return put(pencil.press(sheet, index, isFirst), index, isFirst);
    if (!isFirst || game.isOver) return;
    const { moves, isThinking } = advice.known;
    if (choice) return tapBonus(nameOf(index));
    if (!moves) {
      wanted = isThinking ? index : null;
      if (!roll) tell("Throw the dice, or tap a roll.");
      return show();
    }
    wanted = null;
    const here = moves.filter((move) => cellOf(move) === index);
    if (here.length > 1) choose({ moves: here, chosen: [] });
    else if (here.length) act(here[0]);
    else tell(`${nameOf(index)}: nothing to do here with a ${roll}.`);
  }

  function tapBonus(name) {
    const chosen = choice.chosen.includes(name) ? choice.chosen.filter((other) => other !== name) : [...choice.chosen, name];
    const fitting = choice.moves.filter((move) => chosen.every((other) => move.bonus.includes(other)));
    if (fitting.length === 1 && fitting[0].bonus.length === chosen.length) act(fitting[0]);
    else if (fitting.length) choose({ ...choice, chosen });
    else tell(`${name} cannot be circled now.`);
  }

  function choose(next) {
    choice = next;
    show();
    if (choice) say(`${headline()}. ${subline()}.`);
  }

  function act(move) {
    past.push(game);
    const isOver = advice.known.moves.some(isPass); // only the last roll may be passed
    keep({ ...game, turns: [...game.turns, turnOf({ roll, ...move })], dice: NO_DICE, left: Math.max(0, game.left - 1),
      isOver, mean: move.mean, player: null, players: null });
    say(`${moveText(move)}. ${isOver ? "The game is over." : ""}`);
    scrollTo(0, 0);
    if (document.activeElement === document.body) dice.focus();
  }

  function takeBack() {
    const { turns } = game;
    const before = past.pop() ?? (turns.length ? { ...game, turns: turns.slice(0, -1), dice: dice.likely(turns.at(-1).roll),
      isOver: false, mean: null, player: null, players: null } : null);
    if (before) keep(before);
    say(before ? "Undone" : "Nothing to undo");
  }

  function setEditing(isOn) {
    isEditing = isOn;
    choice = null;
    ask();
  }

  /** Take what the pencil did: a sheet without a history. */
  function put(next, index, isFirst = true) {
    if (!next) return false;
    if (isFirst) past.push(game);
    const isEmpty = next.numbers.every((number) => number === null);
    keep({ ...newGame(isEmpty ? null : next), left: game.left });
    say(`${nameOf(index)}, ${next.numbers[index] ?? "free"}${next.circled[index] ? ", circled" : ""}`);
    return true;
  }

  function key(event, index) {
    if (isEditing) return put(pencil.key(sheet, index, event.key), index);
    if (event.key === "Escape" && choice) choose(null);
    else if (event.key === "Enter" || event.key === " ") press(index, true);
    else return dice.key(event.key);
    return true;
  }

  function tell(text) {
    message.textContent = text;
    message.hidden = !text;
  }

  function look(move) {
    looked = move;
    drawSheet();
  }

  function drawSheet() {
    const moves = panel.isOn ? advice.known.moves : null;
    if (choice) view.show(...choiceMarks(sheet, choice, roll, panel.isOn));
    else if (looked) view.show(sheet, moveMarks(looked, roll));
    else if (wanted !== null) view.show(sheet, { [wanted]: { note: "…" } });
    else view.show(sheet, moves ? adviceMarks(moves, roll) : {});
  }

  function show() {
    const { known } = advice;
    dice.show(game.dice);
    dice.element.hidden = isEditing || game.isOver;
    pencil.element.hidden = !isEditing;
    over.hidden = isEditing || !game.isOver;
    cancel.hidden = !choice;
    pass.hidden = !known.moves?.some(isPass) || Boolean(choice);
    edit.hidden = Boolean(choice);
    edit.firstChild.textContent = isEditing ? "Done" : "Edit";
    edit.setAttribute("aria-pressed", String(isEditing));
    undo.disabled = !past.length && !game.turns.length;
    status.replaceChildren(element("strong", {}, headline()), element("small", {}, subline()));
    panel.show(known, { choice, isOver: game.isOver });
    drawSheet();
  }

  function headline() {
    if (isEditing) return "Tap your numbers in";
    if (game.isOver) return "The game is over";
    if (choice) return `Circle ${choice.moves[0].bonus.length - choice.chosen.length} more`;
    if (!roll) return game.turns.length || game.start ? "The next roll" : "Throw, or tap a roll";
    const best = advice.known.moves?.[0];
    if (!best) return `Roll ${roll}${advice.known.isThinking ? ": thinking …" : ""}`;
    const text = panel.isOn ? moveText(best) : `roll ${roll}: tap a cell`;
    return text[0].toUpperCase() + text.slice(1);
  }

  function subline() {
    if (isEditing) return "Once more for a circle";
    if (choice) return `${choice.moves[0].write} has a ${roll}`;
    const mean = advice.known.moves?.[0].mean ?? (roll ? null : game.mean);
    const expected = panel.isOn && mean !== null && !game.isOver ? `, ${figure(mean, 1)} expected` : "";
    return `${score.text}${expected}`;
  }

  return {
    shown() { isShown = true; ask(); },
    hidden() { isShown = false; ask(); },
  };
}
