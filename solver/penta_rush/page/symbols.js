/**
 * The symbols of a card as they are printed (`symbol_art.py`): A to M are thirteen forms, N to Z the
 * same with a hole. Their colours are --symbol-0 to --symbol-6, which the colour-blind tell apart;
 * the others are those that a name may speak of.
 */

import { drawing, element } from "/dom.js";

// In units of a cell around its middle: the path, then the hole's x, y and radius.
const FORMS = [
  ["circle", "M-.35 0A.35.35 0 1 1 .35 0A.35.35 0 1 1-.35 0Z", 0, 0, 0.12],
  ["square", "M-.31-.31H.31V.31H-.31Z", 0, 0, 0.12],
  ["triangle", "M0-.345L.3724.3H-.3724Z", 0, 0.085, 0.12],
  ["star", star(), 0, 0.03, 0.1],
  ["diamond", "M0-.43L.28 0L0 .43L-.28 0Z", 0, 0, 0.11],
  ["cross", cross(0.37, 0.125, 0), 0, 0, 0.09],
  ["heart", "M-.3155.0021A.19.19 0 1 1-.0007-.2063L.0007-.2063A.19.19 0 1 1 .3155.0021L0 .36Z", 0, -0.01, 0.12],
  ["crescent", "M.3216.2616A.37.37 0 1 1 .3216-.2616A.2886.2886 0 1 0 .3216.2616Z", -0.2, 0, 0.065],
  ["hexagon", "M0-.38L.3291-.19V.19L0 .38L-.3291.19V-.19Z", 0, 0, 0.12],
  ["X", cross(0.42, 0.1, Math.PI / 4), 0, 0, 0.08],
  ["hourglass", "M-.32-.36H.32L-.32.36H.32Z", 0, -0.24, 0.07],
  ["arrow", "M0-.4L.36-.02H.14V.38H-.14V-.02H-.36Z", 0, -0.1, 0.09],
  ["drop", "M.2207.0026A.25.25 0 1 1-.2207.0026L0-.42Z", 0, 0.12, 0.12],
];
const COLOURS = ["blue", "orange", "green", "red", "pink", "light blue", "black",
  "yellow", "turquoise", "purple", "brown", "grey", "white"];
const OUR_COLOURS = 7; // the first ones

/** Return our symbol for a letter: {letter, name, form, colour}; `name` is "" unless it has another. */
export function ourSymbol(letter) {
  const form = letter.charCodeAt(0) - 65;
  return { letter, name: "", form, colour: (form + (form >= FORMS.length ? 2 : 0)) % OUR_COLOURS };
}

/**
 * Return the symbols of these letters, named by *names*, as far as they have names. One looks as its
 * name says ("red star"); what the name leaves open is chosen so that no two look alike, and that no
 * name stands by the form of another one.
 */
export function namedSymbols(letters, names) {
  const symbols = letters.map((letter) => namedSymbol(letter, names[letter] ?? ""));
  const told = letters.map((letter) => looksOf(names[letter] ?? "").form);
  const isOpen = ({ name }, number) => name && !isGlyph(name) && told[number] < 0;
  const named = new Set(told.filter((form) => form >= 0).map((form) => form % FORMS.length));
  const used = new Set(named);
  const taken = new Set(symbols.filter((_, number) => told[number] >= 0).map(looksKey));
  const settled = symbols.map((symbol, number) => (told[number] >= 0 || isOpen(symbol, number) ? symbol : free(symbol, [])));
  return settled.map((symbol, number) => (isOpen(symbol, number) ? free(symbol, [used, named]) : symbol));

  /** Return *symbol* in a form that is new, and as far as there is one, in none of these sets. */
  function free(symbol, avoided) {
    const looks = Array.from({ length: 2 * FORMS.length }, (_, by) => ({ ...symbol, form: (symbol.form + by) % (2 * FORMS.length) }))
      .filter((look) => !taken.has(looksKey(look)));
    const among = (forms) => looks.find(({ form }) => !forms.has(form % FORMS.length));
    const found = avoided.map(among).find(Boolean) ?? looks[0] ?? symbol;
    taken.add(looksKey(found));
    if (found.name) used.add(found.form % FORMS.length);
    return found;
  }
}

