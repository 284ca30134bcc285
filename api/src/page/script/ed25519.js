// Ed25519 (RFC 8032), strict as the specification wants it: canonical encodings only, no points of small order. Browsers
// differ about just these, and some have no Ed25519 at all; checking needs no secret, so plain arithmetic does.

import { sha512 } from "./hash.js";

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

const mod = (n) => {
  const rest = n % P;
  return rest < 0n ? rest + P : rest;
};

function power(base, exponent) {
  let out = 1n;
  let square = mod(base);
  for (let n = exponent; n > 0n; n >>= 1n) {
    if (n & 1n) out = (out * square) % P;
    square = (square * square) % P;
  }
  return out;
}

const inverse = (n) => power(n, P - 2n);
const D = mod(-121665n * inverse(121666n));
const ROOT = power(2n, (P - 1n) / 4n);
const ZERO = [0n, 1n, 1n, 0n];

function add(a, b) {
  const e = (a[1] - a[0]) * (b[1] - b[0]);
  const f = (a[1] + a[0]) * (b[1] + b[0]);
  const g = 2n * a[3] * ((b[3] * D) % P);
  const h = 2n * a[2] * b[2];
  const [p, q, r, s] = [mod(f - e), mod(h - g), mod(h + g), mod(f + e)];
  return [mod(p * q), mod(r * s), mod(q * r), mod(p * s)];
}

function times(number, point) {
  let out = ZERO;
  let double = point;
  for (let n = number; n > 0n; n >>= 1n) {
    if (n & 1n) out = add(out, double);
    double = add(double, double);
  }
  return out;
}

const little = (bytes) => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

function encoded(point) {
  const z = inverse(point[2]);
  return mod(point[1] * z) | ((mod(point[0] * z) & 1n) << 255n);
}

/** A point; null when these bytes are not the one encoding of one. */
export function pointOf(bytes) {
  if (bytes.length !== 32) return null;
  const whole = little(bytes);
  const odd = whole >> 255n;
  const y = whole & (2n ** 255n - 1n);
  if (y >= P) return null;
  const square = mod((y * y - 1n) * inverse(D * y * y + 1n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square) !== 0n) x = mod(x * ROOT);
  if (mod(x * x - square) !== 0n || (x === 0n && odd === 1n)) return null;
  if ((x & 1n) !== odd) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

const BASE = (() => {
  const y = mod(4n * inverse(5n));
  return pointOf(Uint8Array.from({ length: 32 }, (_, n) => Number((y >> BigInt(8 * n)) & 255n)));
})();

function isSmall(point) {
  const eightfold = times(8n, point);
  return mod(eightfold[0]) === 0n && mod(eightfold[1] - eightfold[2]) === 0n;
}

/** Whether this is the key's signature of the message (all bytes). */
export async function isSigned(key, message, signature) {
  if (signature.length !== 64) return false;
  const first = signature.slice(0, 32);
  const [a, r, s] = [pointOf(key), pointOf(first), little(signature.slice(32))];
  if (s >= L || a === null || r === null || isSmall(a) || isSmall(r)) return false;
  const k = little(await sha512(Uint8Array.from([...first, ...key, ...message]))) % L;
  return encoded(add(times(s, BASE), times(L - k, a))) === little(first);
}
