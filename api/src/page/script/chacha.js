// Dice (section 3): words of ChaCha20 under the key of a roll, each turned into a face or refused.

import { unhex } from "./hash.js";

/** The words of the stream of a key: 20 rounds, zero nonce, 64-bit block counter from 0. */
export function* wordsOf(key) {
  const raw = new DataView(unhex(key).buffer);
  // "expand 32-byte k"
  const start = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
  for (let n = 0; n < 8; n++) start.push(raw.getUint32(4 * n, true));
  for (let block = 0; ; block++) {
    const begin = Uint32Array.from([...start, block >>> 0, Math.floor(block / 2 ** 32), 0, 0]);
    const x = Uint32Array.from(begin);
    for (let round = 0; round < 10; round++) {
      quarter(x, 0, 4, 8, 12);
      quarter(x, 1, 5, 9, 13);
      quarter(x, 2, 6, 10, 14);
      quarter(x, 3, 7, 11, 15);
      quarter(x, 0, 5, 10, 15);
      quarter(x, 1, 6, 11, 12);
      quarter(x, 2, 7, 8, 13);
      quarter(x, 3, 4, 9, 14);
    }
    for (let n = 0; n < 16; n++) yield (x[n] + begin[n]) >>> 0;
  }
}

function quarter(x, a, b, c, d) {
  step(x, a, b, d, 16);
  step(x, c, d, b, 12);
  step(x, a, b, d, 8);
  step(x, c, d, b, 7);
}

function step(x, p, q, r, turn) {
  x[p] += x[q];
  const mixed = x[r] ^ x[p];
  x[r] = (mixed << turn) | (mixed >>> (32 - turn));
}

/** From here up a word would favour low faces, and is refused. Exact: all numbers here lie far below 2^53. */
export const limitOf = (sides) => Math.floor(2 ** 32 / sides) * sides;

/** Throws so many dice: their values, and every word that was read for them, refused ones too. */
export function throwDice(key, sides, count) {
  const limit = limitOf(sides);
  const values = [];
  const words = [];
  for (const word of wordsOf(key)) {
    const face = word < limit ? (word % sides) + 1 : null;
    words.push({ word, face });
    if (face !== null) values.push(face);
    if (values.length === count) return { values, words };
  }
}
