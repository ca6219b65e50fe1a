// Changes the language of a table in place: selections stay selected and open panels stay open.

import { reconnect } from "./news.js";
import { request } from "./requests.js";
import { show } from "./table.js";

const REPLACED = [".skip", ".bar .tools", "#offline", "#hold", "#coach-said", "#bubble"];
const RELABELLED = ["#drawer", "#drawer .close"]; // open, so not replaced

export async function speak(language) {
  const { ok, text: html } = await request(location.href);
  if (!ok) return location.reload();
  const page = new DOMParser().parseFromString(html, "text/html");
  document.documentElement.lang = language;
  for (const part of REPLACED)
    document.querySelector(part)?.replaceWith(page.querySelector(part) ?? "");
  for (const part of RELABELLED)
    document.querySelector(part).ariaLabel = page.querySelector(part).ariaLabel;
  show(html, true);
  reconnect();
}
