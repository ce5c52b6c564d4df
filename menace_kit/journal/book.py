"""What the journal tells of one box, and which boxes have been touched since they were last counted."""

from menace_kit.journal.entries import Entry
from menace_kit.journal.store import Journal

# Entries that name no box stand first in the index of boxes, so the few undos are found without reading the journal.
HOLDS = "action NOT IN (SELECT undoes FROM entry WHERE box IS NULL AND kind = 'undo')"


def times_opened(journal: Journal, number: int) -> int:
    """Return how often a box was opened: a bead drawn from it or found empty, and not taken back."""
    rows = journal.select(
        f"SELECT count(*) FROM entry WHERE box = ? AND kind IN ('draw', 'empty') AND {HOLDS}", (number,)
    )
    return int(rows[0][0] or 0)


def last_changes(journal: Journal, number: int, most: int) -> list[Entry]:
    """Return the adjustments and counts of a box that hold, the newest last, so many at the most."""
    newest = (
        f"SELECT number FROM entry WHERE box = ? AND kind IN ('adjust', 'recount') AND {HOLDS} "
        "ORDER BY number DESC LIMIT ?"
    )
    return list(journal.entries(f"number IN ({newest})", (number, most)))


def contents_before(journal: Journal, number: int, entry: int) -> dict[str, int]:
    """Return what belonged in a box before an entry was written: what belongs there now, without what came since."""
    found = {bead.colour: 0 for bead in journal.kit.box(number).beads}
    now = journal.select("SELECT colour, count FROM contents WHERE box = ?", (number,))
    since = journal.select(
        "SELECT colour, -sum(change) FROM entry WHERE box = ? AND kind IN ('adjust', 'recount') AND number >= ? "
        "GROUP BY colour",
        (number, entry),
    )
    taken_back = journal.select(
        "SELECT undone.colour, sum(undone.change) FROM entry AS undo CROSS JOIN entry AS undone "
        "ON undone.number BETWEEN undo.undoes AND undo.number AND undone.action = undo.undoes "
        "WHERE undo.box IS NULL AND undo.kind = 'undo' AND undo.number >= ? "
        "AND +undone.box = ? AND undone.kind = 'adjust' GROUP BY undone.colour",
        (entry, number),
    )
    for colour, count in [*now, *since, *taken_back]:
        found[str(colour)] += int(count or 0)
    return found


def touched_boxes(journal: Journal) -> list[int]:
    """Return the numbers of the boxes that were opened or adjusted since they were last counted.

    A stocktake counts them all; a recount counts its box where it names every colour in it. A step that was taken back
    touched its box all the same, and so did taking it back.
    """
    rows = journal.select("SELECT max(number) FROM entry WHERE box IS NULL AND kind = 'stocktake'")
    since = int(rows[0][0] or 0)
    touched = journal.select(
        "SELECT box, max(number) FROM entry WHERE box > 0 AND kind IN ('draw', 'empty', 'adjust') AND number > ? "
        "GROUP BY box ORDER BY box",
        (since,),
    )
    # The entries of an action lie close before its undo; the order of the join keeps to those few.
    touched += journal.select(
        "SELECT undone.box, max(undo.number) FROM entry AS undo CROSS JOIN entry AS undone "
        "ON undone.number BETWEEN undo.undoes AND undo.number AND undone.action = undo.undoes "
        "WHERE undo.box IS NULL AND undo.kind = 'undo' AND undo.number > ? AND +undone.box > 0 GROUP BY undone.box",
        (since,),
    )
    recounts = journal.select(
        "SELECT box, action, count(DISTINCT colour) FROM entry WHERE box > 0 AND kind = 'recount' AND number > ? "
        "GROUP BY box, action ORDER BY action",
        (since,),
    )
    counted = {
        int(box or 0): int(action or 0)
        for box, action, colours in recounts
        if colours == len(journal.kit.box(int(box or 0)).beads)
    }
    return sorted({int(box or 0) for box, last in touched if int(last or 0) > counted.get(int(box or 0), 0)})
