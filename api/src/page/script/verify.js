// The verifier (section 6), written from the specification and the reference verifier, not from the server's code. It takes
// nothing but a bundle and what the reader himself holds: the heads in his mailbox, the key of his joining mail.

import { hexOf, sha, sha256, unhex } from "./hash.js";
import { limitOf, throwDice } from "./chacha.js";
import { TAG, isBundle, isShaped, parseLine } from "./shape.js";
import { judgeHead, keyOf, notesIn } from "./head.js";

/** The first failure: its code, and where it was found. */
class Failure extends Error {
  constructor(code, at) {
    super(`${code} at ${at}`);
    this.code = code;
    this.at = at;
  }
}

// ---------------------------------------------------------------- what is hashed (section 2)

/** The commitment of a seat to its number. */
export const commitmentOf = (game, epoch, seat, entropy) =>
  sha(`${TAG}/entropy\n${game}\n${epoch}\n${seat}\n${entropy}\n`);

/** The text of a mix; `seats` are pairs of a name and its number, or null, in the order of the first line. */
export function mixText(game, epoch, anchor, seats) {
  const rows = seats.map(([name, entropy]) => `${name}=${entropy ?? "-"}\n`);
  return `${TAG}/mix\n${game}\n${epoch}\n${anchor}\n${rows.join("")}`;
}

/** The text of a key. */
export const keyText = ({ seed, game, epoch, index, mix, beacon }) =>
  `${TAG}/key\n${seed}\n${game}\n${epoch}\n${index}\n${mix}\n${beacon ?? "-"}\n`;

/** A seal. */
export const sealOf = (game, owner, salt, text) => sha(`${TAG}/seal\n${game}\n${owner}\n${salt}\n${text}`);

/** The first round published at or after a time and the delay; in whole numbers of any size. */
export function beaconRound(beacon, time) {
  const wait = BigInt(time) + BigInt(beacon.delay) - BigInt(beacon.genesis);
  const period = BigInt(beacon.period);
  const periods = wait > 0n ? (wait + period - 1n) / period : -(-wait / period);
  return periods < 0n ? 1n : periods + 1n;
}

const beaconTime = (beacon, round) => BigInt(beacon.genesis) + (BigInt(round) - 1n) * BigInt(beacon.period);

// ---------------------------------------------------------------- the log, line by line

/** The state of a game's log; `add` checks one line after the other. */
class Log {
  constructor(vkey) {
    this.expectedVkey = vkey;
    this.hashes = [];
    this.prev = "0".repeat(64);
    this.time = 0;
    this.ended = false;
    this.turn = null; // the turn in progress: seat and request
    this.turns = new Set();
    this.seals = new Map(); // by "seq n", in the order of the log, hence sorted
    this.opened = new Set();
    this.pending = null; // the round waited for
    this.fresh = null; // the randomness of this turn
    this.rolls = [];
    this.dice = 0;
    this.openings = 0;
    this.declined = [];
    this.left = [];
    this.rounds = [];
  }

  need(condition, code) {
    if (!condition) throw new Failure(code, `line:${this.hashes.length + 1}`);
  }

  async add(line) {
    const e = parseLine(line);
    this.need(e !== null, "line-encoding");
    this.need(isShaped(e), "line-fields");
    const kind = e.type;
    if (kind === "genesis") {
      this.key = await keyOf(e.vkey, e.origin);
      this.need(this.key !== null, "line-fields");
    }
    const first = this.hashes.length === 0;
    this.need(e.seq === this.hashes.length + 1, "seq-gap");
    this.need(e.prev === this.prev, "prev-mismatch");
    this.need(first || e.game === this.game, "game-mismatch");
    this.need(e.time >= this.time, "time-backwards");
    this.need((kind === "genesis") === first && !this.ended, "line-illegal");
    this.need((kind === "beacon") === (this.pending !== null), "line-illegal");
    if (kind !== "event" && kind !== "beacon") this.turn = this.fresh = null;
    await this[`on_${kind}`](e);
    this.time = e.time;
    this.prev = await sha(line);
    this.hashes.push(this.prev);
  }

  on_genesis(e) {
    this.game = e.game;
    this.origin = e.origin;
    this.vkey = e.vkey;
    this.seats = e.seats;
    this.beacon = e.beacon;
    this.rules = e.rules;
    this.number = -1;
    this.need(this.expectedVkey === null || this.expectedVkey === this.vkey, "key-mismatch");
    this.on_epoch(e);
  }

