/** What stands beside and below the sheet: the advice in words, and the score so far. */

import { button, element } from "/dom.js";
import { fitting } from "./advice.js";
import { figure, moveText, sheetText } from "./game.js";

const AT_ONCE = 10; // moves that are listed

/** Return {element, show, isOn}. *act(move)* does one, *look(move)* points at one or none. */
export function advicePanel(app, { act, look, again, change }) {
  const box = element("input", { type: "checkbox", onchange: () => { app.store.set("knaster.advice", box.checked); change(); } });
  box.checked = app.store.get("knaster.advice", true);
  const body = element("div", { class: "advice" });
  const root = element("section", { class: "panel", "aria-label": "Advice" },
    element("div", { class: "bar" }, element("h2", {}, "Advice"),
      element("label", { class: "switch" }, box, element("span", {}, "Show"))), body);
  let shown = "";

  function show({ moves, isThinking, problem }, { choice, isOver }) {
    root.toggleAttribute("aria-busy", isThinking);
    const listed = choice ? fitting(choice) : moves;
    const state = JSON.stringify([listed, isThinking, problem, choice, isOver, box.checked]);
    if (state === shown) return;
    shown = state;
    if (problem) body.replaceChildren(element("p", { class: "message error", role: "alert" }, problem), button("Ask again", again));
    else if (listed && (box.checked || choice)) body.replaceChildren(...summary(moves[0]), list(listed));
    else body.replaceChildren(element("p", { class: "hint" }, hint()));

    function hint() {
      if (isThinking) return "Thinking …";
      if (isOver) return "The game is over.";
      if (moves) return "The moves are rated, but not shown.";
      return "Every move is rated by the final score to expect after it. Edit takes the numbers of a paper sheet.";
    }
  }

  function summary({ mean, exact }) {
    if (!box.checked) return [];
    const text = ` expected final score${exact ? ", exact" : ""}`;
    return [element("p", { class: "expected" }, element("strong", {}, figure(mean, 1)), text)];
  }

  function list(moves) {
    const items = moves.map((move) => element("li", {}, element("button", {
      type: "button", class: "list-item", onclick: () => act(move),
      onpointerenter: () => look(move), onpointerleave: () => look(null), onfocus: () => look(move), onblur: () => look(null),
    }, element("span", {}, moveText(move)), box.checked ? element("small", {}, move.isBest ? "best" : figure(-move.loss)) : null)));
    const rest = items.slice(AT_ONCE);
    const made = element("ol", { class: "list" }, items.slice(0, AT_ONCE));
    if (rest.length) {
      const more = button(`${rest.length} more`, () => {
        more.parentElement.replaceWith(...rest);
        rest[0].firstChild.focus();
      }, { class: "quiet" });
      made.append(element("li", {}, more));
    }
    return made;
  }

  return { element: root, show, get isOn() { return box.checked; } };
}

/** Return the headline and what stands below it. */
export function statusTexts(game, { roll, choice, isEditing, known, isAdvised, points }) {
  if (isEditing) return ["Tap your numbers in", "Once more for a circle"];
  if (game.isOver) return ["The game is over", points];
  if (choice) {
    const [{ write, bonus }] = choice.moves;
    return [`Circle ${bonus.length - choice.chosen.length} more`, `${write} has a ${roll}`];
  }
  const best = known.moves?.[0];
  const mean = best?.mean ?? (roll ? null : game.mean);
  return [headline(), isAdvised && mean !== null ? `${points}, ${figure(mean, 1)} expected` : points];

  function headline() {
    if (!roll) return game.turns.length || game.start ? "The next roll" : "Throw, or tap a roll";
    if (!best) return `Roll ${roll}${known.isThinking ? ": thinking …" : ""}`;
    const text = moveText(best);
    return isAdvised ? text[0].toUpperCase() + text.slice(1) : `Roll ${roll}: tap a cell`;
  }
}

/** Return {element, count(sheet), text}; *found(lines)* gets the lines that have their points. */
export function scorePanel(app, found) {
  const list = element("ul", { class: "sums" });
  const root = panel("Score so far", list);
  let score = null;
  let lines = [];
  let counted = "";
  let job = null;

  async function count(sheet) {
    const text = sheetText(sheet);
    if (text === counted) return found(lines);
    [counted, lines] = [text, []];
    job?.abort();
    job = new AbortController();
    try {
      const answer = await app.run("knaster_score", { sheet: text }, { signal: job.signal });
      ({ lines, score } = answer);
      list.replaceChildren(...lines.map(({ name, points }) => sum(name, points)), sum("circled numbers", answer.circled),
        sum("points", score));
      found(lines);
    } catch (problem) {
      if (problem.name === "AbortError") return;
      counted = "";
      list.replaceChildren(element("li", {}, problem.message));
    }
  }

  return { element: root, count, get text() { return score === null ? "" : `${score} ${score === 1 ? "point" : "points"}`; } };
}

/** Return a line of a sum. */
export function sum(text, worth) {
  return element("li", {}, element("span", {}, text), element("b", {}, String(worth)));
}

/** Return a panel with a title. */
export function panel(title, ...children) {
  return element("section", { class: "panel", "aria-label": title }, element("h2", {}, title), ...children);
}
