/**
 * The results of finished games, kept in the browser under "records", the oldest first: {at: when, as a
 * date in ISO form, game: one of GAMES, card: its id, tiles: its points if they are not the usual ones, name: of the
 * player if there were several, points, best: of perfect play, or null, day: the date of whose rolls it was, or ""},
 * and `against`, the levels of programs and what else made the game another one. In Pent-Up the points are the lead
 * on the level that decides, below 0 if the game is lost; in Geocinco the turns, 0 if it is not won. A game that goes
 * on after an undo has one result, the best one. Results can be saved as a file, and taken from one.
 */

import { makeDialog } from "./dialog.js";
import { button, drawing, element, figureList, savedFile, table } from "./dom.js";
import { dayText, number, text } from "./texts.js";

const [WIDTH, HEIGHT, EDGE] = [320, 110, 14];
const LAST = 20; // results of the trend
const LISTED = 8;
const MEAN_OF = 10;
const LARGEST = 2_000_000; // bytes of a file
const KEY = "records";
const FORMAT = "penta-records";
const VERSION = 1;
const MOST = 500; // results; beyond it the oldest go that are no best
const LONGEST = 500; // characters of a text: a card of 20x20 has 406
const TEXTS = ["at", "game", "card", "tiles", "name", "day"];
const CARD = /^\d+x\d+:[A-Z]+$/;
const NOTHING = /^$/;
/** The games, with what is played on or against. */
const GAMES = {
  play: CARD, puzzle: CARD, solitaire: CARD, knaster: NOTHING, up: /^(easy|medium|strong)( lowest)?$/, climb: NOTHING,
  surround: /^[FILNPTUVWXYZ]$/, geocinco: /^(random|greedy|strong)( (random|greedy|strong|strait|slow))*$/,
};

/** Return the results that are kept. */
function keptResults(store) {
  return store.get(KEY, [], (all) => all.every(isResult));
}

function isResult({ points, best, against = "", ...result }) {
  const { at, game, card } = result;
  return [against, ...TEXTS.map((key) => result[key])].every((one) => typeof one === "string" && one.length <= LONGEST)
    && !Number.isNaN(Date.parse(at)) && Object.hasOwn(GAMES, game) && GAMES[game].test(card + against)
    && [points, best ?? 0].every((figure) => Number.isInteger(figure) && (figure >= 0 || game === "up"));
}

/** Keep these *results* too, and return how many of them are new. */
export function keepResults(store, results) {
  const before = keptResults(store);
  const known = new Map();
  for (const one of [...before, ...results]) {
    const words = wordsOf(one);
    known.set(words, better(known.get(words), one));
  }
  const all = [...known.values()].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const bests = new Set(groupsOf(all).map(({ best }) => best));
  for (let at = 0; all.length > MOST && at < all.length;) {
    if (bests.has(all[at])) at += 1;
    else all.splice(at, 1);
  }
  if (JSON.stringify(all) !== JSON.stringify(before)) store.set(KEY, all);
  before.forEach((one) => known.delete(wordsOf(one)));
  return all.filter((one) => known.has(wordsOf(one))).length;
}

/** Return {key, game, card, against, results, best} for each game and card or program, the one played last first. */
function groupsOf(all) {
  const groups = new Map();
  for (const result of all) {
    const { game, card, against } = result;
    const key = groupOf(result);
    const { results = [], best } = groups.get(key) ?? {};
    groups.delete(key); // the order in a map is that in which keys came
    groups.set(key, { key, game, card, against, results: [...results, result], best: better(best, result) });
  }
  return [...groups.values()].reverse();
}

function groupOf({ game, card, tiles, against = "" }) {
  return [game, card, tiles, against].join(" ");
}

function better(one, other) {
  return one && valueOf(one) >= valueOf(other) ? one : other;
}

/** Return a measure of a result, the larger the better: where few turns or pieces are best, their inverse. */
function valueOf({ game, points }) {
  return ["geocinco", "surround"].includes(game) ? points && 1 / points : points;
}

/** Return the points of a result as they are shown. */
function pointsText({ game, points }) {
  if (game === "geocinco" && !points) return "–";
  return (game === "up" && points > 0 ? "+" : "") + number(points);
}

/** Keep a *result* {game, at, points, against} unless its game began elsewhere, without `at`; return what `comparedText` does. */
export function keptText(store, result) {
  const whole = { card: "", tiles: "", name: "", best: null, day: "", ...result };
  if (isResult(whole)) keepResults(store, [whole]);
  return comparedText(store, whole, ["records.so_far", "records.new"]);
}

/** Return how the game *at*, or the last one, like *result* compares with the best of the others: one of two *texts*, or "". */
export function comparedText(store, result, [worse, beaten]) {
  const alike = keptResults(store).filter((one) => groupOf(one) === groupOf(result));
  const { at = alike.at(-1)?.at } = result;
  const [best, own] = [false, true].map((isOwn) => alike.filter((one) => (one.at === at) === isOwn).reduce(better, null));
  if (!(best?.points > 0)) return "";
  return text(own && better(best, own) === own ? beaten : worse, { points: pointsText(best) });
}

/** Return a button that shows the results, those of one of *games* first. */
export function recordsButton(app, ...games) {
  return button(text("records.title"), () => showRecords(app, games), { class: "quiet" });
}

/** Return all results as the text of a file. */
function recordsText(store) {
  return JSON.stringify({ format: FORMAT, version: VERSION, results: keptResults(store) });
}

