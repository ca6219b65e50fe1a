// What opens over a table: the rules, the settings, and on small screens what stands beside it.

import { prefer } from "./forms.js";
import { request } from "./requests.js";

const drawer = document.getElementById("drawer");
const root = document.documentElement;
const side = (open) => (open ? (root.dataset.side = "open") : delete root.dataset.side);

// What was clicked opens: the side, or the part of another page that `data-drawer` names.
export function open(opener) {
  if (opener.matches("[data-drawer]")) unfold(opener.href, opener.dataset.drawer);
  else side(opener.id === "open-side" && !("side" in root.dataset));
}

// The browser's Back closes what is open instead of leaving the table: while anything is open there
// is one more entry in the history.
function keepHistory() {
  const open = drawer.open || "side" in root.dataset,
    pushed = history.state?.drawer;
  if (open && !pushed) history.pushState({ drawer: true }, "");
  else if (!open && pushed) history.back();
}
addEventListener("popstate", () => (drawer.close(), side(false)));
new MutationObserver(keepHistory).observe(root, { attributeFilter: ["data-side"] });
new MutationObserver(keepHistory).observe(drawer, { attributeFilter: ["open"] });

drawer.addEventListener("click", ({ target }) => target === drawer && drawer.close());
addEventListener("keydown", ({ key }) => key === "Escape" && side(false));

let opening; // only what was asked for last is opened

async function unfold(address, part) {
  opening?.abort();
  const { signal } = (opening = new AbortController());
  const answer = await request(address, { signal }).catch(() => null);
  if (!answer) return;
  const found =
    answer.ok && new DOMParser().parseFromString(answer.text, "text/html").querySelector(part);
  if (!found) return location.assign(address);
  drawer.querySelector(".sheet").replaceChildren(found);
  drawer.showModal();
}

// Settings that are changed over a table apply at once, also a name that is still being typed.
drawer.addEventListener("input", ({ target: { form } }) => form && (form.dataset.changed = ""));
drawer.addEventListener(
  "change",
  ({ target: { form } }) => form?.matches("[data-saves]") && save(form),
);
drawer.addEventListener("close", () => {
  const form = drawer.querySelector("[data-saves][data-changed]");
  if (form) save(form);
});

let saving = Promise.resolve(); // one after the other, so that the last change is the one that stays

export function save(form, submitter) {
  return (saving = saving.then(() => store(form, submitter)).catch(console.error));
}

async function store(form, submitter) {
  delete form.dataset.changed;
  const body = new URLSearchParams(new FormData(form, submitter));
  const answer = await request(form.action, { method: "post", body });
  if (!answer.ok) return form.submit();
  if (body.has("language") && (await retell(form, answer))) return;
  for (const [name, value] of body) if (name in root.dataset) root.dataset[name] = value;
  if (form.dataset.sets) prefer(form, submitter);
  const said = form.querySelector("[data-said]");
  if (said) said.textContent = said.dataset.said;
  dispatchEvent(new CustomEvent("preferred"));
}

// The answer is the settings anew, perhaps in another language: then all that the page says is, too.
async function retell(form, answer) {
  const told = new DOMParser().parseFromString(answer.text, "text/html");
  const { lang } = told.documentElement;
  if (lang === root.lang) return false;
  const fresh = told.querySelector(".setting");
  fresh.querySelector("[data-said]").textContent = fresh.querySelector("[data-said]").dataset.said;
  form.replaceWith(fresh);
  fresh.querySelector("[name=language]:checked").focus();
  await (await import("./language.js")).speak(lang);
  return true;
}
