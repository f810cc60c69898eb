/**
 * Python with penta, ready for a roll. To start it takes seconds, most of them Python's own. So the first start leaves a
 * snapshot of its memory, and later starts of the same version go on from that.
 */

import { runtime } from "./built.js";

const SNAPSHOT = new URL("snapshot.bin", import.meta.url).href;
const HEAP_BYTES = 30 * 2 ** 20; // that Pyodide starts with; it goes on from no more: its issue 6254
const SITE = "/penta";
const IMPORT = `
import os, sys
os.environ["NO_COLOR"] = "1"
sys.path.insert(0, "${SITE}")
import cli
from solver.web.export.local_job import answer_named, warm_up
warm_up(cli.run)
`;
const ANSWER = "lambda name, values, tell: answer_named(name, values, cli.run, tell)";
let isResumed = false;

/** Return what answers jobs, as `local_job.answer_named` does, and for the service worker, a new snapshot or null. */
export async function startPython() {
  const kept = await keptSnapshot().catch(console.warn);
  if (kept) {
    isResumed = true;
    try {
      const python = await load({ _loadSnapshot: kept });
      delete python._api.config._loadSnapshot; // or it stays in memory
      return { answer: python.runPython(ANSWER), snapshot: null };
    } catch (error) {
      console.error(error);
      await forgetSnapshot();
    }
  }
  const python = await load({ _makeSnapshot: true });
  python.runPython(IMPORT);
  const snapshot = kept ? null : newSnapshot(python); // not once more in a browser that cannot go on from it
  return { answer: python.runPython(ANSWER), snapshot };
}

/** Start without the snapshot next time, if this Python went on from it and broke down. */
export async function forgetSnapshot() {
  if (!isResumed) return;
  isResumed = false;
  for (const name of await caches.keys()) await (await caches.open(name)).delete(SNAPSHOT);
}

/** Return nothing where there is none, or no cache, as without HTTPS. */
async function keptSnapshot() {
  const kept = await self.caches?.match(SNAPSHOT);
  return kept?.arrayBuffer();
}

async function load(options) {
  const indexURL = new URL(runtime, import.meta.url).href;
  const { loadPyodide } = await import(`${indexURL}pyodide.mjs`);
  const [python, program] = await Promise.all([
    loadPyodide({ indexURL, ...options }),
    fetch(new URL("penta.zip", import.meta.url)).then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(program, "zip", { extractDir: SITE }); // a snapshot has no files
  return python;
}

function newSnapshot(python) {
  if (!self.caches) return null;
  const { length } = python._module.HEAP8;
  if (length !== HEAP_BYTES) {
    console.warn(`no snapshot of ${length} bytes`);
    return null;
  }
  return { url: SNAPSHOT, content: new Blob([python.makeMemorySnapshot()]) };
}
