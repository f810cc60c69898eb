/** A move that penta suggests, in sentences: what it does to the pile, and what to expect of it. */

import { number, text } from "../texts.js";
import { colourText, COLOURS } from "./game.js";

/** Return why *answer*, of `penta up suggest`, is a good move: what its reason says, and what to expect. */
export function reasonText({ move, expected, proved, reason }) {
  const other = COLOURS.find((colour) => colour !== move.colour);
  const values = { ...reason, colour: colourText(move.colour), other: colourText(other), piece: move.shape, level: move.level,
    leader: reason.leader && colourText(reason.leader), pieces: [...reason.other_tiles].join(" "), share: number(100 * expected.win) };
  const chances = proved ? `proved_${expected.win ? "win" : expected.draw ? "draw" : "loss"}` : "expected";
  return [...reason.says, chances].map((key) => {
    const { white, black } = reason[key] ?? {}; // pieces below it or beside it
    return text(`up.reason.${key}`, { ...values, count: white + black });
  }).join(" ");
}
