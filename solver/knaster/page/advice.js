/** What penta advises for a roll: asked in the background, and given up when another question comes. */

import { indexOf } from "./game.js";

const ALIKE = 0.005; // losses that show as 0.00

/** Return an asker: `ask(question)`, {sheet, roll, turns} or null; it calls *changed* when it knows more. */
export function makeAdvice(app, changed) {
  const known = { moves: null, isThinking: false, problem: "" };
  let asked = "null";
  let job = null;

  async function ask(question) {
    if (JSON.stringify(question) === asked) return;
    asked = JSON.stringify(question);
    job?.abort();
    job = null;
    Object.assign(known, { moves: null, isThinking: Boolean(question), problem: "" });
    if (!question) return;
    const mine = new AbortController();
    job = mine;
    try {
      const { rolls, mean } = await app.run("knaster_advise", question, { signal: mine.signal });
      const [moves] = Object.values(rolls);
      known.moves = moves.map((move) => ({ ...move, loss: mean - move.mean, isBest: mean - move.mean < ALIKE }));
    } catch (problem) {
      if (job !== mine) return;
      known.problem = problem.message;
      asked = ""; // it may be asked again
    }
    if (job !== mine) return;
    known.isThinking = false;
    changed();
  }

  return { known, ask };
}

/** Return the index of the cell in which *move* writes or circles; undefined for a pass. */
export function cellOf(move) {
  const name = move.write ?? move.circle;
  return name && indexOf(name);
}

export function isPass(move) {
  return !move.write && !move.circle;
}
