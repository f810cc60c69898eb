/** The piece in the hand: taken from those that are left, turned, flipped, and laid where it may lie. */

import { button, element, say } from "../dom.js";
import { shapeIcon } from "../outline.js";
import { atOrigin, CELLS, flipped, LETTERS, turned } from "../pieces.js";
import { text } from "../texts.js";
import { middleOf, nameOf } from "./board.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * Return a hand. `changed()` is called when what it holds changes, `put(move)` when it is laid down,
 * `tell(text)` to tell why something is not possible, `refuse({shape, tries}, cell)` that a piece cannot lie over a cell,
 * with the cells of each try to do so; of a hand that *isFlat*, levels are not told.
 */
export function makeHand({ changed, put, tell, refuse, focusBoard, isFlat = false }) {
  let colour = "white", left = [], placesOf = null; // letter => [{cells, level}], null while it is not known
  let letter = null, look = [], spots = [], at = -1; // its cells from 0, and its places that way round
  const tray = element("div", { class: "up-tray", role: "group" });
  const pieces = new Map(LETTERS.map((each) => [each, element("button", { type: "button", class: "button up-choice",
    onclick: (event) => { take(each); if (!event.detail) focusBoard(); } }, shapeIcon(CELLS[each]), element("b", {}, each), element("small", {}))]));
  const faces = new Map(); // how each is turned in the tray
  tray.append(...pieces.values());
  const turner = button(text("up.turn"), () => change(turned), { icon: "turn", class: "icon" });
  const flipper = button(text("up.flip"), () => change(flipped), { icon: "flip", class: "icon" });
  const other = button(text("up.next"), next, { icon: "next", class: "icon" });
  const down = button(text("up.put"), lay, { icon: "check", class: "primary" });
  const root = element("div", { class: "up-hand" }, tray, element("div", { class: "up-actions" }, turner, flipper, other, down));

  const held = () => (spots[at] ? { shape: letter, colour, ...spots[at] } : null);

  /** Offer the pieces *letters* of a colour; *places* is a function, or null for a hand that waits. */
  function offer(of, letters, places) {
    [colour, left, placesOf] = [of, letters, places];
    [letter, look, spots, at] = [null, [], [], -1];
    show();
  }

  function take(wanted) {
    if (!placesOf) return;
    letter = wanted;
    look = CELLS[letter];
    const ways = [turned, turned, turned, (cells) => flipped(turned(cells)), turned, turned, turned];
    find();
    for (const way of ways) { // the first way round in which it may lie somewhere
      if (spots.length) break;
      look = way(look);
      find();
    }
    finish();
  }

  /** Take up *move*, as the program suggests it. */
  function hold(move) {
    [letter, look] = [move.shape, atOrigin(move.cells)];
    find();
    at = spots.findIndex(({ cells }) => sameCells(cells, move.cells));
    finish();
  }

  function change(how) {
    if (!letter) return tell(text("up.choose"));
    const before = held() ?? spots[0];
    look = how(look);
    find();
    if (before && spots.length) at = nearest(middleOf(before.cells));
    finish();
    if (!spots.length) tell(text("up.not_so"));
  }

  function find() {
    spots = placesOf(letter).filter(({ cells }) => String(atOrigin(cells)) === String(look));
    at = spots.length ? 0 : -1;
  }

  function finish() {
    show();
    changed();
    const now = held();
    if (now) say(text("up.held", { piece: letter, level: now.level, cells: now.cells.map(nameOf).join(" "), at: at + 1, count: spots.length }));
  }

  function nearest(place, among = spots) {
    const distances = among.map(({ cells }) => distance(cells, place));
    return distances.indexOf(Math.min(...distances));
  }

  /** Lay it over the *cell* that was tapped: this way round if it may, else another; once more, elsewhere. */
  function tap(cell) {
    if (!placesOf) return;
    if (!letter) return tell(text("up.choose"));
    const covers = ({ cells }) => cells.some((own) => String(own) === String(cell));
    const current = held(), place = cell.map((side) => side + 0.5);
    const ways = (one) => (String(atOrigin(one.cells)) === String(look) ? 0 : 1);
    const here = placesOf(letter).filter(covers).sort((one, another) => ways(one) - ways(another));
    if (!here.length) {
      const tries = look.map(([row, col]) => look.map((own) => [own[0] + cell[0] - row, own[1] + cell[1] - col]))
        .sort((one, other) => distance(one, place) - distance(other, place));
      at = -1; // where it was is not meant any more
      show();
      return refuse({ shape: letter, tries }, cell);
    }
    const now = current ? here.findIndex(({ cells }) => sameCells(cells, current.cells)) : -1;
    const first = nearest(place, here.filter((one) => ways(one) === ways(here[0])));
    hold({ shape: letter, ...here[now < 0 ? first : (now + 1) % here.length] });
  }

  function next() {
    if (!letter) return tell(text("up.choose"));
    if (!spots.length) return change(turned);
    at = (at + 1) % spots.length;
    return finish();
  }

  function step([down, right]) {
    const [row, col] = middleOf(held().cells);
    let best = null;
    spots.forEach(({ cells }, number) => {
      const [dRow, dCol] = [middleOf(cells)[0] - row, middleOf(cells)[1] - col];
      const ahead = dRow * down + dCol * right, aside = Math.abs(dRow * right) + Math.abs(dCol * down);
      if (ahead > 0 && (!best || ahead + 2 * aside < best.cost)) best = { number, cost: ahead + 2 * aside };
    });
    if (best) at = best.number;
    finish();
  }

  function lay() {
    const move = held();
    if (move) put(move);
    else tell(text(letter ? "up.not_so" : "up.choose"));
  }

  /** Take a key; *isBoard*: of the board, where the arrows move and Enter lays it down. */
  function key({ key: typed, ctrlKey, metaKey, altKey }, isBoard) {
    if (!placesOf || ctrlKey || metaKey || altKey) return false;
    if (typed === "r") change(turned);
    else if (typed === "f") change(flipped);
    else if (isBoard && typed === " ") next();
    else if (isBoard && typed === "Enter") lay();
    else if (isBoard && ARROWS[typed] && held()) step(ARROWS[typed]);
    else return false;
    return true;
  }

  function show() {
    tray.setAttribute("aria-label", text(`up.hand.${colour}`));
    root.classList.toggle("is-waiting", !placesOf);
    for (const [each, piece] of pieces) {
      const level = placesOf && left.includes(each) ? placesOf(each)[0]?.level : null;
      piece.disabled = !placesOf || !left.includes(each) || !level;
      piece.className = `button up-choice is-${colour}${left.includes(each) ? "" : " is-used"}`;
      piece.setAttribute("aria-pressed", String(each === letter));
      piece.setAttribute("aria-label", !level ? text("up.used", { piece: each }) : isFlat ? each : text("up.piece", { piece: each, level }));
      piece.lastChild.textContent = isFlat || !level ? "" : level;
      const face = each === letter ? look : CELLS[each];
      if (faces.get(each) !== String(face)) piece.firstChild.replaceWith(shapeIcon(face));
      faces.set(each, String(face));
    }
    for (const tool of [turner, flipper, other, down]) tool.disabled = !placesOf || !letter;
    if (at < 0) down.disabled = true;
  }

  return { element: root, offer, hold, tap, key, held, get letter() { return letter; },
    /** The cells that it may cover, turned and flipped at will. */
    lit: () => [...new Map((letter ? placesOf(letter) : []).flatMap(({ cells }) => cells.map((cell) => [String(cell), cell]))).values()],
    /** How many places there are this way round, and which of them it has. */
    place: () => ({ at: at + 1, count: spots.length }) };
}

function distance(cells, [row, col]) {
  const middle = middleOf(cells);
  return Math.hypot(middle[0] - row, middle[1] - col);
}

export function sameCells(one, another) {
  return [...one].map(String).sort().join() === [...another].map(String).sort().join();
}
