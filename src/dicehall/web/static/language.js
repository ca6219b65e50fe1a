// Another language at a table: what the page says is said anew. The match stands where it stood, what was
// chosen stays chosen, and what is open stays open.

import { hearAgain } from "./news.js";
import { request } from "./requests.js";
import { show } from "./table.js";

const SAID = [".skip", ".bar .tools", "#offline", "#hold", "#coach-said", "#bubble"];
const NAMED = ["#drawer", "#drawer .close"]; // it is open

export async function speak(language) {
  const { ok, text: html } = await request(location.href);
  if (!ok) return location.reload();
  const page = new DOMParser().parseFromString(html, "text/html");
  document.documentElement.lang = language;
  for (const part of SAID)
    document.querySelector(part)?.replaceWith(page.querySelector(part) ?? "");
  for (const part of NAMED)
    document.querySelector(part).ariaLabel = page.querySelector(part).ariaLabel;
  show(html, true);
  hearAgain();
}
