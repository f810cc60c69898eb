/** The screen Puzzle: the puzzle variant for several and the solitaire, twelve rounds on one card each, with advice. */

import { celebrate } from "../confetti.js";
import { button, element, say, styleSheet } from "../dom.js";
import { keepResults } from "../records.js";
import { foundAt, inEnglish, text, withNodes } from "../texts.js";
import { CELLS, cellsOf } from "./outlines.js";
import { makeAdvice } from "./puzzle_advice.js";
import { drawnOf, gameText, ownGameText, tileStates } from "./puzzle_game.js";
import { fillCardChoice, fillScores, puzzleWinnerText } from "./puzzle_scores.js";
import { soFarText } from "./scores.js";
import { cardOf, handedIn, nextRound, phaseOf, playerOf, resultsOf, roundOf } from "./session.js";
import { SHAPES, shapeOf } from "./shapes.js";
import { makeShare } from "./share.js";
import { makeTable } from "./table.js";
import { makeTiles } from "./tiles.js";
import { symbolsOf } from "./verdicts.js";
import { counted } from "./words.js";

const ROUNDS = 12;

export async function mount(root, app) {
  await Promise.all(["rush.css", "play.css"].map((name) => styleSheet(new URL(name, import.meta.url))));
  let tile = null; // the letter of the tile that was chosen, to be crossed without drawing
  let shown = 0; // the player whose card is shown after a round
  let isJudging = false;
  let hasFailed = false; // the round could not be judged
  const tiles = makeTiles({ title: text("rush.shapes"), pick });
  const circle = button(text("puzzle.circle"), () => attempt(true), { class: "primary" });
  const cross = button(text("puzzle.cross"), () => attempt(false));
  const next = button(text("play.next"), goOn, { class: "primary" });
  const again = button(text("play.judge"), judge, { class: "primary" });
  const scores = element("section", { class: "panel", "aria-label": text("rush.score") });
  const choice = element("div", { class: "whose-card" });
  const advice = makeAdvice(app, { session: () => table.session(), choose, isOn, fail: (what) => table.tell(what, true) });
  const share = makeShare(app, "puzzle", { kind, result, tell: (...what) => table.tell(...what) });
  const table = makeTable(root, app, {
    key: "puzzle.game", isSingle: true, below: advice.pager, isTimed: (players) => players > 1,
    notes, status, task: text("puzzle.task"), soFar, isOver: (now) => Boolean(now.standing?.over), side, drawn, tools, actions, card: (now, phase) => cardOf(now, phase === "results" ? shown : undefined), shown: onShown,
    turned: () => timeIsUp("", { isTurned: true }),
    ended: () => timeIsUp(text("play.ran_out")),
  });
  table.show();
  const kept = table.session();
  if (kept?.mustCross) table.tell(whyCross(kept), true);
  if (kept && phaseOf(kept) === "results" && !kept.standing) judge();
  return { hidden: () => { advice.stop(); table.hidden(); } };

  function notes(players, seconds) {
    if (!seconds) return text("play.no_hurry");
    return text("puzzle.ring_point");
  }

  function status(now, phase) {
    const name = now.names[playerOf(now)];
    if (phase === "wait") return text("play.hand_over", { name });
    const round = text("play.of", { number: roundOf(now), all: ROUNDS });
    const turn = text(now.names.length > 1 && phase !== "results" ? "play.turn" : "play.round", { name, round });
    return now.mustCross ? text("puzzle.must_cross", { round: turn }) : turn;
  }

  function soFar({ names, points }) {
    return points ? soFarText(names, points.map((player) => player.points)) : "";
  }

  function side(phase) {
    const now = table.session();
    const standings = now.points ? [scores] : [];
    if (phase === "turn") return [advice.list, tiles.element, ...standings];
    return [...standings, ...(phase === "results" && now.standing?.over ? [share.element] : []), tiles.element];
  }

  /** Return what the game is among the records: one who plays alone has no timer. */
  function kind(now) {
    return now.names.length === 1 ? "solitaire" : "puzzle";
  }

  /** Return the game of the player whose card is shown, for its picture. */
  function result(now) {
    const points = counted(now.points[shown].points);
    return { player: shown, title: text("share.puzzle", { points }), shapes: drawnOf(now, shown, ""), lines: [] };
  }

  function keepGame(now) {
    keepResults(app.store, resultsOf(now, kind(now), (player) => now.points[player].points));
    table.show();
  }

  function drawn(phase) {
    const now = table.session();
    return phase === "results" ? drawnOf(now, shown, "") : drawnOf(now, playerOf(now), "is-faint");
  }

  function tools(phase) {
    if (phase === "turn") return [advice.button];
    return phase === "results" && table.session().names.length > 1 ? [choice] : [];
  }

  function actions(phase) {
    const { mustCross: onlyCross, standing } = table.session();
    if (phase === "turn") return onlyCross ? [cross] : [cross, circle];
    return standing ? [next] : hasFailed ? [again] : [];
  }

  /** What the table shows has changed. */
  function onShown(now, phase, isNew) {
    if (isNew) {
      advice.forget();
      tile = null;
    }
    advice.show();
    if (!now) return;
    const cells = drawnCells();
    const shape = cells ? shapeOf(cells) : tile;
    circle.firstChild.textContent = text(cells ? "puzzle.circle_it" : "puzzle.circle", { shape });
    cross.firstChild.textContent = text(shape ? "puzzle.cross_it" : "puzzle.cross", { shape });
    cross.classList.toggle("primary", now.mustCross);
    circle.disabled = isJudging || !cells;
    cross.disabled = isJudging || !shape;
    const states = tileStates(now, phase === "results" ? shown : playerOf(now));
    if (shape && phase === "turn") states[shape] ??= { isPressed: true };
    if (cells) for (const { letter } of SHAPES) states[letter] ??= { isOff: true }; // the outline says which one it is
    tiles.show(states, now.card);
    next.firstChild.textContent = text(now.standing?.over ? "play.again" : "play.next");
    fillCardChoice(choice, now, shown, (player) => { shown = player; table.show(); });
    if (now.points) fillScores(scores, now);
    if (phase === "results" && now.standing?.over) share.show(now);
  }

  /** Return the five cells that the player has outlined, or null. */
  function drawnCells() {
    const now = table.session();
    const outline = now.outlines.find(({ length }) => length === CELLS);
    return outline ? cellsOf(outline, cardOf(now).cols) : null;
  }

  function pick(letter) {
    if (phaseOf(table.session()) !== "turn") return;
    if (drawnCells()) return;
    tile = tile === letter ? null : letter;
    table.show();
  }

  function choose({ shape, cells }) {
    const { cols } = cardOf(table.session());
    tile = cells.length ? null : shape;
    table.board.put(cells.length ? [cells.map(([row, col]) => row * cols + col)] : []);
    table.show();
  }

  function isOn({ shape, cells }) {
    const now = table.session();
    if (!now) return false;
    return cells.length ? JSON.stringify(drawnCells()) === JSON.stringify(cells) : !drawnCells() && tile === shape;
  }

  function timeIsUp(why, changes = {}) {
    if (isJudging) return;
    table.keep({ ...changes, sand: null });
    if (drawnCells()) attempt(true);
    else mustCross(why);
  }

  /** A shape is to be crossed: *why* is a text, or the cells that were circled. */
  function mustCross(why) {
    advice.forget();
    table.keep({ mustCross: true, why, sand: null });
    table.tell(whyCross(table.session()), true);
  }

  /** Circle or cross what is outlined, if the referee lets it. */
  async function attempt(circled) {
    const now = table.session();
    const cells = drawnCells() ?? [];
    const entry = { shape: cells.length ? shapeOf(cells) : tile, cells, circled };
    isJudging = true;
    advice.stop();
    table.show();
    try {
      const answer = await app.run("puzzle_referee", { game: ownGameText(now, entry) });
      isJudging = false; // before the next turn is shown
      if (table.session()?.entries !== now.entries) return; // the game was ended
      const { legal, violation } = answer;
      if (legal) return handIn(now, entry, answer);
      return circled ? mustCross(violation.rule === "wrong symbols" ? cells : ruleText(violation)) : table.tell(ruleText(violation), true);
    } catch (problem) {
      table.tell(problem.message, true);
    } finally {
      isJudging = false;
      table.show();
    }
  }

  /** Note the entry; *answer* is the referee's on the player by himself: all there is to say of a solitaire. */
  function handIn(now, entry, answer) {
    shown = playerOf(now);
    const isAlone = now.names.length === 1;
    const next = handedIn(now, { ...entry, timer: now.isTurned });
    if (!isAlone) table.put({ ...next, standing: null });
    else table.put({ ...(answer.over ? next : nextRound(next)), standing: answer, points: answer.players });
    const done = text(entry.circled ? "puzzle.is_circled" : "puzzle.is_crossed", { shape: entry.shape });
    table.tell(isAlone ? done : text("frame.named", { name: now.names[shown], what: done }));
    scrollTo(0, 0);
    if (answer.over && isAlone) {
      celebrate();
      keepGame(table.session());
      say(puzzleWinnerText(answer));
    } else if (phaseOf(table.session()) === "results") judge();
  }

  /** A round of several is over: have the whole game judged. */
  async function judge() {
    const now = table.session();
    hasFailed = false;
    try {
      const standing = await app.run("puzzle_referee", { game: gameText(now) });
      if (table.session()?.entries !== now.entries) return;
      if (!standing.legal) throw new Error(ruleText(standing.violation));
      const points = now.names.map((name) => standing.players.find((player) => player.name === name));
      table.keep({ standing, points });
      if (!standing.over) return;
      celebrate();
      keepGame(table.session());
      say(puzzleWinnerText(standing));
    } catch (problem) {
      hasFailed = true;
      table.tell(problem.message, true);
      table.show();
    }
  }

  function goOn() {
    const now = table.session();
    table.tell("");
    table.put(now.standing.over ? null : { ...nextRound(now), standing: null });
    scrollTo(0, 0);
  }
}

/** Return what is said of an entry that breaks a rule: one that can be broken by hand has words of the page. */
function ruleText({ rule, reason }) {
  const key = `puzzle.broken.${rule}`;
  return foundAt(key) ? text(key) : inEnglish(`${reason}.`);
}

/** Return what is said of a shape that is to be crossed: what was wrong, and what to do. */
function whyCross(session) {
  const { why } = session;
  if (Array.isArray(why)) return withNodes(text("puzzle.wrong"), { symbols: symbolsOf(cardOf(session), why) });
  return [[why, text("puzzle.cross_one")].filter(Boolean).join(" ")];
}
