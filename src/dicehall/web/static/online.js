// What people who play each other need beside the game: time, reactions, who is there, the lobby.

const presence = document.getElementById("presence");
const said = document.getElementById("said");
const all = (selector) => document.querySelectorAll(selector);

// --- Time: by the clock of the house ----------------------------------------------------------

let ahead = presence ? Number(presence.dataset.now) - Date.now() / 1000 : 0;

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
  for (const form of all("[data-after]")) form.classList.toggle("due", now >= Number(form.dataset.after));
}

setInterval(tick, 500);

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

addEventListener("table", (event) => {
  if (event.detail.dataset.next) location.assign(event.detail.dataset.next);
  look();
});

// --- Presence and reactions --------------------------------------------------------------------

addEventListener("table-presence", (event) => {
  const line = document.createElement("span"); // a new one: on small screens it is seen for a while
  line.textContent = event.detail.replace(/\t(\d+)/g, (_, at) =>
    ` ${new Date(at * 1000).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" })}.`);
  line.classList.toggle("lasting", event.detail.includes("\t"));
  presence.replaceChildren(...(event.detail ? [line] : []));
});

addEventListener("table-reaction", (event) => say(event.detail));

function say(words) {
  const line = document.createElement("p");
  line.textContent = words;
  said.append(line);
  setTimeout(() => line.remove(), 5_000);
}

addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-quiet]")) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const answer = await fetch(form.action, { method: "post", body, headers: { "X-Part": "table" } }).catch(() => null);
  if (!answer?.ok) say((await answer?.text()) || form.dataset.failed);
});

// --- The link ---------------------------------------------------------------------------------

addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-share]");
  if (!button) return;
  const link = document.getElementById(button.dataset.copy ?? button.dataset.share);
  if (button.dataset.share) return navigator.share({ title: button.dataset.title, url: link.value }).catch(() => {});
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
  const answer = await fetch("/lobby").catch(() => null);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(list.id);
  const old = document.getElementById(list.id);
  if (next && old && next.innerHTML !== old.innerHTML) old.replaceWith(next);
}

for (const list of all("[data-refresh]")) setInterval(freshen, Number(list.dataset.refresh) * 1000, list);

look();
if (presence) import("./calls.js");
