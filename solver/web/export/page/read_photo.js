/**
 * A photo of a card, read in this browser: by the code that is printed on it, or by the colours between four corners.
 * The answer has the keys of `penta rush read --json`. What a code says, Python knows.
 */

import { homography, inverse, mapped } from "./photo_grid.js";
import { text } from "./texts.js";

const UNDECIDED = 3; // the exit code of a command that found nothing
const UNSURE = 0.7;
const DIGITS = /^\d+$/; // what our codes hold
const CARD = 9; // sides of its code: how far a card reaches at most
const BELOW = { left: 0.3, right: 1.15, top: 0.97, bottom: 1.5 }; // of the grid: where its code is
const MOST_DIFFERENT = 0.5; // of the cells: with more it is the code of another card
const DOUBT = "only colours were told apart, and forms of one colour where they clearly differ";
let worker = null; // stays for the next photo, as its reader of codes takes a moment to start

/** Return the answer, a `Response`; `ask(job, {values, signal})` asks Python. */
export async function readPhoto({ values, photo, signal }, ask) {
  const { at = "", size = "", symbols = "" } = values;
  const cards = await codedCards(await look({ photo }, signal), ask, signal);
  const corners = values.corners ? clockwise(values.corners.split(" ").map(dotOf)) : null;
  if (values.corners && !corners) return failure(text("exported.photo_unclear"));
  if (!corners) {
    const near = at ? cards.filter(({ code }) => distanceTo(code, dotOf(at)) < CARD) : cards;
    const [first] = near.sort((one, other) => (at ? distanceTo(one.code, dotOf(at)) - distanceTo(other.code, dotOf(at)) : sideOf(other.code) - sideOf(one.code)));
    return first ? success(coded(first)) : failure(text("photo.not_found"), UNDECIDED);
  }
  const beside = cards.map((card) => ({ ...card, ...placeOf(card.code, corners) })).find(({ isBelow }) => isBelow);
  let code = null;
  if (beside) {
    const rows = turned(beside.rows, beside.quarters);
    const isAsked = (!size || size === `${rows.length}x${rows[0].length}`) && (!symbols || Number(symbols) === new Set(rows.join("")).size);
    const { different } = await look({ corners, known: rows }, signal);
    const wrong = different.filter(Boolean).length;
    const isTaken = isAsked && wrong <= MOST_DIFFERENT * different.length;
    code = { card: beside.card, taken: isTaken, different: different.flatMap((is, cell) => (is ? [cellName(cell, rows[0].length)] : [])) };
    if (isTaken) return success({ ...answerOf(rows, different.map((is) => (is ? 0 : 1))), corners, code });
  }
  const [rows, cols] = size.split("x").map(Number);
  const seen = await look({ corners, size: size ? { rows, cols } : null, symbols: Number(symbols) || null }, signal);
  if (!seen) return failure(text("exported.photo_unclear"));
  const letters = seen.numbers.map((number) => String.fromCharCode(65 + number)).join("");
  const lines = Array.from({ length: seen.rows }, (_, row) => letters.slice(row * seen.cols, (row + 1) * seen.cols));
  const legend = Object.fromEntries(seen.names.map((name, number) => [String.fromCharCode(65 + number), name]));
  return success({ ...answerOf(lines, seen.confidence, legend), doubts: [DOUBT], corners, code });
}

/** Return the cards of ours among *codes*: {card, rows, code}. */
async function codedCards(codes, ask, signal) {
  const cards = [];
  for (const { text: digits, corners } of codes.filter((each) => DIGITS.test(each.text))) {
    const answer = await ask("card", { values: { card: digits, reading: "" }, signal });
    const { card, legend } = answer.ok ? await answer.json() : {};
    if (card && !legend) cards.push({ card, rows: rowsOf(card), code: corners }); // other digits are symbols
  }
  return cards;
}

function rowsOf(card) {
  const [, rows, cols, letters] = card.match(/^(\d+)x(\d+):(.*)$/);
  return Array.from({ length: Number(rows) }, (_, row) => letters.slice(row * cols, (row + 1) * cols));
}

