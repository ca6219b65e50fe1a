// Plays the way from one drawn board to the next by the ids of their parts: what moved travels, what
// is lost breaks, numbers tick, dice are thrown.

import { follow, isHurried, ms, run, sound, still } from "./motion.js";
import { throwDice } from "./throw.js";

// `replace` puts the new board in the place of the old one; its dice may be the viewer's (`mine`), and
// wait to be thrown (`held`). Resolves when everything stands.
export async function playFrame(old, replace, { mine = false, held = false } = {}) {
  const before = measure(old);
  const said = heard(old);
  const next = replace();
  if (still() || document.hidden) return;
  const fresh = [...next.querySelectorAll("[data-rolled][id]")].filter(
    (die) => before.get(die.id)?.rolled !== die.dataset.rolled,
  );
  for (const die of fresh) die.style.visibility = "hidden";
  if (fresh.length) next.dataset.rolling = "";
  next.dataset.moving = heard(next) === said ? "" : "heard";
  await Promise.all(move(before, next, new Set(fresh)));
  delete next.dataset.moving;
  await throwDice(fresh, mine, held && !isHurried());
  delete next.dataset.rolling;
}

const heard = (scope) => scope.querySelector(".heard")?.textContent;

const PARTS = ":is([data-travel], [data-rolled], [data-count])[id]";

function measure(scope) {
  const parts = [...scope.querySelectorAll(PARTS)];
  return new Map(parts.map((part) => [part.id, { part, ...part.dataset, box: part.getBoundingClientRect() }]));
}

// First what was in hand goes to its place; then what it hits breaks; then the rest falls.
function move(before, next, fresh) {
  const played = [];
  const lost = [...before.values()].filter(({ part, travel }) => travel === "" && !document.getElementById(part.id));
  const travel = 420;
  const fall = lost.length ? travel + 620 : 0;
  for (const part of next.querySelectorAll(PARTS)) {
    const was = before.get(part.id);
    if (!was || fresh.has(part)) continue;
    if ("count" in part.dataset) played.push(tick(part, was.part.textContent, lost.length ? fall : travel));
    else if ("travel" in was) played.push(fly(part, was, was.rolled ? 0 : fall, travel));
  }
  if (lost.length) played.push(import("./shatter.js").then(({ shatter }) => shatter(lost, travel)));
  return played;
}

async function fly(part, was, delay, duration) {
  const box = part.getBoundingClientRect();
  const [x, y] = [was.box.x + was.box.width / 2 - box.x - box.width / 2, was.box.y + was.box.height / 2 - box.y - box.height / 2];
  if (Math.hypot(x, y) < 2) return;
  const size = was.box.width / box.width || 1;
  const from = { translate: `${x}px ${y}px`, scale: size };
  const placed = was.rolled !== undefined;
  const steps = placed
    ? [from, { offset: 0.6, translate: `0 ${Math.sign(y) * Math.min(Math.abs(y), box.height * 0.9)}px`, scale: 1.18, easing: "ease-in" }, { offset: 0.88, translate: "0 0", scale: 0.95 }, {}]
    : [from, { offset: 0.8, translate: `0 ${-Math.sign(y) * 3}px`, scale: 1 }, {}];
  part.style.zIndex = 5;
  await run(part, steps, { delay: ms(delay), duration: ms(placed ? duration : 280), easing: "cubic-bezier(.3,.7,.4,1)" });
  part.style.zIndex = "";
  if (placed) sound("place");
}

const digits = (text) => Number(text.replace(/[^\d-]/g, ""));

async function tick(part, was, delay) {
  const [from, to, last] = [digits(was), digits(part.textContent), part.textContent];
  if (from === to || isNaN(from + to)) return;
  const draw = (share) => {
    part.textContent = Math.round(from + (to - from) * share).toLocaleString("en");
  };
  await follow(part, draw, { delay: ms(delay), duration: ms(450) });
  part.textContent = last;
}
