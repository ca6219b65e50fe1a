// Runs all animations at the viewer's speed. A click or a key skips them.

const root = document.documentElement;
const PACES = { calm: [2.3, 3.5], normal: [1, 1], quick: [0.5, 0.5] }; // of motion, of pauses
const pace = () => PACES[root.dataset.speed] ?? PACES.normal;

export const still = () =>
  root.dataset.speed === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
export const ms = (time) => time * pace()[0];
export const sound = (name) => dispatchEvent(new CustomEvent("sound", { detail: name }));

const moving = new Set();
let hurried = false;

export const isHurried = () => hurried;

// Plays an animation to its end, or jumps there if the viewer has skipped.
export async function run(element, steps, timing) {
  const animation = element.animate(steps, { fill: "backwards", ...timing });
  moving.add(animation);
  if (hurried) animation.finish();
  await animation.finished.catch(() => {});
  moving.delete(animation);
}

export const breathe = (time) => run(root, [], { duration: time * pace()[1] });

export function skip() {
  learn();
  hurried = true;
  for (const animation of moving) animation.finish();
}

// The hint that animations can be skipped is shown once.
const LONG_MS = 1500;

function learn() {
  localStorage.skips = "yes";
  document.getElementById("skips")?.remove();
}

// Everything that `play` animates can be skipped as a whole.
export async function playing(play) {
  const began = performance.now();
  if (localStorage.skips) learn();
  hurried = false;
  root.dataset.playing = "";
  try {
    await play();
  } finally {
    delete root.dataset.playing;
    hurried = false;
    if (performance.now() - began > LONG_MS) learn();
  }
}

// Animates what CSS cannot: calls `draw` with the progress of an empty animation.
export async function follow(element, draw, timing) {
  const ends = run(element, [], timing);
  const clock = element.getAnimations().at(-1);
  const step = () => {
    if (!moving.has(clock)) return;
    draw(clock.effect.getComputedTiming().progress ?? 0);
    requestAnimationFrame(step);
  };
  step();
  await ends;
  draw(1);
}
