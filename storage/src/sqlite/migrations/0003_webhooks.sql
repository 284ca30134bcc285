-- Webhooks: where a player wants to be told of his games beside his mail, and what is on its way there.

CREATE TABLE webhooks (
    id            TEXT    NOT NULL PRIMARY KEY,
    player        TEXT    NOT NULL REFERENCES players (id),
    sealed        BLOB    NOT NULL,
    shape         TEXT    NOT NULL,
    game          TEXT,
    -- Kinds of letters with a blank between them; '' is every kind.
    events        TEXT    NOT NULL,
    active        INTEGER NOT NULL CHECK (active IN (0, 1)),
    off_reason    TEXT,
    failures      INTEGER NOT NULL,
    failing_since INTEGER,
    created       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX webhooks_of_player ON webhooks (player, created);

-- The numbers are never used again: they are the places where pages end.
CREATE TABLE deliveries (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook    TEXT    NOT NULL REFERENCES webhooks (id),
    message_id TEXT    NOT NULL,
    game       TEXT,
    seat       TEXT,
    seq        INTEGER NOT NULL,
    kind       TEXT    NOT NULL,
    player     TEXT    NOT NULL,
    content    BLOB    NOT NULL,
    queued     INTEGER NOT NULL,
    due        INTEGER NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('queued', 'sent', 'dropped', 'failed')),
    tries      INTEGER NOT NULL,
    made       BLOB,
    status     INTEGER,
    error      TEXT,
    ended      INTEGER
) STRICT;

CREATE INDEX deliveries_due ON deliveries (due, id) WHERE state = 'queued';
CREATE INDEX deliveries_waiting ON deliveries (webhook, due, id) WHERE state = 'queued';
CREATE INDEX deliveries_of_webhook ON deliveries (webhook, id);
CREATE INDEX deliveries_ended ON deliveries (ended) WHERE state <> 'queued';
