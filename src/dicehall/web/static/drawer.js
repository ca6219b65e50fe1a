// Opens rules and settings over a table, and on small screens the side panel.

import { prefer } from "./forms.js";
import { formBody, request } from "./requests.js";

/** @type {HTMLDialogElement} */
const drawer = document.getElementById("drawer");
const root = document.documentElement;

function openSide(open) {
  if (open) root.dataset.side = "open";
  else delete root.dataset.side;
}

// Opens the side panel, or the part of another page that `data-drawer` names.
export function open(opener) {
  if (opener.matches("[data-drawer]")) unfold(opener.href, opener.dataset.drawer);
  else openSide(opener.id === "open-side" && !("side" in root.dataset));
}

// The browser's Back button closes what is open instead of leaving the table: while anything is
// open, the history has one more entry.
function keepHistory() {
  const open = drawer.open || "side" in root.dataset;
  const pushed = history.state?.drawer;
  if (open && !pushed) history.pushState({ drawer: true }, "");
  else if (!open && pushed) history.back();
}
addEventListener("popstate", () => {
  drawer.close();
  openSide(false);
});
new MutationObserver(keepHistory).observe(root, { attributeFilter: ["data-side"] });
new MutationObserver(keepHistory).observe(drawer, { attributeFilter: ["open"] });

drawer.addEventListener("click", ({ target }) => target === drawer && drawer.close());
addEventListener("keydown", ({ key }) => key === "Escape" && openSide(false));

let opening; // aborts the request before the last one

async function unfold(address, part) {
  opening?.abort();
  opening = new AbortController();
  const reply = await request(address, { signal: opening.signal }).catch(() => null);
  if (!reply) return;
  const found = reply.ok && parse(reply.text).querySelector(part);
  if (!found) return location.assign(address);
  drawer.querySelector(".sheet").replaceChildren(found);
  drawer.showModal();
}

const parse = (html) => new DOMParser().parseFromString(html, "text/html");

// Settings changed over a table apply at once. A name that is still being typed is saved on
// closing.
drawer.addEventListener("input", (/** @type {FieldEvent} */ { target: { form } }) => {
  if (form) form.dataset.changed = "";
});
drawer.addEventListener("change", (/** @type {FieldEvent} */ { target: { form } }) => {
  if (form?.matches("[data-saves]")) save(form);
});
drawer.addEventListener("close", () => {
  const form = drawer.querySelector("[data-saves][data-changed]");
  if (form) save(form);
});

let saving = Promise.resolve(); // one request at a time, so that the last change wins

export function save(form, submitter) {
  saving = saving.then(() => store(form, submitter)).catch(console.error);
}

async function store(form, submitter) {
  delete form.dataset.changed;
  const body = formBody(form, submitter);
  const reply = await request(form.action, { method: "post", body });
  if (!reply.ok) return form.submit();
  if (body.has("language") && (await changeLanguage(form, reply.text))) return;
  for (const [name, value] of body) if (name in root.dataset) root.dataset[name] = value;
  if (form.dataset.sets) prefer(form, submitter);
  confirmSaved(form);
  dispatchEvent(new CustomEvent("preferred"));
}

function confirmSaved(form) {
  const line = form.querySelector("[data-said]");
  if (line) line.textContent = line.dataset.said;
}

// The reply is the settings page. If its language is new, the whole page changes its language.
async function changeLanguage(form, html) {
  const page = parse(html);
  const { lang } = page.documentElement;
  if (lang === root.lang) return false;
  const fresh = page.querySelector(".setting");
  confirmSaved(fresh);
  form.replaceWith(fresh);
  fresh.querySelector("[name=language]:checked").focus();
  await (await import("./language.js")).speak(lang);
  return true;
}
