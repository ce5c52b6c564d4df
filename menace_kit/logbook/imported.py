"""Imports that weren't undone, and what was counted by hand since."""

from typing import NamedTuple

from menace_kit.logbook.box_changes import counts_after
from menace_kit.logbook.entries import Entry
from menace_kit.logbook.queries import last_action
from menace_kit.logbook.store import Logbook

IMPORTED, TAKEN_BACK = "import", "import-taken-back"


class Imported(NamedTuple):
    """An import, with the digest of its file; or the undoing of one, with its first entry.

    `first` is the act's own first entry, `entries` how many it has.
    """

    kind: str
    of: str
    first: int
    entries: int

    @property
    def last(self) -> int:
        """Return the number of the act's last entry."""
        return self.first + self.entries - 1


def _acts(logbook: Logbook) -> list[Imported]:
    """Return the imports and their undoings, in order, as the keys of their first entries say."""
    rows = logbook.select(
        "SELECT number FROM entry WHERE key >= ? AND key < ? ORDER BY number",
        (IMPORTED, f"{IMPORTED};"),
    )
    found = []
    for (number,) in rows:
        entry = logbook.entry(number)
        kind, *facts = (entry.key if entry and entry.key else "").split(":")
        if facts and facts[-1].isdecimal():
            found.append(Imported(kind, facts[0], number, int(facts[-1])))
    return found


def imports(logbook: Logbook) -> list[Imported]:
    """Return the imports that weren't undone, in order."""
    acts = _acts(logbook)
    gone = {act.of for act in acts if act.kind == TAKEN_BACK}
    return [act for act in acts if act.kind == IMPORTED and str(act.first) not in gone]


def import_key(logbook: Logbook, digest: str, entries: int) -> str:
    """Return the key for an import of so many entries that is about to be written."""
    return f"{IMPORTED}:{digest}:{logbook.last_entry + 1}:{entries}"


def taking_back_key(taken_back: Imported, entries: int) -> str:
    """Return the key for undoing an import, which writes so many entries."""
    return f"{TAKEN_BACK}:{taken_back.first}:{entries}"


def last_act(logbook: Logbook) -> list[Entry]:
    """Return the entries of the last act: the last action, or a whole undone import."""
    with logbook.one_moment():
        acts = _acts(logbook)
        if acts and acts[-1].kind == TAKEN_BACK and acts[-1].last == logbook.last_entry:
            return list(logbook.entries(acts[-1].first - 1))
        return last_action(logbook)


def counts_by_hand(logbook: Logbook, entry: int) -> list[Entry]:
    """Return the recounts and stocktakes after an entry, except those of imports."""
    acts = _acts(logbook)
    return [
        each
        for each in counts_after(logbook, entry)
        if not any(act.first <= each.number <= act.last for act in acts)
    ]
