// Hears what happens at a table by server-sent events, and notices when the line is dead.

import { page } from "./forms.js";
import { showRefusal } from "./notices.js";
import { report, request } from "./requests.js";
import { moment, received, show, table, version } from "./table.js";

let news;
let asking; // set while we find out why the stream failed
let heard; // when the stream last gave a sign of life: it does so every 15 seconds

const offline = (is) => report("stream", is && "away");

export function listen() {
  const current = received();
  if (news || asking || !current || !("live" in current.dataset)) return;
  const address = `${current.dataset.stream}?version=${version(current)}&moment=${moment(current)}&page=${page}`;
  news = new EventSource(address);
  heard = Date.now();
  news.onopen = () => {
    offline(false);
    dispatchEvent(new Event("stream-open"));
  };
  news.onmessage = (event) => {
    heard = Date.now();
    show(event.data);
  };
  for (const name of ["ping", "reaction", "presence"]) news.addEventListener(name, pass);
  news.addEventListener("refusal", refuse);
  news.addEventListener("end", hush);
  news.onerror = () => {
    if (news.readyState === EventSource.CLOSED) findOut(address);
    else offline(true); // the browser tries again
  };
}

// A stream that was answered with an error does not say which: the same is asked in a way that does.
async function findOut(address) {
  hush();
  const { signal } = (asking = new AbortController());
  const { ok, reason } = await request(address, { signal }).catch(() => ({}));
  if (signal.aborted) return;
  asking = undefined;
  offline(false);
  if (ok) listen();
  else if (reason) showRefusal(reason);
}

// Hears the same in another language.
export function hearAgain() {
  hush();
  listen();
}

function hush() {
  asking?.abort();
  news?.close();
  asking = news = undefined;
}

function pass(event) {
  heard = Date.now();
  offline(false);
  dispatchEvent(new CustomEvent(`table-${event.type}`, { detail: event.data }));
}

// What happens next cannot be stored; it is said again at every attempt, and shown once.
function refuse({ data }) {
  heard = Date.now();
  if (document.querySelector(".notices > .refusal")?.textContent !== data) showRefusal(data);
}

// After a sleep or a change of network a stream may be dead without an error.
function revive(patience) {
  if (!news || Date.now() - heard < patience) return;
  offline(true);
  hush();
  listen();
}

addEventListener("pagehide", hush);
addEventListener("pageshow", (event) => event.persisted && listen());
addEventListener("offline", () => table() && offline(true));
addEventListener("online", () => (news ? revive(0) : offline(false)));
addEventListener("try-again", () => revive(0));
addEventListener("visibilitychange", () => document.hidden || revive(20_000));
setInterval(revive, 5_000, 40_000);
