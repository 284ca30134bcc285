-- The first schema. Shipped files never change: what must differ is a new file with the next number.
--
-- Times are Unix seconds, hashes SHA-256, words those of `rows.rs`. What a turn writes has a key that begins with its
-- game; lines, turns and rolls are only ever added.

-- One row: who wrote last, how often another process had written before us, and a place for a test write.
CREATE TABLE store (
    one       INTEGER PRIMARY KEY CHECK (one = 1),
    writer    TEXT    NOT NULL,
    handovers INTEGER NOT NULL,
    heartbeat INTEGER NOT NULL
) STRICT;

INSERT INTO store (one, writer, handovers, heartbeat) VALUES (1, '', 0, 0);

CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- People -------------------------------------------------------------------------------------------------------------

CREATE TABLE players (
    id             TEXT    NOT NULL PRIMARY KEY,
    name           TEXT    NOT NULL,
    email          TEXT,
    email_folded   TEXT,
    email_verified INTEGER NOT NULL CHECK (email_verified IN (0, 1)),
    zone           TEXT    NOT NULL,
    settings       TEXT    NOT NULL,
    email_failure  TEXT,
    created        INTEGER NOT NULL,
    erased         INTEGER
) STRICT, WITHOUT ROWID;

-- An address belongs to the first who proves it. `email_folded` is the address in lower case (of any script, which
-- SQL's lower() is not).
CREATE UNIQUE INDEX players_by_address ON players (email_folded) WHERE email_verified = 1 AND email_folded IS NOT NULL;

CREATE TABLE tokens (
    hash    BLOB    NOT NULL PRIMARY KEY,
    id      TEXT    NOT NULL,
    player  TEXT    NOT NULL REFERENCES players (id),
    name    TEXT    NOT NULL,
    created INTEGER NOT NULL,
    used    INTEGER,
    UNIQUE (player, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE codes (
    kind    TEXT    NOT NULL CHECK (kind IN ('verify', 'sign_in')),
    subject TEXT    NOT NULL,
    hash    BLOB    NOT NULL,
    email   TEXT    NOT NULL,
    expires INTEGER NOT NULL,
    tries   INTEGER NOT NULL,
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE answers (
    actor     TEXT    NOT NULL,
    key       TEXT    NOT NULL,
    body_hash BLOB    NOT NULL,
    answer    BLOB    NOT NULL,
    at        INTEGER NOT NULL,
    PRIMARY KEY (actor, key)
) STRICT;

CREATE INDEX answers_by_age ON answers (at);

-- Games --------------------------------------------------------------------------------------------------------------

CREATE TABLE games (
    id         TEXT    NOT NULL PRIMARY KEY,
    origin     TEXT    NOT NULL,
    ruleset    TEXT    NOT NULL,
    scenario   TEXT    NOT NULL,
    title      TEXT    NOT NULL,
    visibility TEXT    NOT NULL CHECK (visibility IN ('public', 'unlisted', 'private')),
    state      TEXT    NOT NULL CHECK (state IN ('open', 'active', 'finished', 'aborted')),
    round      INTEGER NOT NULL,
    phase      TEXT    NOT NULL,
    version    INTEGER NOT NULL,
    head       BLOB    NOT NULL,
    revision   INTEGER NOT NULL,
    host       TEXT,
    imported   INTEGER NOT NULL CHECK (imported IN (0, 1)),
    result     TEXT,
    created    INTEGER NOT NULL,
    active     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX games_by_creation ON games (created, id);
CREATE INDEX games_listed ON games (active DESC, id) WHERE visibility = 'public';
CREATE INDEX games_by_host ON games (host) WHERE host IS NOT NULL;

CREATE TABLE seats (
    game         TEXT    NOT NULL REFERENCES games (id),
    seat         TEXT    NOT NULL,
    place        INTEGER NOT NULL,
    side         TEXT    NOT NULL,
    status       TEXT    NOT NULL CHECK (status IN ('open', 'invited', 'taken', 'offered', 'resigned')),
    player       TEXT,
    bot          TEXT,
    invite_hash  BLOB,
    invite_email TEXT,
    commitment   BLOB,
    declined     INTEGER NOT NULL CHECK (declined IN (0, 1)),
    since        INTEGER,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_player ON seats (player) WHERE player IS NOT NULL;
CREATE UNIQUE INDEX seats_by_invite ON seats (invite_hash) WHERE invite_hash IS NOT NULL;
CREATE INDEX seats_by_invited ON seats (invite_email) WHERE invite_email IS NOT NULL;

-- Who held a seat of a started game and gave it up: he still finds the game.
CREATE TABLE former_holders (
    game   TEXT NOT NULL REFERENCES games (id),
    player TEXT NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX former_holders_by_player ON former_holders (player);

CREATE TABLE lines (
    game  TEXT    NOT NULL REFERENCES games (id),
    seq   INTEGER NOT NULL,
    turn  INTEGER,
    round INTEGER NOT NULL,
    phase TEXT    NOT NULL,
    hash  BLOB    NOT NULL,
    line  TEXT    NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE turns (
    game      TEXT    NOT NULL REFERENCES games (id),
    turn      INTEGER NOT NULL,
    seat      TEXT    NOT NULL,
    request   TEXT    NOT NULL,
    first     INTEGER NOT NULL,
    last      INTEGER NOT NULL,
    body_hash BLOB    NOT NULL,
    PRIMARY KEY (game, turn),
    UNIQUE (game, seat, request)
) STRICT, WITHOUT ROWID;

CREATE TABLE rolls (
    game  TEXT    NOT NULL REFERENCES games (id),
    epoch INTEGER NOT NULL,
    idx   INTEGER NOT NULL,
    seq   INTEGER NOT NULL,
    roll  TEXT    NOT NULL,
    PRIMARY KEY (game, epoch, idx)
) STRICT, WITHOUT ROWID;

CREATE TABLE to_act (
    game     TEXT    NOT NULL REFERENCES games (id),
    seat     TEXT    NOT NULL,
    since    INTEGER NOT NULL,
    deadline INTEGER,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- A timer for no seat has the seat ''.
CREATE TABLE timers (
    game TEXT    NOT NULL REFERENCES games (id),
    due  INTEGER NOT NULL,
    seat TEXT    NOT NULL,
    kind TEXT    NOT NULL,
    PRIMARY KEY (game, due, seat, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX timers_by_time ON timers (due);

CREATE TABLE drafts (
    game   TEXT    NOT NULL REFERENCES games (id),
    seat   TEXT    NOT NULL,
    orders TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT;

CREATE TABLE seeds (
    game  TEXT    NOT NULL REFERENCES games (id),
    epoch INTEGER NOT NULL,
    seeds BLOB    NOT NULL,
    PRIMARY KEY (game, epoch)
) STRICT;

CREATE TABLE bundles (
    game   TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
    bundle BLOB NOT NULL
) STRICT;

-- What is written stays. The first trigger of each table also stops INSERT OR REPLACE, which would fire no DELETE.

CREATE TRIGGER lines_follow_each_other BEFORE INSERT ON lines
WHEN NEW.seq IS NOT 1 + (SELECT coalesce(max(seq), 0) FROM lines WHERE game = NEW.game)
BEGIN SELECT RAISE(ABORT, 'lines follow each other'); END;

CREATE TRIGGER lines_are_not_changed BEFORE UPDATE ON lines
BEGIN SELECT RAISE(ABORT, 'lines are only added'); END;

CREATE TRIGGER lines_are_not_deleted BEFORE DELETE ON lines
BEGIN SELECT RAISE(ABORT, 'lines are only added'); END;

CREATE TRIGGER turns_are_not_replaced BEFORE INSERT ON turns
WHEN EXISTS (
    SELECT 1 FROM turns
    WHERE game = NEW.game AND (turn = NEW.turn OR (seat = NEW.seat AND request = NEW.request))
)
BEGIN SELECT RAISE(ABORT, 'turns are only added'); END;

CREATE TRIGGER turns_are_not_changed BEFORE UPDATE ON turns
BEGIN SELECT RAISE(ABORT, 'turns are only added'); END;

CREATE TRIGGER turns_are_not_deleted BEFORE DELETE ON turns
BEGIN SELECT RAISE(ABORT, 'turns are only added'); END;

CREATE TRIGGER rolls_are_not_replaced BEFORE INSERT ON rolls
WHEN EXISTS (SELECT 1 FROM rolls WHERE game = NEW.game AND epoch = NEW.epoch AND idx = NEW.idx)
BEGIN SELECT RAISE(ABORT, 'rolls are only added'); END;

CREATE TRIGGER rolls_are_not_changed BEFORE UPDATE ON rolls
BEGIN SELECT RAISE(ABORT, 'rolls are only added'); END;

CREATE TRIGGER rolls_are_not_deleted BEFORE DELETE ON rolls
BEGIN SELECT RAISE(ABORT, 'rolls are only added'); END;

-- Post ---------------------------------------------------------------------------------------------------------------

-- A letter that is queued no longer keeps its key and its fate, not its text.
CREATE TABLE outbox (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id TEXT    NOT NULL UNIQUE,
    game       TEXT,
    seat       TEXT,
    seq        INTEGER NOT NULL,
    kind       TEXT    NOT NULL,
    player     TEXT,
    address    TEXT,
    content    BLOB    NOT NULL,
    queued     INTEGER NOT NULL,
    due        INTEGER NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('queued', 'sent', 'dropped', 'failed')),
    tries      INTEGER NOT NULL,
    made_to    TEXT,
    made       BLOB,
    error      TEXT,
    sent       INTEGER
) STRICT;

CREATE INDEX outbox_due ON outbox (due, id) WHERE state = 'queued';
CREATE INDEX outbox_of_player ON outbox (player) WHERE state = 'queued' AND player IS NOT NULL;
CREATE INDEX outbox_errors ON outbox (player) WHERE error IS NOT NULL AND player IS NOT NULL;

-- How many letters have come to an end, so that nobody must count them.
CREATE TABLE outbox_ends (
    state TEXT    NOT NULL PRIMARY KEY,
    n     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO outbox_ends (state, n) VALUES ('sent', 0), ('dropped', 0), ('failed', 0);

CREATE TRIGGER outbox_counts_ends AFTER UPDATE OF state ON outbox
WHEN OLD.state = 'queued' AND NEW.state <> 'queued'
BEGIN UPDATE outbox_ends SET n = n + 1 WHERE state = NEW.state; END;
