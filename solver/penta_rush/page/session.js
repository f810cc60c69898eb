/**
 * A game at one phone, as it is kept in the browser:
 * {card, cards, names, seconds, rounds: [{roll, entries}], roll: [letters] or null, entries, isReady, outlines, sand}.
 * `card` is for all players, unless `cards` has one for each. `rolls` are those of the rounds, where they were given, and
 * `day` is the date of whose rolls they are, if of one. In a round each player hands in one entry, {player: number, timer, ...}; who is first changes from
 * round to round. `outlines`, `sand` and what Puzzle adds belong to the turn that is being played: so do `drawn`,
 * the ms of the turn at which each outline was made, and `clock`, {spent, since}, its ms where no sand runs. Every
 * function returns a new session.
 */

import { cardId, cardText, isCard } from "./card_model.js";
import { cellsOf } from "./outlines.js";
import { leftOf } from "./sand.js";

const FORMAT = 1; // another one where the keys of a session change

/** Return a new game. `seconds`: how long the sand runs, 0 without a timer. */
export function newSession({ card, cards = null, names, seconds, rolls = [], day = "" }) {
  const kept = ({ rows, cols, cells, symbols, points }) => ({ rows, cols, cells, symbols, points });
  return { format: FORMAT, card: kept(card), cards: cards && cards.map(kept), names, seconds, rolls, day, rounds: [], roll: null, entries: [], ...noTurn() };
}

/** Return the session that is kept; null without one, and for what another version of this page wrote. */
export function keptSession(store, key) {
  return store.get(key, null, isSession);
}

function isSession({ format, card, cards, names, seconds, rolls = [], rounds, roll, entries, outlines, sand }) {
  const areEntries = (all) => all.every(({ player }) => names[player] !== undefined);
  return format === FORMAT && [card, ...(cards ?? [])].every(isCard) && names.length > 0 && names.every((name) => typeof name === "string")
    && (!cards || cards.length === names.length) && Number.isFinite(seconds)
    && [roll ?? [], ...rolls].every((one) => one.every((letter) => card.symbols.some((symbol) => symbol.letter === letter)))
    && [{ entries }, ...rounds].every((round) => areEntries(round.entries)) && outlines.every(Array.isArray)
    && (!sand || Number.isFinite(sand.left));
}

/** Return what is to be done: "throw", "wait" for the next player, "turn" or "results". */
export function phaseOf({ roll, entries, names, isReady }) {
  if (!roll) return "throw";
  if (entries.length === names.length) return "results";
  return isReady ? "turn" : "wait";
}

/** Return the number of the round, from 1. */
export function roundOf({ rounds }) {
  return rounds.length + 1;
}

/** Return the number of the player whose turn it is, or who throws the dice. */
export function playerOf({ rounds, entries, names }) {
  return (rounds.length + entries.length) % names.length;
}

/** Return the card of a player, by default of the one whose turn it is. */
export function cardOf(session, player = playerOf(session)) {
  return session.cards?.[player] ?? session.card;
}

/** Return whether the player may turn the timer: it stands, and somebody follows him. */
export function mayTurn({ seconds, names, entries, isTurned }) {
  return seconds > 0 && !isTurned && entries.length < names.length - 1 && !entries.some(({ timer }) => timer);
}

/** Return the session with these dice; the first player's turn begins. */
export function withRoll(session, roll) {
  return begun({ ...session, roll, entries: [] });
}

/** Return the session in which the next player's turn begins; the sand runs if it was turned, or for one alone. */
export function begun(session) {
  const { seconds, names, entries } = session;
  const isTimed = seconds > 0 && (names.length === 1 || entries.some(({ timer }) => timer));
  const sand = isTimed ? { total: seconds * 1000, left: seconds * 1000, until: Date.now() + seconds * 1000 } : null;
  return { ...session, ...noTurn(), isReady: true, sand, drawn: [], clock: { spent: 0, since: Date.now() } };
}

