/** The screen Card: a card is painted, or comes from a text, a file, a sample or a photo. */

import { button, element, say, styleSheet } from "/dom.js";
import { makeGrid } from "/grid.js";
import { fillPanel } from "./card_sources.js";
import { cellCount, keptCard, unpainted } from "./card_model.js";
import { makeHistory } from "./history.js";
import { cellLook, swatch } from "./symbols.js";
import { symbolPanel } from "./symbol_panel.js";

export async function mount(root, app) {
  await styleSheet(new URL("rush.css", import.meta.url));
  const history = makeHistory();
  let card = keptCard(app.store);
  let brush = 0; // the number of the symbol that a tap paints; null erases
  let stroke = null; // the card before the stroke that is being painted

  const grid = makeGrid({ label: "Card", press, release, key });
  const status = element("p", { class: "status" });
  const eraser = button("Erase", () => take(brush === null ? 0 : null), { icon: "erase", class: "icon" });
  const undo = button("Undo", () => step("undo"), { icon: "undo", class: "icon" });
  const redo = button("Redo", () => step("redo"), { icon: "redo", class: "icon" });
  const roll = button("To the dice", () => app.go("roll"), { icon: "dice", class: "primary" });
  const palette = element("div", { class: "palette", role: "group", "aria-label": "Symbols to paint with" });
  const hint = element("p", { class: "hint" });

  root.append(
    element("div", { class: "stage" }, element("div", { class: "paper" }, grid.element),
      element("div", { class: "bar" }, status, eraser, undo, redo)),
    element("div", { class: "thumb" }, palette, hint, roll),
    element("div", { class: "side" },
      fillPanel(app, now, change), symbolPanel(now, change, app.store)),
  );
  addEventListener("keydown", onShortcut);
  app.store.watch("card", show);
  show();

  function now() {
    return keptCard(app.store); // `card` may be the one before, while the others are told of a new one
  }

  /** Put another card in the place of this one, and say *text*. */
  function change(next, text) {
    history.push(card);
    app.store.set("card", next);
    if (text) say(text);
  }

  function paint(index, symbol) {
    if (card.cells[index] === symbol && !card.unsure.includes(index)) return;
    const cells = card.cells.with(index, symbol);
    app.store.set("card", { ...card, cells, unsure: card.unsure.filter((cell) => cell !== index) });
  }

  function press(index, isFirst) {
    if (isFirst) stroke = card;
    paint(index, brush);
  }

  function release() {
    if (stroke && stroke !== card) {
      history.push(stroke);
      show();
      say(counted());
    }
    stroke = null;
  }

  function key(event, index) {
    const typed = event.key.toUpperCase();
    const named = card.symbols.findIndex(({ letter, name }) => letter === typed || name.toUpperCase() === typed);
    const isErasing = event.key === "Backspace" || event.key === "Delete";
    if (event.key !== " " && event.key !== "Enter" && named < 0 && !isErasing) return false;
    const before = card;
    paint(index, isErasing ? null : named < 0 ? brush : named);
    if (before !== card) history.push(before);
    show();
    say(`${look(index).text}; ${counted()}`);
    if (event.key === "Backspace") grid.move(-1);
    else if (named >= 0) grid.move(1);
    return true;
  }

  function onShortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
    if (root.hidden || document.querySelector("dialog[open]")) return;
    const typed = event.key.toLowerCase();
    if (typed !== "z" && typed !== "y") return;
    event.preventDefault();
    step(typed === "y" || event.shiftKey ? "redo" : "undo");
  }

  function step(direction) {
    const next = history[direction](card);
    if (!next) return;
    app.store.set("card", next);
    say(direction === "undo" ? `Undone; ${counted()}` : `Done again; ${counted()}`);
  }

  function look(index) {
    return card.unsure.includes(index) ? cellLook(card, index, "is-unsure", "unsure") : cellLook(card, index);
  }

  function counted() {
    const left = unpainted(card);
    return left ? `${cellCount(left)} to paint` : "all cells are painted";
  }

  function show() {
    card = keptCard(app.store);
    if (brush >= card.symbols.length) brush = 0;
    grid.resize(card.rows, card.cols);
    grid.draw(look);
    const left = unpainted(card);
    const [number, cells] = cellCount(left).split(" ");
    status.replaceChildren(...(left ? [element("strong", {}, number), ` ${cells} to paint`] : ["Every cell is painted"]));
    undo.disabled = !history.canUndo;
    redo.disabled = !history.canRedo;
    roll.hidden = left > 0;
    hint.textContent = hintText(left);
    hint.hidden = !hint.textContent;
    showPalette();
  }

  function hintText(left) {
    if (left === card.cells.length) return "Choose a symbol, then tap its cells.";
    const { length } = card.unsure;
    if (length) return `${length} marked ${length === 1 ? "cell is" : "cells are"} in doubt: tap them with the right symbol.`;
    return card.points ? `The tiles count as the card was made for: ${card.points}.` : "";
  }

  function showPalette() {
    const look = JSON.stringify([card.symbols, brush]);
    if (palette.dataset.look === look) return;
    palette.dataset.look = look;
    const focused = [...palette.children].indexOf(document.activeElement);
    const choices = card.symbols.map((symbol, number) =>
      swatch(symbol, () => take(number), { "aria-pressed": String(brush === number) }));
    palette.replaceChildren(...choices);
    eraser.setAttribute("aria-pressed", String(brush === null));
    palette.children[Math.min(focused, palette.children.length - 1)]?.focus();
  }

  function take(number) {
    brush = number;
    showPalette();
  }
}
