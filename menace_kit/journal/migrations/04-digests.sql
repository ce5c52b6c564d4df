-- Each entry has a digest that goes on from the one before it, and names the change of the same box before it; it may be
-- put in once, where there is none yet. `game` and `act_key` have one for each row, for rows of them are read alone.

        DROP INDEX entry_of_box;
        DROP TRIGGER entry_is_never_changed;
        ALTER TABLE entry ADD COLUMN earlier INTEGER;
        ALTER TABLE entry ADD COLUMN digest INTEGER;
        ALTER TABLE game ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE game ADD COLUMN digest INTEGER;
        ALTER TABLE act_key ADD COLUMN digest INTEGER;
        CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry WHEN old.digest IS NOT NULL
            BEGIN SELECT RAISE(ABORT, 'entries of the journal are never changed'); END;

-- What the entries tell of a box besides its contents: how often it was opened, and the entries that touched it last,
-- counted it whole, and changed it.

        CREATE TABLE box (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            opened INTEGER NOT NULL,
            touched INTEGER NOT NULL,
            counted INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT;

-- How many games there are of each kind, and by how much they changed the opening boxes.

        CREATE TABLE tally (
            state TEXT NOT NULL,
            confirmed INTEGER NOT NULL,
            side TEXT NOT NULL,
            result TEXT NOT NULL,
            outcome_only INTEGER NOT NULL,
            games INTEGER NOT NULL,
            first_change INTEGER NOT NULL,
            PRIMARY KEY (state, confirmed, side, result, outcome_only)
        ) STRICT, WITHOUT ROWID;

-- Up to these entries somebody knows that the computer's clock was wrong.

        CREATE TABLE clock (
            entry INTEGER PRIMARY KEY REFERENCES entry (number),
            at TEXT NOT NULL,
            operator TEXT
        ) STRICT;

-- The digest of each of the other tables, and of all of these.

        CREATE TABLE seal (
            name TEXT PRIMARY KEY,
            value INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
