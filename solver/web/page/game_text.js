/** A game as a text: shown and taken in a dialog, opened from a file and saved as one, or pasted. */

import { makeDialog } from "./dialog.js";
import { button, element, savedFile } from "./dom.js";
import { text } from "./texts.js";

const LONGEST = 60_000; // characters; the server takes 64 KiB

/** Return *written*; throw an Error if it is longer than the server takes. */
export function checkedText(written) {
  if (written.length > LONGEST) throw new Error(text("text.too_long", { count: LONGEST }));
  return written;
}

/**
 * Show the text *value* below a *hint*; `take(text, signal)` gets what stands there in the end. *more* are functions
 * that return buttons for the field.
 */
export function openGameText({ title, hint, value = "", placeholder = null, more = [], take }) {
  const field = element("textarea", { rows: "9", spellcheck: "false", autocapitalize: "off", id: "game-text", placeholder });
  field.value = value;
  const dialog = makeDialog(title, {
    body: [element("label", { for: "game-text" }, hint), field,
      more.length ? element("div", { class: "choices" }, more.flatMap((make) => make(field))) : null].filter(Boolean),
    action: text("text.use"),
    act: (signal) => take(checkedText(field.value), signal),
  });
  dialog.open();
  field.select();
}

/** Return what opens a file in a field: a button and the input behind it. */
export function openButton(field) {
  const file = element("input", { type: "file", accept: ".json,.txt,text/plain,application/json", hidden: true, onchange: async () => {
    if (file.files[0]) field.value = (await file.files[0].text()).slice(0, LONGEST + 1);
    file.value = "";
  } });
  return [button(text("text.open"), () => file.click(), { icon: "file" }), file];
}

/** Return a function that makes a button, which saves what stands in a field as the file *name*. */
export function saveButton(name, otherwise = "") {
  const saved = ({ value }) => savedFile(new Blob([value || otherwise], { type: "application/json" }), name).remove();
  return (field) => button(text("text.save"), () => saved(field));
}

/** Have `take(text)` get what is pasted while the screen of *root* is shown, in no dialog and no field; `fail(line)`. */
export function takePastes(root, take, fail) {
  addEventListener("paste", async (event) => {
    const pasted = event.clipboardData.getData("text");
    const isElsewhere = root.closest(".screen").hidden || document.querySelector("dialog[open]") || event.target.matches("input");
    if (isElsewhere || !pasted) return;
    event.preventDefault();
    try {
      await take(checkedText(pasted));
    } catch (problem) {
      fail(problem.message);
    }
  });
}
