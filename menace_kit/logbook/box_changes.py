"""What changed in the boxes, and what belonged in them at any time."""

import sys
from bisect import bisect_left
from collections.abc import Iterator

from menace_kit.logbook.entries import COUNTS, Entry, Kind, adjustments_in
from menace_kit.logbook.game_record import GameRecord
from menace_kit.logbook.queries import taken_back_by
from menace_kit.logbook.store import Logbook


def last_changes(logbook: Logbook, number: int, most: int) -> list[Entry]:
    """Return the last `most` adjustments and counts of a box, the newest last.

    What was undone is left out.
    """
    found: list[Entry] = []
    with logbook.one_moment():
        rows = logbook.select(
            "SELECT number FROM entry WHERE box = ? AND kind IN ('adjust', 'recount') "
            "ORDER BY number DESC",
            (number,),
        )
        for (each,) in rows:
            entry = logbook.entry(each)
            if len(found) == most:
                break
            if entry is None or entry.box != number:
                continue
            if (
                entry.game is None
                or entry in GameRecord.of(logbook.entries_of_game(entry.game)).entries
            ):
                found.append(entry)
    return found[::-1]


def counts_after(logbook: Logbook, entry: int) -> list[Entry]:
    """Return the recounts and stocktakes after an entry, in order."""
    return [each for each in logbook.entries(entry) if each.kind in (Kind.RECOUNT, Kind.STOCKTAKE)]


def contents_behind(logbook: Logbook, entry: int) -> dict[int, dict[str, int]]:
    """Return what belonged in each box after an entry: the present contents, less later changes."""
    with logbook.one_moment():
        found = logbook.contents()
        for _, box, colour, change in _changes(logbook, entry):
            found[box][colour] -= change
    return found


class PastContents:
    """What belonged in the boxes after entries `first` to `last`: read once, asked often."""

    def __init__(self, logbook: Logbook, first: int, last: int) -> None:
        self._first, self._last = first, last
        with logbook.one_moment():
            self._at_last = contents_behind(logbook, last)
            self._changes = list(_changes(logbook, first, last))

    def behind(self, entry: int) -> dict[int, dict[str, int]]:
        """Return what belonged in each box after an entry; raises ValueError if it wasn't read."""
        if not self._first <= entry <= self._last:
            raise ValueError(f"entry {entry} is not from {self._first} to {self._last}")
        found = {box: dict(held) for box, held in self._at_last.items()}
        for number, box, colour, change in self._changes:
            if number > entry:
                found[box][colour] -= change
        return found


def adjusted_since(logbook: Logbook, entry: int) -> list[tuple[int, str, int]]:
    """Return what games changed in the boxes after an entry, undos included: box, colour, beads."""
    return [
        (change.box, change.colour, times * change.change)
        for _, times, told in holding(logbook, entry)
        if told.kind is Kind.ADJUST
        for change in adjustments_in((told,))
    ]


def changes_by_game(logbook: Logbook) -> list[list[tuple[int, str, int]]]:
    """Return, for each finished game, what changed since the one before: box, colour, beads.

    The last item has what changed since the last game. All together add up to the contents of the
    boxes, less their start.
    """
    with logbook.one_moment():
        finished = {row.number for row in logbook.games() if row.result is not None}
        last = {entry.game: entry.number for entry in logbook.entries() if entry.game in finished}
        changes = list(_changes(logbook, 0))
    ends = sorted(last.values())
    found: list[list[tuple[int, str, int]]] = [[] for _ in (*ends, "since")]
    for entry, box, colour, change in changes:
        found[bisect_left(ends, entry)].append((box, colour, change))
    return found


def _changes(
    logbook: Logbook, after: int, until: int = sys.maxsize
) -> Iterator[tuple[int, int, str, int]]:
    """Yield the changes to the contents after an entry: entry number, box, colour, beads added."""
    for number, times, told in holding(logbook, after, until):
        for change in adjustments_in((told,)):
            yield number, change.box, change.colour, times * change.change


def holding(
    logbook: Logbook, after: int, until: int = sys.maxsize
) -> Iterator[tuple[int, int, Entry]]:
    """Yield (number, 1, itself) for each entry, and (number, -1, other) for each entry it undoes.

    So an undone entry appears twice, forwards and backwards. Counts stay, whatever is undone.
    """
    for entry in logbook.entries(after, until):
        yield entry.number, 1, entry
        yield from ((entry.number, -1, undone) for undone in _undone(logbook, entry))


def _undone(logbook: Logbook, entry: Entry) -> list[Entry]:
    return [undone for undone in taken_back_by(logbook, (entry,)) if undone.kind not in COUNTS]


def touched_boxes(logbook: Logbook) -> list[int]:
    """Return the numbers of the boxes used since they were last counted, and of unknown ones.

    A stocktake counts all boxes; a recount counts its box if it names every colour in it. A step
    that was undone touched its box all the same, and so did the undo.
    """
    balance = logbook.balance()
    touched = {n for n, note in balance.notes.items() if note.touched > note.counted}
    return sorted(touched.union(balance.to_count))
