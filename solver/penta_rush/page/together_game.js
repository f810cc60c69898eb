/** A game at a table of many phones as the screens of one phone know games, and what a player hands in. */

import { cardOfText } from "./card_model.js";
import { cellsOf } from "./outlines.js";
import { bestsOf } from "./play_results.js";

const WAIT = 400; // ms after which the table gets to know what was drawn

/** Return the session of the results so far, as `makeResults` shows it; the last round is the one that is judged. */
export function sessionOf({ card, seats, players, results, total }) {
  const rounds = results.map(({ roll, entries, best }) => ({ roll: [...roll], entries: entries.map((entry) => entryOf(entry, players)), bests: bestsOf(best) }));
  const cards = players.map((player) => cardOfText(seats[player].card) ?? cardOfText(card));
  const { roll, entries } = rounds.at(-1);
  const hasOwn = players.some((player) => seats[player].card !== card);
  const best = results.at(-1).best.map((each) => ({ score: 0, packing: null, ...each }));
  return {
    card: cardOfText(card), cards: hasOwn ? cards : null, names: players.map((player) => seats[player].name),
    rounds: rounds.slice(0, -1), roll, entries, best: hasOwn ? best : best.slice(0, 1), total: total?.players ? total : null, at: total?.at,
  };
}

function entryOf({ player, entry, timer, judged }, players) {
  const all = (entry.outlines ?? []).map((outline) => outline.filter(Array.isArray));
  const outlines = (judged.outlines ?? []).filter((_, number) => all[number]?.length);
  const cells = all.filter(({ length }) => length);
  return { player: players.indexOf(player), cells, timer, judged: { ...judged, outlines }, points: judged.points ?? 0 };
}

/** Return what a player hands in of *outlines* on a card of so many *cols*. */
export function entryOfOutlines(outlines, cols) {
  return { outlines: outlines.map((cells) => cellsOf(cells, cols)) };
}

/** Return the outlines of such an entry. */
export function outlinesOfEntry(entry, cols) {
  return (entry?.outlines ?? []).map((cells) => cells.map(([row, col]) => row * cols + col));
}

/** Return {keep, kept, forget, send, stop} for what a player draws in a round: it is kept, and *tell(values)* follows. */
export function makeDraft(app, tell) {
  let sending = null;
  const stop = () => clearTimeout(sending);

  return {
    keep: (code, round, outlines) => app.store.set("together.drawn", { code, round, outlines }),
    /** Return the outlines that were kept of this round, or null. */
    kept(code, round) {
      const own = app.store.get("together.drawn", null, ({ outlines }) => outlines.every(Array.isArray));
      return own?.code === code && own.round === round ? own.outlines : null;
    },
    forget: () => app.store.set("together.drawn", null),
    /** Tell `values()` a moment later, with a number greater than all before: requests may overtake. */
    send(values) {
      stop();
      sending = setTimeout(() => {
        const number = Math.max(Date.now(), app.store.get("together.number", 0, Number.isSafeInteger) + 1);
        app.store.set("together.number", number);
        tell({ ...values(), number });
      }, WAIT);
    },
    stop,
  };
}
