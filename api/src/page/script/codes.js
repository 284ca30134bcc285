// What the codes of section 6 mean, in words, and the checks they belong to, in the order in which they are made.

/** What each code says has happened. */
export const MEANING = {
  "bundle-format": "The file is no audit bundle.",
  "line-encoding": "The line is not in the one form of bytes that its content may have.",
  "line-fields": "The line lacks a member, has one too many, or one of another form.",
  "seq-gap": "The line's number is not its place: a line was removed, added or moved.",
  "prev-mismatch": "The line does not hold the hash of the line before it: one of the two was changed.",
  "game-mismatch": "The line is of another game.",
  "time-backwards": "The line is dated before the one before it.",
  "line-illegal": "A line of this kind may not stand here.",
  "key-mismatch": "The log was made for another key than the one you were told.",
  "entropy-mismatch": "A seat shows another number than the one it committed to.",
  "request-duplicate": "A request was carried out a second time.",
  "seal-unknown": "A seal is opened that does not exist or was opened before.",
  "seal-mismatch": "What is opened is not what was sealed.",
  "roll-index": "A roll is not the next one of its seed chain.",
  "seed-mismatch": "The seed of a roll does not belong to the chain that was committed to.",
  "dice-mismatch": "The seed gives other dice than the line shows.",
  "beacon-round": "The beacon's round is not the one that follows from the clock.",
  "beacon-value": "The randomness is not the hash of the beacon's signature.",
  "seal-unopened": "The last line does not tell truly which seals were never opened.",
  "head-format": "A head is not of this game, or not in the form of a signed note.",
  "head-signature": "A head is not signed with the key of this game.",
  "head-ahead": "A head was signed for a longer log: this one was cut.",
  "head-mismatch": "A head was signed for another log: this one was rewritten, or there are two.",
};

const counted = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** Each check: its codes, what it is, and what was found in order by it. */
const CHECKS = [
  { codes: ["bundle-format"], name: "The file is an audit bundle", found: () => "" },
  {
    codes: ["line-encoding", "line-fields"],
    name: "Every line is well formed",
    found: ({ lines }) => counted(lines, "line"),
  },
  {
    codes: ["seq-gap", "prev-mismatch", "game-mismatch", "time-backwards"],
    name: "Every line holds the hash of the one before",
    found: ({ lines }) => counted(lines, "line"),
  },
  { codes: ["key-mismatch"], name: "The key is the one you were told", found: ({ vkey }) => vkey ?? "" },
  {
    codes: ["entropy-mismatch"],
    name: "The players' numbers are those they committed to",
    found: ({ epochs, declined }) =>
      `${counted(epochs, "epoch")}${declined.length ? `, ${counted(declined.length, "seat")} gave no number` : ""}`,
  },
  {
    codes: ["line-illegal", "request-duplicate"],
    name: "Everything stands in its order, and once",
    found: ({ ended }) => (ended ? "the game is over" : "the game goes on"),
  },
  {
    codes: ["seal-unknown", "seal-mismatch", "seal-unopened"],
    name: "What was opened is what was sealed",
    found: ({ opened, unopened }) => `${counted(opened, "seal")} opened, ${unopened.length} closed`,
  },
  {
    codes: ["roll-index", "seed-mismatch", "dice-mismatch"],
    name: "Every die follows from its seed, and every seed from the commitment",
    found: ({ rolls, dice }) => `${counted(rolls, "roll")}, ${counted(dice, "die", "dice")}`,
  },
  {
    codes: ["beacon-round", "beacon-value"],
    name: "The beacon's rounds are those of the clock",
    found: ({ beacon }) => (beacon.length ? counted(beacon.length, "round") : "not a beacon game"),
  },
  {
    codes: ["head-format", "head-signature", "head-ahead", "head-mismatch"],
    of: "head",
    name: "The server signed this log",
    found: ({ heads }) => (heads ? counted(heads, "head") : "no head in the bundle"),
  },
  {
    codes: ["head-format", "head-signature", "head-ahead", "head-mismatch"],
    of: "mail",
    name: "The heads you kept are of this log",
    found: ({ mail }) => (mail ? counted(mail, "head") : "no head from your own mailbox: not checked"),
  },
];

/** The checks of a verified bundle: `name`, what was `found`, and `state`: `passed`, `failed`, `skipped` or `unreached`. */
export function checksOf(result, { askedKey = false } = {}) {
  const place = (result.at ?? "").split(":")[0];
  const isFailed = (check) => check.codes.includes(result.code) && (check.of === undefined || check.of === place);
  const failed = CHECKS.findIndex(isFailed);
  // Lines are checked one after the other, each in every way; heads come after the last line.
  const isReached = (check, n) => {
    if (result.ok) return true;
    return check.of === undefined ? place !== "bundle" : n < failed;
  };
  return CHECKS.map((check, n) => {
    const isSkipped =
      (check.codes[0] === "key-mismatch" && !askedKey) ||
      (check.of === "mail" && result.mail === 0) ||
      (check.of === "head" && result.heads === 0) ||
      (check.codes[0] === "beacon-round" && result.chain === null);
    let state = isSkipped ? "skipped" : "passed";
    if (n === failed) state = "failed";
    else if (!isReached(check, n)) state = "unreached";
    return { name: check.name, state, found: found(check, state, result, askedKey) };
  });
}

function found(check, state, result, askedKey) {
  if (state === "failed") return `${result.code} at ${result.at}. ${MEANING[result.code] ?? ""}`;
  if (state === "unreached") return "not reached";
  const words = check.codes[0] === "key-mismatch" && !askedKey ? "none was given: not checked" : check.found(result);
  return result.ok || check.of !== undefined ? words : `${words}${words ? ", " : ""}as far as it was read`;
}

/** What a verified log leaves to be looked at by a person. */
export function notesOf(result) {
  const epochs = result.left.map(
    ([number, used, length]) => `Epoch ${number} was left after ${used} of ${length} rolls; the log says why.`,
  );
  const seats = result.declined.map(([number, seat]) => `Seat ${seat} gave no number to epoch ${number}.`);
  const seals = result.unopened.map(([seq, n]) => `Seal ${n} of line ${seq} is not open.`);
  const rounds = result.beacon.map(
    ([number, value]) => `Compare with the beacon ${result.chain}: round ${number} is ${value}.`,
  );
  const mail = "No head from your own mailbox was given: a log that was rewritten as a whole cannot be excluded.";
  return [...epochs, ...seats, ...seals, ...rounds, ...(result.mail ? [] : [mail])];
}
