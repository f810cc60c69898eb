/** The panel of the advice: the list of moves with their losses, and whether it is wanted at all. */

import { button, element } from "/dom.js";
import { figure, moveText } from "./game.js";

const AT_ONCE = 10; // moves that are listed

/** Return {element, show, isOn}. *act(move)* does one, *look(move)* points at one or none. */
export function advicePanel(app, { act, look, again, change }) {
  const box = element("input", { type: "checkbox", onchange: () => { app.store.set("knaster.advice", box.checked); change(); } });
  box.checked = app.store.get("knaster.advice", true);
  const body = element("div", { class: "advice" });
  const root = element("section", { class: "panel", "aria-label": "Advice" },
    element("div", { class: "bar" }, element("h2", {}, "Advice"), element("label", { class: "switch" }, box, element("span", {}, "Show"))), body);
  let shown = "";

  function show({ moves, isThinking, problem }, { choice, isOver }) {
    root.toggleAttribute("aria-busy", isThinking);
    const listed = choice ? choice.moves.filter(({ bonus }) => choice.chosen.every((name) => bonus.includes(name))) : moves;
    const state = JSON.stringify([listed, isThinking, problem, choice, isOver, box.checked]);
    if (state === shown) return;
    shown = state;
    if (problem) body.replaceChildren(element("p", { class: "message error", role: "alert" }, problem), button("Ask again", again));
    else if (listed && (box.checked || choice)) body.replaceChildren(...summary(moves[0]), list(listed));
    else body.replaceChildren(element("p", { class: "hint" }, hint()));

    function hint() {
      if (isThinking) return "Thinking …";
      if (isOver) return "The game is over.";
      return moves ? "The moves are rated, but not shown." : "For a roll, every move is rated by the final score to expect after it.";
    }
  }

  function summary({ mean, exact }) {
    if (!box.checked) return [];
    return [element("p", { class: "expected" }, element("strong", {}, figure(mean, 1)), ` expected final score${exact ? ", exact" : ""}`)];
  }

  function list(moves) {
    const items = moves.map((move) => element("li", {}, element("button", {
      type: "button", class: "list-item", onclick: () => act(move), onpointerenter: () => look(move), onpointerleave: () => look(null),
      onfocus: () => look(move), onblur: () => look(null),
    }, element("span", {}, moveText(move)), box.checked ? element("small", {}, move.isBest ? "best" : figure(-move.loss)) : null)));
    const rest = items.slice(AT_ONCE);
    const made = element("ol", { class: "list" }, items.slice(0, AT_ONCE));
    if (rest.length) {
      const more = button(`${rest.length} more ${rest.length === 1 ? "move" : "moves"}`, () => {
        more.parentElement.replaceWith(...rest);
        rest[0].firstChild.focus();
      }, { class: "quiet" });
      made.append(element("li", {}, more));
    }
    return made;
  }

  return { element: root, show, get isOn() { return box.checked; } };
}
