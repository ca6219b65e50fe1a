// What this page adds to the dice by itself, with what its player types. Where somebody else plays
// too, the house hears only a commitment until everybody is bound.

import { request } from "./requests.js";
import { sha256, toHex, utf8 } from "./sha256.js";

const KEPT = "dice";
const MOST_KEPT = 100;

const randomWords = () => toHex(crypto.getRandomValues(new Uint8Array(16)));
const kept = () => JSON.parse(localStorage.getItem(KEPT) ?? "{}");
const typed = (form) => (form.elements.words?.value ?? "").replace(/[#\s]+/g, " ").trim();

// What was promised for a match and what this page added to it, or the words behind a commitment.
export const recall = (key) => kept()[key];

function remember(key, value) {
  const entries = [...Object.entries(kept()), [key, value]].slice(-MOST_KEPT);
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(entries)));
}

function put(form, name, value) {
  const input =
    form.elements[name] ?? Object.assign(document.createElement("input"), { type: "hidden", name });
  input.value = value;
  form.append(input);
}

const sending = new WeakSet();

// Send a form with what goes into the dice: `commit` binds this seat, `add` goes with the promise on
// the page, `ask` asks for a promise first.
export async function send(form, submitter) {
  if (sending.has(form)) return;
  sending.add(form);
  const how = form.dataset.dice;
  const alone = how !== "commit" && form.elements.opponent?.value !== "open";
  if (alone) await add(form, how).catch(() => {}); // the dice are promised anyway
  if (!alone || how === "ask") commit(form);
  form.dataset.dice = "";
  form.requestSubmit(submitter);
}

async function add(form, how) {
  const random = randomWords();
  let { promise } = form.dataset;
  let table = form.elements.table?.value;
  if (how === "ask") {
    const answer = await request("/api/promises", { method: "post", once: true });
    if (!answer.ok) return;
    ({ table, promise } = JSON.parse(answer.text));
    put(form, "table", table);
  }
  remember(table.split(".")[0], { promise, words: random });
  put(form, "random", random);
}

function commit(form) {
  const words = `${typed(form)} ${randomWords()}`.trim();
  const commitment = toHex(sha256(utf8(words)));
  remember(commitment, words);
  put(form, "commitment", commitment);
  if (form.elements.words) form.elements.words.disabled = true; // they are told when they are due
}

// Everybody is bound: tell the words behind this seat's commitment, if this device knows them.
export function reveal(form) {
  const { reveal: commitment, match, promise } = form.dataset;
  const words = recall(commitment);
  if (!words) return;
  remember(match, { promise, words });
  form.elements.words.value = words;
  form.requestSubmit();
}
