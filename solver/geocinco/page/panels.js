/** Beside the board: before a game who plays, and on which board; then how all stand, and what was done last. */

import { element } from "../dom.js";
import { text } from "../texts.js";
import { COLOURS, levelOf } from "./game.js";
import { lettersHint, nameOf, playerName, turnsTold } from "./sentences.js";

const KEY = "geocinco.setup";
const KINDS = ["nobody", "person", "random", "greedy", "strong"];
const BOARDS = ["whole", "strait"];
const FIRST = { kinds: { red: "person", blue: "strong" }, board: "whole", tokens: 2 };
const WINNING = 5; // towers in a network
const LISTED = 8; // turns

/** Return {element, start, board}: `start()` gives what `newGame` takes, or throws an Error that says what is wrong. */
export function makeSetup(app, changed) {
  let chosen = app.store.get(KEY, FIRST, ({ kinds, board, tokens }) =>
    Object.values(kinds).every((kind) => KINDS.includes(kind)) && BOARDS.includes(board) && [1, 2].includes(tokens));

  function keep(changes) {
    chosen = { ...chosen, ...changes };
    app.store.set(KEY, chosen);
    changed();
  }

  function choice(id, label, options, value, take, mark = null) {
    const select = element("select", { id, onchange: () => take(select.value) },
      options.map(([one, name]) => element("option", { value: one, selected: one === value }, name)));
    return element("div", { class: "geo-choice" }, element("label", { for: id }, mark, label), select);
  }

  const players = COLOURS.map((colour) => choice(`geo-${colour}`, nameOf(colour),
    KINDS.map((kind) => [kind, playerName(kind)]), chosen.kinds[colour] ?? "nobody",
    (kind) => keep({ kinds: { ...chosen.kinds, [colour]: kind } }), element("i", { class: `swatch-dot is-${colour[0]}` })));
  const board = choice("geo-kind", text("screens.geocinco"), BOARDS.map((name) => [name, text(`geocinco.boards.${name}`)]),
    chosen.board, (name) => keep({ board: name }));
  const tokens = choice("geo-tokens", text("geocinco.per_turn"), [2, 1].map((count) => [String(count), String(count)]),
    String(chosen.tokens), (count) => keep({ tokens: Number(count) }));
  const root = element("section", { class: "panel", "aria-label": text("geocinco.who") }, element("h2", {}, text("geocinco.who")),
    players, board, tokens, element("p", { class: "hint" }, text("geocinco.ours")), lettersHint());

  function start() {
    const seated = COLOURS.filter((colour) => (chosen.kinds[colour] ?? "nobody") !== "nobody");
    const programs = Object.fromEntries(seated.filter((colour) => chosen.kinds[colour] !== "person").map((colour) => [colour, chosen.kinds[colour]]));
    if (seated.length < 2 || Object.keys(programs).length === seated.length) throw new Error(text("geocinco.too_few"));
    return { players: seated, programs, board: chosen.board, tokens: chosen.tokens };
  }

  return { element: root, start, board: () => chosen.board };
}

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
  return { element: element("section", { class: "panel", "aria-label": text("geocinco.standing") }, element("h2", {}, text("geocinco.standing")), list, lettersHint()), show };
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
