/** The screen Card: a card is painted, or comes from a text, a file, a sample or a photo. */

import { button, element, onTyped, say, styleSheet } from "../dom.js";
import { makeGrid } from "../grid.js";
import { load } from "../load.js";
import { text, withNodes } from "../texts.js";
import { fillPanel } from "./card_sources.js";
import { keptCard, unpainted } from "./card_model.js";
import { makeHistory } from "./history.js";
import { cellLook, swatch, symbolName } from "./symbols.js";
import { symbolPanel } from "./symbol_panel.js";
import { joined } from "./words.js";

export async function mount(root, app) {
  await styleSheet(new URL("rush.css", import.meta.url));
  const history = makeHistory();
  let card = keptCard(app.store);
  let brush = 0; // the number of the symbol that a tap paints; null erases
  let stroke = null; // the card before the stroke that is being painted

  const grid = makeGrid({ label: text("rush.card"), press, release, key });
  const status = element("p", { class: "status" });
  const eraser = button(text("card.erase"), () => take(brush === null ? 0 : null), { icon: "erase", class: "icon" });
  const undo = button(text("rush.undo"), () => step("undo"), { icon: "undo", class: "icon" });
  const redo = button(text("rush.redo"), () => step("redo"), { icon: "redo", class: "icon" });
  const roll = button(text("card.dice"), () => app.go("roll"), { icon: "dice", class: "primary" });
  const palette = element("div", { class: "palette", role: "group", "aria-label": text("card.palette") });
  const hint = element("p", { class: "hint" });
  const sources = fillPanel(app, now, change);

  root.append(
    element("div", { class: "stage" }, element("div", { class: "paper" }, grid.element),
      element("div", { class: "bar" }, status, eraser, undo, redo)),
    element("div", { class: "thumb" }, palette, hint, roll),
    element("div", { class: "side" },
      sources.panel, symbolPanel(now, change, app.store)),
  );
  addEventListener("keydown", onShortcut);
  onTyped(root, chooseTyped);
  app.store.watch("card", show);
  show();
  if (!app.store.get("card") && !app.store.get("welcome")) await welcome();

  async function welcome() {
    const { openWelcome } = await load(new URL("welcome.js", import.meta.url).href);
    openWelcome(root, app, { photograph: sources.photograph, change, paint: () => grid.focus() });
  }

  function now() {
    return keptCard(app.store); // `card` may be the one before, while the others are told of a new one
  }

  /** Put another card in the place of this one, and say *what*. */
  function change(next, what) {
    history.push(card);
    app.store.set("card", next);
    if (what) say(what);
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
      say(leftText());
    }
    stroke = null;
  }

  function numberTyped(event) {
    const typed = event.key.toUpperCase();
    return card.symbols.findIndex(({ letter, name }) => letter === typed || name.toUpperCase() === typed);
  }

  /** Take the symbol of a letter that was typed on the screen, in no cell. */
  function chooseTyped(event) {
    const number = numberTyped(event);
    if (number < 0) return false;
    take(number);
    say(symbolName(card.symbols[number]));
    return true;
  }

  function key(event, index) {
    const named = numberTyped(event);
    const isErasing = event.key === "Backspace" || event.key === "Delete";
    if (event.key !== " " && event.key !== "Enter" && named < 0 && !isErasing) return false;
    const before = card;
    paint(index, isErasing ? null : named < 0 ? brush : named);
    if (before !== card) history.push(before);
    show();
    say(joined(look(index).text, leftText()));
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
    say(joined(text(direction === "undo" ? "rush.undone" : "rush.redone"), leftText()));
  }

  function look(index) {
    return card.unsure.includes(index) ? cellLook(card, index, "is-unsure", text("rush.unsure")) : cellLook(card, index);
  }

  function leftText() {
    const left = unpainted(card);
    return left ? text("card.left", { count: left, number: left }) : text("card.done");
  }

  function show() {
    card = keptCard(app.store);
    if (brush >= card.symbols.length) brush = 0;
    grid.resize(card.rows, card.cols);
    grid.draw(look);
    const left = unpainted(card);
    status.replaceChildren(...(left ? withNodes(text("card.left", { count: left }), { number: element("strong", {}, String(left)) })
      : [text("card.full")]));
    undo.disabled = !history.canUndo;
    redo.disabled = !history.canRedo;
    roll.hidden = left > 0;
    hint.textContent = hintText(left);
    hint.hidden = !hint.textContent;
    showPalette();
  }

  function hintText(left) {
    if (left === card.cells.length) return text("card.begin");
    const { length } = card.unsure;
    if (length) return text("card.doubt", { count: length });
    return card.points ? text("rush.made_for", { points: card.points }) : "";
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
