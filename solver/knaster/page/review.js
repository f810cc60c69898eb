/** The screen Review: where the score of a game came from, turn by turn, and what its rolls allowed. */

import { button, drawing, element, say, styleSheet } from "../dom.js";
import { text } from "../texts.js";
import { figure, indexOf, keptGame, moveText, pointsText, recordText, sheetOf, watchGame } from "./game.js";
import { marked, panel, scorePanel, sum } from "./panels.js";
import { makeSheet } from "./sheet_view.js";

const WIDTH = 320; // of the chart
const HEIGHT = 120;
const MARGIN = 26; // of its figures at the left
const REST = 150; // ms

export async function mount(root, app) {
  await styleSheet(new URL("knaster.css", import.meta.url));
  let game = keptGame(app.store);
  let review = null; // of the record `reviewed`
  let reviewed = "";
  let at = 0; // the turns that are done on the sheet that is shown
  let isBest = false; // the best plan is shown, not the game
  let isShown = false;
  let job = null;
  let resting = null;

  const view = makeSheet(app, text("knaster.sheet.after-turn"));
  const score = scorePanel(app, view.showLines); // not shown
  const slider = element("input", { type: "range", min: 0, "aria-label": text("knaster.review.turn"), oninput: () => go(Number(slider.value)) });
  const what = element("p", { class: "status two-lines" });
  const stage = element("div", { class: "stage" }, element("div", { class: "paper" }, view.element),
    element("div", { class: "bar" }, slider,
      button(text("knaster.review.before"), () => go(at - 1), { icon: "previous", class: "icon" }),
      button(text("knaster.review.next"), () => go(at + 1), { icon: "next", class: "icon" })), what);
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
      side.replaceChildren(panel(text("knaster.review.no-game"), element("p", {}, text("knaster.review.needs")),
        button(text("knaster.review.to-sheet"), () => app.go("knaster"), { class: "primary" })));
      return;
    }
    if (record !== reviewed) {
      job?.abort();
      const mine = new AbortController();
      [job, reviewed, review, isBest] = [mine, record, null, false];
      side.replaceChildren(panel(text("knaster.review.thinking-turns"),
        element("progress", { "aria-label": text("knaster.review.thinking") })));
      go(game.turns.length);
      try {
        const answer = await app.run("knaster_review", { record, plies: "2" }, { signal: mine.signal });
        if (job !== mine) return;
        review = answer;
      } catch (problem) {
        if (job !== mine) return;
        reviewed = "";
        side.replaceChildren(element("p", { class: "message error", role: "alert" }, problem.message), button(text("frame.again"), ask));
        return;
      }
      const { luck, skill } = lucks();
      say(text(skill === null ? "knaster.review.said-luck" : "knaster.review.said", { result: heading(), luck: figure(luck, 1, true), skill: figure(skill ?? 0, 1, true) }));
    }
    if (!review) return;
    fill();
    go(game.turns.length);
  }

  function own() {
    return review.players ? review.players[game.player] : review;
  }

  /** Return what luck and skill gave; where every move was the best, all is luck: the advice rates them by one roll more. */
  function lucks() {
    const { luck, skill, worst } = own();
    return worst.length ? { luck, skill } : { luck: luck + skill, skill: null };
  }

  function heading() {
    const { mean, score } = own();
    return review.over ? pointsText(score) : text("knaster.review.mean", { mean: figure(mean, 1) });
  }

  function fill() {
    const { start, mean, score: points, worst, cut_off: cutOff } = own();
    const { luck, skill } = lucks();
    const { hindsight } = review;
    const { player } = game;
    side.replaceChildren(
      panel(player ? text("knaster.review.of", { player, result: heading() }) : heading(), element("ul", { class: "sums" },
        sum(text("knaster.review.at-start"), figure(start, 1)),
        sum(text("knaster.review.luck"), figure(luck, 1, true)),
        cutOff === null ? "" : sum(text("knaster.review.cut-off"), figure(cutOff, 1, true)),
        skill === null ? sum(text("knaster.review.all-best"), "") : sum(text("knaster.review.skill"), figure(skill, 1, true)),
        review.over ? sum(text("knaster.score.points"), points) : sum(text("knaster.review.now"), figure(mean, 1))), makeChart(own())),
      worst.length ? panel(text("knaster.review.worst", { count: worst.length }),
        element("ol", { class: "list worst" }, worst.map(worstTurn))) : "",
      hindsight ? panel(text("knaster.review.plan"), element("p", {},
        marked(hindsight.proven ? "knaster.review.proven" : "knaster.review.known", "points", element("b", {}, pointsText(hindsight.score)))),
        button(text("knaster.review.show-how"), () => showBest(!isBest), { "aria-pressed": "false" })) : "");
  }

  function worstTurn(number) {
    const { loss, best, ...turn } = own().turns[number - 1];
    const show = () => { showBest(false); go(number); };
    return element("li", {}, element("button", { type: "button", class: "list-item", onclick: show },
      element("span", {}, element("b", {}, text("knaster.review.turn-roll", { number, roll: turn.roll })), element("br"),
        moveText(turn), element("br"), text("knaster.review.better-move", { move: moveText(best) })),
      element("small", {}, figure(-loss))));
  }

  function showBest(isWanted) {
    isBest = isWanted;
    side.querySelector("[aria-pressed]")?.setAttribute("aria-pressed", String(isBest));
    go(turns().length);
    scrollTo(0, 0);
  }

  /** Show the sheet after the first `number` turns. */
  function go(number) {
    const shown = turns();
    at = Math.max(0, Math.min(shown.length, number));
    slider.max = shown.length;
    slider.value = at;
    const turn = shown[at - 1];
    const judged = isBest ? null : review && own().turns[at - 1];
    const sheet = sheetOf({ start: null, turns: shown }, at);
    view.show(sheet, turn ? turnMarks(turn, judged) : {});
    view.showLines([]);
    clearTimeout(resting);
    resting = setTimeout(() => score.count(sheet), REST);
    const headline = turn ? text("knaster.review.turn-move", { number: at, roll: turn.roll, move: moveText(turn) })
      : text("knaster.review.empty");
    slider.setAttribute("aria-valuetext", headline);
    const cutOff = judged && at === shown.length ? own().cut_off : null; // it is luck of the last turn
    const detail = judged ? judgement(judged, cutOff) : isBest ? text("knaster.review.plan") : "";
    what.replaceChildren(element("strong", {}, headline), element("small", {}, detail));
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
  const marks = { [indexOf(write ?? circle ?? "a0")]: { loss: 0.3, text: text("knaster.review.this-turn") } };
  const best = judged?.loss > 0 ? judged.best : null;
  const index = best && indexOf(best.write ?? best.circle ?? "a0");
  const better = text("knaster.review.better");
  if (best && !marks[index]) marks[index] = { isBest: true, note: better, ghost: best.write ? roll : null, text: better };
  for (const name of best?.bonus ?? []) marks[indexOf(name)] = { ...marks[indexOf(name)], isAsked: true };
  return marks;
}

