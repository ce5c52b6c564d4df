"""Imports that weren't undone, and what was counted by hand since."""

from collections.abc import Sequence
from typing import NamedTuple

from menace_kit.logbook.box_changes import counts_after
from menace_kit.logbook.entries import Entry
from menace_kit.logbook.queries import last_action
from menace_kit.logbook.store import Logbook

IMPORTED, TAKEN_BACK = "import", "import-taken-back"


class Imported(NamedTuple):
    """An import that wasn't undone: digest of its file, first entry, number of entries."""

    digest: str
    first: int
    entries: int


def _with_keys(logbook: Logbook) -> list[Entry]:
    """Return the first entries of imports and of undone imports, in order."""
    rows = logbook.select(
        "SELECT number FROM entry WHERE key >= ? AND key < ? ORDER BY number",
        (IMPORTED, f"{IMPORTED};"),
    )
    return [entry for (number,) in rows if (entry := logbook.entry(number)) and entry.key]


def imports(logbook: Logbook) -> list[Imported]:
    """Return the imports that weren't undone, in order."""
    begun = [(entry.number, (entry.key or "").split(":")) for entry in _with_keys(logbook)]
    gone = {parts[1] for _, parts in begun if parts[0] == TAKEN_BACK}
    return [
        Imported(parts[1], number, int(parts[3]))
        for number, parts in begun
        if is_import(parts) and str(number) not in gone
    ]


def is_import(key: Sequence[str]) -> bool:
    """Return whether an act's key, split into its parts, belongs to an import."""
    return key[0] == IMPORTED and len(key) == 4 and key[3].isdecimal()


def import_key(logbook: Logbook, digest: str, entries: int) -> str:
    """Return the key for an import of so many entries that is about to be written."""
    return f"{IMPORTED}:{digest}:{logbook.last_entry + 1}:{entries}"


def taking_back_key(taken_back: Imported, entries: int) -> str:
    """Return the key for undoing an import, which writes so many entries."""
    return f"{TAKEN_BACK}:{taken_back.first}:{entries}"


def last_act(logbook: Logbook) -> list[Entry]:
    """Return the entries of the last act: the last action, or a whole undone import."""
    with logbook.one_moment():
        for entry in reversed(_with_keys(logbook)):
            kind, *_, many = (entry.key or "").split(":")
            if kind == TAKEN_BACK and entry.number + int(many) == logbook.last_entry + 1:
                return list(logbook.entries(entry.number - 1))
        return last_action(logbook)


def counts_by_hand(logbook: Logbook, entry: int) -> list[Entry]:
    """Return the recounts and stocktakes after an entry, except those of imports."""
    spans = [
        range(entry.number, entry.number + int((entry.key or "").rpartition(":")[2]))
        for entry in _with_keys(logbook)
    ]
    return [
        each
        for each in counts_after(logbook, entry)
        if not any(each.number in span for span in spans)
    ]
