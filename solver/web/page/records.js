/**
 * The results of finished games, kept in the browser under "records", the oldest first: {at: when, as a
 * date in ISO form, game: one of GAMES, card: its id, tiles: its points if they are not the usual ones, name: of the
 * player if there were several, points, best: of perfect play, or null, day: the date of whose rolls it was, or ""},
 * and `against`, the levels of programs and what else made the game another one. In Pent-Up the points are the lead
 * on the level that decides, below 0 if the game is lost; in Geocinco the turns, 0 if it is not won. A game that goes
 * on after an undo has one result, the best one. Results can be saved as a file, and taken from one.
 */

import { number, text } from "./texts.js";

const KEY = "records";
const FORMAT = "penta-records";
const VERSION = 1;
const MOST = 500; // results; beyond it the oldest go that are no best
const LONGEST = 500; // characters of a text: a card of 20x20 has 406
const TEXTS = ["at", "game", "card", "tiles", "name", "day"];
const CARD = /^\d+x\d+:[A-Z]+$/;
const NOTHING = /^$/;
/** The games, with what is played on or against. */
const GAMES = {
  play: CARD, puzzle: CARD, solitaire: CARD, knaster: NOTHING, up: /^(easy|medium|strong)( lowest)?$/, climb: NOTHING,
  surround: /^[FILNPTUVWXYZ]$/, geocinco: /^(random|greedy|strong)( (random|greedy|strong|strait|slow))*$/,
};

/** Return the results that are kept. */
export function keptResults(store) {
  return store.get(KEY, [], (all) => all.every(isResult));
}

function isResult({ points, best, against = "", ...result }) {
  const { at, game, card } = result;
  return [against, ...TEXTS.map((key) => result[key])].every((one) => typeof one === "string" && one.length <= LONGEST)
    && !Number.isNaN(Date.parse(at)) && Object.hasOwn(GAMES, game) && GAMES[game].test(card + against)
    && [points, best ?? 0].every((figure) => Number.isInteger(figure) && (figure >= 0 || game === "up"));
}

/** Keep these *results* too, and return how many of them are new. */
export function keepResults(store, results) {
  const before = keptResults(store);
  const known = new Map();
  for (const one of [...before, ...results]) {
    const words = wordsOf(one);
    known.set(words, better(known.get(words), one));
  }
  const all = [...known.values()].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const bests = new Set(groupsOf(all).map(({ best }) => best));
  for (let at = 0; all.length > MOST && at < all.length;) {
    if (bests.has(all[at])) at += 1;
    else all.splice(at, 1);
  }
  if (JSON.stringify(all) !== JSON.stringify(before)) store.set(KEY, all);
  before.forEach((one) => known.delete(wordsOf(one)));
  return all.filter((one) => known.has(wordsOf(one))).length;
}

/** Return {key, game, card, against, results, best} for each game and card or program, the one played last first. */
export function groupsOf(all) {
  const groups = new Map();
  for (const result of all) {
    const { game, card, against } = result;
    const key = groupOf(result);
    const { results = [], best } = groups.get(key) ?? {};
    groups.delete(key); // the order in a map is that in which keys came
    groups.set(key, { key, game, card, against, results: [...results, result], best: better(best, result) });
  }
  return [...groups.values()].reverse();
}

function groupOf({ game, card, tiles, against = "" }) {
  return [game, card, tiles, against].join(" ");
}

function better(one, other) {
  return one && valueOf(one) >= valueOf(other) ? one : other;
}

/** Return a measure of a result, the larger the better: where few turns or pieces are best, their inverse. */
export function valueOf({ game, points }) {
  return ["geocinco", "surround"].includes(game) ? points && 1 / points : points;
}

/** Return the points of a result as they are shown. */
export function pointsText({ game, points }) {
  if (game === "geocinco" && !points) return "–";
  return (game === "up" && points > 0 ? "+" : "") + number(points);
}

/** Keep a *result* {game, at, points, against} unless its game began elsewhere, without `at`. */
export function keepResult(store, result) {
  const whole = { card: "", tiles: "", name: "", best: null, day: "", ...result };
  if (isResult(whole)) keepResults(store, [whole]);
}

/** Return how the game *at*, or the last one, like *result* compares with the best of the others: one of two texts, or "". */
export function comparedText(store, result, [worse, beaten] = ["records.so_far", "records.new"]) {
  const alike = keptResults(store).filter((one) => groupOf(one) === groupOf(result));
  const { at = alike.at(-1)?.at } = result;
  const [best, own] = [false, true].map((isOwn) => alike.filter((one) => (one.at === at) === isOwn).reduce(better, null));
  if (!(best?.points > 0)) return "";
  return text(own && better(best, own) === own ? beaten : worse, { points: pointsText(best) });
}

/** Return all results as the text of a file. */
export function recordsText(store) {
  return JSON.stringify({ format: FORMAT, version: VERSION, results: keptResults(store) });
}

/** Return the results in the text of a file; throw an Error that says what is wrong with it. */
export function resultsIn(content) {
  const { format, version, results } = tried(() => JSON.parse(content)) ?? {};
  if (format !== FORMAT || !Array.isArray(results)) throw new Error(text("records.no_file"));
  if (version !== VERSION) throw new Error(text("records.newer"));
  return results.map((one, at) => {
    if (!tried(() => isResult(one))) throw new Error(text("records.damaged", { number: at + 1 }));
    const { at: when, points, best = null, against, ...rest } = one;
    return { at: new Date(when).toISOString(), ...Object.fromEntries(TEXTS.slice(1).map((key) => [key, rest[key]])), points, best, ...(against && { against }) };
  });
}

/** Return what *make* returns, or null where it throws. */
function tried(make) {
  try {
    return make();
  } catch {
    return null;
  }
}

/** Return what tells *result* from those of other games and players. */
function wordsOf(result) {
  return [result.at, result.name, groupOf(result)].join(" ");
}
