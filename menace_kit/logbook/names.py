"""Who played: the names in a logbook, and how to forget one.

Only this changes entries. It removes a name from every entry, from the tables beside the entries,
and from deleted parts of the file. Games, beads and results stay. `meta` records when it happened
and in how many entries, but not whose name it was.
"""

import json
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from menace_kit.errors import LogbookDamagedError, LogbookError
from menace_kit.logbook.backups import automatic_copies, remove_parts
from menace_kit.logbook.entries import ROW_FIELDS, Entry, Kind
from menace_kit.logbook.faults import beside, check_whole
from menace_kit.logbook.schema import our_schema, put_beside, with_digest
from menace_kit.logbook.store import Logbook, as_row

FORGOTTEN = "forgotten "
"""Prefix of the keys in `meta` that record when a name was forgotten.

The value is the number of entries.
"""


class Person(NamedTuple):
    """A name in the logbook, and in how many games they were operator and opponent.

    `elsewhere` is how often the name occurs otherwise.
    """

    name: str
    operator: int
    opponent: int
    elsewhere: int


def people(logbook: Logbook) -> list[Person]:
    """Return all names in the logbook, in the order in which they first occur.

    Raises LogbookDamagedError if the logbook is damaged.
    """
    games: Mapping[str, Counter[str]] = {"operator": Counter(), "opponent": Counter()}
    elsewhere: Counter[str] = Counter()
    found: dict[str, None] = {}
    with logbook.one_moment():
        for entry in logbook.entries():
            for part, name in (("operator", entry.operator), ("opponent", entry.opponent)):
                if name is not None:
                    found.setdefault(name)
                    (games[part] if entry.kind is Kind.START else elsewhere)[name] += 1
        for _, _, operator in beside(logbook, "clock"):
            if operator is not None:
                found.setdefault(operator)
                elsewhere[operator] += 1
    return [
        Person(name, games["operator"][name], games["opponent"][name], elsewhere[name])
        for name in found
    ]


def people_of_copies(logbook: Logbook) -> list[Person]:
    """Return names that are only in automatic copies, because the logbook forgot them first."""
    found: dict[str, None] = {}
    for path in automatic_copies(logbook.path):
        with suppress(OSError), Logbook(path, logbook.kit, read_only=True) as copy:
            found |= dict.fromkeys(person.name for person in people(copy))
    here = {person.name for person in people(logbook)}
    return [Person(name, 0, 0, 0) for name in found if name not in here]


