/** What several screens say in the same words. */

import { text } from "../texts.js";

/** Return a number of points in words. */
export function counted(points) {
  return text("rush.points", { count: points });
}

/** Return what a sample card of penta is called on the page. */
export function sampleName(name) {
  return text(`card.names.${name}`);
}

/** Return the sentences *parts*, without those that are empty, in one line. */
export function joined(...parts) {
  return parts.filter(Boolean).reduce((one, other) => text("rush.both", { one, other }));
}