/** Return the symbol of this letter with this name; it looks as its name says. */
export function namedSymbol(letter, name) {
  const ours = ourSymbol(letter);
  if (!name || name.toUpperCase() === letter || name === symbolName(ours)) return ours;
  const { form, colour } = looksOf(name);
  return { ...ours, name, form: form < 0 ? ours.form : form, colour: colour < 0 ? ours.colour : colour };
}

/** Return the numbers of the form and the colour that *name* speaks of, or -1. */
function looksOf(name) {
  const words = ` ${name.toLowerCase().replace(/[^\p{L}]+/gu, " ")} `.replaceAll(" gray ", " grey ");
  const form = FORMS.findIndex(([form]) => words.includes(` ${form.toLowerCase()} `));
  const eye = form >= 0 && words.includes(" hole ") ? FORMS.length : 0;
  return { form: form + eye, colour: COLOURS.findLastIndex((colour) => words.includes(` ${colour} `)) }; // "light blue" comes after "blue"
}

function looksKey({ form, colour, name }) {
  return isGlyph(name) ? name : `${form} ${colour}`;
}

/** Return what a symbol is called: by its owner, or after its looks. */
export function symbolName({ name, form, colour }) {
  const hole = form >= FORMS.length ? " with a hole" : "";
  return name || `${COLOURS[colour]} ${FORMS[form % FORMS.length][0]}${hole}`;
}

/** Return a symbol as a node that fills its box: our form, or the emoji or digit that is its name. */
export function symbolNode(symbol) {
  if (isGlyph(symbol.name)) {
    return drawing("svg", { class: "symbol", viewBox: "-.5 -.5 1 1", "aria-hidden": "true" },
      drawing("text", { class: "glyph", y: ".23", "text-anchor": "middle" }, symbol.name));
  }
  const [, path, x, y, r] = FORMS[symbol.form % FORMS.length];
  const hole = symbol.form >= FORMS.length ? drawing("circle", { class: "hole", cx: x, cy: y, r }) : null;
  return drawing("svg", { class: `symbol colour-${symbol.colour}`, viewBox: "-.5 -.5 1 1", "aria-hidden": "true" },
    drawing("path", { d: path }), hole);
}

/** Return what a grid draws for a cell of *card*, with these classes and a *note* after its name. */
export function cellLook(card, index, classes = "", note = "") {
  const symbol = card.symbols[card.cells[index]];
  if (!symbol) return { classes: "is-empty", text: "to paint" };
  const text = symbolName(symbol) + (note && `, ${note}`);
  return { content: () => symbolNode(symbol), key: JSON.stringify(symbol), classes, text };
}

/** Return a button of a palette that chooses *symbol*; a word stands below the form that shows it. */
export function swatch(symbol, choose, attributes = {}) {
  const word = symbol.name && !isGlyph(symbol.name) ? element("small", {}, symbol.name) : null;
  const name = symbolName(symbol);
  return element("button", { type: "button", class: "swatch", "aria-label": name, title: `${name} (${symbol.letter})`,
    onclick: choose, ...attributes }, symbolNode(symbol), word);
}

/** Return whether *name* is one character as people count them, other than a letter A to Z. */
export function isGlyph(name) {
  if (!name || /^[a-z]$/i.test(name)) return false;
  return [...new Intl.Segmenter().segment(name)].length === 1;
}

function star() {
  const corners = Array.from({ length: 10 }, (_, number) => {
    const [radius, angle] = [number % 2 ? 0.19 : 0.43, (Math.PI * number) / 5];
    return [radius * Math.sin(angle), 0.03 - radius * Math.cos(angle)];
  });
  return polygon(corners);
}

function cross(arm, half, angle) {
  const quarter = [[-half, -arm], [half, -arm], [half, -half]];
  const corners = [0, 1, 2, 3].flatMap((turn) => quarter.map(([x, y]) => turned(x, y, (turn * Math.PI) / 2)));
  return polygon(corners.map(([x, y]) => turned(x, y, angle)));
}

function turned(x, y, angle) {
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

function polygon(corners) {
  return `M${corners.map(([x, y]) => `${x.toFixed(4)} ${y.toFixed(4)}`).join("L")}Z`;
}
