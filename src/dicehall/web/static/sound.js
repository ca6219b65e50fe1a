// Plays synthesised sounds and vibrates, if sound is on. A game's style sheet names what its dice
// fall on (`--material`).

const root = document.documentElement;
const VOLUMES = { low: 0.35, medium: 0.8, high: 1.6 };

// A struck body rings at a few partials, [frequency, seconds, gain], over a click of filtered noise,
// [frequency, seconds, gain].
const MATERIALS = {
  wood: {
    partials: [
      [310, 0.07, 0.5],
      [790, 0.04, 0.3],
      [1420, 0.025, 0.15],
    ],
    click: [2100, 0.022, 0.7],
  },
  felt: {
    partials: [
      [150, 0.08, 0.6],
      [330, 0.04, 0.2],
    ],
    click: [700, 0.04, 0.5],
  },
  glass: {
    partials: [
      [1850, 0.22, 0.16],
      [4300, 0.13, 0.1],
      [6900, 0.08, 0.05],
    ],
    click: [5200, 0.012, 0.4],
  },
  stone: {
    partials: [
      [520, 0.05, 0.35],
      [1660, 0.03, 0.25],
    ],
    click: [3200, 0.016, 0.8],
  },
  chip: { partials: [[440, 0.06, 0.3]], click: [1500, 0.01, 0.2], wave: "square" },
};
const FANFARE = [523, 659, 784, 1047];

const SOUNDS = {
  throw: () => several(6, 0.045, (at) => strike(at, 0.16, 0.8 + 0.5 * Math.random())),
  land: () => bounce(0.5),
  place: () => strike(0, 0.8, 0.8),
  tick: () => several(4, 0.07, (at) => strike(at, 0.07, 2.4)),
  knock: () => shatter(1),
  smash: () => shatter(1.7),
  score: () => tune([660, 880], 0.08),
  call: () => tune([784, 988], 0.12),
  moment: () => tune([...FANFARE, 1319, 1568], 0.09, 0.5),
  win: () => tune([...FANFARE, 784, 1047], 0.13, 0.6),
  lost: () => tune([440, 415, 349], 0.2, 0.5),
};
const VIBRATIONS = {
  place: 10,
  knock: [15, 25, 30],
  smash: [25, 20, 60],
  moment: [20, 40, 20, 40, 60],
};

let audio; // made at the first sound, as browsers want a click first
let out;
let noise;

addEventListener("sound", ({ detail }) => {
  if (root.dataset.sound !== "on") return;
  if (!audio) open();
  out.gain.value = VOLUMES[root.dataset.volume] ?? VOLUMES.medium;
  SOUNDS[detail]?.();
  if (VIBRATIONS[detail]) navigator.vibrate?.(VIBRATIONS[detail]);
});

addEventListener("table-stands", ({ detail: table }) => {
  const kind = table.querySelector(".result")?.dataset.kind;
  if (kind) dispatchEvent(new CustomEvent("sound", { detail: kind === "lost" ? "lost" : "win" }));
});

// Volume, a limiter, and a little of the room.
function open() {
  audio = new AudioContext();
  noise = hiss(0.5, () => 1);
  out = audio.createGain();
  const limiter = audio.createDynamicsCompressor();
  const room = audio.createConvolver();
  const wet = audio.createGain();
  room.buffer = hiss(0.35, (share) => (1 - share) ** 3);
  wet.gain.value = 0.12;
  out.connect(limiter).connect(audio.destination);
  out.connect(room).connect(wet).connect(limiter);
}

function hiss(seconds, fade) {
  const length = Math.round(seconds * audio.sampleRate);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < length; n++) data[n] = (2 * Math.random() - 1) * fade(n / length);
  return buffer;
}

function several(count, every, act) {
  for (let n = 0; n < count; n++) act(n * every * (0.8 + 0.4 * Math.random()));
}

const material = () =>
  MATERIALS[getComputedStyle(document.body).getPropertyValue("--material").trim()] ??
  MATERIALS.wood;

// One die hits the table; `tone` raises the pitch.
function strike(at, loud, tone = 1) {
  const { partials, click, wave } = material();
  const pitch = tone * (0.92 + 0.16 * Math.random());
  burst(at, click[0] * pitch, click[1], click[2] * loud);
  for (const [partial, seconds, gain] of partials)
    ring(at, partial * pitch, seconds, gain * loud, wave);
}

function bounce(loud) {
  strike(0, loud, 0.9);
  strike(0.09, loud * 0.45, 1.05);
  strike(0.15, loud * 0.2, 1.15);
}

// A crack, a deep blow, and pieces that fall.
function shatter(force) {
  burst(0, 900, 0.12, 1.1 * force);
  burst(0, 4200, 0.06, 0.6 * force);
  ring(0, 130 / force, 0.2 * force, 0.9 * force, "sine", 0.4);
  several(4 + Math.round(4 * force), 0.05, (at) => strike(0.1 + at, 0.18, 1.4 + Math.random()));
}

const tune = (notes, every, last = 0.3) =>
  notes.forEach((pitch, n) => {
    const seconds = n === notes.length - 1 ? last : 0.25;
    ring(n * every, pitch, seconds, 0.22, "triangle");
    ring(n * every, pitch * 2, seconds / 2, 0.06);
  });

// A tone that fades, and falls to `drop` of its pitch.
function ring(at, pitch, seconds, loud, wave = "sine", drop = 1) {
  const source = audio.createOscillator();
  source.type = wave;
  source.frequency.value = pitch;
  if (drop < 1)
    source.frequency.exponentialRampToValueAtTime(pitch * drop, audio.currentTime + at + seconds);
  fade(source, at, seconds, loud);
}

function burst(at, pitch, seconds, loud) {
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter);
  fade(source, at, seconds, loud, filter);
}

function fade(source, at, seconds, loud, last = source) {
  const from = audio.currentTime + at;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(loud, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + seconds);
  last.connect(volume).connect(out);
  source.start(from);
  source.stop(from + seconds);
}
