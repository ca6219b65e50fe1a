// Plays short synthesised sounds, if sound is on.

let audio;

const SOUNDS = {
  throw: () => [0, 60, 130, 210].map((at) => click(at, 700 + 200 * Math.random(), 0.06)),
  land: () => click(0, 320 + 120 * Math.random(), 0.14),
  place: () => click(0, 240, 0.16),
  knock: () => [0, 45, 90, 150].map((at, n) => click(at, 520 - 90 * n, 0.16)),
  score: () => tune([660, 880], 90),
  win: () => tune([523, 659, 784, 1047], 130),
  lost: () => tune([440, 349], 200),
  call: () => tune([784, 988], 120),
  moment: () => tune([587, 740, 880, 1175], 110),
};

addEventListener("sound", ({ detail }) => {
  if (document.documentElement.dataset.sound !== "on") return;
  audio ??= new AudioContext();
  SOUNDS[detail]?.();
});

addEventListener("table-stands", ({ detail: table }) => {
  const kind = table.querySelector(".result")?.dataset.kind;
  if (kind) dispatchEvent(new CustomEvent("sound", { detail: kind === "lost" ? "lost" : "win" }));
});

const tune = (notes, every) => notes.map((pitch, n) => click(n * every, pitch, 0.1, 0.25, "sine"));

function click(at, pitch, loud, length = 0.07, type = "triangle") {
  const from = audio.currentTime + at / 1000;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = type;
  tone.frequency.setValueAtTime(pitch, from);
  if (type === "triangle") tone.frequency.exponentialRampToValueAtTime(pitch / 3, from + length);
  volume.gain.setValueAtTime(loud, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(from);
  tone.stop(from + length);
}
