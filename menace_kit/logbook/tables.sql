-- The tables of schema 6. `entry` is the logbook; `meta`, `tick` and `clock` have facts of their own.
-- Each row of these has a digest. `game` and `cache` can be worked out from the entries at any time.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    digest INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE entry (
    number INTEGER PRIMARY KEY CHECK (number > 0),
    action INTEGER NOT NULL CHECK (action BETWEEN 1 AND number),
    at TEXT NOT NULL CHECK (length(at) >= 20),
    kind TEXT NOT NULL CHECK (kind IN ('start', 'draw', 'reply', 'forced', 'lot', 'empty', 'adjust',
        'end', 'confirm', 'abandon', 'undo', 'recount', 'stocktake', 'lost', 'refused')),
    game INTEGER CHECK (game > 0),
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
    undoes INTEGER CHECK (undoes < number),
    key TEXT,
    count INTEGER,
    digest INTEGER NOT NULL,
    CHECK (kind <> 'start' OR (game IS NOT NULL AND side IS NOT NULL)),
    CHECK (kind <> 'draw' OR (game IS NOT NULL AND box IS NOT NULL AND colour IS NOT NULL
        AND (move IS NOT NULL OR why IS 'outcome-only'))),
    CHECK (kind NOT IN ('reply', 'forced', 'lot') OR (game IS NOT NULL AND move IS NOT NULL)),
    CHECK (kind NOT IN ('adjust', 'recount')
        OR (box IS NOT NULL AND colour IS NOT NULL AND change IS NOT NULL)),
    CHECK (kind <> 'refused' OR (box IS NOT NULL AND colour IS NOT NULL AND game IS NULL)),
    CHECK (kind <> 'end' OR (game IS NOT NULL AND result IS NOT NULL)),
    CHECK (kind NOT IN ('confirm', 'abandon') OR game IS NOT NULL),
    CHECK ((kind = 'undo') = (undoes IS NOT NULL))
) STRICT;

CREATE INDEX entry_of_game ON entry (game, number);

CREATE UNIQUE INDEX entry_of_key ON entry (key) WHERE key IS NOT NULL;

CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'entries of the logbook are never changed'); END;

CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'entries of the logbook are never removed'); END;

-- Which lines of the list that an end brought are done.

CREATE TABLE tick (
    entry INTEGER NOT NULL,
    line INTEGER NOT NULL CHECK (line > 0),
    digest INTEGER NOT NULL,
    PRIMARY KEY (entry, line)
) STRICT, WITHOUT ROWID;

-- Up to these entries somebody knows that the computer's clock was wrong.

CREATE TABLE clock (
    entry INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    operator TEXT,
    digest INTEGER NOT NULL
) STRICT;

CREATE TABLE game (
    number INTEGER PRIMARY KEY,
    state TEXT NOT NULL,
    confirmed INTEGER NOT NULL,
    side TEXT NOT NULL,
    started_at TEXT NOT NULL,
    operator TEXT,
    opponent TEXT,
    result TEXT,
    first_change INTEGER NOT NULL,
    why TEXT,
    entries INTEGER NOT NULL,
    digest INTEGER NOT NULL
) STRICT;

CREATE INDEX game_by_state ON game (state, confirmed);

-- One row: up to which entry it goes, that entry's digest, and what the entries come to.

CREATE TABLE cache (
    entry INTEGER PRIMARY KEY,
    mark INTEGER NOT NULL,
    value TEXT NOT NULL,
    digest INTEGER NOT NULL
) STRICT;
