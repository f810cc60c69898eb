/** Keeps all files of one version, so that the page starts without a network. Above stand VERSION, FILES and POLICY. */

const SCOPE = registration.scope;
const kept = `penta ${VERSION} ${SCOPE}`; // other pages at this origin have caches as well

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forget()));
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || !url.startsWith(SCOPE)) return;
  event.respondWith(answer(event.request, mode === "navigate" ? PAGE : url));
});

/** Keep all files. Those of an older version that are the same are not fetched again. */
async function keep() {
  const cache = await caches.open(kept);
  await Promise.all(FILES.map(async (path) => {
    const url = new URL(path, SCOPE).href;
    const found = await caches.match(url) ?? await fetch(url);
    if (!found.ok) throw new Error(`${url}: ${found.status}`);
    await cache.put(url, found);
  }));
}

/** Forget what older versions kept; no tab shows them any more when a new one takes over. */
async function forget() {
  for (const name of await caches.keys()) {
    if (name.startsWith("penta ") && name.endsWith(` ${SCOPE}`) && name !== kept) await caches.delete(name);
  }
  await clients.claim();
}

async function answer(request, wanted) {
  const cache = await caches.open(kept);
  const found = await cache.match(new URL(wanted, SCOPE), { ignoreSearch: true });
  return found ? withPolicy(found) : fetch(request);
}

/** A worker has the policy that its own file came with. */
function withPolicy(found) {
  const headers = new Headers(found.headers);
  headers.set("Content-Security-Policy", POLICY);
  return new Response(found.body, { status: found.status, headers });
}
