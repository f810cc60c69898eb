/** A roll of two dice: thrown, or tapped in face by face as it fell on the table. */

import { button, element } from "../dom.js";
import { chosen, makeDice, pips } from "../dice.js";
import { text } from "../texts.js";
import { NO_DICE } from "./game.js";

const FACES = [1, 2, 3, 4, 5, 6];

/** Return {element, show, key, focus, likely}; *change(values)* is called with what lies there, *refuse()* for a throw while both lie; *pass* stands in the place of a throw after the last roll. */
export function makeRoll(change, refuse, pass) {
  let values = NO_DICE;
  let selected = 0; // the die that is set next; null when both lie
  const dice = makeDice({ count: 2, face: pips, name: String, pick, key: (event) => key(event.key) });
  const sum = element("output", { class: "sum", "aria-label": text("knaster.roll.label") });
  const thrower = button(text("knaster.roll.throw"), throwDice, { icon: "dice", class: "primary" });
  const faces = element("div", { class: "faces", role: "group", "aria-label": text("knaster.roll.faces") }, FACES.map((face) =>
    element("button", { type: "button", class: "button face", "aria-label": String(face), onclick: () => set(face) }, pips(face))));
  const root = element("div", { class: "roll" }, element("div", { class: "bar" }, dice.element, sum, thrower, pass), faces);

  /** Show these dice; nobody throws after the last roll, *isLast*. */
  function show(shown, isLast = false) {
    values = shown;
    thrower.hidden = isLast;
    if (selected === null && values.includes(null)) selected = values.indexOf(null);
    dice.show(values, selected);
    sum.textContent = values.includes(null) ? "" : `= ${values[0] + values[1]}`;
  }

  function pick(number) {
    selected = number;
    show(values, thrower.hidden);
  }

  /** Set the chosen die; a face for dice that lie both begins another roll. */
  function set(face) {
    const next = (selected === null ? NO_DICE : values).with(selected ?? 0, face);
    selected = next.includes(null) ? next.indexOf(null) : null;
    change(next);
  }

  function throwDice() {
    if (!values.includes(null)) return refuse(); // nobody may pass: only what was tapped by mistake is changed
    selected = null;
    change([chosen(FACES), chosen(FACES)]);
    dice.tumble();
  }

  function key(typed) {
    const face = Number(typed);
    if (FACES.includes(face)) set(face);
    return FACES.includes(face);
  }

  /** Return dice that show *total*: how they fell is not in a record. */
  function likely(total) {
    return [Math.ceil(total / 2), Math.floor(total / 2)];
  }

  return { element: root, show, key, likely, focus: () => thrower.focus({ preventScroll: true }) };
}
