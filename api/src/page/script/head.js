// Signed heads (section 5): C2SP notes, and the key that must have signed them.

import { bytesOf, hexOf, sha256 } from "./hash.js";
import { isSigned, pointOf } from "./ed25519.js";
import { TAG, isHex, isOrigin } from "./shape.js";

/** The bytes of base64 in its one strict form, or null. */
function strictBase64(text) {
  try {
    const raw = atob(text);
    return btoa(raw) === text ? Uint8Array.from(raw, (letter) => letter.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

async function keyId(name, key) {
  const hash = await sha256(Uint8Array.from([...bytesOf(name), 0x0a, 0x01, ...key]));
  return hexOf(hash.slice(0, 4));
}

/** The public key of a verifier key that is this origin's and a point of the curve; else null. */
export async function keyOf(vkey, origin) {
  const [name, id] = vkey.split("+", 2);
  const text = vkey.slice(`${name}+${id}+`.length);
  const raw = strictBase64(text);
  if (raw === null || raw.length !== 33 || raw[0] !== 1) return null;
  const key = raw.slice(1);
  if (`${origin}+${await keyId(origin, key)}+${text}` !== vkey) return null;
  return pointOf(key) === null ? null : key;
}

/** Judges a head against the hashes of a log: the code of what is wrong with it, or null. */
export async function judgeHead(note, { origin, game, key, hashes }) {
  const rows = note.split("\n");
  const signatures = rows.slice(6, -1);
  const isFormed =
    rows.length >= 8 &&
    rows[rows.length - 1] === "" &&
    rows[5] === "" &&
    signatures.length <= 16 &&
    rows[0] === `${TAG}/head` &&
    rows[1] === origin &&
    rows[2] === game &&
    /^[1-9][0-9]{0,15}$/.test(rows[3]) &&
    isHex(rows[4]);
  const words = signatures.map(signatureOf);
  if (!isFormed || words.includes(null)) return "head-format";
  const id = await keyId(origin, key);
  // Signatures by other names and keys are ignored, but those of this key must all be good.
  const own = words.filter(({ name, bytes }) => name === origin && hexOf(bytes.slice(0, 4)) === id);
  const text = bytesOf(`${rows.slice(0, 5).join("\n")}\n`);
  const good = await Promise.all(own.map(({ bytes }) => isSigned(key, text, bytes.slice(4))));
  if (good.length === 0 || good.includes(false)) return "head-signature";
  // Sixteen digits may be more than 2^53, but rounding never makes such a number smaller than a log.
  const size = Number(rows[3]);
  if (size > hashes.length) return "head-ahead";
  return hashes[size - 1] === rows[4] ? null : "head-mismatch";
}

function signatureOf(line) {
  const words = line.split(" ");
  const bytes = words.length === 3 ? strictBase64(words[2]) : null;
  if (bytes === null || words[0] !== "\u2014" || !isOrigin(words[1]) || bytes.length < 5) return null;
  return { name: words[1], bytes };
}

/** The signed heads in a text, each once: a saved mail, its attachment, or several of them pasted together. */
export function notesIn(text) {
  const form = new RegExp(`^${TAG}/head\\n(?:[^\\n]+\\n){4}\\n(?:\u2014 [^\\n]+\\n)+`, "gm");
  // What is pasted often lacks its last line's end.
  const lines = `${text.replaceAll("\r\n", "\n")}\n`;
  return [...new Set(lines.match(form) ?? [])];
}
