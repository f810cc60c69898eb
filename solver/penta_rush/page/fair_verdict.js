/** The verdict on a card in words and figures: limits, scores, rolls, players, symbols, shapes. */

import { cellName, element, icon } from "/dom.js";
import { histogram, scoreCounts } from "./fair_charts.js";
import { folded, mainFigures, peopleHint, percent, table } from "./figures.js";
import { symbolsNode } from "./packing_view.js";

const AT_ONCE = 200; // rolls that are listed
const EXTREME = 5; // of the hardest rolls for people, and of the easiest

/**
 * Return {panels, spoken} for a *verdict* on *card*, whose *rolls* are sorted. `choose(index)` is called
 * for a roll that is tapped; *more* is a button or null.
 */
export function verdictPanels(verdict, card, rolls, choose, more) {
  const { fair } = verdict;
  const isKnown = verdict.mean !== undefined; // or the search ended too soon
  const word = fair === null ? (isKnown ? "No limits" : "Undecided") : fair ? "Fair" : "Not fair";
  const head = element("p", { class: `verdict-word ${fair ? "is-fair" : ""}` }, fair === null ? null : icon(fair ? "check" : "close"), word);
  const words = !isKnown ? ["The search ended before all rolls were known."]
    : fair ? ["It keeps every limit."] : verdict.reasons.map(sentence);
  if (verdict.points) words.push(`The tiles count as the card was made for: ${verdict.points}.`);
  const basis = fair !== null && verdict.limits_from;
  const figures = isKnown ? [mainFigures(verdict), fair === null ? null : limits(), basis ? hint(sentence(basis)) : null] : [];
  const panels = [panel("Is the card fair?", head, ...words.map(line), ...figures, more)];
  if (isKnown) panels.push(panel("Best scores", hint("The share of all throws in percent, by their best scores"), histogram(verdict), line(spread()), scores()));
  if (verdict.people) panels.push(panel("People", ...people(verdict.people)));
  if (rolls.length) panels.push(folded(`All ${rolls.length.toLocaleString("en")} rolls`, rollTable));
  if (isKnown) panels.push(folded("Players, symbols, shapes", () => [players(), symbolTable(), shapeTable(), hint(deadCells())]));
  return { panels, spoken: `${word}. ${words.join(" ")}` };

  function limits() {
    const rows = verdict.limits.filter(({ limit }) => limit !== null).map(({ measure, found, wanted, kept }) =>
      [measure, element("b", { class: kept ? null : "is-broken" }, found),
        element("span", {}, wanted, kept ? null : element("span", { class: "unseen" }, ", not kept"))]);
    return table("Limits of a fair card", ["Measure", "Found", "Limit"], rows, "is-limits");
  }

  function spread() {
    const { quantiles: at, duds } = verdict;
    const range = (low, high) => (low === high ? low : `${low} to ${high}`);
    const without = duds.length ? `${duds.length.toLocaleString("en")} ${duds.length === 1 ? "roll has" : "rolls have"} no packing, ${percent(verdict.dud_chance)} of throws.`
      : "Every roll has a packing.";
    return `Half of all throws bring ${range(at["0.25"], at["0.75"])} points, nine of ten ${range(at["0.05"], at["0.95"])}. Five shapes fit in ${percent(verdict.five_chance)}. ${without}`;
  }

  function scores() {
    const rows = scoreCounts(verdict).map(([score, share, count]) => [score, percent(share), count]);
    return element("details", {}, element("summary", {}, "As a table"), table("Best scores", ["Score", "Throws", "Rolls"], rows));
  }

  function people({ mean, shapes, nothing, sd, rolls: all, ...model }) {
    const hardestFirst = all.toSorted((one, other) => one.mean - other.mean || (one.roll < other.roll ? -1 : 1));
    const rows = (some) => some.map(({ roll, mean: points, shapes: found }) =>
      [symbolsNode(card, roll, () => choose(rolls.findIndex((other) => other.roll === roll))), points.toFixed(2), found.toFixed(1)]);
    const heads = (kind) => [`${kind} rolls`, "Points", "Shapes"];
    const count = Math.min(EXTREME, Math.max(1, Math.floor(all.length / 2)));
    return [peopleHint(model),
      line(`A round brings ${mean.toFixed(1)} points and ${shapes.toFixed(1)} shapes, and nothing in ${percent(nothing)} of rounds. Between rolls the points differ by ${sd.toFixed(2)} (standard deviation).`),
      table("The hardest rolls", heads("Hardest"), rows(hardestFirst.slice(0, count))),
      table("The easiest rolls", heads("Easiest"), rows(hardestFirst.slice(-count).reverse()))];
  }

  function rollTable() {
    const rest = rolls.length > AT_ONCE;
    const rows = rolls.slice(0, AT_ONCE).map(({ roll, optimum, packings, ways }, index) =>
      [symbolsNode(card, roll, () => choose(index)), optimum, packings ?? "–", ways]);
    return [hint(rest ? `The ${AT_ONCE} poorest; draw along the bars for the others.` : "Tap a roll to see its best packing."),
      table("All rolls, the poorest first", ["Roll", "Best", "Packings", "Throws"], rows)];
  }

  function players() {
    const rows = Object.entries(verdict.players).map(([name, mean]) => [name, mean?.toFixed(2) ?? "not computed"]);
    return table("Mean scores of players", ["Player", "Mean score"], rows);
  }

  function symbolTable() {
    const rows = verdict.symbols.map(({ symbol, cells, pairs, patch, mean }) => [symbolsNode(card, symbol), cells, pairs, patch, mean.toFixed(2)]);
    return table("Symbols", ["Symbol", "Cells", "Pairs", "Patch", "Mean"], rows);
  }

  function shapeTable() {
    const rows = verdict.shapes.map(({ shape, points, placements, best }) => [shape, points, placements, best === null ? "–" : percent(best)]);
    return table("Shapes", ["Shape", "Points", "Places", "In a best packing"], rows);
  }

  function deadCells() {
    const cells = verdict.dead_cells.map(([row, col]) => cellName(row, col));
    return cells.length ? `No shape of any roll covers ${cells.join(", ")}.` : "Every cell is in a shape of some roll.";
  }
}

function panel(title, ...nodes) {
  return element("section", { class: "panel", "aria-label": title }, element("h2", {}, title), ...nodes);
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function line(text) {
  return element("p", {}, text);
}

function hint(text) {
  return element("p", { class: "hint" }, text);
}
