/** The frame of the page: the games and their screens, each loaded when it is first shown. */

import { GoneError, lacking, run, runFile, sendPhoto } from "./api.js";
import { button, element, icon, say } from "./dom.js";
import { load } from "./load.js";
import { rulesButton } from "./rules.js";
import { store } from "./store.js";
import { fillTexts, language, languages, text } from "./texts.js";

const app = { store, lacking, run, runFile, sendPhoto, say, go };
const main = document.getElementById("main");
const rules = document.getElementById("rules"); // a button, of the game that is shown
const screens = new Map(); // by id: {game, id, title, module, link, root, mounted, on}
let shown = null;

function go(id) {
  if (location.hash === `#${id}`) show(id);
  else location.hash = id;
}

async function start() {
  fillTexts(document);
  offerLanguages();
  let games;
  try {
    games = await (await fetch(new URL("./pages.json", import.meta.url))).json();
  } catch {
    main.append(element("p", { class: "message error" }, new GoneError().message));
    return;
  }
  const switches = document.getElementById("games");
  for (const game of games.filter(({ screens: list }) => list.length)) {
    game.title ||= text(`games.${game.game}`);
    const list = element("ul", { class: "tabs", hidden: true });
    for (const screen of game.screens) {
      screen.title ||= text(`screens.${screen.id}`);
      const link = element("a", { href: `#${screen.id}` }, screen.icon ? icon(screen.icon) : null, element("span", {}, screen.title));
      list.append(element("li", {}, link));
      screens.set(screen.id, { ...screen, game, link });
    }
    document.getElementById("screens").append(list);
    const last = store.get(`last.${game.game}`, game.screens[0].id);
    const target = screens.has(last) ? last : game.screens[0].id;
    Object.assign(game, { list, link: element("a", { href: `#${target}` }, game.title) });
    switches.append(element("li", {}, game.link));
  }
  addEventListener("hashchange", showWanted);
  showWanted();
}

/** Let a person choose the language; what is on the page is said anew. */
function offerLanguages() {
  const choice = document.getElementById("language");
  document.getElementById("spoken").append(...[language.toUpperCase(), languages[language]].map((name) => element("span", {}, name)));
  for (const [code, name] of Object.entries(languages)) {
    choice.append(element("option", { value: code, selected: code === language, lang: code }, name));
  }
  choice.addEventListener("change", () => {
    store.set("language", choice.value);
    location.reload();
  });
}

/**
 * Show the screen that the address names. If it names none, it gets the name of the one shown. A link such as
 * #c=... is handed to the screen that opens "c"; its address is not kept, as Back would lead to it.
 */
async function showWanted() {
  const [name, content] = location.hash.slice(1).split(/=(.*)/s);
  const opening = content === undefined ? null : [...screens.values()].find(({ opens }) => opens && opens === name);
  const wanted = [opening?.id, location.hash.slice(1), shown?.id, store.get("last"), screens.keys().next().value];
  const id = wanted.find((one) => screens.has(one));
  if (id && location.hash !== `#${id}`) history.replaceState(null, "", `#${id}`);
  await show(id);
  if (opening && shown === opening) opening.on?.opened?.(content);
}

async function show(id) {
  const screen = screens.get(id);
  if (!screen || screen === shown) return screen?.mounted;
  if (shown?.game !== screen.game) rules.replaceChildren(rulesButton(screen.game));
  if (shown) {
    shown.root.hidden = true;
    shown.link.removeAttribute("aria-current");
    shown.on?.hidden?.();
  }
  shown = screen;
  const { game, link } = screen;
  for (const other of screens.values()) {
    other.game.list.hidden = other.game !== game;
    other.game.link.toggleAttribute("aria-current", false);
  }
  link.setAttribute("aria-current", "page");
  game.link.setAttribute("aria-current", "true");
  game.link.setAttribute("href", `#${screen.id}`);
  [link, game.link].forEach(centre);
  document.title = `${screen.title} · ${game.title}`;
  document.getElementById("title").textContent = document.title;
  store.set("last", screen.id);
  store.set(`last.${game.game}`, screen.id);
  if (!screen.root || screen.hasFailed) begin(screen);
  screen.root.hidden = false;
  scrollTo(0, 0);
  await tell(screen);
}

/** Scroll the row of *link*, where it does not fit, and nothing else. */
function centre(link) {
  const row = link.closest("ul");
  const [own, whole] = [link, row].map((one) => one.getBoundingClientRect());
  row.scrollLeft += own.left + own.width / 2 - whole.left - whole.width / 2;
}

/** Tell *screen* that it is shown, as soon as it can hear that. */
async function tell(screen) {
  await screen.mounted;
  if (shown === screen) screen.on?.shown?.();
}

function begin(screen) {
  screen.root?.remove();
  screen.root = element("section", { class: "screen", id: `screen-${screen.id}`, "aria-label": screen.title });
  main.append(screen.root);
  screen.mounted = mount(screen);
}

async function mount(screen) {
  screen.hasFailed = false;
  screen.root.setAttribute("aria-busy", "true");
  try {
    const { mount: fill } = await load(screen.module);
    screen.on = await fill(screen.root, app);
  } catch (error) {
    screen.hasFailed = true;
    const isGone = error instanceof GoneError;
    if (!isGone) console.error(error);
    const why = isGone ? error.message : text("frame.failed", { message: error.message });
    screen.root.replaceChildren(element("p", { class: "message error", role: "alert" }, why),
      button(text("frame.again"), () => { begin(screen); tell(screen); }));
  }
  screen.root.removeAttribute("aria-busy");
}

// Not by its address: Back would lead to it.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
start();
