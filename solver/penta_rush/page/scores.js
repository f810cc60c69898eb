/** The points of a game: a line for each player, and who wins, as `penta rush total` says it. */

import { element } from "../dom.js";
import { language, text } from "../texts.js";
import { counted } from "./words.js";

const REASONS = { "rounds 1 to 4": "play.by_rounds", tie: "play.tie" };

/** Return a table. `rows` are {name, cells: [text], isFirst}; `heads` stand above the cells. */
export function scoreTable(caption, heads, rows) {
  return element("table", { class: "scores" }, element("caption", { class: "unseen" }, caption),
    element("thead", {}, element("tr", {}, element("td", {}), heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, rows.map(({ name, cells, isFirst }) => element("tr", { class: isFirst ? "is-first" : null },
      element("th", { scope: "row" }, name), cells.map((cell) => element("td", {}, String(cell)))))));
}

/**
 * Fill *parent* with buttons to choose one of *options*, {value, label, points, note, classes}, in a group of this
 * *name*. Whoever chose by the keyboard stays on the button.
 */
export function fillChoice(parent, name, options, chosen, choose) {
  const hadFocus = parent.contains(document.activeElement);
  parent.replaceChildren(element("div", { class: "choices whose", role: "group", "aria-label": name }, options.map(({ value, label, points, note, classes = "" }) =>
    element("button", { type: "button", class: `button ${classes}`, "aria-pressed": String(value === chosen), onclick: () => choose(value) },
      element("span", {}, label), element("b", {}, String(points)), note ? element("small", {}, note) : null))));
  if (hadFocus) parent.querySelector('[aria-pressed="true"]').focus();
}

/** Return the points so far in one line, from a list of each player's. */
export function soFarText(names, points) {
  if (names.length === 1) return text("points.so_far", { points: counted(points[0]) });
  return names.map((name, player) => `${name} ${points[player]}`).join(", ");
}

/** Return who wins, from the answer of `penta rush total`. */
export function winnerText({ players, winners, decided_by: decided }) {
  const points = players.find(({ name }) => name === winners[0]).total;
  if (players.length === 1) return text("play.in_five", { points: counted(points) });
  return winsText(winners, points, REASONS[decided]);
}

/** Return that the *winners* have so many *points*, in the text with the key *why* if there is one. */
export function winsText(winners, points, why) {
  const names = new Intl.ListFormat(language).format(winners);
  const wins = text("play.wins", { count: winners.length, names, points });
  return why ? text(why, { wins }) : wins;
}
