/** Python in a worker: it answers jobs one after another, as a server would. */

import { runtime } from "./built.js";

const SITE = "/penta";
const START = `
import os, sys
os.environ["NO_COLOR"] = "1"
sys.path.insert(0, "${SITE}")
import cli
from solver.web.export.local_job import answer_named
lambda name, values, tell: answer_named(name, values, cli.run, tell)
`;
const tell = (done, total) => postMessage({ done, total });
const ready = start();
ready.then(() => postMessage({}), (error) => postMessage({ failure: String(error) }));

addEventListener("message", async ({ data: { job, values } }) => {
  const answer = await ready;
  const tuple = answer(job, values, tell);
  const [status, exit, type, content] = tuple.toJs();
  tuple.destroy();
  postMessage({ status, exit, type, content });
});
addEventListener("unhandledrejection", ({ reason }) => postMessage({ failure: String(reason) }));

async function start() {
  const fetched = fetch(new URL("penta.zip", import.meta.url)).then((answer) => answer.arrayBuffer());
  const indexURL = new URL(runtime, import.meta.url).href;
  const { loadPyodide } = await import(`${indexURL}pyodide.mjs`);
  const python = await loadPyodide({ indexURL });
  python.unpackArchive(await fetched, "zip", { extractDir: SITE });
  return python.runPython(START);
}
