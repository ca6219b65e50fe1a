import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";
import { load } from "./browser.js";

const { fromHex, hmac, sha256, toHex, utf8 } = await load("sha256.js");

const bytes = (length) => Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256);

test("SHA-256 of FIPS 180-4's example", () => {
  const digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  assert.equal(toHex(sha256(utf8("abc"))), digest);
});

test("SHA-256 agrees with Node's around the length of a block", () => {
  for (const length of [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000]) {
    const digest = createHash("sha256").update(bytes(length)).digest("hex");
    assert.equal(toHex(sha256(bytes(length))), digest, `${length} bytes`);
  }
});

test("HMAC agrees with Node's for keys up to a block", () => {
  for (const length of [0, 16, 32, 64]) {
    const digest = createHmac("sha256", bytes(length)).update("five dice").digest("hex");
    assert.equal(toHex(hmac(bytes(length), utf8("five dice"))), digest, `${length} bytes`);
  }
});

test("hexadecimal there and back", () => {
  assert.equal(toHex(fromHex("00ff10")), "00ff10");
  assert.equal(fromHex("").length, 0);
});
