"""What is wrong with a logbook's file; and the tables beside the entries, if nothing is."""

from menace_kit.logbook.reader import Reader
from menace_kit.logbook.runs import not_as_written
from menace_kit.logbook.schema import BESIDE, TOLD_OF, Row, digest


def check_whole(logbook: Reader) -> None:
    """Raise LogbookDamagedError unless every page, entry and note is sound.

    Call it before anything is written, or a copy is trusted.
    """
    with logbook.one_moment():
        faults = faults_in(logbook)
    if faults:
        logbook.trouble.damaged(faults[0])


def faults_in(logbook: Reader) -> list[str]:
    """Return what is wrong with the file, as beginnings of sentences.

    An unusable cache is not a fault.
    """
    (said,) = logbook.select("PRAGMA integrity_check(1)")[0]
    found = [*filter(None, [logbook.shortage()]), *logbook.altered]
    if said != "ok":
        found.append("parts of it do not fit together")
    if lost := list(logbook.lost()):
        found.append(not_as_written(lost))
    return [*found, *(f"{TOLD_OF[table]} not as it was written" for table in _wrong(logbook))]


def _wrong(logbook: Reader) -> list[str]:
    """Return the tables beside the entries whose rows or digests are wrong."""
    wrong = [
        table
        for table in BESIDE
        if any(row[-1] != digest(table, *row[:-1]) for row in logbook.beside_rows(table))
    ]
    if wrong or not logbook.is_as_kept:
        return wrong
    return [] if logbook.mixed_beside() == logbook.balance().beside else ["tick"]


def beside(logbook: Reader, table: str) -> list[Row]:
    """Return the rows of a table beside the entries; for this room only.

    Raises LogbookDamagedError if they were changed.
    """
    with logbook.one_moment():
        if table in _wrong(logbook):
            logbook.trouble.damaged(f"{TOLD_OF[table]} not as it was written")
        return [row[:-1] for row in logbook.beside_rows(table)]
