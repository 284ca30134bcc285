-- Press: what players write to each other. It stands beside the games: nothing here moves a version or a revision.
--
-- `n` orders the messages of a game and is never told, for it counts those that a reader may not see; to the outside a
-- message is its random id. A text is NULL when its author has had it erased.
CREATE TABLE messages (
    game    TEXT    NOT NULL REFERENCES games (id),
    n       INTEGER NOT NULL,
    id      TEXT    NOT NULL,
    seat    TEXT    NOT NULL,
    player  TEXT    NOT NULL,
    to_kind TEXT    NOT NULL CHECK (to_kind IN ('all', 'side', 'seat')),
    to_name TEXT    NOT NULL,
    text    TEXT,
    at      INTEGER NOT NULL,
    PRIMARY KEY (game, n),
    UNIQUE (game, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX messages_of_player ON messages (player);

-- The seats that read a message which is not for all, its author's among them.
CREATE TABLE message_readers (
    game TEXT    NOT NULL,
    n    INTEGER NOT NULL,
    seat TEXT    NOT NULL,
    PRIMARY KEY (game, n, seat),
    FOREIGN KEY (game, n) REFERENCES messages (game, n)
) STRICT, WITHOUT ROWID;

CREATE INDEX message_readers_by_seat ON message_readers (game, seat);

-- The letters that carry a message: they must not leave any more when it is erased.
CREATE TABLE message_letters (
    game   TEXT    NOT NULL,
    n      INTEGER NOT NULL,
    letter TEXT    NOT NULL,
    PRIMARY KEY (game, n, letter),
    FOREIGN KEY (game, n) REFERENCES messages (game, n)
) STRICT, WITHOUT ROWID;
