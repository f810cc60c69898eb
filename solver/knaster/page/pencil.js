/** Entering what a paper sheet has: a number is chosen and tapped into cells, once more for its circle. */

import { drawing, element, icon } from "../dom.js";
import { text } from "../texts.js";

const NUMBERS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const TOOLS = [...NUMBERS, "circle", "erase"];

/** Return {element, press, key}: both return the sheet with the change, or null. */
export function makePencil() {
  let tool = 7; // a number, "circle" or "erase"
  let one = null; // the cell in which a 1 was typed, of 10, 11 or 12
  const tools = TOOLS.map((value) => element("button", { type: "button", class: "button", "aria-label": nameOf(value),
    title: nameOf(value), onclick: () => take(value) }, face(value)));
  const root = element("div", { class: "tools", role: "group", "aria-label": text("knaster.pencil.label") }, tools);
  take(tool);

  function take(value) {
    tool = value;
    tools.forEach((node, at) => node.setAttribute("aria-pressed", String(TOOLS[at] === value)));
  }

  function press(sheet, index, isFirst = true) {
    const isThere = sheet.numbers[index] === tool;
    if (tool === "circle" || (isThere && isFirst)) return isFirst ? circled(sheet, index) : null;
    return isThere ? null : written(sheet, index, tool === "erase" ? null : tool);
  }

  function key(sheet, index, typed) {
    if (typed === " " || typed === "Enter") return press(sheet, index);
    if (typed === "o" || typed === "c") return circled(sheet, index);
    if (typed === "Delete" || typed === "Backspace") return written(sheet, index, null);
    const number = one === index && /^[0-2]$/.test(typed) ? 10 + Number(typed) : Number(typed);
    one = typed === "1" && one !== index ? index : null;
    return NUMBERS.includes(number) ? written(sheet, index, number) : null;
  }

  return { element: root, press, key };
}

function nameOf(value) {
  return NUMBERS.includes(value) ? String(value) : text(`knaster.pencil.${value}`);
}

function face(value) {
  if (value === "erase") return icon("erase");
  return value === "circle" ? drawing("svg", { viewBox: "0 0 24 24" }, drawing("circle", { cx: 12, cy: 12, r: 9 })) : String(value);
}

function written({ numbers, circled: rings }, index, number) {
  return { numbers: numbers.with(index, number), circled: rings.with(index, false) };
}

function circled({ numbers, circled: rings }, index) {
  return numbers[index] === null ? null : { numbers, circled: rings.with(index, !rings[index]) };
}
