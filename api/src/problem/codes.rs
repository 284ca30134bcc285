//! Every code of a refusal, with its status, title and a sentence: what `/problems/{code}` shows and the document lists.
//!
//! The rulesets add theirs (a rule that forbids an order); those are found through `App::rules`.

/// What a code means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The code: stable.
    pub code: &'static str,
    /// Its HTTP status; of a fault among others, the status it has when it stands alone.
    pub status: u16,
    /// In a few words; the same for every problem of this code.
    pub title: &'static str,
    /// What it means and what to do about it.
    pub text: &'static str,
}

macro_rules! codes {
    ($($name:ident = $code:literal $status:literal $title:literal $text:literal;)+) => {
        $(#[doc = $title] pub const $name: Code = Code { code: $code, status: $status, title: $title, text: $text };)+

        /// All of them, by status.
        pub const CODES: &[Code] = &[$($name),+];
    };
}

codes! {
    BAD_REQUEST = "bad-request" 400 "The request cannot be read"
        "The request is not what HTTP or this route demands; the detail says where.";
    BAD_JSON = "bad-json" 400 "The body is not JSON"
        "The body cannot be read as JSON. Line and column tell where reading stopped.";
    NOT_UTF8 = "not-utf8" 400 "The body is not UTF-8"
        "Texts are UTF-8; the column counts bytes up to the first that is not.";
    BAD_HEADER = "bad-header" 400 "A header cannot be read"
        "The detail names the header and its form.";
    TOO_DEEP = "too-deep" 400 "The JSON is nested too deeply"
        "JSON may be nested 32 deep.";
    BAD_QUERY = "bad-query" 400 "The query is not right"
        "A parameter after the question mark is unknown, missing or has a value that cannot be read.";
    BAD_IDEMPOTENCY_KEY = "bad-idempotency-key" 400 "The idempotency key has not the right form"
        "An Idempotency-Key has 1 to 64 characters out of letters, digits and . _ : -, and is sent once. A turn's does \
         not begin with `auto:`, `bot:`, `clock:`, `mail:` or `admin:`, which the server's own do.";
    UNAUTHORIZED = "unauthorized" 401 "You are not signed in"
        "Send `Authorization: Bearer fp_…` with a token that is in force. Lost it? POST /v1/sign-in with your address.";
    TOKEN_IN_URL = "token-in-url" 401 "A token does not belong into an address"
        "Addresses end in logs. Revoke that token, and send the next one in the Authorization header.";
    FORBIDDEN = "forbidden" 403 "You may not do this"
        "You are signed in, but this is not yours to do.";
    CROSS_SITE = "cross-site" 403 "Another site asked for this"
        "With the cookie of our pages, changes are made from our pages only. Programs send a token in the Authorization \
         header.";
    REGISTRATION_CLOSED = "registration-closed" 403 "No accounts are made here"
        "The operator of this server does not let anybody make an account.";
    REGISTRATION_BY_INVITATION = "registration-by-invitation" 403 "Accounts are made by invitation here"
        "Send the secret of an invitation to a seat as `invite`.";
    SEAT_KEPT = "seat-kept" 403 "The seat is kept for somebody"
        "Send the secret of the invitation as `invite`.";
    NOT_FOUND = "not-found" 404 "There is nothing here"
        "There is no such thing, or it is not for you: the answer is the same.";
    METHOD_NOT_ALLOWED = "method-not-allowed" 405 "This cannot be done here"
        "The Allow header names the methods this address knows.";
    NOT_ACCEPTABLE = "not-acceptable" 406 "No form of this suits you"
        "The Accept headers exclude every form in which the answer can be given.";
    REQUEST_TIMEOUT = "request-timeout" 408 "The request came too slowly"
        "The body was not complete in time. Nothing was done; try again.";
    CONFLICT = "conflict" 409 "Not now"
        "What you want does not agree with how things stand. Look, and try again.";
    IN_PROGRESS = "in-progress" 409 "The same request is still being answered"
        "A request with this Idempotency-Key is not finished. Try again in a moment: you will get its answer.";
    ADDRESS_TAKEN = "address-taken" 409 "The address is another player's"
        "Another player has proved this address in the meantime.";
    BUSY = "busy" 409 "Others keep changing this game"
        "Nothing was done; ask again.";
    SEATS_MISSING = "seats-missing" 409 "Seats are still missing"
        "Numbers are shown after every seat has taken part; you will be told when it is time.";
    SEATS_FIXED = "seats-fixed" 409 "The seats are fixed"
        "The commitments stand in the log: nobody comes or changes his choice now.";
    SEAT_TAKEN = "seat-taken" 409 "The seat is taken"
        "Somebody else holds it.";
    NOTHING_OWED = "nothing-owed" 409 "This seat owes no number"
        "It has shown its number, or relies on the others'.";
    ENTROPY_OWED = "entropy-owed" 409 "The dice are not open"
        "A seat still owes its number; `dice.waiting` of the game says which.";
    NOT_STARTED = "not-started" 409 "The game is not being played"
        "It has not begun, or it is over.";
    ALREADY_STARTED = "already-started" 409 "The game has begun"
        "Seats are taken and left before the start; afterwards a seat resigns.";
    GAME_OVER = "game-over" 409 "The game is over"
        "Its log is closed; it can be watched and audited.";
    GAME_EXISTS = "game-exists" 409 "Another game has this id here"
        "A game with the id of this bundle is here, and it is another one or at another point.";
    IMPORTED = "imported" 409 "The game was imported"
        "It was played elsewhere, and is here to be watched and audited.";
    NO_READER = "no-reader" 409 "Nobody would read it"
        "A bot holds that seat, or nobody does, or it has resigned: nothing was written.";
    SEAT_RESIGNED = "seat-resigned" 409 "The seat has left the game"
        "Whoever resigned neither orders, offers nor answers any more.";
    NO_PART_LEFT = "no-part-left" 409 "The seat has no part in the battle any more"
        "It has nothing left to command, and is not asked about offers.";
    DRAW_ALREADY_OFFERED = "draw-already-offered" 409 "This seat wants the draw already"
        "It has offered one, or agreed to the one that is offered.";
    NO_DRAW_OFFERED = "no-draw-offered" 409 "No draw is offered"
        "There is nothing to accept or to decline.";
    ALREADY_OFFERED = "already-offered" 409 "Such an offer stands already"
        "A seat has one offer of a kind at a time: withdraw it first.";
    OFFER_CLOSED = "offer-closed" 409 "The offer does not stand any more"
        "It was accepted, declined or withdrawn, or has lapsed by its maker's next turn.";
    NOT_ASKED = "not-asked" 409 "The offer does not wait for this seat"
        "`waits_for` of the offer says whose answers it needs; only its maker withdraws it.";
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back" 409 "There is nothing to take back"
        "No turn that counts begins there, or nothing has happened in the battle since.";
    UNDO_CROSSES_ROLL = "undo-crosses-roll" 409 "That lies too far back"
        "Nothing is taken back past a die, an opened secret, a resignation or a change of hands, whoever agrees; nor more \
         than 64 turns.";
    CLOCK_STOPPED = "clock-stopped" 409 "Time stands still"
        "Nobody needs a pause or more time while it does.";
    NOT_AWAITED = "not-awaited" 409 "The game does not wait for this seat"
        "Only who is waited for can be given time.";
    NO_CLOCK = "no-clock" 409 "No time is kept in this game"
        "Its clock is of the kind `none`: there is nothing to stop or to give.";
    NOT_OVER = "not-over" 409 "The game is not over"
        "A rematch is offered when it is.";
    CANNOT_SWAP = "cannot-swap" 409 "The sides are not alike"
        "Sides are swapped where there are two, with as many seats each.";
    NOT_ABSENT = "not-absent" 409 "The seat's holder is not absent"
        "Others offer a seat only when its time has run out and its holder has not played since; he himself may always.";
    HAS_SAT_HERE = "has-sat-here" 409 "You have played in this game on another side, or left it"
        "Who knows what one side knows does not take a seat of another, and who has left does not come back.";
    VACATION_USED_UP = "vacation-used-up" 409 "Your time away is used up"
        "The server grants so many days within a year; `latest`, where there is one, is the longest that is possible now.";
    PHASE_OVER = "phase-over" 409 "The game stands elsewhere"
        "It has left the round or phase these orders were meant for; `round` and `phase` say where it is.";
    REPEATED = "repeated" 409 "The very same was sent a moment ago"
        "A double click, probably: it was done once. Send an Idempotency-Key to mean it twice.";
    STALE = "stale" 412 "The game has moved on"
        "It is newer than the version in If-Match; the ETag of this answer is its present one.";
    BODY_TOO_LARGE = "body-too-large" 413 "The body is too large"
        "The detail names the limit of this route.";
    UNSUPPORTED_MEDIA_TYPE = "unsupported-media-type" 415 "This kind of body is not understood here"
        "The detail names the media types that are. Bodies are sent unpacked.";
    INVALID_FIELDS = "invalid-fields" 422 "Some fields are not right"
        "The body can be read, but not all of it can be accepted; each fault is listed with a JSON Pointer.";
    UNKNOWN_FIELD = "unknown-field" 422 "There is no such field"
        "Unknown fields are refused, because they are typing errors.";
    MISSING_FIELD = "missing-field" 422 "A field is missing"
        "The field must be given.";
    WRONG_TYPE = "wrong-type" 422 "A value is not of the right kind"
        "The detail says what was expected and what came.";
    NOT_WHOLE = "not-whole" 422 "A number is not whole, or too large"
        "Numbers are whole and between -(2^53-1) and 2^53-1.";
    DUPLICATE_MEMBER = "duplicate-member" 422 "A member is given twice"
        "A JSON object has two members of the same name: one of them would be lost.";
    BAD_NAME = "bad-name" 422 "The name is not right"
        "A name has 1 to 64 characters of any script; no control characters, line ends or marks that turn the direction.";
    BAD_TEXT = "bad-text" 422 "The text is not right"
        "A message has 1 to 4096 bytes; line ends and tabs, but no other control characters and no marks that turn the \
         direction of writing.";
    BAD_EMAIL = "bad-email" 422 "This is not an e-mail address"
        "An address is `somebody@some.where`, at most 254 characters.";
    BAD_ZONE = "bad-zone" 422 "There is no such time zone"
        "Time zones are named as in the IANA data, e.g. Europe/Berlin.";
    BAD_TIME = "bad-time" 422 "The time is not right"
        "Times are RFC 3339, e.g. 2027-01-06T00:00:00Z.";
    BAD_DURATION = "bad-duration" 422 "The length of time is not right"
        "Lengths of time are ISO 8601 in days, hours, minutes and seconds, e.g. P3D or PT12H; the detail says which are \
         possible.";
    WRONG_CODE = "wrong-code" 422 "The code is wrong"
        "The code is wrong, was used, is too old, or was tried too often. Ask for a new one.";
    BAD_HEX = "bad-hex" 422 "These are not 64 hexadecimal digits"
        "Numbers and hashes are 32 bytes, written as 64 lower-case hexadecimal digits.";
    WEBHOOK_TARGET_REFUSED = "webhook-target-refused" 422 "A webhook may not lead there"
        "An https address on a host that everybody can reach, without name and password. What a name stands for is not \
         told. An operator may allow private addresses.";
    ENTROPY_MISMATCH = "entropy-mismatch" 422 "Not the number that was committed to"
        "Its commitment (verifiable-dice, section 2) is another one than stands in the log.";
    UNKNOWN_RULESET = "unknown-ruleset" 422 "There is no such ruleset"
        "GET /v1/rulesets lists them.";
    UNKNOWN_SCENARIO = "unknown-scenario" 422 "There is no such scenario"
        "The ruleset's page lists them; a scenario of one's own is an object.";
    UNKNOWN_GAME = "unknown-game" 422 "There is no such game"
        "There is no game of this id, or it is not for you: the answer is the same.";
    UNKNOWN_SEAT = "unknown-seat" 422 "There is no such seat"
        "The seat plan names the seats.";
    SEAT_TWICE = "seat-twice" 422 "A seat is named twice"
        "Each seat is named once, by itself or by its side.";
    SEAT_NEEDED = "seat-needed" 422 "Say for which seat"
        "You hold several seats of this game; name one as `seat`.";
    BAD_CLOCK = "bad-clock" 422 "The clock is not right"
        "The detail says what a clock needs.";
    NO_ORDERS = "no-orders" 422 "There is no order"
        "A turn has at least one order.";
    TOO_MANY_ORDERS = "too-many-orders" 422 "Too many orders"
        "A turn has at most 500 orders.";
    SCENARIO_TOO_LARGE = "scenario-too-large" 422 "The scenario is too large"
        "The detail names the limit.";
    BUNDLE_FORMAT = "bundle-format" 422 "This is not an audit bundle"
        "Exactly the members format, log and heads; texts; a log that is not empty.";
    LINE_ENCODING = "line-encoding" 422 "A line is not canonical JSON"
        "RFC 8785, whole numbers, plain names, at most 32 deep.";
    LINE_FIELDS = "line-fields" 422 "A line has other members or forms"
        "The members of its type, each in its form: verifiable-dice, section 4.";
    SEQ_GAP = "seq-gap" 422 "A line is not at its place"
        "`seq` is the line's position.";
    PREV_MISMATCH = "prev-mismatch" 422 "The chain is broken"
        "`prev` is not the hash of the line before.";
    GAME_MISMATCH = "game-mismatch" 422 "A line of another game"
        "All lines of a log name the same game.";
    TIME_BACKWARDS = "time-backwards" 422 "Time runs backwards"
        "A line is dated before the one before it.";
    LINE_ILLEGAL = "line-illegal" 422 "A line may not stand here"
        "Its kind does not follow from the lines before.";
    KEY_MISMATCH = "key-mismatch" 422 "Another signing key"
        "The key is not the expected one.";
    REQUEST_DUPLICATE = "request-duplicate" 422 "A request was carried out twice"
        "The lines of a seat's request stand together and occur once.";
    SEAL_UNKNOWN = "seal-unknown" 422 "There is no such seal"
        "An opening of no earlier, still closed seal.";
    SEAL_MISMATCH = "seal-mismatch" 422 "The opened text is not the sealed one"
        "Its hash differs.";
    ROLL_INDEX = "roll-index" 422 "A roll is not the next one"
        "Rolls are numbered 1, 2, 3 in their epoch.";
    SEED_MISMATCH = "seed-mismatch" 422 "A seed is not the next of its chain"
        "Its hash is not the seed before, or the anchor.";
    DICE_MISMATCH = "dice-mismatch" 422 "The dice do not follow from the seed"
        "Computed again they have other values.";
    BEACON_ROUND = "beacon-round" 422 "The beacon round is not the right one"
        "It is not the one for its time, or was not published yet.";
    BEACON_VALUE = "beacon-value" 422 "The beacon's value is wrong"
        "The randomness is not the hash of the signature.";
    SEAL_UNOPENED = "seal-unopened" 422 "Seals were left closed unsaid"
        "`unopened` is not exactly the closed seals.";
    HEAD_FORMAT = "head-format" 422 "A signed head has not the right form"
        "Another form, origin or game.";
    HEAD_SIGNATURE = "head-signature" 422 "A head is not signed by the game's key"
        "The signature does not verify.";
    HEAD_AHEAD = "head-ahead" 422 "The log was cut"
        "A signed head has more lines than the log.";
    HEAD_MISMATCH = "head-mismatch" 422 "The log was rewritten or forked"
        "A signed head has another hash than the log's line.";
    BODY_UNREADABLE = "body-unreadable" 422 "The rules cannot read a line"
        "What is played, or an event, is not known here.";
    ROLLS_DIFFER = "rolls-differ" 422 "An event shows other dice than its line proves"
        "Body and rolls must agree.";
    DECISION_DIFFERS = "decision-differs" 422 "The rules would have decided otherwise"
        "Orders decided again with the recorded dice give other lines.";
    RESULT_DIFFERS = "result-differs" 422 "The result is not what the rules say"
        "The last line says otherwise.";
    LINE_TOO_LARGE = "line-too-large" 422 "A line is too large"
        "A line has at most 1 MiB.";
    IDEMPOTENCY_KEY_REUSED = "idempotency-key-reused" 422 "The idempotency key was used for another request"
        "This key belongs to a request with another method, path or body. Take a new key for a new request.";
    TOO_MANY_REQUESTS = "too-many-requests" 429 "Too many requests"
        "Retry-After says how long to wait, RateLimit-Policy what the limit is.";
    TOO_MANY_SIGN_UPS = "too-many-sign-ups" 429 "Too many accounts were made from here"
        "Retry-After says how long to wait.";
    TOO_MANY_MAILS = "too-many-mails" 429 "Too many mails were asked for"
        "Mails to one address are limited, whether a player has it or not, and so are the invitations that one player \
         sends. Look into the mailbox; Retry-After says how long to wait.";
    TOO_MANY_TRIES = "too-many-tries" 429 "Too many codes were tried"
        "Retry-After says how long to wait.";
    TOO_MANY_MESSAGES = "too-many-messages" 429 "Too many messages were written"
        "So many messages of one player in one game; Retry-After says how long to wait.";
    TOO_MANY_OFFERS = "too-many-offers" 429 "Too many offers were made"
        "So many offers of one player in one game; Retry-After says how long to wait.";
    HEADERS_TOO_LARGE = "headers-too-large" 431 "The headers are too large"
        "Headers together may have 128 KiB, and there may be 96 of them.";
    INTERNAL = "internal" 500 "Something failed here"
        "A fault of the server. Nothing is half done. Tell the operator the request id.";
    GAME_CORRUPT = "game-corrupt" 500 "The log of this game cannot be read"
        "The detail names the line. All other games are unaffected.";
    STORAGE_UNAVAILABLE = "storage-unavailable" 503 "Nothing can be stored now"
        "The disk is full, read-only or gone. Nothing was done; the same request will work when that is mended.";
    NOT_READY = "not-ready" 503 "Not ready"
        "The service starts, stops, or a part of it stands still; the checks tell which.";
}

/// What this code means.
pub fn lookup(code: &str) -> Option<&'static Code> {
    CODES.iter().find(|known| known.code == code)
}

/// The code for a status that the framework, or a proxy in front, came up with by itself.
pub fn of_status(status: u16) -> &'static Code {
    let exact = |status| CODES.iter().find(|code| code.status == status);
    match exact(status) {
        Some(code) => code,
        None if status < 500 => &BAD_REQUEST,
        None => &INTERNAL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_in_kebab_case_and_by_status() {
        for pair in CODES.windows(2) {
            assert!(pair[0].status <= pair[1].status, "{}", pair[1].code);
        }
        for (idx, code) in CODES.iter().enumerate() {
            assert!(code.code.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
            assert!(CODES[..idx].iter().all(|other| other.code != code.code), "{} twice", code.code);
        }
    }

    #[test]
    fn the_first_code_of_a_status_is_the_general_one() {
        for (status, code) in [
            (400, "bad-request"),
            (401, "unauthorized"),
            (404, "not-found"),
            (422, "invalid-fields"),
            (418, "bad-request"),
            (429, "too-many-requests"),
            (500, "internal"),
            (502, "internal"),
            (503, "storage-unavailable"),
        ] {
            assert_eq!(of_status(status).code, code);
        }
    }
}
