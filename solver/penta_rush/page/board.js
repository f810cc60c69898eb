/** The card on which a player outlines shapes, by finger or keyboard, and takes outlines back. */

import { button, element, say } from "../dom.js";
import { makeGrid } from "../grid.js";
import { text } from "../texts.js";
import { makeHistory } from "./history.js";
import { CELLS, cellsOf, outlineAt, withCell, withoutCell } from "./outlines.js";
import { cellLook } from "./symbols.js";

/**
 * Return {element, tools, show, forget, shortcut, focus}. `changed(outlines)` is called when the player drew;
 * with *isSingle* there is one outline, perhaps in parts, and what is drawn beyond it takes its place.
 */
export function makeBoard({ label, isSingle = false, changed }) {
  let view = { card: null, outlines: [], drawn: [], rest: "", cover: "", isFixed: true };
  let history = makeHistory();
  let isErasing = false;
  let stroke = null; // what a finger does: {before, at: the cell that it extends, tapped: a cell of an outline}
  let touched = null; // the cell that was outlined last

  const grid = makeGrid({ label, press, release, key });
  const covered = element("p", { class: "cover", hidden: true });
  grid.element.append(covered);
  const eraser = button(text("board.erase"), () => setErasing(!isErasing), { icon: "erase", class: "icon" });
  const undo = button(text("rush.undo"), () => step("undo"), { icon: "undo", class: "icon" });
  const redo = button(text("rush.redo"), () => step("redo"), { icon: "redo", class: "icon" });

  /**
   * Show *card* with the player's *outlines*, and shapes that are *drawn* already: {cells, label,
   * detail, colour, classes, note, look}; *look* is a class of their cells, *rest* of all others.
   * With a *cover* nothing of it is seen but these words.
   */
  function show(next) {
    view = { ...view, ...next };
    const { card, outlines, drawn, rest, cover, isFixed } = view;
    const marks = new Map();
    const mark = (cells, note, look = "") => cells.forEach(([row, col]) => marks.set(row * card.cols + col, { note, look }));
    const shapes = outlines.map((cells, number) => {
      mark(cellsOf(cells, card.cols), words("board.cell", number, cells));
      const isHalf = cells.length < CELLS;
      return { cells: cellsOf(cells, card.cols), label: isSingle ? "" : number + 1, colour: isSingle ? drawn.length : number, classes: isHalf ? "is-half" : "" };
    });
    for (const { cells, note, look } of drawn) mark(cells, note, look);
    grid.resize(card.rows, card.cols);
    grid.draw((index) => {
      if (cover) return { classes: "is-empty", text: text("board.covered") };
      const { note, look } = marks.get(index) ?? { note: "", look: rest };
      return cellLook(card, index, look, note);
    });
    covered.textContent = cover;
    covered.hidden = !cover;
    grid.outline(cover ? [] : [...drawn.filter(({ cells }) => cells.length), ...shapes]);
    grid.element.querySelector(".cells").classList.toggle("can-press", !isFixed);
    undo.disabled = isFixed || !history.canUndo;
    redo.disabled = isFixed || !history.canRedo;
    eraser.disabled = isFixed || !outlines.length;
    if (eraser.disabled) isErasing = false;
    eraser.setAttribute("aria-pressed", String(isErasing));
  }

  /** Another turn: nothing can be undone. */
  function forget() {
    history = makeHistory();
    touched = null;
    isErasing = false;
  }

  function setErasing(on) {
    isErasing = on;
    show({});
  }

  function isTaken(index) {
    const { cols } = view.card;
    return view.drawn.some(({ cells }) => cells.some(([row, col]) => row * cols + col === index));
  }

  function set(outlines) {
    let kept = outlines;
    while (isSingle && kept.flat().length > CELLS) {
      const old = kept.findIndex((cells) => !cells.includes(touched));
      kept = kept.filter((_, number) => number !== old);
    }
    view = { ...view, outlines: kept };
    changed(view.outlines);
  }

  function add(index, first) {
    touched = index;
    set(withCell(view.outlines, index, view.card.cols, first));
  }

  function erase(number) {
    set(view.outlines.filter((_, other) => other !== number));
  }

  function press(index, isFirst) {
    if (view.isFixed || isTaken(index)) return;
    const { outlines, card } = view;
    const number = outlineAt(outlines, index);
    if (isFirst) {
      stroke = { before: outlines, at: index, tapped: number >= 0 ? index : null };
      if (isErasing && number >= 0) {
        erase(number);
        stroke = { before: outlines, at: null, tapped: null };
      } else if (number < 0) add(index, outlineAt(outlines, touched));
      return;
    }
    if (!stroke || stroke.at === null) return;
    stroke.tapped = null;
    if (number >= 0) return;
    // A finger that is drawn along goes on with the outline that it began.
    const own = outlineAt(outlines, stroke.at);
    const next = withCell(outlines, index, card.cols, own);
    if (next[outlineAt(next, index)].includes(stroke.at)) add(index, own);
  }

  function release() {
    if (!stroke) return;
    if (stroke.tapped !== null) set(withoutCell(view.outlines, stroke.tapped, view.card.cols));
    done(stroke.before);
    stroke = null;
  }

  function key(event, index) {
    const isErasure = event.key === "Backspace" || event.key === "Delete";
    if (view.isFixed || (event.key !== " " && event.key !== "Enter" && !isErasure)) return false;
    const before = view.outlines;
    const number = outlineAt(before, index);
    if (isTaken(index)) say(text("board.taken"));
    else if (number < 0 && !isErasure) add(index, outlineAt(before, touched));
    else if (number >= 0 && (isErasure || isErasing)) erase(number);
    else if (number >= 0) set(withoutCell(before, index, view.card.cols));
    done(before);
    return true;
  }

  /** An action is over: it can be undone, and is said. */
  function done(before) {
    if (before === view.outlines) return;
    history.push(before);
    show({});
    const number = outlineAt(view.outlines, touched);
    const cells = view.outlines[number];
    if (before.length > view.outlines.length && !cells) say(text("board.erased"));
    else if (cells) say(words(cells.length === CELLS ? "board.closed" : "board.open", number, cells));
  }

  function step(direction) {
    const next = !view.isFixed && history[direction](view.outlines);
    if (!next) return;
    set(next);
    show({});
    say(text(direction === "undo" ? "rush.undone" : "rush.redone"));
  }

  /** Take Ctrl-Z and its like from anywhere on the screen. */
  function shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
    const typed = event.key.toLowerCase();
    if (typed !== "z" && typed !== "y") return;
    event.preventDefault();
    step(typed === "y" || event.shiftKey ? "redo" : "undo");
  }

  return {
    element: grid.element, tools: isSingle ? [undo] : [eraser, undo, redo], show, forget, shortcut, focus: () => grid.focus(),
    /** Return the cells of the outline that is being made, [] if it is closed. */
    half() {
      const cells = view.outlines[outlineAt(view.outlines, touched)] ?? view.outlines.findLast(({ length }) => length < CELLS) ?? [];
      return cells.length < CELLS ? cells : [];
    },
    /** Put these outlines in the place of the player's, as if he had drawn them. */
    put(outlines) {
      const before = view.outlines;
      touched = outlines.at(-1)?.at(-1) ?? null;
      set(outlines);
      done(before);
    },
  };
}

function words(key, number, cells) {
  return text(key, { number: number + 1, count: cells.length, all: CELLS });
}
