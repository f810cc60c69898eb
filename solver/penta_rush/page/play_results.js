/** A round of Play when it is judged: each player's outlines, the best packing beside them, the points. */

import { element } from "../dom.js";
import { makeGrid } from "../grid.js";
import { keepResults } from "../records.js";
import { text } from "../texts.js";
import { shapeLines, showPacking } from "./packing_view.js";
import { fillChoice, scoreTable, winnerText } from "./scores.js";
import { cardOf, resultsOf } from "./session.js";
import { verdictLine } from "./verdicts.js";
import { counted, joined } from "./words.js";

const ROUNDS = 5;
const BEST = -1; // what is chosen, if not a player: the best packing, on the first card; -2 on the second, ...

/** Return {beside, choice, panels, drawn, choose, player, show, result, ordered}; `changed()`: something else was chosen. `withSums`: beside the points of the round stand those of all so far. */
export function makeResults(changed, { withSums = false } = {}) {
  let chosen = 0;
  const best = makeGrid({ label: text("rush.best_card") });
  const caption = element("h2", {}, text("rush.best"));
  const beside = element("div", { class: "paper beside", hidden: true }, best.element);
  const choice = element("div", { class: "whose-card" });
  const verdicts = element("section", { class: "panel", "aria-label": text("play.verdicts") });
  const shapes = element("section", { class: "panel result", "aria-label": text("rush.best") });
  const scores = element("section", { class: "panel", "aria-label": text("rush.score") });

  function choose(player) {
    chosen = player;
  }

  /** Return the player whose card is shown. */
  function player() {
    return chosen < 0 ? BEST - chosen : chosen;
  }

  /** Return the outlines of that player, for the card. */
  function drawn({ entries }) {
    const entry = entries.find((each) => each.player === player());
    return entry.cells.map((cells, number) => {
      const { verdict } = entry.judged?.outlines[number] ?? {};
      const isRight = verdict === "counted";
      const note = text("play.outline", { number: number + 1 });
      return { cells, label: number + 1, colour: number, look: "",
        classes: isRight || !verdict ? "" : "is-wrong", note: verdict ? `${note}, ${text(`play.verdict.${verdict}`)}` : note };
    }).filter(({ cells }) => cells.length);
  }

  /** Show the round of *session*; nothing if it is null. */
  function show(session) {
    const isJudged = Boolean(session?.best);
    beside.hidden = !isJudged;
    beside.parentElement.classList.toggle("is-pair", isJudged);
    beside.parentElement.classList.toggle("shows-beside", isJudged && chosen < 0);
    if (!isJudged) return;
    const { cards, names, entries, total } = session;
    const all = bestOf(session), { packing, error } = all[player()] ?? all[0];
    showPacking(best, cardOf(session, player()), packing);
    const label = (player) => (names.length > 1 ? names[player] : text("play.you")), rounds = roundsOf(session);
    const options = [...entries].sort((one, other) => one.player - other.player).map((entry) => {
      const { player } = entry, points = wonText(entry);
      return { value: player, label: label(player),
        ...(withSums ? { points: `+${points}`, note: `${text("play.sum")} ${sumOf(rounds, player).points}` } : { points }) };
    });
    const kind = (cards ? "own" : "all") + (total ? "_last" : ""); // "of round 5" beside the points of all rounds
    const bests = all.map(({ score }, number) =>
      ({ value: BEST - number, label: text(`play.best.${kind}`, { round: ROUNDS, name: names[number] }), points: score, classes: "is-best" }));
    fillChoice(choice, text("play.whose"), [...options, ...bests], chosen, (player) => { choose(player); changed(); });
    choice.classList.toggle("is-alone", names.length === 1);
    showVerdicts(session, label, all);
    shapes.replaceChildren(caption, packing ? element("ul", { class: "shapes" }, shapeLines(packing.placements))
      : nothing(error, text("rush.none")));
    showScores(session);
  }

  function showVerdicts(session, label, bests) {
    const entry = session.entries.find((each) => each.player === player());
    const { packing, score, error } = bests[player()] ?? bests[0];
    const lines = entry.cells.map((cells, number) => verdictLine(cardOf(session, player()), cells, entry.judged.outlines[number], number));
    const extras = joined(entry.timer ? text("play.for_timer") : "",
      packing ? text(entry.timer ? "play.best_with" : "play.best_has", { points: score + timerPoint(entry) }) : error ?? text("play.none_fits"),
      session.rounds.length === ROUNDS - 1 ? text("play.double") : "");
    const name = label(entry.player);
    const title = session.total ? text("play.turn", { name, round: ROUNDS }) : name; // it follows the points of all rounds
    verdicts.replaceChildren(element("h2", {}, title),
      element("p", { class: "score" }, element("strong", {}, String(entry.points)), ` ${text("rush.unit", { count: entry.points })}`,
        element("small", {}, extras)),
      lines.length ? element("ul", { class: "verdicts" }, lines) : nothing(entry.judged.error, text("play.empty")));
  }

  function showScores(session) {
    const { names, total } = session, all = roundsOf(session);
    const rows = names.map((name, player) => ({ name, isFirst: total?.winners.includes(name) && names.length > 1,
      cells: [...all.map((round) => wonIn(round, player).points), ...Array(ROUNDS - all.length).fill(""), sumOf(all, player).points] }));
    const heads = [...Array.from({ length: ROUNDS }, (_, number) => (number === ROUNDS - 1 ? "5 ×2" : number + 1)), text("play.sum")];
    scores.replaceChildren(element("h2", {}, total ? winnerText(total) : text("rush.score")), scoreTable(text("play.by_round"), heads, rows));
  }

  /** Return the game of the player whose card is shown, for its picture. */
  function result(session) {
    const lines = roundsOf(session).map((round) => {
      const won = wonIn(round, player());
      return { letters: round.roll, words: Number.isNaN(won.best) ? counted(won.points) : text("share.of", won) };
    });
    return { player: player(), title: text("play.in_five", { points: counted(sumOf(roundsOf(session), player()).points) }), shapes: drawn(session), lines };
  }

  return { beside, choice, panels: [verdicts, shapes, scores], drawn, choose, player, show, result,
    /** Return the panels in the order in which they matter. */
    ordered: (session) => (session.total ? [scores, verdicts, shapes] : [verdicts, shapes, scores]) };
}

