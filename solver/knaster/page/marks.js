/** What is marked in the cells of a sheet: the losses, a move that is pointed at, circles to choose. */

import { cellOf } from "./advice.js";
import { figure, indexOf } from "./game.js";

/** Return the marks of *moves*, the best first: what it loses to write or circle in each cell. */
export function adviceMarks(moves, roll) {
  const marks = {};
  for (const move of moves) {
    const index = cellOf(move);
    if (index === undefined || marks[index]) continue;
    marks[index] = { ...lossMark(move), ghost: move.isBest && move.write ? roll : null };
  }
  return withCircles(marks, moves[0]);
}

/** Return the marks of one move. */
export function moveMarks(move, roll) {
  const index = cellOf(move);
  return withCircles(index === undefined ? {} : { [index]: { isBest: true, ghost: move.write ? roll : null } }, move);
}

/** Return the sheet with what was chosen so far, and the marks of the cells that may be circled. */
export function choiceMarks(sheet, { moves, chosen }, roll, hasLosses) {
  const { numbers, circled } = structuredClone(sheet);
  const marks = {};
  numbers[cellOf(moves[0])] = roll;
  for (const name of chosen) circled[indexOf(name)] = true;
  for (const move of moves.filter(({ bonus }) => chosen.every((name) => bonus.includes(name)))) {
    for (const index of move.bonus.map(indexOf).filter((cell) => !circled[cell])) {
      marks[index] ??= { ...(hasLosses && lossMark(move)), isAsked: true, isBest: false, text: "may be circled" };
    }
  }
  return [{ numbers, circled }, marks];
}

function lossMark({ isBest, loss }) {
  const note = isBest ? "best" : figure(-loss);
  return { note, loss, isBest, text: isBest ? "best" : `loses ${figure(loss)}` };
}

function withCircles(marks, { bonus = [] }) {
  for (const index of bonus.map(indexOf)) marks[index] = { ...marks[index], isAsked: true };
  return marks;
}
