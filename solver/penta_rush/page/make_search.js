/** The search under way: its start, its progress by the clock, its end before time. */

import { button, element, say } from "/dom.js";

const TICK = 200; // ms
const AFTER = 1.5; // seconds that the start and the measuring of what was found take

/** Return {element, show, stop}. `asked()` says what is wished for; `found(made)` is called with the result. */
export function makeSearch(app, asked, found) {
  let job = null;
  const start = button("Make a card", search, { class: "primary" });
  const bar = element("progress", { "aria-label": "Search" });
  const clock = element("p", { class: "hint" });
  const cancel = button("Cancel", stop);
  const working = element("div", { class: "bar", hidden: true }, element("div", { class: "stack" }, clock, bar), cancel);
  const message = element("p", { class: "message", role: "alert", hidden: true });
  return { element: element("div", { class: "stack" }, message, working, start), show, stop };

  function show() {
    start.lastChild.textContent = asked().kind === "grey" ? "Make a card" : "Make a set";
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
      clock.textContent = passed < seconds ? `Searching: ${Math.floor(passed)} of ${seconds} s`
        : "Measuring what was found …";
    };
    const ticking = setInterval(tick, TICK);
    tick();
    tell("");
    swap(start, cancel);
    say(`Searching for ${seconds} seconds`);
    try {
      const made = await result(kind, values, job.signal);
      found(made);
      const [{ people, ...perfect }] = made.cards;
      const figures = ({ sd, mean }) => `deviation ${sd.toFixed(2)}, mean ${mean.toFixed(2)}`;
      say(`Made: ${figures(perfect)}${people ? `; for people ${figures(people)}` : ""}`);
    } catch (problem) {
      if (problem.name === "AbortError") tell("Cancelled.");
      else tell(problem.status === 504 ? `The search was ${problem.message}: a smaller card or a shorter search may do.` : problem.message, "error");
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

  function tell(text, kind = "") {
    message.textContent = text;
    message.hidden = !text;
    message.className = `message ${kind}`;
  }
}
