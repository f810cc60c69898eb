/** Modules that are fetched when they are first needed. */

import { GoneError } from "./api.js";

const failures = new Map(); // by address: how often it could not be had

/** Return the module at *address*. One that could not be fetched is fetched again the next time. */
export async function load(address) {
  const count = failures.get(address) ?? 0;
  try {
    return await import(count ? `${address}?again=${count}` : address); // the browser remembers a failure
  } catch (error) {
    failures.set(address, count + 1);
    throw error instanceof TypeError ? new GoneError() : error;
  }
}
