/** The verdict on a card in words and figures: the limits, the scores, the players, symbols, shapes. */

import { cellName, drawing, element, icon } from "/dom.js";
import { histogram, scoreCounts } from "./fair_histogram.js";
import { folded, mainFigures, percent, table } from "./figures.js";
import { symbolName, symbolNode } from "./symbols.js";

const LISTED = 10; // rolls without a packing, dead cells

/** Return {panels, spoken} for a *verdict* on *card*; *more* is a button or null. */
export function verdictPanels(verdict, card, more) {
  const word = verdict.fair === null ? "Undecided" : verdict.fair ? "Fair" : "Not fair";
  const symbols = new Map(card.symbols.map((symbol) => [symbol.letter, symbol]));
  const mark = verdict.fair === null ? null : icon(verdict.fair ? "check" : "close");
  const head = element("p", { class: `verdict-word ${verdict.fair ? "is-fair" : ""}` }, mark, word);
  if (verdict.fair === null) {
    const known = verdict.rolls.length;
    const why = `The search ended before all rolls were known${known ? `: ${known.toLocaleString("en")} are` : ""}.`;
    return { panels: [panel("Is the card fair?", head, element("p", {}, why), more)], spoken: `Undecided. ${why}` };
  }
  const words = verdict.fair ? ["It keeps every limit."] : verdict.reasons.map(sentence);
  const panels = [
    panel("Is the card fair?", head, words.map((text) => element("p", {}, text)), mainFigures(verdict), limits(), more),
    panel("Best scores", element("p", { class: "hint" }, "The share of all throws in percent, by their best scores"),
      histogram(verdict), element("p", {}, `${spread()} ${duds()}`), scores()),
    folded("Players", () => [players()]),
    folded("Symbols and shapes", () => [symbolTable(), shapeTable(), element("p", { class: "hint" }, deadCells())]),
  ];
  return { panels, spoken: `${word}. ${words.join(" ")}` };

  function limits() {
    const rows = verdict.limits.filter(({ limit }) => limit !== null).map(({ measure, found, wanted, kept }) =>
      [measure, element("b", { class: kept ? null : "is-broken" }, found),
        element("span", {}, wanted, kept ? null : element("span", { class: "unseen" }, ", not kept"))]);
    return table("Limits of a fair card", ["Measure", "Found", "Limit"], rows, { class: "figure-table is-limits" });
  }

  function spread() {
    const { 0.05: low, 0.25: lower, 0.75: upper, 0.95: high } = verdict.quantiles;
    return `Half of all throws bring ${range(lower, upper)} points, nine of ten ${range(low, high)}. Five shapes fit in ${percent(verdict.five_chance)}.`;
  }

  function duds() {
    const found = verdict.duds;
    if (!found.length) return "Every roll has a packing.";
    const rolls = found.slice(0, LISTED).join(", ");
    const rest = found.length > LISTED ? " and others" : "";
    return `${found.length.toLocaleString("en")} ${found.length === 1 ? "roll has" : "rolls have"} no packing, ${percent(verdict.dud_chance)} of throws: ${rolls}${rest}.`;
  }

  function scores() {
    const rows = scoreCounts(verdict).map(([score, share, rolls]) => [String(score), percent(share), String(rolls)]);
    return element("details", {}, element("summary", {}, "As a table"), table("Best scores", ["Score", "Throws", "Rolls"], rows));
  }

  function players() {
    const rows = Object.entries(verdict.players).map(([name, mean]) => [name, mean === null ? "not computed" : mean.toFixed(2)]);
    return element("div", { class: "stack" }, element("p", { class: "hint" },
      "Greedy takes the shape with the most points that still fits, reader each that fits, row by row; a finder sees that many shapes by chance."),
      table("Mean scores of players", ["Player", "Mean score"], rows));
  }

  function symbolTable() {
    const rows = verdict.symbols.map(({ symbol: letter, cells, pairs, patch, mean }) =>
      [symbolHead(symbols.get(letter)), String(cells), String(pairs), String(patch), mean.toFixed(2)]);
    return table("Symbols", ["Symbol", "Cells", "Pairs", "Patch", "Mean"], rows);
  }

  function symbolHead(symbol) {
    return element("span", { class: "roll-symbols", role: "img", "aria-label": symbolName(symbol), title: symbolName(symbol) }, symbolNode(symbol));
  }

  function shapeTable() {
    const rows = verdict.shapes.map(({ shape, points, placements, best }) =>
      [shape, String(points), placements.toLocaleString("en"), best === null ? "–" : percent(best)]);
    return table("Shapes", ["Shape", "Points", "Places", "In a best packing"], rows);
  }

  function deadCells() {
    const cells = verdict.dead_cells.map(([row, col]) => cellName(row, col));
    const listed = `${cells.slice(0, LISTED).join(", ")}${cells.length > LISTED ? ", …" : ""}`;
    return cells.length ? `No shape of any roll covers ${listed}.` : "Every cell is in a shape of some roll.";
  }
}

function panel(title, ...nodes) {
  return element("section", { class: "panel", "aria-label": title }, element("h2", {}, title), ...nodes);
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function range(low, high) {
  return low === high ? String(low) : `${low} to ${high}`;
}
