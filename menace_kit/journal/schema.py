"""The journal's tables, as `migrations/` in the order in which they came, and the views that queries read, `views.sql`.

`entry` is the journal itself and only ever grows. `contents` and `game` are a checkpoint: what replaying all entries
gives, kept up to date in the same transaction, so that opening a journal never reads the whole of it. The audit replays
the entries and compares. `tick` says which lines of the tick-list that is open are done; it is no part of the history,
and is empty again as soon as the list is confirmed or left. `act_key` has the keys that acts carried, so that one which
comes a second time is known.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

APPLICATION_ID = 0x4D4E4345
"""`MNCE`: marks a SQLite file as a journal of ours."""

_FOLDER = Path(__file__).parent
MIGRATIONS: Sequence[str] = [
    file.read_text(encoding="utf-8") for file in sorted((_FOLDER / "migrations").glob("*.sql"))
]
VIEWS = (_FOLDER / "views.sql").read_text(encoding="utf-8")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Let all that is done inside happen or none of it, and nobody else write meanwhile."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables up to date, all in one transaction.

    The version is read when the file is already ours alone, for another program may be doing the same. Rows are carried
    over as they are, right or wrong: it is the audit that says what is wrong in a journal.
    """
    with _unchecked(connection), transaction(connection):
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        for script in MIGRATIONS[version:]:
            for statement in statements(script):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


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


def statements(script: str) -> list[str]:
    """Return the statements of a script; a trigger has semicolons within."""
    found, statement = [], ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            found.append(statement)
            statement = ""
    return found
