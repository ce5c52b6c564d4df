"""Who played: the names that are in a logbook, and how one of them is forgotten.

Entries never change but for this. A name is taken out of every entry, of what is kept beside
the entries, and of what the file still holds of what was deleted; the games, their beads and their
results stay. `meta` notes when that was, and in how many entries, but not of whom.
"""

import json
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from menace_kit.errors import LogbookDamagedError, LogbookError, LogbookMovedOnError
from menace_kit.logbook.backups import automatic_copies, remove_parts
from menace_kit.logbook.entries import Entry, Kind
from menace_kit.logbook.faults import beside, check_whole
from menace_kit.logbook.store import Logbook, Rewritten

FORGOTTEN = "forgotten "
"""What a key of `meta` begins with that notes when a name was forgotten;
its value is in how many entries.
"""

TRIES = 5
"""How often a logbook to which others write at the same moment is tried."""


class Person(NamedTuple):
    """A name in the logbook: in how many games as operator's
    and as opponent's, and how often else.
    """

    name: str
    operator: int
    opponent: int
    elsewhere: int


def people(logbook: Logbook) -> list[Person]:
    """Return all names in the logbook, in the order in which they first occur;
    LogbookDamagedError where it is damaged.
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
    """Return the names in the automatic copies, but not in the
    logbook: where it was forgotten before they were.
    """
    found: dict[str, None] = {}
    for path in automatic_copies(logbook.path):
        with suppress(OSError), Logbook(path, logbook.kit, read_only=True) as copy:
            found |= dict.fromkeys(person.name for person in people(copy))
    here = {person.name for person in people(logbook)}
    return [Person(name, 0, 0, 0) for name in found if name not in here]


def alike(name: str) -> str:
    """Return what the spellings of a name have in common:
    capital letters and blanks do not count.
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def forget(logbook: Logbook, names: Collection[str], stand_in: str | None = None) -> list[Path]:
    """Put a stand-in (None: nobody) in the place of names, as they are spelled, wherever they stand
    in the file and in the copies that were made by themselves, and return the copies that may still
    have one: those that cannot be read, or are of another machine.

    The logbook comes last, so that a name is in it until all is done. In each file all of it
    happens or nothing, even if others have it open. LogbookDamagedError where it is not as it was
    written; LogbookError where a file cannot be written anew without what was deleted from it.
    """
    # Before it is packed: that would take what a rescue could still read in a damaged file.
    check_whole(logbook)
    # Where the disk has no room for it, or somebody else holds the file, nothing is done.
    logbook.pack()
    _forget_in_copies(logbook, names, stand_in)
    if set(names) & {person.name for person in people(logbook)} or any(
        _key_without(entry, names) != entry.key for entry in logbook.entries()
    ):
        _forget(logbook, names, stand_in)
    # Once more, for another program may have made a copy meanwhile.
    return _forget_in_copies(logbook, names, stand_in)


def _forget_in_copies(logbook: Logbook, names: Collection[str], stand_in: str | None) -> list[Path]:
    """Return the copies in which names cannot be forgotten."""
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
                path.unlink()  # what cannot be written anew would keep the name
        except OSError:
            left.append(path)
    return left


def _forget(logbook: Logbook, names: Collection[str], stand_in: str | None) -> None:
    for left in reversed(range(TRIES)):
        try:
            logbook.rewrite(lambda: _without(logbook, set(names), stand_in))
            break
        except LogbookMovedOnError:
            if not left:
                raise
    try:
        logbook.pack()
    except LogbookError as error:
        raise LogbookError(
            f"no entry of {logbook.path} has the name any more, but parts of the file that are not "
            f"used may have; menace-kit logbook rescue NEW.sqlite writes a clean one ({error})"
        ) from error


def _without(logbook: Logbook, wanted: set[str], stand_in: str | None) -> Rewritten:
    """Return the entries that have names, and the notes, with the stand-in in their place."""

    def without(name: str | None) -> str | None:
        return stand_in if name in wanted else name

    had, changed = 0, []
    for entry in logbook.entries():
        key, has_name = _key_without(entry, wanted), bool({entry.operator, entry.opponent} & wanted)
        had += has_name
        if has_name or key != entry.key:
            operator, opponent = without(entry.operator), without(entry.opponent)
            changed.append(replace(entry, operator=operator, opponent=opponent, key=key))
    clock = [(*row[:-1], without(row[-1])) for row in beside(logbook, "clock")]
    note = f"{FORGOTTEN}{datetime.now(UTC).isoformat()}", str(had)
    return changed, {"clock": clock, "meta": [*beside(logbook, "meta"), note]}


def _key_without(entry: Entry, names: Collection[str]) -> str | None:
    """Return an act's key; one that has a name is not known any more."""
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
"""A larger file beside a logbook is none of ours."""


def files_with(folder: Path, names: Collection[str], but: Path) -> Iterator[Path]:
    """Yield the files in a folder, `but` one, in which a name is:
    copies of the logbook, exports, lists.
    """
    with suppress(OSError):
        for path in sorted(folder.iterdir()):
            with suppress(OSError):
                if path.is_file() and not path.samefile(but) and _has(path, names):
                    yield path


def _has(path: Path, names: Collection[str]) -> bool:
    """Return whether a file has a name in it, as programs write names."""
    if path.stat().st_size > MOST_BYTES:
        return False
    content = path.read_bytes()
    return any(
        form.encode() in content
        for name in names
        for form in (name, json.dumps(name)[1:-1], name.replace('"', '""'))
    )
