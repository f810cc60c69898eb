/**
 * Keeps all files of one version, so that the page starts without a network. Above stand VERSION, PAGE, POLICY, and
 * FILES with their digests: a host may give something else for a file, as a page that says that there is none.
 */

const SCOPE = registration.scope;
const CACHE = `penta ${VERSION} ${SCOPE}`; // other pages at this origin have caches as well
const opened = caches.open(CACHE);
// What the browser may take from there by itself, which is quicker; pages and workers get their policy here.
const ROUTES = ["script", "style", ""].map((requestDestination) => (
  { condition: { urlPattern: `${SCOPE}*`, requestDestination }, source: { cacheName: CACHE } }));
const FIRST = [SCOPE, `${SCOPE}index.html`];

addEventListener("install", (event) => {
  event.waitUntil(keep());
  event.addRoutes?.(ROUTES).catch(console.error);
});
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("message", (event) => event.waitUntil(keepSnapshot(event.data).catch(console.warn)));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(SCOPE)) event.respondWith(answer(event.request));
});

/** Keep all files; where there is no room for them, they get that of an older version's snapshot. */
async function keep() {
  try {
    await keepFiles();
  } catch {
    for (const cache of await Promise.all((await ourCaches()).map((name) => caches.open(name)))) {
      for (const { url } of await cache.keys()) if (url.endsWith("/snapshot.bin")) await cache.delete(url);
    }
    await keepFiles();
  }
}

/** Keep all files. Those of an older version that are the same are not fetched again. */
async function keepFiles() {
  const cache = await opened;
  await Promise.all(Object.entries(FILES).map(async ([path, integrity]) => {
    const url = SCOPE + path;
    await cache.put(url, await caches.match(url) ?? await fetch(url, { integrity, cache: "no-cache" }));
  }));
}

/** Keep the snapshot of Python's memory that a page of this version has; see `start_python.js`. */
async function keepSnapshot({ url, content }) {
  if (url.startsWith(`${SCOPE}${VERSION}/`)) await (await opened).put(url, new Response(content));
}

/** Forget what older versions kept; no tab shows them any more when a new one takes over. */
async function forget() {
  for (const name of await ourCaches()) {
    if (name !== CACHE) await caches.delete(name);
  }
  await clients.claim();
}

async function ourCaches() {
  return (await caches.keys()).filter((name) => name.startsWith("penta ") && name.endsWith(` ${SCOPE}`));
}

/** Answer with what is kept; all else is not ours, as another page below this one. */
async function answer(request) {
  const [url] = request.url.split(/[?#]/);
  const found = await (await opened).match(FIRST.includes(url) ? SCOPE + PAGE : url);
  if (!found) return fetch(request);
  return ["document", "worker"].includes(request.destination) ? withPolicy(found) : found;
}

/** A worker has the policy that its own file came with. */
function withPolicy(found) {
  const headers = new Headers(found.headers);
  headers.set("Content-Security-Policy", POLICY);
  return new Response(found.body, { status: found.status, headers });
}
