/** The table from above: the pieces as they lie, each with its level, and the one in the hand over them. */

import { button, drawing, element } from "../dom.js";
import { outlinePath } from "../outline.js";
import { text } from "../texts.js";
import { TABLE } from "./game.js";

const MARGIN = 2; // cells of the bare table around the pieces
const LEAST = TABLE.most - TABLE.least + 1; // rows and cols
const FINGER = 46; // px of a cell on the enlarged table
const NAMED = 14; // px of a cell, from where each col and row has its name
const SHADE = 0.34; // of the lowest level, none on the highest
let count = 0;

/**
 * Return {element, show(look), focus}. `press(cell)` is called for a cell that is tapped, `key(event)` for
 * keys: it returns true when it took the key. A look has `pieces`, {cells, colour, level}, the lower ones
 * first; `held`, the same, or null; `wanted`, cells to cover; `lit`, where the piece in the hand may lie; `refused`, cells on which
 * it may not; `last`, the number of the piece to point at;
 * `isFlat` where all lie on the table, and levels are not told.
 */
export function makeBoard({ label, press, key }) {
  let frame = { top: 0, left: 0, rows: LEAST, cols: LEAST };
  let isLarge = false;
  let shown = null;
  const picture = drawing("svg", { "aria-hidden": "true" });
  const keys = element("p", { class: "unseen", id: `up-keys-${count += 1}` }, text("up.keys"));
  const names = { cols: element("div", { class: "up-names is-cols", "aria-hidden": "true" }), rows: element("div", { class: "up-names", "aria-hidden": "true" }) };
  const table = element("div", { class: "up-table", role: "application", tabindex: "0", "aria-label": label,
    "aria-describedby": keys.id, onclick: onClick, onkeydown: (event) => { if (key(event)) event.preventDefault(); } }, picture, names.cols, names.rows);
  const zoom = button(text("up.zoom"), () => { isLarge = !isLarge; resize(); reveal(); },
    { icon: "zoom", class: "icon up-zoom", "aria-pressed": "false" });
  const root = element("div", { class: "up-board" }, table, zoom, keys);

  function onClick({ clientX, clientY }) {
    const box = picture.getBoundingClientRect();
    const row = frame.top + Math.floor(((clientY - box.top) / box.height) * frame.rows);
    const col = frame.left + Math.floor(((clientX - box.left) / box.width) * frame.cols);
    press([row, col]);
  }

  function show(look) {
    shown = look;
    const { pieces, held, lit = [], wanted = [], refused = [], last = -1, isFlat = false } = look;
    frame = frameAround([...pieces.flatMap(({ cells }) => cells), ...wanted], [...held?.cells ?? [], ...refused]);
    const { top, left, rows, cols } = frame;
    picture.setAttribute("viewBox", `${left} ${top} ${cols} ${rows}`);
    names.cols.replaceChildren(...Array.from({ length: cols }, (_, at) => element("span", {}, nameOf([0, left + at]).slice(0, -1))));
    names.rows.replaceChildren(...Array.from({ length: rows }, (_, at) => element("span", {}, top + at + 1)));
    const highest = Math.max(1, ...pieces.map(({ level }) => level), held?.level ?? 0);
    const tops = new Map(pieces.flatMap((piece) => piece.cells.map((cell) => [String(cell), piece])));
    picture.replaceChildren(
      drawing("path", { class: "up-lines", d: linesOf(frame) }),
      ...wanted.map(([row, col]) => drawing("rect", { class: "up-wanted", x: col + 0.12, y: row + 0.12, width: 0.76, height: 0.76, rx: 0.16 })),
      ...pieces.map((piece) => pieceNode(piece, highest)),
      ...[...(isFlat ? [] : tops)].map(([cell, piece]) => numberNode(cell.split(","), piece)),
      ...(pieces[last] ? [drawing("path", { class: "up-last", d: outlinePath(pieces[last].cells, 0.05, 0.16) })] : []),
      ...lineNodes("lit", lit), ...lineNodes("refused", refused),
      ...(held ? [drawing("g", { class: "up-held" }, pieceNode(held, highest),
        lineNodes("ring", held.cells), isFlat ? [] : held.cells.map((cell) => numberNode(cell, held)))] : []),
    );
    resize();
    if (held || refused.length) reveal();
  }

  function resize() {
    root.classList.toggle("is-large", isLarge);
    zoom.setAttribute("aria-pressed", String(isLarge));
    root.style.setProperty("--rows", frame.rows);
    root.style.setProperty("--cols", frame.cols);
    root.style.setProperty("--wide", isLarge ? `${Math.max(frame.cols * FINGER, table.clientWidth)}px` : "100%");
    root.classList.toggle("is-dense", picture.getBoundingClientRect().width < NAMED * frame.cols);
  }

  /** Bring the piece that may not lie so, the one in the hand, or the last one to the middle of the enlarged table. */
  function reveal() {
    const cells = shown.refused?.length ? shown.refused : (shown.held ?? shown.pieces.at(-1))?.cells ?? [];
    if (!isLarge || !cells.length) return;
    const scale = picture.getBoundingClientRect().width / frame.cols;
    const [row, col] = middleOf(cells);
    table.scrollTo((col - frame.left) * scale - table.clientWidth / 2, (row - frame.top) * scale - table.clientHeight / 2);
  }

  return { element: root, show, focus: () => table.focus({ preventScroll: true }) };
}

