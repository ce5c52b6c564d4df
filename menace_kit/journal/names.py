"""Who played: the names that stand in a book, and how one of them is forgotten.

Entries never change but for this. A name is taken out of every entry, of what is kept beside
the entries, and of what the file still holds of what was deleted; the games, their beads and their
results stay. Then the digests are made anew from the first of these entries on, so that the audit
finds the book in order; `meta` notes when that was, and in how many entries, but not of whom.
"""

import json
import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from menace_kit.errors import JournalError
from menace_kit.journal.entries import Kind
from menace_kit.journal.schema import SEALED, seal_entries_from
from menace_kit.journal.store import Journal

NAMED = {
    "entry": ("operator", "opponent"),
    "game": ("operator", "opponent"),
    "clock": ("operator",),
}
"""The tables and columns in which people's names stand;
an act's key has them as parts of a text.
"""

FORGOTTEN = "forgotten "
"""What a key of `meta` begins with that notes when a name was forgotten;
its value is in how many entries.
"""

RULE = "entry_is_never_changed"


class Person(NamedTuple):
    """A name as it stands in the book: in how many games as operator's
    and as opponent's, and how often else.
    """

    name: str
    operator: int
    opponent: int
    elsewhere: int


def people(journal: Journal) -> list[Person]:
    """Return all names in the book, those first that stand there first;
    JournalDamagedError where it is damaged.
    """
    games: Mapping[str, Counter[str]] = {"operator": Counter(), "opponent": Counter()}
    elsewhere: Counter[str] = Counter()
    found: dict[str, None] = {}
    with journal.one_moment():
        for entry in journal.entries():
            for part, name in (("operator", entry.operator), ("opponent", entry.opponent)):
                if name is not None:
                    found.setdefault(name)
                    (games[part] if entry.kind is Kind.START else elsewhere)[name] += 1
        for _, _, operator in journal.sealed_rows("clock"):
            if operator is not None:
                found.setdefault(operator)
                elsewhere[operator] += 1
    return [
        Person(name, games["operator"][name], games["opponent"][name], elsewhere[name])
        for name in found
    ]


def alike(name: str) -> str:
    """Return what the spellings of a name have in common:
    capital letters and blanks do not count.
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def forget(journal: Journal, names: Collection[str], stand_in: str | None = None) -> None:
    """Put a stand-in (None: nobody) in the place of names, as they are spelled,
    wherever they stand in the file.

    All of it happens or nothing, whoever else has the journal open.
    JournalDamagedError where it is not as it was written;
    JournalError where the file cannot be written anew without what was deleted from it.
    """
    # Where the disk has no room for it, or somebody else holds the file, nothing is done.
    _pack(journal)
    with journal.writing(journal.last_entry) as connection:
        journal.check()
        for table in SEALED:
            journal.sealed_rows(table)
        entries = _replace(connection, journal.kit.fingerprint, names, stand_in)
        note = f"{FORGOTTEN}{datetime.now(UTC).isoformat()}", str(entries)
        connection.execute("INSERT INTO meta VALUES (?, ?)", note)
    try:
        _pack(journal)
    except JournalError as error:
        raise JournalError(
            f"no entry of {journal.path} has the name any more, but parts of the file that are not "
            f"used may have; menace-kit logbook rescue NEW.sqlite writes a clean one ({error})"
        ) from error


def _replace(
    connection: sqlite3.Connection, fingerprint: str, names: Collection[str], stand_in: str | None
) -> int:
    """Replace names in all tables; return how many entries had them."""
    wanted = f"IN ({', '.join('?' for _ in names)})"
    having = f"FROM entry WHERE operator {wanted} OR opponent {wanted}"
    count, begin = connection.execute(
        f"SELECT count(*), min(number) {having}", (*names, *names)
    ).fetchone()
    (rule,) = connection.execute(
        "SELECT sql FROM main.sqlite_schema WHERE name = ?", (RULE,)
    ).fetchone()
    connection.execute(f"DROP TRIGGER {RULE}")
    for table, columns in NAMED.items():
        for column in columns:
            connection.execute(
                f"UPDATE {table} SET {column} = ? WHERE {column} {wanted}", (stand_in, *names)
            )
    if begin is not None:
        seal_entries_from(connection, begin, fingerprint)
    connection.execute(rule)
    # An act of which the key has a name is not known by it any more;
    # keys that are no act's are digests and numbers.
    written = [json.dumps(name) for name in names]
    for key, action in connection.execute(
        "SELECT key, action FROM act_key WHERE key LIKE '{%'"
    ).fetchall():
        if any(name in key for name in written):
            connection.execute(
                "UPDATE act_key SET key = ? WHERE key = ?", (f"{FORGOTTEN}{action}", key)
            )
    return int(count)


def _pack(journal: Journal) -> None:
    """Write the file anew, without its unused parts, and let nothing be left in what is freed."""
    journal.select("PRAGMA secure_delete = ON")
    journal.select("VACUUM")


class Forgetting(NamedTuple):
    """When a name was forgotten, and in how many entries."""

    at: str
    entries: int


def forgotten(journal: Journal) -> list[Forgetting]:
    """Return when names were forgotten, in order."""
    notes = (row for row in journal.sealed_rows("meta") if row[0].startswith(FORGOTTEN))
    return sorted(Forgetting(key.removeprefix(FORGOTTEN), int(entries)) for key, entries in notes)


MOST_BYTES = 200_000_000
"""A larger file beside a journal is none of ours."""


def files_with(folder: Path, names: Collection[str], but: Path) -> Iterator[Path]:
    """Yield the files in a folder, `but` one, in which a name stands:
    copies of the book, exports, lists.
    """
    spelled = [
        form.encode()
        for name in names
        for form in (name, json.dumps(name)[1:-1], name.replace('"', '""'))
    ]
    with suppress(OSError):
        for path in sorted(folder.iterdir()):
            with suppress(OSError):
                if path.is_file() and not path.samefile(but) and path.stat().st_size <= MOST_BYTES:
                    content = path.read_bytes()
                    if any(name in content for name in spelled):
                        yield path
