/** Records in and out: a text to copy or paste, a file, the sample. */

import { button, element, savedFile } from "/dom.js";
import { makeDialog } from "/dialog.js";
import { text } from "/texts.js";
import { recordText } from "./game.js";

const LONGEST = 60_000; // characters of a text; the server takes 64 KiB

/** Return the moves of the record in *written*; throw what is wrong with it. */
async function readRecord(app, written, signal) {
  if (written.length > LONGEST) throw new Error(text("up.too_long", { count: LONGEST }));
  return checked(await app.run("up_referee", { record: written }, { signal }));
}

function checked({ legal, violation, moves }) {
  if (legal) return moves;
  const { turn, rule, reason } = violation;
  throw new Error(text("up.illegal", { move: turn, rule: text(`up.broken.${rule.replaceAll(" ", "_")}`), reason }));
}

/** Show *game* as a text, and take one; *put(moves)*. */
export function openText(app, game, put) {
  const field = element("textarea", { rows: "9", spellcheck: "false", autocapitalize: "off", id: "up-text", placeholder: '{"moves": [ … ]}' });
  if (game.moves.length) field.value = `{"moves":[\n${game.moves.map((move) => JSON.stringify(move)).join(",\n")}]}\n`;
  const file = element("input", { type: "file", accept: ".json,.txt,text/plain,application/json", hidden: true, onchange: async () => {
    if (file.files[0]) field.value = await file.files[0].text();
    file.value = "";
  } });
  const copied = button(text("up.copy"), () => { field.select(); document.execCommand("copy"); });
  const dialog = makeDialog(text("up.text"), {
    body: [element("label", { for: "up-text" }, text("up.text_hint")), field, file, element("div", { class: "choices" }, copied,
      button(text("up.save"), () => savedFile(new Blob([field.value || recordText(game)], { type: "application/json" }), "pent-up.json").remove()),
      button(text("up.file"), () => file.click()))],
    action: text("up.use"),
    act: async (signal) => put(await readRecord(app, field.value, signal)),
  });
  dialog.open();
  field.select();
}

export async function readSample(app) {
  return checked(await app.run("up_sample", { name: "duel" }));
}

/** Take the text of a record that is pasted on the screen *root*. */
export function takePastes(app, root, put, fail) {
  addEventListener("paste", async (event) => {
    const pasted = event.clipboardData.getData("text");
    if (root.hidden || document.querySelector("dialog[open]") || !pasted) return;
    event.preventDefault();
    try {
      put(await readRecord(app, pasted));
    } catch (problem) {
      fail(problem.message);
    }
  });
}
