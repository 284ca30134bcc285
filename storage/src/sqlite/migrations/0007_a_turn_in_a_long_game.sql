-- What keeps a turn from being replaced asked for both of its names in one breath, for which SQLite read all turns of the game.
DROP TRIGGER turns_are_not_replaced;

CREATE TRIGGER turns_are_not_replaced BEFORE INSERT ON turns
WHEN EXISTS (SELECT 1 FROM turns WHERE game = NEW.game AND turn = NEW.turn)
    OR EXISTS (SELECT 1 FROM turns WHERE game = NEW.game AND seat = NEW.seat AND request = NEW.request)
BEGIN SELECT RAISE(ABORT, 'turns are only added'); END;
