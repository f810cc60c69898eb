/** What of a drawing is seen: it is dragged, pinched, turned nearer with a wheel, or led to a place. */

const MOST = 44; // pixels a unit
const DRAG = 7; // pixels, from where a tap is a drag
const GLIDE = 320; // ms
const STEP = 1.5; // of the buttons

/**
 * Let *svg* show a part of *bounds*, {x, y, width, height}. `tap(point, scale)` is called for a tap, `changed(scale, seen)`
 * when pixels a unit or what is seen, [x, y, width, height], are others, `resized()` when the room for it is, by default
 * to show the same as before. Return {zoom, whole, centre}.
 */
export function makeView(svg, { bounds, tap, changed, resized }) {
  const fingers = new Map();
  let [x, y, scale] = [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2, 0];
  let isWhole = true;
  let isDragged = false;
  let gliding = 0;

  function fitting() {
    const { width, height } = svg.getBoundingClientRect();
    return Math.min(width / bounds.width, height / bounds.height);
  }

  function set(nextX, nextY, nextScale) {
    const { width, height } = svg.getBoundingClientRect();
    if (!width) return;
    const least = fitting();
    scale = Math.min(MOST, Math.max(least, nextScale));
    isWhole = scale < least * 1.01;
    const [wide, high] = [width / scale, height / scale];
    x = within(nextX, wide, bounds.x, bounds.width);
    y = within(nextY, high, bounds.y, bounds.height);
    const seen = [x - wide / 2, y - high / 2, wide, high];
    svg.setAttribute("viewBox", seen.join(" "));
    svg.style.touchAction = isWhole ? "pan-y" : "none"; // the page scrolls where nothing is to be dragged
    changed(scale, seen);
  }

  /** Show *scale* pixels a unit, with the point *at* where it is. */
  function zoom(nextScale, at = [x, y]) {
    const next = Math.min(MOST, Math.max(fitting(), nextScale));
    set(at[0] + ((x - at[0]) * scale) / next, at[1] + ((y - at[1]) * scale) / next, next);
  }

  function glide(toX, toY, toScale) {
    cancelAnimationFrame(gliding);
    const [fromX, fromY, from, start] = [x, y, scale, performance.now()];
    if (!from || matchMedia("(prefers-reduced-motion: reduce)").matches) return set(toX, toY, toScale);
    const step = (now) => {
      const done = Math.min(1, (now - start) / GLIDE);
      const eased = 1 - (1 - done) ** 3;
      set(fromX + (toX - fromX) * eased, fromY + (toY - fromY) * eased, from + (toScale - from) * eased);
      if (done < 1) gliding = requestAnimationFrame(step);
    };
    gliding = requestAnimationFrame(step);
  }

  /** Show the middle of *points*, and all of them if there is room, at *most* so many pixels a unit. */
  function centre(points, most, margin) {
    const { width, height } = svg.getBoundingClientRect();
    const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const fit = Math.min(width / (right - left + 2 * margin), height / (bottom - top + 2 * margin));
    glide((left + right) / 2, (top + bottom) / 2, Math.min(most, fit));
  }

  function pointOf({ clientX, clientY }) {
    const { left, top, width, height } = svg.getBoundingClientRect();
    return [x + (clientX - left - width / 2) / scale, y + (clientY - top - height / 2) / scale];
  }

  function middle() {
    const all = [...fingers.values()];
    const at = [0, 1].map((axis) => all.reduce((sum, one) => sum + one[axis], 0) / all.length);
    return { at, apart: all.length > 1 ? Math.hypot(all[0][0] - all[1][0], all[0][1] - all[1][1]) : 0 };
  }

  svg.addEventListener("pointerdown", (event) => {
    if (!fingers.size) isDragged = false;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    cancelAnimationFrame(gliding);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const [before, start] = [middle(), fingers.get(event.pointerId)];
    if (!isDragged && fingers.size === 1 && Math.hypot(event.clientX - start[0], event.clientY - start[1]) < DRAG) return;
    if (!isDragged) svg.setPointerCapture(event.pointerId);
    isDragged = true;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const { at, apart } = middle();
    set(x - (at[0] - before.at[0]) / scale, y - (at[1] - before.at[1]) / scale, scale);
    if (apart && before.apart) zoom((scale * apart) / before.apart, pointOf({ clientX: at[0], clientY: at[1] }));
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    svg.addEventListener(name, (event) => fingers.delete(event.pointerId));
  }
  svg.addEventListener("click", (event) => {
    if (event.detail && !isDragged) tap(pointOf(event), scale);
  });
  svg.addEventListener("wheel", (event) => {
    if (isWhole && event.deltaY > 0) return; // the page scrolls
    event.preventDefault();
    zoom(scale * Math.exp(-event.deltaY / 500), pointOf(event));
  }, { passive: false });
  const observer = new ResizeObserver(() => {
    if (!svg.isConnected) observer.disconnect(); // it is gone
    else if (resized) resized();
    else set(x, y, isWhole ? 0 : scale);
  });
  observer.observe(svg);

  return {
    centre,
    zoom: (by) => glide(x, y, scale * STEP ** by),
    whole: () => glide(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2, fitting()),
  };
}

/** Return where the middle of a window of this *length* may be, as near to *wanted* as can be. */
function within(wanted, length, start, whole) {
  if (length >= whole) return start + whole / 2;
  return Math.min(start + whole - length / 2, Math.max(start + length / 2, wanted));
}
