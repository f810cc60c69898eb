/** The screen Together: one table, a phone for each player; one throw and one sand for all, sealed until the end. */

import { button, element, say, styleSheet } from "../dom.js";
import { makeDice } from "../dice.js";
import { makeDialog } from "../dialog.js";
import { leads, listen, send } from "../seat.js";
import { sound } from "../sound.js";
import { inEnglish, text } from "../texts.js";
import { makeBoard } from "./board.js";
import { cardOfText } from "./card_model.js";
import { keepGame, makeResults } from "./play_results.js";
import { makeSand } from "./sand.js";
import { winnerText } from "./scores.js";
import { makeShare } from "./share.js";
import { symbolName, symbolNode } from "./symbols.js";
import { fill } from "./table.js";
import { DICE } from "./throwing.js";
import { makeTiles } from "./tiles.js";
import { makeDoor } from "./together_door.js";
import { entryOfOutlines, makeDraft, outlinesOfEntry, sessionOf } from "./together_game.js";
import { makePaper } from "./together_paper.js";
import { invitationPanel, makeSeats } from "./together_seats.js";

export async function mount(root, app) {
  await Promise.all(["rush.css", "play.css", "figures.css", "together.css"].map((name) => styleSheet(new URL(name, import.meta.url))));
  let seat = null, table = null, card = null, outlines = [], invitation = null;
  let elsewhere = null; // the seat at which another page listens
  let isStopped = false, wasHeard = false;
  const board = makeBoard({ label: text("rush.card"), changed: drawn });
  const dice = makeDice({ count: DICE, face: (letter) => symbolNode(symbolOf(letter)), name: (letter) => symbolName(symbolOf(letter)) });
  const sand = makeSand({ turn: () => handIn("turn"), ended: stopped, ring: sound.buzz });
  const results = makeResults(() => show(), { withSums: true });
  const share = makeShare(app, "play", { kind: () => "play", result: results.result, tell });
  const seats = makeSeats();
  const tiles = makeTiles({ title: text("play.tiles") });
  const door = makeDoor(app, { sat, fail: (line) => tell(line, true), changed: () => show() });
  const status = element("p", { class: "status" });
  const task = element("p", { class: "hint" });
  const heading = element("div", {}, status, task);
  const message = element("p", { class: "message", role: "alert", hidden: true });
  const papers = element("div", { class: "papers" }, element("div", { class: "paper" }, board.element), results.beside);
  const tools = element("div", { class: "bar" });
  const stage = element("div", { class: "stage" });
  const actions = element("div", { class: "bar is-filled" });
  const side = element("div", { class: "side" });
  const draft = makeDraft(app, (values) => act("draft", values, true));
  const paper = makePaper({ card: () => card, choose: (isOnPaper) => act("paper", { paper: isOnPaper }), typed: (next) => { tell(""); draw(next); } });
  const throwButton = button(text("play.throw"), () => act("throw", { round: table.round + 1 }), { icon: "dice", class: "primary" });
  const done = button(text("play.done"), handInOwn, { icon: "check", class: "primary" });
  const close = button(text("together.judge_now"), confirmClose, { class: "primary" });
  const again = button(text("play.again"), () => act("again"), { class: "primary" });
  const back = button(text("together.take_back"), () => { tell(""); sat(elsewhere); }, { class: "primary" });
  const leave = button(text("together.leave"), confirmLeave, { class: "quiet" });
  root.append(
    stage, element("div", { class: "thumb" }, message, dice.element, actions), side);
  root.addEventListener("keydown", board.shortcut);

  const invited = new URLSearchParams(location.search).get("table");
  if (invited) history.replaceState(history.state, "", location.pathname + location.hash);
  const kept = app.store.get("together.seat", null, ({ code, token }) => typeof code === "string" && typeof token === "string");
  if (kept && (!invited || kept.code === invited)) sat(kept);
  else if (invited) door.invite(invited);
  show();

  function sat(next) {
    app.store.set("together.seat", next);
    door.invite("");
    invitation = elsewhere = null;
    seat?.close();
    const taken = seat = listen(next, { changed, lost, moved: () => moved(next) });
    send(`${next.code}/invitation`, { screen: "together" }, next.token).then((given) => {
      if (seat !== taken) return;
      invitation = invitationPanel(next.code, given);
      show();
    }, () => {});
  }

  function lost(line = text("seat.no_seat")) {
    app.store.set("together.seat", null);
    rise(line);
  }

  /** Another page of this browser, or a phone with a copy of what this one keeps, sits here now. */
  function moved(from) {
    elsewhere = from;
    rise(text("together.elsewhere"));
  }

  function rise(line) {
    draft.stop();
    seat = table = null;
    tell(line, Boolean(line));
    show();
  }

  function symbolOf(letter) {
    return card.symbols.find((symbol) => symbol.letter === letter);
  }

  /** Say *line*, a text or nodes. */
  function tell(line, isWrong = false) {
    message.replaceChildren(...[line].flat());
    message.classList.toggle("error", isWrong);
    message.hidden = !line.length;
    if (isWrong) message.scrollIntoView({ block: "nearest" });
  }

  /** Do something at the table; what happens by itself, *isQuiet*, may come too late. */
  async function act(action, values = {}, isQuiet = false) {
    try {
      await seat.act(action, values);
    } catch (problem) {
      if (!isQuiet) tell(problem.message, true);
    }
  }

  /** Something has happened at the table. */
  function changed(next) {
    const isNew = !table || next.round !== table.round || (next.phase === "play") !== (table.phase === "play");
    const isOver = next.phase === "over" && table?.phase !== "over", wasThere = Boolean(table);
    table = next;
    card = cardOfText(table.seats[seat.player]?.card ?? table.card) ?? cardOfText(table.card);
    if (isNew) begin();
    if (isNew && !root.hidden) scrollTo(0, 0);
    if (wasHeard !== (wasHeard = seat.isHeard()) && wasHeard && isOwnTurn() && outlines.length) draft.send(values);
    if (table.failed) tell(inEnglish(table.failed), true);
    if (isOver) finished(wasThere);
    show();
  }

  /**
   * The game is over: what this player had is kept among his results, once, as it bears the moment of the end. A page
   * that is loaded again says no more who has won.
   */
  function finished(wasThere) {
    const session = sessionOf(table);
    if (!session.total) return;
    const count = keepGame(app.store, session, table.players.indexOf(seat.player));
    if (count || wasThere) say(winnerText(session.total));
  }

  /** Another round, or none: the outlines are those that this phone has kept, or the table. */
  function begin() {
    tell("");
    board.forget();
    isStopped = false;
    paper.begin();
    draft.stop();
    results.choose(Math.max(0, table.players.indexOf(seat.player)));
    if (table.phase !== "play") return draft.forget();
    const own = table.entry ? null : draft.kept(seat.code, table.round);
    outlines = own ?? outlinesOfEntry(table.entry ?? table.draft, card.cols);
    dice.show([...table.roll]);
    dice.tumble();
    say(text("play.thrown", { symbols: [...table.roll].map((letter) => symbolName(symbolOf(letter))).join(", ") }));
  }

  function drawn(next) {
    paper.forget();
    draw(next);
  }

  function draw(next) {
    outlines = next;
    draft.keep(seat.code, table.round, outlines);
    draft.send(values);
    show();
  }

  function values() {
    return { round: table.round, entry: entryOfOutlines(outlines, card.cols) };
  }

  function handIn(action, isQuiet = false) {
    draft.stop();
    return act(action, values(), isQuiet);
  }

  /** The player has done; on paper he types it first, and nothing of that is left out in silence. */
  function handInOwn() {
    const wrong = paper.wrong();
    if (wrong) return tell(text("together.wrong_line", { line: wrong }), true);
    if (!isOnPaper() || isTyping()) return handIn("enter");
    paper.stop();
    return show();
  }

  /** The sand has run out: what was drawn is handed in; who plays on paper types it now. */
  function stopped() {
    if (isStopped) return;
    isStopped = true;
    tell(text("together.stop"));
    if (isOwnTurn() && !isOnPaper()) handIn("enter", true);
    show();
  }

  /** The button may stand where "Done" was a moment ago. */
  function confirmClose() {
    const act = () => seat.act("close", { round: table.round });
    makeDialog(text("together.judge_now"), { body: [element("p", {}, text("together.judge_body"))], action: text("together.judge_now"), act }).open();
  }

  function confirmLeave() {
    const act = async () => { await seat.act("leave"); seat.close(); lost(""); };
    makeDialog(text("together.leave_title"), { body: [element("p", {}, text("together.leave_body"))], action: text("together.leave"), act }).open();
  }

  function isOwnTurn() {
    return table.phase === "play" && table.players.includes(seat.player) && !hasHanded();
  }

  function hasHanded() {
    return table.handed.includes(seat.player);
  }

  function isOnPaper() {
    return table.seats[seat.player].paper;
  }

  function isOut() {
    return table.phase === "play" && Boolean(table.sand) && seat.local(table.sand.until) <= Date.now();
  }

  /** Who plays on paper types when he has done, has turned the sand, or it has run out. */
  function isTyping() {
    const hasDone = paper.hasStopped() || table.sand?.player === seat.player || !table.seconds;
    return isOwnTurn() && isOnPaper() && (hasDone || isOut());
  }

  function missing() {
    return table.players.filter((player) => !table.handed.includes(player)).map((player) => table.seats[player].name).join(", ");
  }

  function show() {
    const phase = table?.phase ?? "door";
    const isPlay = phase === "play", isPlayer = isPlay && table.players.includes(seat.player);
    const isJudged = phase === "results" || phase === "over";
    const session = isJudged ? sessionOf(table) : null;
    results.show(session);
    const isOpen = isPlayer && !hasHanded() && (isTyping() || (!isOnPaper() && !isOut()));
    board.show({
      card: session ? session.cards?.[results.player()] ?? session.card : card ?? door.card(), outlines: isPlay ? outlines : [],
      drawn: session ? results.drawn(session) : [], rest: isJudged ? "is-faint" : "", cover: "", isFixed: !isOpen,
    });
    dice.element.hidden = !table?.roll || phase === "lobby";
    if (!dice.element.hidden) dice.show([...table.roll]);
    showSand(isPlay, isPlayer);
    status.textContent = statusText(phase);
    task.textContent = taskText(phase);
    root.classList.toggle("is-door", phase === "door");
    door.wait(Boolean(seat && !table));
    const panels = session ? results.ordered(session) : [];
    if (session?.total) share.show(session);
    fill(stage, session ? [session.total ? panels.shift() : null, tools, papers] : [papers, tools]);
    fill(tools, [heading, ...(isOpen ? board.tools : []), ...(isJudged ? [results.choice] : [])]);
    fill(actions, actionsNow(phase, isPlayer));
    fill(side, sideNow(phase, session, panels));
    if (!table) return;
    seats.show(table);
    paper.show(isOnPaper());
    const unheard = [text("together.unheard"), text("seat.no_secret")];
    const line = seat.isHeard() ? "" : unheard[Number(seat.isRefused())];
    if (line ? line !== message.textContent : unheard.includes(message.textContent)) tell(line);
  }

  function showSand(isPlay, isPlayer) {
    const { seconds } = table ?? {};
    const until = isPlay && table.sand ? seat.local(table.sand.until) : null;
    const total = seconds * 1000;
    sand.show(until === null ? null : { total, left: Math.min(total, Math.max(0, until - Date.now())), until },
      isPlayer && !table.sand && seconds > 0 && table.begins === "turn" && !hasHanded());
  }

  function statusText(phase) {
    if (phase === "door") return "";
    if (phase === "lobby") return text("together.table", { code: seat.code });
    return text(table.round === table.rounds ? "together.last_round" : "together.round", { round: table.round, rounds: table.rounds });
  }

  function taskText(phase) {
    const host = table?.seats.find(({ hasLeft }) => !hasLeft)?.name;
    if (phase === "judging" || (phase === "results" && table.round === table.rounds)) return text("together.judging");
    if (phase === "lobby" || phase === "results") return leads(table, seat.player) ? "" : text("together.wait_throw", { name: host });
    if (phase !== "play") return "";
    if (hasHanded()) return text("together.wait", { names: missing() });
    if (isTyping()) return text("together.type_now");
    return text(isOnPaper() ? "together.draw_on_paper" : "play.task");
  }

  function actionsNow(phase, isPlayer) {
    const mayLead = table && leads(table, seat.player);
    if (phase === "lobby" || (phase === "results" && table.round < table.rounds)) return mayLead ? [throwButton] : [];
    if (phase === "over") return mayLead ? [again] : [];
    if (elsewhere) return [back];
    if (phase !== "play") return [];
    const isDone = !isPlayer || hasHanded();
    if (isDone) return [sand.element, mayLead && (!table.sand || isOut()) ? close : null];
    return [sand.element, done];
  }

  function sideNow(phase, session, panels) {
    if (phase === "door") return elsewhere ? [] : door.element;
    if (phase === "lobby") return [invitation, seats.element, paper.choice, leave];
    if (session) return [session.total ? share.element : null, ...panels, ...(phase === "results" ? [paper.choice] : []), seats.element, leave];
    tiles.show({}, card, table.round === table.rounds);
    return [isTyping() ? paper.typing : null, seats.element, tiles.element, leave];
  }

  return { shown: show };
}
