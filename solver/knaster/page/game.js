/** A game as the page keeps it: the sheet that it began with, and its turns, since `at` if all were played here. What is legal, penta says. */

import { cellName } from "../dom.js";
import { number as numberText, text } from "../texts.js";

export const SIDE = 5;
export const NO_DICE = [null, null];
const ROW = /^ [1-5] /; // of a printed sheet
const CELLS = SIDE * SIDE;
const KEY = "knaster.game";

/** Return a game on the sheet *start*; null is the empty one. */
export function newGame(start = null) {
  return { start, turns: [], dice: NO_DICE, left: 0, isOver: false, mean: null, player: null, players: null };
}

export function keptGame(store) {
  return { ...newGame(), ...store.get(KEY, {}, isGame) };
}

/** Return whether *game* is one; it throws, or returns false, for what is not. */
function isGame({ start = null, turns = [], dice = NO_DICE, players = null }) {
  const areTurns = (all) => all.every(({ roll }) => Number.isInteger(roll));
  return areTurns(turns) && dice.length === NO_DICE.length && (!start || (start.numbers.length === CELLS && start.circled.length === CELLS))
    && Object.values(players ?? {}).every(areTurns) && sheetOf({ start, turns }).numbers.length === CELLS;
}

export function keepGame(store, game) {
  store.set(KEY, game);
}

export function watchGame(store, call) {
  return store.watch(KEY, call);
}

export function nameOf(index) {
  return cellName(Math.floor(index / SIDE), index % SIDE);
}

export function indexOf(name) {
  return (Number(name[1]) - 1) * SIDE + name.charCodeAt(0) - 97;
}

/** Return the sheet, {numbers, circled} by index, after the first *count* turns of *game*. */
export function sheetOf({ start, turns }, count = turns.length) {
  const sheet = start ? structuredClone(start) : { numbers: Array(CELLS).fill(null), circled: Array(CELLS).fill(false) };
  for (const { roll, write, circle, bonus = [] } of turns.slice(0, count)) {
    if (write) sheet.numbers[indexOf(write)] = roll;
    for (const name of circle ? [circle] : bonus) sheet.circled[indexOf(name)] = true;
  }
  return sheet;
}

/** Return what jobs get as `sheet`. */
export function sheetText({ numbers, circled }) {
  const rows = Array.from({ length: SIDE }, (_, row) => numbers.slice(row * SIDE, (row + 1) * SIDE));
  return JSON.stringify({ numbers: rows, circled: [...circled.keys()].filter((at) => circled[at]).map(nameOf) });
}

/** Return the sheet that penta printed. */
export function sheetOfText(printed) {
  const words = printed.split("\n").filter((line) => ROW.test(line))
    .flatMap((line) => line.trim().split(/\s+/).slice(1, SIDE + 1));
  return { numbers: words.map((word) => (word === "." ? null : parseInt(word.replace("(", ""), 10))),
    circled: words.map((word) => word.startsWith("(")) };
}

/** Return what jobs get as `record`; null for a game that did not begin with an empty sheet. */
export function recordText({ start, turns, players, isOver }) {
  if (start) return null;
  if (players) {
    const all = Object.entries(players).map(([name, own]) => [name, { turns: own }]);
    return JSON.stringify({ players: Object.fromEntries(all) });
  }
  // A pass that somebody else's full sheet allowed is none in a game of one player.
  const isFull = turns.filter(({ write }) => write).length === CELLS;
  const isCut = isOver && !isFull && !turns.at(-1).write && !turns.at(-1).circle;
  return JSON.stringify({ turns: isCut ? turns.slice(0, -1) : turns });
}

/** Return the game of a record that penta found legal, or of a review of one. */
export function gameOfRecord({ turns, players = null }, isOver) {
  const names = Object.keys(players ?? {});
  const listed = players && Object.fromEntries(names.map((name) => [name, players[name].turns.map(turnOf)]));
  return { ...newGame(), isOver, players: listed, player: names[0] ?? null, turns: listed ? listed[names[0]] : turns.map(turnOf) };
}

/** Return the turn alone, with cells by their names. */
export function turnOf({ roll, write, circle, bonus }) {
  const name = (cell) => (typeof cell === "string" ? cell.toLowerCase() : cellName(...cell));
  return { roll, ...(write && { write: name(write) }), ...(circle && { circle: name(circle) }),
    ...(bonus?.length && { bonus: bonus.map(name) }) };
}

export function moveText({ write, circle, bonus = [] }) {
  if (circle) return text("knaster.move.circle", { circle });
  if (!write) return text("knaster.move.pass");
  if (!bonus.length) return text("knaster.move.write", { write });
  return text("knaster.move.write-circle", { write, bonus: bonus.join(" "), count: bonus.length });
}

export function pointsText(count) {
  return text("knaster.score.count", { count });
}

/** Return what a cell holds, and perhaps what is *said* of it besides. */
export function cellText(number, isCircled, said) {
  return [number ?? text("knaster.sheet.free"), isCircled && text("knaster.sheet.circled"), said].filter(Boolean).join(", ");
}

/** Return a number as it is shown; with *isSigned* it may have a plus sign. */
export function figure(number, digits = 2, isSigned = false) {
  const shown = numberText(number, digits).replace("-", "−").replace(/^−([0.,]+)$/, "$1");
  return isSigned && number > 0 ? `+${shown}` : shown;
}
