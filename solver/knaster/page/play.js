/** The screen Sheet: a roll is thrown or tapped, penta advises, and a tap writes or circles it. */

import { button, element, icon, onTyped, say, styleSheet } from "../dom.js";
import { comparedText, keepResult } from "../records.js";
import { text } from "../texts.js";
import { adviceMarks, cellOf, choiceMarks, fitting, isPass, makeAdvice, moveMarks } from "./advice.js";
import { cellText, figure, keepGame, keptGame, moveText, nameOf, newGame, NO_DICE, sheetOf, sheetText, turnOf, watchGame } from "./game.js";
import { gamePanel } from "./load.js";
import { advicePanel, handsPanel, scorePanel, statusTexts } from "./panels.js";
import { makePencil } from "./pencil.js";
import { makeRoll } from "./roll.js";
import { makeScale, makeSheet } from "./sheet_view.js";

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
  const texts = () => statusTexts(game, { roll, choice, isEditing, known: advice.known, isAdvised: panel.isOn, points: score.text, praise: score.praise });
  const keep = (next) => keepGame(app.store, next);

  const view = makeSheet(app, text("knaster.sheet.label"), { press, key });
  const advice = makeAdvice(app, onAdvice);
  const pencil = makePencil();
  const scale = makeScale();
  const pass = button(text("knaster.play.pass"), () => act(advice.known.moves.find(isPass)));
  const dice = makeRoll((thrown) => {
    if (roll) past.push(game); // tapped again by mistake?
    keep({ ...game, dice: thrown });
  }, () => tell(text("knaster.play.enter-first", { roll })), pass);
  const panel = advicePanel(app, { act, look: (move) => { looked = move; drawSheet(); }, again: ask, change: show });
  const score = scorePanel(app, (lines, points) => {
    view.showLines(lines);
    const result = { game: "knaster", at: game.start ? null : game.at, points };
    if (game.isOver) keepResult(app.store, result);
    record.textContent = game.isOver ? comparedText(app.store, result) : "";
    show();
  });
  const status = element("p", { class: "status two-lines" });
  const cancel = button(text("dialog.cancel"), () => choose(null), { class: "quiet" });
  const edit = button(text("knaster.play.edit"), () => { isEditing = !isEditing; ask(); }, { icon: "pencil", class: "icon" });
  const undo = button(text("knaster.play.undo"), takeBack, { icon: "undo", class: "icon" });
  const message = element("p", { class: "message", role: "alert", hidden: true });
  const record = element("p", { class: "hint" }); // how a finished game compares with the best so far
  const over = element("div", { class: "choices in-line" },
    button(text("knaster.play.new"), () => replace(newGame(), text("knaster.load.new-taken"))),
    button(text("screens.knaster-review"), () => app.go("knaster-review"), { class: "primary" }));

  root.append(
    element("div", { class: "stage" }, element("div", { class: "paper" }, view.element),
      element("div", { class: "bar" }, status, cancel, edit, undo), message, scale),
    element("div", { class: "thumb" }, dice.element, pencil.element, record, over),
    element("div", { class: "side" }, panel.element, handsPanel(), score.element, gamePanel(app, replace)));
  root.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "z") takeBack();
  });
  onTyped(root, (event) => !dice.element.hidden && dice.key(event.key));
  watchGame(app.store, onGame);
  onGame();

  /** Put another game in the place of this one, and say what was *done*. */
  function replace(next, done) {
    past.push(game);
    isEditing = false;
    keep(next);
    say(done);
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
    const told = best && { roll, move: moveText(best), mean: figure(best.mean, 1) };
    if (best) say(text(panel.isOn ? "knaster.play.best" : "knaster.status.roll", told));
    if (best && wanted !== null) press(wanted, true);
  }

  function press(index, isFirst) {
    if (isEditing) return put(pencil.press(sheet, index, isFirst), index, isFirst);
    if (!isFirst || game.isOver) return;
    const { moves, isThinking } = advice.known;
    if (choice) return tapBonus(nameOf(index));
    if (!moves) {
      wanted = isThinking ? index : null;
      if (!roll) tell(text("knaster.play.throw-first"));
      return show();
    }
    wanted = null;
    const here = moves.filter((move) => cellOf(move) === index);
    if (here.length > 1) choose({ moves: here, chosen: [] });
    else if (here.length) act(here[0]);
    else tell(text("knaster.play.nothing", { cell: nameOf(index), roll }));
  }

  function tapBonus(name) {
    const chosen = choice.chosen.includes(name) ? choice.chosen.filter((other) => other !== name) : [...choice.chosen, name];
    const [move, ...others] = fitting({ ...choice, chosen });
    if (move && !others.length && move.bonus.length === chosen.length) act(move);
    else if (move) choose({ ...choice, chosen });
    else tell(text("knaster.play.not-now", { cell: name }));
  }

  function choose(next) {
    choice = next;
    show();
    if (choice) say(texts().join(". "));
  }

  function act(move) {
    past.push(game);
    const isOver = advice.known.moves.some(isPass); // only the last roll may be passed
    keep({ ...game, turns: [...game.turns, turnOf({ roll, ...move })], dice: NO_DICE, left: Math.max(0, game.left - 1),
      at: game.turns.length ? game.at : new Date().toISOString(), isOver, mean: move.mean, player: null, players: null });
    say([moveText(move), isOver ? text("knaster.advice.over") : ""].join(". "));
    scrollTo(0, 0);
    if (document.activeElement === document.body) dice.focus();
  }

  function takeBack() {
    const { turns } = game;
    const before = past.pop() ?? (turns.length ? { ...game, turns: turns.slice(0, -1), dice: dice.likely(turns.at(-1).roll),
      isOver: false, mean: null, player: null, players: null } : null);
    if (!before) return;
    keep(before);
    say(text("knaster.play.undone"));
  }

  /** Take what the pencil did: a sheet without a history. */
  function put(next, index, isFirst = true) {
    if (!next) return false;
    if (isFirst) past.push(game);
    const isEmpty = next.numbers.every((number) => number === null);
    keep({ ...newGame(isEmpty ? null : next), left: game.left, dice: game.dice });
    say([nameOf(index), cellText(next.numbers[index], next.circled[index])].join(", "));
    return true;
  }

  function key(event, index) {
    if (isEditing) return put(pencil.key(sheet, index, event.key), index);
    if (event.key === "Escape" && choice) choose(null);
    else if (event.key === "Enter" || event.key === " ") press(index, true);
    else return dice.key(event.key);
    return true;
  }

  function tell(wrong) {
    message.textContent = wrong;
    message.hidden = !wrong;
    if (wrong) message.scrollIntoView({ block: "nearest" });
  }

  function drawSheet() {
    const moves = panel.isOn ? advice.known.moves : null;
    scale.hidden = !moves;
    if (choice) view.show(...choiceMarks(sheet, choice, roll, panel.isOn));
    else if (looked) view.show(sheet, moveMarks(looked, roll));
    else if (wanted !== null) view.show(sheet, { [wanted]: { note: "…" } });
    else view.show(sheet, moves ? adviceMarks(moves, roll) : {});
  }

  function show() {
    const { known } = advice;
    dice.element.hidden = isEditing || game.isOver;
    pencil.element.hidden = !isEditing;
    over.hidden = isEditing || !game.isOver;
    record.hidden = over.hidden || !record.textContent;
    cancel.hidden = !choice;
    const isLast = Boolean(known.moves?.some(isPass));
    dice.show(game.dice, isLast);
    pass.hidden = !isLast || Boolean(choice);
    edit.hidden = Boolean(choice) || !over.hidden; // its place is for the points
    edit.replaceChildren(icon(isEditing ? "check" : "pencil"));
    edit.title = text(isEditing ? "knaster.play.done" : "knaster.play.edit");
    edit.setAttribute("aria-label", edit.title);
    undo.disabled = !past.length && !game.turns.length;
    const [headline, subline] = texts();
    status.replaceChildren(element("strong", {}, headline), element("small", {}, subline));
    panel.show(known, { choice, isOver: game.isOver });
    drawSheet();
  }

  return {
    shown() { isShown = true; ask(); },
    hidden() { isShown = false; ask(); },
  };
}
