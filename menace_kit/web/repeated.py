"""Whether what comes late was recorded already: the same act on the same entry, from a double tap or a lost answer."""

from menace_kit.errors import MenaceKitError
from menace_kit.guide.session import Session
from menace_kit.journal.entries import Entry, Kind
from menace_kit.journal.game_record import GameRecord
from menace_kit.journal.store import Journal
from menace_kit.web.acts import Act, Empty

LONGEST = 400
"""Entries that are looked at for those of one action."""


def is_recorded(journal: Journal, act: Act) -> bool:
    """Return whether the action behind the act's entry is what the guide made of this act, and still holds."""
    first = act.on + 1
    written = list(
        journal.entries_where("number BETWEEN ? AND ? AND action = ?", (first, first + LONGEST, first))
    )
    if not written or _is_taken_back(journal, written[0]):
        return False
    if isinstance(act, Empty):  # what follows may be drawn by lot
        return written[0].kind is Kind.EMPTY
    try:
        meant = act.choose(session_behind(journal, act.on))
    except MenaceKitError:  # it was not due
        return False
    return meant == tuple(entry.draft for entry in written)


def session_behind(journal: Journal, entry: int) -> Session:
    """Return how things stood behind an entry: as they stand now, without what was written since."""
    with journal.one_moment():
        contents = journal.contents()
        for box, colour, change in journal.select(_CHANGED_SINCE, (entry, entry)):
            contents[int(box or 0)][str(colour)] -= int(change or 0)
        begun = journal.select(_BEGUN_LAST, (entry,))
        entries = list(journal.entries_where("game = ? AND number <= ?", (*begun[0], entry))) if begun else []
    return Session(journal.kit, contents, GameRecord.of(entries) if entries else None)


_BEGUN_LAST = "SELECT game FROM entry WHERE kind = 'start' AND number <= ? ORDER BY number DESC LIMIT 1"

_CHANGED_SINCE = """
    SELECT box, colour, change FROM entry WHERE number > ? AND kind IN ('adjust', 'recount')
    UNION ALL
    SELECT undone.box, undone.colour, -undone.change FROM entry AS undo
        JOIN entry AS undone
            ON undone.number >= undo.undoes AND undone.number < undo.number AND undone.action = undo.undoes
        WHERE undo.number > ? AND undo.kind = 'undo' AND undone.kind = 'adjust'
"""


def _is_taken_back(journal: Journal, first: Entry) -> bool:
    """Return whether an action was taken back; a confirmation is with its game, which is then taken back whole."""
    found = journal.select(
        "SELECT 1 FROM entry WHERE kind = 'undo' AND number > ? AND (undoes = ? OR (game = ? AND ?)) LIMIT 1",
        (first.number, first.number, first.game, first.kind is Kind.CONFIRM),
    )
    return bool(found)
