// Lines (sections 1 and 4): the one text a value may have, and the members every kind of line must have.

/** The protocol, and the first member of every line. */
export const TAG = "fair-dice/v1";

/** Whether this text can be UTF-8: no half of a surrogate pair stands alone. */
export const isWellFormed = (text) => !/\p{Surrogate}/u.test(text);

/** RFC 8785 for the values a line may hold. JSON.stringify escapes in strings exactly what that asks for. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const members = Object.keys(value).sort();
    return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

function isPlain(value, depth = 1) {
  if (depth > 32) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1));
  if (value !== null && typeof value === "object") {
    return Object.keys(value).every((name) => /^[ -~]{1,64}$/.test(name) && isPlain(value[name], depth + 1));
  }
  if (typeof value === "number") return Number.isSafeInteger(value);
  return typeof value !== "string" || isWellFormed(value);
}

/**
 * The object of a canonical line, or null. A number that JavaScript cannot hold is rounded to one of 2^53 or more, which
 * is refused, or comes out in other digits than it went in, which is refused too: nothing is read wrong.
 */
export function parseLine(line) {
  try {
    const value = JSON.parse(line);
    return isObject(value) && isWellFormed(line) && isPlain(value) && canonical(value) === line ? value : null;
  } catch {
    return null;
  }
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isText = (value) => typeof value === "string";
const like = (pattern) => (value) => isText(value) && pattern.test(value);
const whole = (low = 0, high = Number.MAX_SAFE_INTEGER) => (value) =>
  Number.isSafeInteger(value) && low <= value && value <= high;
const array = (test, low = 0, high = 2 ** 20) => (value) =>
  Array.isArray(value) && low <= value.length && value.length <= high && value.every((item) => test(item));
const nullable = (test) => (value) => value === null || test(value);

/** Exactly these members, each of its form. */
const members = (shape) => (value) =>
  isObject(value) &&
  Object.keys(value).length === Object.keys(shape).length &&
  Object.keys(shape).every((name) => Object.hasOwn(value, name) && shape[name](value[name]));

/** 32 bytes. */
export const isHex = like(/^[0-9a-f]{64}$/);
/** The name in front of a signature. */
export const isOrigin = like(/^[a-z0-9][a-z0-9./:-]{0,126}$/);

const isName = like(/^[a-z0-9][a-z0-9_-]{0,62}$/);
const isRequest = like(/^[A-Za-z0-9._:-]{1,64}$/);
const areSeats = (value) =>
  array(isName, 1, 64)(value) && new Set(value).size === value.length && !value.includes("server");
const isRoll = members({
  index: whole(),
  seed: isHex,
  sides: whole(2, 65536),
  values: array(whole(), 1, 1000),
  why: isText,
  rule: isText,
});
const isEpoch = members({ number: whole(), length: whole(1, 2 ** 20), anchor: isHex });
const isChain = members({ chain: isHex, genesis: whole(), period: whole(1), delay: whole(1) });
const isSeal = members({ owner: isName, seal: isHex });
const isOpening = members({ seq: whole(), n: whole(), salt: isHex, text: isText });

const COMMON = {
  v: (value) => value === TAG,
  game: isName,
  seq: whole(),
  prev: isHex,
  time: whole(),
  type: isText,
};

// A map, not an object: "constructor" is no kind of line.
const SHAPES = new Map(
  Object.entries({
    genesis: {
      origin: isOrigin,
      vkey: isText,
      seats: areSeats,
      rules: isObject,
      beacon: nullable(isChain),
      epoch: isEpoch,
    },
    commit: { seat: isName, epoch: whole(), commit: nullable(isHex) },
    reveal: { seat: isName, epoch: whole(), entropy: isHex },
    event: {
      seat: isName,
      request: isRequest,
      body: isObject,
      rolls: array(isRoll, 0, 1000),
      seals: array(isSeal),
      opens: array(isOpening),
    },
    wait: { seat: isName, request: isRequest, body: isObject, round: whole(1) },
    beacon: { round: whole(1), randomness: isHex, signature: like(/^([0-9a-f]{2}){1,200}$/) },
    epoch: { epoch: isEpoch, reason: isText },
    end: { body: isObject, unopened: array(array(whole(), 2, 2)) },
  }).map(([kind, shape]) => [kind, members({ ...COMMON, ...shape })]),
);

/** Whether a line has the members and forms of its kind. */
export const isShaped = (entry) => isText(entry.type) && Boolean(SHAPES.get(entry.type)?.(entry));

/** Whether this is a bundle: three members, texts, and at least one line. */
export const isBundle = (value) =>
  members({
    format: (format) => format === `${TAG}/bundle`,
    log: array(isText, 1),
    heads: array(isText),
  })(value) && [...value.log, ...value.heads].every(isWellFormed);
