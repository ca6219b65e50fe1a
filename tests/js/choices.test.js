import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./browser.js";

const { lookUp } = await load("choices.js");

const CHOICES = JSON.stringify({
  "": { roll: "Select dice." },
  "0 2": { points: "150", roll: "" },
});
const WORTHS = JSON.stringify({ "0 2": { worth: "61 %" } });

test("a selection has the texts of the rules and of the coach", () => {
  const texts = { points: "150", roll: "", worth: "61 %" };
  assert.deepEqual(lookUp(["0", "2"], CHOICES, WORTHS), texts);
});

test("nothing selected is a selection, too", () => {
  assert.deepEqual(lookUp([], CHOICES, WORTHS), { roll: "Select dice." });
});

test("an unknown selection has no texts, and the coach may be off", () => {
  assert.deepEqual(lookUp(["1"], CHOICES, undefined), {});
});
