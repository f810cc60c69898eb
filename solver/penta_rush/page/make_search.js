/** The search under way: its start, its progress by the clock, its end before time. */

import { button, element, say } from "../dom.js";
import { number, text } from "../texts.js";
import { joined } from "./words.js";

const TICK = 200; // ms
const AFTER = 1.5; // seconds that the start and the measuring of what was found take

/** Return {element, show, stop}. `asked()` says what is wished for; `found(made)` is called with the result. */
export function makeSearch(app, asked, found) {
  let job = null;
  const start = button(text("make.card"), search, { class: "primary" });
  const bar = element("progress", { "aria-label": text("make.search") });
  const clock = element("p", { class: "hint" });
  const cancel = button(text("dialog.cancel"), stop);
  const working = element("div", { class: "bar", hidden: true }, element("div", { class: "stack" }, clock, bar), cancel);
  const message = element("p", { class: "message", role: "alert", hidden: true });
  return { element: element("div", { class: "stack" }, message, working, start), show, stop };

  function show() {
    start.lastChild.textContent = text(asked().kind === "grey" ? "make.card" : "make.set");
  }

  function stop() {
    job?.abort();
  }

  async function search() {
    const { kind, seconds, values } = asked();
    job = new AbortController();
    const begun = performance.now();
    bar.max = seconds + AFTER;
    const tick = () => {
      const passed = (performance.now() - begun) / 1000;
      bar.value = Math.min(passed, bar.max - 0.1);
      clock.textContent = passed < seconds ? text("make.searching", { passed: Math.floor(passed), seconds })
        : text("make.measuring");
    };
    const ticking = setInterval(tick, TICK);
    tick();
    tell("");
    swap(start, cancel);
    say(text("make.search_for", { seconds }));
    try {
      const made = await result(kind, values, job.signal);
      found(made);
      const [{ people, ...perfect }] = made.cards;
      const figures = ({ sd, mean }) => ({ sd: number(sd, 2), mean: number(mean, 2) });
      say(joined(text("make.made", figures(perfect)), people ? text("make.for_people", figures(people)) : ""));
    } catch (problem) {
      if (problem.name === "AbortError") tell(text("rush.cancelled"));
      else tell(problem.status === 504 ? text("make.stopped", { message: problem.message }) : problem.message, "error");
    } finally {
      clearInterval(ticking);
      swap(cancel, start);
    }
  }

  /** Return {kind, cards, set}: what is kept of the answer; a set is judged as a set too. */
  async function result(kind, values, signal) {
    const answer = await app.run(kind, values, { signal });
    const cards = (answer.cards ?? [answer]).map(({ card, mean, sd, min, max, fair, reasons, people }) =>
      ({ card, mean, sd, min, max, fair, reasons, people: people && { ...people, rolls: undefined } }));
    if (cards.length === 1) return { kind, cards, set: null };
    const { set } = await app.run("check_set", { cards: cards.map(({ card }) => card).join(" ") }, { signal });
    return { kind, cards, set: { fair: set.fair, reasons: set.reasons, wins: set.match?.wins } };
  }

  /** Show the button *to* in the place of *from*, and move the focus along. */
  function swap(from, to) {
    const hasFocus = from === document.activeElement;
    working.hidden = to === start;
    start.hidden = to !== start;
    if (hasFocus) to.focus();
  }

  function tell(words, kind = "") {
    message.textContent = words;
    message.hidden = !words;
    message.className = `message ${kind}`;
  }
}
