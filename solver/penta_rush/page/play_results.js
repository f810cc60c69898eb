/** A round of Play when it is judged: each player's outlines, the best packing beside them, the points. */

import { element } from "../dom.js";
import { makeGrid } from "../grid.js";
import { keepResults } from "../records.js";
import { text } from "../texts.js";
import { shapeLines, showPacking } from "./packing_view.js";
import { fillChoice, scoreTable, winnerText } from "./scores.js";
import { cardOf } from "./session.js";
import { resultsOf } from "./share.js";
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
    const label = (player) => (names.length > 1 ? names[player] : text("play.you"));
    const options = [...entries].sort((one, other) => one.player - other.player)
      .map(({ player, points }) => ({ value: player, label: label(player),
        ...(withSums ? { points: `+${points}`, note: `${text("play.sum")} ${pointsOf(session, player)}` } : { points }) }));
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
      packing ? text("play.best_has", { points: score }) : error ?? text("play.none_fits"));
    const name = label(entry.player);
    const title = session.total ? text("play.turn", { name, round: ROUNDS }) : name; // it follows the points of all rounds
    verdicts.replaceChildren(element("h2", {}, title),
      element("p", { class: "score" }, element("strong", {}, String(entry.points)), ` ${text("rush.unit", { count: entry.points })}`,
        element("small", {}, extras)),
      lines.length ? element("ul", { class: "verdicts" }, lines) : nothing(entry.judged.error, text("play.empty")));
  }

  function showScores({ names, rounds, entries, total }) {
    const all = [...rounds, { entries }];
    const pointsOf = (round, player) => round.entries.find((entry) => entry.player === player).points;
    const rows = names.map((name, player) => {
      const points = all.map((round) => pointsOf(round, player));
      const sum = points.reduce((one, other) => one + other, 0);
      return { name, isFirst: total?.winners.includes(name) && names.length > 1,
        cells: [...points, ...Array(ROUNDS - points.length).fill(""), sum] };
    });
    const heads = [...Array.from({ length: ROUNDS }, (_, number) => (number === ROUNDS - 1 ? "5 ×2" : number + 1)), text("play.sum")];
    scores.replaceChildren(element("h2", {}, total ? winnerText(total) : text("rush.score")), scoreTable(text("play.by_round"), heads, rows));
  }

  /** Return the game of the player whose card is shown, for its picture. */
  function result(session) {
    const lines = roundsOf(session).map(({ roll, entries, bests }) => {
      const { points } = entries.find((entry) => entry.player === player());
      return { letters: roll, words: bests ? text("share.of", { points, best: bests[player()] ?? bests[0] }) : counted(points) };
    });
    return { player: player(), title: text("play.in_five", { points: counted(pointsOf(session, player())) }), shapes: drawn(session), lines };
  }

  return { beside, choice, panels: [verdicts, shapes, scores], drawn, choose, player, show, result,
    /** Return the panels in the order in which they matter. */
    ordered: (session) => (session.total ? [scores, verdicts, shapes] : [verdicts, shapes, scores]) };
}

/** Return why there is nothing: an *error* of the judge's, at a table of many phones, or else *why*. */
function nothing(error, why) {
  return element("p", { class: error ? "message error" : "hint" }, error ?? why);
}

/** Keep the results of a finished game, of all players or of one, in the browser. */
export function keepGame(store, session, own = null) {
  const best = (player) => sum(roundsOf(session).map(({ bests }) => (bests ? bests[player] ?? bests[0] : NaN)));
  const all = resultsOf(session, "play", (player) => pointsOf(session, player), (player) => best(player) || null);
  keepResults(store, all.filter((_, player) => own === null || player === own));
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

/** Return the points that *player* has so far. */
export function pointsOf(session, player) {
  return sum(roundsOf(session).map(({ entries }) => entries.find((entry) => entry.player === player).points));
}

function sum(numbers) {
  return numbers.reduce((one, other) => one + other, 0);
}

/** Return the best packing on each card; a game that is kept from before has one alone. */
export function bestOf({ best }) {
  return Array.isArray(best) ? best : [best];
}
