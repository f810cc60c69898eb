/** What happened, and why something is a good idea, in sentences. */

import { element } from "../dom.js";
import { language, number, text } from "../texts.js";
import { COLOURS } from "./game.js";

const SIDES = 5;

export function nameOf(colour) {
  return text(`geocinco.colours.${colour}`);
}

/** Return what the letters of the colours in names such as C3r2 stand for. */
export function lettersHint() {
  return element("p", { class: "hint" }, text("geocinco.letters", { letters: COLOURS.map((colour) => `${colour[0]} ${nameOf(colour)}`).join(", ") }));
}

/** Return what a *kind* of player is called: a person, or a program by its level, in the words of all games. */
export function playerName(kind) {
  return text(`players.${{ random: "easy", greedy: "medium" }[kind] ?? kind}`);
}

/** Return a throw as the faces of the dice show it. */
export function throwText(thrown) {
  return thrown.replace("*", "★");
}

/** Return {player, slots, told} of each turn in *steps*, and of extra tokens after it: how it fell, and what came of it. */
export function turnsTold(steps) {
  const turns = [];
  for (const step of steps) {
    const all = turns.at(-1), last = all?.at(-1);
    if (last?.turn !== step.turn || last.player !== step.player) turns.push([step]);
    else if (step.kind !== "token" || last.kind !== "token" || last.towers.length) all.push(step);
    else all.splice(-1, 1, { ...step, slots: [...last.slots, ...step.slots] });
  }
  return turns.map((all, at) => ({ player: all[0].player, slots: all.flatMap(({ slots }) => slots),
    told: all.flatMap((step, number) => sentences(step, !number && turns[at - 1]?.[0].turn !== step.turn)).join(" ") }));
}

/** Return the sentences of a step that was played; the first of them has the throw if it *isFirst* in its turn. */
export function sentences(step, isFirst = false) {
  const { kind, player: colour, slots, against, winner, dice, towers, gained, fallen } = step;
  const [player, [first, second]] = [nameOf(colour), slots];
  const values = { player, who: isFirst ? text("geocinco.steps.throws", { player, throw: throwText(step.throw) }) : player,
    slot: new Intl.ListFormat(language).format(slots), first, second, count: step.count ?? slots.length, other: against && nameOf(against), dice: dice && diceText(dice) };
  const what = kind === "contest" ? `${kind}_${winner === colour ? "won" : "lost"}` : kind;
  return [
    text(`geocinco.steps.${what}`, values),
    ...towers.map((tower) => text(`geocinco.steps.tower${gained ? "" : "_only"}`, { tower })),
    ...fallen.map(([owner, first, last]) => text("geocinco.steps.fallen", { player: nameOf(owner), first, second: last })),
  ];
}

/** Return the throws of a contest, as in "3–3, 5–6": the star counts six. */
export function diceText(dice) {
  return dice.map((pair) => [...pair].map((face) => (face === "*" ? "6" : face)).join("–")).join(", ");
}

/** Return how a game ended. */
export function endText({ winner }) {
  return winner ? text("geocinco.won", { player: nameOf(winner) }) : text("geocinco.drawn");
}

/** Return why the program would do what *hint* says, for a *player*. */
export function hintText({ kind, slots: [first, second], needs, reasons }, player) {
  if (kind === "done") return text("geocinco.hints.done");
  const [before, after] = needs[player].map((tokens) => number(tokens, 1));
  const said = reasons.map(({ reason, name, colour, count }) => text(`geocinco.hints.${reason}`,
    { name, other: colour && nameOf(colour), of: SIDES, count: count && number(count, reason === "back" ? 1 : 0) })).join(", ");
  const name = text(`geocinco.hints.${kind}`, { slot: first, first, second });
  return (said ? text("frame.named", { name, what: said }) : name) + text(`geocinco.hints.${before === after ? "same" : "nearer"}`, { before, after });
}
