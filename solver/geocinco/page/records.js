/** Games in and out: a text to copy or to paste, a file to save or to open. */

import { button, element, savedFile } from "/dom.js";
import { makeDialog } from "/dialog.js";
import { text } from "/texts.js";
import { keepGame, keepRecord } from "./game.js";

const LONGEST = 60_000; // characters of a text; the server takes 64 KiB

/**
 * Take the game in *typed*: one that was saved is played on, a record alone is reviewed. Return the id of the screen
 * that shows it; throw an Error where it is none.
 */
async function take(app, typed, signal) {
  if (typed.length > LONGEST) throw new Error(text("geocinco.too_long", { count: LONGEST }));
  const verdict = await app.run("geo_referee", { record: typed }, { signal });
  if (!verdict.legal) {
    const { turn, rule, reason } = verdict.violation;
    throw new Error(text("geocinco.illegal", { turn, rule, reason }));
  }
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
  const field = element("textarea", { rows: "8", spellcheck: "false", autocapitalize: "off", id: "geo-text" });
  if (game) field.value = JSON.stringify(game).replaceAll("},{", "},\n{");
  const file = element("input", { type: "file", accept: ".json,application/json,text/plain", hidden: true, onchange: async () => {
    if (file.files[0]) field.value = (await file.files[0].text()).slice(0, LONGEST + 1);
    file.value = "";
  } });
  const dialog = makeDialog(text("geocinco.records"), {
    body: [element("label", { for: "geo-text" }, text("geocinco.records_hint")), field,
      element("div", { class: "choices" }, button(text("geocinco.open_file"), () => file.click(), { icon: "file" }),
        button(text("geocinco.save_file"), () => savedFile(new Blob([field.value], { type: "application/json" }), "geocinco.json"))), file],
    action: text("geocinco.use_text"),
    act: async (signal) => {
      const screen = await take(app, field.value, signal);
      addEventListener("popstate", () => app.go(screen), { once: true }); // the dialog goes back in the history
    },
  });
  dialog.open();
  field.select();
}
