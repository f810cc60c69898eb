/** The sand timer: an hourglass that shows what is left; it can be turned, and it can be paused. */

import { button, drawing, element, icon, say } from "../dom.js";
import { sound } from "../sound.js";
import { text } from "../texts.js";

const TICK = 200; // ms
const TICKED = 10; // seconds left that are heard
const SPOKEN = [30, 10, 5]; // seconds left that are said

/** Return the ms that are left of {total, left, until}; `until` is null while the sand stands. */
export function leftOf({ left, until }) {
  return until === null ? left : Math.max(0, until - Date.now());
}

/** Return the sand standing still. */
export function paused(sand) {
  return sand && { ...sand, left: leftOf(sand), until: null };
}

/**
 * Return {element, show}. `turn()`: it is turned; `changed(sand)`: paused or not, if it may; `ended()`: it ran out, at
 * which `ring()` is heard.
 */
export function makeSand({ turn, changed, ended, ring = sound.bell }) {
  let sand = null, last = Infinity, ticking = null;
  const top = drawing("path"), bottom = drawing("path");
  const glass = drawing("svg", { class: "hourglass", viewBox: "0 0 20 28", "aria-hidden": "true" },
    top, bottom, drawing("path", { class: "glass", d: "M2 2H18M2 26H18M4 2V5Q4 9 10 14Q16 9 16 5V2M4 26V23Q4 19 10 14Q16 19 16 23V26" }));
  const time = element("span", { class: "time", role: "timer", "aria-label": text("play.timer") });
  const pause = button(text("sand.pause"), toggle, { icon: "pause", class: "icon" });
  const goOn = button(text("sand.go_on"), toggle, { icon: "play", class: "icon" });
  const turnButton = button(text("sand.turn").replace(": ", ":\n"), turn, { class: "turn" });
  const soundButton = button(text("sound.on"), () => { sound.turn(!sound.isOn); showSound(); }, { icon: "sound", class: "icon" });
  const root = element("div", { class: "sand" }, glass, time, pause, goOn, soundButton, turnButton);

  /** Show this sand, null for none; *isTurnable*: it stands, and the player may turn it. */
  function show(next, isTurnable) {
    if (!sand || !next || sand.total !== next.total || next.left > sand.left) last = Infinity;
    sand = next;
    clearTimeout(ticking);
    if (sand && sand.until !== null) wait(leftOf(sand));
    root.hidden = !sand && !isTurnable;
    time.hidden = soundButton.hidden = !sand;
    showSound();
    pause.hidden = !sand || sand.until === null || !changed;
    goOn.hidden = !sand || sand.until !== null;
    turnButton.hidden = !isTurnable;
    draw(sand ? leftOf(sand) : 0);
  }

  /** Tick when a multiple of TICK is left: so all phones at a table change their seconds at once. */
  function wait(left) {
    ticking = setTimeout(tick, left > 0 ? (left % TICK) + 1 : 0);
  }

  function tick() {
    const left = leftOf(sand);
    draw(left);
    const seconds = Math.ceil(left / 1000);
    const isLess = seconds < last; // it is drawn anew more often
    if (SPOKEN.includes(seconds) && isLess) say(text("sand.left", { count: seconds }));
    if (left > 0 && seconds <= TICKED && isLess) sound.tick();
    last = Math.min(last, seconds);
    if (left > 0) return wait(left);
    if (isLess) ring();
    ended();
  }

  function showSound() {
    soundButton.firstChild.replaceWith(icon(sound.isOn ? "sound" : "silent"));
    soundButton.setAttribute("aria-pressed", String(sound.isOn));
  }

  function draw(left) {
    const seconds = Math.ceil(left / 1000);
    time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    time.classList.toggle("is-low", seconds <= 10);
    const share = sand ? left / sand.total : 0; // of the height; that is what the eye sees
    const [above, below] = [14 - 10 * share, 24 - 9 * (1 - share)];
    const [wide, narrow] = [5 * share, 5 - 4 * (1 - share)];
    top.setAttribute("d", `M10 14L${10 - wide} ${above}H${10 + wide}Z`);
    bottom.setAttribute("d", share < 1 ? `M5 25H15L${10 + narrow} ${below}H${10 - narrow}Z` : "");
  }

  function toggle() {
    const isRunning = sand.until !== null;
    changed(isRunning ? paused(sand) : { ...sand, until: Date.now() + sand.left });
    (isRunning ? goOn : pause).focus();
    say(text(isRunning ? "sand.paused" : "sand.runs"));
  }

  return { element: root, show };
}