/** Return the answer for a card of which only the code was seen. */
function coded({ card, rows }) {
  const confidence = Array(rows.length * rows[0].length).fill(1);
  return { ...answerOf(rows, confidence), corners: null, code: { card, taken: true, different: null } };
}

function answerOf(rows, confidence, legend) {
  const [first] = rows;
  const cols = first.length;
  return {
    card: `${rows.length}x${cols}:${rows.join("")}`,
    ...(legend ? { legend } : {}),
    rows: rows.length,
    cols,
    symbols: [...new Set(rows.join(""))].sort().join(""),
    confidence: rows.map((_, row) => confidence.slice(row * cols, (row + 1) * cols).map((each) => Math.round(100 * each) / 100)),
    unsure: confidence.flatMap((each, cell) => (each < UNSURE ? [cellName(cell, cols)] : [])),
    doubts: [],
  };
}

/** Return whether the *code* is where it belongs, below a grid between *corners*, and how the grid is then turned. */
function placeOf(code, corners) {
  const onto = inverse(homography(corners));
  const [first, second, third, fourth] = code.map((corner) => mapped(onto, corner));
  const quarters = Math.round(Math.atan2(second[1] - first[1], second[0] - first[0]) / (Math.PI / 2)) & 3;
  let middle = [0, 1].map((axis) => (first[axis] + second[axis] + third[axis] + fourth[axis]) / 4);
  for (let turn = 0; turn < quarters; turn += 1) middle = [middle[1], 1 - middle[0]];
  const [x, y] = middle;
  return { quarters, isBelow: x > BELOW.left && x < BELOW.right && y > BELOW.top && y < BELOW.bottom };
}

/** Return *rows* turned by *quarters*, clockwise. */
function turned(rows, quarters) {
  let now = rows;
  for (let turn = 0; turn < quarters; turn += 1) {
    const before = now;
    now = Array.from(before[0], (_, col) => before.map((row) => row[col]).reverse().join(""));
  }
  return now;
}

/** Return *corners* clockwise from the first, as no photo shows the back of a card; null unless they are convex. */
function clockwise(corners) {
  const bends = corners.map(([x, y], at) => {
    const [[nextX, nextY], [farX, farY]] = [corners[(at + 1) % 4], corners[(at + 2) % 4]];
    return Math.sign((nextX - x) * (farY - nextY) - (nextY - y) * (farX - nextX));
  });
  const [first, second, third, fourth] = corners;
  if (bends.every((bend) => bend < 0)) return [first, fourth, third, second];
  return bends.every((bend) => bend > 0) ? corners : null;
}

function dotOf(words) {
  return words.split(",").map(Number);
}

function sideOf([[x, y], , [farX, farY]]) {
  return Math.hypot(farX - x, farY - y) / Math.SQRT2;
}

/** Return how far a dot is from a code, in sides of it. */
function distanceTo(code, [x, y]) {
  const [middleX, middleY] = [0, 1].map((axis) => code.reduce((sum, corner) => sum + corner[axis] / 4, 0));
  return Math.hypot(x - middleX, y - middleY) / sideOf(code);
}

function cellName(cell, cols) {
  return `${String.fromCharCode(97 + (cell % cols))}${Math.floor(cell / cols) + 1}`;
}

function success(answer) {
  return Response.json(answer, { headers: { "Penta-Exit": 0 } });
}

function failure(error, exit) {
  return Response.json({ error }, { status: 422, headers: exit ? { "Penta-Exit": exit } : {} });
}

/** Return what the worker says to a question; left, it is ended. */
function look(question, signal) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    worker ??= new Worker(new URL("photo_worker.js", import.meta.url), { type: "module" });
    const end = (reason) => {
      worker.terminate();
      worker = null;
      reject(reason);
    };
    const leave = () => end(signal.reason);
    signal?.addEventListener("abort", leave);
    worker.onmessage = ({ data }) => {
      signal?.removeEventListener("abort", leave);
      if (data?.failure) end(new TypeError(data.failure));
      else resolve(data);
    };
    worker.onerror = (event) => end(new TypeError(event.message));
    worker.postMessage(question);
  });
}
