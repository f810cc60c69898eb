/**
 * A card, and the rolls of a game on it, as the code of a link. It is the digit of the version, one number in
 * base 64, its least digit first, and three digits that check what stands before. The number is made of digits
 * too, each with a base of its own, the first one least: rows - 1 and columns - 1 in base 20, 1 for the puzzle,
 * how many rolls (13) and how many symbols - 1 (26); 0 if these are the first letters, or 1, and then 26 digits
 * of base 2, one for each letter; the cells, row by row, and the dice, in the base of the symbols; how many bytes
 * of UTF-8 (256) their names take, which stand in lines, and these bytes.
 */

import { MAX_SIDE } from "./card_model.js";
import { DICE, isLegal } from "./throwing.js";

const VERSION = "1";
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const LETTERS = [...DIGITS.slice(0, 26)];
const GAMES = ["play", "puzzle"];
const MOST_ROLLS = 12;
const CHECKS = 3; // digits
const PRIME = 262139; // the greatest below 64 ** CHECKS: no wrong character, no two that are swapped, remain unseen
const BYTES = 256;
const LONGEST = 1000; // characters that are looked at, more than a link has
const LONGEST_NAME = 30;

/** Return the code of *card*, an id, with the names of its symbols by letters and these *rolls* of a *game*. */
export function encoded({ card, legend = {}, game = "play", rolls = [] }) {
  const [, rows, cols, cells] = card.match(/^(\d+)x(\d+):(.*)$/);
  const used = [...new Set(cells)].sort();
  const isFirst = used.every((letter, at) => letter === LETTERS[at]);
  const names = used.map((letter) => legend[letter] ?? "").join("\n").trimEnd();
  const bytes = [...new TextEncoder().encode(names)];
  const symbol = (letter) => [used.indexOf(letter), used.length];
  return sealed([
    [rows - 1, MAX_SIDE], [cols - 1, MAX_SIDE], [GAMES.indexOf(game), GAMES.length], [rolls.length, MOST_ROLLS + 1],
    [used.length - 1, LETTERS.length], [isFirst ? 0 : 1, 2],
    ...(isFirst ? [] : LETTERS.map((letter) => [used.includes(letter) ? 1 : 0, 2])),
    ...[...cells].map(symbol), ...rolls.flat().map(symbol),
    [bytes.length, BYTES], ...bytes.map((byte) => [byte, BYTES]),
  ]);
}

/** Return {card, legend, game, rolls} of a *code*; null if it is damaged, undefined for one of a later version. */
export function decoded(code) {
  if (code.length > LONGEST || !/^[\w-]{5,}$/.test(code)) return null;
  const content = code.slice(0, -CHECKS);
  if (code.slice(-CHECKS) !== checkOf(content)) return null;
  if (!content.startsWith(VERSION)) return undefined;
  let value = [...content.slice(1)].reduceRight((sum, digit) => sum * 64n + BigInt(DIGITS.indexOf(digit)), 0n);
  const take = (base) => {
    const digit = Number(value % BigInt(base));
    value /= BigInt(base);
    return digit;
  };
  const many = (count, base) => Array.from({ length: count }, () => take(base));
  const [rows, cols] = [take(MAX_SIDE) + 1, take(MAX_SIDE) + 1];
  const game = GAMES[take(GAMES.length)];
  const count = take(MOST_ROLLS + 1), symbols = take(LETTERS.length) + 1;
  const marks = take(2) ? many(LETTERS.length, 2) : null;
  const letters = LETTERS.filter((_, at) => (marks ? marks[at] : at < symbols));
  if (letters.length !== symbols) return null;
  const card = `${rows}x${cols}:${many(rows * cols, symbols).map((at) => letters[at]).join("")}`;
  const rolls = Array.from({ length: count }, () => many(DICE, symbols).map((at) => letters[at]));
  const names = namesIn(many(take(BYTES), BYTES));
  if (!names || !rolls.every(isLegal) || names.some((name) => name.length > LONGEST_NAME || /[,;=#\p{C}]/u.test(name))) return null;
  const legend = Object.fromEntries(letters.flatMap((letter, at) => (names[at] ? [[letter, names[at]]] : [])));
  const found = { card, legend, game, rolls };
  return encoded(found) === code ? found : null; // there is one code for each
}

/** Return the code of *digits*, each [digit, base]. */
function sealed(digits) {
  let value = digits.reduceRight((sum, [digit, base]) => sum * BigInt(base) + BigInt(digit), 0n);
  let content = VERSION;
  for (; value > 0n; value /= 64n) content += DIGITS[Number(value % 64n)];
  return content + checkOf(content);
}

/** Return three digits that tell whether *content* is as it was written. */
function checkOf(content) {
  const sum = [...content].reduce((before, one) => (before * 67 + one.charCodeAt(0)) % PRIME, 0);
  return [1, 64, 64 ** 2].map((base) => DIGITS[Math.floor(sum / base) % 64]).join("");
}

/** Return the lines of these *bytes*; null if they are no text. */
function namesIn(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array(bytes)).split("\n");
  } catch {
    return null;
  }
}
