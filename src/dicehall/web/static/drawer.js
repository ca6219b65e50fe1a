// What opens over a table: the rules, the settings, and on small screens what stands beside it.

import { offline, prefer } from "./forms.js";

const drawer = document.getElementById("drawer");
const root = document.documentElement;
const side = (open) => (open ? (root.dataset.side = "open") : delete root.dataset.side);

// What was clicked opens: the side, or the part of another page that `data-drawer` names.
export function open(opener) {
  if (opener.matches("[data-drawer]")) unfold(opener.href, opener.dataset.drawer);
  else side(opener.id === "open-side" && !("side" in root.dataset));
}

drawer.addEventListener("click", ({ target }) => target === drawer && drawer.close());
addEventListener("keydown", ({ key }) => key === "Escape" && side(false));

async function unfold(address, part) {
  const answer = await fetch(address).catch(() => null);
  if (!answer) return offline(true); // what is open stays
  const found = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(part);
  if (!found) return location.assign(address);
  drawer.querySelector(".sheet").replaceChildren(found);
  drawer.showModal();
}

// Settings that are changed over a table hold at once.
export async function save(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  const answer = await fetch(form.action, { method: "post", body }).catch(() => null);
  if (!answer) return offline(true);
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
  const told = new DOMParser().parseFromString(await answer.text(), "text/html");
  const { lang } = told.documentElement;
  if (lang === root.lang) return false;
  const fresh = told.querySelector(".setting");
  fresh.querySelector("[data-said]").textContent = fresh.querySelector("[data-said]").dataset.said;
  form.replaceWith(fresh);
  fresh.querySelector("[name=language]:checked").focus();
  await (await import("./language.js")).speak(lang);
  return true;
}
