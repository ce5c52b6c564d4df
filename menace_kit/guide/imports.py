"""Whole files of games, written at once.

No step of a game needs these queries, so they are imported where they are used.
"""

from collections.abc import Sequence

from menace_kit.guide.desk import Desk
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.logbook import Entry, Kind, Logbook
from menace_kit.text.words import clock_time


def write_import(desk: Desk, rehearsal: Rehearsal, content: bytes) -> list[Entry]:
    """Write everything in a file of games, all or nothing, and return its entries."""
    from menace_kit.logbook.imported import import_key

    entries = sum(map(len, rehearsal.actions))
    return desk.act_all(rehearsal.actions, import_key(desk.logbook, digest_of(content), entries))


def imported_before(logbook: Logbook, content: bytes) -> str | None:
    """Return when a file with this content was imported, and as which games; None if never."""
    from menace_kit.logbook.imported import imports

    same = [found for found in imports(logbook) if found.of == digest_of(content)]
    if not same:
        return None
    entries = list(logbook.entries(same[-1].first - 1, same[-1].last))
    games = [entry.game or 0 for entry in entries if entry.kind is Kind.START]
    shown = f", as {games_named(games)}" if games else ""
    return f"on {clock_time(entries[0].at)}{shown}"


def games_named(numbers: Sequence[int]) -> str:
    """Return these games in words, such as `game 2` or `games 2 to 5`."""
    return f"game {numbers[0]}" if len(numbers) == 1 else f"games {numbers[0]} to {numbers[-1]}"


def digest_of(content: bytes) -> str:
    """Return what identifies the content of a file."""
    from hashlib import sha256  # slow to import, and no step of a game needs it

    return sha256(content).hexdigest()[:32]
