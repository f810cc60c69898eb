/** A result as a picture: what the page shows of it, drawn on a canvas with the looks that it has there. */

import { element } from "../dom.js";
import { makeGrid } from "../grid.js";
import { cellLook, symbolNode } from "./symbols.js";

const SCALE = 2; // of a picture that phones show sharply
const MARGIN = 24;
const FONT = 100; // times as large as in the page: canvases round the sizes of small letters

/**
 * Return a PNG: a *title*, a *note*, the *card* with these shapes {cells, label, detail, colour, classes}
 * on it, and *lines* {letters, words}, the symbols of a roll and words beside them.
 */
export async function resultPicture({ title, note, card, shapes, lines }) {
  const grid = makeGrid({ label: title });
  const words = (kind, content) => element("p", { class: kind, "data-drawn": true }, content);
  const stage = element("div", { class: "picture", "aria-hidden": "true", inert: true }, words("title", title), words("note", note), grid.element,
    lines.map((line) => element("div", { class: "line" },
      element("span", { class: "symbols" }, line.letters.map((letter) => symbolNode(card.symbols.find((one) => one.letter === letter)))),
      words("points", line.words))));
  grid.resize(card.rows, card.cols);
  grid.draw((index) => cellLook(card, index));
  grid.outline(shapes);
  document.body.append(stage);
  try {
    const { width, height } = stage.getBoundingClientRect();
    const canvas = element("canvas", { width: SCALE * (width + 2 * MARGIN), height: SCALE * (height + 2 * MARGIN) });
    draw(canvas.getContext("2d"), stage, canvas);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    stage.remove();
  }
}

/** Draw all shapes and words of *stage*, as they are laid out in the page. */
function draw(context, stage, { width, height }) {
  const { left, top } = stage.getBoundingClientRect();
  const place = (a, b, c, d, x, y) =>
    context.setTransform(a * SCALE, b * SCALE, c * SCALE, d * SCALE, (x - left + MARGIN) * SCALE, (y - top + MARGIN) * SCALE);
  context.fillStyle = getComputedStyle(stage).backgroundColor;
  context.fillRect(0, 0, width, height);
  for (const node of stage.querySelectorAll("path, rect, circle, text, [data-drawn]")) {
    const style = getComputedStyle(node);
    context.globalAlpha = opacityOf(node, stage);
    if (node instanceof SVGElement) {
      const { a, b, c, d, e, f } = node.getScreenCTM();
      place(a, b, c, d, e, f);
      if (node.tagName === "text") drawWords(context, style, [...node.childNodes].map((part) => part.textContent).join("\u2009"), number(node, "x"), number(node, "y"));
      else drawPath(context, style, pathOf(node), Math.hypot(a, b));
    } else {
      const box = node.getBoundingClientRect();
      place(1, 0, 0, 1, box.left, box.top + 0.76 * box.height); // near the line that letters stand on
      drawWords(context, { ...looks(style), fill: style.color }, node.textContent, 0, 0);
    }
  }
}

function drawPath(context, style, path, scale) {
  const alpha = context.globalAlpha;
  if (style.fill !== "none") {
    context.globalAlpha = alpha * Number(style.fillOpacity);
    context.fillStyle = style.fill;
    context.fill(path);
  }
  if (style.stroke === "none") return;
  context.globalAlpha = alpha;
  context.strokeStyle = style.stroke;
  context.lineWidth = parseFloat(style.strokeWidth) / (style.vectorEffect === "non-scaling-stroke" ? scale : 1);
  context.lineJoin = style.strokeLinejoin;
  context.lineCap = style.strokeLinecap;
  context.setLineDash(style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(/[ ,]+/).map(parseFloat));
  context.stroke(path);
}

function drawWords(context, style, words, x, y) {
  context.translate(x, y);
  context.scale(1 / FONT, 1 / FONT);
  context.font = `${style.fontWeight} ${parseFloat(style.fontSize) * FONT}px ${style.fontFamily}`;
  context.textAlign = style.textAnchor === "middle" ? "center" : "left";
  context.fillStyle = style.fill;
  context.fillText(words, 0, 0);
}

function looks({ fontWeight, fontSize, fontFamily }) {
  return { fontWeight, fontSize, fontFamily };
}

function pathOf(node) {
  const path = new Path2D(node.getAttribute("d") ?? "");
  const at = (name) => number(node, name);
  if (node.tagName === "circle") path.arc(at("cx"), at("cy"), at("r"), 0, 2 * Math.PI);
  if (node.tagName === "rect") path.roundRect(at("x"), at("y"), at("width"), at("height"), at("rx"));
  return path;
}

function number(node, name) {
  return parseFloat(node.getAttribute(name) ?? 0);
}

function opacityOf(node, stage) {
  let opacity = 1;
  for (let at = node; at !== stage; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
  return opacity;
}
