/** Where a game comes from, and goes to: a text, a sample, nothing yet. */

import { button, element } from "/dom.js";
import { makeDialog } from "/dialog.js";
import { gameOfRecord, keepGame, keptGame, newGame, recordText, sheetOf, sheetOfText, sheetText, watchGame } from "./game.js";
import { panel } from "./panels.js";

const MOST_LEFT = 12; // rolls
const LONGEST = 60_000; // characters of a text; the server takes 64 KiB
const TAKEN = "The text is taken";
const SAMPLES = {
  half: "a sheet in the middle of a game", tim: "a full sheet", alone: "a game of one player", family: "a game of three",
};

/** Return the game in *text*, a record or a sheet. */
async function readGame(app, text, signal) {
  if (text.length > LONGEST) throw new Error(`expected at most ${LONGEST} characters`);
  if (!/"(turns|players)"/.test(text)) {
    const sheet = await app.runFile("knaster_sheet", { sheet: text }, { signal });
    return newGame(sheetOfText(await sheet.text()));
  }
  const verdict = await app.run("knaster_referee", { record: text }, { signal });
  if (!verdict.legal) throw new Error(`record, turn ${verdict.turn}: ${verdict.rule}: ${verdict.reason}`);
  return gameOfRecord(JSON.parse(text), verdict.over);
}

async function readSample(app, name, signal) {
  if (name === "half" || name === "tim") {
    return newGame(sheetOfText(await (await app.runFile("knaster_sample", { name }, { signal })).text()));
  }
  const review = await app.run("knaster_game", { name }, { signal });
  return gameOfRecord(review, review.over);
}

/** Let the player choose a sample; *put(game, text)* takes it. */
function openSamples(app, put) {
  const job = new AbortController();
  const wait = element("progress", { "aria-label": "Loading", hidden: true });
  const items = Object.entries(SAMPLES).map(([name, text]) => element("li", {},
    element("button", { type: "button", class: "list-item", onclick: () => take(name) }, element("b", {}, name), text)));
  const dialog = makeDialog("Samples", { closed: () => job.abort(), body: [element("ul", { class: "list" }, items), wait] });
  async function take(name) {
    wait.hidden = false;
    try {
      put(await readSample(app, name, job.signal), `The sample ${name}`);
      dialog.close();
    } catch (problem) {
      dialog.fail(problem);
    }
  }
  dialog.open();
}

/** Show *game* as a text. */
function openText(app, game, put) {
  const field = element("textarea", { rows: "9", spellcheck: "false", autocapitalize: "off", id: "knaster-text",
    placeholder: "(7) 6  .  9  .\n 8  .  .  .  .\n…" });
  if (game.turns.length || game.start) {
    field.value = (recordText(game) ?? sheetText(sheetOf(game))).replaceAll("},{", "},\n{").replaceAll("],[", "],\n[");
  }
  const dialog = makeDialog("Game as a text", {
    body: [element("label", { for: "knaster-text" },
      "A record, or a sheet: five lines of five, a dot for a free cell, brackets round a circled number."), field],
    action: "Use this text",
    act: async (signal) => put(await readGame(app, field.value, signal), TAKEN),
  });
  dialog.open();
  field.select();
}

/** Return the panel of the game: where it comes from, whose it is, and when it ends. */
export function gamePanel(app, put) {
  const now = () => keptGame(app.store);
  const change = (changes) => keepGame(app.store, { ...now(), ...changes });
  const left = element("select", { id: "knaster-left", onchange: () => change({ left: Number(left.value) }) },
    Array.from({ length: MOST_LEFT + 1 }, (_, rolls) => element("option", { value: rolls },
      rolls ? `${rolls} more ${rolls === 1 ? "roll" : "rolls"}` : "my full sheet")));
  const player = element("select", { id: "knaster-player",
    onchange: () => change({ player: player.value, turns: now().players[player.value] }) });
  const whose = element("div", { class: "field" }, element("label", { for: "knaster-player" }, "Player"), player);
  const error = element("p", { class: "message error", role: "alert", hidden: true });
  const root = panel("Game",
    element("div", { class: "choices in-line" },
      button("New", () => put(newGame(), "A new game")),
      button("Sample", () => openSamples(app, put)),
      button("Text", () => openText(app, now(), put))),
    error, whose, element("div", { class: "field" }, element("label", { for: "knaster-left" }, "The game ends with"), left));
  const show = () => {
    error.hidden = true;
    const { left: rolls, players, player: name } = now();
    left.value = rolls;
    whose.hidden = !players;
    player.replaceChildren(...Object.keys(players ?? {}).map((one) => element("option", { selected: one === name }, one)));
  };
  addEventListener("paste", async (event) => {
    const text = event.clipboardData.getData("text");
    if (root.closest(".screen").hidden || document.querySelector("dialog[open]") || event.target.matches("input") || !text) return;
    event.preventDefault();
    try {
      put(await readGame(app, text), TAKEN);
    } catch (problem) {
      error.textContent = problem.message;
      error.hidden = false;
    }
  });
  watchGame(app.store, show);
  show();
  return root;
}
