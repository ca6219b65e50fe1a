// Shows a new state of a table: first the frames on the way there, then the table.

import { playFrame } from "./frames.js";
import { breathe, playing, sound, still } from "./motion.js";

export const table = () => document.getElementById("table");
const stage = (scope = table()) => scope.querySelector(".stage");
export const version = (element) => Number(element?.dataset.version ?? 0);
export const moment = (element) => Number(element?.dataset.moment ?? 0);

/** @type {Promise<unknown>} */
let showing = Promise.resolve();
let newest; // the newest table received; it may not be shown yet

export const received = () => newest ?? table();

// `html` holds frames and a table. `again` redraws the version that is shown, for a notice or a
// hint.
export function show(html, again = false, thrown = false) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const next = page.getElementById("table");
  if (!next) return location.reload();
  const frames = [...page.querySelectorAll("template.frame")];
  if (version(next) > version(received())) newest = next;
  afterwards(() => present(frames, next, again, thrown));
}

function afterwards(act) {
  showing = showing.then(act).catch(console.error);
}

// Other scripts wait until the current animation is over.
addEventListener("table-next", ({ detail }) => afterwards(detail));

async function present(frames, next, again, thrown) {
  const news = version(next) > version(table());
  if (!news && !(again && version(next) === version(table()))) return;
  const focus = document.activeElement?.id;
  const happened = lines(next, moment(next) - moment(table()));
  const open = [...table().querySelectorAll(":popover-open")].map((panel) => panel.id);
  const steps =
    still() || document.hidden ? [] : frames.filter((frame) => moment(frame) > moment(table()));
  // Nothing moves when a move is taken back.
  if (!news || moment(next) < moment(table())) swap(next, news);
  else await playing(() => walk(steps, next, thrown));
  for (const id of open) document.getElementById(id)?.showPopover();
  if (focus && document.activeElement === document.body)
    document.getElementById(focus)?.focus({ preventScroll: true });
  document.getElementById("live").textContent = news
    ? [...happened, next.dataset.told].join(" ")
    : (next.dataset.advice ?? "");
  if (news) dispatchEvent(new CustomEvent("table-stands", { detail: next }));
}

// The newest lines of the log, one for each event, oldest first.
function lines(next, count) {
  return [...next.querySelectorAll(".log li")]
    .slice(0, Math.max(0, count))
    .map((line) => line.textContent)
    .reverse();
}

async function walk(steps, next, thrown) {
  for (const step of steps) await pass(step, thrown).catch(console.error); // the table comes anyway
  const mine = next.classList.contains("acting");
  const line = next.querySelector(".log li");
  line?.classList.add("unread");
  await playFrame(stage(), stage(next), () => announce(swap(next, true)), {
    mine,
    held: mine && !thrown,
  });
  line?.classList.remove("unread");
  if (next.querySelector("#result")) await breathe(500);
}

async function pass(step, mine) {
  await playFrame(
    stage(),
    step.content,
    () => {
      stage().replaceChildren(step.content);
      table().dataset.moment = step.dataset.moment;
      return announce(table());
    },
    { mine },
  );
  await breathe(pause(stage()));
}

// How long to look at a board before the next one, in ms.
function pause(board) {
  const breath = board.querySelector("[data-breath]")?.dataset.breath;
  if (breath) return Number(breath);
  if (board.querySelector(".moment")) return 600;
  return board.querySelector(".float") ? 200 : 60;
}

// Starts the CSS animations and sounds of what is new.
function announce(scope) {
  delete scope.dataset.news;
  scope.offsetWidth; // restarts animations
  scope.dataset.news = "";
  for (const { dataset } of scope.querySelectorAll("[data-sound]")) sound(dataset.sound);
  return scope;
}

function swap(next, news) {
  const old = table();
  carry(old, next, moment(next) !== moment(old));
  old.replaceWith(next);
  // Give the viewer time to see the result before a key press can dismiss it.
  if (next.querySelector("#result") && !old.querySelector("#result")) next.dataset.resting = "";
  dispatchEvent(new CustomEvent("table-drawn"));
  if (news) dispatchEvent(new CustomEvent("table", { detail: next }));
  return next;
}

// Keeps what was selected but not sent; after a move, only fields with `data-kept`.
function carry(old, next, moved) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = old.querySelectorAll(moved ? "[data-kept][id]" : "input[id], select[id]");
  for (const field of fields) {
    const after = next.querySelector(`#${CSS.escape(field.id)}`);
    if (!after) continue;
    after.value = field.value;
    if (field.type === "checkbox" || field.checked) after.checked = field.checked;
  }
  for (const { id } of old.querySelectorAll("details[open][id]")) {
    next.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
  }
}

// Shows how the match began, to those who open it for the first time.
export function open() {
  /** @type {NodeListOf<HTMLTemplateElement>} */
  const opening = document.querySelectorAll("#opening > template");
  const frames = [...opening];
  const key = `opened ${location.pathname}`;
  if (!frames.length || still() || sessionStorage[key]) return;
  sessionStorage[key] = "yes";
  const last = table().cloneNode(true);
  newest = last;
  stage().replaceChildren(frames.shift().content);
  Object.assign(table().dataset, { version: 0, moment: 0, told: "" });
  table().querySelector(".log ol").replaceChildren(); // it would give the first roll away
  afterwards(() => present(frames, last, false, false));
}