/** Return the middle of the rectangle around *cells*, [row, col]: there a piece that is turned stays. */
export function middleOf(cells) {
  return [0, 1].map((side) => cells.map((cell) => cell[side])).map((at) => (Math.min(...at) + Math.max(...at) + 1) / 2);
}

/** Return the name of a cell as penta writes it on a table without an edge, "c4", "-a0". */
export function nameOf([row, col]) {
  let letters = "", rest = col < 0 ? -col : col + 1;
  for (; rest > 0; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(97 + ((rest - 1) % 26)) + letters;
  return `${col < 0 ? "-" : ""}${letters}${row + 1}`;
}

/** Return the part of the table that is seen: around all *cells*, and around pieces that are *held* over it. */
function frameAround(cells, held) {
  const sides = [0, 1].map((side) => {
    const at = cells.map((cell) => cell[side]);
    let [low, high] = cells.length ? [Math.min(...at) - MARGIN, Math.max(...at) + MARGIN] : [TABLE.least, TABLE.most];
    while (high - low + 1 < LEAST) (high - low) % 2 ? (low -= 1) : (high += 1);
    return [Math.min(low, ...held.map((cell) => cell[side] - 1)), Math.max(high, ...held.map((cell) => cell[side] + 1))];
  });
  const [[top, bottom], [left, right]] = sides;
  return { top, left, rows: bottom - top + 1, cols: right - left + 1 };
}

function linesOf({ top, left, rows, cols }) {
  const across = Array.from({ length: rows + 1 }, (_, row) => `M${left} ${top + row}h${cols}`);
  return [...across, ...Array.from({ length: cols + 1 }, (_, col) => `M${left + col} ${top}v${rows}`)].join("");
}

function pieceNode({ cells, colour, level }, highest) {
  const d = outlinePath(cells, 0.03, 0.17);
  return drawing("g", { class: `up-piece is-${colour}` },
    drawing("path", { class: "up-shadow", d, transform: "translate(.05 .11)" }), drawing("path", { class: "up-body", d }),
    drawing("path", { class: "up-shade", d, "fill-opacity": (SHADE * (highest - level)) / highest }));
}

/** Return a line around *cells* on a light edge, so that one of both is seen on every piece and on the table. */
function lineNodes(name, cells) {
  const d = outlinePath(cells, 0.04, 0.2);
  return ["edge", name].map((part) => drawing("path", { class: `up-${part} is-${name}`, d }));
}

function numberNode([row, col], { colour, level }) {
  return drawing("text", { class: `up-number is-${colour}`, x: Number(col) + 0.5, y: Number(row) + 0.645 }, String(level));
}
