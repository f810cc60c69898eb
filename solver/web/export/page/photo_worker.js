/** Looks at a photo in a worker: for printed codes in all of it, or for the symbols of a card between four corners. */

import { runtime } from "./built.js";
import { distance, groupsOf, meansOf } from "./cell_groups.js";
import { cellsOf, colourNames } from "./photo_colours.js";
import { bestDivision, blurred } from "./photo_grid.js";

const ZXING = new URL(`${runtime}zxing/`, import.meta.url);
const LOOKS = new URL("penta_rush/symbol_looks.json", import.meta.url);
const MOST_CODES = 8;
const BLUR = 3; // dots: what a blurred photo is sharpened by
const SHARPNESS = 3; // how much of what a blur takes away is added
const LEAST_FIT = 1.2; // of the rows and columns that divide a grid: 1.7 and more where it is one, 0.7 where it is none
const LEAST_SURE = 0.45; // of the cells
const UNSURE = 0.7;
const DIFFERENT = 0.06; // of ink: how much more a cell has to be like another symbol than its own
let reader = null;
let dots = null; // of the photo: {data, width, height}

addEventListener("message", async ({ data }) => {
  try {
    postMessage(data.photo ? await codesIn(data.photo) : await cardBetween(data));
  } catch (error) {
    postMessage({ failure: String(error) });
  }
});

/** Return [{text, corners}] of the codes in a photo, a Blob, which later questions are about. */
async function codesIn(photo) {
  const image = await createImageBitmap(photo);
  const brush = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
  brush.drawImage(image, 0, 0);
  image.close();
  dots = brush.getImageData(0, 0, brush.canvas.width, brush.canvas.height);
  const found = await codesOf(dots);
  return found.length ? found : codesOf(sharpened(dots));
}

async function codesOf(image) {
  reader ??= import(new URL("reader/index.js", ZXING).href).then((module) => {
    // Its own address would be that of another site.
    module.prepareZXingModule({ overrides: { locateFile: (name) => new URL(name, ZXING).href } });
    return module;
  });
  const { readBarcodes } = await reader;
  const codes = await readBarcodes(image, { formats: ["QRCode"], tryHarder: true, maxNumberOfSymbols: MOST_CODES });
  return codes.map(({ text, position: { topLeft, topRight, bottomRight, bottomLeft } }) =>
    ({ text, corners: [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => [x, y]) }));
}

function sharpened({ data, width, height }) {
  const grey = Float32Array.from({ length: width * height }, (_, at) => (data[4 * at] + 2 * data[4 * at + 1] + data[4 * at + 2]) / 4);
  const soft = blurred(blurred(grey, width, height, BLUR), width, height, BLUR);
  const sharp = new Uint8ClampedArray(4 * grey.length).fill(255);
  grey.forEach((value, at) => sharp.fill(value + SHARPNESS * (value - soft[at]), 4 * at, 4 * at + 3));
  return new ImageData(sharp, width, height);
}

/**
 * Return what is between *corners*: of a card that is known, `rows` of letters, which of its cells look *different*; of
 * any other one of this *size* and number of *symbols*, if they are known, its rows, names and confidence. Null if it is
 * not clear.
 */
async function cardBetween({ corners, known, size, symbols }) {
  if (known) {
    const { colours } = cellsOf(dots, corners, known.length, known[0].length);
    return { different: differentCells(colours, [...known.join("")]) };
  }
  const { rows, cols, fit } = size ?? bestDivision(dots, corners);
  if (fit < LEAST_FIT) return null;
  const cells = cellsOf(dots, corners, rows, cols);
  const found = groupsOf(cells, symbols);
  if (!found || found.confidence.filter((each) => each >= UNSURE).length < LEAST_SURE * rows * cols) return null;
  const order = [...new Set(found.labels)]; // A is the symbol of the first cell
  const names = colourNames(meansOf(cells.inks, found.labels), (await (await fetch(LOOKS)).json()).colours);
  return { rows, cols, numbers: found.labels.map((label) => order.indexOf(label)), names: order.map((label) => names[label]), confidence: found.confidence };
}

/** Return which cells look clearly more like the cells of another letter than of their own. */
function differentCells(colours, letters) {
  const shown = [...new Set(letters)];
  const labels = letters.map((letter) => shown.indexOf(letter));
  const means = meansOf(colours, labels);
  return colours.map((colour, at) => {
    const away = means.map((mean) => distance(colour, mean));
    return away[labels[at]] - Math.min(...away) > DIFFERENT;
  });
}

