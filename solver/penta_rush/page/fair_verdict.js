/** The verdict on a card in words and figures: limits, scores, rolls, players, symbols, shapes. */

import { cellName, element, icon, table } from "../dom.js";
import { number, text } from "../texts.js";
import { histogram, scoreCounts } from "./fair_charts.js";
import { folded, mainFigures, peopleHint, percent } from "./figures.js";
import { symbolsNode } from "./packing_view.js";

const AT_ONCE = 200; // rolls that are listed
const EXTREME = 5; // of the hardest rolls for people, and of the easiest

/**
 * Return {panels, spoken} for a *verdict* on *card*, whose *rolls* are sorted. `choose(index)` is called
 * for a roll that is tapped; *more* and *again* are buttons or null, *players* the choice of who plays, or why nothing is known of people if that is *lacking*.
 */
export function verdictPanels(verdict, card, rolls, choose, more, { players: playing, lacking, again }) {
  const { fair } = verdict;
  const isKnown = verdict.mean !== undefined; // or the search ended too soon
  const word = text(`fair.word.${fair === null ? (isKnown ? "unlimited" : "open") : fair ? "yes" : "no"}`);
  const head = element("p", { class: `verdict-word ${fair ? "is-fair" : ""}` }, fair === null ? null : icon(fair ? "check" : "close"), word);
  const words = !isKnown ? [text("fair.ended")]
    : fair === null ? [unlimited()] : fair ? [text("fair.keeps")] : broken();
  if (verdict.points) words.push(text("rush.made_for", { points: verdict.points }));
  const random = verdict.random_cards;
  const figures = isKnown ? [mainFigures(verdict), fair === null ? null : limits(), random && hint(basis())] : [];
  const panels = [panel(text("fair.title"), head, ...words.map(line), ...figures, more)];
  if (isKnown) panels.push(panel(text("fair.scores"), hint(text("fair.shares")), histogram(verdict), line(spread()), scores()));
  const late = () => (lacking ? [] : [hint(text("fair.people_late")), again]);
  if (isKnown) panels.push(panel(text("rush.people"), playing, ...(verdict.people ? people(verdict.people) : late()).filter(Boolean)));
  if (rolls.length) panels.push(folded(text("fair.all", { number: number(rolls.length) }), rollTable));
  if (isKnown) panels.push(folded(text("fair.details"), () => [players(), symbolTable(), shapeTable(), hint(deadCells())]));
  return { panels, spoken: `${word}. ${words.join(" ")}` };

  function limits() {
    const rows = verdict.limits.filter(({ limit }) => limit !== null).map(({ measure, found, kind, limit, kept }) =>
      [nameOf(measure), element("b", { class: kept ? null : "is-broken" }, written(found)),
        element("span", {}, text(`fair.limit_at.${kind}`, { limit: written(limit) }), kept ? null : element("span", { class: "unseen" }, text("fair.broken")))]);
    return table(text("fair.limits"), heads("measure", "found", "limit"), rows, "is-limits");
  }

  function broken() {
    return verdict.limits.filter(({ kept }) => !kept).map(({ measure, found, kind, limit }) =>
      text(`fair.reason.${kind}`, { measure: nameOf(measure), found: written(found), limit: written(limit) }));
  }

  function basis() {
    return text("fair.basis", { ...random, share: number(100 * random.share, 1) });
  }

  function unlimited() {
    const { points } = verdict;
    return points ? text("fair.no_limits_points", { points }) : text("fair.no_limits", size());
  }

  function size() {
    return { rows: card.rows, cols: card.cols, symbols: verdict.symbols.length };
  }

  function spread() {
    const { quantiles: at, duds } = verdict;
    const range = (low, high) => (low === high ? low : text("fair.range", { low, high }));
    const without = duds.length ? text("fair.duds", { count: duds.length, number: number(duds.length), share: percent(verdict.dud_chance) })
      : text("fair.no_dud");
    return text("fair.spread", { half: range(at["0.25"], at["0.75"]), most: range(at["0.05"], at["0.95"]), five: percent(verdict.five_chance), without });
  }

  function scores() {
    const rows = scoreCounts(verdict).map(([score, share, count]) => [score, percent(share), count]);
    return element("details", {}, element("summary", {}, text("fair.as_table")), table(text("fair.scores"), heads("score", "throws", "rolls"), rows));
  }

  function people({ mean, shapes, nothing, sd, rolls: all, ...model }) {
    const hardestFirst = all.toSorted((one, other) => one.mean - other.mean || (one.roll < other.roll ? -1 : 1));
    const rows = (some) => some.map(({ roll, mean: points, shapes: found }) =>
      [symbolsNode(card, roll, () => choose(rolls.findIndex((other) => other.roll === roll))), number(points, 2), number(found, 1)]);
    const headsOf = (key) => [text(key), text("rush.score"), text("rush.shapes")];
    const count = Math.min(EXTREME, Math.max(1, Math.floor(all.length / 2)));
    return [peopleHint(model),
      line(text("fair.people", { points: number(mean, 1), shapes: number(shapes, 1), nothing: percent(nothing), sd: number(sd, 2) })),
      table(text("fair.hardest_title"), headsOf("fair.hardest"), rows(hardestFirst.slice(0, count))),
      table(text("fair.easiest_title"), headsOf("fair.easiest"), rows(hardestFirst.slice(-count).reverse()))];
  }

  function rollTable() {
    const rest = rolls.length > AT_ONCE;
    const rows = rolls.slice(0, AT_ONCE).map(({ roll, optimum, packings, ways }, index) =>
      [symbolsNode(card, roll, () => choose(index)), optimum, packings ?? "–", ways]);
    return [hint(rest ? text("fair.poorest", { count: AT_ONCE }) : text("fair.tap")),
      table(text("fair.all_title"), heads("roll", "best", "packings", "throws"), rows)];
  }

  function players() {
    const rows = Object.entries(verdict.players).map(([name, mean]) => [text(`fair.people_like.${name.replaceAll(" ", "_")}`), typeof mean === "number" ? number(mean, 2) : text("fair.unknown")]);
    return table(text("fair.players"), heads("player", "mean_score"), rows);
  }

  function symbolTable() {
    const rows = verdict.symbols.map(({ symbol, cells, pairs, patch, mean }) => [symbolsNode(card, symbol), cells, pairs, patch, number(mean, 2)]);
    return table(text("rush.symbols"), heads("symbol", "cells", "pairs", "patch", "mean_head"), rows);
  }

  function shapeTable() {
    const rows = verdict.shapes.map(({ shape, points, placements, best }) => [shape, points, placements, best === null ? "–" : percent(best)]);
    return table(text("rush.shapes"), [text("fair.shape"), text("rush.score"), ...heads("places", "in_best")], rows);
  }

  function deadCells() {
    const cells = verdict.dead_cells.map(([row, col]) => cellName(row, col));
    return cells.length ? text("fair.dead", { cells: cells.join(", ") }) : text("fair.no_dead");
  }
}

function panel(title, ...nodes) {
  return element("section", { class: "panel", "aria-label": title }, element("h2", {}, title), ...nodes);
}

function heads(...keys) {
  return keys.map((key) => text(`fair.${key}`));
}

function nameOf(measure) {
  return text(`fair.measures.${measure.replaceAll(" ", "_")}`);
}

/** Return a figure with the decimals that it has, as it is written in the language. */
function written(figure) {
  return number(Number(figure), String(figure).split(".")[1]?.length);
}

function line(words) {
  return element("p", {}, words);
}

function hint(words) {
  return element("p", { class: "hint" }, words);
}
