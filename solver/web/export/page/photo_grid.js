/** The grid between four corners in a photo: perspective undone, and how many rows and columns divide it best. */

const LEAST_SIDE = 4;
const MOST_SIDE = 20;
const FLAT = 480; // dots of the longer side of a grid that is divided
const BLUR = 2; // dots
const WIDE = 1 / 4; // of the longer side: how far the paper is looked at
const MIDDLE = 0.3; // of a cell, from its middle
const LINE = 0.07; // of a cell, from its edge
const STRETCH_COSTS = 0.3; // cells are nearly squares

/**
 * Return the homography from the unit square to the quadrangle of *corners*, clockwise from its upper left one, as
 * nine numbers. Source: Heckbert, Fundamentals of Texture Mapping, 1989.
 */
export function homography([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [dx1, dx2, dx3] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, dy3] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const area = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / area;
  const h = (dx1 * dy3 - dx3 * dy1) / area;
  return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1];
}

/** Return the inverse of a homography, but for a factor. */
export function inverse([a, b, c, d, e, f, g, h, i]) {
  return [
    e * i - f * h, c * h - b * i, b * f - c * e,
    f * g - d * i, a * i - c * g, c * d - a * f,
    d * h - e * g, b * g - a * h, a * e - b * d,
  ];
}

/** Return where a homography maps a place. */
export function mapped([a, b, c, d, e, f, g, h, i], [x, y]) {
  const depth = g * x + h * y + i;
  return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
}

/** Return the part of *dots*, {data, width, height}, between *corners* as {data, width, height}, three values a dot. */
export function flattened(dots, corners, width, height) {
  const onto = homography(corners);
  const data = new Float32Array(3 * width * height);
  const within = (at, size) => Math.min(Math.max(at - 0.5, 0), size - 1.001);
  for (let row = 0, to = 0; row < height; row += 1) {
    for (let col = 0; col < width; col += 1, to += 3) {
      const [x, y] = mapped(onto, [(col + 0.5) / width, (row + 0.5) / height]);
      const [left, top] = [within(x, dots.width), within(y, dots.height)];
      const [right, down] = [left % 1, top % 1];
      const from = 4 * (Math.floor(top) * dots.width + Math.floor(left));
      const below = from + 4 * dots.width;
      for (let part = 0; part < 3; part += 1) {
        const upper = dots.data[from + part] * (1 - right) + dots.data[from + 4 + part] * right;
        const lower = dots.data[below + part] * (1 - right) + dots.data[below + 4 + part] * right;
        data[to + part] = upper * (1 - down) + lower * down;
      }
    }
  }
  return { data, width, height };
}

/** Return {fit, rows, cols}, how many divide the grid between *corners* best; *fit* is about 2 where ink is amid cells. */
export function bestDivision(dots, corners) {
  const [width, height] = sides(corners);
  const scale = FLAT / Math.max(width, height);
  const size = [Math.max(72, Math.round(width * scale)), Math.max(72, Math.round(height * scale))];
  const flat = flattened(dots, corners, ...size);
  let best = { fit: -Infinity };
  for (const ink of [darkness(flat), brightness(flat)]) {
    const rows = fitsAlong(profile(ink, ...size, true));
    const cols = fitsAlong(profile(ink, ...size, false));
    for (let row = LEAST_SIDE; row <= MOST_SIDE; row += 1) {
      for (let col = LEAST_SIDE; col <= MOST_SIDE; col += 1) {
        const fit = rows[row] + cols[col] - STRETCH_COSTS * Math.abs(Math.log((height / row) * (col / width)));
        if (fit > best.fit) best = { fit, rows: row, cols: col };
      }
    }
  }
  return best;
}

function sides(corners) {
  const [above, right, below, left] = corners.map(([x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % 4];
    return Math.hypot(nextX - x, nextY - y);
  });
  return [(above + below) / 2, (right + left) / 2];
}

function darkness({ data, width, height }) {
  const light = blurred(channel(data, Math.min), width, height, BLUR);
  const paper = blurred(light, width, height, WIDE * FLAT / 2);
  return light.map((value, at) => Math.max(0, 1 - value / paper[at]));
}

function brightness({ data, width, height }) {
  const light = blurred(channel(data, Math.max), width, height, BLUR);
  const paper = blurred(light, width, height, WIDE * FLAT / 2);
  return light.map((value, at) => Math.max(0, 1 - paper[at] / value));
}

function channel(data, choose) {
  return Float32Array.from({ length: data.length / 3 }, (_, at) => choose(data[3 * at], data[3 * at + 1], data[3 * at + 2]) + 1);
}

/** Return *values* of an image, each the mean of those *radius* around it. */
export function blurred(values, width, height, radius) {
  return along(along(values, width, height, 1, width, radius), height, width, width, 1, radius);
}

/** Return the means along lines of *length* values, *step* apart, of which there are *lines*, *stride* apart. */
function along(values, length, lines, step, stride, radius) {
  const means = new Float32Array(values.length);
  const sums = new Float64Array(length + 1);
  const far = Math.round(radius);
  for (let line = 0; line < lines; line += 1) {
    const start = line * stride;
    for (let at = 0; at < length; at += 1) sums[at + 1] = sums[at] + values[start + at * step];
    for (let at = 0; at < length; at += 1) {
      const [low, high] = [Math.max(0, at - far), Math.min(length, at + far + 1)];
      means[start + at * step] = (sums[high] - sums[low]) / (high - low);
    }
  }
  return means;
}

/** Return how much ink there is along the image, down its rows or across its columns. */
function profile(ink, width, height, isDown) {
  const sums = new Float64Array(isDown ? height : width);
  for (let at = 0; at < ink.length; at += 1) sums[isDown ? Math.floor(at / width) : at % width] += ink[at];
  return sums.map((sum) => sum / (isDown ? width : height));
}

/** Return how much more ink there is amid cells than between them, by the number of cells. */
function fitsAlong(inks) {
  const mean = inks.reduce((sum, ink) => sum + ink) / inks.length;
  const fits = [];
  for (let count = LEAST_SIDE; count <= MOST_SIDE; count += 1) {
    const middle = { sum: 0, count: 0 };
    const line = { sum: 0, count: 0 };
    inks.forEach((ink, at) => {
      const place = (at + 0.5) / inks.length;
      const within = (place * count) % 1;
      const isInner = Math.abs(place - 0.5) < 0.5 - MIDDLE / count;
      const kind = Math.abs(within - 0.5) < MIDDLE ? middle : isInner && Math.min(within, 1 - within) < LINE ? line : null;
      if (!kind) return;
      kind.sum += ink;
      kind.count += 1;
    });
    fits[count] = (middle.sum / middle.count - line.sum / line.count) / (mean + 1e-6);
  }
  return fits;
}
