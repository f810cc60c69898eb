/**
 * The colours and forms of the cells of a card in a photo. What is ink and what is paper is decided in each cell, against
 * the paper around its symbol, as the command line does it.
 */

import { distance } from "./cell_groups.js";
import { flattened } from "./photo_grid.js";

const CELL = 24; // dots, of a straightened cell
const RING = [0.05, 0.14]; // of a cell: where the paper around a symbol is looked for
const UNEVEN = 0.06; // of the light: paper that varies more has something lying on it
const MOST_UNEVEN = 0.12; // likewise, of a cell that is read nevertheless
const DARKEST = 8; // levels: paper that is darker says nothing
const EDGE = 0.1; // of a cell: where there may be lines between cells
const STRONG = 0.95; // of the dots of a cell are no more ink than one of this rank
const CHROMA = Math.SQRT1_2; // how much a hue counts beside light
const COVERED = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4]; // of the paper by ink, where ink is seen
const FORM = 6; // parts of the side of a form
const WHITE = 250; // levels: no camera sees more
const MOST_WHITE = 0.12; // of a cell, beyond what is usual on the card
const MOST_TINT = 0.045; // how far shares of red, green and blue may be off those of the paper
const TINTS = 4; // times what is usual on the card
const RING_DOTS = dotsOf((depth) => depth >= RING[0] && depth < RING[1]);
const INNER_DOTS = dotsOf((depth) => depth >= EDGE);

/**
 * Return {colours, inks, forms, isSeen} of the cells between *corners*: of each its ink, as light, red against green, and
 * yellow against blue, and as shares of red, green and blue; where its ink is; and whether nothing covers it.
 */
export function cellsOf(dots, corners, rows, cols) {
  const flat = flattened(dots, corners, cols * CELL, rows * CELL);
  const cells = Array.from({ length: rows * cols }, (_, cell) => cut(flat, Math.floor(cell / cols), cell % cols));
  const rings = cells.map((cell) => ring(cell));
  const papers = rings.map(({ level, deviation }, at) => (deviation < UNEVEN ? level : medianAround(rings, at, rows, cols)));
  const differences = cells.map((cell, at) => median(INNER_DOTS.map((dot) => light(cell, dot))) - lightOf(papers[at]));
  const isDark = median(differences) > 0; // dark paper says little about the light
  const brightest = isDark ? median(cells.map((cell) => ranked(INNER_DOTS.map((dot) => light(cell, dot)), STRONG))) : 0;
  const found = cells.map((cell, at) => inkOf(cell, papers[at], brightest));
  const forms = found.map(({ weights }) => formOf(weights));
  return { colours: found.map(({ ink }) => opponent(ink)), inks: found.map(({ ink }) => ink.map((part) => 1 + part)), forms, isSeen: seen(cells, rings) };
}

function cut({ data, width }, row, col) {
  const cell = new Float32Array(3 * CELL * CELL);
  for (let line = 0; line < CELL; line += 1) {
    const from = 3 * ((row * CELL + line) * width + col * CELL);
    cell.set(data.subarray(from, from + 3 * CELL), 3 * CELL * line);
  }
  return cell;
}

/** Return the level of the paper around a symbol, and how much it varies there. */
function ring(cell) {
  const level = [0, 1, 2].map((part) => median(RING_DOTS.map((dot) => cell[3 * dot + part])));
  let sum = 0;
  for (const dot of RING_DOTS) for (let part = 0; part < 3; part += 1) sum += Math.abs(cell[3 * dot + part] - level[part]);
  return { level, deviation: sum / 3 / RING_DOTS.length / Math.max(DARKEST, lightOf(level)) };
}

function medianAround(rings, at, rows, cols) {
  const [row, col] = [Math.floor(at / cols), at % cols];
  const around = rings.filter((_, other) => Math.abs(Math.floor(other / cols) - row) <= 1 && Math.abs((other % cols) - col) <= 1);
  return [0, 1, 2].map((part) => median(around.map(({ level }) => level[part])));
}

/** Return the mean colour of the ink in a cell beside its *paper*: 0 is paper, -1 black. */
function inkOf(cell, paper, brightest) {
  const scale = paper.map((level) => Math.max(brightest || level, DARKEST));
  const parts = INNER_DOTS.map((dot) => [0, 1, 2].map((part) => (cell[3 * dot + part] - Math.max(paper[part], DARKEST)) / scale[part]));
  const strengths = parts.map((part) => Math.hypot(...opponent(part)));
  const strongest = ranked(strengths, STRONG);
  const weights = strengths.map((strength) => Math.min(1, Math.max(0, (strength - 0.35 * strongest) / (0.3 * strongest + 1e-6))) ** 2);
  const total = weights.reduce((sum, weight) => sum + weight, 1e-6);
  return { ink: [0, 1, 2].map((part) => parts.reduce((sum, dot, at) => sum + dot[part] * weights[at], 0) / total), weights };
}

