/** The twelve tiles with their points: to look up, or to choose one. */

import { element } from "../dom.js";
import { shapeIcon } from "../outline.js";
import { text } from "../texts.js";
import { pointsOn, SHAPES } from "./shapes.js";
import { counted } from "./words.js";

/**
 * Return {element, show}. `show(states, card)` marks tiles: {F: {classes, note, isPressed, isOff}, ...}, and
 * shows what they are worth on *card*, and whether that counts double.
 * With `pick(letter)`, a tile can be chosen.
 */
export function makeTiles({ title, pick }) {
  const items = SHAPES.map(({ letter, cells }) => {
    const parts = [shapeIcon(cells), element("b", {}, letter), element("span")];
    const tile = pick ? element("button", { type: "button", class: "tile", onclick: () => pick(letter) }, parts)
      : element("div", { class: "tile" }, parts, element("span", { class: "unseen" }));
    return element("li", {}, tile);
  });
  const heading = element("h2");
  const root = element("section", { class: "panel", "aria-label": title }, heading, element("ul", { class: "tiles" }, items));

  function show(states, card, isDoubled = false) {
    heading.textContent = isDoubled ? `${title} ×2` : title;
    items.forEach(({ firstChild: tile }, number) => {
      const { letter } = SHAPES[number];
      const points = pointsOn(card, letter);
      const [, , worth, unit] = tile.children;
      worth.textContent = points;
      if (unit) unit.textContent = ` ${text("rush.unit", { count: points })}`;
      const { classes = "", note = "", isPressed = false, isOff = false } = states[letter] ?? {};
      tile.className = `tile ${classes}`.trim();
      if (!pick) return;
      tile.disabled = isOff;
      tile.setAttribute("aria-pressed", String(isPressed));
      tile.setAttribute("aria-label", [letter, counted(points), note].filter(Boolean).join(", "));
    });
  }

  return { element: root, show };
}
