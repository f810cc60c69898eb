/** Records in and out: a text to copy or paste, a file, the sample. */

import { button } from "../dom.js";
import { openButton, openGameText, saveButton, takePastes } from "../game_text.js";
import { inEnglish, text } from "../texts.js";
import { recordText } from "./game.js";

/** Return the moves of the record in *written*; throw what is wrong with it. */
async function readRecord(app, written, signal) {
  return checked(await app.run("up_referee", { record: written }, { signal }));
}

function checked({ legal, violation, moves }) {
  if (legal) return moves;
  const { turn, reason } = violation;
  throw new Error(text("up.illegal", { move: turn, rule: ruleText(violation), reason: inEnglish(reason) }));
}

/** Return the rule that a move breaks, as penta's referee names it. */
export function ruleText({ rule }) {
  return text(`up.broken.${rule.replaceAll(" ", "_")}`);
}

/** Show *game* as a text, and take one; *put(moves)*. */
export function openText(app, game, put) {
  const moves = game.moves.map((move) => JSON.stringify(move)).join(",\n");
  const copyButton = (field) => button(text("up.copy"), () => { field.select(); document.execCommand("copy"); });
  openGameText({
    title: text("up.text"), hint: text("up.text_hint"), value: moves && `{"moves":[\n${moves}]}\n`, placeholder: '{"moves": [ … ]}',
    more: [copyButton, saveButton("pent-up.json", recordText(game)), openButton],
    take: async (written, signal) => put(await readRecord(app, written, signal)),
  });
}

export async function readSample(app) {
  return checked(await app.run("up_sample", { name: "duel" }));
}

/** Take the text of a record that is pasted on the screen *root*. */
export function takeRecords(app, root, put, fail) {
  takePastes(root, async (pasted) => put(await readRecord(app, pasted)), fail);
}
