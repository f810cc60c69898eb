/** What is done with a finished game: the best so far, a picture, a link to the same card and rolls. */

import { button, element, savedFile, say } from "../dom.js";
import { makeDialog } from "../dialog.js";
import { load } from "../load.js";
import { comparedText } from "../records.js";
import { recordsButton } from "../records_view.js";
import { dayText, text } from "../texts.js";
import { cardId } from "./card_model.js";
import { encoded } from "./code.js";
import { cardOf } from "./session.js";

const LONGEST = 200; // characters of a link
const LINE = 26; // of them, in a line on a small phone

/**
 * Return {element, show(session)}, the panel of a finished *game*. `kind(session)` is that of its results,
 * `result(session)` {player, title, shapes, lines} for the picture, `tell(text or nodes, isWrong)` speaks, *more* are
 * other buttons.
 */
export function makeShare(app, game, { kind, result, tell, more = [] }) {
  let now = null;
  const best = element("p");
  const picture = button(text("share.picture"), save);
  const panel = element("section", { class: "panel", "aria-label": text("share.title") }, element("h2", {}, text("share.title")), best,
    element("div", { class: "choices" }, picture,
      button(text("share.link"), () => openLink({ card: cardOf(now, result(now).player), game, rolls: rollsOf(now) })), more),
    recordsButton(app, "play", "puzzle", "solitaire"));

  async function save() {
    picture.disabled = true;
    try {
      const { player, ...shown } = result(now);
      const { resultPicture } = await load(new URL("picture.js", import.meta.url).href);
      const card = cardOf(now, player);
      const note = [now.names.length > 1 ? now.names[player] : "", `${card.rows} × ${card.cols}`, now.day ? dayText(now.day) : dayText(new Date().toISOString())];
      tell([savedFile(await resultPicture({ ...shown, card, note: note.filter(Boolean).join(" · ") }), "penta-rush.png")]);
    } catch (problem) {
      tell(problem.message, true);
    }
    picture.disabled = false;
  }

  function show(session) {
    now = session;
    const { player } = result(session), card = cardOf(session, player);
    const like = { game: kind(session), card: cardId(card), tiles: card.points ?? "" };
    best.textContent = comparedText(app.store, like, ["share.best", "share.new"]);
    best.hidden = !best.textContent;
  }

  return { element: panel, show };
}

/** Return the rolls of a finished game. */
function rollsOf({ rounds, roll }) {
  return [...rounds.map((round) => round.roll), roll];
}

/** Show the link to *card* and *rolls* of a *game*, to be copied. */
export function openLink({ card, game, rolls }) {
  const legend = Object.fromEntries(card.symbols.filter(({ name }) => name).map(({ letter, name }) => [letter, name]));
  const link = (names) => `${location.origin}${location.pathname}#c=${encoded({ card: cardId(card), legend: names, game, rolls })}`;
  const isNamed = link(legend).length <= LONGEST;
  const address = isNamed ? link(legend) : link({});
  const isTooLong = address.length > LONGEST;
  const field = element("textarea", { readonly: true, rows: Math.ceil(address.length / LINE), "aria-label": text("share.link"), onfocus: () => field.select() }, address);
  const missing = [isNamed ? "" : text("share.no_names"), card.points ? text("share.no_tiles") : ""].filter(Boolean).join(" ");
  const body = isTooLong ? [element("p", {}, text("share.too_long", { most: LONGEST, found: address.length }))]
    : [element("p", {}, text("share.same")), field, missing ? element("p", { class: "hint" }, missing) : null,
      element("p", { class: "hint" }, text("share.elsewhere"))];
  // Browsers have a clipboard only on this computer, or over an encrypted connection.
  const mayCopy = !isTooLong && navigator.clipboard;
  const copy = mayCopy ? { action: text("share.copy"), act: async () => {
    await navigator.clipboard.writeText(address);
    say(text("share.copied"));
  } } : {};
  makeDialog(text("share.link"), { body: body.filter(Boolean), ...copy }).open();
}
