// Checks the dice of a finished match in this browser: takes the server's word for nothing but
// what is written on the page. The recipe is the one in "Exactly how, for engineers".

const box = document.getElementById("own-check");
const say = (words) => (box.querySelector("[role=status]").textContent = words);

const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// JSON in ASCII: whatever else is in the words is written as \uXXXX.
const message = (...parts) =>
  JSON.stringify(parts).replace(/[^ -~]/g, (sign) => "\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0"));

async function* bytes(key, match, words, number) {
  for (let block = 0; ; block++) {
    const text = new TextEncoder().encode(message(match, words, number, block));
    yield* new Uint8Array(await crypto.subtle.sign("HMAC", key, text));
  }
}

async function roll(key, match, words, number, dice) {
  const stream = bytes(key, match, words, number);
  const fell = [];
  for (const faces of dice) {
    const fair = 256 - (256 % faces.length);
    let byte;
    do byte = (await stream.next()).value;
    while (byte >= fair);
    fell.push(faces[byte % faces.length]);
  }
  return fell.join(" ");
}

// What is not as promised, in the page's words; nothing if all is.
async function findWrong({ match, promise, secret, secretName, rollName, ...lists }) {
  const words = JSON.parse(lists.words);
  const faces = JSON.parse(lists.faces);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", fromHex(secret)));
  if (toHex(hash) !== promise) return secretName;
  const key = await crypto.subtle.importKey("raw", fromHex(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const rows = document.querySelectorAll("[data-roll]");
  for (const [number, row] of rows.entries()) {
    const dice = row.dataset.dice.split(" ").map((die) => faces[die]);
    const right = (await roll(key, match, words, number, dice)) === row.dataset.roll;
    row.classList.add(right ? "found-right" : "found-wrong");
    if (!right) return rollName.replace("…", number + 1);
  }
}

box.hidden = false;
box.querySelector("button").addEventListener("click", async () => {
  if (!globalThis.crypto?.subtle) return say(box.dataset.cannot);
  const wrong = await findWrong(box.dataset);
  say(wrong ? box.dataset.wrong.replace("…", wrong) : box.dataset.right);
});
