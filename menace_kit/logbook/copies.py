"""How two logbooks of one kit differ."""

from dataclasses import replace
from typing import NamedTuple

from menace_kit.logbook.entries import Entry
from menace_kit.logbook.store import Logbook


class TwoCopies(NamedTuple):
    """How one logbook compares with another of the same kit.

    The first `alike` entries are the same in both, apart from names, which one of them may have
    forgotten. `game` is the last game that no later entry is about. `ours` and `theirs` are how
    many entries each has after these.
    """

    alike: int
    game: int
    ours: int
    theirs: int


def compare(ours: Logbook, theirs: Logbook) -> TwoCopies:
    """Return how far two logbooks agree; raises LogbookDamagedError if one is damaged."""
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
