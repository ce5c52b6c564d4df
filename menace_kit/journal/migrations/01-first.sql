-- The first tables. SQLite keeps each statement to the letter, with its indents: a migration that is out there is never
-- changed.

        CREATE TABLE meta (
            key TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT;
        CREATE TABLE entry (
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
            side TEXT CHECK (side IN ('first', 'second')),
            operator TEXT,
            opponent TEXT,
            played_at TEXT,
            undoes INTEGER REFERENCES entry (number) CHECK (undoes < number),
            FOREIGN KEY (box, colour) REFERENCES contents (box, colour),
            CHECK (kind <> 'start' OR (game IS NOT NULL AND side IS NOT NULL)),
            CHECK (kind <> 'draw' OR (game IS NOT NULL AND box IS NOT NULL AND colour IS NOT NULL
                AND move IS NOT NULL)),
            CHECK (kind NOT IN ('reply', 'forced', 'lot') OR (game IS NOT NULL AND move IS NOT NULL)),
            CHECK (kind <> 'adjust' OR (box IS NOT NULL AND colour IS NOT NULL AND change IS NOT NULL)),
            CHECK (kind <> 'end' OR (game IS NOT NULL AND result IS NOT NULL)),
            CHECK (kind NOT IN ('confirm', 'abandon') OR game IS NOT NULL),
            CHECK ((kind = 'undo') = (undoes IS NOT NULL))
        ) STRICT;
        CREATE INDEX entry_of_game ON entry (game, number);
        CREATE INDEX entry_of_box ON entry (box, kind);
        CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
            BEGIN SELECT RAISE(ABORT, 'entries of the journal are never changed'); END;
        CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry
            BEGIN SELECT RAISE(ABORT, 'entries of the journal are never removed'); END;
        CREATE TABLE contents (
            box INTEGER NOT NULL CHECK (box > 0),
            colour TEXT NOT NULL,
            start INTEGER NOT NULL CHECK (start >= 0),
            count INTEGER NOT NULL CHECK (count >= 0),
            PRIMARY KEY (box, colour)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE game (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            state TEXT NOT NULL CHECK (state IN ('running', 'ended', 'abandoned')),
            confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
            side TEXT NOT NULL CHECK (side IN ('first', 'second')),
            started_at TEXT NOT NULL,
            operator TEXT,
            opponent TEXT,
            result TEXT CHECK (result IN ('win', 'draw', 'loss')),
            first_change INTEGER NOT NULL,
            CHECK ((state = 'ended') = (result IS NOT NULL))
        ) STRICT;
        CREATE INDEX game_by_state ON game (state, confirmed);
