/** A tour of the page: one sentence for each part of it, which an outline points at. It is not offered twice. */

import { button, element } from "./dom.js";
import { store } from "./store.js";
import { text } from "./texts.js";

const KEY = "toured";
const MARGIN = 5; // px round what is pointed at

/** Show *steps*, {target: a selector, said}, to whoever has not had the tour; with *again* to anybody. */
export function startTour(steps, { again = false } = {}) {
  const shown = steps.filter(({ target }) => document.querySelector(target)?.checkVisibility());
  if ((store.get(KEY) && !again) || !shown.length || document.querySelector("dialog[open]")) return;
  store.set(KEY, true);
  let at = 0;
  const ring = element("div", { class: "tour-ring" });
  const said = element("p", { "aria-live": "polite" });
  const count = element("small", { class: "hint", "aria-hidden": "true" });
  const next = button(text("tour.next"), () => go(at + 1), { class: "primary" });
  const skip = button(text("tour.skip"), close, { class: "quiet" });
  const words = element("div", { class: "tour-words" }, said,
    element("div", { class: "bar" }, count, skip, next));
  const dialog = element("dialog", { class: "tour", "aria-label": text("tour.title"), onclose: end }, ring, words);
  document.body.append(dialog);
  dialog.showModal();
  addEventListener("resize", point);
  addEventListener("scroll", point);
  addEventListener("popstate", close);
  go(0);

  function go(number) {
    if (number === shown.length) return dialog.close();
    at = number;
    document.querySelector(shown[at].target).scrollIntoView({ block: "center" });
    said.textContent = shown[at].said;
    count.textContent = `${at + 1} / ${shown.length}`;
    skip.hidden = at + 1 === shown.length;
    if (skip.hidden) next.firstChild.textContent = text("tour.done");
    point();
    return next.focus();
  }

  function point() {
    const { left, top, right, bottom } = document.querySelector(shown[at].target).getBoundingClientRect();
    const sides = { left: Math.max(left - MARGIN, 2), top: Math.max(top - MARGIN, 2) };
    const size = { width: Math.min(right + MARGIN, innerWidth - 2) - sides.left, height: Math.min(bottom + MARGIN, innerHeight - 2) - sides.top };
    for (const [name, value] of Object.entries({ ...sides, ...size })) ring.style[name] = `${value}px`;
    words.classList.toggle("is-above", top + bottom > innerHeight);
  }

  function close() {
    dialog.close();
  }

  function end() {
    removeEventListener("resize", point);
    removeEventListener("scroll", point);
    removeEventListener("popstate", close);
    dialog.remove();
    document.getElementById("main").focus({ preventScroll: true });
  }
}