/**
 * Return names such as "red shape" for *inks*, by the *table* of colours; those that come several times have numbers.
 * Thin lines are seen with paper between: the share of ink that makes all of them most like colours of the table counts.
 */
export function colourNames(inks, table) {
  const known = Object.entries(table).map(([name, { hex }]) => ({ name, parts: [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) }));
  const [{ names }] = COVERED.map((share) => {
    const shares = known.map(({ parts }) => opponent(parts.map((part) => 1 - share + share * part)));
    const nearest = inks.map((ink) => shares.map((each) => distance(each, opponent(ink))));
    const misfit = nearest.reduce((sum, each) => sum + Math.min(...each), 0) / share;
    return { misfit, names: nearest.map((each) => `${known[each.indexOf(Math.min(...each))].name} shape`) };
  }).sort((one, other) => one.misfit - other.misfit);
  return names.map((name, at) => (names.filter((each) => each === name).length === 1 ? name
    : `${name} ${names.slice(0, at + 1).filter((each) => each === name).length}`));
}

/** Return the form of the ink in a cell, how much of it is in each part of a square around its middle. */
function formOf(weights) {
  const total = weights.reduce((sum, weight) => sum + weight, 1e-6);
  const [x, y] = [(dot) => dot % CELL, (dot) => Math.floor(dot / CELL)].map((axis) =>
    INNER_DOTS.reduce((sum, dot, at) => sum + (axis(dot) + 0.5) * weights[at], 0) / total - CELL / 2);
  const form = Array(FORM * FORM).fill(0);
  INNER_DOTS.forEach((dot, at) => {
    // Shared by the four parts around it, so that a symbol that lies a bit aside looks much the same.
    const [right, down] = [(dot % CELL) - x, Math.floor(dot / CELL) - y].map((place) => Math.min(FORM - 1.001, Math.max(0, ((place + 0.5) / CELL) * FORM - 0.5)));
    const [col, row] = [Math.floor(right), Math.floor(down)];
    const [over, under] = [right - col, down - row];
    form[row * FORM + col] += weights[at] * (1 - over) * (1 - under);
    form[row * FORM + col + 1] += weights[at] * over * (1 - under);
    form[(row + 1) * FORM + col] += weights[at] * (1 - over) * under;
    form[(row + 1) * FORM + col + 1] += weights[at] * over * under;
  });
  const length = Math.hypot(...form) + 1e-6;
  return form.map((part) => part / length);
}

/** Return which cells are neither covered, by what has another tint than the paper, nor lost in glare. */
function seen(cells, rings) {
  const whites = cells.map((cell) => INNER_DOTS.filter((dot) => Math.min(cell[3 * dot], cell[3 * dot + 1], cell[3 * dot + 2]) >= WHITE).length / INNER_DOTS.length);
  const usualWhite = median(whites);
  const shares = rings.map(({ level }) => level.map((part) => part / Math.max(1e-6, 3 * lightOf(level))));
  const paper = [0, 1, 2].map((part) => median(shares.map((share) => share[part])));
  const tints = shares.map((share) => share.reduce((sum, part, at) => sum + Math.abs(part - paper[at]), 0));
  const most = Math.max(MOST_TINT, TINTS * median(tints));
  return cells.map((_, at) => whites[at] - usualWhite <= MOST_WHITE && tints[at] <= most && rings[at].deviation <= MOST_UNEVEN);
}

function opponent([red, green, blue]) {
  return [(red + green + blue) / 3, CHROMA * (red - green), CHROMA * ((red + green) / 2 - blue)];
}

function light(cell, dot) {
  return (cell[3 * dot] + cell[3 * dot + 1] + cell[3 * dot + 2]) / 3;
}

function lightOf([red, green, blue]) {
  return (red + green + blue) / 3;
}

function dotsOf(isWanted) {
  return Array.from({ length: CELL * CELL }, (_, dot) => dot).filter((dot) => {
    const [x, y] = [dot % CELL, Math.floor(dot / CELL)].map((at) => Math.abs((at + 0.5) / CELL - 0.5));
    return isWanted(0.5 - Math.max(x, y));
  });
}

function median(values) {
  return ranked(values, 0.5);
}

function ranked(values, share) {
  return Float64Array.from(values).sort()[Math.floor(share * (values.length - 1))];
}
