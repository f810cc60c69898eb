/** The rules of a game behind a "?", in the language of the page, fetched when they are first opened. */

import { GoneError, JobError } from "./api.js";
import { makeDialog } from "./dialog.js";
import { button, element } from "./dom.js";
import { load } from "./load.js";
import { language, text } from "./texts.js";

const known = new Map(); // by game: blocks of its rules, [kind, content]

/** Return a button that opens the rules of a game, {game, title}. */
export function rulesButton({ game, title }) {
  const label = text("rules.title", { game: title });
  return button(label, async () => {
    const waiting = element("p", { class: "hint" }, text("frame.moment"));
    const body = element("div", { class: "rules", tabindex: "0", "aria-busy": "true" }, waiting); // to scroll it by keys
    const dialog = makeDialog(label, { body: [body] });
    dialog.open();
    try {
      body.append(...await drawn(game, await blocksOf(game)));
    } catch (problem) {
      dialog.fail(problem);
    }
    waiting.remove();
    body.removeAttribute("aria-busy");
  }, { icon: "help", class: "icon" });
}

/** Return a list of what the rules of *game* explain with cells as an example. Throws `JobError`. */
export async function exampleList(game) {
  const blocks = await blocksOf(game);
  return element("div", { class: "rules" }, await drawn(game, blocks.filter((block, at) => isCells(block) || isCells(blocks[at + 1] ?? []))));
}

async function blocksOf(game) {
  if (!known.has(game)) known.set(game, await fetched(game));
  return known.get(game);
}

function isCells([kind, content]) {
  return kind === "figure" && /^\d/.test(content);
}

async function fetched(game) {
  let answer;
  try {
    answer = await fetch(new URL(`./rules/${game}.${language}.json`, import.meta.url));
  } catch {
    throw new GoneError();
  }
  if (!answer.ok) throw new JobError(text("frame.answered", { status: answer.status }));
  return answer.json();
}

/** Return headings, paragraphs and lists; of the figures shapes, boards, and cells, each with the item above it. */
async function drawn(game, blocks) {
  const nodes = [];
  for (const block of blocks) {
    const [kind, content] = block;
    if (kind === "item") {
      if (nodes.at(-1)?.tagName !== "UL") nodes.push(element("ul"));
      nodes.at(-1).append(element("li", {}, content));
    } else if (kind === "figure") {
      if (isCells(block)) nodes.at(-1).lastChild.append(cells(content.split(" ")));
      if (content === "tiles") nodes.push(await shapes());
      if (content === "board") nodes.push(await (await load(`./${game}/board_view.js`)).figure());
    } else nodes.push(element(kind === "heading" ? "h3" : "p", {}, content));
  }
  return nodes;
}

async function shapes() {
  const [{ shapeIcon }, { CELLS }] = await Promise.all([load("./outline.js"), load("./pieces.js")]);
  return element("div", { class: "rules-shapes" }, Object.entries(CELLS).map(([letter, cells]) => element("span", {}, shapeIcon(cells), letter)));
}

function cells(numbers) {
  return element("span", { class: "example" }, numbers.map((number) => element("span", {}, number)));
}
