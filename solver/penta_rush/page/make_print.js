/** Cards on paper: a PDF of what is shown, in exact millimetres. */

import { button, element, savedFile } from "/dom.js";
import { cardText, unpainted } from "./card_model.js";
import { makeFields } from "./fields.js";

const USUAL = { paper: "A4", size: "120", copies: "1", border: "", low_ink: "", duplex: "", tiles: "", dice: "" };
const PAPERS = ["A4", "A3", "A5", "Letter", "Legal"].map((name) => [name, name]);
const SIZES = ["80", "100", "120", "150", "180"].map((size) => [size, `${size} mm`]);
const COPIES = ["1", "2", "3", "4", "5", "6", "8", "10"].map((copies) => [copies, copies]);
const BORDERS = [["", "As made"], ["grey", "Grey"], ["white", "White"]];
const INKS = [["", "Full colour"], ["yes", "Outlines only"]];
const BACKS = [["", "None"], ["long", "Turned over the long edge"], ["short", "Turned over the short edge"]];

/** Return {element, show(card, ids, kind), stop}: what is printed is *card*, or the set with these *ids*. */
export function printPanel(app) {
  const { wished, list, tick } = makeFields(app.store, "make.print", USUAL);
  let shown = {};
  let job = null;
  const what = element("p", { class: "hint" });
  const message = element("p", { class: "message", role: "status", hidden: true });
  const go = button("Save as PDF", print, { icon: "print" });
  const panel = element("section", { class: "panel", "aria-label": "Print" }, element("h2", {}, "Print"), what,
    element("div", { class: "fields" }, list("Paper", "paper", PAPERS), list("Longer side of a card", "size", SIZES),
      list("Ink", "low_ink", INKS), list("Copies", "copies", COPIES)),
    element("details", {}, element("summary", {}, "Border, backs, tiles, dice"),
      element("div", { class: "stack" },
        element("div", { class: "fields" }, list("Border", "border", BORDERS), list("Backs", "duplex", BACKS)),
        tick("The twelve tiles", "tiles"), tick("Nets of five dice", "dice"))),
    message, go);
  return { element: panel, show, stop: () => job?.abort() };

  function show(card, ids, kind) {
    shown = { card, ids, kind };
    go.disabled = unpainted(card) > 0;
    what.textContent = go.disabled ? "Make a card here, or paint one." : ids.length
      ? `The ${ids.length} cards of the set, to cut out.` : "The card that is shown, to cut out.";
  }

  async function print() {
    const { card, ids, kind } = shown;
    const [name, cards] = ids.length ? ["print_set", { cards: ids.join(" ") }] : ["print", { card: cardText(card) }];
    job?.abort();
    job = new AbortController();
    message.hidden = true;
    go.setAttribute("aria-busy", "true");
    try {
      const file = await app.runFile(name, { ...wished(), ...cards, border: wished().border || kind }, { signal: job.signal });
      const link = savedFile(file, `${ids.length ? "cards" : "card"}-${card.rows}x${card.cols}.pdf`);
      tell("", link, ` ${Math.ceil(file.size / 1000)} KB`);
    } catch (problem) {
      if (problem.name !== "AbortError") tell("error", problem.message);
    } finally {
      go.removeAttribute("aria-busy");
    }
  }

  function tell(kind, ...nodes) {
    message.replaceChildren(...nodes);
    message.className = `message ${kind}`;
    message.hidden = false;
  }
}
