/** The screen Play: two people at one phone, or one against penta. */

import { button, element, styleSheet } from "../dom.js";
import { comparedText } from "../records.js";
import { recordsButton } from "../records_view.js";
import { text } from "../texts.js";
import { colourText, COLOURS, isOver, newGame, PIECES, PROGRAMS, resultOf, resultText, toMove } from "./game.js";
import { levelsPanel } from "./levels.js";
import { openText, readSample, takeRecords } from "./records.js";
import { makeTable } from "./table.js";

export async function mount(root, app) {
  await styleSheet(new URL("pent_up.css", import.meta.url));
  const levels = levelsPanel();
  const players = COLOURS.map((colour) => [colour, element("select", { id: `up-${colour}`,
    onchange: (event) => table.change({ [colour]: event.target.value }) },
  ["person", ...Object.keys(PROGRAMS)].map((player) => element("option", { value: player }, text(`players.${player}`))))]);
  const lowest = element("input", { type: "checkbox", onchange: () => table.change({ lowest: lowest.checked }) });
  const table = makeTable(app, root, {
    key: "up.game", result: resultOf,
    status: (game) => (isOver(game) ? [resultText(game), comparedText(app.store, resultOf(game)) || text("up.all_laid")] : [text("up.to_move", { colour: colourText(toMove(game.moves)) }),
      game.moves.length ? `${text("up.move_of", { at: game.moves.length, count: PIECES })} · ${resultText(game)}` : text("up.begin")]),
    show(game, moves) {
      levels.show(moves, game.lowest);
      for (const [colour, select] of players) select.value = game[colour];
      lowest.checked = game.lowest;
    },
  });
  const take = (moves) => table.replace({ ...table.game(), moves, white: "person", black: "person", at: null }, text("up.taken"));

  async function sample() {
    try {
      take(await readSample(app));
      table.look(table.game().moves.length);
    } catch (problem) {
      table.tell(problem.message);
    }
  }

  const games = element("section", { class: "panel", "aria-label": text("up.game") }, element("h2", {}, text("up.game")),
    element("div", { class: "choices in-line" },
      button(text("up.new"), () => table.replace(newGame(table.game()), text("up.new_said"))), button(text("up.sample"), sample),
      button(text("up.text"), () => openText(app, table.game(), take))), recordsButton(app, "up"),
    players.map(([colour, select]) => element("div", { class: "up-field" }, element("label", { for: select.id }, colourText(colour)), select)),
    element("label", { class: "switch" }, lowest, element("span", {}, text("up.lowest"))));
  root.append(table.stage, table.thumb, element("div", { class: "side" }, levels.element, games));
  takeRecords(app, root, take, table.tell);
  return { shown: table.shown, hidden: table.hidden };
}
