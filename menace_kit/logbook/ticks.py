"""Ticked lines of update lists. They help to update the boxes, but aren't entries."""

from menace_kit.logbook.faults import beside
from menace_kit.logbook.reader import Reader
from menace_kit.logbook.schema import put_beside
from menace_kit.logbook.store import Logbook


def ticks(logbook: Reader, end: int) -> frozenset[int]:
    """Return the ticked lines (from 1) of the update list after a game's end, entry `end`."""
    return frozenset(line for entry, line in all_ticks(logbook) if entry == end)


def all_ticks(logbook: Reader) -> list[tuple[int, int]]:
    """Return every tick: the entry that brought its list, and the line.

    Raises LogbookDamagedError if they are damaged.
    """
    return [(entry, line) for entry, line in beside(logbook, "tick")]


def tick(logbook: Logbook, end: int, line: int, done: bool, after: int) -> None:
    """Tick or untick a line (from 1) of the update list that entry `end` brought.

    Raises LogbookMovedOnError if `after` is no longer the last entry.
    """
    with logbook.writing(after):
        if done:
            put_beside(logbook.db, "tick", [(end, line)])
        else:
            logbook.db.execute("DELETE FROM tick WHERE entry = ? AND line = ?", (end, line))
