/** The game as the browser keeps it, and the board that its steps make. What is legal, penta says. */

const KEY = "geocinco.game";
const RECORD = "geocinco.record"; // that is reviewed in the place of the game
export const KEYS = [KEY, RECORD];

export const COLOURS = ["red", "yellow", "green", "blue"];

/** Return a game that begins. *programs* are levels by colours, *tokens* are laid in a turn. */
export function newGame({ players, programs, board, tokens }) {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return { board, players, tokens, turns: [], play: { programs, seed } };
}

/** Return {game, thrown, at} or null; *thrown* is the last turn whose dice a person has thrown, *at* when it began, if that was here. */
export function keptGame(store) {
  return store.get(KEY, null, ({ game, thrown }) => Number.isInteger(thrown) && isRecord(game) && Boolean(game.play));
}

export function keepGame(store, kept) {
  store.set(KEY, kept);
}

/** Return the result of a finished game of one person, for the records, as penta's *answer* tells it; of others without `at`. */
export function resultOf({ at, game: { board, players, tokens, play } }, { winner, turn }) {
  const people = players.filter((colour) => !play.programs[colour]);
  const against = [...Object.values(play.programs).sort(), board === "strait" && board, tokens === 1 && "slow"];
  return { game: "geocinco", at: people.length === 1 && at, against: against.filter(Boolean).join(" "), points: winner === people[0] ? turn : 0 };
}

/** Return the record that is to be reviewed, or null. */
export function keptRecord(store) {
  return store.get(RECORD, null, isRecord);
}

export function keepRecord(store, record) {
  store.set(RECORD, record);
}

function isRecord({ players, turns }) {
  return players.length > 1 && players.every((one) => COLOURS.includes(one)) && Array.isArray(turns);
}

/** Return what lies on the board after the first *count* of the *steps* that penta told. */
export function boardAfter(steps, count = steps.length) {
  const [tokens, bridges, towers] = [new Map(), new Map(), new Map()];
  for (const { kind, player, slots, winner, towers: built, fallen } of steps.slice(0, count)) {
    if (kind === "bridge") bridges.set(String([player, ...slots]), { player, slots });
    else if (kind === "contest") tokens.set(slots[0], winner);
    else if (kind !== "lost") tokens.set(slots[0], player);
    for (const name of built) towers.set(name, player);
    for (const bridge of fallen) bridges.delete(String(bridge));
  }
  return { tokens, bridges: [...bridges.values()], towers };
}

/** Return the program that has this colour, or undefined for a person. */
export function levelOf({ play }, colour) {
  return play?.programs[colour];
}
