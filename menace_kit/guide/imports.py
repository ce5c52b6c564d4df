"""Whole files of games: the logbook is copied before they are written.

No step of a game asks what is asked here, so the queries are imported where they are used.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from menace_kit.guide.desk import Desk
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.logbook.entries import Entry, Kind
from menace_kit.logbook.store import Logbook
from menace_kit.text.words import clock_time

COPIES = 3
"""Copies from before an import that are kept beside the logbook."""


def copy_before_import(logbook: Logbook) -> Path | None:
    """Copy the logbook to a file beside it that says what it is, and return that;
    None where nothing is in it yet.

    Older copies of the kind are removed, but for the last.
    """
    from menace_kit.logbook.backups import BEFORE_IMPORT, back_up

    if not logbook.last_entry:
        return None
    stem, suffix = logbook.path.stem, logbook.path.suffix
    now = f"{datetime.now():%Y-%m-%d-%H%M%S}"
    path = logbook.path.with_name(f"{stem}{BEFORE_IMPORT}{now}{suffix}")
    number = 1
    while path.exists():
        number += 1
        path = path.with_name(f"{stem}{BEFORE_IMPORT}{now}-{number}{suffix}")
    back_up(logbook, path)
    pattern = re.compile(
        rf"{re.escape(stem)}{BEFORE_IMPORT}\d{{4}}-\d\d-\d\d-\d{{6}}(-\d+)?{re.escape(suffix)}"
    )
    with suppress(OSError):  # somebody else may be tidying up
        copies = [
            file for file in path.parent.iterdir() if pattern.fullmatch(file.name) and file != path
        ]
        for old in sorted(copies, key=lambda file: file.stat().st_mtime)[: -COPIES + 1 or None]:
            old.unlink()
    return path


def write_import(desk: Desk, rehearsal: Rehearsal, content: bytes) -> list[Entry]:
    """Write what a file of games comes to, all of it or nothing, and return its entries."""
    from menace_kit.logbook.imported import import_key

    entries = sum(map(len, rehearsal.actions))
    return desk.act_all(rehearsal.actions, import_key(desk.logbook, digest_of(content), entries))


def imported_before(logbook: Logbook, content: bytes) -> str | None:
    """Return when a file with this content was imported, and as which games;
    None where none is in the logbook.
    """
    from menace_kit.logbook.imported import imports

    same = [found for found in imports(logbook) if found.digest == digest_of(content)]
    if not same:
        return None
    entries = list(logbook.entries(same[-1].first - 1, same[-1].first + same[-1].entries - 1))
    games = [entry.game or 0 for entry in entries if entry.kind is Kind.START]
    shown = f", as {games_named(games)}" if games else ""
    return f"on {clock_time(entries[0].at)}{shown}"


def games_named(numbers: Sequence[int]) -> str:
    """Return the games of these numbers, in order: `game 2`, `games 2 to 5`."""
    return f"game {numbers[0]}" if len(numbers) == 1 else f"games {numbers[0]} to {numbers[-1]}"


def digest_of(content: bytes) -> str:
    """Return what a file is known by."""
    from hashlib import sha256  # slow to import, and no step of a game needs it

    return sha256(content).hexdigest()[:32]
