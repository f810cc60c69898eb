/**
 * The card that is kept in the browser, under the key "card":
 * {rows, cols, cells: [number of a symbol or null, ...], symbols: [{letter, name, form, colour, ...}, ...],
 * unsure: [index, ...], points}. The command line sees its text, in letters, with a legend where names
 * differ, and with the points that it was made for, "F1 I4 ...", if they are not the usual ones.
 */

import { namedSymbols, ourSymbol } from "./symbols.js";

export const MAX_SIDE = 20;
export const MAX_SYMBOLS = 26;

/** Return a card without any symbol painted. */
export function emptyCard(rows = 10, cols = 10, symbols = firstSymbols(6)) {
  return { rows, cols, cells: Array(rows * cols).fill(null), symbols, unsure: [] };
}

/** Return the card that is kept, or an empty one. */
export function keptCard(store) {
  const card = store.get("card", null, isCard);
  return card ? { ...card, symbols: renamed(card.symbols) } : emptyCard();
}

/** Return whether *card* is one; it throws, or returns false, for what is not. */
export function isCard({ rows, cols, cells, symbols, unsure = [], points }) {
  return [rows, cols].every((side) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE)
    && cells.length === rows * cols && cells.every((cell) => cell === null || symbols[cell].letter)
    && symbols.length > 0 && symbols.every(isSymbol) && Array.isArray(unsure) && typeof (points ?? "") === "string";
}

function isSymbol({ letter, name = "", form, colour }) {
  return /^[A-Z]$/.test(letter) && typeof name === "string" && [form, colour].every((number) => Number.isInteger(number) && number >= 0);
}

/** Return how many cells are still to paint. */
export function unpainted(card) {
  return card.cells.filter((cell) => cell === null).length;
}

/** Return the text of a painted card, as every command reads it from standard input. */
export function cardText(card) {
  const legend = card.symbols
    .filter(({ name }, number) => name && card.cells.includes(number))
    .map(({ letter, name }) => `${letter} = ${name}\n`);
  const points = card.points ? `points = ${card.points}\n` : "";
  return `${points}${legend.join("")}${cardId(card)}\n`;
}

/** Return the id of a painted card, `10x10:ABC...`. */
export function cardId({ rows, cols, cells, symbols }) {
  return `${rows}x${cols}:${cells.map((cell) => symbols[cell].letter).join("")}`;
}

/** Return the card of an answer with the keys `card`, an id, and perhaps `legend` and `points`. */
export function cardOfAnswer({ card: id, legend = {}, points }) {
  const [, rows, cols, letters] = id.match(/^(\d+)x(\d+):(.*)$/);
  const used = [...new Set(letters)].sort();
  const isPlain = namedSymbols(used, legend).every(({ name }) => !name);
  // A card of our letters A to D still has a palette of six: a cell may be wrong.
  const listed = isPlain && used.at(-1) <= "F" ? [..."ABCDEF"] : used;
  const symbols = namedSymbols(listed, legend);
  const number = Object.fromEntries(listed.map((letter, index) => [letter, index]));
  return { rows: +rows, cols: +cols, cells: [...letters].map((letter) => number[letter]), symbols, unsure: [], points };
}

/** Return the card of a text that `cardText` has made; null for any other. */
export function cardOfText(text) {
  const lines = text.trim().split("\n");
  const { points, ...names } = Object.fromEntries(lines.slice(0, -1).map((line) => line.split(" = ")));
  const [, rows, cols, letters] = lines.at(-1).match(/^(\d+)x(\d+):([A-Z]+)$/) ?? [];
  if (!letters || rows * cols !== letters.length) return null;
  const card = cardOfAnswer({ card: lines.at(-1), legend: names, points });
  return isCard(card) ? card : null;
}

/** Return *card* in another size, what fits of it kept at the top left. */
export function resized(card, rows, cols) {
  const at = (row, col) => (row < card.rows && col < card.cols ? row * card.cols + col : -1);
  const from = Array.from({ length: rows * cols }, (_, index) => at(Math.floor(index / cols), index % cols));
  const unsure = from.flatMap((old, index) => (card.unsure.includes(old) ? [index] : []));
  return { ...card, rows, cols, cells: from.map((old) => card.cells[old] ?? null), unsure };
}

/** Return the symbols that the card shows, by letters: the faces of its dice. */
export function shownSymbols(card) {
  return card.symbols
    .filter((_, number) => card.cells.includes(number))
    .sort((one, other) => (one.letter < other.letter ? -1 : 1));
}

/** Return our first *count* symbols. */
export function firstSymbols(count) {
  return Array.from({ length: count }, (_, number) => ourSymbol(String.fromCharCode(65 + number)));
}

/** Return *card* with one more symbol, of the first letter that is free. */
export function withSymbol(card, name = "") {
  const taken = new Set(card.symbols.map(({ letter }) => letter));
  const letter = firstSymbols(MAX_SYMBOLS).map((one) => one.letter).find((one) => !taken.has(one));
  return { ...card, symbols: renamed([...card.symbols, { letter, name }]) };
}

/** Return *symbols* as their names make them look, with other names for some letters. */
export function renamed(symbols, others = {}) {
  const names = Object.fromEntries(symbols.map(({ letter, name }) => [letter, name]));
  return namedSymbols(symbols.map(({ letter }) => letter), { ...names, ...others });
}
