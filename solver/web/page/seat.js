/** A seat at a table of many phones: what happens there is heard, and what the player does is sent. */

import { GoneError, JobError } from "./api.js";
import { foundAt, text } from "./texts.js";

const SILENT = 25_000; // ms without a word of the server, which speaks every 10 s
const PAUSES = [200, 1000, 3000]; // ms before it is tried again
const LOST = [401, 404];
const NO_SECRET = 403; // the server was started anew
const TIMED = 5; // requests that tell how the clocks differ

/** Send *values* to a table and return the answer; throws `JobError`, with the text for the server's code. */
export async function send(path, values = {}, token = "") {
  let answer;
  try {
    const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
    answer = await fetch(`/tables/${path}`, { method: "POST", headers, body: JSON.stringify(values) });
  } catch {
    throw new GoneError();
  }
  const found = await answer.json().catch(() => ({}));
  if (answer.ok) return found;
  const { status } = answer, { code, error } = found;
  throw new JobError(foundAt(`seat.${code}`) ?? error ?? text("frame.answered", { status }), { status, code });
}

/**
 * Listen at the seat {code, player, token}; return {act, local, isHeard, isRefused, close}. `changed(table)` is called when
 * something has happened, `lost()` when there is no such seat any more, `moved()` when another page listens at it
 * from now on. `local(ms)` is a moment of the server's
 * clock on this one's.
 */
export function listen({ code, player, token }, { changed, lost, moved }) {
  let table = null, last = 0, tries = 0, offset = 0, isHeard = false, isRefused = false, isOver = false;
  let heard = 0; // when something was heard
  let connection = null, wake = null;
  const watch = setInterval(() => { if (Date.now() - heard > SILENT) connection?.abort(); }, 5000);
  document.addEventListener("visibilitychange", awake);
  addEventListener("online", awake);
  setClock();
  goOn();

  /** The phone has slept, perhaps for long. */
  function awake() {
    if (document.visibilityState !== "visible") return;
    if (Date.now() - heard > SILENT / 2) connection?.abort();
    wake?.();
  }

  async function goOn() {
    while (!isOver) {
      connection = new AbortController();
      heard = Date.now();
      const headers = { Authorization: `Bearer ${token}`, "Last-Event-ID": String(last) };
      const answer = await brought(fetch(`/tables/${code}/events`, { headers, signal: connection.signal, cache: "no-store" }));
      if (isOver) return;
      if (LOST.includes(answer?.status)) {
        close();
        lost();
        return;
      }
      if (answer) isRefused = answer.status === NO_SECRET;
      const isPlanned = answer?.ok && await hear(answer.body.getReader());
      if (isOver) return;
      if (isPlanned) continue;
      isHeard = false;
      tell();
      await new Promise((resolve) => { wake = resolve; setTimeout(resolve, PAUSES[Math.min(tries, PAUSES.length - 1)]); });
      tries += 1;
    }
  }

  /** Take what comes; return whether it ended as the server ends it from time to time. */
  async function hear(reader) {
    const decoder = new TextDecoder();
    let rest = "", hasBegun = false;
    for (;;) {
      const read = await brought(reader.read());
      if (!read || read.done || isOver) return hasBegun && Boolean(read?.done);
      hasBegun = true;
      heard = Date.now();
      tries = 0;
      const blocks = (rest + decoder.decode(read.value, { stream: true })).split("\n\n");
      rest = blocks.pop();
      const areAll = blocks.map(take).includes("present"); // which ends what is told at once
      if (!areAll) continue;
      isHeard = true;
      tell();
    }
  }

  /** Take one event; return of which kind it was. */
  function take(block) {
    const { id, event, data } = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
    if (!event || isOver) return null;
    if (event === "elsewhere") {
      close();
      attempt(moved);
      return event;
    }
    attempt(() => { table = happened(table, event, JSON.parse(data)); });
    if (id) last = Number(id);
    return event;
  }

  function tell() {
    if (table && !isOver) attempt(() => changed(table));
  }

  async function setClock() {
    let fastest = Infinity;
    for (let count = 0; count < TIMED && !isOver; count += 1) {
      const start = Date.now(), begin = performance.now();
      try {
        const { now } = await send("clock");
        const took = performance.now() - begin;
        if (took >= fastest) continue;
        fastest = took;
        offset = now - (start + took / 2);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, PAUSES[1]));
      }
    }
    tell();
  }

  function close() {
    isOver = true;
    clearInterval(watch);
    document.removeEventListener("visibilitychange", awake);
    removeEventListener("online", awake);
    connection?.abort();
  }

  return { player, code, close, act: (action, values) => send(`${code}/${action}`, values, token), local: (ms) => ms - offset, isHeard: () => isHeard, isRefused: () => isRefused };
}

/** Return what *request* brings, null if the network is gone, or the phone was asleep. */
function brought(request) {
  return request.catch(() => null);
}

/** Do what may be wrong in the page itself: the phone listens on all the same. */
function attempt(act) {
  try {
    act();
  } catch (error) {
    console.error(error);
  }
}

/**
 * Return *table* after an event: {game, card, seconds, begins, rounds, seats: [{name, card, paper, hasLeft}], present,
 * phase, round, roll, players, sand, draft, entry, handed, results, total, failed}.
 */
export function happened(table, kind, data) {
  switch (kind) {
    case "table": return { ...data, seats: [], present: [], phase: "lobby", round: 0, players: [], results: [] };
    case "joined": return { ...table, seats: [...table.seats, { name: data.name, card: data.card, paper: data.paper, hasLeft: false }] };
    case "paper": return withSeat(table, data.player, { paper: data.paper });
    case "left": return withSeat(table, data.player, { hasLeft: true });
    case "present": return { ...table, present: data.players };
    case "thrown": return { ...table, phase: "play", round: data.round, roll: data.roll, players: data.players, sand: null, draft: null, entry: null, handed: [], failed: null };
    case "sand": return { ...table, sand: data };
    case "draft":
    case "entry": return { ...table, [kind]: data.entry };
    case "handed": return { ...table, handed: [...table.handed, data.player] };
    case "closed": return { ...table, phase: "judging" };
    case "results": return { ...table, phase: "results", results: [...table.results, { ...data, roll: table.roll }] };
    case "total": return { ...table, phase: "over", total: { ...data.total, at: data.at } };
    case "failed": return { ...table, failed: data.message };
    case "again": return { ...table, phase: "lobby", round: 0, results: [], total: null };
    default: return table;
  }
}

function withSeat(table, player, changes) {
  return { ...table, seats: table.seats.with(player, { ...table.seats[player], ...changes }) };
}

/** Return who leads: the first who has not left, or everybody while that one is away. */
export function leads({ seats, present }, player) {
  const host = seats.findIndex(({ hasLeft }) => !hasLeft);
  return player === host || !present.includes(host);
}
