/** What stands in the place of a screen that needs a computer. */

import { element } from "./dom.js";
import { text } from "./texts.js";

/** Fill *root* with it. */
export function mount(root) {
  root.append(element("section", { class: "panel" }, element("p", { class: "message" }, text("exported.needs_server"))));
  return {};
}
