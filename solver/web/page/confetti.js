/** Confetti for whoever wins, unless the system asks for less motion. */

import { element } from "./dom.js";

const PIECES = 48;
const SHOWN = 4000; // ms

export function celebrate() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const pieces = Array.from({ length: PIECES }, (_, number) => {
    const piece = element("i", { class: `outline-${number % 5}` });
    piece.style.left = `${(number * 61.8) % 100}%`;
    piece.style.animationDelay = `${(number * 173) % 1100}ms`;
    piece.style.setProperty("--drift", `${((number * 37) % 21) - 10}vw`);
    return piece;
  });
  const shower = element("div", { class: "confetti", "aria-hidden": "true" }, pieces);
  document.body.append(shower);
  setTimeout(() => shower.remove(), SHOWN);
}
