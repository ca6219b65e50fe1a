// Verifies the dice of a finished match in this browser, from nothing but the data on the page. The
// algorithm is described on the page ("The exact method, for engineers").

import { fromHex, hmac, sha256, toHex, utf8 } from "./sha256.js";
import { recall } from "./client-seeds.js";

const box = document.getElementById("own-check");

// JSON in ASCII: other characters are written as \uXXXX.
const message = (...parts) =>
  JSON.stringify(parts).replace(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

// The nonce is the number of a roll or, for dice by slot, the slot of a die.
function* bytes(key, match, words, nonce) {
  for (let block = 0; ; block++) yield* hmac(key, utf8(message(match, words, nonce, block)));
}

function roll(key, match, words, number, dice, slots) {
  let stream = bytes(key, match, words, number);
  const fell = [];
  for (const [place, faces] of dice.entries()) {
    if (slots) stream = bytes(key, match, words, slots[place]);
    const fair = 256 - (256 % faces.length);
    let byte;
    do byte = stream.next().value;
    while (byte >= fair);
    fell.push(faces[byte % faces.length]);
  }
  return fell.join(" ");
}

function tossed(key, match, words, coin) {
  const sorted = words.toSorted((one, other) => (message(one) < message(other) ? -1 : 1));
  return String(hmac(key, utf8(message(match, sorted, "coin")))[0] % 2) === coin;
}

/**
 * The name of the first check that fails, if any.
 * @param {DOMStringMap} data
 */
function findWrong(data) {
  const { match, promise, secret, coin, ...page } = data;
  const [words, commitments, faces] = [page.words, page.commitments, page.faces].map((json) =>
    JSON.parse(json),
  );
  const key = fromHex(secret);
  const rows = [...document.querySelectorAll("[data-roll]")];
  const own = recall(match);
  if (toHex(sha256(key)) !== promise) return page.secretName;
  if (own?.promise && own.promise !== promise) return page.ownPromise;
  if (rows.length && own && !words.some((seed) => seed.endsWith(own.words))) return page.ownWords;
  const bound = commitments.every((one, seat) => !one || toHex(sha256(utf8(words[seat]))) === one);
  if (rows.length && !bound) return page.wordsName;
  if (coin && !tossed(key, match, words, coin)) return page.coinName;
  for (const [number, row] of rows.entries()) {
    const dice = row.dataset.dice.split(" ").map((die) => faces[die]);
    const slots = row.dataset.slots && JSON.parse(row.dataset.slots);
    const right = roll(key, match, words, number, dice, slots) === row.dataset.roll;
    row.classList.add(right ? "found-right" : "found-wrong");
    if (!right) return page.rollName.replace("…", String(number + 1));
  }
}

box.hidden = false;
box.querySelector("button").addEventListener("click", () => {
  const wrong = findWrong(box.dataset);
  box.querySelector("[role=status]").textContent = wrong
    ? box.dataset.wrong.replace("…", wrong)
    : box.dataset.right;
});
