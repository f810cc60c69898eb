/** Games in and out: a text to copy or to paste, a file to save or to open. */

import { openButton, openGameText, saveButton } from "../game_text.js";
import { inEnglish, text } from "../texts.js";
import { keepGame, keepRecord } from "./game.js";

/** Return the referee's *verdict* on a record; throw an Error if that is not legal. */
export function legalOnly(verdict) {
  if (verdict.legal) return verdict;
  const { turn, rule, reason } = verdict.violation;
  throw new Error(text("geocinco.illegal", { turn, why: inEnglish(`${rule}: ${reason}`) }));
}

/**
 * Take the game in *typed*: one that was saved is played on, a record alone is reviewed. Return the id of the screen
 * that shows it; throw an Error where it is none.
 */
async function take(app, typed, signal) {
  legalOnly(await app.run("geo_referee", { record: typed }, { signal }));
  const record = JSON.parse(typed);
  if (!record.play) {
    keepRecord(app.store, record);
    return "geocinco-review";
  }
  const { game, turn } = await app.run("geo_step", { game: typed }, { signal });
  keepRecord(app.store, null);
  keepGame(app.store, { game, thrown: game.play.pending ? turn : turn - 1 });
  return "geocinco";
}

/** Show *game*, if there is one, as a text, and take another one. */
export function openRecords(app, game) {
  openGameText({
    title: text("geocinco.records"), hint: text("geocinco.records_hint"), value: game ? JSON.stringify(game).replaceAll("},{", "},\n{") : "",
    more: [openButton, saveButton("geocinco.json")],
    take: async (written, signal) => {
      const screen = await take(app, written, signal);
      addEventListener("popstate", () => app.go(screen), { once: true }); // the dialog goes back in the history
    },
  });
}
