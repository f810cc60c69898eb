/** What penta advises for a roll: asked in the background, given up when another question comes, and drawn in the cells. */

import { text } from "../texts.js";
import { figure, indexOf } from "./game.js";

const MOST_BEST = 4; // equally good moves, as in the corners, that stand out
const ALIKE = 0.005; // losses that are none
const LEAST = 0.1; // that is shown
const NOT_IMPLEMENTED = 501; // what takes a server, where there is none

/** Return an asker: `ask(question)`, {sheet, roll, turns} or null; it calls *changed* when it knows more. */
export function makeAdvice(app, changed) {
  const known = { moves: null, isThinking: false, problem: "", isLacking: false };
  let asked = "null";
  let job = null;

  async function ask(question) {
    if (JSON.stringify(question) === asked) return;
    asked = JSON.stringify(question);
    job?.abort();
    job = null;
    Object.assign(known, { moves: null, isThinking: Boolean(question), problem: "" });
    if (!question) return;
    const mine = new AbortController();
    job = mine;
    try {
      const { rolls, mean } = await app.run("knaster_advise", question, { signal: mine.signal });
      const [moves] = Object.values(rolls);
      known.moves = moves.map((move) => ({ ...move, loss: mean - move.mean, isBest: mean - move.mean < ALIKE }));
    } catch (problem) {
      if (job !== mine) return;
      Object.assign(known, { problem: problem.message, isLacking: problem.status === NOT_IMPLEMENTED });
      asked = ""; // it may be asked again
    }
    if (job !== mine) return;
    known.isThinking = false;
    changed();
  }

  return { known, ask };
}

/** Return the index of the cell in which *move* writes or circles; undefined for a pass. */
export function cellOf(move) {
  const name = move.write ?? move.circle;
  return name && indexOf(name);
}

export function isPass(move) {
  return !move.write && !move.circle;
}

/** Return the moves that circle all that was *chosen* after their number was written. */
export function fitting({ moves, chosen }) {
  return moves.filter(({ bonus }) => chosen.every((name) => bonus.includes(name)));
}

/** Return the marks of *moves*, the best first: what it loses to write or circle in each cell. */
export function adviceMarks(moves, roll) {
  const marks = {};
  const areFew = moves.filter(({ isBest }) => isBest).length <= MOST_BEST;
  for (const move of moves) {
    const index = cellOf(move);
    if (index === undefined || marks[index]) continue;
    const isBest = areFew && move.isBest;
    marks[index] = { ...lossMark(move), isBest, ghost: isBest && move.write ? roll : null };
  }
  return withCircles(marks, moves[0]);
}

/** Return the marks of one move. */
export function moveMarks(move, roll) {
  const index = cellOf(move);
  return withCircles(index === undefined ? {} : { [index]: { isBest: true, ghost: move.write ? roll : null } }, move);
}

/** Return the sheet with what was chosen so far, and the marks of the cells that may be circled. */
export function choiceMarks(sheet, choice, roll, hasLosses) {
  const { numbers, circled } = structuredClone(sheet);
  const marks = {};
  numbers[cellOf(choice.moves[0])] = roll;
  for (const name of choice.chosen) circled[indexOf(name)] = true;
  for (const move of fitting(choice)) {
    for (const index of move.bonus.map(indexOf).filter((cell) => !circled[cell])) {
      marks[index] ??= { ...(hasLosses && lossMark(move)), isAsked: true, isBest: false, text: text("knaster.advice.may-circle") };
    }
  }
  return [{ numbers, circled }, marks];
}

/** Return a loss as it is shown: to a tenth of a point, which the final score is rarely surer of. */
export function lossText(loss) {
  return loss < LEAST / 2 ? `<${figure(LEAST, 1)}` : figure(-loss, 1);
}

function lossMark({ isBest, loss }) {
  const best = isBest && text("knaster.advice.best");
  const note = best || lossText(loss);
  return { note, loss, isBest, text: best || text("knaster.advice.loses", { loss: note.replace("−", "") }) };
}

function withCircles(marks, { bonus = [] }) {
  for (const index of bonus.map(indexOf)) marks[index] = { ...marks[index], isAsked: true };
  return marks;
}
