// What people who play each other need beside the game: time, notices, who is there, the lobby.

import { line, place, showRefusal } from "./notices.js";
import { request } from "./requests.js";

const said = document.getElementById("said");
const all = (selector) => document.querySelectorAll(selector);

// --- Time: by the server's clock --------------------------------------------------------------

let ahead = said ? Number(said.dataset.now) - Date.now() / 1000 : 0;

addEventListener("table-ping", (event) => {
  ahead = Number(event.detail) - Date.now() / 1000;
});

function tick() {
  const now = Date.now() / 1000 + ahead;
  for (const time of all("[data-until]")) {
    const most = Number(time.dataset.most ?? Infinity); // the clocks may differ by a little
    const left = Math.min(most, Math.max(0, Math.ceil(Number(time.dataset.until) - now)));
    const [hours, minutes, seconds] = [left / 3600, (left / 60) % 60, left % 60].map(Math.floor);
    const parts = hours ? [hours, minutes, seconds] : [minutes, seconds];
    time.textContent = parts.map((part, i) => String(part).padStart(i ? 2 : 1, "0")).join(":");
    time.classList.toggle("short", left <= 10);
  }
  for (const part of all("[data-after]")) part.hidden = now < Number(part.dataset.after);
  for (const part of all("[data-before]")) part.hidden = now >= Number(part.dataset.before);
}

setInterval(() => (tick(), announce()), 500);

// --- Notices ----------------------------------------------------------------------------------
// The style shows the first line that is not hidden. Lasting lines come with the table, the most
// important first; passing ones are put before them one by one, but wait for what is urgent.

const PASSING_MS = 5_000;
const MOST_WAITING = 3;

const waiting = [];
const presence = line("presence");
let passing;
let announced = new Set(); // the lasting lines that a screen reader has been told since the last move
let moment;

function post(words) {
  waiting.push(words);
  waiting.splice(0, waiting.length - MOST_WAITING);
  showNext();
}

function showNext() {
  const lines = place();
  if (passing || !waiting.length || !lines) return;
  const urgent = lines.querySelector(".urgent");
  if (urgent) return setTimeout(() => (urgent.classList.remove("urgent"), showNext()), PASSING_MS);
  passing = line("passing", waiting.shift());
  lines.prepend(passing);
  said.textContent = passing.textContent;
  setTimeout(() => {
    passing.remove();
    passing = undefined;
    said.textContent = "";
    showNext();
  }, PASSING_MS);
}

// A new table comes with a new place.
function settle() {
  const lines = place();
  if (!lines || !said) return;
  const watching = lines.querySelector(".watching");
  if (!presence.textContent) presence.remove();
  else lines.insertBefore(presence, "away" in presence.dataset ? watching : null);
  const urgent = lines.querySelector(".urgent");
  if (passing && urgent) urgent.after(passing);
  else if (passing) lines.prepend(passing);
  tick();
  const now = lines.closest("#table").dataset.moment;
  if (moment !== now)
    announced = new Set([...lines.children].map(wordsOf).filter((words) => announced.has(words)));
  moment = now;
  announce();
}

function wordsOf(line) {
  const copy = line.cloneNode(true);
  for (const part of copy.querySelectorAll("[data-until], [hidden]")) part.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

function announce() {
  const shown = document.querySelector(".notices > p:not([hidden], .clock)");
  if (!said || !shown || shown === passing || shown.role) return; // a role speaks for itself
  const words = wordsOf(shown);
  if (announced.has(words)) return;
  announced.add(words);
  said.textContent = words;
}

addEventListener("table-drawn", settle);

// --- What came with the table -----------------------------------------------------------------

function look() {
  tick();
  for (const button of all("[data-copy], [data-share]")) {
    button.hidden = "share" in button.dataset && !navigator.share;
  }
  // A page that is open answers for its player, so that only those who have left are missed.
  document.querySelector("form[data-answer]")?.requestSubmit();
  const owed = document.querySelector("form[data-reveal]");
  if (owed) import("./words.js").then(({ reveal }) => reveal(owed));
}

let taken = document.querySelector(".joining")?.dataset.taken; // told if somebody else sits down here

addEventListener("table", ({ detail: table }) => {
  if (table.dataset.next) location.assign(table.dataset.next);
  look();
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
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const { ok, reason } = await request(form.action, {
    method: "post",
    body,
    once: true,
    headers: () => ({ "X-Part": "table" }),
  });
  if (!ok) showRefusal(reason || form.dataset.failed);
});

// --- The link ---------------------------------------------------------------------------------

addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-share]");
  if (!button) return;
  const link = document.getElementById(button.dataset.copy ?? button.dataset.share);
  if (button.dataset.share)
    return navigator.share({ title: button.dataset.title, url: link.value }).catch(() => {});
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    document.execCommand("copy"); // where the page is not served securely there is no clipboard
  }
  button.textContent = button.dataset.done;
});

// --- The lobby --------------------------------------------------------------------------------

async function freshen(list) {
  if (document.hidden) return;
  const answer = await request("/lobby", { once: true });
  if (!answer.ok) return;
  const next = new DOMParser().parseFromString(answer.text, "text/html").getElementById(list.id);
  const old = document.getElementById(list.id);
  if (next && old && next.innerHTML !== old.innerHTML) old.replaceWith(next);
}

for (const list of all("[data-refresh]"))
  setInterval(freshen, Number(list.dataset.refresh) * 1000, list);

settle();
look();
if (said) import("./calls.js");
