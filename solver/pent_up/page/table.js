/** The table at which people pile up pieces: the board, the hand, undo, and a look back. Play and Climb use it. */

import { button, element, say } from "../dom.js";
import { keepResult } from "../records.js";
import { text } from "../texts.js";
import { makeBoard, nameOf } from "./board.js";
import { colourText, isOver, keptGame, lettersLeft, movedIn, movesIn, newGame, PROGRAMS, recordText, resultText, toMove } from "./game.js";
import { makeHand } from "./hand.js";
import { reasonText } from "./reason.js";
import { ruleText } from "./records.js";

const HINT = { seconds: "2" };

/**
 * Return {stage, thumb, game(), replace(game, text), change(changes), tell, shown, hidden, look(count)}. *on* has the
 * `key` of the store, `result(game)` for the records, `isAlone` where no program plays, `show(game, moves)`, called with the moves that are
 * shown, and `status(game)`, the headline and a line for a game in which nobody is asked to wait.
 */
export function makeTable(app, root, { key, result, isAlone = false, show: showBeside, status: statusOf }) {
  let game = keptGame(app.store, key);
  let at = null; // the moves that are shown in a look back
  let isShown = false, isThinking = false;
  let known = ""; // the record whose legal moves are in the hand
  let job = null;
  let refused = []; // the cells on which the piece may not lie, as was just said
  const past = [];

  const board = makeBoard({ label: text("up.board"), press: (cell) => { changed(); hand.tap(cell); }, key: (event) => hand.key(event, true) });
  const hand = makeHand({ changed, put, tell, refuse, focusBoard: board.focus });
  const status = element("p", { class: "status two-lines" });
  const hint = button(text("up.hint"), askHint, { icon: "hint", class: "icon" });
  const back = button(text("up.review"), () => look(at === null ? game.moves.length : null), { icon: "back", class: "icon" });
  const undo = button(text("up.undo"), takeBack, { icon: "undo", class: "icon" });
  const message = element("p", { class: "message", role: "alert", hidden: true });
  const slider = element("input", { type: "range", min: 0, "aria-label": text("up.move"), oninput: () => look(Number(slider.value)) });
  const goOn = button(text("up.go_on"), () => (at < game.moves.length
    ? replace({ ...game, moves: game.moves.slice(0, at) }, text("up.went_on")) : look(null)), { class: "primary" });
  const review = element("div", { class: "up-review" },
    element("div", { class: "bar" }, slider, button(text("up.before"), () => look(at - 1), { icon: "previous", class: "icon" }),
      button(text("up.after"), () => look(at + 1), { icon: "next", class: "icon" })),
    element("div", { class: "up-actions" }, button(text("up.back"), () => look(null)), goOn));
  const ended = element("div", { class: "choices" }, button(text("up.review"), () => look(game.moves.length)),
    button(text("up.new"), () => replace(newGame(game), text("up.new_said")), { class: "primary" }));
  const stage = element("div", { class: "stage" }, element("div", { class: "paper up-paper" }, board.element),
    element("div", { class: "bar" }, status, hint, back, undo), message);
  const thumb = element("div", { class: "thumb" }, hand.element, review, ended);

  root.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, textarea") || stage.hidden) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "z") {
      if (!undo.disabled) takeBack();
    } else if (at !== null && event.key === "ArrowLeft") look(at - 1);
    else if (at !== null && event.key === "ArrowRight") look(at + 1);
    else if (!event.defaultPrevented && hand.key(event, false)) event.preventDefault();
  });
  app.store.watch(key, onGame);
  onGame();

  function isProgram(colour) {
    return !isAlone && Object.hasOwn(PROGRAMS, game[colour]);
  }

  function keep(next) {
    app.store.set(key, next);
  }

  function replace(next, said) {
    past.push(game);
    keep(next);
    say(said);
    scrollTo(0, 0);
  }

  function onGame() {
    game = keptGame(app.store, key);
    keepResult(app.store, result(game));
    at = null;
    refused = [];
    tell("");
    ask();
  }

  /** Find out what may be laid, or let the program lay; nothing is asked twice. */
  async function ask() {
    const { moves } = game, record = recordText(game), colour = toMove(moves);
    const isTurn = isShown && at === null && !isOver(game);
    if (known !== record || !isTurn || isProgram(colour)) {
      job?.abort();
      job = null;
      known = "";
      const owner = isProgram(colour) ? toMove([...moves, null]) : colour;
      hand.offer(owner, lettersLeft(moves, owner), null);
    }
    isThinking = isTurn && isProgram(colour);
    show();
    if (!isTurn || job || known) return;
    const mine = new AbortController();
    job = mine;
    try {
      if (isThinking) {
        const { move } = await suggested(PROGRAMS[game[colour]], mine);
        if (job === mine) put(movedIn(moves, move));
        return;
      }
      const { moves: legal } = await app.run("up_moves", { record }, { signal: mine.signal });
      if (job !== mine) return;
      const places = new Map();
      for (const move of legal) places.set(move.shape, [...(places.get(move.shape) ?? []), ...movesIn(moves, move)]);
      known = record;
      hand.offer(colour, lettersLeft(moves, colour), (letter) => places.get(letter) ?? []);
    } catch (problem) {
      if (problem.name === "AbortError" || job !== mine) return;
      tell(problem.message, () => { tell(""); ask(); });
      isThinking = false;
    } finally {
      if (job === mine) job = null;
    }
    show();
  }

  function suggested(budget, { signal }) {
    const seed = String(game.seed + game.moves.length);
    return app.run("up_suggest", { ...budget, record: recordText(game), seed, lowest: game.lowest ? "yes" : "" }, { signal });
  }

  async function askHint() {
    const mine = new AbortController();
    job = mine;
    hint.disabled = true;
    hint.setAttribute("aria-busy", "true");
    try {
      const answer = await suggested(HINT, mine);
      if (job !== mine) return;
      hand.hold(movedIn(game.moves, answer.move));
      tell(reasonText(answer));
    } catch (problem) {
      if (job === mine && problem.name !== "AbortError") tell(problem.message);
    } finally {
      hint.removeAttribute("aria-busy");
      if (job === mine) job = null;
      show();
    }
  }

  /** What was said of a place is no longer asked for. */
  function changed() {
    refused = [];
    tell("");
    show();
  }

  /** Say by which rule the piece may not lie over *cell*: the referee judges the flattest of *tries*, the nearest first. */
  async function refuse({ shape, tries }, cell) {
    const { moves } = game;
    const heights = (cells) => cells.map((one) => moves.filter((move) => move.cells.some((own) => String(own) === String(one))).length);
    const steps = (cells) => new Set(heights(cells)).size;
    const [cells] = tries.sort((one, other) => steps(one) - steps(other));
    const move = { colour: toMove(moves), shape, cells, level: Math.max(...heights(cells)) + 1 };
    refused = cells;
    show();
    try {
      const { violation } = await app.run("up_referee", { record: recordText({ moves: [...moves, move] }) });
      if (refused === cells) tell(text("up.not_here", { piece: shape, cell: nameOf(cell), rule: ruleText(violation) }));
    } catch (problem) {
      if (refused === cells) tell(problem.message);
    }
  }

  function put({ shape, cells, level }) {
    const colour = toMove(game.moves);
    job?.abort();
    job = null;
    past.push(game);
    keep({ ...game, at: game.moves.length ? game.at : new Date().toISOString(), moves: [...game.moves, { colour, shape, cells, level }] });
    const laid = text("up.laid", { colour: colourText(colour), piece: shape, level, cell: nameOf(cells[0]) });
    say(isOver(game) ? `${laid} ${resultText(game)}` : laid);
  }

  /** Take back the last move, and the program's answer to it. */
  function takeBack() {
    let before = past.pop() ?? shorter(game);
    while (before?.moves.length && isProgram(toMove(before.moves)) && !isProgram(toMove([...before.moves, null]))) {
      before = past.pop() ?? shorter(before);
    }
    if (!before) return;
    keep(before);
    say(text("up.undone"));
  }

  function shorter(one) {
    return one.moves.length ? { ...one, moves: one.moves.slice(0, -1) } : null;
  }

  function look(number) {
    at = number === null ? null : Math.max(0, Math.min(game.moves.length, number));
    tell("");
    ask();
    if (at !== null) say(moveText());
  }

  function moveText() {
    const move = game.moves[at - 1];
    if (!move) return text("up.empty");
    return text("up.laid", { colour: colourText(move.colour), piece: move.shape, level: move.level, cell: nameOf(move.cells[0]) });
  }

  /** Tell *what* below the board; *again*: it may be tried again. */
  function tell(what, again) {
    message.replaceChildren(what, ...(again ? [button(text("frame.again"), again, { class: "quiet" })] : []));
    message.hidden = !what;
    if (what) message.scrollIntoView({ block: "nearest" });
  }

  function statusTexts() {
    const { moves } = game, colour = colourText(toMove(moves));
    if (at !== null) return [text("up.move_of", { at, count: moves.length }), moveText()];
    const [headline, line] = statusOf(game, moves);
    if (isOver(game)) return [headline, line];
    if (isThinking) return [text("up.thinking", { colour }), line];
    const held = hand.held();
    return [headline, held ? text("up.goes_to", { piece: held.shape, level: held.level, ...hand.place() }) : hand.letter ? text("up.not_so") : line];
  }

  function show() {
    const moves = at === null ? game.moves : game.moves.slice(0, at);
    board.show({ pieces: moves, held: hand.held(), lit: hand.lit(), refused, last: moves.length - 1 });
    const [headline, line] = statusTexts();
    status.replaceChildren(element("strong", {}, headline), element("small", {}, line));
    stage.toggleAttribute("aria-busy", isThinking);
    const isBack = at !== null;
    review.hidden = !isBack;
    ended.hidden = isBack || !isOver(game);
    hand.element.hidden = isBack || isOver(game);
    hint.disabled = isBack || !known;
    back.disabled = !game.moves.length;
    back.setAttribute("aria-pressed", String(isBack));
    undo.disabled = isBack || (!past.length && !game.moves.length);
    if (isBack) {
      slider.max = game.moves.length;
      slider.value = at;
      slider.setAttribute("aria-valuetext", moveText());
      goOn.disabled = at === game.moves.length && isOver(game);
    }
    showBeside(game, moves);
  }

  return {
    stage, thumb, replace, tell, look, game: () => game,
    change: (changes) => { tell(""); keep({ ...game, ...changes, at: null }); }, // who plays on is another one
    shown() { isShown = true; ask(); },
    hidden() { isShown = false; ask(); },
  };
}
