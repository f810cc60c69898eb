/**
 * The symbols of a card as they are printed. They look as their names say, or else their names stand
 * in the cells: `named_symbols.py` decides in the same way, from the same table, symbol_looks.json. A
 * colour is the class colour-0, colour-1 and so on, which dark pages have lighter ones for.
 */

import { drawing, element } from "../dom.js";
import { text } from "../texts.js";

const TABLE = await (await fetch(new URL("symbol_looks.json", import.meta.url))).json();
const FORMS = Object.keys(TABLE.forms);
const COLOURS = Object.keys(TABLE.colours);
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const LETTER_FORMS = 13; // the first ones: letters have them, and they may have a hole
const LETTER_COLOURS = 7; // the first ones
const [ENDINGS, COLOUR_ENDINGS] = [TABLE.endings, TABLE.colour_endings].map((words) => words.split(" "));
const VOCABULARY = vocabulary();
const [HOLES, FILLERS] = [TABLE.hole, TABLE.fillers].map((words) => new Set(words.split(" ")));
const PLAIN = [...new Set([...TABLE.plain.split(" "), ...FORMS.slice(0, LETTER_FORMS)])];
const LONGEST = 6; // characters of a word in a cell, which a phone shows large enough
const LEAST_BEGINNING = 3;

/**
 * Return the symbols of these letters, named by *names* as far as they have names, each {letter, name,
 * form, colour, hole, text}. *text* stands in its cells; it is "" where the form is drawn. No two look
 * alike, whichever letters are asked for.
 */
export function namedSymbols(letters, names) {
  const own = Object.fromEntries(LETTERS.filter((letter) => names[letter] && !isLetter(names[letter]))
    .map((letter) => [letter, names[letter]]));
  const isPlain = Object.entries(own).every(([letter, name]) => name === lookName(ourSymbol(letter)));
  const looks = symbolLooks(isPlain ? {} : own);
  return letters.map((letter) => {
    const { form, colour, hole, isText } = looks[letter];
    const name = isPlain ? "" : own[letter] ?? "";
    const others = Object.keys(own).filter((other) => other !== letter).map((other) => own[other]);
    return { letter, name, form: FORMS.indexOf(form), colour: COLOURS.indexOf(colour), hole, text: isText ? shortened(name, others) : "" };
  });
}

/** Return our symbol for a letter. */
export function ourSymbol(letter) {
  const { form, colour, hole } = likeOurs(letter)[0];
  return { letter, name: "", form: FORMS.indexOf(form), colour: COLOURS.indexOf(colour), hole, text: "" };
}

/** Return the look of each letter: {form, colour, hole, isText}. */
function symbolLooks(names) {
  const said = Object.entries(names).map(([letter, name]) => ({ letter, ...meaningOf(name) }));
  const looks = {};
  said.filter(({ form, colour }) => form && colour).forEach(({ letter, ...look }) => settle(letter, [look]));
  const forms = said.filter(({ form, colour }) => form && !colour);
  const usual = forms.filter(({ letter, form, hole }) => {
    const { colour } = TABLE.forms[form];
    if (!colour || used("colour").has(colour)) return false;
    settle(letter, [{ form, colour, hole }]);
    return true;
  });
  for (const { letter, form, hole } of forms.filter((one) => !usual.includes(one))) {
    settle(letter, lastly(COLOURS, (colour) => used("colour").has(colour)).map((colour) => ({ form, colour, hole })));
  }
  for (const { letter, colour } of said.filter(({ form, colour }) => colour && !form)) {
    const plain = lastly(PLAIN, (form) => used("form").has(form));
    settle(letter, [false, true].flatMap((hole) => plain.map((form) => ({ form, colour, hole }))));
  }
  const told = used("form");
  const rest = LETTERS.filter((letter) => !looks[letter]);
  for (const letter of rest.filter((one) => !names[one])) {
    const [own] = likeOurs(letter);
    if (!told.has(own.form)) settle(letter, [own]);
  }
  for (const letter of lastly(rest, (one) => !names[one])) {
    if (looks[letter]) continue;
    const drawn = new Set(Object.values(looks).map(({ form, hole }) => `${form} ${hole}`));
    const choices = lastly(likeOurs(letter), (look) => drawn.has(`${look.form} ${look.hole}`));
    settle(letter, lastly(choices, (look) => told.has(look.form)), Boolean(names[letter]));
  }
  return looks;

  function used(part) {
    return new Set(Object.values(looks).map((look) => look[part]));
  }

  function settle(letter, choices, isText = false) {
    const taken = new Set(Object.values(looks).map(lookKey));
    const found = choices.find((look) => !taken.has(lookKey(look)));
    if (found) looks[letter] = { ...found, isText };
  }
}

