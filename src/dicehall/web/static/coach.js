// The coach: fetches what each choice is worth, after the table itself, and writes it on the board.
// The script knows no game; the server says which text goes into which element.

import { request } from "./requests.js";

const root = document.documentElement;
const LATE_MS = 3_000;
const THINKING_MS = 120_000;

let asking; // aborts the request for a table that is gone

addEventListener("table-drawn", weigh);
weigh();

async function weigh() {
  const table = document.getElementById("table");
  const line = table?.querySelector("[data-weigh]");
  asking?.abort();
  if (!line || root.dataset.coach !== "on") return;
  asking = new AbortController();
  const late = setTimeout(() => write(line, line.dataset.late), LATE_MS);
  const options = {
    headers: () => ({ "X-Part": "worth" }),
    signal: asking.signal,
    patience: THINKING_MS,
    quiet: true,
  };
  const reply = await request(line.dataset.weigh, options).catch(() => null);
  clearTimeout(late);
  if (!reply) return;
  const advice = reply.ok ? JSON.parse(reply.text) : { busy: reply.reason };
  if (advice.busy) write(line, advice.busy);
  else if (reply.ok)
    dispatchEvent(new CustomEvent("table-next", { detail: () => show(table, line, advice) }));
  else line.replaceChildren(); // the table is complete without it
}

function write(line, text) {
  line.replaceChildren(make("p", "", text));
}

// Does nothing if another table, or another version, is shown by now.
function show(
  table,
  line,
  { version, summary, line: parts, worths = {}, names = {}, choices = {}, hinted, picked },
) {
  if (!parts || !table.isConnected || Number(table.dataset.version) !== version) return;
  fill(line, parts, version);
  for (const [id, values] of Object.entries(worths))
    put(document.getElementById(id), values, id in names);
  for (const [id, name] of Object.entries(names)) rename(document.getElementById(id), name);
  for (const form of table.querySelectorAll("form[data-choices]")) {
    form.dataset.worths = JSON.stringify(choices);
    form.dispatchEvent(new Event("change", { bubbles: true }));
  }
  document.getElementById(hinted)?.classList.add("hinted");
  pick(document.getElementById(picked));
  table.dataset.advice = summary;
  document.getElementById("live").textContent = summary;
}

function fill(line, parts, version) {
  /** @type {HTMLTemplateElement} */
  const template = document.getElementById("coach-said");
  const filled = document.importNode(template.content, true);
  for (const part of filled.querySelectorAll("[data-line]"))
    part.textContent = parts[part.dataset.line];
  /** @type {HTMLInputElement} */
  const field = filled.querySelector("[name=version]");
  field.value = version;
  filled.querySelector("button").value = parts.move;
  delete line.dataset.weigh;
  line.replaceChildren(filled);
}

// A label would hide the values from screen readers, so its text moves into the element.
function put(element, values, named) {
  if (!element) return;
  const place = element.querySelector("[data-worth]") ?? element;
  const label = element.getAttribute("aria-label");
  if (label && !named) {
    element.removeAttribute("aria-label");
    place.append(make("span", "unseen", `${label}:`));
  }
  place.append(...values.map(worth));
}

function worth([text, of, note, best]) {
  const value = make("span", best ? "advice best" : "advice", text);
  if (of) value.dataset.of = of;
  if (note) value.append(" ", make("small", "", note));
  return value;
}

function make(tag, kind, text) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  element.textContent = text;
  return element;
}

function rename(element, name) {
  if (element?.hasAttribute("aria-label")) element.setAttribute("aria-label", name);
  else if (element) element.textContent = name;
}

function pick(field) {
  if (field && !field.form.querySelector(`[name="${field.name}"]:checked`)) field.checked = true;
}
