/** The frame of the page: the games and their screens, each loaded when it is first shown. */

import { run, runFile, sendPhoto } from "./api.js";
import { element, say } from "./dom.js";
import { store } from "./store.js";

const app = { store, run, runFile, sendPhoto, say, go };
const main = document.getElementById("main");
const screens = new Map(); // by id: {game, id, title, module, link, root, mounted, on}
let shown = null;

function go(id) {
  if (location.hash === `#${id}`) show(id);
  else location.hash = id;
}

async function start() {
  let games;
  try {
    games = await (await fetch("/pages.json")).json();
  } catch {
    main.append(element("p", { class: "message error" }, "penta does not answer: is it still running?"));
    return;
  }
  const switches = document.getElementById("games");
  for (const game of games.filter(({ screens: list }) => list.length)) {
    const list = element("ul", { class: "tabs", hidden: true });
    for (const screen of game.screens) {
      const link = element("a", { href: `#${screen.id}` }, screen.title);
      list.append(element("li", {}, link));
      screens.set(screen.id, { ...screen, game, link });
    }
    document.getElementById("screens").append(list);
    const last = store.get(`last.${game.game}`, game.screens[0].id);
    const target = screens.has(last) ? last : game.screens[0].id;
    Object.assign(game, { list, link: element("a", { href: `#${target}` }, game.title) });
    switches.append(element("li", {}, game.link));
  }
  addEventListener("hashchange", () => show(location.hash.slice(1)));
  const wanted = [location.hash.slice(1), store.get("last"), screens.keys().next().value];
  show(wanted.find((id) => screens.has(id)));
}

async function show(id) {
  const screen = screens.get(id); // "#main" is none: the link to the content
  if (!screen || screen === shown) return;
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
  link.scrollIntoView({ block: "nearest", inline: "nearest" });
  document.title = `${screen.title} · ${game.title}`;
  document.getElementById("title").textContent = document.title;
  store.set("last", screen.id);
  store.set(`last.${game.game}`, screen.id);
  if (!screen.root) {
    screen.root = element("section", { class: "screen", id: `screen-${screen.id}`, "aria-label": screen.title });
    main.append(screen.root);
    screen.mounted = mount(screen);
  }
  screen.root.hidden = false;
  scrollTo(0, 0);
  await screen.mounted;
  if (shown === screen) screen.on?.shown?.();
}

async function mount(screen) {
  screen.root.setAttribute("aria-busy", "true");
  try {
    const { mount: fill } = await import(screen.module);
    screen.on = await fill(screen.root, app);
  } catch (error) {
    console.error(error);
    screen.root.replaceChildren(element("p", { class: "message error" }, `This screen failed: ${error.message}`));
  }
  screen.root.removeAttribute("aria-busy");
}

start();
