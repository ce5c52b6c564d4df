"""What is wrong with a logbook's file, and the tables beside the entries if nothing is."""

from menace_kit.logbook.older import not_as_written
from menace_kit.logbook.reader import Reader
from menace_kit.logbook.schema import BESIDE, TOLD_OF, Row, digest


def check_whole(logbook: Reader) -> None:
    """Look at every page, entry and note; LogbookDamagedError:
    before anything is written, or a copy rests on it.
    """
    with logbook.one_moment():
        faults = faults_in(logbook)
    if faults:
        logbook.trouble.damaged(faults[0])


def faults_in(logbook: Reader) -> list[str]:
    """Return what is wrong with the file, as beginnings of sentences;
    a cache that cannot be used is no fault.
    """
    (said,) = logbook.select("PRAGMA integrity_check(1)")[0]
    found = [*filter(None, [logbook.shortage()]), *logbook.altered]
    if said != "ok":
        found.append("parts of it do not fit together")
    if lost := list(logbook.lost()):
        found.append(not_as_written(lost))
    return [*found, *(f"{TOLD_OF[table]} not as it was written" for table in _wrong(logbook))]


def _wrong(logbook: Reader) -> list[str]:
    """Return which tables beside the entries are not as they were written."""
    wrong = [
        table
        for table in BESIDE
        if any(row[-1] != digest(table, *row[:-1]) for row in logbook.beside_rows(table))
    ]
    if wrong or not logbook.is_as_kept:
        return wrong
    return [] if logbook.mixed_beside() == logbook.balance().beside else ["tick"]


def beside(logbook: Reader, table: str) -> list[Row]:
    """Return the rows of a table beside the entries, for this room;
    LogbookDamagedError where they are not as they were written.
    """
    with logbook.one_moment():
        if table in _wrong(logbook):
            logbook.trouble.damaged(f"{TOLD_OF[table]} not as it was written")
        return [row[:-1] for row in logbook.beside_rows(table)]


def ticks(logbook: Reader, end: int) -> frozenset[int]:
    """Return the lines, from 1, that are ticked of the tick-list that an end
    of a game (its entry) brought.
    """
    return frozenset(line for entry, line in beside(logbook, "tick") if entry == end)
