/** Dice to tap and to throw. What their faces show is the game's business; `pips` are for ordinary ones. */

import { drawing, element } from "./dom.js";
import { text } from "./texts.js";

const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/**
 * Return *count* dice. `face(value)` is the node on a die, or several, `name(value)` what it is called;
 * `pick(number)` is called when one is tapped, `key(event, number)` for keys on one: it returns true
 * when it took the key.
 */
export function makeDice({ count, label = text("dice.label"), face, name, pick, key }) {
  const dice = Array.from({ length: count }, (_, number) =>
    element("button", {
      type: "button", class: "die", onclick: () => pick?.(number),
      onkeydown: (event) => onKey(event, number),
    }));
  const root = element("div", { class: "dice", role: "group", "aria-label": label }, dice);
  let shown = [];

  /** Show these values, null for a die without one; *selected* is the die that is set next. */
  function show(values, selected = null) {
    dice.forEach((die, number) => {
      const value = values[number] ?? null;
      const shows = value === null ? text("dice.none") : name(value);
      die.setAttribute("aria-label", text("dice.die", { number: number + 1, face: shows }));
      die.setAttribute("aria-pressed", number === selected);
      die.classList.toggle("is-empty", value === null);
      if (JSON.stringify(shown[number]) !== JSON.stringify(value) || !die.firstChild) {
        die.replaceChildren(...(value === null ? [element("span", { class: "blank" })] : [face(value)].flat()));
      }
    });
    shown = [...values];
  }

  /** Let them tumble; resolves when they lie still, at once where motion is unwanted. */
  async function tumble() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const turns = dice.map((die, number) => {
      const side = number % 2 ? 1 : -1;
      return die.animate(
        [
          { transform: "translateY(-14px) rotate(0)", opacity: 0.6 },
          { transform: `translateY(-22px) rotate(${side * 200}deg)`, offset: 0.4 },
          { transform: `translateY(3px) rotate(${side * 352}deg)`, offset: 0.85, opacity: 1 },
          { transform: `rotate(${side * 360}deg)` },
        ],
        { duration: 420 + 45 * number, easing: "cubic-bezier(.3,.7,.4,1)" },
      ).finished;
    });
    await Promise.allSettled(turns);
  }

  function onKey(event, number) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) dice[(number + by + count) % count].focus();
    else if (!key?.(event, number)) return;
    event.preventDefault();
  }

  return { element: root, show, tumble, focus: (number) => dice[number].focus() };
}

/** Return the face of an ordinary die, 1 to 6. */
export function pips(value) {
  const dots = PIPS[value].map((at) =>
    drawing("circle", { cx: 1 + (at % 3), cy: 1 + Math.floor(at / 3), r: 0.36 }));
  return drawing("svg", { class: "pips", viewBox: "0 0 4 4", "aria-hidden": "true" }, dots);
}

/** Return one of *values* by chance, each as likely as the others. */
export function chosen(values) {
  const limit = 2 ** 32 - (2 ** 32 % values.length);
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return number < limit ? values[number % values.length] : chosen(values);
}
