/** A round of Play when it is judged: each player's outlines, the best packing beside them, the points. */

import { element } from "/dom.js";
import { makeGrid } from "/grid.js";
import { shapeLines, showPacking } from "./packing_view.js";
import { fillChoice, scoreTable, winnerText } from "./scores.js";
import { cardOf } from "./session.js";
import { verdictLine } from "./verdicts.js";

const ROUNDS = 5;
const BEST = -1; // what is chosen, if not a player: the best packing, on the first card; -2 on the second, ...

/** Return {beside, choice, panels, drawn, choose, player, show}; `changed()`: something else was chosen. */
export function makeResults(changed) {
  let chosen = 0;
  const best = makeGrid({ label: "Card with the best packing" });
  const caption = element("h2", {}, "Best packing");
  const beside = element("div", { class: "paper beside", hidden: true }, best.element);
  const choice = element("div", { class: "whose-card" });
  const verdicts = element("section", { class: "panel", "aria-label": "Judged outlines" });
  const shapes = element("section", { class: "panel result", "aria-label": "Best packing" });
  const scores = element("section", { class: "panel", "aria-label": "Points" });

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
      return { cells, label: number + 1, colour: number, look: "",
        classes: isRight || !verdict ? "" : "is-wrong", note: `outline ${number + 1}${verdict ? `, ${verdict}` : ""}` };
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
    const all = bestOf(session), { packing } = all[player()] ?? all[0];
    showPacking(best, cardOf(session, player()), packing);
    const label = (player) => (names.length > 1 ? names[player] : "Yours");
    const options = [...entries].sort((one, other) => one.player - other.player)
      .map(({ player, points }) => ({ value: player, text: label(player), points }));
    const ofRound = total ? ` of round ${ROUNDS}` : ""; // beside the points of all rounds
    const bests = all.map(({ score }, number) =>
      ({ value: BEST - number, text: `Best${ofRound}${cards ? ` for ${names[number]}` : ""}`, points: score, classes: "is-best" }));
    fillChoice(choice, "Outlines on the card", [...options, ...bests], chosen, (player) => { choose(player); changed(); });
    choice.classList.toggle("is-alone", names.length === 1);
    showVerdicts(session, label, all);
    shapes.replaceChildren(caption, packing ? element("ul", { class: "shapes" }, shapeLines(packing.placements))
      : element("p", { class: "hint" }, "No shape fits this roll."));
    showScores(session);
  }

  function showVerdicts(session, label, bests) {
    const entry = session.entries.find((each) => each.player === player());
    const { packing, score } = bests[player()] ?? bests[0];
    const lines = entry.cells.map((cells, number) => verdictLine(cardOf(session, player()), cells, entry.judged.outlines[number], number));
    const extras = `${entry.timer ? "one of them for the timer; " : ""}${packing ? `the best packing has ${score}` : "no shape fits this roll"}`;
    const round = session.total ? `, round ${ROUNDS}` : ""; // of what follows the points of all rounds
    verdicts.replaceChildren(element("h2", {}, label(entry.player) + round),
      element("p", { class: "score" }, element("strong", {}, String(entry.points)), ` ${entry.points === 1 ? "point" : "points"}`,
        element("small", {}, extras)),
      lines.length ? element("ul", { class: "verdicts" }, lines) : element("p", { class: "hint" }, "Nothing was outlined."));
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
    const heads = [...Array.from({ length: ROUNDS }, (_, number) => (number === ROUNDS - 1 ? "5 ×2" : number + 1)), "sum"];
    scores.replaceChildren(element("h2", {}, total ? winnerText(total) : "Points"), scoreTable("Points of each round", heads, rows));
  }

  return { beside, choice, panels: [verdicts, shapes, scores], drawn, choose, player, show,
    /** Return the panels in the order in which they matter. */
    ordered: (session) => (session.total ? [scores, verdicts, shapes] : [verdicts, shapes, scores]) };
}

/** Return the best packing on each card; a game that is kept from before has one alone. */
function bestOf({ best }) {
  return Array.isArray(best) ? best : [best];
}
