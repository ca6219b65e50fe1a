// Shows new states of a table: the boards on the way, then the table.

import { playFrame } from "./frames.js";
import { breathe, playing, sound, still } from "./motion.js";

export const table = () => document.getElementById("table");
const stage = (scope = table()) => scope.querySelector(".stage");
export const version = (element) => Number(element?.dataset.version ?? 0);
export const moment = (element) => Number(element?.dataset.moment ?? 0);

let showing = Promise.resolve();
let newest; // the newest table that has come; it may still have to be shown

export const received = () => newest ?? table();

// An answer is a table after the boards on the way there. `again` redraws what is shown, for a notice
// or a hint.
export function show(html, again = false, thrown = false) {
  const answer = new DOMParser().parseFromString(html, "text/html");
  const next = answer.getElementById("table");
  if (!next) return location.reload();
  const frames = [...answer.querySelectorAll("template.frame")];
  if (version(next) > version(received())) newest = next;
  afterwards(() => present(frames, next, again, thrown));
}

const afterwards = (act) => (showing = showing.then(act).catch(console.error));

// What others do at the table comes after what is being shown.
addEventListener("table-next", ({ detail }) => afterwards(detail));

async function present(frames, next, again, thrown) {
  const news = version(next) > version(table());
  if (!news && !(again && version(next) === version(table()))) return;
  const focus = document.activeElement?.id;
  const happened = lines(next, moment(next) - moment(table()));
  const open = [...table().querySelectorAll(":popover-open")].map((panel) => panel.id);
  const steps =
    still() || document.hidden ? [] : frames.filter((frame) => moment(frame) > moment(table()));
  if (!news) swap(next, false);
  else await playing(() => walk(steps, next, thrown));
  for (const id of open) document.getElementById(id)?.showPopover();
  if (focus && document.activeElement === document.body)
    document.getElementById(focus)?.focus({ preventScroll: true });
  document.getElementById("live").textContent = news
    ? [...happened, next.dataset.told].join(" ")
    : (next.dataset.advice ?? "");
  if (news) dispatchEvent(new CustomEvent("table-stands", { detail: next }));
}

// The last lines of the log, as many as there were events.
function lines(next, count) {
  return [...next.querySelectorAll(".log li")]
    .slice(0, Math.max(0, count))
    .map((line) => line.textContent)
    .reverse();
}

async function walk(steps, next, thrown) {
  for (const step of steps) await pass(step, thrown).catch(console.error); // the table comes
  const mine = next.classList.contains("acting");
  const said = next.querySelector(".log li");
  said?.classList.add("unread");
  await playFrame(stage(), stage(next), () => announce(swap(next, true)), {
    mine,
    held: mine && !thrown,
  });
  said?.classList.remove("unread");
  if (next.querySelector("#result")) await breathe(700);
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
  const breath = stage().querySelector("[data-breath]")?.dataset.breath;
  await breathe(Number(breath ?? (stage().querySelector(".moment") ? 1100 : 380)));
}

// What is new moves, and has its sound, once.
function announce(scope) {
  delete scope.dataset.news;
  scope.offsetWidth; // so that what was moving begins anew
  scope.dataset.news = "";
  for (const { dataset } of scope.querySelectorAll("[data-sound]")) sound(dataset.sound);
  return scope;
}

function swap(next, news) {
  const old = table();
  carry(old, next, moment(next) > moment(old));
  old.replaceWith(next);
  // The end of a match is looked at before anything is decided about it.
  if (next.querySelector("#result") && !old.querySelector("#result")) next.dataset.resting = "";
  dispatchEvent(new CustomEvent("table-drawn"));
  if (news) dispatchEvent(new CustomEvent("table", { detail: next }));
  return next;
}

// What was chosen but not sent stays; after a move only what is about more than one.
function carry(old, next, moved) {
  for (const field of old.querySelectorAll(moved ? "[data-kept][id]" : "input[id], select[id]")) {
    const after = next.querySelector(`#${CSS.escape(field.id)}`);
    if (!after) continue;
    after.value = field.value;
    if (field.type === "checkbox" || field.checked) after.checked = field.checked;
  }
  for (const { id } of old.querySelectorAll("details[open][id]")) {
    next.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
  }
}

// How a match began is shown to those who see it first.
export function open() {
  const frames = [...document.querySelectorAll("#opening > template")];
  const key = `opened ${location.pathname}`;
  if (!frames.length || still() || sessionStorage[key]) return;
  sessionStorage[key] = "yes";
  const last = (newest = table().cloneNode(true));
  stage().replaceChildren(frames.shift().content);
  Object.assign(table().dataset, { version: 0, moment: 0, told: "" });
  table().querySelector(".log ol").replaceChildren(); // it already tells how the first dice fell
  afterwards(() => present(frames, last, false, false));
}
