"""The whole journal, read some entries at a time."""

from collections.abc import Iterator

from menace_kit.journal.entries import Entry, Kind
from menace_kit.journal.store import Journal

AT_A_TIME = 10_000

# An entry of a kind that does not exist breaks the rules of its table; the audit finds that as SQLite's finding.
KNOWN_KINDS = ", ".join(f"'{kind.value}'" for kind in Kind)


def stream(journal: Journal, after: int = 0, until: int | None = None) -> Iterator[Entry]:
    """Yield the entries behind `after` up to `until` (the last there is now), in order.

    Between some and the next nothing is locked: nobody who writes has to wait for a slow reader. As entries never
    change, all of them are of the moment at which this began.
    """
    until = journal.last_entry if until is None else until
    while after < until:
        rows = journal.select(
            "SELECT max(number) FROM "
            "(SELECT number FROM entry WHERE number > ? AND number <= ? ORDER BY number LIMIT ?)",
            (after, until, AT_A_TIME),
        )
        behind = rows[0][0]
        if behind is None:
            return
        condition = f"number > ? AND number <= ? AND kind IN ({KNOWN_KINDS})"
        yield from list(journal.entries_where(condition, (after, behind)))
        after = int(behind)
