/** Fields of a form, each of a value that is kept: what is chosen from a list, counted, ticked. */

import { button, element, stepper as makeStepper } from "../dom.js";

/**
 * Return {wished(), wish(name, value), list, stepper, tick, choices, watch} of a form whose values are
 * kept under *key*, *usual* at first. Its fields are made by name; `changed()` is called when one is
 * another, as is what `watch` was given, which is called at once as well.
 */
export function makeFields(store, key, usual, changed = () => {}) {
  const stored = store.get(key, {});
  let wished = Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, typeof stored[name] === typeof value ? stored[name] : value]));
  const redraws = [];

  function wish(name, value) {
    wished = { ...wished, [name]: value };
    store.set(key, wished);
    for (const redraw of redraws) redraw(wished);
    changed();
  }

  function watch(redraw) {
    redraws.push(redraw);
    redraw(wished);
  }

  /** Return a list of *options*, pairs of a value and its text. */
  function list(label, name, options) {
    const made = element("select", { "aria-label": label, onchange: () => wish(name, made.value) },
      options.map(([value, text]) => element("option", { value }, text)));
    watch(() => { made.value = wished[name]; });
    return element("label", { class: "field" }, element("span", {}, label), made);
  }

  /** Return a switch: its value is "yes" or "", as jobs want it. */
  function tick(label, name) {
    const box = element("input", { type: "checkbox", onchange: () => wish(name, box.checked ? "yes" : "") });
    watch(() => { box.checked = Boolean(wished[name]); });
    return element("label", { class: "switch" }, box, element("span", {}, label));
  }

  function stepper(label, name, low, high) {
    if (!(wished[name] >= low && wished[name] <= high)) wished = { ...wished, [name]: usual[name] };
    const { element: root, shown, less, more } = makeStepper(label, (by) => wish(name, wished[name] + by));
    watch(() => {
      shown.textContent = wished[name];
      less.disabled = wished[name] <= low;
      more.disabled = wished[name] >= high;
    });
    return root;
  }

  /** Return buttons of which one is pressed. */
  function choices(label, name, options, kind) {
    const all = options.map(([value, text]) => button(text, () => wish(name, value)));
    watch(() => all.forEach((one, number) => one.setAttribute("aria-pressed", String(options[number][0] === wished[name]))));
    return element("div", { class: `choices ${kind}`, role: "group", "aria-label": label }, all);
  }

  return { wished: () => wished, wish, watch, list, tick, stepper, choices };
}
