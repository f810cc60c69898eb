/** A move that penta suggests, in sentences: what it does to the pile, and what to expect of it. */

import { number, text } from "../texts.js";
import { colourText, COLOURS } from "./game.js";

/** Return why *answer*, of `penta up suggest`, is a good move. */
export function reasonText({ move, expected, proved, reason }) {
  const other = COLOURS.find((colour) => colour !== move.colour);
  const names = { colour: colourText(move.colour), other: colourText(other), piece: move.shape, level: move.level };
  const { below, beside } = reason;
  const sum = ({ white, black }) => white + black;
  const sentences = [text(`up.reason.${placeOf(move.level, reason.height_before)}`, names)];
  if (sum(below)) sentences.push(text("up.reason.below", { count: sum(below) }));
  if (sum(beside)) sentences.push(text("up.reason.beside", { count: sum(beside) }));
  if (reason.other_tiles) sentences.push(otherText(reason, names));
  if (reason.leader) sentences.push(text("up.reason.leads", { colour: colourText(reason.leader), level: reason.leader_level }));
  sentences.push(proved ? text(`up.reason.${expected.win ? "proved_win" : expected.draw ? "proved_draw" : "proved_loss"}`, names)
    : text("up.reason.expected", { ...names, share: number(100 * expected.win) }));
  return sentences.join(" ");
}

function placeOf(level, height) {
  if (level > height) return "opens";
  return level === height && level > 1 ? "joins" : "lies";
}

/** Return what the other side can do now, and what it could have done. */
function otherText({ other_before: before, other_after: after, other_tiles: letters }, names) {
  const pieces = [...letters].join(" ");
  if (after < before) return text("up.reason.takes", { ...names, before, after });
  if (after > names.level) return text("up.reason.gives", { ...names, after, pieces });
  return text("up.reason.keeps", { ...names, after, pieces });
}
