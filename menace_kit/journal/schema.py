"""The journal's tables, as named migrations in the order in which they came.

`entry` is the journal itself and only ever grows. `contents` and `game` are a checkpoint: what replaying all entries
gives, kept up to date in the same transaction, so that opening a journal never reads the whole of it. The audit replays
the entries and compares. `tick` says which lines of the tick-list that is open are done; it is no part of the history,
and is empty again as soon as the list is confirmed or left. `act_key` has the keys that acts carried, so that one which
comes a second time is known.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

APPLICATION_ID = 0x4D4E4345
"""`MNCE`: marks a SQLite file as a journal of ours."""

MIGRATIONS: Sequence[tuple[str, str]] = (
    (
        "first",
        """
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
        """,
    ),
    (
        # A bead that is drawn in an outcome-only game tells no move, and such a game is taken back as a whole. Where
        # both players are machines the start says so, and each bead, move and adjustment whose it is. A tick names the
        # end that its list comes of.
        "outcome-only games, both machines, ticks",
        """
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
        """,
    ),
    (
        "keys of acts",
        """
        CREATE TABLE act_key (
            key TEXT PRIMARY KEY,
            action INTEGER NOT NULL UNIQUE REFERENCES entry (number)
        ) STRICT, WITHOUT ROWID;
        """,
    ),
)

VIEWS = """
    CREATE TEMP VIEW taken_back (undo, entry, kind, box, colour, change) AS
        SELECT undo.number, undone.number, undone.kind, +undone.box, undone.colour, undone.change
        FROM entry AS undo CROSS JOIN entry AS undone
            ON undone.number BETWEEN undo.undoes AND undo.number
            AND (undone.action = undo.undoes OR (undone.kind = 'confirm' AND undone.game = undo.game))
        WHERE undo.box IS NULL AND undo.kind = 'undo';
    CREATE TEMP VIEW effective_change (entry, box, colour, change) AS
        SELECT number, box, colour, coalesce(change, 0) FROM entry WHERE box > 0 AND kind IN ('adjust', 'recount')
        UNION ALL
        SELECT undo, box, colour, -change FROM taken_back WHERE kind = 'adjust';
"""
"""What each undo took back, a confirmation of its game among it; and what changed the contents, and with which entry.

What was taken back changes them twice, forth and back; a count stands whatever is taken back. The views are each
connection's own, so no journal has to be migrated for them. They are quick: entries that name no box stand first in the
index of boxes, so the few undos are found without reading the journal, and what they take back lies close before them;
the order of the join and the `+` keep SQLite to that.
"""


def make_views(connection: sqlite3.Connection) -> None:
    """Give a connection the views that queries read."""
    for statement in statements(VIEWS):
        connection.execute(statement)


def migrate(connection: sqlite3.Connection) -> list[str]:
    """Bring the tables up to date, all in one transaction, and return the names of the migrations applied.

    The version is read when the file is already ours alone, for another program may be doing the same. Rows are carried
    over as they are, right or wrong: it is the audit that says what is wrong in a journal.
    """
    with _unchecked(connection):
        return _migrate(connection)


@contextmanager
def _unchecked(connection: sqlite3.Connection) -> Iterator[None]:
    """Leave foreign keys and checks aside; without that no table can be replaced that others name."""
    before = connection.execute("PRAGMA foreign_keys").fetchone()[0]
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA ignore_check_constraints = ON")
    try:
        yield
    finally:
        connection.execute("PRAGMA ignore_check_constraints = OFF")
        connection.execute(f"PRAGMA foreign_keys = {before}")


def _migrate(connection: sqlite3.Connection) -> list[str]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        for _, script in MIGRATIONS[version:]:
            for statement in statements(script):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return [name for name, _ in MIGRATIONS[version:]]


def statements(script: str) -> list[str]:
    """Return the statements of a script; a trigger has semicolons within."""
    found, statement = [], ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            found.append(statement)
            statement = ""
    return found
