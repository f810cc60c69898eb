/** Where a card may come from: a text, a file, a sample, a photo; its size; and nothing painted. */

import { button, drawing, element, stepper } from "../dom.js";
import { makeDialog } from "../dialog.js";
import { load } from "../load.js";
import { inEnglish, text } from "../texts.js";
import { cardOfAnswer, emptyCard, keptCard, MAX_SIDE, resized } from "./card_model.js";
import { sampleName } from "./words.js";

const FEWEST_ROWS = 2; // of a text that is taken for a card without a question
const LONGEST = 60_000; // characters of a text; the server takes 64 KiB
const OTHER_READING = / \(for (letters|words): put commas between them\)/; // in a note: here, a button

/** Return {panel, photograph}: the panel, and what asks for a photo. `now()` is the card, `put(card, said)` puts another one in its place. */
export function fillPanel(app, now, put) {
  const error = element("p", { class: "message error", role: "alert", hidden: true });
  const notes = element("p", { class: "message notes", role: "status", hidden: true }); // how a text was read
  const file = element("input", { type: "file", class: "unseen", tabindex: "-1", "aria-hidden": "true",
    accept: ".txt,.csv,.tsv,text/*,image/*", onchange: () => takeFile(file) });
  const photo = element("input", { type: "file", class: "unseen", tabindex: "-1", "aria-hidden": "true",
    accept: "image/*", onchange: () => takeFile(photo) });

  addEventListener("paste", (event) => {
    if (isHidden() || event.target.matches("input, textarea")) return;
    const [pasted] = event.clipboardData.files;
    const typed = event.clipboardData.getData("text");
    if (!pasted && !typed) return;
    event.preventDefault();
    if (pasted) read(pasted);
    else takeOrAsk(typed).catch(fail);
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    if (!isHidden() && event.dataTransfer.files.length) read(event.dataTransfer.files[0]);
  });

  const panel = element("section", { class: "panel", "aria-label": text("card.fill") },
    element("h2", {}, text("card.fill")),
    element("div", { class: "choices" },
      button(text("card.photo"), () => photo.click(), { icon: "photo" }),
      button(text("card.sample"), openSamples, { icon: "sample" }),
      button(text("card.paste"), () => openText(), { icon: "paste" }),
      button(text("card.file"), () => file.click(), { icon: "file" })),
    error, notes, sizes(app, now, put), file, photo,
    button(text("card.empty"), () => change({ ...emptyCard(now().rows, now().cols, now().symbols) }, text("card.emptied")),
      { class: "quiet" }));
  return { panel, photograph: () => photo.click() };

  function change(card, said) {
    put(card, said);
    scrollTo(0, 0); // to the card
  }

  function isHidden() {
    return panel.closest(".screen").hidden || document.querySelector("dialog[open]");
  }

  function fail(problem) {
    if (problem.name === "AbortError") return;
    error.textContent = problem.message;
    error.hidden = false;
    error.scrollIntoView({ block: "center" }); // clear of the bar below
  }

  async function cardIn(typed, signal, reading = "") {
    error.hidden = notes.hidden = true;
    if (typed.length > LONGEST) throw new Error(text("card.too_long", { most: LONGEST, found: typed.length }));
    const answer = await app.run("card", { card: typed, reading }, { signal });
    const lines = (answer.notes ?? []).map((note) => note.replace(/^card -(, |: )/, "")).join("; ");
    const other = OTHER_READING.exec(lines)?.[1] ?? { words: "letters", letters: "words" }[reading];
    const told = lines.replace(OTHER_READING, "");
    notes.replaceChildren(told ? inEnglish(told) : reading && text(`card.taken.${reading}`));
    notes.hidden = !lines && !other;
    if (other) notes.append(" ", button(text(`card.take.${other}`), () => takeText(typed, undefined, other).catch(fail)));
    return cardOfAnswer(answer);
  }

  async function takeText(typed, signal, reading) {
    take(await cardIn(typed, signal, reading));
  }

  function take(card) {
    change(card, sizeInWords(card, "card.came"));
  }

  /** Take a text that somebody pasted anywhere; one line may be meant for something else. */
  async function takeOrAsk(typed) {
    const card = await cardIn(typed);
    if (isHidden()) return;
    if (card.rows < FEWEST_ROWS) openText(typed);
    else take(card);
  }

  function takeFile(input) {
    const [chosen] = input.files;
    input.value = "";
    if (chosen) read(chosen);
  }

  async function read(chosen) {
    error.hidden = true;
    try {
      if (chosen.type.startsWith("image/") || /\.hei[cf]$/i.test(chosen.name)) {
        const { openPhoto } = await load(new URL("photo.js", import.meta.url).href);
        await openPhoto(app, chosen, change);
      } else {
        if (chosen.size > LONGEST) throw new Error(text("card.too_large", { name: chosen.name, found: chosen.size }));
        await takeText(await decoded(chosen));
      }
    } catch (problem) {
      fail(problem);
    }
  }

  function openText(typed = "") {
    const field = element("textarea", { rows: "10", spellcheck: "false", autocapitalize: "off", id: "card-text",
      placeholder: "A B C D E F\nB C D E F A\n…" });
    const dialog = makeDialog(text("card.paste_title"), {
      body: [
        element("label", { for: "card-text" }, text("card.paste_hint")),
        field],
      action: text("rush.use"),
      act: (signal) => takeText(field.value, signal),
    });
    field.value = typed;
    dialog.open();
    field.focus();
  }

  async function openSamples() {
    const list = element("ul", { class: "samples" });
    const dialog = makeDialog(text("card.samples"), { body: [list] });
    dialog.open();
    try {
      for (const sample of await app.run("cards")) {
        const card = cardOfAnswer(sample);
        const size = `${card.rows} × ${card.cols}`;
        const take = () => { change(card, text("card.sampled", { name: sampleName(sample.name) })); dialog.close(); };
        list.append(element("li", {}, element("button", { type: "button", class: "sample", onclick: take },
          smallCard(card), element("span", {}, sampleName(sample.name)), element("small", {}, size))));
      }
      list.querySelector("button")?.focus();
    } catch (problem) {
      dialog.fail(problem);
    }
  }
}

/** Return a small picture of *card*: a dot of its colour for each cell. */
export function smallCard({ rows, cols, cells, symbols }) {
  const dots = symbols.map(({ colour }, number) => drawing("path", {
    class: `colour-${colour}`,
    d: cells.map((cell, at) => (cell === number
      ? `M${(at % cols) + 0.1} ${Math.floor(at / cols) + 0.5}a.4.4 0 1 1 .8 0a.4.4 0 1 1-.8 0z` : "")).join("") }));
  return drawing("svg", { class: "small-card", viewBox: `0 0 ${cols} ${rows}`, "aria-hidden": "true" }, dots);
}

function sizeInWords({ rows, cols }, key = "card.size") {
  return text(key, { rows: text("card.rows", { count: rows }), cols: text("card.columns", { count: cols }) });
}

function sizes(app, now, change) {
  const lines = [["rows", text("rush.rows")], ["cols", text("rush.columns")]].map(([key, label]) => {
    const { element: root, shown } = stepper(label, (by) => {
      const size = { rows: now().rows, cols: now().cols };
      size[key] += by;
      if (size[key] < 1 || size[key] > MAX_SIDE) return;
      change(resized(now(), size.rows, size.cols), sizeInWords(size));
    });
    const show = () => { shown.textContent = keptCard(app.store)[key]; };
    app.store.watch("card", show);
    show();
    return root;
  });
  return element("div", { class: "steppers" }, lines);
}

async function decoded(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(bytes);
}
