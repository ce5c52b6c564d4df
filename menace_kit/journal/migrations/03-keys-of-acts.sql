-- The key that an act carried, by which it is known if it comes again.

        CREATE TABLE act_key (
            key TEXT PRIMARY KEY,
            action INTEGER NOT NULL UNIQUE REFERENCES entry (number)
        ) STRICT, WITHOUT ROWID;
