/**
 * The results of finished games, kept in the browser under "records", the oldest first: {at: when, as a
 * date in ISO form, game: "play", "puzzle" or "solitaire", card: its id, tiles: its points if they are not the
 * usual ones, name: of the player if there were several, points, best: of perfect play, or null, day: the date
 * of whose rolls it was, or ""}. They can be saved as a file, and taken from one.
 */

import { text } from "../texts.js";
import { cardId } from "./card_model.js";
import { cardOf } from "./session.js";

const KEY = "records";
const FORMAT = "penta-records";
const VERSION = 1;
const MOST = 500; // results; beyond it the oldest go that are no best
const LONGEST = 500; // characters of a text: a card of 20x20 has 406
const TEXTS = ["at", "game", "card", "tiles", "name", "day"];

/** Return the results that are kept. */
export function keptResults(store) {
  return store.get(KEY, [], (all) => all.every(isResult));
}

function isResult({ points, best, ...result }) {
  return TEXTS.every((key) => typeof result[key] === "string" && result[key].length <= LONGEST)
    && !Number.isNaN(Date.parse(result.at)) && ["play", "puzzle", "solitaire"].includes(result.game)
    && /^\d+x\d+:[A-Z]+$/.test(result.card) && [points, best ?? 0].every((figure) => Number.isInteger(figure) && figure >= 0);
}

/** Return the results of a finished game: `pointsOf(player)`, and `bestOf(player)` of perfect play. */
export function resultsOf(session, game, pointsOf, bestOf = () => null) {
  const at = new Date().toISOString();
  return session.names.map((name, player) => {
    const card = cardOf(session, player);
    return { at, game, card: cardId(card), tiles: card.points ?? "", name: session.names.length > 1 ? name : "",
      points: pointsOf(player), best: bestOf(player), day: session.day ?? "" };
  });
}

/** Keep these *results* too, and return how many of them are new. */
export function keepResults(store, results) {
  const before = keptResults(store);
  const all = [...new Map([...before, ...results].map((one) => [wordsOf(one), one])).values()];
  all.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const bests = new Set(groupsOf(all).map(({ best }) => best));
  for (let at = 0; all.length > MOST && at < all.length;) {
    if (bests.has(all[at])) at += 1;
    else all.splice(at, 1);
  }
  store.set(KEY, all);
  const known = new Set(before.map(wordsOf));
  return all.filter((one) => !known.has(wordsOf(one))).length;
}

/** Return {key, game, card, tiles, results, best} for each game and card, the one played last first. */
export function groupsOf(all) {
  const groups = new Map();
  for (const result of all) {
    const { game, card, tiles, points } = result;
    const key = `${game} ${card} ${tiles}`;
    const group = groups.get(key) ?? { key, game, card, tiles, results: [], best: result };
    groups.delete(key); // the order in a map is that in which keys came
    groups.set(key, { ...group, results: [...group.results, result], best: points > group.best.points ? result : group.best });
  }
  return [...groups.values()].reverse();
}

/** Return all results as the text of a file. */
export function recordsText(store) {
  return JSON.stringify({ format: FORMAT, version: VERSION, results: keptResults(store) });
}

/** Return the results in the text of a file; throw an Error that says what is wrong with it. */
export function resultsIn(content) {
  const { format, version, results } = parsed(content);
  if (format !== FORMAT || !Array.isArray(results)) throw new Error(text("records.no_file"));
  if (version !== VERSION) throw new Error(text("records.newer"));
  return results.map((one, at) => {
    if (!isSafely(one)) throw new Error(text("records.damaged", { number: at + 1 }));
    const { at: when, points, best = null, ...rest } = one;
    return { at: new Date(when).toISOString(), ...Object.fromEntries(TEXTS.slice(1).map((key) => [key, rest[key]])), points, best };
  });
}

function parsed(content) {
  try {
    return JSON.parse(content) ?? {};
  } catch {
    return {};
  }
}

function isSafely(one) {
  try {
    return isResult(one);
  } catch {
    return false;
  }
}

/** Return what tells *result* from the others. */
function wordsOf(result) {
  return JSON.stringify([...TEXTS.map((key) => result[key]), result.points]);
}
