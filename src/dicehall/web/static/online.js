// Matches between guests: clocks, notices, presence, reactions, the invitation and the lobby.

import { line, place, showRefusal } from "./notices.js";
import { formBody, request } from "./requests.js";

const spoken = document.getElementById("said"); // read out by screen readers
const all = (selector) => document.querySelectorAll(selector);

// --- Clocks, by the server's time --------------------------------------------------------------

let ahead = spoken ? Number(spoken.dataset.now) - Date.now() / 1000 : 0;

addEventListener("table-ping", (event) => {
  ahead = Number(event.detail) - Date.now() / 1000;
});

function tick() {
  const now = Date.now() / 1000 + ahead;
  for (const time of all("[data-until]")) {
    const most = Number(time.dataset.most ?? Infinity); // our clock may be a little off
    const left = Math.min(most, Math.max(0, Math.ceil(Number(time.dataset.until) - now)));
    const [hours, minutes, seconds] = [left / 3600, (left / 60) % 60, left % 60].map(Math.floor);
    const parts = hours ? [hours, minutes, seconds] : [minutes, seconds];
    time.textContent = parts.map((part, i) => String(part).padStart(i ? 2 : 1, "0")).join(":");
    time.classList.toggle("short", left <= 10);
  }
  for (const part of all("[data-after]")) part.hidden = now < Number(part.dataset.after);
  for (const part of all("[data-before]")) part.hidden = now >= Number(part.dataset.before);
}

setInterval(() => {
  tick();
  announce();
}, 500);

// --- Notices ----------------------------------------------------------------------------------
// CSS shows the first line that is not hidden. Lasting lines come with the table, the most
// important first. Passing lines go before them, one at a time, but wait for urgent ones.

const PASSING_MS = 5_000;
const MOST_WAITING = 3;

const waiting = [];
const presence = line("presence");
let passing;
let announced = new Set(); // the lasting lines that were read out since the last move
let moment;

function post(text) {
  waiting.push(text);
  waiting.splice(0, waiting.length - MOST_WAITING);
  showNext();
}

function showNext() {
  const lines = place();
  if (passing || !waiting.length || !lines) return;
  const urgent = lines.querySelector(".urgent");
  if (urgent) {
    setTimeout(() => {
      urgent.classList.remove("urgent");
      showNext();
    }, PASSING_MS);
    return;
  }
  passing = line("passing", waiting.shift());
  lines.prepend(passing);
  spoken.textContent = passing.textContent;
  setTimeout(() => {
    passing.remove();
    passing = undefined;
    spoken.textContent = "";
    showNext();
  }, PASSING_MS);
}

// A new table has a new place for notices.
function settle() {
  const lines = place();
  if (!lines || !spoken) return;
  const watching = lines.querySelector(".watching");
  if (!presence.textContent) presence.remove();
  else lines.insertBefore(presence, "away" in presence.dataset ? watching : null);
  const urgent = lines.querySelector(".urgent");
  if (passing && urgent) urgent.after(passing);
  else if (passing) lines.prepend(passing);
  tick();
  const now = lines.closest("#table").dataset.moment;
  if (moment !== now)
    announced = new Set([...lines.children].map(textOf).filter((text) => announced.has(text)));
  moment = now;
  announce();
}

function textOf(line) {
  const copy = line.cloneNode(true);
  for (const part of copy.querySelectorAll("[data-until], [hidden]")) part.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

function announce() {
  const shown = document.querySelector(".notices > p:not([hidden], .clock)");
  // A line with a role is read out anyway.
  if (!spoken || !shown || shown === passing || shown.role) return;
  const text = textOf(shown);
  if (announced.has(text)) return;
  announced.add(text);
  spoken.textContent = text;
}

addEventListener("table-drawn", settle);

// --- A new table ------------------------------------------------------------------------------

function inspect() {
  tick();
  for (const button of all("[data-copy], [data-share]")) {
    button.hidden = "share" in button.dataset && !navigator.share;
  }
  // An open page answers a claim by itself: its player has not left.
  /** @type {HTMLFormElement} */
  const answer = document.querySelector("form[data-answer]");
  answer?.requestSubmit();
  const due = document.querySelector("form[data-reveal]");
  if (due) import("./client-seeds.js").then(({ reveal }) => reveal(due));
}

let taken = document.querySelector(".joining")?.dataset.taken; // text if someone else took the seat

addEventListener("table", ({ detail: table }) => {
  if (table.dataset.next) location.assign(table.dataset.next);
  inspect();
  if (!taken || !table.querySelector(".watching")) return;
  post(taken);
  taken = "";
});

// --- Presence and reactions --------------------------------------------------------------------

addEventListener("table-presence", ({ detail }) => {
  const lang = document.documentElement.lang;
  const time = (at) =>
    new Date(at * 1000).toLocaleTimeString(lang, { hour: "numeric", minute: "2-digit" });
  presence.textContent = detail.replace(/\t(\d+)\t/g, (_, at) => time(at));
  presence.toggleAttribute("data-away", detail.includes("\t"));
  settle();
});

addEventListener("table-reaction", (event) => post(event.detail));

addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-quiet]")) return;
  event.preventDefault();
  const { ok, reason } = await request(form.action, {
    method: "post",
    body: formBody(form, event.submitter),
    once: true,
    headers: () => ({ "X-Part": "table" }),
  });
  if (!ok) showRefusal(reason || form.dataset.failed);
});

// --- Invitation -------------------------------------------------------------------------------

addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-share]");
  if (!button) return;
  /** @type {HTMLInputElement} */
  const link = document.getElementById(button.dataset.copy ?? button.dataset.share);
  if (button.dataset.share)
    return navigator.share({ title: button.dataset.title, url: link.value }).catch(() => {});
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    document.execCommand("copy"); // without TLS there is no clipboard
  }
  button.textContent = button.dataset.done;
});

// --- The lobby --------------------------------------------------------------------------------

async function refresh(list) {
  if (document.hidden) return;
  const { root } = document.documentElement.dataset;
  const { ok, text } = await request(`${root}/lobby`, { once: true });
  if (!ok) return;
  const next = new DOMParser().parseFromString(text, "text/html").getElementById(list.id);
  const old = document.getElementById(list.id);
  if (next && old && next.innerHTML !== old.innerHTML) old.replaceWith(next);
}

for (const list of all("[data-refresh]"))
  setInterval(refresh, Number(list.dataset.refresh) * 1000, list);

settle();
inspect();
if (spoken) import("./calls.js");
