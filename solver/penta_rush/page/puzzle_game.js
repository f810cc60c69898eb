/** Games of the puzzle variant as `penta rush puzzle` reads them, and what is drawn on a player's card. */

import { text } from "../texts.js";
import { cardText } from "./card_model.js";
import { cardOf, playerOf, rollText } from "./session.js";
import { pointsOn } from "./shapes.js";

/** Return the rounds of a player, this one too if he has handed it in: {roll, shape, cells, circled, timer}. */
function roundsOf({ rounds, roll, entries }, player) {
  return [...rounds, { roll, entries }].flatMap(({ roll: dice, entries: all }) =>
    all.filter((entry) => entry.player === player)
      .map(({ shape, cells, circled, timer }) => ({ roll: rollText(dice), shape, cells, circled, timer })));
}

/** Return the whole game, to be judged after a round. */
export function gameText(session) {
  const own = (player) => (session.cards ? { card: cardText(cardOf(session, player)) } : {});
  const players = session.names.map((name, player) => [name, { ...own(player), rounds: roundsOf(session, player) }]);
  const shared = session.cards ? {} : { card: cardText(session.card) };
  return JSON.stringify({ ...shared, players: Object.fromEntries(players) });
}

/**
 * Return the game of the player whose turn it is, by himself: the rules of a round are the same for him
 * as in a solitaire, where nobody turns the timer. `entry` is what he is about to do; without it, the roll is on the table.
 */
export function ownGameText(session, entry) {
  const roll = rollText(session.roll);
  const before = roundsOf(session, playerOf(session)).map((round) => ({ ...round, timer: false }));
  const rounds = entry ? [...before, { ...entry, roll, timer: false }] : before;
  return JSON.stringify({ card: cardText(cardOf(session)), players: { Player: { rounds } }, ...(entry ? {} : { roll }) });
}

/** Return the shapes on a player's card, for the board; *taken* is the look of circled cells. */
export function drawnOf(session, player, taken) {
  return roundsOf(session, player).map(({ shape, cells, circled }, number) => ({
    cells, label: shape, detail: circled ? pointsOn(session.card, shape) : "", colour: number, classes: circled ? "" : "is-crossed",
    look: circled ? taken : "is-faint is-crossed", note: text(circled ? "puzzle.circled_shape" : "puzzle.crossed_shape", { shape }),
  }));
}

/** Return how the tiles of a player look, by their letters: the circled and the crossed ones. */
export function tileStates(session, player) {
  return Object.fromEntries(roundsOf(session, player).map(({ shape, circled }) => {
    const done = circled ? "circled" : "crossed";
    return [shape, { classes: `is-${done}`, note: text(circled ? "puzzle.tile_circled" : "puzzle.tile_crossed"), isOff: true }];
  }));
}
