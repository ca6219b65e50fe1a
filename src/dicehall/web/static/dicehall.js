// Starts a page and loads the other modules when they are needed. Everything works without it.

import "./forms.js";
import "./guard.js";
import "./keys.js";
import { listen } from "./news.js";
import { open, table } from "./table.js";

const root = document.documentElement;
const here = (id) => document.getElementById(id);

function load() {
  for (const name of ["coach", "sound"])
    if (table() && root.dataset[name] === "on") import(`./${name}.js`);
  if (document.querySelector("form[data-choices]")) import("./choices.js");
  if (here("entry")) import("./roll-entry.js");
  if (here("result")) import("./result.js");
}

addEventListener("click", async (event) => {
  if (event.target.closest("[data-teach]")) (await import("./lessons.js")).again();
  const opener = event.target.closest("[data-drawer], #open-side, [data-close-side]");
  if (!opener || event.ctrlKey || event.metaKey || !here("drawer")) return;
  event.preventDefault();
  (await import("./drawer.js")).open(opener);
});

addEventListener("submit", async (event) => {
  if (!event.target.matches("[data-saves]") || !here("drawer")) return;
  event.preventDefault();
  (await import("./drawer.js")).save(event.target, event.submitter);
});

addEventListener(
  "submit",
  (event) => {
    if (!event.target.dataset.dice) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    import("./client-seeds.js").then(({ send }) => send(event.target, event.submitter));
  },
  true,
);

addEventListener("preferred", load);
addEventListener("table-drawn", load);
addEventListener("table-drawn", listen);

open();
load();
listen();
if ("serviceWorker" in navigator && top === self)
  addEventListener("load", () => import("./install.js"));
if (document.querySelector("time[data-local]")) import("./times.js");
if (document.querySelector("[data-again]")) setTimeout(() => location.reload(), 800);
root.dataset.ready = "";
const learned = `lessons ${document.body.className.match(/game-\S+/)}`;
if (here("bubble") && localStorage[learned] !== "true") import("./lessons.js");
