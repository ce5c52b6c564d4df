"""Notes that the computer's clock was wrong. They aren't entries."""

from datetime import UTC, datetime
from typing import NamedTuple

from menace_kit.logbook.faults import beside
from menace_kit.logbook.schema import put_beside
from menace_kit.logbook.store import Logbook


class ClockNote(NamedTuple):
    """The last entry up to which the clock was wrong, and who said so when."""

    entry: int
    at: str
    operator: str | None


def clock_notes(logbook: Logbook) -> list[ClockNote]:
    """Return the notes about a wrong clock, the latest last.

    Raises LogbookDamagedError if they are damaged.
    """
    return sorted(ClockNote._make(row) for row in beside(logbook, "clock"))


def note_clock(logbook: Logbook, operator: str | None) -> None:
    """Note that the clock was wrong up to the last entry."""
    at, last = datetime.now(UTC).isoformat(timespec="milliseconds"), logbook.last_entry
    with logbook.writing(last):
        put_beside(logbook.db, "clock", [(last, at, operator)])
