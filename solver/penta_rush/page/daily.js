/**
 * The card and the five rolls of a day, the same on every page. The rule is for ever: the date in UTC, written
 * as the number YYYYMMDD, is the state of splitmix64 (Steele, Lea and Flood, 2014). Its first number chooses the
 * card, by its remainder; each five that follow are a throw, by their remainders: 0 is A, 5 is F. Three alike are
 * thrown again.
 */

import { DICE, isLegal } from "./throwing.js";

const CARDS = ["autumn", "harbour", "heath", "meadow", "orchard", "prairie", "spring", "steppe", "summer", "winter"];
const LETTERS = [..."ABCDEF"]; // of all these cards
const ROUNDS = 5;

/** Return the date of today in UTC, `2026-11-29`. */
export function today() {
  return new Date().toISOString().slice(0, 10);
}

/** Return {name, rolls}: the name of the sample card of *day*, a date, and its rolls. */
export function dailyGame(day) {
  let state = BigInt(day.replaceAll("-", ""));
  const pick = (choices) => {
    state = wrapped(state + 0x9e3779b97f4a7c15n);
    let mixed = wrapped((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = wrapped((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return choices[Number((mixed ^ (mixed >> 31n)) % BigInt(choices.length))];
  };
  const name = pick(CARDS), rolls = [];
  while (rolls.length < ROUNDS) {
    const roll = Array.from({ length: DICE }, () => pick(LETTERS));
    if (isLegal(roll)) rolls.push(roll);
  }
  return { name, rolls };
}

function wrapped(number) {
  return BigInt.asUintN(64, number);
}
