/** A photo of a card: shrunk here, turned, its corners dragged, and read by the server. */

import { button, element } from "/dom.js";
import { makeDialog } from "/dialog.js";
import { makeGrid } from "/grid.js";
import { cardOfAnswer, cellCount } from "./card_model.js";
import { makeCorners } from "./photo_corners.js";
import { cellLook } from "./symbols.js";

const LONGEST = 2000; // pixels of a side: what else the photo holds, the place where it was taken, goes
const UNDECIDED = 3; // the exit code of a command that found nothing
const MOST_BYTES = 4 * 2 ** 20; // that the server takes
const NOT_FOUND = "No card was found: drag the four corners onto the corners of the grid, or take a photo in more and even "
  + "light, nearer, with the whole card in view and nothing lying on it.";
const PATIENCE = 350; // ms after the last move of a corner

/** Show a photo, a File, and have it read; `change(card, text)` takes the card. */
export async function openPhoto(app, file, change) {
  let image;
  try {
    image = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    // Sent as it is, it would tell where it was taken.
    throw new Error(`${file.name || "photo"}: expected a photo that this browser can show; JPEG is one`);
  }
  const canvas = element("canvas", { class: "photo-image" });
  let turns = 0;
  let job = null;
  let card = null;
  let timer = 0;

  const corners = makeCorners(canvas, () => {
    clearTimeout(timer);
    timer = setTimeout(() => read(corners.value), PATIENCE);
  });
  const status = element("p", { class: "hint", role: "status" }); // the live region of the page is not heard from a dialog
  const grid = makeGrid({ label: "Card as it was read" });
  const preview = element("div", { class: "photo-card" }, status, grid.element);
  const turn = button("Turn", () => {
    turns = (turns + 1) % 4;
    paint();
    read(null);
  }, { icon: "turn" });
  const dialog = makeDialog("Card from a photo", {
    body: [element("div", { class: "photo-sides" },
      element("div", { class: "photo-side" }, corners.element,
        element("div", { class: "bar" }, element("p", { class: "hint" }, "Drag the four corners onto the corners of the grid."), turn)),
      preview)],
    action: "Use this card",
    act: () => change(card, counted(card)),
    closed() {
      clearTimeout(timer);
      job?.abort();
      image.close();
    },
    wide: true,
  });
  dialog.open();
  paint();
  read(null);

  function paint() {
    const scale = Math.min(1, LONGEST / Math.max(image.width, image.height));
    const [width, height] = [image.width * scale, image.height * scale].map(Math.round);
    [canvas.width, canvas.height] = turns % 2 ? [height, width] : [width, height];
    const brush = canvas.getContext("2d");
    brush.translate(canvas.width / 2, canvas.height / 2);
    brush.rotate((turns * Math.PI) / 2);
    brush.drawImage(image, -width / 2, -height / 2, width, height);
    corners.reset();
  }

  /** Read the photo, within *placed* corners if there are any. */
  async function read(placed) {
    job?.abort();
    const mine = new AbortController();
    job = mine;
    card = null;
    show("Reading …");
    dialog.quiet();
    preview.setAttribute("aria-busy", "true");
    try {
      const photo = await compressed(canvas);
      const values = placed ? { corners: placed.map((corner) => corner.map(Math.round).join(",")).join(" ") } : {};
      const answer = await app.sendPhoto("read", photo, values, { signal: mine.signal });
      card = cardOfPhoto(answer);
      if (answer.corners && !placed) corners.set(answer.corners);
      show(counted(card));
    } catch (problem) {
      if (problem.name === "AbortError") return;
      show("");
      dialog.fail(problem.exit === UNDECIDED ? new Error(NOT_FOUND) : problem);
    }
    if (job === mine) preview.removeAttribute("aria-busy");
  }

  function show(text) {
    status.textContent = text;
    dialog.go.disabled = !card;
    grid.element.hidden = !card;
    if (!card) return;
    grid.resize(card.rows, card.cols);
    grid.draw((index) => (card.unsure.includes(index)
      ? cellLook(card, index, "is-unsure", "unsure") : cellLook(card, index)));
  }
}

function cardOfPhoto(answer) {
  const card = cardOfAnswer(answer);
  const index = (name) => (Number(name.slice(1)) - 1) * card.cols + name.charCodeAt(0) - 97; // of "c4"
  return { ...card, unsure: answer.unsure.map(index) };
}

function counted({ rows, cols, symbols, unsure }) {
  const doubt = unsure.length ? `; ${cellCount(unsure.length)} in doubt` : "";
  return `${rows} rows, ${cols} columns, ${symbols.length} symbols${doubt}`;
}

async function compressed(canvas) {
  for (const quality of [0.9, 0.75, 0.5]) {
    const photo = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", quality); });
    if (photo.size <= MOST_BYTES) return photo;
  }
  throw new Error("photo: expected at most 4 MiB");
}
