import assert from "node:assert/strict";
import { test } from "node:test";
import { load, rect } from "./browser.js";

const { digits, isMoved, transition } = await load("frames.js");

const TRANSITIONS = [
  ["a new die is thrown", undefined, { rolled: "1" }, "throw"],
  ["a die that is rolled again is thrown", { rolled: "1" }, { rolled: "2" }, "throw"],
  ["a die that was not rolled stays", { rolled: "1" }, { rolled: "1" }, "stay"],
  ["a die from the hand is placed", { rolled: "1", travel: "" }, { travel: "" }, "place"],
  [
    "a die that stays in the hand, too",
    { rolled: "1", travel: "" },
    { rolled: "1", travel: "" },
    "place",
  ],
  ["a placed die falls", { travel: "" }, { travel: "" }, "fall"],
  ["a score counts", { count: "" }, { count: "" }, "count"],
  ["a new part appears", undefined, { travel: "" }, "appear"],
];

for (const [name, was, now, kind] of TRANSITIONS) {
  test(name, () => assert.equal(transition(was, now), kind));
}

test("a part has moved if its middle is two pixels away", () => {
  assert.equal(isMoved(rect(0, 0, 10, 10), rect(1, 1, 10, 10)), false);
  assert.equal(isMoved(rect(0, 0, 10, 10), rect(2, 0, 10, 10)), true);
  assert.equal(isMoved(rect(0, 0, 10, 10), rect(-5, -5, 20, 20)), false);
});

test("numbers are read without their separators and units", () => {
  assert.equal(digits("1,250 points"), 1250);
  assert.equal(digits("-12"), -12);
  assert.ok(Number.isNaN(digits("3-4")));
});
