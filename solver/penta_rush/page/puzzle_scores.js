/** The points of a puzzle game, and who wins, as `penta rush puzzle referee` says it. */

import { element } from "../dom.js";
import { text } from "../texts.js";
import { fillChoice, scoreTable, winsText } from "./scores.js";
import { counted } from "./words.js";

const REASONS = { "circled shapes": "puzzle.more_circled", tie: "puzzle.tie" };

/** Return who wins, from the answer of `penta rush puzzle referee` on a game that is over. */
export function puzzleWinnerText({ players, winners, decided_by: decided }) {
  const { points } = players.find(({ name }) => name === (winners?.[0] ?? name));
  return winners ? winsText(winners, points, REASONS[decided]) : counted(points);
}

/** Fill *panel* with the standings of the last round that was judged. */
export function fillScores(panel, { points, standing }) {
  const isAlone = points.length === 1;
  const heads = ["circled", "crossed", ...(isAlone ? [] : ["rings"]), "points"].map((key) => text(`puzzle.${key}`));
  const rows = points.map(({ name, circled, crossed, rings, points: sum }) => ({
    name: isAlone ? text("rush.shapes") : name, isFirst: standing?.winners?.includes(name),
    cells: [circled.length, crossed.length, ...(isAlone ? [] : [rings]), sum] }));
  panel.replaceChildren(element("h2", {}, standing?.over ? puzzleWinnerText(standing) : text("rush.score")),
    scoreTable(text("puzzle.so_far"), heads, rows));
}

/** Fill *parent* with buttons to choose whose card is shown. */
export function fillCardChoice(parent, { names, points }, chosen, choose) {
  const options = names.map((label, value) => ({ value, label, points: points?.[value].points ?? "" }));
  fillChoice(parent, text("puzzle.card_of"), options, chosen, choose);
}