/** Return looks for a symbol that has only a letter, first its own. */
function likeOurs(letter) {
  const number = LETTERS.indexOf(letter);
  const colour = COLOURS[(number + 2 * Math.floor(number / LETTER_FORMS)) % LETTER_COLOURS];
  return LETTERS.map((_, step) => (number + step) % LETTERS.length)
    .map((at) => ({ form: FORMS[at % LETTER_FORMS], colour, hole: at >= LETTER_FORMS }));
}

/** Return what *name* says of a look, {form, colour, hole}, empty for a word that says nothing of one. */
function meaningOf(name) {
  const words = folded(name).match(/\p{L}+|\d+/gu) ?? [];
  const said = [];
  let hole = false;
  if (words.length > 1 && /^\d/.test(words.at(-1))) words.pop();
  while (words.length) {
    const pair = words.length > 1 ? VOCABULARY.get(`${words[0]} ${words[1]}`) : undefined;
    const [word] = words.splice(0, pair ? 2 : 1);
    const meaning = pair ?? inflected(word);
    if (meaning) said.push(meaning);
    else if (HOLES.has(word)) hole = true;
    else if (!FILLERS.has(word)) return {};
  }
  const [forms, colours] = [["form", "colour"], ["colour", "form"]].map(([part, other]) => {
    const alone = said.filter((meaning) => meaning[part] && !meaning[other]);
    return new Set((alone.length ? alone : said).map((meaning) => meaning[part]).filter(Boolean));
  });
  if (!said.length || forms.size > 1 || colours.size > 1 || (hole && !forms.size)) return {};
  const [[form], [colour]] = [forms, colours];
  return { form, colour, hole: hole && FORMS.indexOf(form) < LETTER_FORMS };
}

function inflected(word) {
  if (VOCABULARY.has(word)) return VOCABULARY.get(word);
  for (const ending of [...ENDINGS, ...COLOUR_ENDINGS]) {
    const stem = word.endsWith(ending) ? word.slice(0, -ending.length) : "";
    const meaning = stem.length >= 3 ? VOCABULARY.get(stem) : undefined;
    if (!meaning || (ending === "n" && !stem.endsWith("e"))) continue;
    if (!meaning.form || !COLOUR_ENDINGS.includes(ending)) return meaning;
  }
  return undefined;
}

function vocabulary() {
  const meanings = new Map();
  for (const part of ["form", "colour"]) {
    for (const [name, { words }] of Object.entries(TABLE[`${part}s`])) {
      for (const word of words.split(" ").map((each) => each.replaceAll("_", " "))) {
        meanings.set(word, { ...meanings.get(word), [part]: name });
      }
    }
  }
  return meanings;
}

/** Return *name* in small letters without accents. */
function folded(name) {
  return name.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("\u00df", "ss").replaceAll("\u0153", "oe").replaceAll("\u00e6", "ae");
}

/** Return *items* with those that are *last* behind the others. */
function lastly(items, last) {
  return [...items.filter((item) => !last(item)), ...items.filter(last)];
}

function lookKey({ form, colour, hole }) {
  return `${form} ${colour} ${hole}`;
}

