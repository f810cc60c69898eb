/** What `penta rush puzzle advise` would do with the roll, each with the final score to expect. */

import { button, element, say } from "../dom.js";
import { number as figure, text } from "../texts.js";
import { packingIcon } from "./packing_view.js";
import { ownGameText } from "./puzzle_game.js";
import { cardOf } from "./session.js";

// A second where nothing else runs; the seconds are for busier computers.
const BUDGET = { playouts: "100", seconds: "2" };

/**
 * Return {stop, forget, show, pager, list, button}. `session()` is the game; `choose(option)` puts an
 * option on the card; `isOn(option)`: it is there; `fail(why)` says what went wrong.
 */
export function makeAdvice(app, { session, choose, isOn, fail }) {
  let options = [];
  let isEstimate = false; // no game was played on
  let job = null;
  const start = button(text("puzzle.advice"), ask);
  const advised = element("p", { class: "advised" });
  const before = button(text("puzzle.before"), () => step(-1), { icon: "previous", class: "icon" });
  const after = button(text("puzzle.after"), () => step(1), { icon: "next", class: "icon" });
  const pager = element("div", { class: "bar pager", role: "group", "aria-label": text("puzzle.advice"), hidden: true }, before, advised, after);
  const items = element("ol", { class: "list" });
  const title = element("h2");
  const hint = element("p", { class: "hint" }, text("puzzle.marked"));
  const list = element("section", { class: "panel", hidden: true }, title, hint, items);

  async function ask() {
    job?.abort();
    const mine = new AbortController();
    job = mine;
    start.setAttribute("aria-busy", "true");
    const game = session();
    const asked = { game: ownGameText(game), only_crosses: game.mustCross ? "yes" : "", ...BUDGET };
    try {
      const advice = await app.run("puzzle_advise", asked, { signal: mine.signal });
      [options, isEstimate] = [advice.options, advice.playouts === 0];
      take(0);
      pager.scrollIntoView({ block: "nearest" });
    } catch (problem) {
      if (problem.name !== "AbortError") fail(problem.message);
    } finally {
      if (job === mine) {
        job = null;
        start.removeAttribute("aria-busy");
      }
    }
  }

  function take(number) {
    choose(options[number]);
    say(text(isEstimate ? "puzzle.estimates" : "puzzle.expects", { number: number + 1, all: options.length,
      option: words(options[number], cardOf(session())), score: score(options[number]) }));
  }

  function heading() {
    return text(isEstimate ? "puzzle.estimated" : "puzzle.expected");
  }

  function step(by) {
    take(at() + by);
  }

  function at() {
    return options.findIndex(isOn);
  }

  function stop() {
    job?.abort();
  }

  function forget() {
    stop();
    options = [];
  }

  function show() {
    const now = at();
    const card = session() && cardOf(session());
    pager.hidden = list.hidden = !options.length;
    before.disabled = now <= 0;
    after.disabled = now + 1 >= options.length;
    advised.replaceChildren(...(now < 0 ? [text("puzzle.other")] : [`${words(options[now], card)}  `, element("b", {}, score(options[now]))]));
    title.textContent = heading();
    list.setAttribute("aria-label", heading());
    const hadFocus = items.contains(document.activeElement);
    items.replaceChildren(...options.map((option, number) => element("li", {},
      element("button", { type: "button", class: "list-item", "aria-current": number === now ? "true" : null, onclick: () => take(number) },
        packingIcon(card, option.cells.length ? [option] : []), element("span", {}, words(option, card)), element("small", {}, score(option))))));
    if (hadFocus) items.querySelector("[aria-current]")?.focus();
  }

  return { stop, forget, show, pager, list, button: start };
}

function words({ circled, shape, cells }, card) {
  const place = text(`puzzle.place.${cells.length ? placeOf(cells, card) : "none"}`);
  return text(circled ? "puzzle.circle_at" : "puzzle.cross_at", { shape, place });
}

/** Return roughly where *cells* are on the card, as a key of its words: it shows no names of cells. */
function placeOf(cells, { rows, cols }) {
  const third = (at, size) => Math.floor((3 * cells.reduce((sum, cell) => sum + cell[at] + 0.5, 0)) / (cells.length * size));
  const [down, across] = [third(0, rows), third(1, cols)];
  if (down === 1 && across === 1) return "middle";
  return [["top", "", "bottom"][down], ["left", "", "right"][across]].filter(Boolean).join("_");
}

/** Return the score with its standard error; an estimate alone has none. */
function score({ mean, error }) {
  return error ? `${figure(mean, 2)} ± ${figure(error, 2)}` : figure(mean, 2);
}
