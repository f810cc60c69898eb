/**
 * Python with penta, ready for a roll. To start it takes seconds, most of them Python's own. So a snapshot of its memory
 * is kept, and later starts of the same version go on from there.
 */

import { runtime } from "./built.js";

const FOLDER = new URL(".", import.meta.url).href;
const SCOPE = new URL("..", FOLDER).href;
const CACHE = `penta ${FOLDER.slice(SCOPE.length, -1)} ${SCOPE}`; // the service worker's, which forgets old versions
const SNAPSHOT = `${FOLDER}snapshot.bin`;
const SITE = "/penta";
const PREPARE = `
import os, random, sys
os.environ["NO_COLOR"] = "1"
sys.path.insert(0, "${SITE}")
import cli
from solver.web.export.local_job import answer_first, answer_named
answer_first(cli.run)
`;
const ANSWER = `
random.seed()  # or all that go on from one snapshot would throw the same dice
lambda name, values, tell: answer_named(name, values, cli.run, tell)
`;

/** Return the function that answers jobs; see `local_job.answer_named`. */
export async function startPython() {
  const program = fetch(`${FOLDER}penta.zip`).then((answer) => answer.arrayBuffer());
  const cache = await openCache();
  const kept = await cache?.match(SNAPSHOT);
  if (kept) {
    try {
      return (await load(program, { _loadSnapshot: kept.arrayBuffer() })).runPython(ANSWER);
    } catch (error) {
      console.warn(error);
    }
  }
  const python = await load(program, { _makeSnapshot: true });
  const size = python._module.HEAP8.length;
  python.runPython(PREPARE);
  // Pyodide goes on from no more memory than it starts with: its issue 6254.
  if (cache && python._module.HEAP8.length === size) keep(cache, python).catch(console.warn);
  return python.runPython(ANSWER);
}

/** Start without the snapshot next time, as a Python that may have gone on from it broke down. */
export async function forgetSnapshot() {
  await (await openCache())?.delete(SNAPSHOT);
}

/** Return nothing where the browser keeps nothing: without HTTPS, or in a private window. */
async function openCache() {
  return self.caches?.open(CACHE).catch(console.warn);
}

async function load(program, options) {
  const indexURL = new URL(runtime, FOLDER).href;
  const { loadPyodide } = await import(`${indexURL}pyodide.mjs`);
  const python = await loadPyodide({ indexURL, ...options });
  python.unpackArchive(await program, "zip", { extractDir: SITE }); // a snapshot has no files
  return python;
}

async function keep(cache, python) {
  await cache.put(SNAPSHOT, new Response(python.makeMemorySnapshot()));
}
