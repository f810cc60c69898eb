/** Four corners over a photo, dragged by finger, mouse or arrow keys, with a lens above the finger. */

import { drawing, element } from "/dom.js";

const NAMES = ["Upper left", "Upper right", "Lower right", "Lower left"];
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const MARGIN = 0.08; // of the photo, where the corners stand at first
const LENS = 112; // pixels of the lens on the page
const ZOOM = 2.5;

/** Return {element, value: [[x, y], ...] in pixels of *canvas*, set(corners), reset()}; `moved()` after a move. */
export function makeCorners(canvas, moved) {
  let corners = [];
  let held = null;
  const line = drawing("path");
  const layer = drawing("svg", { class: "photo-line", preserveAspectRatio: "none", "aria-hidden": "true" }, line);
  const lens = element("canvas", { class: "lens", width: LENS * 2, height: LENS * 2, hidden: true, "aria-hidden": "true" });
  const handles = NAMES.map((name, number) => element("button", {
    type: "button", class: "corner", "aria-label": `${name} corner: move it with the arrow keys`,
    onpointerdown: (event) => hold(event, number), onpointermove: drag, onpointerup: leave, onpointercancel: leave,
    onkeydown: (event) => step(event, number),
  }));
  const root = element("div", { class: "photo" }, canvas, layer, handles, lens);

  function set(places) {
    corners = places.map(([x, y]) => [Math.max(0, Math.min(canvas.width, x)), Math.max(0, Math.min(canvas.height, y))]);
    layer.setAttribute("viewBox", `0 0 ${canvas.width} ${canvas.height}`);
    line.setAttribute("d", `M${corners.join("L")}Z`);
    corners.forEach(([x, y], number) => {
      handles[number].style.left = `${(100 * x) / canvas.width}%`;
      handles[number].style.top = `${(100 * y) / canvas.height}%`;
    });
  }

  function reset() {
    const [left, top] = [canvas.width * MARGIN, canvas.height * MARGIN];
    const [right, bottom] = [canvas.width - left, canvas.height - top];
    root.style.setProperty("--ratio", canvas.width / canvas.height);
    set([[left, top], [right, top], [right, bottom], [left, bottom]]);
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
    const box = canvas.getBoundingClientRect();
    const x = ((event.clientX - held.dx - box.left) / box.width) * canvas.width;
    const y = ((event.clientY - held.dy - box.top) / box.height) * canvas.height;
    held.isMoved = true;
    set(corners.with(held.number, [x, y]));
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
    const far = (event.shiftKey ? 10 : 1) * Math.max(1, Math.round(canvas.width / 500));
    const [right, down] = STEPS[event.key];
    const [x, y] = corners[number];
    set(corners.with(number, [x + right * far, y + down * far]));
    moved();
  }

  function magnify([x, y]) {
    const scale = (canvas.width / canvas.getBoundingClientRect().width) / ZOOM; // of the photo a pixel of the lens
    const side = LENS * scale;
    const brush = lens.getContext("2d");
    brush.fillRect(0, 0, lens.width, lens.height);
    brush.drawImage(canvas, x - side / 2, y - side / 2, side, side, 0, 0, lens.width, lens.height);
    brush.strokeStyle = getComputedStyle(root).getPropertyValue("--accent");
    brush.lineWidth = 3;
    brush.stroke(new Path2D(`M${LENS} ${LENS - 24}v48M${LENS - 24} ${LENS}h48`));
    lens.style.left = `${(100 * x) / canvas.width}%`;
    lens.style.top = `${(100 * y) / canvas.height}%`;
    lens.classList.toggle("is-below", y / canvas.height < 0.35);
    lens.hidden = false;
  }

  return { element: root, set, reset, get value() { return corners; } };
}
