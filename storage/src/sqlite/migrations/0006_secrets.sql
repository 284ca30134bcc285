-- What the seals of a log hide, encrypted, until it is opened and after: who knew it looks back at what he knew. Without its
-- key it is only noise, and the seal cannot be opened any more.
CREATE TABLE secrets (
    game   TEXT    NOT NULL REFERENCES games (id),
    seq    INTEGER NOT NULL,
    n      INTEGER NOT NULL,
    sealed BLOB    NOT NULL,
    PRIMARY KEY (game, seq, n)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER secrets_are_not_replaced BEFORE INSERT ON secrets
WHEN EXISTS (SELECT 1 FROM secrets WHERE game = NEW.game AND seq = NEW.seq AND n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'secrets are only added'); END;

CREATE TRIGGER secrets_are_not_changed BEFORE UPDATE ON secrets
BEGIN SELECT RAISE(ABORT, 'secrets are only added'); END;

CREATE TRIGGER secrets_are_not_deleted BEFORE DELETE ON secrets
BEGIN SELECT RAISE(ABORT, 'secrets are only added'); END;
