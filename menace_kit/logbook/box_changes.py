"""What changed in the boxes, and what belonged in them at any time."""

import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import suppress

from menace_kit.logbook.entries import COUNTS, Entry, Kind, adjustments_in
from menace_kit.logbook.game_record import GameRecord
from menace_kit.logbook.queries import taken_back_by
from menace_kit.logbook.store import Logbook


def last_changes(logbook: Logbook, number: int, most: int) -> list[Entry]:
    """Return the adjustments and counts of a box that hold,
    the newest last, so many at the most.
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
    """Return the recounts and stocktakes behind an entry, in order."""
    return [each for each in logbook.entries(entry) if each.kind in (Kind.RECOUNT, Kind.STOCKTAKE)]


MANY = 2_000
"""Entries that are quickly read one by one; the database adds up what more of them changed."""


def contents_behind(logbook: Logbook, entry: int) -> dict[int, dict[str, int]]:
    """Return what belonged in each box behind an entry: what belongs there now,
    without what came since.
    """
    with logbook.one_moment():
        found = logbook.contents()
        changes: Iterable[tuple[int, str, int]] = ()
        if logbook.last_entry - entry > MANY:
            with suppress(LookupError):
                changes = list(_added_up(logbook, entry))
        if not changes:
            changes = ((box, colour, change) for _, box, colour, change in _changes(logbook, entry))
        for box, colour, change in changes:
            found[box][colour] -= change
    return found


def _added_up(logbook: Logbook, after: int) -> Iterator[tuple[int, str, int]]:
    """Yield by how much each colour of each box was changed behind an entry.

    The entries that are added up are not compared with their digests, but everything that was ever
    changed has to come to what belongs in the boxes; LookupError where it does not.
    """
    sums = {
        (box, colour): [change, since]
        for box, colour, change, since in logbook.select(
            "SELECT box, colour, sum(change), sum(CASE WHEN number > ? THEN change ELSE 0 END) "
            "FROM entry WHERE kind IN ('adjust', 'recount') GROUP BY box, colour",
            (after,),
        )
    }
    for (number,) in logbook.select("SELECT number FROM entry WHERE kind = 'undo'"):
        undo = logbook.entry(number)
        for change in adjustments_in(_undone(logbook, undo) if undo else ()):
            both = sums[change.box, change.colour]
            both[0] -= change.change
            both[1] -= change.change * (number > after)
    for box, held in logbook.contents().items():
        start = logbook.kit.box(box).start
        for colour, count in held.items():
            ever, since = sums.pop((box, colour), (0, 0))
            if start[colour] + ever != count:
                raise LookupError("an entry is lost")
            yield box, colour, since


def adjusted_since(logbook: Logbook, entry: int) -> list[tuple[int, str, int]]:
    """Return what games have changed in the boxes behind an entry,
    what was taken back among it: box, colour, beads.
    """
    return [
        (change.box, change.colour, times * change.change)
        for _, times, told in holding(logbook, entry)
        if told.kind is Kind.ADJUST
        for change in adjustments_in((told,))
    ]


def changes_by_game(logbook: Logbook) -> list[list[tuple[int, str, int]]]:
    """Return for each finished game what changed in the boxes since the finished game before
    it: box, colour, beads.

    Last comes what changed since the last of them;
    added up, everything is what belongs in the boxes now, less the start.
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


def _changes(logbook: Logbook, after: int) -> Iterator[tuple[int, int, str, int]]:
    """Yield what changed the contents behind an entry: which entry, box, colour, beads more."""
    for number, times, told in holding(logbook, after):
        for change in adjustments_in((told,)):
            yield number, change.box, change.colour, times * change.change


def holding(
    logbook: Logbook, after: int, until: int = sys.maxsize
) -> Iterator[tuple[int, int, Entry]]:
    """Yield what each entry behind an entry lets hold: its number, 1 and itself,
    or -1 and each that it takes back.

    So what was taken back comes twice, forth and back; a count holds whatever is taken back.
    """
    for entry in logbook.entries(after, until):
        yield entry.number, 1, entry
        yield from ((entry.number, -1, undone) for undone in _undone(logbook, entry))


def _undone(logbook: Logbook, entry: Entry) -> list[Entry]:
    return [undone for undone in taken_back_by(logbook, (entry,)) if undone.kind not in COUNTS]


def touched_boxes(logbook: Logbook) -> list[int]:
    """Return the numbers of the boxes that were opened or adjusted since they were last counted,
    and of those whose contents nobody knows.

    A stocktake counts them all; a recount counts its box where it names every colour in it.
    A step that was taken back touched its box all the same, and so did taking it back.
    """
    balance = logbook.balance()
    touched = {n for n, note in balance.notes.items() if note.touched > note.counted}
    return sorted(touched.union(balance.to_count))
