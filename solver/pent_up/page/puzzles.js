/** The screen Puzzles: Climb and Surround, to try by hand, beside the best that is known. */

import { button, element, styleSheet } from "../dom.js";
import { comparedText } from "../records.js";
import { recordsButton } from "../records_view.js";
import { text } from "../texts.js";
import { colourText, levelsOf, newGame, toMove } from "./game.js";
import { levelsPanel } from "./levels.js";
import { proofPanel } from "./proof.js";
import { makeSurround } from "./rings.js";
import { makeTable } from "./table.js";

export async function mount(root, app) {
  await styleSheet(new URL("pent_up.css", import.meta.url));
  const boards = { climb: makeClimb(root, app), surround: makeSurround(root, app) };
  const names = Object.keys(boards);
  let shown = null;
  const choices = names.map((name) => button(text(`up.puzzle.${name}`), () => choose(name)));
  const chooser = element("div", { class: "choices in-line", role: "group", "aria-label": text("up.puzzle.choose") }, choices);
  for (const { stage, thumb, side } of Object.values(boards)) root.append(stage, thumb, side);
  let isOn = false;
  choose(app.store.get("up.puzzle", "climb", (name) => names.includes(name)));

  function choose(name) {
    boards[shown]?.hidden();
    shown = name;
    app.store.set("up.puzzle", name);
    for (const [one, { stage, thumb, side }] of Object.entries(boards)) {
      for (const part of [stage, thumb, side]) part.hidden = one !== name;
    }
    choices.forEach((choice, number) => choice.setAttribute("aria-pressed", String(names[number] === name)));
    const hadFocus = chooser.contains(document.activeElement);
    boards[name].stage.prepend(chooser);
    if (hadFocus) choices[names.indexOf(name)].focus();
    if (isOn) boards[name].shown();
  }

  return {
    shown() { isOn = true; boards[shown].shown(); },
    hidden() { isOn = false; boards[shown].hidden(); },
  };
}

/** Return the puzzle Climb: both colours are laid by one person, as high as they go. */
function makeClimb(root, app) {
  const levels = levelsPanel({ hasLeft: false });
  const own = element("p");
  const best = proofPanel(showBest, () => table.replace({ ...newGame(), moves: [] }, text("up.new_said")), own, recordsButton(app, "climb"));
  const heightOf = (moves) => levelsOf(moves).length;
  const resultOf = ({ at, moves }) => ({ game: "climb", at: moves.length ? at : null, points: heightOf(moves) });
  const table = makeTable(app, root, {
    key: "up.climb", isAlone: true, result: resultOf,
    status: ({ moves }) => [text("up.reached", { level: heightOf(moves) }),
      moves.length ? text("up.to_move", { colour: colourText(toMove(moves)) }) : text("up.puzzle.climb_task")],
    show(game, moves) {
      levels.show(moves, false);
      own.textContent = comparedText(app.store, resultOf(game));
    },
  });
  let answer = null;

  async function load() {
    try {
      answer ??= await app.run("up_climb");
      best.tell(text("up.puzzle.climb_best", { level: answer.highest, moves: answer.record.moves.length, more: answer.highest + 1 }), answer.argument);
    } catch (problem) {
      best.tell(problem.message);
    }
  }

  async function showBest() {
    await load();
    if (!answer) return;
    table.replace({ ...newGame(), moves: answer.record.moves }, text("up.taken"));
    table.look(answer.record.moves.length);
  }

  return { ...table, side: element("div", { class: "side" }, best.element, levels.element), shown() { table.shown(); load(); } };
}
