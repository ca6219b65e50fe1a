// Hears what happens at a table by server-sent events, and notices when the line is dead.

import { offline, page } from "./forms.js";
import { moment, show, table, version } from "./table.js";

let news;
let heard; // when the stream last gave a sign of life: it does so every 15 seconds

export function listen() {
  const current = table();
  if (news || !current || !("live" in current.dataset)) return;
  news = new EventSource(`${current.dataset.stream}?version=${version(current)}&moment=${moment(current)}&page=${page}`);
  heard = Date.now();
  news.onopen = () => offline(false);
  news.onmessage = (event) => {
    heard = Date.now();
    show(event.data);
  };
  for (const name of ["ping", "reaction", "presence"]) news.addEventListener(name, pass);
  news.addEventListener("end", hush);
  news.onerror = () => {
    offline(true);
    if (news.readyState !== EventSource.CLOSED) return;
    hush();
    setTimeout(listen, 1500);
  };
}

// Hears the same in another language.
export function hearAgain() {
  hush();
  listen();
}

function hush() {
  news?.close();
  news = undefined;
}

function pass(event) {
  heard = Date.now();
  offline(false);
  dispatchEvent(new CustomEvent(`table-${event.type}`, { detail: event.data }));
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
addEventListener("visibilitychange", () => document.hidden || revive(20_000));
setInterval(revive, 5_000, 40_000);
