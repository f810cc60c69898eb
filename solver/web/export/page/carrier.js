/** How a job gets to penta: to Python in a worker of this browser. It takes the place of the server's module. */

import { jobs } from "./built.js";
import { text } from "./texts.js";

/** Jobs that need a computer, and the text for who has nobody to do any. */
export const absent = new Set(jobs);
export const gone = "exported.gone";

const LIMIT = 60_000; // milliseconds for a job
const IDLE = 2000; // milliseconds without a job
const GRACE = 500; // milliseconds for a job that nobody waits for: most take less, and a new Python takes seconds
const NOT_IMPLEMENTED = 501;
const waiting = []; // {job, values, resolve, reject}
let running = null; // one of these
let idle = 0;
let python = begin(); // {worker, isReady}
let spare = null; // takes the place of one that was ended, as it takes seconds to start

/** Return the answer, a `Response`, to *job* with *values*, texts by name, or for a *photo*, a Blob. */
export async function send(job, { values, photo, signal }) {
  if (photo) return (await import("./read_photo.js")).readPhoto({ values, photo, signal }, send);
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const asked = { job, values, resolve, reject };
    signal?.addEventListener("abort", () => {
      reject(signal.reason);
      asked.isLeft = true;
      if (running === asked) setTimeout(leave, GRACE, asked);
      else if (waiting.includes(asked)) waiting.splice(waiting.indexOf(asked), 1);
    }, { once: true });
    waiting.push(asked);
    next();
  });
}

function next() {
  clearTimeout(idle);
  python ??= begin();
  if (running || !python.isReady) return;
  if (!waiting.length) {
    idle = setTimeout(prepare, IDLE);
    return;
  }
  const { job, values } = running = waiting.shift();
  running.timer = setTimeout(() => {
    answer({ status: 504, exit: -1, type: "application/json", content: JSON.stringify({ error: text("exported.late") }) });
    end();
  }, LIMIT);
  python.worker.postMessage({ job, values: JSON.stringify(values) });
}

/** Do what would have slowed the first answer down: keep all files, and start another Python. */
function prepare() {
  navigator.serviceWorker?.register(new URL("../service_worker.js", import.meta.url)).catch(console.error);
  spare ??= begin();
}

function begin() {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const begun = { worker, isReady: false };
  worker.onmessage = ({ data }) => {
    if (data.failure) return fail(begun, data.failure);
    if (data.content) {
      answer(data);
      running = null;
    }
    begun.isReady = true;
    leave(running);
    next();
  };
  worker.onerror = (event) => fail(begun, event.message);
  return begun;
}

function answer({ status, exit, type, content }) {
  const said = status === NOT_IMPLEMENTED ? JSON.stringify({ error: text("exported.needs_computer") }) : content;
  const headers = { "Content-Type": type, ...(exit < 0 ? {} : { "Penta-Exit": exit }) };
  clearTimeout(running.timer);
  running.resolve(new Response(said, { status, headers }));
}

/** End Python in the middle of *asked* if nobody waits for that, as soon as another one is ready. */
function leave(asked) {
  if (!asked?.isLeft || running !== asked) return;
  spare ??= begin();
  if (spare.isReady) end();
}

/** End Python in the middle of its job. */
function end() {
  clearTimeout(running.timer);
  python.worker.terminate();
  [python, spare, running] = [spare, null, null];
  next();
}

/** Python could not be had, or broke: all who wait get to know, and who asks next starts it anew. */
function fail(begun, message) {
  console.error(message);
  begun.worker.terminate();
  if (begun === spare) spare = null;
  if (begun !== python) return;
  clearTimeout(running?.timer);
  const all = [...(running ? [running] : []), ...waiting.splice(0)];
  python = running = null;
  for (const { reject } of all) reject(new TypeError(message));
}
