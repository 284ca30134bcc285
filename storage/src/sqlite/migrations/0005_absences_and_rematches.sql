-- Absences of players, and offers to play once more.
--
-- An absence counts against its player's yearly budget until it falls out of the year; `state` says what has been done
-- about it: `fresh` (his games do not know of it), `applied`, `over` (he was told that it is).
CREATE TABLE absences (
    player TEXT    NOT NULL REFERENCES players (id),
    begun  INTEGER NOT NULL,
    until  INTEGER NOT NULL,
    state  TEXT    NOT NULL CHECK (state IN ('fresh', 'applied', 'over')),
    PRIMARY KEY (player, begun)
) STRICT, WITHOUT ROWID;

CREATE INDEX absences_to_be_applied ON absences (player) WHERE state = 'fresh';
CREATE INDEX absences_to_end ON absences (until) WHERE state = 'applied';

-- A rematch is no business of the log, which is closed. `agreed` are seats with a blank between
-- them, the maker's among them.
CREATE TABLE rematches (
    game        TEXT    NOT NULL REFERENCES games (id),
    n           INTEGER NOT NULL,
    seat        TEXT    NOT NULL,
    swap        INTEGER NOT NULL CHECK (swap IN (0, 1)),
    agreed      TEXT    NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('standing', 'accepted', 'declined', 'withdrawn')),
    declined_by TEXT,
    next        TEXT    REFERENCES games (id),
    revision    INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;
