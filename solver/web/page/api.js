/** The jobs: each is a command of penta, its answer what the command prints. */

import { goneKey, needsServer, send } from "./carrier.js";
import { inEnglish, text } from "./texts.js";

const TRIES = 10;
const PAUSE = 1000; // milliseconds
const BAD_INPUT = 400; // what is wrong with it is said in the command's own words

/** Why there is no answer: the one line of the command or the server, its `exit` and `status`; at a table its `code`. */
export class JobError extends Error {
  constructor(message, { status = 0, exit = null, code = "" } = {}) {
    super(message);
    this.name = "JobError";
    this.status = status;
    this.exit = exit;
    this.code = code;
  }
}

/** The server is not there, or out of reach. */
export class GoneError extends JobError {
  constructor() {
    super(text(goneKey));
  }
}

/** Run *job* with *values*, texts by name, and return its JSON. Throws `JobError` or an AbortError. */
export async function run(job, values = {}, { signal } = {}) {
  return JSON.parse(await (await answered(job, { values, signal })).text());
}

/** Likewise for a command that prints a file: a Blob of its type. */
export async function runFile(job, values = {}, { signal } = {}) {
  return (await answered(job, { values, signal })).blob();
}

/** Send a photo, a Blob, to *job* with *values* and return its JSON. */
export async function sendPhoto(job, photo, values = {}, { signal } = {}) {
  return JSON.parse(await (await answered(job, { values, photo, signal })).text());
}

/** Return why *job*, or one with a value as "grey.for", cannot be done here, or "". */
export function lacking(job) {
  return needsServer.has(job) ? text("exported.needs_server") : "";
}

async function answered(job, request) {
  let answer;
  try {
    answer = await send(job, request);
    for (let tries = 1; answer.status === 429 && tries < TRIES; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE)); // many are playing
      answer = await send(job, request);
    }
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new GoneError();
  }
  const exit = answer.headers.has("Penta-Exit") ? Number(answer.headers.get("Penta-Exit")) : null;
  if (answer.ok) return answer;
  let message = text("frame.answered", { status: answer.status });
  try {
    message = (await answer.json()).error ?? message;
  } catch {
    // Not an answer of ours; its status says what there is to say.
  }
  if (answer.status === BAD_INPUT) message = inEnglish(message.replace(/^(\w+) -(?=[,:])/, "$1")); // "card -": to a person, standard input is nothing
  throw new JobError(message, { status: answer.status, exit });
}
