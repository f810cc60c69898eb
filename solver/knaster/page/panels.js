/** What stands beside and below the sheet: the advice in words, and the score so far. */

import { button, element, say } from "../dom.js";
import { exampleList } from "../rules.js";
import { text } from "../texts.js";
import { fitting, lossText } from "./advice.js";
import { figure, moveText, sheetText } from "./game.js";

const AT_ONCE = 10; // moves that are listed
const LEVELS = [["extraordinary", 100], ["great", 80], ["good", 50]]; // of the rules, from more than so many points on

/** Return {element, show, isOn}. *act(move)* does one, *look(move)* points at one or none. */
export function advicePanel(app, { act, look, again, change }) {
  const box = element("input", { type: "checkbox", onchange: () => { app.store.set("knaster.advice", box.checked); change(); } });
  box.checked = app.store.get("knaster.advice", true);
  const body = element("div", { class: "advice" });
  const root = element("section", { class: "panel", "aria-label": text("knaster.advice.title") },
    element("div", { class: "bar" }, element("h2", {}, text("knaster.advice.title")),
      element("label", { class: "switch" }, box, element("span", {}, text("knaster.advice.show")))), body);
  let shown = "";

  function show({ moves, isThinking, problem, isLacking }, { choice, isOver }) {
    root.toggleAttribute("aria-busy", isThinking);
    const listed = choice ? fitting(choice) : moves;
    const state = JSON.stringify([listed, isThinking, problem, choice, isOver, box.checked]);
    if (state === shown) return;
    shown = state;
    if (problem) body.replaceChildren(element("p", { class: "message error", role: "alert" }, problem), ...isLacking ? [] : [button(text("knaster.advice.again"), again)]);
    else if (listed && (box.checked || choice)) body.replaceChildren(...summary(moves[0]), list(listed));
    else body.replaceChildren(element("p", { class: "hint" }, hint()));

    function hint() {
      if (isThinking) return text("knaster.advice.thinking");
      if (isOver) return text("knaster.advice.over");
      return text(moves ? "knaster.advice.hidden" : "knaster.advice.hint");
    }
  }

  function summary({ mean, exact }) {
    if (!box.checked) return [];
    const key = exact ? "knaster.advice.exact" : "knaster.advice.expected";
    return [element("p", { class: "expected" }, marked(key, "mean", element("strong", {}, figure(mean, 1))))];
  }

  function list(moves) {
    const items = moves.map((move) => element("li", {}, element("button", {
      type: "button", class: "list-item", onclick: () => act(move),
      onpointerenter: () => look(move), onpointerleave: () => look(null), onfocus: () => look(move), onblur: () => look(null),
    }, element("span", {}, moveText(move)), box.checked ? element("small", {}, move.isBest ? text("knaster.advice.best") : lossText(move.loss)) : null)));
    const rest = items.slice(AT_ONCE);
    const made = element("ol", { class: "list" }, items.slice(0, AT_ONCE));
    if (rest.length) {
      const more = button(text("knaster.advice.more", { count: rest.length }), () => {
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
export function statusTexts(game, { roll, choice, isEditing, known, isAdvised, points, praise }) {
  if (isEditing) return [text("knaster.status.edit"), text("knaster.status.edit-circle")];
  if (game.isOver) return [text("knaster.status.over"), game.players ? points : praise];
  if (choice) {
    const [{ write, bonus }] = choice.moves;
    return [text("knaster.status.circle", { count: bonus.length - choice.chosen.length }), text("knaster.status.written", { cell: write, roll })];
  }
  const best = known.moves?.[0];
  const mean = best?.mean ?? (roll ? null : game.mean);
  return [headline(), isAdvised && mean !== null ? text("knaster.status.expected", { points, mean: figure(mean, 1) }) : points];

  function headline() {
    if (!roll) return text(game.turns.length || game.start ? "knaster.status.next" : "knaster.status.first");
    if (!best) return text(known.isThinking ? "knaster.status.thinking" : "knaster.status.roll", { roll });
    const move = moveText(best);
    return isAdvised ? move[0].toUpperCase() + move.slice(1) : text("knaster.status.tap", { roll });
  }
}

/** Return {element, count(sheet), text}; *found(lines, score)* gets the lines that have their points, and the sum. */
export function scorePanel(app, found) {
  const list = element("ul", { class: "sums" });
  const root = panel(text("knaster.score.title"), list);
  let score = null;
  let lines = [];
  let counted = "";
  let job = null; // the points that are being counted

  async function count(sheet) {
    const asked = sheetText(sheet);
    if (asked === counted) return job ?? found(lines, score);
    [counted, lines] = [asked, []];
    job?.abort();
    job = new AbortController();
    try {
      const answer = await app.run("knaster_score", { sheet: asked }, { signal: job.signal });
      job = null;
      ({ lines, score } = answer);
      list.replaceChildren(...lines.map(({ name, points }) => sum(lineText(name), points)),
        sum(text("knaster.score.circled"), answer.circled), sum(text("knaster.score.points"), score));
      found(lines, score);
    } catch (problem) {
      if (problem.name === "AbortError") return;
      counted = "";
      list.replaceChildren(element("li", {}, problem.message));
    }
  }

  const said = (level = "count") => (score === null ? "" : text(`knaster.score.${level}`, { count: score }));
  return { element: root, count, get text() { return said(); },
    /** The points, and how good they are for one who played alone. */
    get praise() { return said(LEVELS.find(([, least]) => score > least)?.[0]); } };
}

/** Return a panel with the hands of a full line and their circles, as the rules tell them; open where there is room. */
export function handsPanel() {
  const root = element("details", { class: "panel", ontoggle: () => { if (root.open && !root.children[1]) fill(); } },
    element("summary", {}, text("knaster.sheet.hands")));
  root.open = matchMedia("(min-width: 900px)").matches;
  return root;

  async function fill() {
    const body = element("div", { "aria-busy": "true" });
    root.append(body);
    try {
      body.append(await exampleList("knaster"));
      body.removeAttribute("aria-busy");
    } catch (problem) {
      body.remove(); // opened again, they are asked for again
      root.open = false;
      say(problem.message);
    }
  }
}

/** Return the name of a line, which penta calls `row 1`, `col a` or `diagonal a1-e5`. */
function lineText(name) {
  const [kind, which] = name.split(" ");
  return text(`knaster.line.${kind}`, { which });
}

/** Return the text of *key* in parts, with *node* in its *blank*. */
export function marked(key, blank, node) {
  const [before, after] = text(key, { [blank]: "\n" }).split("\n");
  return [before, node, after];
}

/** Return a line of a sum. */
export function sum(what, worth) {
  return element("li", {}, element("span", {}, what), element("b", {}, String(worth)));
}

/** Return a panel with a title. */
export function panel(title, ...children) {
  return element("section", { class: "panel", "aria-label": title }, element("h2", {}, title), ...children);
}
