// @ts-check
// The worker that runs the application. The shell sends it requests; it keeps what changes, and asks
// a second worker to think.

import { Keeping } from "./keeping.js";
import { addLater, startPython } from "./python.js";

const post = (message, transfer = []) => postMessage(message, { transfer });
const report = (step) => post({ step });

const { base, place } = JSON.parse(self.name);
const exchanges = new Map();
const early = []; // requests that came before the application was ready
let door;
let bytesOf; // Python's `bytes`

addEventListener("message", ({ data }) => (door ? receive(data) : early.push(data)));

function receive({ id, request, cancel }) {
  if (cancel) exchanges.get(id)?.cancel();
  if (!request) return;
  const { method, path, headers, body } = request;
  const begin = (status, pairs) => post({ id, head: { status, headers: JSON.parse(pairs) } });
  const go = (bytes) => {
    const chunk = bytes.toJs();
    post({ id, chunk }, [chunk.buffer]);
  };
  const end = () => {
    post({ id, chunk: null });
    exchanges.delete(id);
  };
  const sent = bytesOf(new Uint8Array(body ?? new ArrayBuffer(0)));
  exchanges.set(id, door.handle(method, `${base}app${path}`, headers, sent, begin, go, end));
}

// --- Thinking -------------------------------------------------------------------------------------

let thinker;
let questions = 0;
const asked = new Map();

function startThinker() {
  thinker = new Worker(new URL("thinker.js", import.meta.url), { type: "module" });
  thinker.onmessage = ({ data: { id, found, failed } }) => {
    const { resolve, reject } = asked.get(id);
    asked.delete(id);
    if (failed) reject(new Error(failed));
    else resolve(bytesOf(found));
  };
  thinker.onerror = ({ message }) => {
    for (const { reject } of asked.values()) reject(new Error(message || "the thinker has died"));
    asked.clear();
    thinker = undefined; // the next question starts another
  };
}

function think(question) {
  if (!thinker) startThinker();
  const bytes = question.toJs();
  return new Promise((resolve, reject) => {
    const id = ++questions;
    asked.set(id, { resolve, reject });
    thinker.postMessage({ id, question: bytes }, [bytes.buffer]);
  });
}

// --- Start ----------------------------------------------------------------------------------------

async function start() {
  const opening = Keeping.open(place);
  const python = await startPython(report);
  bytesOf = python.globals.get("bytes");
  const keeping = await opening;
  const { lasting, ...kept } = await keeping.read();
  const keep = (batch, cookies) =>
    keeping.keep(batch, cookies).catch((error) => {
      post({ notice: "full" });
      throw error;
    });
  const replace = (snapshot) => keeping.replace(snapshot.toJs());
  const inside = python.pyimport("dicehall.site.inside.hall");
  report("hall");
  const { snapshot, batches, cookies } = kept;
  const before = snapshot ? bytesOf(snapshot) : undefined;
  door = await inside.open_hall(
    location.origin + base,
    before,
    batches,
    cookies,
    keep,
    replace,
    think,
  );
  for (const message of early.splice(0)) receive(message);
  post({ ready: true, lasting, returning: Boolean(snapshot || batches.length) });
  await addLater(python);
}

start().catch((error) => {
  post({ failed: String(error?.message ?? error) });
  throw error;
});
