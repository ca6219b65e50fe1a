import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./browser.js";

const { classify, describe, pause, request, secondsIn } = await load("requests.js");

const KINDS = {
  answered: [
    { status: 200 },
    { status: 303 },
    { status: 403, code: "not-yours" },
    { status: 404 },
    { status: 409, code: "stale", table: true },
    { status: 500, table: true }, // the table says what happened
    { status: 429 }, // without a time there is nothing to wait for
  ],
  broken: [
    { status: 500 },
    { status: 500, code: "broken" },
    { status: 501 },
    { status: 503, code: "store-unusable" },
  ],
  away: [
    { status: 0 },
    { status: 408 },
    { status: 502 },
    { status: 503 },
    { status: 504 },
    { status: 503, code: "store-unreachable" },
  ],
  wait: [
    { status: 429, retryAfter: 5 },
    { status: 503, retryAfter: 0 },
    { status: 503, code: "busy", retryAfter: 5 },
  ],
};

for (const [kind, replies] of Object.entries(KINDS)) {
  for (const reply of replies) {
    test(`${JSON.stringify(reply)} is ${kind}`, () => assert.equal(classify(reply), kind));
  }
}

test("the backoff doubles up to eight seconds, less at most half of it", () => {
  for (let tries = 1; tries < 25; tries++) {
    const full = Math.min(300 * 2 ** (tries - 1), 8_000);
    const ms = pause("away", tries);
    assert.ok(ms >= full / 2 && ms <= full, `${tries}: ${ms}`);
  }
});

test("after 25 tries, and after a server error, only the reader can retry", () => {
  assert.equal(pause("away", 25), Infinity);
  assert.equal(pause("wait", 25, 1), Infinity);
  assert.equal(pause("broken", 1), Infinity);
});

test("Retry-After is obeyed only by those who are asked to wait", () => {
  assert.equal(pause("wait", 1, 60), 60_000);
  assert.ok(pause("away", 1, 60) <= 300);
});

test("Retry-After is a number of seconds or a date", (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 0, 1) });
  assert.equal(secondsIn("7"), 7);
  assert.equal(secondsIn("Thu, 01 Jan 2026 00:00:30 GMT"), 30);
  assert.ok(Number.isNaN(secondsIn(null)));
  assert.ok(Number.isNaN(secondsIn("soon")));
});

test("a message gives the reason, and when the next attempt is made", () => {
  const texts = { away: "Offline.", broken: "Error.", wait: "Wait.", later: "Again in {} s." };
  assert.equal(describe({ kind: "away", reason: "", ms: 300 }, texts), "Offline.");
  assert.equal(describe({ kind: "broken", reason: "Full.", ms: Infinity }, texts), "Error. Full.");
  assert.equal(describe({ kind: "wait", reason: "", ms: 1_200 }, texts), "Wait. Again in 2 s.");
  assert.equal(describe({ kind: "wait", reason: "Slow.", ms: Infinity }, texts), "Slow. ");
});

test("a refusal in JSON has a code and a reason; a proxy's page has none", async (t) => {
  const replies = [
    Response.json({ code: "stale", reason: "Too late." }, { status: 409 }),
    new Response("<h1>Bad Gateway</h1>", { status: 502, headers: { "content-type": "text/html" } }),
  ];
  t.mock.method(globalThis, "fetch", async () => replies.shift());
  const refused = await request("/moves", { once: true });
  assert.deepEqual([refused.code, refused.reason], ["stale", "Too late."]);
  const away = await request("/moves", { once: true });
  assert.deepEqual([away.status, away.code, away.reason], [502, undefined, undefined]);
});

test("without a connection the status is 0; an aborted request throws", async (t) => {
  t.mock.method(globalThis, "fetch", async () => {
    throw new TypeError("network");
  });
  assert.equal((await request("/moves", { once: true })).status, 0);
  await assert.rejects(request("/moves", { signal: AbortSignal.abort() }), TypeError);
});
