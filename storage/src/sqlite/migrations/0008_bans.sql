-- Since when a player is banned by the operator, in Unix seconds.
ALTER TABLE players ADD COLUMN banned INTEGER;
