-- Mail: when a letter set out, what it came to and when, which letter carries it; what came in from a player; counts for
-- the operator; addresses that want no invitations.

-- `set_out` is when the text was made, `ended` when the letter was done with. A letter with a `carrier` leaves inside that
-- one and shares its end.
ALTER TABLE outbox ADD COLUMN set_out INTEGER;
ALTER TABLE outbox ADD COLUMN ended INTEGER;
ALTER TABLE outbox ADD COLUMN carrier INTEGER;

UPDATE outbox SET set_out = sent, ended = coalesce(sent, queued) WHERE state <> 'queued';

DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (due, id) WHERE state = 'queued' AND carrier IS NULL;
CREATE INDEX outbox_listed ON outbox (player, queued, id) WHERE player IS NOT NULL;
CREATE INDEX outbox_set_out ON outbox (player, set_out) WHERE player IS NOT NULL AND set_out IS NOT NULL;
CREATE INDEX outbox_carried ON outbox (carrier) WHERE carrier IS NOT NULL;
CREATE INDEX outbox_ended ON outbox (ended) WHERE state <> 'queued';

-- By kind: 'sent', 'dropped', 'failed', 'carried' (inside another), 'deferred' (once for each time it was put off), and when
-- that was last.
CREATE TABLE mail_counts (
    kind TEXT    NOT NULL,
    what TEXT    NOT NULL CHECK (what IN ('sent', 'dropped', 'failed', 'carried', 'deferred')),
    n    INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (kind, what)
) STRICT, WITHOUT ROWID;

INSERT INTO mail_counts (kind, what, n, last)
    SELECT kind, state, count(*), max(ended) FROM outbox WHERE state <> 'queued' GROUP BY kind, state;

CREATE TRIGGER outbox_counts_kinds AFTER UPDATE OF state ON outbox
WHEN OLD.state = 'queued' AND NEW.state <> 'queued'
BEGIN
    INSERT INTO mail_counts (kind, what, n, last) VALUES (
        NEW.kind, iif(NEW.carrier IS NOT NULL AND NEW.state = 'sent', 'carried', NEW.state), 1,
        coalesce(NEW.ended, NEW.queued)
    )
    ON CONFLICT (kind, what) DO UPDATE SET n = n + 1, last = max(last, excluded.last);
END;

CREATE TRIGGER outbox_counts_deferrals AFTER UPDATE OF tries ON outbox
WHEN NEW.state = 'queued' AND OLD.tries < NEW.tries
BEGIN
    INSERT INTO mail_counts (kind, what, n, last) VALUES (NEW.kind, 'deferred', 1, NEW.due)
    ON CONFLICT (kind, what) DO UPDATE SET n = n + 1, last = max(last, excluded.last);
END;

-- What came in from a player's proved address: that it came, not what it said.
CREATE TABLE mail_in (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    player TEXT    NOT NULL,
    game   TEXT,
    seat   TEXT,
    at     INTEGER NOT NULL,
    heard  INTEGER NOT NULL CHECK (heard IN (0, 1)),
    why    TEXT
) STRICT;

CREATE INDEX mail_in_listed ON mail_in (player, at, id);
CREATE INDEX mail_in_by_age ON mail_in (at);

-- Addresses without an account that want no invitations, as keyed hashes.
CREATE TABLE mail_refusals (
    hash  BLOB    NOT NULL PRIMARY KEY,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
