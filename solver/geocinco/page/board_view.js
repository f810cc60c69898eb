/** The board as a drawing: pentagons, tokens on their sides, bridges, and the places where one may lay. */

import { run } from "../api.js";
import { button, drawing, element } from "../dom.js";
import { text } from "../texts.js";
import { makeView } from "./pan_zoom.js";

const EDGE = 1.7; // units round the board, for letters and digits
const INSET = 0.17; // of a slot, from its corner to a token
const READABLE = 13; // pixels a unit, from where names of pentagons are shown
const SIDED = 16; // pixels a unit, from where numbers of sides are shown
const HALF = 9; // pixels, from the edge of what is seen to the middle of a letter or digit there
const NEAR = 19; // pixels a unit, on a thrown coordinate
const FINGER = 30; // pixels: another place that near to a tap is too near
const REACH = 34; // pixels, from a tap to the place that is meant

/**
 * Return the board of *geometry*, {corners, sides} by names of pentagons. `press(place)` is called when a place is
 * tapped, `tell(key)` with a text when none is: there is none, or too many are under the finger, and were brought nearer;
 * `resized()` when there is more or less room, to show something else than before.
 */
export function makeBoard({ corners, sides }, { label, role = "group", press, tell, resized }) {
  const ends = new Map(); // of a slot, by its name
  const middles = new Map(Object.entries(corners).map(([name, all]) => [name, mean(all)]));
  for (const [name, slots] of Object.entries(sides)) {
    slots.forEach((slot, side) => {
      if (!ends.has(slot)) ends.set(slot, [corners[name][side], corners[name][(side + 1) % slots.length]]);
    });
  }
  const [xs, ys] = [0, 1].map((axis) => Object.values(corners).flat().map((corner) => corner[axis]));
  const [left, top] = [Math.min(...xs) - EDGE, Math.min(...ys) - EDGE];
  const bounds = { x: left, y: top, width: Math.max(...xs) + EDGE / 2 - left, height: Math.max(...ys) + EDGE / 2 - top };
  const pentagons = new Map(Object.entries(corners).map(([name, all]) =>
    [name, drawing("path", { class: `pentagon is-${name[2]}`, d: `M${all.map(String).join("L")}Z` })]));
  const names = new Map([...middles].map(([name, at]) => [name, drawing("g", {}, word(name, at), sideNumbers(name, at))]));
  const hexagons = [...new Set(Object.keys(corners).map((name) => name.slice(0, 2)))];
  const edges = [..."ABCDE12345"].map((sign) => ({ sign, node: word(sign, []),
    hexagons: hexagons.filter((name) => name.includes(sign)).map((name) => mean([..."rygb"].map((colour) => middles.get(name + colour)))) }));
  const layers = ["bridge-layer", "token-layer", "star-layer", "place-layer"].map((name) => drawing("g", { class: name }));
  const [bridgeLayer, tokenLayer, starLayer, placeLayer] = layers;
  const svg = drawing("svg", { class: "geo-board", role, "aria-label": label, onkeydown: onKey, onclick: onClick },
    drawing("g", {}, [...pentagons.values()]),
    drawing("path", { class: "slots", d: [...ends.values()].map(([one, other]) => `M${one}L${other}`).join("") }),
    drawing("g", { class: "names", "aria-hidden": "true" }, [...names.values()]),
    layers, drawing("g", { class: "edges", "aria-hidden": "true" }, edges.map(({ node }) => node)));
  const view = makeView(svg, { bounds, tap, changed, resized });
  const zooming = element("div", { class: "zooming" },
    button(text("geocinco.nearer"), () => view.zoom(1), { icon: "plus", class: "icon" }),
    button(text("geocinco.farther"), () => view.zoom(-1), { icon: "minus", class: "icon" }),
    button(text("geocinco.whole"), view.whole, { icon: "whole", class: "icon" }));
  let places = []; // {kind, slots, label, isHint, at, node}
  let current = 0; // the place that has the focus, or gets it

  function sideNumbers(name, middle) {
    const at = sides[name].map((slot) => mean([mean(ends.get(slot)), mean(ends.get(slot)), middle]));
    return word("12345", [0, 1].map((axis) => at.map((point) => point[axis]).join(" ")));
  }

  /** Letters and digits stay at the edge of what is seen, in the middle of their hexagons there or as near as can be. */
  function changed(scale, seen) {
    const pixel = 1 / scale;
    svg.style.setProperty("--pixel", pixel);
    svg.classList.toggle("is-near", scale >= READABLE);
    svg.classList.toggle("is-sided", scale >= SIDED);
    for (const { sign, node, hexagons } of edges) {
      const axis = sign < "A" ? 1 : 0, across = 1 - axis, at = [], away = (point) => Math.abs(point[across] - seen[across]);
      const middle = hexagons.reduce((one, other) => (away(one) < away(other) ? one : other))[axis];
      at[across] = Math.max(seen[across] + HALF * pixel, [left, top][across] + EDGE / 2);
      at[axis] = Math.max(seen[axis] + 3 * HALF * pixel, Math.min(seen[axis] + seen[axis + 2] - HALF * pixel, middle));
      node.setAttribute("transform", `translate(${at}) scale(${pixel})`);
      node.classList.toggle("is-away", Math.abs(at[axis] - middle) > 3);
    }
  }

  /** Show the board: tokens and towers by their names, bridges; `offered` are places, `fresh` slots stand out. */
  function show({ tokens, bridges, towers, offered = [], fresh = [], thrown = [] }) {
    for (const [name, node] of pentagons) {
      for (const one of [node, names.get(name)]) one.classList.toggle("is-tower", towers.has(name));
      node.classList.toggle("is-thrown", thrown.includes(name));
    }
    for (const { sign, node } of edges) node.classList.toggle("is-thrown", thrown.some((name) => name.includes(sign)));
    bridgeLayer.replaceChildren(...bridges.map(({ player, slots }) => bar(bridgeEnds(slots), `bridge is-${player[0]}`)).flat());
    tokenLayer.replaceChildren(...[...tokens].map(([slot, owner]) =>
      bar(ends.get(slot), `token is-${owner[0]}${fresh.includes(slot) ? " is-fresh" : ""}`)).flat());
    starLayer.replaceChildren(...[...towers.keys()].map((name) => word("★", middles.get(name))));
    offer(offered);
  }

  /** Offer *offered*; the focus stays among the places. */
  function offer(offered) {
    const hadFocus = placeLayer.contains(document.activeElement);
    places = offered.map((place) => ({ ...place, at: mean(place.slots.map((slot) => mean(ends.get(slot)))) }));
    current = 0;
    placeLayer.replaceChildren(...places.map((place, number) => {
      const line = place.kind === "bridge" ? bridgeEnds(place.slots) : ends.get(place.slots[0]);
      place.node = drawing("g", { class: `place is-${place.kind}${place.isHint ? " is-hint" : ""}`, role: "button", tabindex: number ? "-1" : "0", "aria-label": place.label,
        onfocus: () => enter(number) }, bar(line, "light"));
      return place.node;
    }));
    if (hadFocus) focus();
  }

  function bridgeEnds(slots) {
    return slots.map((slot) => mean(ends.get(slot)));
  }

  function enter(number) {
    places[current]?.node.setAttribute("tabindex", "-1");
    current = number;
    places[current].node.setAttribute("tabindex", "0");
  }

  function focus() {
    places[current]?.node.focus({ preventScroll: true });
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !places.length) return;
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by) enter((current + by + places.length) % places.length);
    else if (event.key === "Home" || event.key === "End") enter(event.key === "Home" ? 0 : places.length - 1);
    else if (event.key === "Enter" || event.key === " ") press(places[current]);
    else return;
    event.preventDefault();
    if (event.key === "Enter" || event.key === " ") return;
    focus();
    view.centre([places[current].at], NEAR, 9);
  }

  /** A screen reader presses a place itself; the taps of fingers come from the view. */
  function onClick(event) {
    const place = event.detail ? null : places.find(({ node }) => node.contains(event.target));
    if (place) press(place);
  }

  function tap(point, scale) {
    const by = places.map((place) => [scale * Math.hypot(place.at[0] - point[0], place.at[1] - point[1]), place])
      .sort(([one], [other]) => one - other);
    if (!by.length) return;
    if (by[0][0] > REACH) tell("geocinco.not_lit");
    else if (by.length > 1 && by[1][0] < FINGER && scale < READABLE) {
      view.centre([point], NEAR, 9);
      tell("geocinco.once_more");
    } else press(by[0][1]);
  }

  function centre(hexagons) {
    if (hexagons.length > 5) view.whole();
    else view.centre(hexagons.flatMap((name) => [..."rygb"].flatMap((colour) => corners[name + colour])), NEAR, 3);
  }

  return { element: element("div", { class: "geo-stage" }, svg, zooming), show, focus, centre,
    look: (names, most = READABLE, margin = 9) => view.centre(names.map((name) => middles.get(name) ?? mean(ends.get(name))), most, margin), whole: view.whole };
}

