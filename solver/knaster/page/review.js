/** The screen Review: where the score of a game came from, turn by turn, and what its rolls allowed. */

import { button, element, say, styleSheet } from "/dom.js";
import { makeChart } from "./chart.js";
import { figure, indexOf, keptGame, moveText, recordText, sheetOf, sheetText, watchGame } from "./game.js";
import { sum } from "./score_panel.js";
import { makeSheet } from "./sheet_view.js";

const PLIES = ["2", "1"]; // the second where the first takes too long
const REST = 150; // ms that the slider rests before the lines are counted
const TOO_LONG = 504; // the server ended the job

export async function mount(root, app) {
  await styleSheet(new URL("knaster.css", import.meta.url));
  let game = keptGame(app.store);
  let review = null; // of the record `reviewed`
  let reviewed = "";
  let at = 0; // the turns that are done on the sheet that is shown
  let isBest = false; // the plan that is best with these rolls is shown, not the game
  let isShown = false;
  let job = null;
  let resting = null;

  const view = makeSheet(app, "Sheet after a turn");
  const slider = element("input", { type: "range", min: 0, "aria-label": "Turn", oninput: () => go(Number(slider.value)) });
  const what = element("p", { class: "status" });
  const stage = element("div", { class: "stage" }, element("div", { class: "paper" }, view.element),
    element("div", { class: "bar turns" }, slider,
      button("The turn before", () => go(at - 1), { icon: "previous", class: "icon" }),
      button("The next turn", () => go(at + 1), { icon: "next", class: "icon" })), what);
  const side = element("div", { class: "side" });
  root.append(stage, side);
  watchGame(app.store, onGame);

  function turns() {
    return isBest ? review.hindsight.turns : game.turns;
  }

  function onGame() {
    game = keptGame(app.store);
    if (isShown) ask();
  }

  async function ask() {
    const record = recordText(game);
    const isReady = record && game.turns.length > 0;
    stage.hidden = !isReady;
    if (!isReady) {
      job?.abort();
      reviewed = "";
      side.replaceChildren(element("section", { class: "panel" }, element("h2", {}, "No game yet"),
        element("p", {}, "A review needs the turns of a game from its empty sheet on: play it on the page, or take a record or a sample."),
        button("To the sheet", () => app.go("knaster"), { class: "primary" })));
      return;
    }
    if (record !== reviewed) {
      job?.abort();
      const mine = new AbortController();
      [job, reviewed, review, isBest] = [mine, record, null, false];
      side.replaceChildren(element("section", { class: "panel", "aria-busy": "true" }, element("h2", {}, "Review"),
        element("p", { class: "hint" }, "Thinking about every turn …"), element("progress", { "aria-label": "Thinking" })));
      go(game.turns.length);
      try {
        review = await read(record, mine.signal);
      } catch (problem) {
        if (job !== mine) return;
        reviewed = "";
        side.replaceChildren(element("p", { class: "message error", role: "alert" }, problem.message), button("Try again", ask));
        return;
      }
      if (job !== mine) return;
      say(`${heading()}. Luck ${figure(own().luck, 1, true)}, skill ${figure(own().skill, 1, true)}`);
    }
    if (!review) return;
    fill();
    go(game.turns.length);
  }

  async function read(record, signal) {
    for (const plies of PLIES) {
      try {
        return await app.run("knaster_review", { record, plies }, { signal });
      } catch (problem) {
        if (problem.status !== TOO_LONG || plies === PLIES.at(-1)) throw problem;
      }
    }
    return null;
  }

  function own() {
    return review.players ? review.players[game.player] : review;
  }

  function heading() {
    const { mean, score } = own();
    return review.over ? `${score} points` : `${figure(mean, 1)} points expected`;
  }

  function fill() {
    const { start, luck, skill, worst } = own();
    const { hindsight } = review;
    const name = game.player ? `${game.player}: ` : "";
    side.replaceChildren(
      element("section", { class: "panel" }, element("h2", {}, name + heading()),
        element("ul", { class: "sums" }, sum("expected at the start", figure(start, 1)), sum("luck of the rolls", figure(luck, 1, true)),
          sum("skill of the moves", figure(skill, 1, true)), sum(review.over ? "points" : "expected now", heading().split(" ")[0])),
        makeChart(own())),
      worst.length ? element("section", { class: "panel" }, element("h2", {}, worst.length > 1 ? "The worst moves" : "The worst move"),
        element("ol", { class: "list worst" }, worst.map(worstTurn))) : "",
      hindsight ? element("section", { class: "panel" }, element("h2", {}, "The best with these rolls"),
        element("p", {}, element("b", {}, `${hindsight.score} points`), hindsight.proven ? ", proven best" : ", the best known", " for a player who knows all rolls beforehand."),
        button("Show how", showBest, { "aria-pressed": "false" })) : "");
  }

  function worstTurn(number) {
    const { loss, best, ...turn } = own().turns[number - 1];
    return element("li", {}, element("button", { type: "button", class: "list-item", onclick: () => { showBest(false); go(number); scrollTo(0, 0); } },
      element("span", {}, element("b", {}, `Turn ${number}, roll ${turn.roll}`), element("br"), moveText(turn), element("br"), `better: ${moveText(best)}`),
      element("small", {}, figure(-loss))));
  }

  function showBest(isWanted = !isBest) {
    isBest = isWanted === true || (typeof isWanted === "object" && !isBest);
    const toggle = side.querySelector("[aria-pressed]");
    toggle?.setAttribute("aria-pressed", String(isBest));
    go(turns().length);
    if (isBest) scrollTo(0, 0);
  }

  function countLines(sheet) {
    clearTimeout(resting);
    resting = setTimeout(() => app.run("knaster_score", { sheet: sheetText(sheet) }).then(({ lines }) => view.showLines(lines), () => {}), REST);
  }

  /** Show the sheet after so many turns. */
  function go(number) {
    const shown = turns();
    at = Math.max(0, Math.min(shown.length, number));
    slider.max = shown.length;
    slider.value = at;
    const turn = shown[at - 1];
    const judged = isBest ? null : review && own().turns[at - 1];
    view.show(sheetOf({ start: null, turns: shown }, at), turn ? turnMarks(turn, judged) : {});
    countLines(sheetOf({ start: null, turns: shown }, at));
    const text = turn ? `Turn ${at}, roll ${turn.roll}: ${moveText(turn)}` : "The empty sheet";
    slider.setAttribute("aria-valuetext", text);
    what.replaceChildren(element("strong", {}, text), element("small", {}, judged ? judgement(judged) : isBest ? "The best with these rolls" : ""));
  }

  return {
    shown() { isShown = true; ask(); },
    hidden() {
      isShown = false;
      if (review) return;
      job?.abort();
      reviewed = "";
    },
  };
}

/** Return the marks of a turn that was made, and of what would have been better. */
function turnMarks({ write, circle, roll }, judged) {
  const marks = { [indexOf(write ?? circle ?? "a0")]: { loss: 0.3, text: "this turn" } };
  const best = judged?.loss > 0 ? judged.best : null;
  const index = best && indexOf(best.write ?? best.circle ?? "a0");
  if (best && !marks[index]) marks[index] = { isBest: true, note: "better", ghost: best.write ? roll : null, text: "better" };
  return marks;
}

function judgement({ luck, skill, loss, best, mean }) {
  const lost = loss > 0 ? `. Lost ${figure(loss)}; better: ${moveText(best)}` : "";
  return `Luck ${figure(luck, 2, true)}, skill ${figure(skill, 2, true)}, ${figure(mean, 1)} expected${lost}`;
}
