/** Python in a worker: it answers jobs one after another, as a server would. */

import { forgetSnapshot, startPython } from "./start_python.js";

const tell = (done, total) => postMessage({ done, total });
const ready = startPython();
ready.then(({ snapshot }) => postMessage({ snapshot }), fail);

addEventListener("message", async ({ data: { job, values } }) => {
  const { answer } = await ready;
  const tuple = answer(job, values, tell);
  const [status, exit, type, content] = tuple.toJs();
  tuple.destroy();
  postMessage({ status, exit, type, content });
});
addEventListener("unhandledrejection", ({ reason }) => fail(reason));

function fail(error) {
  forgetSnapshot().catch(console.warn).finally(() => postMessage({ failure: String(error) }));
}
