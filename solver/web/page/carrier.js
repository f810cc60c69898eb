/** How a job gets to penta: to a server. A page without one has another module of this name. */

/** Jobs that need a server where there is none, and the key of the text that says that none answers. */
export const needsServer = new Set();
export const goneKey = "frame.gone";

/** Return the answer, a `Response`, to *job* with *values*, texts by name, or for a *photo*, a Blob. */
export function send(job, { values, photo, signal }) {
  const query = photo ? new URLSearchParams(values).toString() : "";
  const headers = { "Content-Type": photo ? photo.type : "application/json" };
  return fetch(`/api/${job}${query && `?${query}`}`, { method: "POST", headers, body: photo ?? JSON.stringify(values), signal });
}
