// Plays the way from one drawn board to the next by the ids of their parts. Until placed dice have
// arrived and thrown dice have landed, the old board stays as it is: nothing can tell what comes.

import { follow, isHurried, ms, run, sound, still } from "./motion.js";
import { shatter } from "./shatter.js";
import { liftDice, throwDice } from "./throw.js";

const PLACE_MS = 420;
const BREAK_MS = 300; // after a knockout, what stood above falls

// `next` holds the board that `replace` will put on `stage`. Its dice may be the viewer's (`mine`), and
// wait to be thrown (`held`). Resolves when everything stands.
export async function playFrame(stage, next, replace, { mine = false, held = false } = {}) {
  if (still() || document.hidden) return replace();
  const before = measure(stage);
  const said = heard(stage);
  let drawn,
    placed = [],
    fresh = [];
  try {
    ({ placed, fresh } = lookAhead(stage, next, before, mine));
    await place(stage, placed);
    await throwDice(fresh, held && !isHurried());
  } finally {
    drawn = replace();
    for (const { element } of fresh) element.remove();
  }
  drawn.dataset.moving = heard(drawn) === said ? "" : "heard";
  await Promise.all(settle(before, drawn, new Set(fresh.map(({ id }) => id))));
  delete drawn.dataset.moving;
}

const heard = (scope) => scope.querySelector(".heard")?.textContent;

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

// Lays the next board out over this one and takes it away before anything is painted: which of its dice
// are thrown, and where those that were in hand will lie.
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
  const isFresh = ({ id, dataset }) => before.get(id)?.rolled !== dataset.rolled;
  const dice = [...ahead.querySelectorAll("[data-rolled][id]")].filter(isFresh);
  const thrown = new Set(dice.map(({ id }) => id));
  const placed = [...ahead.querySelectorAll("[data-travel][id]")].flatMap((part) => {
    const was = before.get(part.id);
    if (was?.rolled === undefined || was.travel !== "" || thrown.has(part.id)) return [];
    return [{ ...was, to: part.getBoundingClientRect(), lies: getComputedStyle(part).rotate }];
  });
  const fresh = liftDice(dice, mine);
  ahead.remove();
  for (const { id } of dice) before.get(id)?.part.style.setProperty("visibility", "hidden");
  return { fresh, placed: placed.filter(isMoved) };
}

const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
const way = (from, to) => middle(to).map((at, axis) => at - middle(from)[axis]);
const isMoved = ({ box, to }) => Math.hypot(...way(box, to)) >= 2;

// Dice from the hand rise, come down where they will lie, and hit it.
async function place(stage, placed) {
  if (!placed.length) return;
  stage.dataset.placing = "";
  await Promise.all(
    placed.map(async ({ part, box, to, lies }) => {
      const [x, y] = way(box, to);
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

// At the impact what was hit breaks and scores change; then the rest falls.
function settle(before, next, thrown) {
  const lost = [...before.values()].filter(
    ({ part, travel }) => travel === "" && !document.getElementById(part.id),
  );
  const played = [shatter(lost)];
  for (const part of next.querySelectorAll(PARTS)) {
    const was = before.get(part.id);
    if (!was || thrown.has(part.id)) continue;
    if ("count" in part.dataset) played.push(tick(part, was.part.textContent));
    else if (was.travel === "" && was.rolled === undefined)
      played.push(fall(part, was.box, lost.length ? BREAK_MS : 0));
  }
  return played;
}

async function fall(part, from, delay) {
  const to = part.getBoundingClientRect();
  const [x, y] = way(to, from);
  if (!isMoved({ box: from, to })) return;
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

const digits = (text) => Number(text.replace(/[^\d-]/g, ""));

async function tick(part, was) {
  const [from, to, last] = [digits(was), digits(part.textContent), part.textContent];
  if (from === to || isNaN(from + to)) return;
  const draw = (share) => {
    part.textContent = Math.round(from + (to - from) * share).toLocaleString("en");
  };
  await follow(part, draw, { duration: ms(450) });
  part.textContent = last;
}
