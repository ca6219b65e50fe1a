// The coach: what the choices are worth follows after the table itself, as a few words for each of its elements.
// It knows no game: the house says what goes where.

import { request } from "./requests.js";

const root = document.documentElement;
const LATE_MS = 3_000;
const THINKING_MS = 120_000;

let asking; // what was asked for a table that is gone need not be answered

addEventListener("table-drawn", weigh);
weigh();

async function weigh() {
  const table = document.getElementById("table");
  const line = table?.querySelector("[data-weigh]");
  asking?.abort();
  if (!line || root.dataset.coach !== "on") return;
  const { signal } = (asking = new AbortController());
  const late = setTimeout(() => tell(line, line.dataset.late), LATE_MS);
  const options = {
    headers: () => ({ "X-Part": "worth" }),
    signal,
    patience: THINKING_MS,
    quiet: true,
  };
  const answer = await request(line.dataset.weigh, options).catch(() => null);
  clearTimeout(late);
  if (!answer) return;
  const said = answer.ok ? JSON.parse(answer.text) : { busy: answer.reason };
  if (said.busy) tell(line, said.busy);
  else if (answer.ok)
    dispatchEvent(new CustomEvent("table-next", { detail: () => speak(table, line, said) }));
  else line.replaceChildren(); // the table is whole without it
}

function tell(line, text) {
  line.replaceChildren(make("p", "", text));
}

// What was said of another state, or to a table that is gone, is not said at all.
function speak(
  table,
  line,
  { version, summary, line: parts, worths = {}, names = {}, choices = {}, hinted, picked },
) {
  if (!parts || !table.isConnected || Number(table.dataset.version) !== version) return;
  fill(line, parts, version);
  for (const [id, said] of Object.entries(worths))
    put(document.getElementById(id), said, id in names);
  for (const [id, name] of Object.entries(names)) call(document.getElementById(id), name);
  for (const form of table.querySelectorAll("form[data-choices]")) {
    form.dataset.worths = JSON.stringify(choices);
    form.dispatchEvent(new Event("change", { bubbles: true }));
  }
  document.getElementById(hinted)?.classList.add("hinted");
  pick(document.getElementById(picked));
  document.getElementById("live").textContent = table.dataset.advice = summary;
}

function fill(line, parts, version) {
  const said = document.getElementById("coach-said").content.cloneNode(true);
  for (const part of said.querySelectorAll("[data-line]"))
    part.textContent = parts[part.dataset.line];
  said.querySelector("[name=version]").value = version;
  said.querySelector("button").value = parts.move;
  delete line.dataset.weigh;
  line.replaceChildren(said);
}

// The label of an element would hide what is said in it from the ear: it goes inside as well.
function put(element, said, named) {
  if (!element) return;
  const place = element.querySelector("[data-worth]") ?? element;
  const label = element.getAttribute("aria-label");
  if (label && !named) {
    element.removeAttribute("aria-label");
    place.append(make("span", "unseen", `${label}:`));
  }
  place.append(...said.map(worth));
}

function worth([text, of, note, best]) {
  const said = make("span", best ? "advice best" : "advice", text);
  if (of) said.dataset.of = of;
  if (note) said.append(" ", make("small", "", note));
  return said;
}

function make(tag, kind, text) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  made.textContent = text;
  return made;
}

function call(element, name) {
  if (element?.hasAttribute("aria-label")) element.setAttribute("aria-label", name);
  else if (element) element.textContent = name;
}

function pick(field) {
  if (field && !field.form.querySelector(`[name="${field.name}"]:checked`)) field.checked = true;
}
