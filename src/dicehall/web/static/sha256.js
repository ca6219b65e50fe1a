// SHA-256 and HMAC. Browsers provide them only over TLS, which a server at home may not have.

const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
const turn = (word, by) => (word >>> by) | (word << (32 - by));

export const fromHex = (hex) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const toHex = (bytes) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const utf8 = (text) => new TextEncoder().encode(text);

export function sha256(bytes) {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const state = [...START];
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i++) words[i] = i < 16 ? view.getInt32(block + i * 4) : mixed(words, i);
    const after = compress([...state], words);
    for (let i = 0; i < 8; i++) state[i] = (state[i] + after[i]) | 0;
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [i, word] of state.entries()) digest.setInt32(i * 4, word);
  return new Uint8Array(digest.buffer);
}

function mixed(words, i) {
  const [near, far] = [words[i - 2], words[i - 15]];
  const first = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
  const second = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
  return words[i - 16] + first + words[i - 7] + second;
}

/** @param {number[]} state */
function compress([a, b, c, d, e, f, g, h], words) {
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUNDS[i] + words[i]) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h];
}

export function hmac(key, bytes) {
  const padded = new Uint8Array(64);
  padded.set(key);
  const keyed = (by, message) =>
    sha256(Uint8Array.from([...padded.map((byte) => byte ^ by), ...message]));
  return keyed(0x5c, keyed(0x36, bytes));
}
