/** Cards on paper: a PDF of what is shown, in exact millimetres. */

import { button, element } from "/dom.js";

const KEY = "make.print";
const USUAL = { paper: "A4", size: "120", copies: "1", border: "", ink: "", duplex: "", tiles: false, dice: false };
const PAPERS = ["A4", "A3", "A5", "Letter", "Legal"].map((name) => [name, name]);
const SIZES = [["80", "80 mm"], ["100", "100 mm"], ["120", "120 mm"], ["150", "150 mm"], ["180", "180 mm"]];
const COPIES = Array.from({ length: 8 }, (_, number) => [String(number + 1), String(number + 1)]);
const BORDERS = [["", "As made"], ["grey", "Grey"], ["white", "White"]];
const INKS = [["", "Full colour"], ["yes", "Outlines only"]];
const BACKS = [["", "None"], ["long", "Turned over the long edge"], ["short", "Turned over the short edge"]];
const LATER = 60_000; // ms until the file is forgotten

/** Return {element, show, stop}; `cards()` is what is printed, or null. */
export function printPanel(app, cards) {
  let wished = { ...USUAL, ...app.store.get(KEY) };
  let job = null;
  const what = element("p", { class: "hint" });
  const message = element("p", { class: "message", role: "status", hidden: true });
  const go = button("Save as PDF", print, { icon: "print" });
  const panel = element("section", { class: "panel", "aria-label": "Print" }, element("h2", {}, "Print"), what,
    element("div", { class: "fields" }, field("Paper", "paper", PAPERS), field("Longer side of a card", "size", SIZES),
      field("Ink", "ink", INKS), field("Copies", "copies", COPIES)),
    element("details", {}, element("summary", {}, "Border, backs, tiles, dice"),
      element("div", { class: "stack" },
        element("div", { class: "fields" }, field("Border", "border", BORDERS), field("Backs", "duplex", BACKS)),
        tick("The twelve tiles", "tiles"), tick("Nets of five dice", "dice"))),
    go, message);
  return { element: panel, show, stop: () => job?.abort() };

  function show() {
    const now = cards();
    go.disabled = !now;
    what.textContent = !now ? "Make a card here, or paint one." : now.ids.length > 1
      ? `The ${now.ids.length} cards of the set, to cut out.` : "The card that is shown, to cut out.";
  }

  async function print() {
    const { ids, text, kind, card } = cards();
    const { paper, size, copies, duplex, tiles, dice, border, ink } = wished;
    const values = { paper, size, copies, duplex, border: border || kind, low_ink: ink, tiles: tiles ? "yes" : "", dice: dice ? "yes" : "" };
    job?.abort();
    job = new AbortController();
    message.hidden = true;
    go.setAttribute("aria-busy", "true");
    try {
      const { signal } = job;
      const file = ids.length > 1
        ? await app.runFile("print_set", { ...values, cards: ids.join(" ") }, { signal })
        : await app.runFile("print", { ...values, card: text }, { signal });
      save(file, `${ids.length > 1 ? "cards" : "card"}-${card.rows}x${card.cols}.pdf`);
    } catch (problem) {
      if (problem.name !== "AbortError") tell(true, problem.message);
    } finally {
      go.removeAttribute("aria-busy");
    }
  }

  function save(file, name) {
    const address = URL.createObjectURL(file);
    const link = element("a", { class: "button quiet", href: address, download: name }, name);
    tell(false, link, ` ${Math.ceil(file.size / 1000)} KB`);
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), LATER);
  }

  function tell(isError, ...nodes) {
    message.replaceChildren(...nodes);
    message.className = isError ? "message error" : "message";
    message.hidden = false;
  }

  function wish(name, value) {
    wished = { ...wished, [name]: value };
    app.store.set(KEY, wished);
  }

  function field(label, name, options) {
    const list = element("select", { "aria-label": label, onchange: () => wish(name, list.value) }, options.map(([value, text]) => element("option", { value }, text)));
    list.value = wished[name];
    return element("label", { class: "field" }, element("span", {}, label), list);
  }

  function tick(label, name) {
    const box = element("input", { type: "checkbox", onchange: () => wish(name, box.checked) });
    box.checked = wished[name];
    return element("label", { class: "switch" }, box, element("span", {}, label));
  }
}
