/** What is kept in the browser, and who wants to know when it changes. */

const PREFIX = "penta.";
const values = new Map(); // also what is kept where the browser allows no storage
const watchers = new Map();

export const store = {
  /**
   * Return the value kept under *key*, or *otherwise*, also where it does not fit: another version of the
   * page may have kept it, or a person. `fits(value)` may throw. Treat it as frozen: `set` a new one.
   */
  get(key, otherwise = null, fits = () => true) {
    if (!values.has(key)) values.set(key, stored(key));
    const value = values.get(key);
    try {
      return value !== null && fits(value) ? value : otherwise;
    } catch {
      return otherwise;
    }
  },

  /** Keep *value*, anything that JSON can hold, and tell those who watch *key*. */
  set(key, value) {
    values.set(key, value);
    try {
      localStorage.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
      // Full or forbidden: the value lasts as long as the page.
    }
    tell(key, value);
  },

  /** Call *call* with the value whenever it changes; returns what stops that. */
  watch(key, call) {
    if (!watchers.has(key)) watchers.set(key, new Set());
    watchers.get(key).add(call);
    return () => watchers.get(key).delete(call);
  },
};

// Another tab of the same browser changed it.
addEventListener("storage", ({ key }) => {
  if (!key?.startsWith(PREFIX)) return;
  const name = key.slice(PREFIX.length);
  values.set(name, stored(name));
  tell(name, values.get(name));
});

function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key));
  } catch {
    return null;
  }
}

function tell(key, value) {
  for (const call of watchers.get(key) ?? []) call(value);
}
