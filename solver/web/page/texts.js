/** What the page says, in a language that a person chose, that the server was told, or of the browser. */

import { given, languages } from "./languages.js";
import { store } from "./store.js";

const wanted = [store.get("language"), given, ...navigator.languages.map((one) => one.slice(0, 2)), "en"];

/** The language, such as "de", and what all languages call themselves, by these. */
export const language = wanted.find((one) => Object.hasOwn(languages, one));
export { languages };

document.documentElement.lang = language;
const texts = await (await fetch(new URL(`./texts/${language}.json`, import.meta.url))).json();
const plural = new Intl.PluralRules(language);

/**
 * Return the text of *key*, such as "dialog.close", with *values* in its {blanks}. Of a text with several
 * forms that for `values.count` is taken.
 */
export function text(key, values = {}) {
  let found = foundAt(key);
  if (found?.other) found = found[plural.select(values.count)] ?? found.other;
  if (typeof found !== "string") {
    console.error(`no text ${key}`);
    return key;
  }
  return found.replace(/\{(\w+)\}/g, (blank, name) => values[name] ?? blank);
}

/** Return the text of *key*, without blanks; undefined if this page knows none. */
export function foundAt(key) {
  return key.split(".").reduce((table, part) => table?.[part], texts);
}

/** Return *words* of penta's command line, which are English: in another language, that is told. */
export function inEnglish(words) {
  return language === "en" ? words : text("frame.in_english", { words });
}

/** Return nodes for *said*, a text: in the {blanks} that it still has, those of *nodes*. */
export function withNodes(said, nodes) {
  return said.split(/\{(\w+)\}/).flatMap((part, at) => (at % 2 ? nodes[part] : part));
}

/** Return *number* as it is written in the language, with so many *digits* after the point. */
export function number(value, digits = 0) {
  return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Return a date, `2026-11-29`, as it is said; of a moment, the day here. */
export function dayText(when) {
  return new Date(when).toLocaleDateString(language, { dateStyle: "medium", ...(when.length === 10 ? { timeZone: "UTC" } : {}) });
}

/** Say in *root* what its elements name: `data-text` is the key of a text, `data-label` of a label. */
export function fillTexts(root) {
  for (const one of root.querySelectorAll("[data-text]")) one.textContent = text(one.dataset.text);
  for (const one of root.querySelectorAll("[data-label]")) one.setAttribute("aria-label", text(one.dataset.label));
}
