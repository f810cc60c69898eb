/** Soft sounds, from the first tap on, unless a person turned them off: the browser keeps that. */

import { store } from "./store.js";

const KEY = "sound";
let context = null; // made at a tap: before one, browsers refuse

addEventListener("click", ({ isTrusted }) => {
  if (!isTrusted || context || !globalThis.AudioContext) return;
  context = new AudioContext();
  context.suspend();
});

export const sound = {
  get isOn() { return store.get(KEY, true, (value) => typeof value === "boolean"); },
  turn(on) { store.set(KEY, on); },

  /** A second of the last ones is over. */
  tick() {
    if (!sound.isOn) return;
    play([1200], 0.05, 0.07);
    shake(25);
  },

  /** The time is over: a phone that is in a hand shakes as well. */
  bell() {
    if (sound.isOn) play([660, 1320, 1980], 0.12, 1.4);
    shake(200);
  },

  /** Likewise, for all who sit around a table. */
  buzz() {
    if (sound.isOn) play([196], 0.25, 0.7, "square");
    shake(200);
  },
};

/** Play these tones, in Hz, together for so many seconds: they fade away, but not those of a buzzer, a square. */
async function play(tones, loudness, seconds, type = "sine") {
  if (!context) return;
  await context.resume();
  const volume = context.createGain();
  const end = context.currentTime + seconds;
  volume.gain.setValueAtTime(loudness, context.currentTime);
  if (type === "sine") volume.gain.exponentialRampToValueAtTime(0.0001, end);
  volume.connect(context.destination);
  const sources = tones.map((frequency) => new OscillatorNode(context, { type, frequency }));
  for (const source of sources) {
    source.connect(volume);
    source.start();
    source.stop(end);
  }
  sources[0].onended = () => { volume.disconnect(); context.suspend(); };
}

function shake(milliseconds) {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(milliseconds);
}
