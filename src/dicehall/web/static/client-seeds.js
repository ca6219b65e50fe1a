// The client seed of this page: random bytes, and what the player types. If someone else plays too,
// the server gets only a commitment until every seat has committed.

import { formBody, request } from "./requests.js";
import { sha256, toHex, utf8 } from "./sha256.js";

const KEY = "dice";
const MOST_KEPT = 100;

const randomSeed = () => toHex(crypto.getRandomValues(new Uint8Array(16)));
const kept = () => JSON.parse(localStorage.getItem(KEY) ?? "{}");
const typed = (form) => (form.elements.words?.value ?? "").replace(/[#\s]+/g, " ").trim();

// By match: the server's commitment and our seed. By commitment: the seed behind it.
export const recall = (key) => kept()[key];

export function remember(key, value) {
  const entries = [...Object.entries(kept()), [key, value]].slice(-MOST_KEPT);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
}

function setField(form, name, value) {
  const hidden = () => Object.assign(document.createElement("input"), { type: "hidden", name });
  const input = form.elements[name] ?? hidden();
  input.value = value;
  form.append(input);
}

const sending = new WeakSet();

// Sends a form together with a seed. `commit` sends only a commitment, `add` the seed for the
// server commitment on the page, and `ask` first asks for such a server commitment.
export async function send(form, submitter) {
  if (sending.has(form)) return;
  sending.add(form);
  const how = form.dataset.dice;
  const alone = how !== "commit" && form.elements.opponent?.value !== "open";
  if (alone) await add(form, how).catch(() => {}); // the dice are fair without it
  if (!alone || how === "ask") commit(form);
  form.dataset.dice = "";
  if ("opens" in form.dataset) open(form);
  else form.requestSubmit(submitter);
}

// Opens a match. If the form is refused, it comes back with its values and takes its own place.
async function open(form) {
  const { ok, text } = await request(form.action, { method: "post", body: formBody(form) });
  if (ok) return location.assign(text);
  const next = new DOMParser().parseFromString(text, "text/html").querySelector(".new");
  if (!next) return form.submit(); // the page that answers says what is wrong
  form.closest(".new").replaceWith(next);
  next.querySelector("[aria-invalid]")?.focus();
}

async function add(form, how) {
  const seed = randomSeed();
  let { promise } = form.dataset;
  let table = form.elements.table?.value;
  if (how === "ask") {
    const { root } = document.documentElement.dataset;
    const reply = await request(`${root}/api/promises`, { method: "post", once: true });
    if (!reply.ok) return;
    ({ table, promise } = JSON.parse(reply.text));
    setField(form, "table", table);
  }
  remember(table.split(".")[0], { promise, words: seed });
  setField(form, "random", seed);
}

function commit(form) {
  const seed = `${typed(form)} ${randomSeed()}`.trim();
  const commitment = toHex(sha256(utf8(seed)));
  remember(commitment, seed);
  setField(form, "commitment", commitment);
  if (form.elements.words) form.elements.words.disabled = true; // revealed later
}

// Every seat has committed: reveals the seed of this seat, if this browser knows it.
export function reveal(form) {
  const { reveal: commitment, match, promise } = form.dataset;
  const seed = recall(commitment);
  if (!seed) return;
  remember(match, { promise, words: seed });
  form.elements.words.value = seed;
  form.requestSubmit();
}