  on_epoch({ epoch }) {
    this.need(epoch.number === this.number + 1, "line-illegal");
    if (this.number >= 0 && this.index < this.length) this.left.push([this.number, this.index, this.length]);
    this.number = epoch.number;
    this.length = epoch.length;
    this.anchor = this.seed = epoch.anchor;
    this.index = 0;
    this.commits = new Map();
    this.entropy = new Map();
    this.mix = null;
  }

  async on_commit(e) {
    const isLegal = this.seats.includes(e.seat) && !this.commits.has(e.seat) && e.epoch === this.number;
    this.need(isLegal, "line-illegal");
    this.commits.set(e.seat, e.commit);
    if (e.commit === null) this.declined.push([e.epoch, e.seat]);
    await this.tryOpen();
  }

  async on_reveal(e) {
    const isDue = this.commits.size === this.seats.length && Boolean(this.commits.get(e.seat));
    this.need(isDue && !this.entropy.has(e.seat) && e.epoch === this.number, "line-illegal");
    const commitment = await commitmentOf(this.game, this.number, e.seat, e.entropy);
    this.need(commitment === this.commits.get(e.seat), "entropy-mismatch");
    this.entropy.set(e.seat, e.entropy);
    await this.tryOpen();
  }

  async tryOpen() {
    const wanted = [...this.commits.values()].filter((commit) => commit !== null).length;
    if (this.commits.size !== this.seats.length || this.entropy.size !== wanted) return;
    const seats = this.seats.map((seat) => [seat, this.entropy.get(seat) ?? null]);
    this.mixText = mixText(this.game, this.number, this.anchor, seats);
    this.mix = await sha(this.mixText);
  }

  isKnown(seat) {
    return seat === "server" || this.seats.includes(seat);
  }

  /** An event or a wait: the lines of one request of one seat stand together, once. */
  onTurn(e, isLegal) {
    this.need(isLegal && this.isKnown(e.seat), "line-illegal");
    const turn = `${e.seat} ${e.request}`;
    if (turn === this.turn) return;
    this.need(!this.turns.has(turn), "request-duplicate");
    this.turns.add(turn);
    this.turn = turn;
    this.fresh = null;
  }

  async on_event(e) {
    const isThisTurn = this.turn === `${e.seat} ${e.request}`;
    const mayRoll = this.mix !== null && (this.beacon === null || (this.fresh !== null && isThisTurn));
    const areOwned = e.seals.every(({ owner }) => this.isKnown(owner));
    this.onTurn(e, (mayRoll || e.rolls.length === 0) && areOwned);
    for (const opening of e.opens) {
      const place = `${opening.seq} ${opening.n}`;
      const sealed = this.opened.has(place) ? undefined : this.seals.get(place);
      this.need(sealed !== undefined, "seal-unknown");
      const seal = await sealOf(this.game, sealed.owner, opening.salt, opening.text);
      this.need(seal === sealed.seal, "seal-mismatch");
      this.opened.add(place);
    }
    e.seals.forEach((sealed, n) => this.seals.set(`${e.seq} ${n}`, sealed));
    for (const roll of e.rolls) await this.onRoll(e, roll);
  }

  async onRoll(e, { index, seed, sides, values, why, rule }) {
    this.need(index === this.index + 1 && index <= this.length, "roll-index");
    this.need((await sha(seed)) === this.seed, "seed-mismatch");
    const known = { line: e.seq, seat: e.seat, time: e.time, body: e.body, index, seed, sides, values, why, rule };
    const place = { game: this.game, epoch: this.number, before: this.seed, mix: this.mix, beacon: this.fresh };
    const roll = { ...known, ...place, mixText: this.mixText };
    const thrown = throwDice(await sha(keyText(roll)), sides, values.length);
    this.need(thrown.values.every((value, n) => value === values[n]), "dice-mismatch");
    this.index = index;
    this.seed = seed;
    this.rolls.push(roll);
    this.dice += values.length;
  }

  on_wait(e) {
    this.onTurn(e, this.mix !== null && this.beacon !== null);
    this.need(BigInt(e.round) === beaconRound(this.beacon, e.time), "beacon-round");
    this.pending = e.round;
  }

  async on_beacon(e) {
    const isOut = e.round === this.pending && BigInt(e.time) >= beaconTime(this.beacon, e.round);
    this.need(isOut, "beacon-round");
    this.need(e.randomness === hexOf(await sha256(unhex(e.signature))), "beacon-value");
    this.rounds.push([e.round, e.randomness]);
    this.pending = null;
    this.fresh = e.randomness;
  }

