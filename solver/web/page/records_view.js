/** The dialog Records: the results of all games, by game and card, into a file and out of one. */

import { makeDialog } from "./dialog.js";
import { button, drawing, element, figureList, savedFile, table } from "./dom.js";
import { groupsOf, keepResults, keptResults, pointsText, recordsText, resultsIn, valueOf } from "./records.js";
import { dayText, number, text } from "./texts.js";

const [WIDTH, HEIGHT, EDGE] = [320, 110, 14];
const LAST = 20; // results of the trend
const LISTED = 8;
const MEAN_OF = 10;
const LARGEST = 2_000_000; // bytes of a file

/** Return a button that shows the results, those of one of *games* first. */
export function recordsButton(app, ...games) {
  return button(text("records.title"), () => showRecords(app, games), { class: "quiet" });
}

async function showRecords(app, games) {
  const names = new Map(); // of the sample cards, if some card is among the results
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
  await nameCards();
  show();
  dialog.open();

  async function nameCards() {
    if (names.size || !keptResults(app.store).some(({ card }) => card)) return;
    const samples = await app.run("cards").catch(() => []); // then their sizes tell cards apart
    for (const { card, name } of samples) names.set(card, text(`card.names.${name}`));
  }

  function show(wanted) {
    const groups = groupsOf(keptResults(app.store));
    choice.hidden = !groups.length;
    save.disabled = !groups.length;
    choice.replaceChildren(...groups.map(({ key, game, card, against, best }) => element("option", { value: key },
      text("frame.named", { name: [text(`records.game.${game}`), names.get(card) ?? settingText(card, against)].filter(Boolean).join(", "),
        what: pointsText(best) }))));
    const group = groups.find(({ key }) => key === wanted) ?? groups.find(({ game }) => games.includes(game)) ?? groups[0];
    if (group) choice.value = group.key;
    const setting = group?.against?.includes(" ") ? [element("p", { class: "hint" }, settingText("", group.against))] : []; // a narrow list cuts it
    shown.replaceChildren(...setting, ...(group ? groupNodes(group) : [element("p", { class: "hint" }, text("records.none"))]));
  }

  async function take({ files: [chosen] }) {
    file.value = "";
    try {
      if (chosen.size > LARGEST) throw new Error(text("records.no_file"));
      const count = keepResults(app.store, resultsIn(await chosen.text()));
      await nameCards();
      show();
      tell(text("records.loaded", { count }));
    } catch (problem) {
      tell(text("frame.named", { name: chosen.name, what: problem.message }), true);
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
  const isWon = game === "up" || game === "geocinco", count = last.length;
  return [
    figureList([pointsText(best), "records.best"],
      isWon ? [number(results.filter(({ points }) => points > 0).length), "records.wins"]
        : count > 1 && [number(last.reduce((one, other) => one + other) / count, 1), "records.mean", { count }],
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

/** Return what a card is called that is no sample, or the words on what is played against. */
function settingText(card, against = "") {
  if (card) return text("records.card", { size: card.slice(0, card.indexOf(":")).replace("x", " × ") });
  return against.split(" ").map((word) => (word.length > 1 ? text(`records.against.${word}`) : word)).join(", ");
}
