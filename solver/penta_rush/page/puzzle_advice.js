/** What `penta rush puzzle advise` would do with the roll, each with the final score to expect. */

import { button, cellName, element, say } from "/dom.js";
import { ownGameText } from "./puzzle_game.js";

// A second where nothing else runs; the seconds are for busier computers.
const BUDGET = { playouts: "100", seconds: "2" };

/**
 * Return {stop, forget, show, pager, list, button}. `session()` is the game; `choose(option)` puts an
 * option on the card; `isOn(option)`: it is there; `fail(text)` says what went wrong.
 */
export function makeAdvice(app, { session, choose, isOn, fail }) {
  let options = [];
  let isEstimate = false; // no game was played on
  let job = null;
  const start = button("Advice", ask);
  const text = element("p", { class: "advised" });
  const before = button("The option before", () => step(-1), { icon: "previous", class: "icon" });
  const after = button("The next option", () => step(1), { icon: "next", class: "icon" });
  const pager = element("div", { class: "bar pager", role: "group", "aria-label": "Advice", hidden: true }, before, text, after);
  const items = element("ol", { class: "list" });
  const title = element("h2");
  const list = element("section", { class: "panel", hidden: true }, title, items);

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
    say(`${number + 1} of ${options.length}: ${words(options[number])}, ${heading().toLowerCase()} ${score(options[number])}`);
  }

  function heading() {
    return isEstimate ? "Estimated final score" : "Expected final score";
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
    pager.hidden = list.hidden = !options.length;
    before.disabled = now <= 0;
    after.disabled = now + 1 >= options.length;
    text.replaceChildren(...(now < 0 ? ["Not among these"] : [`${words(options[now])}  `, element("b", {}, score(options[now]))]));
    title.textContent = heading();
    list.setAttribute("aria-label", heading());
    const hadFocus = items.contains(document.activeElement);
    items.replaceChildren(...options.map((option, number) => element("li", {},
      element("button", { type: "button", class: "list-item", "aria-current": number === now ? "true" : null, onclick: () => take(number) },
        element("span", {}, words(option)), element("small", {}, score(option))))));
    if (hadFocus) items.querySelector("[aria-current]")?.focus();
  }

  return { stop, forget, show, pager, list, button: start };
}

function words({ circled, shape, cells }) {
  return `${circled ? "Circle" : "Cross"} ${shape}${cells.length ? ` at ${cellName(...cells[0])}` : ", not drawn"}`;
}

/** Return the score with its standard error; an estimate alone has none. */
function score({ mean, error }) {
  return error ? `${mean.toFixed(2)} ± ${error.toFixed(2)}` : mean.toFixed(2);
}
