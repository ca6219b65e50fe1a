// Dice that are knocked out: the blow stops everything for a few frames, then they burst, and what
// they lay in recoils. Two or three dice at once hit harder.

import { ms, run, sound } from "./motion.js";

const STOP_MS = [0, 60, 100, 150]; // by number of dice
const BURST_MS = 110; // until the shards have cleared the place
const SHARDS = 3; // in each direction

// Starts all of it, and returns how long it is until other dice can fall into the gaps. `blow` is
// the box of the die that hit.
export function knockOut(lost, blow) {
  if (!lost.length) return 0;
  const force = Math.min(lost.length, 3);
  const stop = ms(STOP_MS[force]);
  sound(force > 1 ? "smash" : "knock");
  for (const die of lost) strike(die, stop, force);
  const columns = new Set(lost.map(({ part }) => part.closest("[data-drop]")?.id));
  for (const id of columns) recoil(document.getElementById(id), blow, stop, force);
  return stop + ms(BURST_MS);
}

// The die flashes where it was, and bursts.
async function strike({ part, box, bone }, stop, force) {
  const flight = document.createElement("div");
  flight.className = "flight";
  flight.style.cssText = `left: ${box.x}px; top: ${box.y}px; width: ${box.width}px; height: ${box.height}px`;
  if (bone) flight.style.setProperty("--bone-low", bone);
  const die = part.cloneNode(true);
  die.removeAttribute("id");
  flight.append(die);
  document.body.append(flight);
  await run(
    die,
    [
      { filter: "brightness(1)", scale: 1 },
      { filter: "brightness(2.4)", scale: 0.94 + 0.08 * force },
    ],
    { duration: stop, easing: "steps(2, start)", fill: "both" },
  );
  die.remove();
  const shards = [...Array(SHARDS ** 2).keys()].map((n) => shard(flight, box, n, force));
  await Promise.all(shards);
  flight.remove();
}

function shard(flight, { width, height }, number, force) {
  const piece = flight.appendChild(document.createElement("i"));
  piece.className = "shard";
  const [column, row] = [(number % SHARDS) - 1, Math.floor(number / SHARDS) - 1];
  Object.assign(piece.style, { left: `${(column + 1) * 33}%`, top: `${(row + 1) * 33}%` });
  const reach = 0.7 + 0.4 * force;
  const x = (column + Math.random() - 0.5) * width * reach;
  const y = (row + Math.random() - 0.7) * height * reach;
  const rotate = `${500 * (Math.random() - 0.5)}deg`;
  const steps = [
    { opacity: 1, easing: "ease-out" },
    { offset: 0.45, opacity: 1, translate: `${x}px ${y}px`, rotate, scale: 0.9, easing: "ease-in" },
    { opacity: 0, translate: `${x * 1.3}px ${y + height * 1.4}px`, rotate, scale: 0.4 },
  ];
  return run(piece, steps, { duration: ms(560 + 120 * Math.random()), fill: "both" });
}

// The column is pushed away from the blow and swings back; a hard one shakes the whole board.
function recoil(column, blow, stop, force) {
  if (!column || !blow) return;
  const { x, y } = column.getBoundingClientRect();
  const away = Math.abs(y - blow.y) > Math.abs(x - blow.x) ? [0, y - blow.y] : [x - blow.x, 0];
  const push = (share) =>
    away.map((side) => `${Math.sign(side) * share * (3 + 4 * force)}px`).join(" ");
  const steps = [
    { translate: "0 0" },
    { offset: 0.15, translate: push(1) },
    { offset: 0.5, translate: push(-0.4) },
    { offset: 0.75, translate: push(0.15) },
    { translate: "0 0" },
  ];
  const timing = { delay: stop, duration: ms(200 + 60 * force), easing: "ease-out" };
  run(column, steps, timing);
  if (force > 1) run(column.closest(".tray"), steps, timing);
}
