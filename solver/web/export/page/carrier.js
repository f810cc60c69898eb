/** How a job gets to penta: to Python in a worker of this browser. It takes the place of the server's module. */

import { needsServer as names } from "./built.js";
import { element } from "./dom.js";
import { text } from "./texts.js";

/** Jobs that need a server where there is none, and the key of the text that says that Python did not start. */
export const needsServer = new Set(names);
export const goneKey = "exported.gone";

const LIMIT = 60_000; // milliseconds of a job without progress
const START_LIMIT = 300_000; // milliseconds for a start, with all that is fetched
const DRAWN = 400; // milliseconds in which a page that is kept is drawn, if Python does not start beside it
const IDLE = 2000; // milliseconds without a job
const PATIENCE = 1000; // milliseconds of work before a bar tells of it
const GRACE = 500; // milliseconds for a job that was cancelled: most take less, and a new Python takes seconds
const NOT_IMPLEMENTED = 501;
const bar = element("progress", { class: "working", hidden: true, "aria-label": text("exported.working") });
const waiting = []; // requests: {job, values, resolve, reject}
let running = null; // the request that Python works on
let [idle, patience] = [0, 0]; // timers
let python = null; // {worker, isReady}
let spare = null; // takes the place of one that was ended
let snapshot; // of Python's memory, from the first start; null once the service worker has it, or where it had one

// Unless a job is there sooner; a first visit has all to fetch, and waits for that.
setTimeout(next, navigator.serviceWorker?.controller ? DRAWN : 0);

/** Return the answer, a `Response`, to *job* with *values*, texts by name, or for a *photo*, a Blob. */
export async function send(job, { values, photo, signal }) {
  if (photo) return (await import("./read_photo.js")).readPhoto({ values, photo, signal }, send);
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = { job, values, resolve, reject };
    signal?.addEventListener("abort", () => {
      reject(signal.reason);
      request.isCancelled = true;
      if (running === request) setTimeout(endCancelled, GRACE, request);
      else if (waiting.includes(request)) waiting.splice(waiting.indexOf(request), 1);
      showWork();
    }, { once: true });
    waiting.push(request);
    next();
    showWork();
  });
}

function next() {
  clearTimeout(idle);
  python ??= start();
  if (running || !python.isReady) return;
  if (!waiting.length) {
    idle = setTimeout(prepare, IDLE);
    return;
  }
  running = waiting.shift();
  bar.removeAttribute("value");
  limit();
  python.worker.postMessage({ job: running.job, values: JSON.stringify(running.values) });
}

function limit() {
  clearTimeout(running.timer);
  running.timer = setTimeout(() => {
    running.resolve(response(504, -1, "application/json", JSON.stringify({ error: text("exported.late") })));
    replacePython();
  }, LIMIT);
}

/** Do what would have slowed the first answer down: keep all files, and start another Python. */
function prepare() {
  if (navigator.serviceWorker) keep().catch(console.error);
  spare ??= start();
}

/** Keep all files, and then the snapshot: the page is to start without a network before it starts sooner. */
async function keep() {
  await navigator.serviceWorker.register(new URL("../service_worker.js", import.meta.url));
  const { active } = await navigator.serviceWorker.ready;
  if (!snapshot) return;
  active.postMessage(snapshot);
  snapshot = null;
}

function start() {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const started = { worker, isReady: false };
  started.late = setTimeout(fail, START_LIMIT, started, "Python did not start in time");
  worker.onmessage = ({ data: { failure, content, status, exit, type, done, total, snapshot: taken } }) => {
    if (failure) return fail(started, failure);
    if (total !== undefined) return showProgress(done, total);
    if (content) finish(response(status, exit, type, content));
    clearTimeout(started.late);
    if (snapshot === undefined) snapshot = taken;
    started.isReady = true;
    endCancelled(running);
    next();
  };
  worker.onerror = ({ message }) => fail(started, message);
  return started;
}

/** Show, after a while, that there is work: also the start of Python, and the work of a job that was cancelled. */
function showWork() {
  if (running || waiting.length) {
    patience ||= setTimeout(() => {
      bar.hidden = false;
      document.getElementById("main").append(bar);
    }, PATIENCE);
    return;
  }
  clearTimeout(patience);
  patience = 0;
  bar.hidden = true;
}

function showProgress(done, total) {
  if (running) limit(); // else it was just ended
  if (total) [bar.max, bar.value] = [total, done];
}

function finish(answer) {
  clearTimeout(running.timer);
  running.resolve(answer);
  running = null;
  showWork();
}

function response(status, exit, type, content) {
  const said = status === NOT_IMPLEMENTED ? JSON.stringify({ error: text("exported.needs_server") }) : content;
  return new Response(said, { status, headers: { "Content-Type": type, ...(exit < 0 ? {} : { "Penta-Exit": exit }) } });
}

/** End Python in the middle of *request* if that was cancelled, as soon as another Python is ready. */
function endCancelled(request) {
  if (!request?.isCancelled || running !== request) return;
  spare ??= start();
  if (spare.isReady) replacePython();
}

/** End Python in the middle of its job; the spare one goes on. */
function replacePython() {
  clearTimeout(running?.timer);
  python.worker.terminate();
  [python, spare, running] = [spare, null, null];
  next();
  showWork();
}

/** A worker did not start, or broke down: its job is lost, and those that wait too if there is no other one. */
function fail(failed, message) {
  console.error(message);
  clearTimeout(failed.late);
  failed.worker.terminate();
  if (failed === spare) spare = null;
  if (failed !== python) return;
  const lost = [...(running ? [running] : []), ...(spare ? [] : waiting.splice(0))];
  for (const { reject } of lost) reject(new TypeError(message));
  if (spare) return replacePython();
  clearTimeout(running?.timer);
  python = running = null;
  showWork();
}
