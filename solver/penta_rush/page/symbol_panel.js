/** The symbols of the card: their owner's words or emoji for them, one more, one less. */

import { button, element } from "../dom.js";
import { text } from "../texts.js";
import { MAX_SYMBOLS, renamed, withSymbol } from "./card_model.js";
import { symbolName, symbolNode } from "./symbols.js";

const LONGEST = 30; // characters of a name, as on the command line

/** Return the panel. `now()` is the card, `change(card)` puts another one in its place. */
export function symbolPanel(now, change, store) {
  const list = element("ul", { class: "symbol-names" });
  const error = element("p", { class: "message error", role: "alert", hidden: true });
  const more = button(text("symbols.more"), () => change(withSymbol(now())), { icon: "plus", class: "quiet" });
  const panel = element("details", { class: "panel" },
    element("summary", {}, element("h2", {}, text("symbols.own"))),
    element("p", { class: "hint" }, text("symbols.hint")),
    list, error, more);
  panel.addEventListener("toggle", show);
  store.watch("card", show);
  return panel;

  function show() {
    if (!panel.open) return;
    const { symbols, cells } = now();
    more.hidden = symbols.length >= MAX_SYMBOLS;
    // Rows stay as long as their symbols do: a field in which somebody types must not go.
    while (list.children.length > symbols.length) list.lastChild.remove();
    while (list.children.length < symbols.length) list.append(row(list.children.length));
    symbols.forEach((symbol, number) => {
      const [picture, field, remove] = list.children[number].children;
      const ours = symbolName({ ...symbol, name: "" });
      picture.replaceChildren(symbolNode(symbol));
      if (field !== document.activeElement) field.value = symbol.name;
      field.placeholder = ours;
      field.setAttribute("aria-label", text("symbols.of", { symbol: ours }));
      remove.setAttribute("aria-label", text("symbols.remove", { symbol: symbolName(symbol) }));
      remove.hidden = symbols.length < 2 || cells.includes(number);
    });
  }

  function row(number) {
    const field = element("input", { type: "text", maxlength: String(LONGEST), autocapitalize: "off",
      onchange: () => rename(number, field.value) });
    return element("li", {}, element("span"), field,
      button(text("symbols.drop"), () => drop(number), { icon: "close", class: "icon" }));
  }

  function rename(number, typed) {
    const card = now();
    const name = typed.trim().replace(/\s+/g, " ");
    const { letter } = card.symbols[number];
    const problem = wrong(card.symbols, number, name);
    error.hidden = !problem;
    error.textContent = problem;
    if (problem) return;
    change({ ...card, symbols: renamed(card.symbols, { [letter]: name }) });
  }

  function drop(number) {
    const card = now();
    const cells = card.cells.map((cell) => (cell !== null && cell > number ? cell - 1 : cell));
    change({ ...card, cells, symbols: card.symbols.toSpliced(number, 1) });
  }
}

/** Return why *name* cannot be that of the symbol with this *number*, or "". */
function wrong(symbols, number, name) {
  if (/[,;\t=#]/.test(name)) return text("symbols.signs");
  if (/^[a-z]$/i.test(name) && name.toUpperCase() !== symbols[number].letter) {
    return text("symbols.letter", { letter: symbols[number].letter });
  }
  const same = symbols.some((other, index) => index !== number && name && other.name.toLowerCase() === name.toLowerCase());
  return same ? text("symbols.same") : "";
}
