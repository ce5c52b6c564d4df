-- A bead that is drawn in an outcome-only game tells no move, and such a game is taken back as a whole. Where both
-- players are machines the start says so, and each bead, move and adjustment whose it is. A tick names the end that its
-- list comes of.

        CREATE TABLE new_game (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            state TEXT NOT NULL CHECK (state IN ('running', 'ended', 'abandoned', 'taken-back')),
            confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
            side TEXT NOT NULL CHECK (side IN ('first', 'second', 'both')),
            started_at TEXT NOT NULL,
            operator TEXT,
            opponent TEXT,
            result TEXT CHECK (result IN ('win', 'draw', 'loss')),
            first_change INTEGER NOT NULL,
            outcome_only INTEGER NOT NULL CHECK (outcome_only IN (0, 1)),
            CHECK ((state = 'ended') = (result IS NOT NULL))
        ) STRICT;
        INSERT INTO new_game SELECT *, 0 FROM game;
        DROP TABLE game;
        ALTER TABLE new_game RENAME TO game;
        CREATE INDEX game_by_state ON game (state, confirmed);
        CREATE TABLE new_entry (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            action INTEGER NOT NULL REFERENCES entry (number) CHECK (action <= number),
            at TEXT NOT NULL CHECK (length(at) >= 20),
            kind TEXT NOT NULL CHECK (kind IN ('start', 'draw', 'reply', 'forced', 'lot', 'empty', 'adjust', 'end',
                'confirm', 'abandon', 'undo', 'recount', 'stocktake')),
            game INTEGER REFERENCES game (number) CHECK (game > 0),
            box INTEGER CHECK (box > 0),
            colour TEXT,
            move TEXT,
            change INTEGER,
            why TEXT,
            result TEXT CHECK (result IN ('win', 'draw', 'loss')),
            side TEXT CHECK (side IN ('first', 'second') OR (side = 'both' AND kind = 'start')),
            operator TEXT,
            opponent TEXT,
            played_at TEXT,
            undoes INTEGER REFERENCES entry (number) CHECK (undoes < number),
            FOREIGN KEY (box, colour) REFERENCES contents (box, colour),
            CHECK (kind <> 'start' OR (game IS NOT NULL AND side IS NOT NULL)),
            CHECK (kind <> 'draw' OR (game IS NOT NULL AND box IS NOT NULL AND colour IS NOT NULL
                AND (move IS NOT NULL OR why IS 'outcome-only'))),
            CHECK (kind NOT IN ('reply', 'forced', 'lot') OR (game IS NOT NULL AND move IS NOT NULL)),
            CHECK (kind <> 'adjust' OR (box IS NOT NULL AND colour IS NOT NULL AND change IS NOT NULL)),
            CHECK (kind <> 'end' OR (game IS NOT NULL AND result IS NOT NULL)),
            CHECK (kind NOT IN ('confirm', 'abandon') OR game IS NOT NULL),
            CHECK ((kind = 'undo') = (undoes IS NOT NULL))
        ) STRICT;
        INSERT INTO new_entry SELECT * FROM entry;
        DROP TABLE entry;
        ALTER TABLE new_entry RENAME TO entry;
        CREATE INDEX entry_of_game ON entry (game, number);
        CREATE INDEX entry_of_box ON entry (box, kind);
        CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
            BEGIN SELECT RAISE(ABORT, 'entries of the journal are never changed'); END;
        CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry
            BEGIN SELECT RAISE(ABORT, 'entries of the journal are never removed'); END;
        CREATE TABLE tick (
            entry INTEGER NOT NULL REFERENCES entry (number),
            line INTEGER NOT NULL CHECK (line > 0),
            PRIMARY KEY (entry, line)
        ) STRICT, WITHOUT ROWID;
