"""Files of schemas 4 and 5: read, and rewritten with today's tables."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from menace_kit.logbook.balance import by_place, replayed
from menace_kit.logbook.entries import ENTRY_FIELDS, ROW_FIELDS, Entry, as_entry
from menace_kit.logbook.lost import all_entries, stand_ins
from menace_kit.logbook.runs import not_as_written
from menace_kit.logbook.schema import (
    BESIDE,
    SCHEMA,
    Row,
    digest,
    is_as_written,
    make_tables,
    mend,
    put_beside,
    put_rows,
    transaction,
    with_digest,
)
from menace_kit.machine import Kit

CHAINED = 4
"""The schema in which each digest included the one before it."""

WITHOUT_REFUSALS = 5
"""The schema without refused draws; everything else was as today."""

TABLES = {"meta", "entry", "contents", "game"}
"""Tables that files of schemas 1 to 4 have, among others."""


def is_older(connection: sqlite3.Connection, version: int) -> bool:
    """Return whether a file is a logbook of schema 4 or 5."""
    if version == WITHOUT_REFUSALS:
        return True
    return version == CHAINED and _names(connection) >= TABLES


def is_too_old(connection: sqlite3.Connection, version: int) -> bool:
    """Return whether a file is a logbook of schemas 1 to 3, whose entries have no digests."""
    return 0 < version < CHAINED and _names(connection) >= TABLES


def with_the_chain(fingerprint: str, rows: Iterable[Row]) -> Iterator[tuple[Row, bool]]:
    """Yield the entries of schema 4 without obsolete columns, and whether each is sound.

    `rows` must be in order, since each digest there included the one before it.
    """
    number, before = 0, 0
    first = digest("menace-kit", fingerprint)
    for row in rows:
        begin = first if row[0] != number + 1 or not number else before
        facts = row[: len(ENTRY_FIELDS)]
        yield facts, row[-1] == digest(begin, *row[:-1])
        number, before = row[0], row[-1]


def fault_in(connection: sqlite3.Connection, kit: Kit) -> str:
    """Return what is wrong with an older file, as the beginning of a sentence, or ""."""
    connection.execute("BEGIN")
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version >= SCHEMA:
            return ""  # another program was quicker
        if version == CHAINED:
            return _fault_in_chained(connection, kit)
        rows = _rows_today(connection)
    finally:
        connection.execute("COMMIT")
    lost = [row[0] for row in rows if not is_as_written(kit.fingerprint, row)]
    return not_as_written(lost) if lost else ""


def _fault_in_chained(connection: sqlite3.Connection, kit: Kit) -> str:
    if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        return "parts of it do not fit together"
    last = connection.execute("SELECT max(number) FROM entry").fetchone()[0] or 0
    seals = dict(connection.execute("SELECT name, value FROM seal"))
    digests = connection.execute("SELECT digest FROM entry WHERE number = ?", (last,))
    mark = next(digests, (seals.get("last"),))
    if (last, *mark) != (seals.get("entry"), seals.get("last")):
        return "its last entry is not the one that was written last"
    sound = _sound(kit, _chained_entries(connection, kit.fingerprint))
    if lost := sorted({*range(1, last + 1)} - sound.keys()):
        return not_as_written(lost)
    counts = connection.execute("SELECT box, colour, count FROM contents")
    kept = {(box, colour): count for box, colour, count in counts}
    given = by_place(replayed(kit, sound.values()).balance.contents)
    return "" if kept == given else "what it says is in the boxes is not what its entries give"


def upgrade(connection: sqlite3.Connection, kit: Kit) -> None:
    """Bring an older file up to date, in one transaction; what was damaged stays damaged."""
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA ignore_check_constraints = ON")  # carry over what is wrong, too
    try:
        with transaction(connection):
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version >= SCHEMA:
                return  # another program was quicker
            if version == WITHOUT_REFUSALS:
                _take_refusals(connection)
                return
            rows = _chained_entries(connection, kit.fingerprint)
            keys: dict[int, str] = dict(_sealed_rows(connection, "act_key", ("action", "key")))
            beside = {table: _sealed_rows(connection, table, BESIDE[table]) for table in BESIDE}
            for kind, name in connection.execute(
                "SELECT type, name FROM main.sqlite_schema WHERE type IN ('table', 'trigger') "
                "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type DESC"
            ).fetchall():
                connection.execute(f"DROP {kind} {name}")
            make_tables(connection)
            _write(connection, kit, [((*facts, keys.get(facts[0])), fits) for facts, fits in rows])
            for table, own in beside.items():
                put_beside(connection, table, own)
    finally:
        connection.execute("PRAGMA ignore_check_constraints = OFF")


def _take_refusals(connection: sqlite3.Connection) -> None:
    """Carry over the entries of schema 5 as they are, even damaged ones."""
    rows = _rows_today(connection)
    mend(connection, ["entry"])
    put_rows(connection, rows)
    connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _rows_today(connection: sqlite3.Connection) -> list[Row]:
    columns = ", ".join((*ROW_FIELDS, "digest"))
    return connection.execute(f"SELECT {columns} FROM entry ORDER BY number").fetchall()


def _sound(kit: Kit, rows: Iterable[tuple[Row, bool]]) -> dict[int, Entry]:
    """Return the entries that can be trusted, by number."""
    found = (as_entry(kit, facts) for facts, fits in rows if fits)
    return {entry.number: entry for entry in found if entry}


def _write(connection: sqlite3.Connection, kit: Kit, rows: Sequence[tuple[Row, bool]]) -> None:
    """Write the entries with digests and the counts that they lacked.

    A damaged entry gets a digest that can't be right.
    """
    sound = _sound(kit, rows)
    last = rows[-1][0][0] if rows else 0
    found = replayed(kit, all_entries(sound, stand_ins(sound, last, None)))
    counts = {entry.number: entry.count for entry in found.entries}
    written = (
        with_digest(kit.fingerprint, (*facts, counts[facts[0]]))
        if facts[0] in sound
        else (*facts, None, -1)
        for facts, _ in rows
    )
    put_rows(connection, written)


def _chained_entries(connection: sqlite3.Connection, fingerprint: str) -> list[tuple[Row, bool]]:
    columns = ", ".join((*ENTRY_FIELDS, "earlier", "digest"))
    rows = connection.execute(f"SELECT {columns} FROM entry ORDER BY number")
    return list(with_the_chain(fingerprint, rows))


def _sealed_rows(connection: sqlite3.Connection, table: str, columns: Sequence[str]) -> list[Row]:
    """Return the rows of a table beside the entries of schema 4; none if they were changed."""
    names = _names(connection)
    if table not in names:
        return []
    order = ("key", "action") if table == "act_key" else columns
    rows = connection.execute(f"SELECT {', '.join(order)} FROM {table}").fetchall()
    seals = dict(connection.execute("SELECT name, value FROM seal")) if "seal" in names else {}
    mix = 0
    for row in rows:
        mix ^= digest(*row)
    if table in seals and seals[table] != mix:
        return []
    return [tuple(row[order.index(column)] for column in columns) for row in rows]


def _names(connection: sqlite3.Connection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT name FROM main.sqlite_schema")}
