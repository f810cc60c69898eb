/** The results of finished games: for each card and game the best, the trend, the last ones; as a file, and from one. */

import { button, drawing, element, savedFile, styleSheet } from "../dom.js";
import { makeDialog } from "../dialog.js";
import { number, text } from "../texts.js";
import { figureList, table } from "./figures.js";
import { groupsOf, keepResults, keptResults, recordsText, resultsIn } from "./records.js";
import { dayText } from "./share.js";

const [WIDTH, HEIGHT, EDGE] = [320, 110, 14];
const LAST = 20; // results of the trend
const LISTED = 8;
const MEAN_OF = 10;
const LARGEST = 2_000_000; // bytes of a file

/** Open the dialog. Throws `GoneError`. */
export async function showRecords(app) {
  const [samples] = await Promise.all([app.run("cards"), styleSheet(new URL("figures.css", import.meta.url))]);
  const names = new Map(samples.map(({ card, name }) => [card, name]));
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
    choice.replaceChildren(...groups.map(({ key, game, card, best }) => element("option", { value: key },
      text("records.group", { game: text(`records.game.${game}`), card: names.get(card) ?? sizeOf(card), points: best.points }))));
    const group = groups.find(({ key }) => key === wanted) ?? groups[0];
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

function groupNodes({ results, best }) {
  const last = results.slice(-MEAN_OF).map(({ points }) => points);
  const rows = results.slice(-LISTED).reverse().map((one) => [
    [dayText(one.at), one.name].filter(Boolean).join(", "), one.best === null ? number(one.points) : text("share.of", { points: one.points, best: one.best })]);
  return [
    figureList([number(best.points), "records.best"],
      [number(last.reduce((one, other) => one + other, 0) / last.length, 1), "records.mean"], [number(results.length), "records.games"]),
    trend(results.slice(-LAST).map(({ points }) => points), best.points),
    table(text("records.last"), [text("records.when"), text("rush.score")], rows)];
}

/** Return a line of these results, the last one at the right; a dashed line is the best one. */
function trend(points, best) {
  const [low, high] = [Math.min(...points), Math.max(best, ...points)];
  const x = (at) => EDGE + (points.length > 1 ? at / (points.length - 1) : 0.5) * (WIDTH - 2 * EDGE);
  const y = (one) => HEIGHT - EDGE - (high > low ? (one - low) / (high - low) : 0.5) * (HEIGHT - 2 * EDGE);
  return drawing("svg", { class: "trend", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": text("records.trend", { points: points.join(", ") }) },
    drawing("path", { class: "mean", d: `M0 ${y(best)}H${WIDTH}` }),
    drawing("path", { class: "line", d: points.map((one, at) => `${at ? "L" : "M"}${x(at)} ${y(one)}`).join("") }),
    points.map((one, at) => drawing("circle", { cx: x(at), cy: y(one), r: at === points.length - 1 ? 5 : 3 })));
}

function sizeOf(card) {
  return card.slice(0, card.indexOf(":")).replace("x", " × ");
}
