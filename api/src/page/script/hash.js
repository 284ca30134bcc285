// SHA-256 and SHA-512: the browser's own where it offers them. A page served over plain HTTP from another machine has no
// WebCrypto, so both are written out here too; a test holds them to the same vectors.

const encoder = new TextEncoder();

/** Whether WebCrypto does the hashing. Tests switch it off. */
export const hashing = { native: Boolean(globalThis.crypto && globalThis.crypto.subtle) };

/** The bytes of a text. */
export const bytesOf = (text) => encoder.encode(text);

/** 64 lower-case digits from 32 bytes. */
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of hexadecimal digits whose form has been checked. */
export const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** H(t) of the specification: SHA-256 of a text, as lower-case hexadecimal digits. */
export const sha = async (text) => hexOf(await sha256(bytesOf(text)));

/** SHA-256 of bytes. */
export async function sha256(bytes) {
  return hashing.native ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : ownSha256(bytes);
}

/** SHA-512 of bytes. */
export async function sha512(bytes) {
  return hashing.native ? new Uint8Array(await crypto.subtle.digest("SHA-512", bytes)) : ownSha512(bytes);
}

// The constants are the first 64 bits behind the point of the roots of the first primes; SHA-256 takes the first 32.

const WORD = (1n << 64n) - 1n;
const tables = { roots: null };

function rootOf(value, power) {
  let low = 0n;
  let high = 1n << 72n;
  while (low + 1n < high) {
    const middle = (low + high) >> 1n;
    if (middle ** power <= value) low = middle;
    else high = middle;
  }
  return low;
}

function roots() {
  if (tables.roots === null) {
    const primes = [];
    for (let n = 2; primes.length < 80; n++) {
      if (primes.every((prime) => n % prime)) primes.push(n);
    }
    const cubes = primes.map((prime) => rootOf(BigInt(prime) << 192n, 3n) & WORD);
    const squares = primes.slice(0, 8).map((prime) => rootOf(BigInt(prime) << 128n, 2n) & WORD);
    const first32 = (words) => Uint32Array.from(words, (word) => Number(word >> 32n));
    tables.roots = { cubes, squares, cubes32: first32(cubes), squares32: first32(squares) };
  }
  return tables.roots;
}

/** The message, a one bit, zeros and its length in bits, in whole blocks. */
function padded(bytes, block) {
  const room = block / 8;
  const whole = Math.ceil((bytes.length + 1 + room) / block) * block;
  const out = new Uint8Array(whole);
  out.set(bytes);
  out[bytes.length] = 0x80;
  new DataView(out.buffer).setBigUint64(whole - 8, BigInt(bytes.length) * 8n);
  return out;
}

function ownSha256(bytes) {
  const { cubes32: k, squares32 } = roots();
  const state = Uint32Array.from(squares32);
  const message = padded(bytes, 64);
  const view = new DataView(message.buffer);
  const w = new Uint32Array(64);
  const right = (x, n) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < message.length; block += 64) {
    for (let t = 0; t < 16; t++) w[t] = view.getUint32(block + 4 * t);
    for (let t = 16; t < 64; t++) {
      const s0 = right(w[t - 15], 7) ^ right(w[t - 15], 18) ^ (w[t - 15] >>> 3);
      const s1 = right(w[t - 2], 17) ^ right(w[t - 2], 19) ^ (w[t - 2] >>> 10);
      w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 64; t++) {
      const s1 = right(e, 6) ^ right(e, 11) ^ right(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + k[t] + w[t]) | 0;
      const s0 = right(a, 2) ^ right(a, 13) ^ right(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => (state[n] += word));
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => out.setUint32(4 * n, word));
  return new Uint8Array(out.buffer);
}

function ownSha512(bytes) {
  const { cubes: k, squares } = roots();
  let state = [...squares];
  const message = padded(bytes, 128);
  const view = new DataView(message.buffer);
  const right = (x, n) => ((x >> n) | (x << (64n - n))) & WORD;
  for (let block = 0; block < message.length; block += 128) {
    const w = [];
    for (let t = 0; t < 16; t++) w.push(view.getBigUint64(block + 8 * t));
    for (let t = 16; t < 80; t++) {
      const s0 = right(w[t - 15], 1n) ^ right(w[t - 15], 8n) ^ (w[t - 15] >> 7n);
      const s1 = right(w[t - 2], 19n) ^ right(w[t - 2], 61n) ^ (w[t - 2] >> 6n);
      w.push((w[t - 16] + s0 + w[t - 7] + s1) & WORD);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 80; t++) {
      const s1 = right(e, 14n) ^ right(e, 18n) ^ right(e, 41n);
      const t1 = h + s1 + ((e & f) ^ (~e & WORD & g)) + k[t] + w[t];
      const s0 = right(a, 28n) ^ right(a, 34n) ^ right(a, 39n);
      const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & WORD, c, b, a, (t1 + t2) & WORD];
    }
    state = [a, b, c, d, e, f, g, h].map((word, n) => (state[n] + word) & WORD);
  }
  const out = new DataView(new ArrayBuffer(64));
  state.forEach((word, n) => out.setBigUint64(8 * n, word));
  return new Uint8Array(out.buffer);
}
