// Animates from one board to the next, matching parts by id. Until placed dice have arrived and
// thrown dice have landed, the old board stays as it is, so that nothing gives the roll away.

import { follow, isHurried, ms, run, sound, still } from "./motion.js";
import { shatter } from "./shatter.js";
import { liftDice, throwDice } from "./throw.js";

const PLACE_MS = 420;
const BREAK_MS = 300; // dice fall after those below them have broken

// `replace` puts the board `next` on `stage`. Thrown dice may come from the viewer's side (`mine`)
// and wait in the hand first (`held`). Resolves when nothing moves any more.
export async function playFrame(stage, next, replace, { mine = false, held = false } = {}) {
  if (still() || document.hidden) return replace();
  const before = measure(stage);
  const sentence = heard(stage);
  let drawn;
  let placed = [];
  let flights = [];
  try {
    ({ placed, flights } = lookAhead(stage, next, before, mine));
    await place(stage, placed);
    await throwDice(flights, held && !isHurried());
  } finally {
    drawn = replace();
    for (const { element } of flights) element.remove();
  }
  drawn.dataset.moving = heard(drawn) === sentence ? "" : "heard";
  await Promise.all(settle(before, drawn));
  delete drawn.dataset.moving;
}

const heard = (scope) => scope.querySelector(".heard")?.textContent;

// How a part gets from the old board (`was`, if it was there) to the new one: by their datasets.
export function transition(was, now) {
  if (now.rolled !== undefined && was?.rolled !== now.rolled) return "throw";
  if (!was) return "appear";
  const wasDie = was.rolled !== undefined;
  if (wasDie && was.travel === "" && now.travel !== undefined) return "place";
  if (now.count !== undefined) return "count";
  return was.travel === "" && !wasDie ? "fall" : "stay";
}

const PARTS = ":is([data-travel], [data-rolled], [data-count])[id]";

function measure(scope) {
  const parts = [...scope.querySelectorAll(PARTS)];
  const seen = (part) => ({
    part,
    ...part.dataset,
    box: part.getBoundingClientRect(),
    bone: getComputedStyle(part).getPropertyValue("--bone-low"),
  });
  return new Map(parts.map((part) => [part.id, seen(part)]));
}

// Lays out the next board over this one, and removes it before anything is painted, to find out
// which of its dice are thrown and where dice from the hand will lie.
function lookAhead(stage, next, before, mine) {
  const ahead = stage.cloneNode(false);
  const { x, y, width, height } = stage.getBoundingClientRect();
  Object.assign(ahead.style, {
    position: "fixed",
    left: `${x}px`,
    top: `${y}px`,
    width: `${width}px`,
    height: `${height}px`,
    margin: 0,
    visibility: "hidden",
  });
  ahead.append(...[...next.childNodes].map((node) => document.importNode(node, true)));
  stage.after(ahead);
  const parts = [...ahead.querySelectorAll(PARTS)];
  const all = (kind) =>
    parts.filter(({ id, dataset }) => transition(before.get(id), dataset) === kind);
  const placed = all("place").map((part) => ({
    ...before.get(part.id),
    to: part.getBoundingClientRect(),
    lies: getComputedStyle(part).rotate,
  }));
  const thrown = all("throw");
  const flights = liftDice(thrown, mine);
  ahead.remove();
  for (const { id } of thrown) before.get(id)?.part.style.setProperty("visibility", "hidden");
  return { flights, placed: placed.filter(({ box, to }) => isMoved(box, to)) };
}

const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
const distance = (from, to) => middle(to).map((at, axis) => at - middle(from)[axis]);
export const isMoved = (from, to) => Math.hypot(...distance(from, to)) >= 2;

// Dice from the hand rise and come down where they will lie.
async function place(stage, placed) {
  if (!placed.length) return;
  stage.dataset.placing = "";
  await Promise.all(
    placed.map(async ({ part, box, to, lies }) => {
      const [x, y] = distance(box, to);
      const above = y - Math.sign(y) * Math.min(Math.abs(y), to.height * 0.9);
      const scale = to.width / box.width || 1;
      const steps = [
        {},
        { offset: 0.65, translate: `${x}px ${above}px`, scale: scale * 1.18, easing: "ease-in" },
        { translate: `${x}px ${y}px`, scale, rotate: lies },
      ];
      part.style.zIndex = 5;
      await run(part, steps, {
        duration: ms(PLACE_MS),
        easing: "cubic-bezier(.3,.7,.4,1)",
        fill: "both",
      });
      sound("place");
    }),
  );
  delete stage.dataset.placing;
}

// Parts that are gone break and scores change; then the rest falls into place.
function settle(before, next) {
  const lost = [...before.values()].filter(
    ({ part, travel }) => travel === "" && !document.getElementById(part.id),
  );
  /** @type {Promise<unknown>[]} */
  const played = [shatter(lost)];
  for (const part of next.querySelectorAll(PARTS)) {
    const was = before.get(part.id);
    const kind = transition(was, part.dataset);
    if (kind === "count") played.push(count(part, was.part.textContent));
    if (kind === "fall") played.push(fall(part, was.box, lost.length ? BREAK_MS : 0));
  }
  return played;
}

async function fall(part, from, delay) {
  const to = part.getBoundingClientRect();
  const [x, y] = distance(to, from);
  if (!isMoved(from, to)) return;
  const steps = [
    { translate: `${x}px ${y}px`, scale: from.width / to.width || 1 },
    { offset: 0.8, translate: `0 ${-Math.sign(y) * 3}px`, scale: 1 },
    {},
  ];
  part.style.zIndex = 5;
  await run(part, steps, {
    delay: ms(delay),
    duration: ms(280),
    easing: "cubic-bezier(.3,.7,.4,1)",
  });
  part.style.zIndex = "";
}

export const digits = (text) => Number(text.replace(/[^\d-]/g, ""));

async function count(part, before) {
  const [from, to, last] = [digits(before), digits(part.textContent), part.textContent];
  if (from === to || Number.isNaN(from + to)) return;
  const draw = (share) => {
    part.textContent = Math.round(from + (to - from) * share).toLocaleString("en");
  };
  await follow(part, draw, { duration: ms(450) });
  part.textContent = last;
}
