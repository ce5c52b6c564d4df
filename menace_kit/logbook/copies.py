"""Two logbooks of one kit compared."""

from dataclasses import replace
from typing import NamedTuple

from menace_kit.logbook.entries import Entry
from menace_kit.logbook.store import Logbook


class TwoCopies(NamedTuple):
    """How a logbook is to another one of the same kit.

    The first `alike` entries are the same in both, but for names, which may have been
    forgotten in one of them; `game` is the last game that no entry behind these tells of.
    `ours` and `theirs` are the entries that each has behind.
    """

    alike: int
    game: int
    ours: int
    theirs: int


def compare(ours: Logbook, theirs: Logbook) -> TwoCopies:
    """Return how far two logbooks are the same;
    LogbookDamagedError where one is not as it was written.
    """
    last = min(ours.last_entry, theirs.last_entry)
    pairs = zip(ours.entries(), theirs.entries(), strict=False)
    differs = (one.number for one, other in pairs if _nameless(one) != _nameless(other))
    alike, games = next(differs, last + 1) - 1, []
    for logbook in (ours, theirs):
        begun = (entry.game for entry in logbook.entries(alike) if entry.game)
        games.append(min(begun, default=logbook.last_game + 1) - 1)
    return TwoCopies(alike, min(games), ours.last_entry - alike, theirs.last_entry - alike)


def _nameless(entry: Entry) -> Entry:
    return replace(entry, operator=None, opponent=None)