  on_end(e) {
    this.need(JSON.stringify(e.unopened) === JSON.stringify(this.unopened()), "seal-unopened");
    this.ended = true;
  }

  unopened() {
    const closed = [...this.seals.keys()].filter((place) => !this.opened.has(place));
    return closed.map((place) => place.split(" ").map(Number));
  }

  counts() {
    return {
      lines: this.hashes.length,
      head: this.prev,
      rolls: this.rolls.length,
      dice: this.dice,
      epochs: (this.number ?? -1) + 1,
      left: this.left,
      declined: this.declined,
      unopened: this.unopened(),
      ended: this.ended,
      beacon: this.rounds,
      chain: this.beacon?.chain ?? null,
    };
  }
}

// ---------------------------------------------------------------- the whole procedure

/** A bundle's three members as they stand in a file; null for what no two readers must read in two ways. */
function readBundle(text) {
  try {
    const value = JSON.parse(text);
    // JSON.parse takes the last of two members of one name. Three members have three colons outside of strings.
    return outsideStrings(text).split(":").length === 4 ? value : null;
  } catch {
    return null;
  }
}

/** What of a JSON text stands outside of its strings. */
function outsideStrings(text) {
  let out = "";
  let from = 0;
  for (;;) {
    const opens = text.indexOf('"', from);
    if (opens === -1) return out + text.slice(from);
    out += text.slice(from, opens);
    let at = opens + 1;
    while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    from = at + 1;
  }
}

/**
 * Verifies a bundle, given as the text of a file or as an object.
 *
 * `heads`: signed notes from outside, a list or a text that holds some. `vkey`: the key of the joining mail. `progress`: is
 * told now and then how many lines of how many are done.
 *
 * Gives `ok`, the first failure's `code` and `at` (null when there is none), and the counts of the reference verifier. Of a
 * bundle that fails, the counts are those of what was in order before. `list` has every roll with all it takes to check it.
 */
export async function verifyBundle(bundle, { heads = [], vkey = null, progress = () => {} } = {}) {
  const mail = typeof heads === "string" ? notesIn(heads) : heads;
  const log = new Log(vkey);
  const counts = { heads: 0, mail: 0 };
  let failure = null;
  try {
    await walk(typeof bundle === "string" ? readBundle(bundle) : bundle, mail, log, counts, progress);
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    failure = thrown;
  }
  const { game = null, origin = null, vkey: own = null, seats = [], rules = null } = log;
  return {
    ok: failure === null,
    code: failure?.code ?? null,
    at: failure?.at ?? null,
    ...log.counts(),
    ...counts,
    ...{ game, origin, vkey: own, seats, rules },
    opened: log.opened.size,
    list: log.rolls,
  };
}

async function walk(bundle, mail, log, counts, progress) {
  if (!isBundle(bundle)) throw new Failure("bundle-format", "bundle");
  for (const [n, line] of bundle.log.entries()) {
    if (n % 250 === 0) {
      progress(n, bundle.log.length);
      await new Promise((resume) => setTimeout(resume));
    }
    await log.add(line);
  }
  for (const [kind, notes] of [["head", bundle.heads], ["mail", mail]]) {
    for (const [n, note] of notes.entries()) {
      const code = await judgeHead(note, log);
      if (code !== null) throw new Failure(code, `${kind}:${n + 1}`);
      counts[kind === "head" ? "heads" : "mail"] = n + 1;
    }
  }
}

/**
 * One roll of `list` again, step by step, from its seed alone: `ok`, `values`, `key`, the texts that are hashed, and each word
 * of the stream with its bytes, the limit it must stay below, and the face it gives, or null when it is refused.
 */
export async function verifyRoll(roll) {
  const before = await sha(roll.seed);
  const mix = await sha(roll.mixText);
  const text = keyText({ ...roll, mix });
  const key = await sha(text);
  const { values, words } = throwDice(key, roll.sides, roll.values.length);
  const bytesOfWord = (word) => hexOf([word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24]);
  return {
    ok: before === roll.before && mix === roll.mix && values.join() === roll.values.join(),
    before,
    mix,
    mixText: roll.mixText,
    keyText: text,
    key,
    limit: limitOf(roll.sides),
    words: words.map(({ word, face }, n) => ({ offset: 4 * n, bytes: bytesOfWord(word), word, face })),
    values,
  };
}
