/** A dialog with a title, a way out, and perhaps one action that may take a while and may fail. */

import { button, element } from "./dom.js";
import { text } from "./texts.js";

/**
 * Return {open, close, fail, element}. `body` is a list of nodes. `act(signal)` is run by the button
 * `action`; the dialog closes when it is done, and shows the line when it fails. Cancel ends it.
 */
export function makeDialog(title, { body, action, act, closed, wide = false }) {
  let running = null;
  let depth = 0; // of dialogs in the history: Back closes the one that is open
  const error = element("p", { class: "message error", role: "alert", hidden: true });
  const cancel = button(text(action ? "dialog.cancel" : "dialog.close"), close);
  const go = action ? button(action, start, { class: "primary" }) : null;
  const dialog = element("dialog", { class: wide ? "wide" : null, "aria-label": title, onclose: onClose },
    element("div", { class: "dialog-head" }, element("h2", { tabindex: "-1", autofocus: true }, title), button(text("dialog.close"), close, { icon: "close", class: "icon" })),
    element("div", { class: "dialog-body" }, body, error),
    element("div", { class: "dialog-foot" }, cancel, go));

  async function start() {
    running = new AbortController();
    go.disabled = true;
    go.setAttribute("aria-busy", "true");
    error.hidden = true;
    try {
      await act(running.signal);
      close();
    } catch (problem) {
      fail(problem);
    } finally {
      go.disabled = false;
      go.removeAttribute("aria-busy");
      running = null;
    }
  }

  function fail(problem) {
    if (problem.name === "AbortError") return;
    error.textContent = problem.message;
    error.hidden = false;
    error.scrollIntoView({ block: "nearest" });
  }

  function close() {
    dialog.close();
  }

  function onBack() {
    if (depthNow() < depth) close();
  }

  function onClose() {
    removeEventListener("popstate", onBack);
    if (depthNow() === depth) history.back();
    running?.abort();
    closed?.();
    dialog.remove();
  }

  return {
    element: dialog, close, fail, go,
    quiet() { error.hidden = true; },
    open() {
      document.body.append(dialog);
      dialog.showModal();
      depth = depthNow() + 1;
      history.pushState({ dialogs: depth }, "");
      addEventListener("popstate", onBack);
    },
  };
}

function depthNow() {
  return history.state?.dialogs ?? 0;
}