/** Return a part of the board for the rules: a coordinate, a tower, and a bridge between them. */
export async function figure() {
  const label = text("geocinco.figure"), slots = ["B3y3", "C2b1", "C3r3", "C3r4", "C3r5", "B4y4"], thrown = ["B4r", "B4y", "B4g", "B4b"];
  const board = makeBoard(await run("geo_board"), { label, role: "img", resized: () => board.look([...slots, ...thrown], NEAR, 3) });
  board.show({ tokens: new Map(slots.map((slot) => [slot, "red"])), towers: new Map([["C3r"]]), bridges: [{ player: "red", slots: slots.slice(4) }], thrown });
  return element("div", { class: "geo-told" }, board.element, element("p", { class: "hint", "aria-hidden": "true" }, label));
}

function mean(points) {
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
}

/** Return a bar on the way from one point to another: its edge, and what fills it. */
function bar([[ax, ay], [bx, by]], classes) {
  const at = (share) => `${ax + (bx - ax) * share} ${ay + (by - ay) * share}`;
  const d = `M${at(INSET)}L${at(1 - INSET)}`;
  return [drawing("path", { class: `edge ${classes}`, d }), drawing("path", { class: `fill ${classes}`, d })];
}

function word(text, [x, y]) {
  return drawing("text", { x, y }, text);
}
