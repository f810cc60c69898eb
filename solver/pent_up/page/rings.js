/** The puzzle Surround: a ring of white pieces around a black one, and a ring of black ones around these. */

import { button, element, say } from "../dom.js";
import { LETTERS } from "../pieces.js";
import { comparedText, keepResult } from "../records.js";
import { recordsButton } from "../records_view.js";
import { text } from "../texts.js";
import { makeBoard, nameOf } from "./board.js";
import { COLOURS } from "./game.js";
import { makeHand } from "./hand.js";
import { proofPanel } from "./proof.js";
import { areRings, lettersFor, newRings, placesFor, stateOf } from "./surround.js";

const KEY = "up.surround";

function countText(colour, { length: count }) {
  return text(`up.puzzle.count.${colour}`, { count });
}

/** Return {stage, thumb, side, shown, hidden}. */
export function makeSurround(root, app) {
  let rings = app.store.get(KEY, newRings(), areRings);
  let state = stateOf(rings);
  const past = [];
  const answers = new Map(); // what is best, by the letter of the middle piece
  let known = null; // the most rings

  const board = makeBoard({ label: text("up.board"), press: (cell) => { tell(""); show(); hand.tap(cell); }, key: (event) => hand.key(event, true) });
  const hand = makeHand({ changed: show, put, tell, refuse, focusBoard: board.focus, isFlat: true });
  const status = element("p", { class: "status two-lines" });
  const middle = element("select", { "aria-label": text("up.puzzle.middle"), onchange: () => keep(newRings(middle.value)) },
    LETTERS.map((letter) => element("option", { value: letter }, letter)));
  const undo = button(text("up.undo"), takeBack, { icon: "undo", class: "icon" });
  const message = element("p", { class: "message", role: "alert", hidden: true });
  const stage = element("div", { class: "stage" }, element("div", { class: "paper up-paper" }, board.element),
    element("div", { class: "bar up-middle" }, status, middle, undo), message);
  const thumb = element("div", { class: "thumb" }, hand.element);
  const own = element("p");
  const most = element("div", { class: "stack", hidden: true }); // the most rings that are known, around one piece
  const best = proofPanel(showBest, () => keep(newRings(rings.middle)), own, [most, recordsButton(app, "surround")]);
  const side = element("div", { class: "side" }, best.element);
  root.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, textarea") || stage.hidden) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "z") takeBack();
    else if (!event.defaultPrevented && hand.key(event, false)) event.preventDefault();
  });
  begin();

  function keep(next) {
    past.push(rings);
    set(next);
    scrollTo(0, 0);
  }

  function set(next) {
    rings = next;
    app.store.set(KEY, rings);
    begin();
    load();
  }

  function begin() {
    state = stateOf(rings);
    const memory = new Map();
    tell("");
    most.hidden = true; // until it is known for this middle
    hand.offer(state.colour, lettersFor(rings, state.colour), state.open.length ? (letter) => {
      if (!memory.has(letter)) memory.set(letter, placesFor(letter, state));
      return memory.get(letter);
    } : null);
    middle.value = rings.middle;
    keepResult(app.store, result());
    show();
  }

  function result() {
    return { game: "surround", at: state.open.length ? null : rings.at, against: rings.middle, points: rings.white.length + rings.black.length };
  }

  function put({ shape, cells }) {
    keep({ ...rings, at: rings.white.length ? rings.at : new Date().toISOString(), [state.colour]: [...rings[state.colour], { shape, cells }] });
    say(statusTexts().join(". "));
  }

  function refuse({ shape }, cell) {
    tell(text("up.not_here", { piece: shape, cell: nameOf(cell), rule: text("up.puzzle.rule") }));
  }

  function takeBack() {
    const { white, black } = rings;
    const before = past.pop() ?? (black.length ? { ...rings, black: black.slice(0, -1) } : white.length ? { ...rings, white: white.slice(0, -1) } : null);
    if (!before) return;
    set(before);
    say(text("up.undone"));
  }

  async function load() {
    const { middle: letter } = rings;
    try {
      if (!answers.has(letter)) answers.set(letter, await app.run("up_surround", { shape: letter }));
      const { white, black, solutions, argument } = answers.get(letter);
      if (letter !== rings.middle) return;
      best.tell(text("up.puzzle.surround_best", { white, black, count: solutions }), argument);
      const { tiles } = await (known ??= app.run("up_rings"));
      if (letter !== rings.middle) return;
      const counts = tiles.slice(1).map((ring, at) => countText(COLOURS[at % 2], ring)).join(", ");
      most.replaceChildren(element("p", {}, text("up.puzzle.most", { rings: counts })), button(text("up.puzzle.show_most"), () => showMost(tiles, counts)));
      most.hidden = tiles[0][0].shape !== letter;
    } catch (problem) {
      known = null;
      if (letter === rings.middle) best.tell(problem.message);
    }
  }

  /** Show the rings of *tiles* until something else is done. */
  function showMost(tiles, counts) {
    tellStatus([text("up.puzzle.surround"), counts]);
    say(counts);
    board.show({ pieces: tiles.flatMap((ring, at) => ring.map((tile) => ({ ...tile, colour: COLOURS[(at + 1) % 2], level: 1 }))), isFlat: true });
    scrollTo(0, 0);
  }

  async function showBest() {
    await load();
    const answer = answers.get(rings.middle);
    if (answer) keep({ ...rings, at: null, white: answer.white_tiles, black: answer.black_tiles });
  }

  function tell(what) {
    message.textContent = what;
    message.hidden = !what;
  }

  function statusTexts() {
    const counts = COLOURS.map((colour) => countText(colour, rings[colour]));
    if (!state.open.length) return [text("up.puzzle.done"), counts.join(", ")];
    return [text(`up.puzzle.ring_${state.colour}`), [text("up.puzzle.open", { count: state.open.length }), counts[COLOURS.indexOf(state.colour)]].join(" · ")];
  }

  function tellStatus([headline, line]) {
    status.replaceChildren(element("strong", {}, headline), element("small", {}, line));
  }

  function show() {
    const wanted = new Set(state.open.map(String));
    tellStatus(statusTexts());
    board.show({ pieces: state.pieces, held: hand.held(), wanted: state.open, lit: hand.lit().filter((cell) => wanted.has(String(cell))), isFlat: true });
    hand.element.hidden = !state.open.length;
    own.textContent = comparedText(app.store, result());
    undo.disabled = !past.length && !rings.white.length;
  }

  return { stage, thumb, side, shown() { show(); load(); }, hidden() {} };
}
