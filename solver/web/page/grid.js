/** A grid of cells: painted by finger, mouse and keyboard, with outlines of shapes drawn over it. */

import { cellName, drawing, element } from "./dom.js";
import { outlineFills, outlineNodes } from "./outline.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * Return a grid; `label` names it. `press(index, isFirst)` is called for the cell that is pressed
 * (isFirst) and for each one that the pointer is then dragged over; `release()` at the end;
 * `key(event, index)` for keys other than arrows: it returns true when it took the key. Without
 * `press` the grid only shows.
 */
export function makeGrid({ label, press, release, key }) {
  let rows = 0, cols = 0, current = 0, drawn = [], pressed = null;
  const lines = drawing("path");
  const backdrop = drawing("svg", { class: "lines", "aria-hidden": "true" }, lines);
  const overlay = drawing("svg", { class: "outlines", "aria-hidden": "true" });
  const body = element("div", {
    class: press ? "cells can-press" : "cells", role: "grid", "aria-label": label,
    "aria-readonly": press ? null : "true", onkeydown: onKey, onfocusin: onFocus,
    onpointerdown: onDown, onpointermove: onMove, onpointerup: onUp, onpointercancel: onUp,
  });
  const root = element("div", { class: "grid" }, backdrop, body, overlay);
  const cells = () => body.querySelectorAll(".cell");

  /** Make it so large; cells keep nothing of what they showed. */
  function resize(newRows, newCols) {
    if (newRows === rows && newCols === cols) return;
    [rows, cols, drawn] = [newRows, newCols, []];
    current = Math.min(current, rows * cols - 1);
    root.style.setProperty("--rows", rows);
    root.style.setProperty("--cols", cols);
    body.setAttribute("aria-rowcount", rows);
    body.setAttribute("aria-colcount", cols);
    for (const layer of [backdrop, overlay]) layer.setAttribute("viewBox", `0 0 ${cols} ${rows}`);
    const across = Array.from({ length: rows + 1 }, (_, row) => `M0 ${row}H${cols}`);
    const down = Array.from({ length: cols + 1 }, (_, col) => `M${col} 0V${rows}`);
    lines.setAttribute("d", [...across, ...down].join(""));
    outline([]);
    body.replaceChildren(...Array.from({ length: rows }, () =>
      element("div", { class: "row", role: "row" }, Array.from({ length: cols }, () =>
        element("div", { class: "cell", role: "gridcell", tabindex: "-1" })))));
    step(current);
  }

  /**
   * Show each cell: `look(index)` returns {content: () => node, key, classes, text}. A cell that looks
   * as before, by key, classes and text, stays as it is; the text comes after its name.
   */
  function draw(look) {
    cells().forEach((cell, index) => {
      const { content = null, key: same = "", classes = "", text = "" } = look(index);
      const now = `${same}|${classes}|${text}`;
      if (drawn[index] === now) return;
      drawn[index] = now;
      cell.className = `cell ${classes}`;
      cell.replaceChildren(...(content ? [typeof content === "function" ? content() : content] : []));
      const name = cellName(Math.floor(index / cols), index % cols);
      cell.setAttribute("aria-label", [name, text].filter(Boolean).join(", "));
    });
  }

  /** Draw outlines over it: a list of {cells: [[row, col], ...], label, detail, colour, classes}. */
  function outline(shapes) {
    overlay.replaceChildren(...outlineNodes(shapes));
    backdrop.replaceChildren(lines, ...outlineFills(shapes)); // below the symbols
  }

  function focus(index = current) {
    step(index);
    cells()[current]?.focus();
  }

  function step(index) {
    const all = cells();
    all[current]?.setAttribute("tabindex", "-1");
    current = index;
    all[current]?.setAttribute("tabindex", "0");
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    let [row, col] = [Math.floor(current / cols), current % cols];
    if (event.key in STEPS) {
      const [down, right] = STEPS[event.key];
      [row, col] = [row + down, col + right];
    } else if (event.key === "Home") col = 0;
    else if (event.key === "End") col = cols - 1;
    else if (event.key === "PageUp") row = 0;
    else if (event.key === "PageDown") row = rows - 1;
    else {
      if (key?.(event, current)) event.preventDefault();
      return;
    }
    event.preventDefault();
    if (row >= 0 && row < rows && col >= 0 && col < cols) focus(row * cols + col);
  }

  function onFocus(event) {
    const index = [...cells()].indexOf(event.target);
    if (index >= 0) step(index);
  }

  function indexAt({ clientX, clientY }) {
    const box = body.getBoundingClientRect();
    const col = Math.floor(((clientX - box.left) / box.width) * cols);
    const row = Math.floor(((clientY - box.top) / box.height) * rows);
    return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : null;
  }

  function onDown(event) {
    const index = indexAt(event);
    if (!press || index === null || event.button > 0) return;
    body.setPointerCapture(event.pointerId);
    pressed = index;
    step(index);
    press(index, true);
  }

  function onMove(event) {
    if (pressed === null) return;
    // A quick finger skips cells: take those on the line between two events.
    const to = indexAt(event);
    if (to === null || to === pressed) return;
    const [fromRow, fromCol] = [Math.floor(pressed / cols), pressed % cols];
    const [toRow, toCol] = [Math.floor(to / cols), to % cols];
    const steps = Math.max(Math.abs(toRow - fromRow), Math.abs(toCol - fromCol));
    for (let at = 1; at <= steps; at += 1) {
      const row = Math.round(fromRow + ((toRow - fromRow) * at) / steps);
      const col = Math.round(fromCol + ((toCol - fromCol) * at) / steps);
      press(row * cols + col, false);
    }
    pressed = to;
    step(to);
  }

  function onUp() {
    if (pressed === null) return;
    pressed = null;
    release?.();
  }

  return {
    element: root, resize, draw, outline, focus,
    move: (by) => focus(Math.max(0, Math.min(rows * cols - 1, current + by))),
  };
}
