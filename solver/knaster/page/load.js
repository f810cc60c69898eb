/** Where a game comes from, and goes to: a text, a sample, nothing yet. */

import { button, element } from "/dom.js";
import { makeDialog } from "/dialog.js";
import { gameOfRecord, keepGame, keptGame, newGame, recordText, sheetOf, sheetOfText, sheetText, watchGame } from "./game.js";

const MOST_LEFT = 12;

const SAMPLES = { half: "A sheet in the middle of a game", tim: "A full sheet, before the last roll",
  alone: "A game of one player, 84 points", family: "A game of three players" };

/** Return the game in *text*, a record or a sheet; throws what penta says against it. */
export async function readGame(app, text, signal) {
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
export function openSamples(app, put) {
  let job = null;
  const dialog = makeDialog("Samples", { closed: () => job?.abort(), body: [element("ul", { class: "list" },
    Object.entries(SAMPLES).map(([name, text]) => element("li", {},
      element("button", { type: "button", class: "list-item", onclick: take }, element("b", {}, name), element("span", {}, text)))))] });
  async function take({ currentTarget }) {
    const name = currentTarget.firstChild.textContent;
    job?.abort();
    const mine = new AbortController();
    job = mine;
    currentTarget.setAttribute("aria-busy", "true");
    try {
      put(await readSample(app, name, mine.signal), `The sample ${name}`);
      dialog.close();
    } catch (problem) {
      dialog.fail(problem);
    }
    currentTarget.removeAttribute("aria-busy");
  }
  dialog.open();
}

/** Show *game* as a text, to copy or to replace. */
export function openText(app, game, put) {
  const field = element("textarea", { rows: "9", spellcheck: "false", autocapitalize: "off", id: "knaster-text",
    placeholder: "(7) 6  .  9  .\n 8  .  .  .  .\n…" });
  field.value = game.turns.length || game.start ? recordText(game) ?? sheetText(sheetOf(game)) : "";
  const dialog = makeDialog("Game as a text", {
    body: [element("label", { for: "knaster-text" }, "A record, or a sheet: five lines of five, a dot for a free cell, brackets round a circled number."), field],
    action: "Use this text",
    act: async (signal) => put(await readGame(app, field.value, signal), "The text is taken"),
  });
  dialog.open();
  field.select();
}

/** Take what is pasted into the page while *root* is shown. */
export function onPaste(app, root, put, fail) {
  addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text");
    if (root.hidden || document.querySelector("dialog[open]") || event.target.matches("input, textarea") || !text) return;
    event.preventDefault();
    readGame(app, text).then((game) => put(game, "The text is taken"), fail);
  });
}

/** Return the panel of the game: where it comes from, whose it is, and when it ends. */
export function gamePanel(app, put) {
  const now = () => keptGame(app.store);
  const left = element("select", { id: "knaster-left", onchange: () => keepGame(app.store, { ...now(), left: Number(left.value) }) },
    Array.from({ length: MOST_LEFT + 1 }, (_, rolls) => element("option", { value: rolls }, rolls ? rolls === 1 ? "the next roll" : `${rolls} more rolls` : "my full sheet")));
  const player = element("select", { id: "knaster-player", onchange: () => keepGame(app.store, { ...now(), player: player.value, turns: now().players[player.value] }) });
  const whose = element("div", { class: "field" }, element("label", { for: "knaster-player" }, "Player"), player);
  const show = () => {
    const { left: rolls, players, player: name } = now();
    left.value = rolls;
    whose.hidden = !players;
    player.replaceChildren(...Object.keys(players ?? {}).map((one) => element("option", { selected: one === name }, one)));
  };
  watchGame(app.store, show);
  show();
  return element("section", { class: "panel", "aria-label": "Game" }, element("h2", {}, "Game"),
    element("div", { class: "choices in-line" },
      button("New", () => put(newGame(), "A new game")),
      button("Sample", () => openSamples(app, put)),
      button("Text", () => openText(app, now(), put))),
    whose, element("div", { class: "field" }, element("label", { for: "knaster-left" }, "The game ends with"), left));
}