function judgement({ luck, skill, loss, best, mean }, cutOff) {
  const key = cutOff === null ? "knaster.review.judged" : "knaster.review.judged-cut-off";
  const values = { luck: figure(luck, 2, true), skill: figure(skill, 2, true), mean: figure(mean, 1) };
  const judged = text(key, { ...values, cutOff: cutOff === null ? "" : figure(cutOff, 2, true) });
  return loss > 0 ? `${judged}. ${text("knaster.review.lost", { loss: figure(loss), move: moveText(best) })}` : judged;
}

/** Return the chart of what was expected; the worst turns are dots. */
export function makeChart({ start, turns, worst }) {
  const means = [start, ...turns.map(({ mean }) => mean)];
  const low = 10 * Math.floor(Math.min(...means) / 10);
  const high = 10 * Math.ceil(Math.max(...means) / 10 + 0.01);
  const x = (turn) => MARGIN + (turn * (WIDTH - MARGIN - 6)) / turns.length;
  const y = (mean) => 8 + ((high - mean) * (HEIGHT - 16)) / (high - low);
  const ticks = [low, (low + high) / 2, high];
  return drawing("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img",
    "aria-label": text("knaster.review.chart") },
    ticks.map((tick) => [drawing("path", { class: "tick", d: `M${MARGIN} ${y(tick)}H${WIDTH}` }),
      drawing("text", { x: MARGIN - 6, y: y(tick) + 4 }, String(tick))]).flat(),
    drawing("polyline", { points: means.map((mean, turn) => `${x(turn)},${y(mean)}`).join(" ") }),
    worst.map((turn) => drawing("circle", { cx: x(turn), cy: y(means[turn]), r: 5 })));
}
