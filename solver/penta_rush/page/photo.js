/** A photo of a card: shrunk here, turned, its corners dragged, and read by the server. */

import { button, element, stepper } from "../dom.js";
import { makeDialog } from "../dialog.js";
import { makeGrid } from "../grid.js";
import { text } from "../texts.js";
import { cardOfAnswer, MAX_SIDE, MAX_SYMBOLS, shownSymbols } from "./card_model.js";
import { makeCorners } from "./photo_corners.js";
import { cellLook, swatch, symbolName } from "./symbols.js";
import { joined } from "./words.js";

const LONGEST = 2000; // pixels of a side: what else the photo holds, the place where it was taken, goes
const UNDECIDED = 3; // the exit code of a command that found nothing
const MOST_BYTES = 4 * 2 ** 20; // that the server takes
const FEWEST = { symbols: 2, rows: 4, cols: 4 };
const MOST = { symbols: MAX_SYMBOLS, rows: MAX_SIDE, cols: MAX_SIDE };
const PATIENCE = 350; // ms after the last move of a corner

/** Show a photo, a File, and have it read; `change(card, said)` takes the card. */
export async function openPhoto(app, file, change) {
  let image;
  try {
    image = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    // Sent as it is, it would tell where it was taken.
    throw new Error(text("photo.unreadable", { name: file.name || text("photo.file") }));
  }
  const canvas = element("canvas"); // the photo as it is sent
  let turns = 0;
  let said = {}; // what is known of the card: corners, at, symbols, size
  let same = null; // the symbol that the next one to be tapped is the same as
  let job = null;
  let card = null;
  let timer = 0;

  const corners = makeCorners(canvas, () => {
    clearTimeout(timer);
    said = { ...said, corners: corners.value };
    timer = setTimeout(read, PATIENCE);
  }, ([x, y]) => readNew({ at: `${Math.round(x)},${Math.round(y)}` }));
  const status = element("p", { class: "hint", role: "status" }); // the live region of the page is not heard from a dialog
  const grid = makeGrid({ label: text("photo.grid") });
  const steppers = Object.entries({ symbols: "rush.symbols", rows: "rush.rows", cols: "rush.columns" }).map(([key, label]) =>
    ({ key, ...stepper(text(label), (by) => count(key, by)) }));
  const symbols = element("div", { class: "palette", role: "group", "aria-label": text("photo.palette") });
  const wrong = element("details", { hidden: true }, element("summary", {}, text("photo.wrong")),
    element("div", { class: "stack" }, element("div", { class: "steppers" }, steppers.map(({ element: one }) => one)),
      element("p", { class: "hint" }, text("photo.same")), symbols));
  const preview = element("div", { class: "photo-card" }, status, grid.element, wrong);
  const turn = button(text("photo.turn"), () => {
    turns = (turns + 1) % 4;
    paint();
    readNew({});
  }, { icon: "turn", class: "icon" });
  const zoom = button(text("photo.zoom"), () => look(zoom.getAttribute("aria-pressed") !== "true"), { icon: "zoom", class: "icon" });
  const dialog = makeDialog(text("photo.title"), {
    body: [element("div", { class: "photo-sides" },
      element("div", { class: "photo-side" }, corners.element,
        element("div", { class: "bar" }, element("p", { class: "hint" }, text("photo.corners")), zoom, turn)),
      preview)],
    action: text("rush.use"),
    act() {
      const { code, ...kept } = card;
      change(kept, counted(card));
    },
    closed() {
      clearTimeout(timer);
      job?.abort();
      image.close();
    },
    wide: true,
  });
  dialog.open();
  paint();
  read();

  function paint() {
    const scale = Math.min(1, LONGEST / Math.max(image.width, image.height));
    const [width, height] = [image.width * scale, image.height * scale].map(Math.round);
    [canvas.width, canvas.height] = turns % 2 ? [height, width] : [width, height];
    const brush = canvas.getContext("2d");
    brush.translate(canvas.width / 2, canvas.height / 2);
    brush.rotate((turns * Math.PI) / 2);
    brush.drawImage(image, -width / 2, -height / 2, width, height);
  }

  function look(isClose) {
    corners.zoom(isClose);
    zoom.setAttribute("aria-pressed", String(isClose));
  }

  /** Read the photo anew, of which only *what* is known. */
  function readNew(what) {
    said = what;
    read();
  }

  /** One symbol, row or column more or less than was read, at the same place. */
  function count(key, by) {
    if (!card) return;
    const { rows, cols } = { ...card, [key]: card[key] + by };
    const known = key === "symbols" ? { symbols: String(shownSymbols(card).length + by) } : { size: `${rows}x${cols}` };
    said = { ...said, corners: corners.value, ...known };
    read();
  }

  /** Read the photo, knowing what was said. */
  async function read() {
    job?.abort();
    const mine = new AbortController();
    job = mine;
    card = null;
    const { corners: placed, at = "", ...rest } = said;
    if (!placed) {
      corners.reset();
      look(false);
    }
    show(text("photo.reading"));
    dialog.quiet();
    preview.setAttribute("aria-busy", "true");
    try {
      const photo = await compressed(canvas);
      const answer = await app.sendPhoto("read", photo, placed ? { ...rest, corners: textOf(placed) } : { at, ...rest }, { signal: mine.signal });
      card = cardOfPhoto(answer);
      if (answer.corners && !placed) {
        corners.set(answer.corners);
        look(true);
      }
      show(counted(card));
    } catch (problem) {
      if (problem.name === "AbortError") return;
      said = placed ? { corners: placed } : {}; // what else was said does not fit
      show("");
      wrong.hidden = true;
      dialog.fail(problem.exit === UNDECIDED ? new Error(text("photo.not_found")) : problem);
    }
    if (job === mine) preview.removeAttribute("aria-busy");
  }

  /** A symbol is tapped: it is the same as the one that was tapped before. */
  function take(event, symbol) {
    if (!card) return;
    if (same === null || same === symbol) {
      same = same ? null : symbol;
      event.currentTarget.setAttribute("aria-pressed", String(same === symbol));
      return;
    }
    const [one, other] = [same, symbol].map((each) => card.symbols.indexOf(each));
    card = { ...card, cells: card.cells.map((cell) => (cell === other ? one : cell)) };
    show(text("photo.is", { card: counted(card), one: symbolName(symbol), other: symbolName(card.symbols[one]) }));
    symbols.firstChild.focus();
  }

  function show(words) {
    status.textContent = words;
    dialog.go.disabled = !card;
    grid.element.hidden = !card;
    same = null;
    if (!card) return;
    wrong.hidden = false;
    for (const { key, shown, less, more } of steppers) {
      const number = key === "symbols" ? shownSymbols(card).length : card[key];
      shown.textContent = number;
      less.disabled = number <= FEWEST[key];
      more.disabled = number >= MOST[key];
    }
    symbols.replaceChildren(...shownSymbols(card).map((symbol) =>
      swatch(symbol, (event) => take(event, symbol), { "aria-pressed": "false" })));
    grid.resize(card.rows, card.cols);
    grid.draw((index) => (card.unsure.includes(index)
      ? cellLook(card, index, "is-unsure", text("rush.unsure")) : cellLook(card, index)));
  }
}

function cardOfPhoto(answer) {
  const card = cardOfAnswer(answer);
  const index = (name) => (Number(name.slice(1)) - 1) * card.cols + name.charCodeAt(0) - 97; // of "c4"
  return { ...card, unsure: answer.unsure.map(index), code: answer.code };
}

function textOf(corners) {
  return corners.map((corner) => corner.map(Math.round).join(",")).join(" ");
}

function counted(card) {
  const { rows, cols, unsure, code } = card;
  return joined(text("photo.size", { rows, cols, symbols: shownSymbols(card).length }),
    code ? text(code.taken ? "photo.coded" : "photo.miscoded") : "",
    unsure.length ? text("photo.doubt", { count: unsure.length }) : "");
}

async function compressed(canvas) {
  for (const quality of [0.9, 0.75, 0.5]) {
    const photo = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", quality); });
    if (photo.size <= MOST_BYTES) return photo;
  }
  throw new Error(text("photo.too_large"));
}
