// @ts-check
// Unpacks the folder's large files while they arrive. They are raw LZMA2: a fifth to a third smaller
// than what browsers can unpack by themselves. The build puts this text into the service worker.

const SHORT = 2; // the shortest match
const REPEATED = 7; // states from this one on follow a match

// Adaptive bits live in one array; these are the places of its parts.
const [
  IS_MATCH,
  IS_REP,
  IS_REP0,
  IS_REP1,
  IS_REP2,
  IS_LONG,
  SLOTS,
  NEAR,
  ALIGN,
  LENGTH,
  REP_LENGTH,
] = [0, 192, 204, 216, 228, 240, 432, 688, 804, 820, 1334];
const LITERALS = 1848;
const [LOW, MIDDLE, HIGH] = [2, 130, 258]; // parts of a length

/** Decodes raw LZMA2, chunk by chunk. */
// biome-ignore lint/correctness/noUnusedVariables: the service worker uses it.
class Unpacker {
  #at = 0;
  #bits = new Uint16Array(LITERALS);
  #state = 0;
  #distances = [0, 0, 0, 0];
  #context = 0; // bits of the byte before that a literal depends on
  #lowMask = 0; // bits of the position that a literal depends on
  #mask = 0; // the same for everything else

  /** @param {number} size of what comes out */
  constructor(size) {
    this.#out = new Uint8Array(size);
  }

  #out;

  /** The bytes of the chunk at the beginning; more than there are while it is incomplete.
   * @param {Uint8Array} bytes */
  static length(bytes) {
    if (bytes[0] === 0) return 1;
    if (bytes.length < 6) return 6;
    if (bytes[0] < 128) return 4 + bytes[1] * 256 + bytes[2];
    return (bytes[0] < 192 ? 6 : 7) + bytes[3] * 256 + bytes[4];
  }

  /** Decodes a whole chunk. @param {Uint8Array} chunk */
  decode(chunk) {
    const from = this.#at;
    const [control] = chunk;
    if (control >= 128) {
      if (control >= 192) this.#configure(chunk[5]);
      if (control >= 160) this.#reset();
      const size = (((control & 31) << 16) | (chunk[1] << 8) | chunk[2]) + 1;
      this.#run(chunk, control < 192 ? 5 : 6, from + size);
    } else if (control) {
      this.#out.set(chunk.subarray(3), from);
      this.#at += chunk.length - 3;
    }
    return this.#out.slice(from, this.#at);
  }

  #configure(settings) {
    this.#context = settings % 9;
    this.#lowMask = (1 << (Math.floor(settings / 9) % 5)) - 1;
    this.#mask = (1 << Math.floor(settings / 45)) - 1;
    const literals = 768 * (this.#lowMask + 1) * (1 << this.#context);
    this.#bits = new Uint16Array(LITERALS + literals);
  }

  #reset() {
    this.#bits.fill(1024);
    this.#state = 0;
    this.#distances = [0, 0, 0, 0];
  }

  /** @param {Uint8Array} input @param {number} next byte of it @param {number} end of the output */
  #run(input, next, end) {
    const [out, bits, context, lowMask, mask] = [
      this.#out,
      this.#bits,
      this.#context,
      this.#lowMask,
      this.#mask,
    ];
    let at = this.#at;
    let state = this.#state;
    let [distance0, distance1, distance2, distance3] = this.#distances;
    let range = -1;
    let code =
      (input[next + 1] << 24) | (input[next + 2] << 16) | (input[next + 3] << 8) | input[next + 4];
    next += 5;

    const bit = (place) => {
      const chance = bits[place];
      const bound = Math.imul(range >>> 11, chance);
      let found = 0;
      if (code >>> 0 < bound >>> 0) {
        range = bound;
        bits[place] = chance + ((2048 - chance) >> 5);
      } else {
        range = (range - bound) | 0;
        code = (code - bound) | 0;
        bits[place] = chance - (chance >> 5);
        found = 1;
      }
      if (range >>> 24 === 0) {
        range <<= 8;
        code = (code << 8) | input[next++];
      }
      return found;
    };
    const tree = (place, count) => {
      let node = 1;
      for (let n = 0; n < count; n++) node = (node << 1) | bit(place + node);
      return node - (1 << count);
    };
    const backwards = (place, count) => {
      let node = 1;
      let value = 0;
      for (let n = 0; n < count; n++) {
        const found = bit(place + node);
        node = (node << 1) | found;
        value |= found << n;
      }
      return value;
    };
    const direct = (count) => {
      let value = 0;
      for (let n = 0; n < count; n++) {
        range >>>= 1;
        const found = code >>> 0 >= range >>> 0 ? 1 : 0;
        if (found) code = (code - range) | 0;
        value = (value << 1) | found;
        if (range >>> 24 === 0) {
          range <<= 8;
          code = (code << 8) | input[next++];
        }
      }
      return value;
    };
    const length = (place, position) => {
      if (!bit(place)) return tree(place + LOW + (position << 3), 3);
      if (!bit(place + 1)) return 8 + tree(place + MIDDLE + (position << 3), 3);
      return 16 + tree(place + HIGH, 8);
    };
    const distance = (size) => {
      const slot = tree(SLOTS + (Math.min(size, 3) << 6), 6);
      if (slot < 4) return slot;
      const count = (slot >> 1) - 1;
      const base = (2 | (slot & 1)) << count;
      if (slot < 14) return base + backwards(NEAR + base - slot, count);
      return base + (direct(count - 4) << 4) + backwards(ALIGN, 4);
    };
    const literal = () => {
      const before = at ? out[at - 1] : 0;
      const kind = ((at & lowMask) << context) | (before >> (8 - context));
      const place = LITERALS + kind * 768;
      let node = 1;
      if (state >= REPEATED) {
        let expected = out[at - distance0 - 1];
        while (node < 256) {
          const wanted = (expected >> 7) & 1;
          expected <<= 1;
          const found = bit(place + ((1 + wanted) << 8) + node);
          node = (node << 1) | found;
          if (found !== wanted) break;
        }
      }
      while (node < 256) node = (node << 1) | bit(place + node);
      out[at++] = node;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
    };

    while (at < end) {
      const position = at & mask;
      if (!bit(IS_MATCH + (state << 4) + position)) {
        literal();
        continue;
      }
      let size = 0;
      if (!bit(IS_REP + state)) {
        distance3 = distance2;
        distance2 = distance1;
        distance1 = distance0;
        size = length(LENGTH, position);
        distance0 = distance(size);
        state = state < REPEATED ? 7 : 10;
      } else {
        if (!bit(IS_REP0 + state)) {
          if (!bit(IS_LONG + (state << 4) + position)) {
            state = state < REPEATED ? 9 : 11;
            out[at] = out[at - distance0 - 1];
            at++;
            continue;
          }
        } else {
          let chosen = distance1;
          if (bit(IS_REP1 + state)) {
            chosen = distance2;
            if (bit(IS_REP2 + state)) {
              chosen = distance3;
              distance3 = distance2;
            }
            distance2 = distance1;
          }
          distance1 = distance0;
          distance0 = chosen;
        }
        size = length(REP_LENGTH, position);
        state = state < REPEATED ? 8 : 11;
      }
      const stop = at + size + SHORT;
      for (let from = at - distance0 - 1; at < stop; ) out[at++] = out[from++];
    }
    this.#at = at;
    this.#state = state;
    this.#distances = [distance0, distance1, distance2, distance3];
  }
}