def alike(name: str) -> str:
    """Return what all spellings of a name share; capitals and extra spaces don't matter."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def forget(logbook: Logbook, names: Collection[str], stand_in: str | None = None) -> list[Path]:
    """Replace names by `stand_in` (None: nobody) in the logbook and in its automatic copies.

    Returns the copies that may still have one: those that cannot be read, or belong to another
    machine. The names must be spelled as in the logbook.

    The logbook comes last, so that it has the name until everything is done. Each file changes as a
    whole or not at all, even if others have it open. Raises LogbookDamagedError if the logbook is
    damaged, and LogbookError if a file can't be rewritten without its deleted parts.
    """
    # Check before packing, which would destroy what a rescue can still read in a damaged file.
    check_whole(logbook)
    # Pack now: if the disk is full or somebody else holds the file, nothing is changed.
    logbook.pack()
    _forget_in_copies(logbook, names, stand_in)
    if set(names) & {person.name for person in people(logbook)} or any(
        _key_without(entry, names) != entry.key for entry in logbook.entries()
    ):
        _forget(logbook, names, stand_in)
    # Once more: another program may have made a copy meanwhile.
    return _forget_in_copies(logbook, names, stand_in)


def _forget_in_copies(logbook: Logbook, names: Collection[str], stand_in: str | None) -> list[Path]:
    """Forget names in the copies, and return those in which it failed."""
    remove_parts(logbook.path)
    left = []
    for path in automatic_copies(logbook.path):
        try:
            if not _has(path, names):
                continue
            try:
                with Logbook(path, logbook.kit, backups=False) as copy:
                    _forget(copy, names, stand_in)
            except LogbookDamagedError:
                path.unlink()  # it can't be rewritten, so it would keep the name
        except OSError:
            left.append(path)
    return left


def _forget(logbook: Logbook, names: Collection[str], stand_in: str | None) -> None:
    _rewrite(logbook, set(names), stand_in)
    try:
        logbook.pack()
    except LogbookError as error:
        raise LogbookError(
            f"no entry of {logbook.path} has the name any more, but parts of the file that are not "
            f"used may have; menace-kit logbook rescue NEW.sqlite writes a clean one ({error})"
        ) from error


def _rewrite(logbook: Logbook, wanted: set[str], stand_in: str | None) -> None:
    """Rewrite the entries and notes that have names, with the stand-in instead.

    Nobody else can write meanwhile, and no backup is made first.
    """

    def without(name: str | None) -> str | None:
        return stand_in if name in wanted else name

    with logbook.writing(logbook.last_entry, back_up=False):
        had, changed = 0, []
        for entry in logbook.entries():
            key = _key_without(entry, wanted)
            has_name = bool({entry.operator, entry.opponent} & wanted)
            had += has_name
            if has_name or key != entry.key:
                operator, opponent = without(entry.operator), without(entry.opponent)
                changed.append(replace(entry, operator=operator, opponent=opponent, key=key))
        clock = [(*row[:-1], without(row[-1])) for row in beside(logbook, "clock")]
        _put_in_place(logbook, changed)
        logbook.db.execute("DELETE FROM clock")
        put_beside(logbook.db, "clock", clock)
        put_beside(logbook.db, "meta", [(f"{FORGOTTEN}{datetime.now(UTC).isoformat()}", str(had))])
        logbook.db.execute("DELETE FROM cache")


def _put_in_place(logbook: Logbook, changed: Iterable[Entry]) -> None:
    """Replace entries by those with the same numbers; a trigger normally forbids that."""
    (rule,) = (sql for _, name, sql in our_schema() if name == "entry_is_never_changed")
    columns = ", ".join(f"{name} = ?" for name in (*ROW_FIELDS, "digest"))
    rows = [with_digest(logbook.kit.fingerprint, as_row(entry)) for entry in changed]
    logbook.db.execute("DROP TRIGGER entry_is_never_changed")
    logbook.db.executemany(
        f"UPDATE entry SET {columns} WHERE number = ?", [(*row, row[0]) for row in rows]
    )
    logbook.db.execute(rule)


def _key_without(entry: Entry, names: Collection[str]) -> str | None:
    """Return an act's key, or a new one if it contains a name."""
    if entry.key and any(json.dumps(name) in entry.key for name in names):
        return f"{FORGOTTEN}{entry.number}"
    return entry.key


class Forgetting(NamedTuple):
    """When a name was forgotten, and in how many entries."""

    at: str
    entries: int


def forgotten(logbook: Logbook) -> list[Forgetting]:
    """Return when names were forgotten, in order."""
    notes = (row for row in beside(logbook, "meta") if row[0].startswith(FORGOTTEN))
    return sorted(Forgetting(key.removeprefix(FORGOTTEN), int(entries)) for key, entries in notes)


MOST_BYTES = 200_000_000
"""Larger files beside a logbook aren't ours."""


def files_with(folder: Path, names: Collection[str], but: Path) -> Iterator[Path]:
    """Yield the files in a folder that contain a name, except `but`: copies, exports, lists."""
    with suppress(OSError):
        for path in sorted(folder.iterdir()):
            with suppress(OSError):
                if path.is_file() and not path.samefile(but) and _has(path, names):
                    yield path


def _has(path: Path, names: Collection[str]) -> bool:
    """Return whether a file contains a name, in any form in which programs write it."""
    if path.stat().st_size > MOST_BYTES:
        return False
    content = path.read_bytes()
    return any(
        form.encode() in content
        for name in names
        for form in (name, json.dumps(name)[1:-1], name.replace('"', '""'))
    )
