/** The buzzer at the end of the sand. A browser lets it sound once somebody has touched the page. */

const [LOW, SECONDS] = [196, 0.7]; // Hz

/** Return what sounds the buzzer, once somebody has touched *root*. */
export function makeBuzzer(root) {
  let audio = null;
  root.addEventListener("pointerdown", () => { audio ??= new AudioContext(); audio.resume(); });
  return () => {
    if (audio?.state !== "running") return;
    const tone = new OscillatorNode(audio, { type: "square", frequency: LOW });
    const loudness = new GainNode(audio, { gain: 0.25 });
    tone.connect(loudness).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + SECONDS);
  };
}