/** Return the results in the text of a file; throw an Error that says what is wrong with it. */
function resultsIn(content) {
  const { format, version, results } = tried(() => JSON.parse(content)) ?? {};
  if (format !== FORMAT || !Array.isArray(results)) throw new Error(text("records.no_file"));
  if (version !== VERSION) throw new Error(text("records.newer"));
  return results.map((one, at) => {
    if (!tried(() => isResult(one))) throw new Error(text("records.damaged", { number: at + 1 }));
    const { at: when, points, best = null, against, ...rest } = one;
    return { at: new Date(when).toISOString(), ...Object.fromEntries(TEXTS.slice(1).map((key) => [key, rest[key]])), points, best, ...(against && { against }) };
  });
}

/** Return what *make* returns, or null where it throws. */
function tried(make) {
  try {
    return make();
  } catch {
    return null;
  }
}

/** Return what tells *result* from those of other games and players. */
function wordsOf(result) {
  return [result.at, result.name, groupOf(result)].join(" ");
}

async function showRecords(app, games) {
  const hasCards = keptResults(app.store).some(({ card }) => card);
  const samples = hasCards ? await app.run("cards").catch(() => []) : []; // then their sizes tell cards apart
  const names = new Map(samples.map(({ card, name }) => [card, text(`card.names.${name}`)]));
  const choice = element("select", { "aria-label": text("records.which"), onchange: () => show(choice.value) });
  const shown = element("div", { class: "stack" });
  const said = element("p", { class: "message", role: "status", hidden: true });
  const file = element("input", { type: "file", class: "unseen", tabindex: "-1", "aria-hidden": "true", accept: ".json,application/json",
    onchange: () => take(file) });
  const save = button(text("records.save"), () => {
    tell([savedFile(new Blob([recordsText(app.store)], { type: "application/json" }), "penta-records.json")]);
  });
  const dialog = makeDialog(text("records.title"), {
    body: [choice, shown, said, file,
      element("div", { class: "choices" }, save, button(text("records.load"), () => file.click()))],
  });
  show();
  dialog.open();

  function show(wanted) {
    const groups = groupsOf(keptResults(app.store));
    choice.hidden = !groups.length;
    save.disabled = !groups.length;
    choice.replaceChildren(...groups.map(({ key, game, card, against, best }) => element("option", { value: key },
      text("records.group", { game: [text(`records.game.${game}`), names.get(card) ?? settingText(card, against)].filter(Boolean).join(", "),
        points: pointsText(best) }))));
    const group = groups.find(({ key }) => key === wanted) ?? groups.find(({ game }) => games.includes(game)) ?? groups[0];
    if (group) choice.value = group.key;
    shown.replaceChildren(...(group ? groupNodes(group) : [element("p", { class: "hint" }, text("records.none"))]));
  }

  async function take({ files: [chosen] }) {
    file.value = "";
    try {
      if (chosen.size > LARGEST) throw new Error(text("records.no_file"));
      const count = keepResults(app.store, resultsIn(await chosen.text()));
      show();
      tell(text("records.loaded", { count }));
    } catch (problem) {
      tell(`${chosen.name}: ${problem.message}`, true);
    }
  }

  function tell(what, isWrong = false) {
    said.replaceChildren(...(Array.isArray(what) ? what : [what]));
    said.classList.toggle("error", isWrong);
    said.hidden = false;
  }
}

function groupNodes({ game, results, best }) {
  const last = results.slice(-MEAN_OF).map(({ points }) => points);
  const rows = results.slice(-LISTED).reverse().map((one) => [[dayText(one.at), one.name].filter(Boolean).join(", "),
    one.best === null ? pointsText(one) : text("share.of", { points: one.points, best: one.best })]);
  const isWon = game === "up" || game === "geocinco";
  return [
    figureList([pointsText(best), "records.best"],
      isWon ? [number(results.filter(({ points }) => points > 0).length), "records.wins"]
        : [number(last.reduce((one, other) => one + other, 0) / last.length, 1), "records.mean"],
      [number(results.length), "records.games"]),
    trend(results.slice(-LAST), best),
    table(text("records.last"), [text("records.when"), text(`records.unit.${game}`)], rows)];
}

/** Return a line of these results, the last one at the right; a dashed line is the best one. */
function trend(results, best) {
  const values = results.map(valueOf);
  const [low, high] = [Math.min(...values), valueOf(best)];
  const x = (at) => EDGE + (values.length > 1 ? at / (values.length - 1) : 0.5) * (WIDTH - 2 * EDGE);
  const y = (one) => HEIGHT - EDGE - (high > low ? (one - low) / (high - low) : 0.5) * (HEIGHT - 2 * EDGE);
  return drawing("svg", { class: "trend", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": text("records.trend", { points: results.map(pointsText).join(", ") }) },
    drawing("path", { class: "mean", d: `M0 ${y(high)}H${WIDTH}` }),
    drawing("path", { class: "line", d: values.map((one, at) => `${at ? "L" : "M"}${x(at)} ${y(one)}`).join("") }),
    values.map((one, at) => drawing("circle", { cx: x(at), cy: y(one), r: at === values.length - 1 ? 5 : 3 })));
}

/** Return the size of a card, or the words on what is played against. */
function settingText(card, against = "") {
  if (card) return card.slice(0, card.indexOf(":")).replace("x", " × ");
  return against.split(" ").map((word) => (word.length > 1 ? text(`records.against.${word}`) : word)).join(", ");
}