/** Return the beginning of a long *name*, unless one of the *others* begins like that. */
function shortened(name, others) {
  if (Math.max(...name.split(" ").map((word) => word.length)) <= LONGEST) return name;
  const beginning = name.slice(0, LONGEST).trim();
  const isOne = !others.some((other) => other.toLowerCase().startsWith(beginning.toLowerCase()));
  return isOne && beginning.length >= LEAST_BEGINNING ? beginning : name;
}

/** Return what a symbol is called: by its owner, or after its looks. */
export function symbolName({ name, form, colour, hole }) {
  if (name) return name;
  const [word, kind = 0] = text(`forms.${FORMS[form]}`).split("/");
  const colours = text(`colours.${COLOURS[colour]}`).split("/");
  return text(hole ? "symbols.with_hole" : "symbols.name", { form: word, colour: colours[kind] ?? colours[0] });
}

/** Return what our symbol is called after its looks on the command line, in every language. */
function lookName({ form, colour, hole }) {
  return `${COLOURS[colour]} ${FORMS[form]}${hole ? " with a hole" : ""}`;
}

/** Return a symbol as a node that fills its box: its form, or the emoji, digit or word that is its name. */
export function symbolNode({ text: word, form, colour, hole }) {
  if (word) return textNode(word);
  const { path, cut, eye: [x, y, r] = [] } = TABLE.forms[FORMS[form]];
  return drawing("svg", { class: `symbol colour-${colour}`, viewBox: "-.5 -.5 1 1", "aria-hidden": "true" },
    drawing("path", { d: path }), cut ? drawing("path", { class: "hole", d: cut }) : null,
    hole ? drawing("circle", { class: "hole", cx: x, cy: y, r }) : null);
}

function textNode(word) {
  const sizeOf = (lines) => Math.min(0.34, 0.9 / (0.6 * Math.max(...lines.map((line) => line.length))), 0.9 / (1.15 * lines.length));
  const split = word.split(" ");
  const lines = sizeOf(split) > sizeOf([word]) ? split : [word];
  const size = isGlyph(word) ? 0.66 : sizeOf(lines);
  const place = (at) => ({ class: "glyph", "font-size": `${size.toFixed(3)}px`, y: (size * (0.35 + 1.15 * (at - (lines.length - 1) / 2))).toFixed(3) });
  return drawing("svg", { class: "symbol", viewBox: "-.5 -.5 1 1", "aria-hidden": "true" },
    lines.map((line, at) => drawing("text", { ...place(at), "text-anchor": "middle" }, line)));
}

/** Return what a grid draws for a cell of *card*, with these classes and a *note* after its name. */
export function cellLook(card, index, classes = "", note = "") {
  const symbol = card.symbols[card.cells[index]];
  if (!symbol) return { classes: "is-empty", text: text("symbols.empty") };
  const said = symbolName(symbol) + (note && `, ${note}`);
  return { content: () => symbolNode(symbol), key: JSON.stringify(symbol), classes, text: said };
}

/** Return a symbol with its letter, which may be typed where there is a keyboard. */
export function lettered(symbol) {
  return [symbolNode(symbol), element("kbd", { class: "letter", "aria-hidden": "true" }, symbol.letter)];
}

/** Return a button of a palette that chooses *symbol*; a name stands below the form that shows it. */
export function swatch(symbol, choose, attributes = {}) {
  const word = symbol.name !== symbol.text ? element("small", {}, symbol.name) : null;
  const name = symbolName(symbol);
  return element("button", { type: "button", class: "swatch", "aria-label": name, title: `${name} (${symbol.letter})`,
    onclick: choose, ...attributes }, lettered(symbol), word);
}

/** Return whether *name* is one character as people count them, other than a letter A to Z. */
function isGlyph(name) {
  if (!name || isLetter(name)) return false;
  return [...new Intl.Segmenter().segment(name)].length === 1;
}

function isLetter(name) {
  return /^[a-z]$/i.test(name);
}
