/** The points of a puzzle game, and who wins, as `penta rush puzzle referee` says it. */

import { element } from "/dom.js";
import { fillChoice, scoreTable } from "./scores.js";

/** Return who wins, from the answer of `penta rush puzzle referee` on a game that is over. */
export function puzzleWinnerText({ players, winners, decided_by: decided }) {
  const { points } = players.find(({ name }) => name === (winners?.[0] ?? name));
  if (!winners) return `${points} points`;
  const why = { "circled shapes": ", with more circled shapes", tie: ", with equally many circled shapes" }[decided] ?? "";
  return `${winners.join(" and ")} ${winners.length > 1 ? "win" : "wins"} with ${points}${why}`;
}

/** Fill *panel* with the standings of the last round that was judged. */
export function fillScores(panel, { points, standing }) {
  const isAlone = points.length === 1;
  const heads = ["circled", "crossed", ...(isAlone ? [] : ["rings"]), "points"];
  const rows = points.map(({ name, circled, crossed, rings, points: sum }) => ({
    name: isAlone ? "Shapes" : name, isFirst: standing?.winners?.includes(name),
    cells: [circled.length, crossed.length, ...(isAlone ? [] : [rings]), sum] }));
  panel.replaceChildren(element("h2", {}, standing?.over ? puzzleWinnerText(standing) : "Points"),
    scoreTable("Points so far", heads, rows));
}

/** Fill *parent* with buttons to choose whose card is shown. */
export function fillCardChoice(parent, { names, points }, chosen, choose) {
  const options = names.map((text, value) => ({ value, text, points: points?.[value].points ?? "" }));
  fillChoice(parent, "Card of", options, chosen, choose);
}
