// Throws dice in three dimensions. Their faces are already decided.

import { follow, ms, run, sound } from "./motion.js";

const root = document.documentElement;
const SHAKING = { iterations: Infinity, direction: "alternate", easing: "ease-in-out" };
const SIDES = [
  "",
  "rotateY(180deg)",
  "rotateY(90deg)",
  "rotateY(-90deg)",
  "rotateX(90deg)",
  "rotateX(-90deg)",
];

// Makes dice with `data-solid`: by name, a function that returns an element with `turn(progress)`.
export const solids = {};

let release; // throws the dice that the viewer holds, if any

export const holding = () => Boolean(release);
export const letGo = (flick) => release?.(flick);

// Copies dice, laid out where they will land, into flights. They start at the viewer's edge of the
// stage if they are `mine`, otherwise (or if `data-far`) at the upper edge. The caller removes
// the elements of the flights.
export function liftDice(dice, mine) {
  const stage = dice[0]?.closest(".stage").getBoundingClientRect();
  return dice.map((die, number) => lift(die, (number + 0.5) / dice.length - 0.5, stage, mine));
}

// Resolves when all dice have landed. If `held`, they may wait in the hand first.
export async function throwDice(flights, held) {
  if (!flights.length) return;
  const flick = held && root.dataset.throw === "wait" && (await inHand(flights));
  sound("throw");
  await Promise.all(flights.map((flight, number) => fall(flight, number, flick)));
}

function lift(die, place, stage, mine) {
  const box = die.getBoundingClientRect();
  const size = die.offsetWidth || box.width;
  const [left, top] = [box.x + (box.width - size) / 2, box.y + (box.height - size) / 2];
  const element = document.createElement("div");
  element.className = "flight";
  element.innerHTML = '<span class="shade"></span>';
  element.style.cssText = `left: ${left}px; top: ${top}px; width: ${size}px; height: ${size}px`;
  const solid = solids[die.dataset.solid]?.(die) ?? cube(die, size);
  element.append(solid);
  document.body.append(element);
  const from = [
    stage.x + (stage.width - size) / 2 + place * Math.min(stage.width, size * 5) - left,
    (mine && !die.closest("[data-far]") ? stage.bottom - size * 1.3 - 44 : stage.y) - top,
  ];
  element.style.translate = `${from[0]}px ${from[1]}px`;
  return { id: die.id, element, solid, from, lies: getComputedStyle(die).rotate };
}

function cube(die, size) {
  const made = document.createElement("div");
  made.className = "cube";
  const style = getComputedStyle(die);
  for (const name of ["--bone-high", "--bone", "--bone-low", "--pip"])
    made.style.setProperty(name, style.getPropertyValue(name));
  const own = die.querySelector("use")?.getAttribute("href").slice("#face-".length);
  const faces = [1, 2, die.matches(".spark") ? -1 : 3, 4, 5, 6].filter(
    (face) => String(face) !== own,
  );
  for (const [n, face] of [own, ...faces].slice(0, 6).entries()) {
    const side = document.createElement("i");
    side.style.transform = `${SIDES[n]} translateZ(${size / 2}px)`;
    side.innerHTML = face ? `<svg><use href="#face-${face}"/></svg>` : die.innerHTML;
    made.append(side);
  }
  return made;
}

// Holds the dice until the viewer throws them; resolves with the flick, if any.
async function inHand(flights) {
  root.style.setProperty("--hand", `${flights[0].element.getBoundingClientRect().y}px`);
  const shaking = flights.map(({ element, solid }, n) => [
    element.animate({ rotate: ["-5deg", "5deg"] }, { ...SHAKING, duration: 190 + 30 * n }),
    !solid.turn &&
      solid.animate(
        { transform: ["rotateX(-25deg) rotateY(30deg)", "rotateX(-40deg) rotateY(70deg)"] },
        { ...SHAKING, duration: 400 },
      ),
  ]);
  root.dataset.holding = "";
  const flick = await new Promise((resolve) => (release = resolve));
  release = undefined;
  delete root.dataset.holding;
  for (const animation of shaking.flat()) if (animation) animation.cancel();
  return flick;
}

async function fall({ element, solid, from, lies }, number, flick) {
  const timing = {
    duration: ms(420 + 60 * Math.random() + 15 * number),
    delay: ms(25 * number),
    fill: "both",
  };
  const [x, y] = flick ? [from[0] - flick[0] / 2, from[1] - Math.min(flick[1], 0) / 4] : from;
  const roam = 40 * (Math.random() - 0.5);
  const at = (share, scale, offset) => ({
    offset,
    translate: `${x * share + roam * share * (1 - share)}px ${y * share}px`,
    scale,
  });
  const path = [
    at(1, 1.35, 0),
    at(0.34, 1.5, 0.3),
    at(0.12, 1, 0.52),
    at(0.06, 1.16, 0.66),
    at(0.01, 1, 0.82),
    at(0, 1.04, 0.9),
    at(0, 1, 1),
  ];
  const spin = () => (Math.random() < 0.5 ? -1 : 1) * (400 + 300 * Math.random());
  const lands = solid.turn
    ? follow(solid, solid.turn, timing)
    : run(
        solid,
        {
          transform: [
            `rotateX(${spin()}deg) rotateY(${spin()}deg) rotateZ(${spin() / 3}deg)`,
            "rotateX(0deg) rotateY(0deg) rotateZ(0deg)",
          ],
        },
        { ...timing, easing: "cubic-bezier(.2,.55,.3,1)" },
      );
  path[0].rotate = "0deg";
  path.at(-1).rotate = lies === "none" ? "0deg" : lies;
  await Promise.all([lands, run(element, path, timing)]);
  sound("land");
}
