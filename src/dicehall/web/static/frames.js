// Animates from one board to the next, matching parts by id. Until placed dice have arrived and
// thrown dice have landed, the old board stays as it is, so that nothing gives the roll away.

import { follow, isHurried, ms, run, sound, still } from "./motion.js";
import { knockOut } from "./knockout.js";
import { liftDice, throwDice } from "./throw.js";

const PLACE_MS = 280;
const FALL_MS = 180;
const COUNT_MS = 180;

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
  await Promise.all(settle(before, drawn, placed[0]?.to));
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
    top: part.closest("[data-drop]")?.getBoundingClientRect().top,
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

// Dice from the hand are carried to the top of their column, or above their place, and drop.
async function place(stage, placed) {
  if (!placed.length) return;
  stage.dataset.placing = "";
  await Promise.all(
    placed.map(async ({ part, box, to, top, lies }) => {
      const [x, y] = distance(box, to);
      const scale = to.width / box.width || 1;
      const above = y - Math.max(to.height * 0.3, to.y - (top ?? to.y - to.height));
      const at = (offset, down, size, easing = "ease-out") => ({
        offset,
        translate: `${x}px ${down}px`,
        scale: scale * size,
        rotate: lies,
        easing,
      });
      const steps = [
        { easing: "ease-out" },
        at(0.45, above, 1.12, "cubic-bezier(.5,0,.9,.6)"),
        at(0.88, y, 1),
        at(0.94, y - to.height * 0.04, 1, "ease-in"),
        at(1, y, 1),
      ];
      part.style.zIndex = 5;
      await run(part, steps, { duration: ms(PLACE_MS), fill: "both" });
      sound("place");
    }),
  );
  delete stage.dataset.placing;
}

// Parts that are gone break under the `blow`, the box of the die that hit them; then the rest falls
// into place and scores count. Shards may fly on while the next thing happens.
function settle(before, next, blow) {
  const lost = [...before.values()].filter(
    ({ part, travel }) => travel === "" && !document.getElementById(part.id),
  );
  const delay = knockOut(lost, blow);
  /** @type {Promise<unknown>[]} */
  const played = [run(next, [], { duration: delay })];
  let counting = false;
  for (const part of next.querySelectorAll(PARTS)) {
    const was = before.get(part.id);
    const kind = transition(was, part.dataset);
    if (kind === "count" && was.part.textContent !== part.textContent) {
      const held = Number(part.dataset.hold ?? 0);
      const counted = count(part, was.part.textContent, delay + ms(held));
      if (held) continue; // its points are still flying, and nobody needs to wait for them
      counting = true;
      played.push(counted);
    }
    if (kind === "fall") played.push(fall(part, was.box, delay));
  }
  if (counting) sound("tick");
  return played;
}

async function fall(part, from, delay) {
  const to = part.getBoundingClientRect();
  const [x, y] = distance(to, from);
  if (!isMoved(from, to)) return;
  const steps = [
    { translate: `${x}px ${y}px`, scale: from.width / to.width || 1, easing: "ease-in" },
    { offset: 0.7, translate: "0 0", scale: 1, easing: "ease-out" },
    { offset: 0.85, translate: `0 ${-Math.sign(y) * 3}px`, easing: "ease-in" },
    {},
  ];
  part.style.zIndex = 5;
  await run(part, steps, { delay, duration: ms(FALL_MS) });
  part.style.zIndex = "";
}

export const digits = (text) => Number(text.replace(/[^\d-]/g, ""));

async function count(part, before, delay) {
  const [from, to, last] = [digits(before), digits(part.textContent), part.textContent];
  if (from === to || Number.isNaN(from + to)) return;
  const draw = (share) => {
    part.textContent = Math.round(from + (to - from) * share).toLocaleString("en");
  };
  await follow(part, draw, { delay, duration: ms(COUNT_MS) });
  part.textContent = last;
}
