/** A game of Pent-Up as the page keeps it: its moves, and who plays, since `at` if it was played here. What is legal, penta says. */

import { LETTERS } from "../pieces.js";
import { text } from "../texts.js";

export const COLOURS = ["white", "black"];
export const PIECES = 2 * LETTERS.length; // the game ends when all of them are laid
const MIDDLE = 9; // row and col of the first piece: then few rows and cols are less than 1
export const TABLE = { least: 5, most: 13 }; // the rows and cols of the bare table
const REACH = 8; // rows or cols from the first place of the first piece to the farthest ones

/** What `penta up suggest` is told for each level of the program. */
export const PROGRAMS = { easy: { steps: "6" }, medium: { steps: "150" }, strong: { seconds: "4" } };

/** Return an empty game, played as *before* was, or by a person against the program. */
export function newGame({ white = "person", black = "medium", lowest = false } = {}) {
  return { moves: [], white, black, lowest, seed: Math.floor(Math.random() * 1e6) };
}

export function keptGame(store, key) {
  return { ...newGame(), ...store.get(key, {}, isGame) };
}

function isGame({ moves, white = "person", black = "person", seed = 0 }) {
  return Number.isInteger(seed) && seed >= 0 && seed <= 1e6 && [white, black].every((player) => player === "person" || Object.hasOwn(PROGRAMS, player))
    && moves.every(({ colour, shape, cells, level }, at) => colour === toMove(moves.slice(0, at)) && LETTERS.includes(shape)
      && cells.length === 5 && cells.flat().every(Number.isInteger) && level > 0);
}

export function toMove(moves) {
  return COLOURS[moves.length % 2];
}

export function isOver({ moves }) {
  return moves.length === PIECES;
}

/** Return the letters of the pieces that *colour* has not laid. */
export function lettersLeft(moves, colour) {
  const used = new Set(moves.filter((move) => move.colour === colour).map(({ shape }) => shape));
  return LETTERS.filter((letter) => !used.has(letter));
}

/** Return {level, white, black}, how many pieces lie there, for each level from the table up. */
export function levelsOf(moves) {
  const top = Math.max(0, ...moves.map(({ level }) => level));
  const count = (level, colour) => moves.filter((move) => move.level === level && move.colour === colour).length;
  return Array.from({ length: top }, (_, at) => ({ level: at + 1, white: count(at + 1, "white"), black: count(at + 1, "black") }));
}

/** Return who leads, {colour, level, most, least}; null if nobody does. */
export function leaderOf(moves, lowest) {
  const levels = levelsOf(moves);
  const found = (lowest ? levels : levels.reverse()).find(({ white, black }) => white !== black);
  if (!found) return null;
  const { level, white, black } = found;
  return { colour: white > black ? "white" : "black", level, most: Math.max(white, black), least: Math.min(white, black) };
}

/** Return the result of a finished game of one person against the program, for the records; of others without `at`. */
export function resultOf({ at, moves, lowest, ...players }) {
  const own = COLOURS.find((colour) => players[colour] === "person");
  const other = COLOURS.find((colour) => colour !== own);
  const { colour, most = 0, least = 0 } = leaderOf(moves, lowest) ?? {};
  return { game: "up", at: isOver({ moves }) && own && at, against: players[other] + (lowest ? " lowest" : ""), points: colour === own ? most - least : least - most || 0 };
}

/** Return what jobs get as `record`. */
export function recordText({ moves }) {
  return JSON.stringify({ moves });
}

/** Return *move* as the next one after *moves*: the program lays the first piece in a corner of the table. */
export function movedIn(moves, move) {
  return moves.length ? move : { ...move, cells: move.cells.map(([row, col]) => [row + MIDDLE, col + MIDDLE]) };
}

/** Return all moves that *move* stands for: the first piece may lie anywhere, and does on any cell of the bare table that is seen, if also beyond its edge. */
export function movesIn(moves, move) {
  const first = movedIn(moves, move);
  if (moves.length) return [first];
  const ways = Array.from({ length: 2 * REACH + 1 }, (_, at) => at - REACH);
  const shifts = [[0, 0], ...ways.flatMap((down) => ways.map((right) => [down, right])).filter((shift) => shift.some(Boolean))];
  return shifts.map(([down, right]) => ({ ...first, cells: first.cells.map(([row, col]) => [row + down, col + right]) }))
    .filter(({ cells }) => cells.some((cell) => cell.every((side) => side >= TABLE.least && side <= TABLE.most)));
}

export function colourText(colour) {
  return text(`up.colour.${colour}`);
}

/** Return who wins, or leads in a game that goes on. */
export function resultText({ moves, lowest }) {
  const leader = leaderOf(moves, lowest);
  if (!leader) return text(isOver({ moves }) ? "up.draw" : "up.even");
  return text(isOver({ moves }) ? "up.wins" : "up.leads", { ...leader, colour: colourText(leader.colour) });
}
