/** Cards on paper: a PDF of what is shown, in exact millimetres. */

import { button, element, savedFile } from "../dom.js";
import { text } from "../texts.js";
import { cardText, unpainted } from "./card_model.js";
import { makeFields } from "./fields.js";

const USUAL = { paper: "A4", size: "120", copies: "1", border: "", low_ink: "", duplex: "", tiles: "", dice: "" };
const PAPERS = ["A4", "A3", "A5", "Letter", "Legal"].map((name) => [name, name]);
const SIZES = ["80", "100", "120", "150", "180"].map((size) => [size, `${size} mm`]);
const COPIES = ["1", "2", "3", "4", "5", "6", "8", "10"].map((copies) => [copies, copies]);
const BORDERS = [["", text("print.borders.as_made")], ["grey", text("print.borders.grey")], ["white", text("print.borders.white")]];
const INKS = [["", text("print.inks.full")], ["yes", text("print.inks.outlines")]];
const BACKS = [["", text("print.edges.none")], ["long", text("print.edges.long")], ["short", text("print.edges.short")]];

/** Return {element, show(card, ids, kind), stop}: what is printed is *card*, or the set with these *ids*. */
export function printPanel(app) {
  const { wished, list, tick } = makeFields(app.store, "make.print", USUAL);
  let shown = {};
  let job = null;
  const what = element("p", { class: "hint" });
  const message = element("p", { class: "message", role: "status", hidden: true });
  const go = button(text("print.save"), print, { icon: "print" });
  const panel = element("section", { class: "panel", "aria-label": text("print.title"), hidden: Boolean(app.lacking("print")) },
    element("h2", {}, text("print.title")), what,
    element("div", { class: "fields" }, list(text("print.paper"), "paper", PAPERS), list(text("print.side"), "size", SIZES),
      list(text("print.ink"), "low_ink", INKS), list(text("print.copies"), "copies", COPIES)),
    element("details", {}, element("summary", {}, text("print.more")),
      element("div", { class: "stack" },
        element("div", { class: "fields" }, list(text("print.border"), "border", BORDERS), list(text("print.backs"), "duplex", BACKS)),
        tick(text("print.tiles"), "tiles"), tick(text("print.dice"), "dice"))),
    message, go);
  return { element: panel, show, stop: () => job?.abort() };

  function show(card, ids, kind) {
    shown = { card, ids, kind };
    go.disabled = unpainted(card) > 0;
    what.textContent = text(go.disabled ? "print.first" : ids.length ? "print.set" : "print.card", { count: ids.length });
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
