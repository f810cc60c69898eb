/** Elements made in one line, the live region, icons, style sheets of screens. */

import { GoneError } from "./api.js";
import { language, number, text } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";
const FILE_KEPT = 60_000; // ms until a saved file is forgotten

/** Return an HTML element. Attributes: `class`, `aria-label`, ...; functions are listeners (`onclick`). */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Return an SVG element, likewise. */
export function drawing(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** Return a button: `button("Roll", act)`, `button("Undo", act, { icon: "undo", class: "icon" })`. */
export function button(label, act, { icon: name, class: kind = "", ...attributes } = {}) {
  const isIcon = kind.split(" ").includes("icon");
  const named = isIcon ? { "aria-label": label, title: label } : {};
  return element(
    "button",
    { type: "button", class: `button ${kind}`.trim(), onclick: act, ...named, ...attributes },
    name ? icon(name) : null,
    isIcon ? null : element("span", {}, label),
  );
}

/** Return {element, shown, less, more}: a number under a *label*, and buttons that call `step(-1)` and `step(1)`. */
export function stepper(label, step) {
  const shown = element("output", { "aria-label": label });
  const [less, more] = [["stepper.fewer", -1, "minus"], ["stepper.more", 1, "plus"]].map(([key, by, icon]) =>
    button(text(key, { what: language === "de" ? label : label.toLowerCase() }), () => step(by), { icon, class: "icon" }));
  return { element: element("div", { class: "stepper" }, element("span", {}, label), less, shown, more), shown, less, more };
}

const ICONS = {
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0 0 12",
  turn: "M20 11a8 8 0 1 0-2.3 6.3M20 4v7h-7",
  zoom: "M15.5 15.5 21 21M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13z",
  whole: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  close: "M6 6l12 12M18 6 6 18",
  photo: "M3 8h4l2-3h6l2 3h4v11H3zM12 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  paste: "M9 4h6v3H9zM7 5H5v16h14V5h-2M8 12h8M8 16h5",
  sample: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  next: "M9 5l7 7-7 7",
  previous: "M15 5l-7 7 7 7",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  erase: "M9 20h11M4.5 15.5 14 6l5 5-8.5 8.500H8zM9.5 10.500l5 5",
  dice: "M5 5h14v14H5zM9 9h.01M15 15h.01M15 9h.01M9 15h.01",
  check: "M5 13l4.5 4.500L19 7",
  pause: "M8.5 5v14M15.5 5v14",
  play: "M8 5l11 7-11 7z",
  help: "M8.5 9a3.5 3.5 0 1 1 5.6 2.8c-1.3.9-2.1 1.5-2.1 3M12 18.500h.01",
  back: "M11 6l-6 6 6 6M19 6l-6 6 6 6",
  flip: "M12 4v16M8 7 3 17h5zM16 7l5 10h-5z",
  hint: "M9 18h6M10 21h4M8.5 14.500a6 6 0 1 1 7 0V16h-7z",
  pile: "M3 20h18v-5h-5v-5h-5V5H6v5H3z",
  table: "M3 11h18M6 11v9M18 11v9M9 4h6v4H9z",
  grid: "M4 4h16v16H4zM4 9.300h16M4 14.700h16M9.300 4v16M14.700 4v16",
  hourglass: "M6 3h12M6 21h12M8 3v3q0 3 4 6 4-3 4-6V3M8 21v-3q0-3 4-6 4 3 4 6v3",
  puzzle: "M4 4h6v5.300h10v5.400h-5V20H9.500v-5.300H4z",
  scales: "M12 4v16M7 20h10M5 7l7-2 7 2M2.500 14 5 7l2.500 7a2.500 2 0 0 1-5 0zM16.500 14 19 7l2.500 7a2.500 2 0 0 1-5 0z",
  wand: "M4 20 14 10M16 3v4M14 5h4M19.500 10v3M18 11.500h3M9 4v3M7.500 5.500h3",
  pencil: "M4 20l1-4.500L16.500 4l3.500 3.500L8.500 19zM14 6.500l3.500 3.500",
  chart: "M4 4v16h16M7.500 15l4-5 3.500 3 4.500-7",
  sound: "M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11",
  silent: "M4 10v4h4l5 4V6L8 10zM16 9.500l5 5M21 9.500l-5 5",
  print: "M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z",
};

/** Return the line icon of this name, to stand beside a text or alone in a labelled button. */
export function icon(name) {
  const shift = name === "undo" || name === "redo" ? "translate(0 -3)" : null;
  return drawing(
    "svg",
    { class: "line-icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    drawing("path", { d: ICONS[name], transform: shift }),
  );
}

/** Call `take(event)` for a key on the screen *root* that nothing else has taken: it returns true when it took it. */
export function onTyped(root, take) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.key === " " || event.key === "Enter") return;
    if (root.hidden || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input:not([type=checkbox]), textarea, select")) return;
    if (take(event)) event.preventDefault();
  });
}

/** Have a screen reader say *text*, politely; the same text twice is said twice. */
export function say(text) {
  const live = document.getElementById("live");
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Have the browser save *file*, a Blob, under *name*; return a link that does it again. */
export function savedFile(file, name) {
  const address = URL.createObjectURL(file);
  const link = element("a", { class: "button quiet", href: address, download: name }, name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), FILE_KEPT);
  return link;
}

/** Load a style sheet of a screen's own; resolves when it applies. Throws `GoneError`. */
export function styleSheet(address) {
  return new Promise((resolve, reject) => {
    const fail = () => { link.remove(); reject(new GoneError()); };
    const link = element("link", { rel: "stylesheet", href: address, onload: resolve, onerror: fail });
    document.head.append(link);
  });
}

/** Return these figures, each [what it is, the key of its name, values of that]; false is left out. */
export function figureList(...figures) {
  return element("dl", { class: "figures" }, figures.filter(Boolean).map(([figure, key, values = { count: figure }]) =>
    element("div", {}, element("dt", {}, text(key, values)), element("dd", {}, figure))));
}

/** Return a table: each row is a list of texts, numbers or nodes, the first one its head. */
export function table(caption, heads, rows, kind = "") {
  const shown = (cell) => (typeof cell === "number" ? number(cell) : cell);
  return element("table", { class: `figure-table ${kind}` },
    element("caption", { class: "unseen" }, caption),
    element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, rows.map(([first, ...others]) => element("tr", {},
      element("th", { scope: "row" }, shown(first)), others.map((cell) => element("td", {}, shown(cell)))))));
}

/** Return the name of a cell as the program writes it: column, then row, `c4`. */
export function cellName(row, col) {
  return `${String.fromCharCode(97 + col)}${row + 1}`;
}
