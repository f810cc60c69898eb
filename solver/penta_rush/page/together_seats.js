/** Who sits at the table, and how others come to it. */

import { drawing, element } from "../dom.js";
import { text } from "../texts.js";

/** Return {element, show} of the players, each with what he does. */
export function makeSeats() {
  const list = element("ul", { class: "seats" });
  const root = element("section", { class: "panel", "aria-label": text("together.players") }, element("h2", {}, text("together.players")), list);

  function show({ seats, present, handed = [], phase, sand, players }) {
    const host = seats.findIndex(({ hasLeft }) => !hasLeft);
    const state = (player) => {
      if (phase === "play" && sand?.player === player) return text("together.turned");
      if (phase === "play" && handed.includes(player)) return text("together.has_handed");
      if (!present.includes(player)) return text("together.away");
      if (phase === "play" && players.includes(player)) return text(seats[player].paper ? "together.draws_on_paper" : "together.draws");
      return player === host ? text("together.host") : "";
    };
    list.replaceChildren(...seats.flatMap(({ name, hasLeft }, player) =>
      (hasLeft ? [] : [element("li", {}, element("b", {}, name), element("span", { class: "hint" }, state(player)))])));
  }

  return { element: root, show };
}

/** Return the panel of an invitation {address, rows}: its QR code, and the address itself. */
export function invitationPanel(code, { address, rows }) {
  const size = rows.length;
  const path = rows.flatMap((row, y) => [...row].map((cell, x) => (cell === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const picture = drawing("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": text("together.qr") },
    drawing("rect", { width: size, height: size, fill: "#fff" }), drawing("path", { d: path, fill: "#000" }));
  return element("section", { class: "panel invitation", "aria-label": text("together.invite") },
    element("h2", {}, text("together.invite")), element("p", { class: "table-code" }, code), picture,
    element("p", { class: "hint" }, text("together.invite_hint")), element("p", { class: "hint address" }, address));
}
