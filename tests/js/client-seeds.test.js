import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";
import { load } from "./browser.js";

const { recall, remember, reveal, send } = await load("client-seeds.js");

document.createElement = () => ({});

function form(dataset, fields = {}) {
  const values = Object.entries(fields).map(([name, value]) => [name, { name, value }]);
  const made = { dataset, elements: Object.fromEntries(values), sent: 0 };
  made.append = (input) => (made.elements[input.name] = input);
  made.requestSubmit = () => made.sent++;
  return made;
}

beforeEach(() => localStorage.clear());

test("a commitment is the hash of what was typed and of random bytes", async () => {
  const joining = form({ dice: "commit" }, { words: "  lucky #  seven " });
  await send(joining);
  const commitment = joining.elements.commitment.value;
  const seed = recall(commitment);
  assert.match(seed, /^lucky seven [0-9a-f]{32}$/);
  assert.equal(createHash("sha256").update(seed).digest("hex"), commitment);
  assert.equal(joining.elements.words.disabled, true);
  assert.equal(joining.sent, 1);
});

test("a form is sent once", async () => {
  const joining = form({ dice: "commit" });
  await Promise.all([send(joining), send(joining)]);
  assert.equal(joining.sent, 1);
});

test("alone, the seed goes with the server's commitment on the page", async () => {
  const opening = form({ dice: "add", promise: "p" }, { table: "m1.signature" });
  await send(opening);
  const seed = opening.elements.random.value;
  assert.match(seed, /^[0-9a-f]{32}$/);
  assert.deepEqual(recall("m1"), { promise: "p", words: seed });
  assert.equal(opening.elements.commitment, undefined);
});

test("without a connection a match is opened with a commitment alone", async (t) => {
  t.mock.method(globalThis, "fetch", async () => {
    throw new TypeError("network");
  });
  const opening = form({ dice: "ask" });
  await send(opening);
  assert.equal(opening.elements.random, undefined);
  assert.match(opening.elements.commitment.value, /^[0-9a-f]{64}$/);
  assert.equal(opening.sent, 1);
});

test("a seed is revealed only by the browser that knows it", () => {
  remember("c", "lucky 00");
  const known = form({ reveal: "c", match: "m", promise: "p" }, { words: "" });
  reveal(known);
  assert.equal(known.elements.words.value, "lucky 00");
  assert.deepEqual(recall("m"), { promise: "p", words: "lucky 00" });
  const unknown = form({ reveal: "d", match: "m2" }, { words: "" });
  reveal(unknown);
  assert.deepEqual([known.sent, unknown.sent], [1, 0]);
});

test("the last hundred seeds are kept", () => {
  for (let n = 0; n < 101; n++) remember(`c${n}`, String(n));
  assert.equal(recall("c0"), undefined);
  assert.equal(recall("c100"), "100");
});
