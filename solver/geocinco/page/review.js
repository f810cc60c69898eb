/** The screen Review: a game turn by turn, with what each of them did. */

import { button, element, say, styleSheet } from "../dom.js";
import { text } from "../texts.js";
import { makeBoard } from "./board_view.js";
import { boardAfter, keepRecord, keptGame, keptRecord, KEYS } from "./game.js";
import { legalOnly, openRecords } from "./records.js";
import { endText, lettersHint, nameOf, sentences, throwText } from "./sentences.js";

export async function mount(root, app) {
  await styleSheet(new URL("geocinco.css", import.meta.url));
  let record = null;
  let verdict = null;
  let board = null;
  let wasIn = ""; // the board that is drawn
  let at = 0; // the turns that are on the board
  let job = null;

  const holder = element("div", { class: "paper geo-paper" });
  const slider = element("input", { type: "range", min: 0, "aria-label": text("geocinco.turns"), oninput: () => go(Number(slider.value)) });
  const what = element("div", { class: "geo-told" });
  const stage = element("div", { class: "stage" }, holder, element("div", { class: "bar" }, slider,
    button(text("geocinco.before"), () => go(at - 1), { icon: "previous", class: "icon" }),
    button(text("geocinco.after"), () => go(at + 1), { icon: "next", class: "icon" })));
  const none = element("p", {}, text("geocinco.no_game"));
  const error = element("p", { class: "message error", role: "alert", hidden: true });
  const own = button(text("geocinco.own_game"), () => keepRecord(app.store, null));
  root.append(stage, element("div", { class: "side" },
    element("section", { class: "panel", "aria-live": "polite", "aria-label": text("geocinco.turns") }, none, what, error),
    element("section", { class: "panel", "aria-label": text("geocinco.game") }, lettersHint(), element("div", { class: "choices" },
      own, button(text("geocinco.records"), () => openRecords(app, record))))));

  for (const key of KEYS) app.store.watch(key, () => !root.hidden && load());

  async function load() {
    const wanted = keptRecord(app.store) ?? keptGame(app.store)?.game ?? null;
    own.hidden = !keptRecord(app.store) || !keptGame(app.store);
    if (wanted && JSON.stringify(wanted) === JSON.stringify(record) && verdict) return;
    job?.abort();
    job = new AbortController();
    const { signal } = job;
    [record, verdict] = [wanted, null];
    stage.hidden = what.hidden = true;
    none.hidden = Boolean(record?.turns.length);
    error.hidden = true;
    if (!record?.turns.length) return;
    try {
      const found = legalOnly(await app.run("geo_referee", { record: JSON.stringify(record) }, { signal }));
      const name = record.board ?? "whole";
      if (wasIn !== name) {
        const geometry = await app.run("geo_board", { board: name }, { signal });
        wasIn = name;
        board = makeBoard(geometry, { label: text("geocinco.board") });
        holder.replaceChildren(board.element);
      }
      verdict = found;
    } catch (problem) {
      if (problem.name === "AbortError") return;
      error.textContent = problem.message;
      error.hidden = false;
      return;
    }
    stage.hidden = what.hidden = false;
    go(verdict.turns);
  }

  /** Show the board after the first *turn* turns. */
  function go(turn) {
    at = Math.max(0, Math.min(verdict.turns, turn));
    [slider.max, slider.value] = [verdict.turns, at];
    const done = verdict.steps.filter((step) => step.turn <= at);
    const own = done.filter((step) => step.turn === at);
    board.show({ ...boardAfter(done), fresh: own.flatMap(({ slots }) => slots) });
    const player = record.players[(at - 1) % record.players.length];
    const head = at ? text("geocinco.turn_of", { turn: at, player: nameOf(player), throw: throwText(record.turns[at - 1].throw) }) : text("geocinco.empty");
    const told = own.map((step) => element("li", {}, element("i", { class: `swatch-dot is-${step.player[0]}` }), element("span", {}, sentences(step).join(" "))));
    what.replaceChildren(element("h2", {}, head), element("ul", { class: "geo-steps" }, told),
      at === verdict.turns && verdict.over ? element("p", {}, element("b", {}, endText(verdict))) : "");
    slider.setAttribute("aria-valuetext", head);
    say(head);
  }

  return { shown: load };
}
