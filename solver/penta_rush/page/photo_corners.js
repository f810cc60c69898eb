/** Four corners over a photo, dragged by finger, mouse or arrow keys, with a lens above the finger. */

import { drawing, element } from "../dom.js";
import { text } from "../texts.js";

const NAMES = ["top_left", "top_right", "bottom_right", "bottom_left"];
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const MARGIN = 0.08; // of the photo, where the corners stand at first
const AROUND = 0.15; // of the card, that is seen around it
const LENS = 112; // pixels of the lens on the page
const ZOOM = 2.5;

/**
 * Return {element, value: [[x, y], ...] in pixels of *canvas*, set(corners), reset(), zoom(isClose)}: all of the
 * photo is seen, or the part with the corners. `moved()` after a move, `tapped([x, y])` after a tap beside the corners.
 */
export function makeCorners(canvas, moved, tapped) {
  let corners = [];
  let held = null;
  let view = { x: 0, y: 0, width: 1, height: 1 }; // the part of the photo that is seen
  const shown = element("canvas", { class: "photo-image", onclick: tap });
  const line = drawing("path");
  const layer = drawing("svg", { class: "photo-line", preserveAspectRatio: "none", "aria-hidden": "true" }, line);
  const lens = element("canvas", { class: "lens", width: LENS * 2, height: LENS * 2, hidden: true, "aria-hidden": "true" });
  const handles = NAMES.map((name, number) => element("button", {
    type: "button", class: "corner", "aria-label": text("photo.corner", { corner: text(`photo.at.${name}`) }),
    onpointerdown: (event) => hold(event, number), onpointermove: drag, onpointerup: leave, onpointercancel: leave,
    onkeydown: (event) => step(event, number),
  }));
  const root = element("div", { class: "photo" }, shown, layer, handles, lens);

  function set(places) {
    const within = (at, low, size) => Math.max(low, Math.min(low + size, at));
    corners = places.map(([x, y]) => [within(x, view.x, view.width), within(y, view.y, view.height)]);
    layer.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
    line.setAttribute("d", `M${corners.join("L")}Z`);
    corners.forEach((corner, number) => place(handles[number], corner));
  }

  function place(node, [x, y]) {
    node.style.left = `${(100 * (x - view.x)) / view.width}%`;
    node.style.top = `${(100 * (y - view.y)) / view.height}%`;
  }

  function reset() {
    const [left, top] = [canvas.width * MARGIN, canvas.height * MARGIN];
    const [right, bottom] = [canvas.width - left, canvas.height - top];
    corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
    zoom(false);
  }

  function zoom(isClose) {
    const around = (at, most) => {
      const far = isClose ? AROUND * (Math.max(...at) - Math.min(...at)) : most;
      const low = Math.max(0, Math.floor(Math.min(...at) - far));
      return [low, Math.min(most, Math.ceil(Math.max(...at) + far)) - low];
    };
    const [[x, width], [y, height]] = [around(corners.map(([x]) => x), canvas.width), around(corners.map(([, y]) => y), canvas.height)];
    view = { x, y, width, height };
    [shown.width, shown.height] = [width, height];
    shown.getContext("2d").drawImage(canvas, x, y, width, height, 0, 0, width, height);
    root.style.setProperty("--ratio", width / height);
    set(corners);
  }

  /** Return the place in the photo of a place on the page. */
  function placeOf(x, y) {
    const box = shown.getBoundingClientRect();
    return [view.x + ((x - box.left) / box.width) * view.width, view.y + ((y - box.top) / box.height) * view.height];
  }

  function tap(event) {
    const [x, y] = placeOf(event.clientX, event.clientY);
    const isInside = corners.every(([ax, ay], number) => {
      const [bx, by] = corners[(number + 1) % corners.length];
      return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
    });
    if (!isInside) tapped([x, y]);
  }

  function hold(event, number) {
    if (event.button > 0) return;
    const box = event.target.getBoundingClientRect();
    // The finger rarely hits the middle of a handle: keep the distance.
    held = { number, dx: event.clientX - box.left - box.width / 2, dy: event.clientY - box.top - box.height / 2, isMoved: false };
    event.target.setPointerCapture(event.pointerId);
  }

  function drag(event) {
    if (!held) return;
    held.isMoved = true;
    set(corners.with(held.number, placeOf(event.clientX - held.dx, event.clientY - held.dy)));
    magnify(corners[held.number]);
  }

  function leave() {
    if (held?.isMoved) moved();
    held = null;
    lens.hidden = true;
  }

  function step(event, number) {
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    const far = (event.shiftKey ? 10 : 1) * Math.max(1, Math.round(view.width / 500));
    const [right, down] = STEPS[event.key];
    const [x, y] = corners[number];
    set(corners.with(number, [x + right * far, y + down * far]));
    moved();
  }

  function magnify([x, y]) {
    const side = (LENS * view.width) / shown.getBoundingClientRect().width / ZOOM; // of the photo
    const brush = lens.getContext("2d");
    brush.fillRect(0, 0, lens.width, lens.height);
    brush.drawImage(canvas, x - side / 2, y - side / 2, side, side, 0, 0, lens.width, lens.height);
    brush.strokeStyle = getComputedStyle(root).getPropertyValue("--accent");
    brush.lineWidth = 3;
    brush.stroke(new Path2D(`M${LENS} ${LENS - 24}v48M${LENS - 24} ${LENS}h48`));
    place(lens, [x, y]);
    lens.classList.toggle("is-below", (y - view.y) / view.height < 0.35);
    lens.hidden = false;
  }

  return { element: root, set, reset, zoom, get value() { return corners; } };
}
