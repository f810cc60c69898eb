/** The screen Play: five rounds against the sand; outlines are judged, and the best packing shown beside them. */

import { celebrate } from "../confetti.js";
import { button, say, savedFile, styleSheet } from "../dom.js";
import { text } from "../texts.js";
import { cardText } from "./card_model.js";
import { cellsOf, CELLS } from "./outlines.js";
import { openCode } from "./given.js";
import { keepGame, makeResults, roundsOf, sumOf, wonText } from "./play_results.js";
import { soFarText, winnerText } from "./scores.js";
import { cardOf, drawnOutlines, handedIn, nextRound, phaseOf, playerOf, recordOf, rollText, roundOf, sheetOf } from "./session.js";
import { shapeOf } from "./shapes.js";
import { makeShare } from "./share.js";
import { makeTable } from "./table.js";
import { makeTiles } from "./tiles.js";

const ROUNDS = 5;

export async function mount(root, app) {
  await Promise.all(["rush.css", "play.css"].map((name) => styleSheet(new URL(name, import.meta.url))));
  let hasFailed = false; // the round could not be judged
  const tiles = makeTiles({ title: text("play.tiles") });
  const results = makeResults(() => show());
  let asked = null; // the empty turn of which it was asked whether it is to end
  const done = button(text("play.done"), () => finish(false), { icon: "check", class: "primary" });
  const next = button(text("play.next"), goOn, { class: "primary" });
  const again = button(text("play.judge"), judge, { class: "primary" });
  const save = button(text("play.save"), saveGame);
  const share = makeShare(app, "play", { kind: () => "play", result: results.result, tell: (...what) => table.tell(...what), more: [save] });
  const table = makeTable(root, app, {
    key: "play.game", beside: results.beside, isTimed: () => true, notes, status,
    task: text("play.task"), soFar, isOver: (now) => Boolean(now.total),
    card: (now, phase) => (phase === "results" ? cardOf(now, results.player()) : cardOf(now)),
    drawn: (phase) => (phase === "results" ? results.drawn(table.session()) : []),
    tools: (phase) => (phase === "results" && table.session().best ? [results.choice] : []),
    actions: (phase) => (phase === "turn" ? [done] : table.session().best ? [next] : hasFailed ? [again] : []),
    side: (phase) => (phase !== "results" ? [tiles.element] : table.session().best ? panels(table.session()) : []),
    shown,
    turned: () => finish(true),
    ended() {
      handIn(false);
      table.tell(text("play.ran_out"));
    },
  });
  show();
  if (table.session() && phaseOf(table.session()) === "results") judge();
  return { hidden: table.hidden, shown: table.appeared, opened };

  function show() {
    table.show();
  }

  function shown(now, phase) {
    results.show(phase === "results" ? now : null);
    if (now?.total) share.show(now);
    next.lastChild.textContent = text(now?.total ? "play.again" : "play.next");
    if (phase === "setup" || phase === "results") return;
    // Only what everybody sees on the card: which tiles have an outline; nothing of the one before.
    const outlines = phase === "turn" ? now.outlines : [];
    const used = outlines.filter((cells) => cells.length === CELLS).map((cells) => shapeOf(cellsOf(cells, cardOf(now).cols)));
    tiles.show(Object.fromEntries(used.map((shape) => [shape, { classes: "is-done" }])), now.card, roundOf(now) === ROUNDS);
  }

  /** A link was opened: its card and rolls are asked about. */
  function opened(code) {
    try {
      openCode(app, code);
      table.tell("");
    } catch (problem) {
      table.tell(problem.message, true);
    }
  }

  function panels(now) {
    const [first, ...others] = results.ordered(now);
    return now.total ? [first, share.element, ...others] : [first, ...others];
  }

  function notes(players, seconds) {
    if (!seconds) return text("play.no_hurry");
    if (players === 1) return text("play.every_round");
    return text("play.timer_point");
  }

  function status(now, phase) {
    const number = roundOf(now);
    const isLast = number === ROUNDS;
    if (phase === "results") return text(isLast ? "play.last" : "play.round", { round: number });
    const name = now.names[playerOf(now)];
    if (phase === "wait") return text("play.hand_over", { name });
    const round = text(isLast ? "play.doubled" : "play.of", { number, all: ROUNDS });
    return text(now.names.length === 1 ? "play.round" : phase === "throw" ? "play.begins" : "play.turn", { name, round });
  }

  function soFar({ names, rounds }) {
    return rounds.length ? soFarText(names, names.map((_, player) => sumOf(rounds, player).points)) : "";
  }

  /** The player says that he has done; an empty turn does not end by accident. */
  function finish(timer) {
    const { entries, outlines } = table.session();
    if (outlines.length || asked === entries) return handIn(timer);
    asked = entries;
    return table.tell(text("play.nothing"));
  }

  function handIn(timer) {
    const now = table.session();
    results.choose(playerOf(now));
    table.tell("");
    table.put(handedIn(now, { ...drawnOutlines(now), timer }));
    scrollTo(0, 0);
    if (phaseOf(table.session()) === "results") judge();
  }

  /** Have each sheet judged, and the best packing found; after the last round, the winner too. */
  async function judge() {
    const now = table.session();
    if (now.best) return;
    hasFailed = false;
    table.tell("");
    try {
      const asked = { roll: rollText(now.roll), round: String(roundOf(now)) };
      const [best, ...judged] = await Promise.all([
        Promise.all((now.cards ?? [now.card]).map((card) => app.run("best", { ...asked, card: cardText(card) }))),
        ...now.entries.map((entry) => app.run("score", { sheet: JSON.stringify(sheetOf(now, entry)) })),
      ]);
      const entries = now.entries.map((entry, at) => ({ ...entry, judged: judged[at], points: judged[at].points }));
      const total = roundOf(now) === ROUNDS ? await app.run("total", { game: gameOf(now, entries) }) : null;
      if (table.session()?.entries !== now.entries) return; // the game was ended
      table.keep({ entries, best, total });
      if (total) {
        if (total.players.some((player) => player.total > 0)) celebrate();
        keepGame(app.store, table.session());
        show();
      }
      const points = entries.map((entry) => `${now.names[entry.player]} ${wonText(entry)}`).join(", ");
      const judgement = text("play.judged", { points, best: best.map(({ score }) => score).join(", ") });
      say(total ? `${winnerText(total)}. ${judgement}` : judgement);
    } catch (problem) {
      hasFailed = true;
      table.tell(problem.message, true);
      show();
    }
  }

  function gameOf({ names, rounds }, entries) {
    const all = (player) => [...rounds, { entries }].map((round) => round.entries.find((entry) => entry.player === player).points);
    return JSON.stringify({ players: names.map((name, player) => ({ name, rounds: all(player) })) });
  }

  /** Save the game with all outlines and their times: `penta rush fit` finds the players' skill in it. */
  function saveGame() {
    const link = savedFile(new Blob([recordOf(table.session())], { type: "application/json" }), "penta-rush.json");
    table.tell([link]);
  }

  function goOn() {
    const now = table.session();
    table.tell("");
    table.put(now.total ? null : { ...nextRound(now), rounds: roundsOf(now), best: null });
    scrollTo(0, 0);
  }
}
