/** Before one sits at a table: who opens one, and who joins it by its code. */

import { button, element } from "../dom.js";
import { send } from "../seat.js";
import { text } from "../texts.js";
import { cardOfAnswer, cardText, keptCard } from "./card_model.js";
import { makeFields } from "./fields.js";
import { canPlay } from "./setup.js";
import { sampleName } from "./words.js";

const GAME = "penta_rush";
const LONGEST = 20; // characters of a name
const TIMES = [0, 30, 60, 120];

/**
 * Return {element, invite, card, wait}. `sat(seat)` is called with a new seat, `fail(text)` with what is wrong;
 * `wait(is)`: nobody opens or joins a table while a seat is taken up again.
 */
export function makeDoor(app, { sat, fail, changed }) {
  let samples = [], invited = "", isSitting = false, isWaiting = false;
  const fields = makeFields(app.store, "together.door", { name: "", code: "", card: "", own: "theirs", seconds: 60, begins: "turn", paper: "" }, changed);
  const name = field("name", text("together.name"), LONGEST);
  const code = field("code", text("together.code"), 4);
  const cards = element("select", { "aria-label": text("rush.card"), onchange: () => fields.wish("card", cards.value) });
  const own = element("select", { "aria-label": text("rush.card"), onchange: () => fields.wish("own", own.value) });
  const times = TIMES.map((seconds) => [seconds, seconds ? text("together.seconds", { seconds }) : text("together.untimed")]);
  const openButton = button(text("together.open"), () => sit("new", { game: GAME, card: cardText(cardOf(cards.value)), seconds: fields.wished().seconds, begins: fields.wished().begins }), { class: "primary" });
  const joinButton = button(text("together.join"), () => sit(`${fields.wished().code.toUpperCase()}/join`, { card: own.value === "theirs" ? "" : cardText(cardOf(own.value)) }), { class: "primary" });
  const paint = () => button(text("together.paint"), () => app.go("card"), { class: "quiet" });
  const openPanel = panel(text("together.open_title"), cards, paint(), element("p", { class: "hint" }, text("play.timer")), fields.choices(text("play.timer"), "seconds", times, "times"),
    element("p", { class: "hint" }, text("together.begins")), fields.choices(text("together.begins"), "begins", [["turn", text("together.by_turn")], ["throw", text("together.by_throw")]], ""), openButton);
  const joinPanel = panel(text("together.join_title"), code, own, paint(), joinButton);
  const reach = element("div", { class: "message stack", role: "status", hidden: true });
  const root = [reach, panel(text("together.you"), name, fields.tick(text("together.on_paper"), "paper")), joinPanel, openPanel];
  fields.watch(draw);
  app.store.watch("card", draw);
  send("clock").then(({ lan }) => lan || tellReach(text("together.here")), ({ code }) => {
    if (code !== "no_lan") return;
    root.length = 1; // there are no tables to open or to join
    tellReach(text("together.one_phone"), button(text("screens.play"), () => app.go("play")));
    changed();
  });
  app.run("cards").then((list) => { samples = list; draw(); changed(); }, (problem) => fail(problem.message));

  function field(key, label, maxlength) {
    const input = element("input", { type: "text", maxlength, placeholder: label, "aria-label": label, autocomplete: "off", oninput: () => fields.wish(key, input.value) });
    fields.watch((wished) => { if (input.value !== wished[key]) input.value = wished[key]; });
    return input;
  }

  function panel(title, ...children) {
    return element("section", { class: "panel", "aria-label": title }, element("h2", {}, title), children);
  }

  /** Say who cannot come to a table here, and what works all the same. */
  function tellReach(line, ...more) {
    reach.replaceChildren(element("p", {}, text("seat.no_lan")), element("p", {}, line), ...more);
    reach.hidden = false;
  }

  function draw() {
    const isPlayable = canPlay(keptCard(app.store));
    const mine = (value) => element("option", { value, disabled: !isPlayable }, text("together.yours"));
    const all = () => samples.map((sample) => element("option", { value: sample.name }, `${sampleName(sample.name)}, ${sample.rows} × ${sample.cols}`));
    const { card, own: wanted } = fields.wished();
    cards.replaceChildren(mine(""), ...all());
    cards.value = card || isPlayable ? card : samples.find((sample) => sample.default)?.name ?? "";
    own.replaceChildren(element("option", { value: "theirs" }, text("together.theirs")), mine("mine"), ...all());
    own.value = wanted;
    openPanel.hidden = Boolean(invited);
    const isBusy = isSitting || isWaiting;
    openButton.disabled = isBusy || !canPlay(cardOf(cards.value));
    joinButton.disabled = isBusy || (own.value !== "theirs" && !canPlay(cardOf(own.value)));
  }

  /** Return the card of that name, or else the painted one. */
  function cardOf(name) {
    const sample = samples.find((each) => each.name === name);
    return sample ? cardOfAnswer(sample) : keptCard(app.store);
  }

  async function sit(path, values) {
    fail("");
    isSitting = true;
    draw();
    try {
      sat(await send(path, { ...values, name: fields.wished().name.trim(), paper: Boolean(fields.wished().paper) }));
    } catch (problem) {
      fail(problem.message);
    } finally {
      isSitting = false;
      draw();
    }
  }

  function wait(is) {
    if (isWaiting === is) return;
    isWaiting = is;
    draw();
  }

  /** Somebody has scanned the code of a table. */
  function invite(table) {
    invited = table;
    fields.wish("code", table);
    if (table) fields.wish("own", "theirs");
  }

  return { element: root, invite, wait, card: () => cardOf(cards.value) };
}
