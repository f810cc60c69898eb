/** Beside the board: how all stand, and what was done last. */

import { element } from "../dom.js";
import { text } from "../texts.js";
import { levelOf } from "./game.js";
import { nameOf, playerName, turnsTold } from "./sentences.js";

const WINNING = 5; // towers in a network
const LISTED = 8; // turns

/** Return {element, show}: towers in the best network, tokens and bridges of each player. */
export function standingPanel() {
  const list = element("ul", { class: "geo-standing" });
  function show({ players }, game, next) {
    list.replaceChildren(...Object.entries(players).map(([colour, { tokens, networks, towers, held }]) => {
      const most = Math.max(0, ...networks.map((network) => network.towers.length));
      const level = levelOf(game, colour);
      return element("li", { "aria-current": colour === next ? "true" : null },
        element("i", { class: `swatch-dot is-${colour[0]}` }),
        element("span", {}, element("b", {}, nameOf(colour)), level ? ` · ${playerName(level)}` : "",
          element("small", {}, [text("geocinco.tokens", { count: tokens }), text("geocinco.towers", { count: towers.length }),
            held ? text("geocinco.held", { count: held }) : null].filter(Boolean).join(", "))),
        element("span", { class: "geo-stars", role: "img", "aria-label": text("geocinco.joined", { count: most, of: WINNING }) },
          "★".repeat(Math.min(most, WINNING)), element("i", {}, "☆".repeat(Math.max(0, WINNING - most)))));
    }));
  }
  return { element: element("section", { class: "panel", "aria-label": text("geocinco.standing") }, element("h2", {}, text("geocinco.standing")), list), show };
}

/** Return {element, show}: the last turns, the newest first; *look(slots)* when one is tapped. */
export function historyPanel(look) {
  const list = element("ol", { class: "list geo-history" });
  const root = element("section", { class: "panel", "aria-label": text("geocinco.history") }, element("h2", {}, text("geocinco.history")), list);
  function show(steps) {
    root.hidden = !steps.length;
    list.replaceChildren(...turnsTold(steps).slice(-LISTED).reverse().map(({ player, slots, told }) => element("li", {},
      element("button", { type: "button", class: "list-item", onclick: () => slots.length && look(slots) },
        element("i", { class: `swatch-dot is-${player[0]}` }), element("span", {}, told)))));
  }
  return { element: root, show };
}