/** Return the session whose turn is looked at, or no longer: a turn without sand takes its time only meanwhile. */
export function watched(session, isWatched) {
  if (!session.clock || (session.clock.since !== null) === isWatched) return session;
  return { ...session, clock: { spent: clockOf(session), since: isWatched ? Date.now() : null } };
}

/** Return the session with these outlines; those that were there keep their moment. */
export function withOutlines(session, outlines) {
  if (!session.drawn) return { ...session, outlines }; // the turn was begun by a page that kept no time
  const key = (cells) => [...cells].sort().join(" ");
  const moments = new Map(session.outlines.map((cells, at) => [key(cells), session.drawn[at]]));
  const now = spentOf(session);
  return { ...session, outlines, drawn: outlines.map((cells) => moments.get(key(cells)) ?? now) };
}

function clockOf({ clock: { spent, since } }) {
  return spent + (since === null ? 0 : Date.now() - since);
}

/** Return the ms that the player had for his turn so far. */
function spentOf(session) {
  return session.sand ? session.sand.total - leftOf(session.sand) : clockOf(session);
}

/** Return what the player hands in of Play: the cells of his outlines, and when he made each, if that is known. */
export function drawnOutlines(session) {
  const { drawn, outlines, sand, seconds } = session;
  const cells = outlines.map((outline) => cellsOf(outline, cardOf(session).cols));
  if (!drawn) return { cells };
  const spent = spentOf(session);
  const inSeconds = (ms) => Math.round(Math.min(ms, spent) / 10) / 100;
  return { cells, time: { seconds: inSeconds(spent), drawn: drawn.map(inSeconds), sand: seconds || null, hurried: Boolean(sand) } };
}

/** Return the session after the player has handed in *entry*. */
export function handedIn(session, entry) {
  return { ...session, entries: [...session.entries, { ...entry, player: playerOf(session) }], ...noTurn() };
}

/** Return the session before the next round. */
export function nextRound(session) {
  const { roll, entries } = session;
  return { ...session, rounds: [...session.rounds, { roll, entries }], roll: null, entries: [], ...noTurn() };
}

/** Return a roll as commands read it: its letters, sorted. */
export function rollText(roll) {
  return [...roll].sort().join("");
}

/** Return the sheet of an entry of this round, as `penta rush score` reads it. */
export function sheetOf(session, { cells, timer, player }) {
  return { card: cardText(cardOf(session, player)), roll: rollText(session.roll), round: roundOf(session), timer, outlines: cells };
}

/** Return the finished game of Play as `penta rush total` and `penta rush fit` read it: outlines as they were drawn. */
export function recordOf(session) {
  const { names, rounds, roll, entries } = session;
  const all = [...rounds, { roll, entries }];
  const sheet = (player, number) => {
    const entry = all[number].entries.find((each) => each.player === player);
    if (!entry.cells) return entry.points; // of a page that kept the points alone
    const { time } = entry;
    const order = [...entry.cells.keys()].sort((one, other) => (time ? time.drawn[one] - time.drawn[other] : one - other));
    const own = { ...session, roll: all[number].roll, rounds: all.slice(0, number) };
    const drawn = time && { ...time, drawn: order.map((at) => time.drawn[at]) };
    return { ...sheetOf(own, { ...entry, cells: order.map((at) => entry.cells[at]) }), ...(time ? { time: drawn } : {}) };
  };
  return JSON.stringify({ players: names.map((name, player) => ({ name, rounds: all.map((_, number) => sheet(player, number)) })) });
}

/** Return the results of a game that was finished now, or `at` that moment, for the records: `pointsOf(player)`, and `bestOf(player)` of perfect play. */
export function resultsOf(session, game, pointsOf, bestOf = () => null) {
  const at = new Date(session.at ?? Date.now()).toISOString();
  return session.names.map((name, player) => {
    const card = cardOf(session, player);
    return { at, game, card: cardId(card), tiles: card.points ?? "", name: session.names.length > 1 ? name : "",
      points: pointsOf(player), best: bestOf(player), day: session.day ?? "" };
  });
}

function noTurn() {
  return { isReady: false, outlines: [], drawn: null, clock: null, sand: null, isTurned: false, mustCross: false, why: null };
}
