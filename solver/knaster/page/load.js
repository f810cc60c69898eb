/** Where a game comes from, and goes to: a text, a sample, nothing yet. */

import { button, element } from "../dom.js";
import { makeDialog } from "../dialog.js";
import { openGameText, takePastes } from "../game_text.js";
import { recordsButton } from "../records_view.js";
import { inEnglish, text } from "../texts.js";
import { gameOfRecord, keepGame, keptGame, newGame, recordText, sheetOf, sheetOfText, sheetText, watchGame } from "./game.js";
import { panel } from "./panels.js";

const MOST_LEFT = 12; // rolls
const SAMPLES = { half: "knaster_sample", tim: "knaster_sample", alone: "knaster_game", family: "knaster_game" };

/** Return the game that is *written*, a record or a sheet. */
async function readGame(app, written, signal) {
  if (!/"(turns|players)"/.test(written)) {
    const sheet = await app.runFile("knaster_sheet", { sheet: written }, { signal });
    return newGame(sheetOfText(await sheet.text()));
  }
  const verdict = await app.run("knaster_referee", { record: written }, { signal });
  if (!verdict.legal) {
    const { turn, rule, reason } = verdict;
    throw new Error(text("knaster.load.illegal", { turn, why: inEnglish(`${rule}: ${reason}`) }));
  }
  return gameOfRecord(JSON.parse(written), verdict.over);
}

async function readSample(app, name, signal) {
  if (SAMPLES[name] === "knaster_sample") {
    return newGame(sheetOfText(await (await app.runFile("knaster_sample", { name }, { signal })).text()));
  }
  const review = await app.run("knaster_game", { name }, { signal });
  return gameOfRecord(review, review.over);
}

/** Let the player choose a sample; *put(game, said)* takes it. */
function openSamples(app, put) {
  const job = new AbortController();
  const wait = element("progress", { "aria-label": text("knaster.load.loading"), hidden: true });
  const names = Object.keys(SAMPLES).filter((name) => !app.lacking(SAMPLES[name]));
  const items = names.map((name) => element("li", {},
    element("button", { type: "button", class: "list-item", onclick: () => take(name) }, element("b", {}, name), text(`knaster.samples.${name}`))));
  const dialog = makeDialog(text("knaster.load.samples"), { closed: () => job.abort(), body: [element("ul", { class: "list" }, items), wait] });
  async function take(name) {
    wait.hidden = false;
    try {
      put(await readSample(app, name, job.signal), text("knaster.load.sample-taken", { name }));
      dialog.close();
    } catch (problem) {
      dialog.fail(problem);
    }
  }
  dialog.open();
}

/** Show *game* as a text. */
function openText(app, game, put) {
  const written = game.turns.length || game.start ? recordText(game) ?? sheetText(sheetOf(game)) : "";
  openGameText({
    title: text("knaster.load.as-text"), hint: text("knaster.load.format"), placeholder: "(7) 6  .  9  .\n 8  .  .  .  .\n…",
    value: written.replaceAll("},{", "},\n{").replaceAll("],[", "],\n["),
    take: async (typed, signal) => put(await readGame(app, typed, signal), text("knaster.load.taken")),
  });
}

/** Return the panel of the game: where it comes from, whose it is, and when it ends. */
export function gamePanel(app, put) {
  const now = () => keptGame(app.store);
  const change = (changes) => keepGame(app.store, { ...now(), ...changes });
  const left = element("select", { id: "knaster-left", onchange: () => change({ left: Number(left.value) }) },
    Array.from({ length: MOST_LEFT + 1 }, (_, rolls) => element("option", { value: rolls },
      rolls ? text("knaster.load.rolls", { count: rolls }) : text("knaster.load.full"))));
  const player = element("select", { id: "knaster-player",
    onchange: () => change({ player: player.value, turns: now().players[player.value] }) });
  const whose = element("div", { class: "field" }, element("label", { for: "knaster-player" }, text("knaster.load.player")), player);
  const error = element("p", { class: "message error", role: "alert", hidden: true });
  const root = panel(text("knaster.load.game"),
    element("div", { class: "choices in-line" },
      button(text("knaster.load.new"), () => put(newGame(), text("knaster.load.new-taken"))),
      button(text("knaster.load.sample"), () => openSamples(app, put)),
      button(text("knaster.load.text"), () => openText(app, now(), put))),
    recordsButton(app, "knaster"),
    error, whose, element("div", { class: "field" }, element("label", { for: "knaster-left" }, text("knaster.load.ends-with")), left));
  const show = () => {
    error.hidden = true;
    const { left: rolls, players, player: name } = now();
    left.value = rolls;
    whose.hidden = !players;
    player.replaceChildren(...Object.keys(players ?? {}).map((one) => element("option", { selected: one === name }, one)));
  };
  takePastes(root, async (pasted) => put(await readGame(app, pasted), text("knaster.load.taken")), (line) => {
    error.textContent = line;
    error.hidden = false;
  });
  watchGame(app.store, show);
  show();
  return root;
}
