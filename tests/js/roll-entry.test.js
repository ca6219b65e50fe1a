import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./browser.js";

const { readFace } = await load("roll-entry.js");

const upTo = (most) => Array.from({ length: most }, (_, n) => String(n + 1));

test("a digit is a face, unless another face begins with it", () => {
  assert.deepEqual(readFace("6", upTo(6)), { face: "6", open: false });
  assert.deepEqual(readFace("2", upTo(12)), { face: "2", open: false });
  assert.deepEqual(readFace("1", upTo(12)), { face: "1", open: true });
  assert.deepEqual(readFace("2", upTo(20)), { face: "2", open: true });
});

test("two digits are one face", () => {
  assert.deepEqual(readFace("12", upTo(12)), { face: "12", open: false });
});

test("what no face begins with is none", () => {
  assert.deepEqual(readFace("7", upTo(6)), { face: "", open: false });
  assert.deepEqual(readFace("13", upTo(12)), { face: "", open: false });
});

test("the Spark is a star or an S", () => {
  for (const typed of ["*", "S"])
    assert.deepEqual(readFace(typed, ["1", "2", "*"]), { face: "*", open: false });
});
