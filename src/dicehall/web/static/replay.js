// Plays a replay: fetches rendered boards ahead and shows one after another. Without this script
// every step is a link to a page.

import { playFrame } from "./frames.js";
import { still } from "./motion.js";
import { request } from "./requests.js";

const PACE_MS = { slow: 2600, normal: 1300, fast: 500 };
const BLOCK = 20; // moments in one request: the most that the server sends at once

const replay = document.querySelector(".replay");
const find = (selector) => replay.querySelector(selector);
const last = Number(replay.dataset.last);
/** @type {HTMLButtonElement} */
const play = find("button.playing");
/** @type {HTMLInputElement} */
const scrubber = find(".scrubber");

let at = Number(replay.dataset.at); // the moment to show; its board may not be loaded yet
let running; // identifies the current run of `start`, if any
let speed = "normal";

// --- Moments --------------------------------------------------------------------------------

const blocks = new Map();

async function moment(number) {
  const block = Math.floor(number / BLOCK);
  const frames = await load(block);
  if (number % BLOCK > BLOCK / 2 && (block + 1) * BLOCK <= last) load(block + 1).catch(() => {});
  return frames[number % BLOCK];
}

function load(block) {
  if (!blocks.has(block)) blocks.set(block, fetchBlock(block));
  return blocks.get(block);
}

async function fetchBlock(block) {
  const first = block * BLOCK;
  const address = `${replay.dataset.moments}?first=${first}&last=${first + BLOCK - 1}`;
  const { ok, text, reason } = await request(address);
  if (ok) return JSON.parse(text).frames;
  blocks.delete(block);
  throw new Error(reason);
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// --- Showing --------------------------------------------------------------------------------

async function showStep(frame, moving) {
  const stage = find(".stage");
  const replace = () => {
    if (frame.at !== at) return stage; // the viewer has moved on
    stage.innerHTML = frame.board;
    stage.toggleAttribute("data-news", moving);
    return stage;
  };
  const next = document.createElement("template");
  next.innerHTML = frame.board;
  if (moving) await playFrame(stage, next.content, replace);
  else replace();
}

async function go(to, moving = false) {
  at = Math.min(Math.max(to, 0), last);
  for (const flight of document.querySelectorAll(".flight")) flight.remove();
  mark();
  const frame = await moment(at).catch(({ message }) => {
    find(".told").textContent = message;
    stop();
  });
  if (frame?.at !== at) return;
  await showStep(frame, moving);
  if (frame.at !== at) return;
  find(".told").textContent = frame.told;
  find(".scores-now").textContent = frame.scores;
  const verdict = find(".verdict-line");
  if (verdict) verdict.innerHTML = frame.verdict;
  replay.dataset.at = String(at);
}

// Updates everything that shows the current moment.
function mark() {
  scrubber.value = String(at);
  scrubber.setAttribute("aria-valuetext", `${at} / ${last}`);
  find(".step-count output").textContent = String(at);
  const again = find("input[name=at]");
  if (again) again.value = String(at);
  const analysis = find("[data-moment-link]");
  if (analysis) analysis.search = `?at=${at}`;
  const here = find(".curve .here");
  for (const end of ["x1", "x2"]) here?.setAttribute(end, `${(100 * at) / Math.max(1, last)}%`);
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = replay.querySelectorAll("[data-step]");
  for (const link of links) {
    const to = { first: 0, back: Math.max(0, at - 1), forward: Math.min(last, at + 1), last }[
      link.dataset.step
    ];
    link.href = `?at=${to}`;
    if (to === at) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
  clearTimeout(addressing);
  addressing = setTimeout(() => history.replaceState(null, "", `?at=${at}`), 200);
}

let addressing; // a timer, because browsers limit how often the address may change

// --- Playing --------------------------------------------------------------------------------

async function start() {
  const run = {};
  running = run;
  offer("pause");
  if (at === last) await go(0);
  while (running === run && at < last) {
    await sleep(PACE_MS[speed]);
    while (document.hidden)
      await new Promise((seen) => addEventListener("visibilitychange", seen, { once: true }));
    if (running === run) await go(at + 1, speed !== "fast"); // too fast to animate
  }
  if (running === run) stop();
}

function stop() {
  running = undefined;
  offer("play");
}

// Labels the button. While the replay plays, screen readers are not given every sentence.
function offer(next) {
  replay.toggleAttribute("data-playing", next === "pause");
  play.lastElementChild.textContent = play.dataset[next];
  find(".told").setAttribute("aria-live", next === "pause" ? "off" : "polite");
}

play.addEventListener("click", () => (running ? stop() : start()));
scrubber.addEventListener("input", () => go(Number(scrubber.value)));

find(".speeds").addEventListener("click", (/** @type {FieldEvent} */ { target }) => {
  if (!target.value) return;
  speed = target.value;
  for (const button of target.parentElement.children)
    button.setAttribute("aria-pressed", String(button === target));
});

// Links to moments of this replay, also those of the curve, work without a new page.
replay.addEventListener("click", (/** @type {ElementEvents["click"]} */ event) => {
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const { pathname, searchParams } = new URL(link.getAttribute("href"), location.href);
  if (pathname !== location.pathname || !searchParams.has("at")) return;
  event.preventDefault();
  stop();
  const to = Number(searchParams.get("at"));
  go(to, to === at + 1);
});

addEventListener("keydown", (event) => {
  if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("button, summary, select, textarea")) return;
  event.preventDefault();
  play.click();
});

const linked = new URLSearchParams(location.search).has("at");
if (last && !linked && !still()) start();
else if (last) load(Math.floor(at / BLOCK)).catch(() => {});
replay.dataset.ready = "";
