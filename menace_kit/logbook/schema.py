"""The tables of a logbook (`tables.sql`), and the digests of their rows.

A digest reveals a flipped bit, a lost page or a meddling program, but not a forger. An entry's
digest covers only that entry, its number and the kit. So a damaged entry affects no other, and one
from another machine is noticed.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from menace_kit.logbook.entries import ROW_FIELDS

APPLICATION_ID = 0x4D4E4345
"""`MNCE`: marks a SQLite file as our logbook."""

MAGIC = b"SQLite format 3\0"
"""How every SQLite file begins."""

SCHEMA = 6
"""The version of these tables; files of the two before it can be opened, too."""

BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
UNWRITABLE = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "the file, or its folder, may only be read",
    sqlite3.SQLITE_CANTOPEN: "the file, or its folder, is not there or may not be used",
    sqlite3.SQLITE_IOERR: "the disk does not read or write as it should",
}
"""SQLite's error code -> what is wrong with the disk, file or folder."""

OTHERWISE = "the disk does not take it"

WRITABLE = b"\1\1"
"""Bytes 18 and 19 of a file that SQLite may write to (fileformat2, 1.3.3)."""

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""Errors that reading a damaged file with SQLite can raise."""

TABLES = (Path(__file__).parent / "tables.sql").read_text(encoding="utf-8")

BESIDE = {
    "meta": ("key", "value"),
    "tick": ("entry", "line"),
    "clock": ("entry", "at", "operator"),
}
"""The tables with facts that no entry has."""

TOLD_OF = {
    "meta": "what it says of the machine is",
    "tick": "what is ticked is",
    "clock": "what is told of the clock is",
}

Row = tuple[Any, ...]


def digest(*facts: object) -> int:
    """Return a 63-bit number that changes with any of the facts.

    `ascii` writes integers, texts and None in the same way in every version of Python.
    """
    return int.from_bytes(blake2b(ascii(facts).encode(), digest_size=8).digest()) >> 1


def with_digest(fingerprint: str, facts: Sequence[object]) -> Row:
    """Return a row of `entry` with its digest appended; `facts` are in the order of ROW_FIELDS."""
    return (*facts, digest(fingerprint, *facts))


def is_as_written(fingerprint: str, row: Sequence[Any]) -> bool:
    """Return whether a row of `entry` matches its digest."""
    return bool(row[-1] == digest(fingerprint, *row[:-1]))


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Make all changes inside happen or none, and let nobody else write meanwhile."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.ProgrammingError):  # already closed, which also rolls back
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise


def statements(script: str) -> list[str]:
    """Return the statements of a script; triggers contain semicolons."""
    found, statement = [], ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            found.append(statement)
            statement = ""
    return found


def make_tables(connection: sqlite3.Connection) -> None:
    for statement in statements(TABLES):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")


def put_beside(
    connection: sqlite3.Connection, table: str, rows: Iterable[Sequence[object]]
) -> None:
    """Insert rows, given without digests, into a table of BESIDE; existing rows stay."""
    places = ", ".join("?" for _ in (*BESIDE[table], "digest"))
    connection.executemany(
        f"INSERT OR IGNORE INTO {table} VALUES ({places})",
        [(*row, digest(table, *row)) for row in rows],
    )


def put_rows(connection: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Insert rows, given with their digests, into the table of entries."""
    places = ", ".join("?" for _ in (*ROW_FIELDS, "digest"))
    connection.executemany(f"INSERT INTO entry VALUES ({places})", rows)


def schema_of(connection: sqlite3.Connection) -> list[Row]:
    made = "SELECT type, name, sql FROM main.sqlite_schema WHERE sql NOT NULL ORDER BY name"
    return connection.execute(made).fetchall()


def alterations(connection: sqlite3.Connection) -> dict[str, str]:
    """Return what differs from our schema: name -> the beginning of a sentence."""
    ours = {name: (kind, sql) for kind, name, sql in our_schema()}
    theirs = {name: (kind, sql) for kind, name, sql in schema_of(connection)}
    found = {}
    for name in sorted({*ours, *theirs}):
        if name not in theirs:
            found[name] = f"the {ours[name][0]} {name} is missing"
        elif name not in ours:
            found[name] = f"the {theirs[name][0]} {name} was added"
        elif ours[name] != theirs[name]:
            found[name] = f"the {ours[name][0]} {name} was altered"
    return found


def mend(connection: sqlite3.Connection, altered: Iterable[str]) -> None:
    """Restore what was altered in the schema; an altered table becomes empty."""
    kinds = {name: kind for kind, name, _ in schema_of(connection)}
    for name in altered:
        if name in kinds:
            quoted = name.replace('"', '""')
            connection.execute(f'DROP {kinds[name]} IF EXISTS "{quoted}"')
    there = {name for _, name, _ in schema_of(connection)}
    for _, name, sql in our_schema():
        if name not in there:
            connection.execute(sql)


@cache
def our_schema() -> list[Row]:
    """Return what `schema_of` returns for a file as we made it."""
    with closing(sqlite3.connect(":memory:")) as made:
        make_tables(made)
        return schema_of(made)
