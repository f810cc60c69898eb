/** What a person sees who opens the page for the first time: a finished card and three ways to one, then a tour. */

import { button, element } from "../dom.js";
import { makeGrid } from "../grid.js";
import { text } from "../texts.js";
import { startTour } from "../tour.js";
import { cardOfAnswer } from "./card_model.js";
import { showPacking } from "./packing_view.js";
import { pointsOn } from "./shapes.js";
import { sampleName } from "./words.js";

/** The sample card, and the best packing of AABCD on it: all is there before penta has been asked for anything. */
export const SAMPLE = "10x10:DBFFECECFADAADBBDCDCBCAFCCABAACCCFFEAEDCFFEEAADFBDAABFDDDEBFBABBDEAAEBBFEECFDCDFAABCFBCEDBEFEBECDEED";
export const PACKING = { T: "f2 g2 h2 g3 g4", W: "j1 i2 j2 h3 i3", X: "b1 a2 b2 c2 b3", Z: "g7 h7 g8 f9 g9" };
const PAUSE = 500; // ms until the card that came is seen, and the dialog that it came from is gone

/** Fill *root* with it. `photograph()` asks for a photo, `change(card, said)` takes a card, `paint()` begins an empty one. */
export function openWelcome(root, app, { photograph, change, paint }) {
  const card = cardOfAnswer({ card: SAMPLE });
  const grid = makeGrid({ label: text("rush.best_card") });
  const section = element("section", { class: "welcome", "aria-label": text("welcome.title") },
    element("div", { class: "paper" }, grid.element),
    element("div", { class: "welcome-words" }, element("h2", {}, text("welcome.title")), element("p", {}, text("welcome.lead")),
      button(text("welcome.photo"), photograph, { icon: "photo", class: "primary" }),
      element("div", { class: "choices" },
        button(text("welcome.sample"), () => change(card, text("card.sampled", { name: sampleName("meadow") })), { icon: "sample" }),
        button(text("welcome.paint"), () => { stop(); leave(); paint(); later(); }, { icon: "pencil" }))));
  const placements = Object.entries(PACKING).map(([shape, cells]) => ({ shape, points: pointsOn(card, shape), cells: cells.split(" ").map(cellOf) }));
  const stop = app.store.watch("card", () => { stop(); leave(); later(); });
  root.addEventListener("change", leave); // a photo was chosen: what is wrong with it is said below the card
  root.classList.add("is-welcome");
  root.prepend(section);
  showPacking(grid, card, { placements });

  function leave() {
    root.removeEventListener("change", leave);
    root.classList.remove("is-welcome");
    section.remove();
    app.store.set("welcome", true);
    document.getElementById("main").focus({ preventScroll: true });
  }
}

/** Lead a person round the screen Card and to the others; whoever has been led round only if he asks *again*. */
export function showAround(again = false) {
  startTour([
    { target: "#screen-card .paper", said: text("tour.card") },
    { target: "#screen-card .palette", said: text("tour.palette") },
    { target: "#screen-card .side > .panel", said: text("tour.fill") },
    { target: '#screens a[href="#roll"]', said: text("tour.roll") },
    { target: '#screens a[href="#play"]', said: text("tour.play") },
    { target: "#games", said: text("tour.games") },
  ], { again });
}

function later() {
  setTimeout(showAround, PAUSE);
}

function cellOf(name) {
  return [Number(name.slice(1)) - 1, name.charCodeAt(0) - 97];
}
