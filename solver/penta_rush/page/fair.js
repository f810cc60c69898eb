/** The screen Fair?: the verdict on the card, and the best packing of each of its rolls. */

import { button, element, say, styleSheet } from "../dom.js";
import { makeGrid } from "../grid.js";
import { text } from "../texts.js";
import { cardText, keptCard, unpainted } from "./card_model.js";
import { verdictPanels } from "./fair_verdict.js";
import { makeProfile } from "./fair_charts.js";
import { makeFields } from "./fields.js";
import { showPacking, symbolsNode, symbolsText } from "./packing_view.js";
import { counted } from "./words.js";

const SHORT = "4"; // seconds: enough for all but large cards
const LONG = "15";
const SKILLS = [["0.1", "make.people.few"], ["0.2", "make.people.some"], ["0.3", "make.people.many"]];
const DWELL = 90; // ms that a finger rests on a roll before its packing is looked for

export async function mount(root, app) {
  await Promise.all(["rush.css", "figures.css"].map((name) => styleSheet(new URL(name, import.meta.url))));
  let card = null;
  let judged = null; // the text of the card that is judged
  let verdict = null;
  let rolls = []; // the poorest first
  let at = -1; // the number of the chosen roll
  let packings = new Map(); // by rolls
  let judging = null;
  let looking = null;

  const grid = makeGrid({ label: text("rush.best_card") });
  const profile = makeProfile(choose);
  const chosen = element("p", { class: "chosen-roll" });
  const before = button(text("fair.before"), () => choose(at - 1), { icon: "previous", class: "icon" });
  const after = button(text("fair.after"), () => choose(at + 1), { icon: "next", class: "icon" });
  const thumb = element("div", { class: "thumb" }, profile.element,
    element("div", { class: "bar is-roll" }, before, chosen, after));
  const side = element("div", { class: "side" });
  const fields = makeFields(app.store, "fair.form", { skill: "0.2" }, () => judge(SHORT, true));
  const lacking = app.lacking("check");
  const players = lacking ? element("p", { class: "hint" }, lacking) : fields.list(text("fair.players_of"), "skill", SKILLS.map(([skill, key]) => [skill, text(key)]));
  root.append(element("div", { class: "stage" }, element("div", { class: "paper" }, grid.element)), thumb, side);
  app.store.watch("card", () => {
    if (!root.hidden) onCard();
  });
  return { shown: onCard, hidden: stop };

  function stop() {
    const ended = [judging, looking];
    [judging, looking] = [null, null];
    for (const job of ended) job?.abort();
  }

  function onCard() {
    card = keptCard(app.store);
    const left = unpainted(card);
    const now = left ? null : cardText(card);
    if (now && now === judged && verdict) return;
    stop();
    [judged, verdict, rolls, at, packings] = [now, null, [], -1, new Map()];
    show();
    if (judged) judge(SHORT);
    else {
      side.replaceChildren(panel(element("p", {}, left === card.cells.length ? text("fair.empty") : text("rush.unpainted", { count: left })),
        button(text("rush.paint"), () => app.go("card"), { class: "primary" })));
    }
  }

  async function judge(seconds, isForOthers = false) {
    judging?.abort();
    const mine = new AbortController();
    judging = mine;
    const cancel = button(text("dialog.cancel"), () => mine.abort(), { hidden: true });
    const slow = setTimeout(() => { cancel.hidden = false; }, 400);
    side.replaceChildren(panel(element("p", { class: "hint", role: "status" }, text("fair.judging")), element("progress", { "aria-label": text("fair.progress") }), cancel));
    try {
      const asked = { card: judged, seconds };
      verdict = await (lacking ? app.run("check_perfect", asked, { signal: mine.signal })
        : app.run("check", { ...asked, skill: fields.wished().skill }, { signal: mine.signal }));
      rolls = verdict.rolls.toSorted((one, other) => one.optimum - other.optimum || (one.roll < other.roll ? -1 : 1));
      showVerdict(seconds);
      if (isForOthers) players.querySelector("select")?.focus();
      show();
    } catch (problem) {
      if (judging !== mine) return;
      const isCancelled = problem.name === "AbortError";
      side.replaceChildren(panel(element("p", { class: isCancelled ? "message" : "message error", role: "alert" }, isCancelled ? text("rush.cancelled") : problem.message),
        button(text("fair.judge"), () => judge(SHORT))));
    } finally {
      clearTimeout(slow);
    }
  }

  function panel(...nodes) {
    return element("section", { class: "panel", "aria-label": text("fair.panel") }, element("h2", {}, text("fair.title")), nodes);
  }

  function showVerdict(seconds) {
    const isKnown = verdict.mean !== undefined;
    const isWhole = isKnown && rolls.every(({ packings: all }) => all !== null);
    const longer = isWhole || seconds === LONG ? null
      : button(text(isKnown ? "fair.count_longer" : "fair.judge_longer", { seconds: LONG }), () => judge(LONG));
    const again = seconds === LONG ? null : button(text("fair.judge_longer", { seconds: LONG }), () => judge(LONG));
    const { panels, spoken } = verdictPanels(verdict, card, rolls, (index) => { choose(index); scrollTo(0, 0); }, longer, { players, lacking, again });
    side.replaceChildren(...panels);
    say(spoken);
  }

  async function choose(index) {
    if (index < 0 || index >= rolls.length || index === at) return;
    at = index;
    looking?.abort();
    const { roll, optimum } = rolls[at];
    show();
    if (!optimum || packings.has(roll)) return;
    const mine = new AbortController();
    looking = mine;
    await new Promise((resolve) => setTimeout(resolve, DWELL));
    if (mine.signal.aborted) return;
    try {
      const { packing } = await app.run("best", { card: judged, roll }, { signal: mine.signal });
      packings.set(roll, packing);
      show();
      say(packing.placements.map(({ shape, points }) => `${shape} ${points}`).join(", "));
    } catch (problem) {
      if (problem.name !== "AbortError" && looking === mine) chosen.replaceChildren(problem.message);
    }
  }

  function show() {
    showPacking(grid, card, packings.get(rolls[at]?.roll));
    thumb.hidden = !rolls.length;
    if (thumb.hidden) return;
    profile.show(rolls, verdict.mean);
    const { roll, optimum } = rolls[at] ?? {};
    const found = optimum ? counted(optimum) : text("fair.no_packing");
    profile.select(at, roll && text("fair.of_roll", { symbols: symbolsText(card, roll), found }));
    before.disabled = at <= 0;
    after.disabled = at === rolls.length - 1;
    chosen.replaceChildren(...(roll ? [symbolsNode(card, roll), element("b", {}, found)]
      : [element("span", { class: "hint" }, text("fair.drag"))]));
  }
}