/** Return why there is nothing: an *error* of the judge's, at a table of many phones, or else *why*. */
function nothing(error, why) {
  return element("p", { class: error ? "message error" : "hint" }, error ?? why);
}

/** Keep the results of a finished game, of all players or of one, in the browser; return how many are new. */
export function keepGame(store, session, own = null) {
  const rounds = roundsOf(session);
  const all = resultsOf(session, "play", (player) => sumOf(rounds, player).points, (player) => sumOf(rounds, player).best || null);
  return keepResults(store, all.filter((_, player) => own === null || player === own));
}

/** Return the rounds of *session*, this one too, each with the points of the best packings where these were kept. */
export function roundsOf(session) {
  const { rounds, roll, entries } = session;
  return [...rounds, { roll, entries, bests: bestsOf(bestOf(session)) }];
}

/** Return the points of the best packings, null where one is not known. */
export function bestsOf(all) {
  return all.some(({ error }) => error) ? null : all.map(({ score }) => score);
}

/** Return the points of an entry, that for the timer, which no packing has, apart: "14 +1". */
export function wonText(entry) {
  const extra = timerPoint(entry);
  return extra ? `${entry.points - extra} +${extra}` : String(entry.points);
}

function timerPoint({ timer, points }) {
  return timer && points ? 1 : 0; // 0 points: a table of many phones could not judge it
}

/** Return what *player* has in a round, and the most there was, NaN if that was not kept; that for the timer is in both. */
function wonIn({ entries, bests }, player) {
  const entry = entries.find((each) => each.player === player);
  return { points: entry.points, best: bests ? (bests[player] ?? bests[0]) + timerPoint(entry) : NaN };
}

/** Return the same of all *rounds* together. */
export function sumOf(rounds, player) {
  return rounds.map((round) => wonIn(round, player))
    .reduce((one, other) => ({ points: one.points + other.points, best: one.best + other.best }));
}

/** Return the best packing on each card; a game that is kept from before has one alone. */
export function bestOf({ best }) {
  return Array.isArray(best) ? best : [best];
}
