// Listens to the stream of a match (server-sent events), and notices when it is dead.

import { page } from "./forms.js";
import { showRefusal } from "./notices.js";
import { report, request } from "./requests.js";
import { moment, received, show, table, version } from "./table.js";

let news;
let asking; // set while we find out why the stream failed
let lastSign; // time of the last event; the server sends one every 15 seconds

const offline = (is) => report("stream", is && "away");

export function listen() {
  const current = received();
  if (news || asking || !current || !("live" in current.dataset)) return;
  const shown = `version=${version(current)}&moment=${moment(current)}`;
  const address = `${current.dataset.stream}?${shown}&page=${page}`;
  news = new EventSource(address);
  lastSign = Date.now();
  news.onopen = () => {
    offline(false);
    dispatchEvent(new Event("stream-open"));
  };
  news.onmessage = (event) => {
    lastSign = Date.now();
    show(event.data);
  };
  for (const name of ["ping", "reaction", "presence"]) news.addEventListener(name, pass);
  news.addEventListener("refusal", refuse);
  news.addEventListener("end", close);
  news.onerror = () => {
    if (news.readyState === EventSource.CLOSED) findOut(address);
    else offline(true); // the browser reconnects
  };
}

// An EventSource does not say which error it got, so a plain request asks again.
async function findOut(address) {
  close();
  asking = new AbortController();
  const { signal } = asking;
  const reply = await request(address, { signal }).catch(() => null);
  if (signal.aborted) return;
  asking = undefined;
  offline(false);
  if (reply?.ok) listen();
  else if (reply?.reason) showRefusal(reply.reason);
}

// The new stream has the new language.
export function reconnect() {
  close();
  listen();
}

function close() {
  asking?.abort();
  news?.close();
  asking = news = undefined;
}

function pass(event) {
  lastSign = Date.now();
  offline(false);
  dispatchEvent(new CustomEvent(`table-${event.type}`, { detail: event.data }));
}

// The match cannot be stored now. The server repeats this at every attempt; it is shown once.
function refuse({ data }) {
  lastSign = Date.now();
  if (document.querySelector(".notices > .refusal")?.textContent !== data) showRefusal(data);
}

// After sleep or a change of network a stream may be dead without an error.
function revive(patience) {
  if (!news || Date.now() - lastSign < patience) return;
  offline(true);
  close();
  listen();
}

addEventListener("pagehide", close);
addEventListener("pageshow", (event) => event.persisted && listen());
addEventListener("offline", () => table() && offline(true));
addEventListener("online", () => (news ? revive(0) : offline(false)));
addEventListener("try-again", () => revive(0));
addEventListener("visibilitychange", () => document.hidden || revive(20_000));
setInterval(revive, 5_000, 40_000);
