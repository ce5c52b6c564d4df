"""The file page by page: what can still be read when SQLite no longer can."""

from collections.abc import Iterator
from contextlib import suppress

from menace_kit.logbook.entries import ENTRY_FIELDS, ROW_FIELDS, Entry, as_entry
from menace_kit.logbook.older import with_the_chain
from menace_kit.logbook.schema import MAGIC, Row, is_as_written
from menace_kit.machine import Kit

PAGE_SIZE = 4096
LEAF = 13
"""The first byte of a page with rows of a table (https://www.sqlite.org/fileformat2.html, 1.6)."""


def rows_in_pages(content: bytes, fingerprint: str) -> dict[int, Row]:
    """Return the trustworthy entries of a logbook file by number, as rows of ROW_FIELDS.

    They are read from the pages directly, in any order, whatever happened to the rest.
    """
    found: dict[int, set[Row]] = {}
    for row in _rows(content, len(ROW_FIELDS) + 1):
        if is_as_written(fingerprint, row):
            found.setdefault(row[0], set()).add(row[:-1])
    if not found:
        chained = sorted(_rows(content, len(ENTRY_FIELDS) + 2), key=lambda row: row[0])
        for row, fits in with_the_chain(fingerprint, chained):
            if fits:
                found.setdefault(row[0], set()).add((*row, None, None))
    return {number: rows.pop() for number, rows in sorted(found.items()) if len(rows) == 1}


def entries_in_pages(content: bytes, kit: Kit) -> dict[int, Entry]:
    """Return the same as entries, without those that this machine can't have."""
    rows = rows_in_pages(content, kit.fingerprint)
    found = (as_entry(kit, row) for row in rows.values())
    return {entry.number: entry for entry in found if entry}


def _rows(content: bytes, columns: int) -> Iterator[Row]:
    """Yield all rows with so many columns in the file, from any table with a number as its key."""
    size = int.from_bytes(content[16:18])
    if not content.startswith(MAGIC) or size < 512 or size & (size - 1):
        size = PAGE_SIZE
    for start in range(0, len(content), size):
        page = content[start : start + size]
        head = 0 if start else 100
        if page[head : head + 1] != bytes([LEAF]):
            continue
        count = int.from_bytes(page[head + 3 : head + 5])
        places = page[head + 8 : head + 8 + 2 * count]
        for place in range(0, len(places) - 1, 2):
            with suppress(IndexError, UnicodeDecodeError):
                row = _row(page, int.from_bytes(places[place : place + 2]), columns)
                if row is not None:
                    yield row


def _row(page: bytes, place: int, columns: int) -> Row | None:
    """Return a row if it has so many columns, else None.

    Raises IndexError if it extends beyond the page.
    """
    length, place = _number(page, place)
    number, begin = _number(page, place)
    if begin + length > len(page):
        return None  # longer than any of our entries
    head, place = _number(page, begin)
    types, end = [], begin + head
    while place < end:
        kind, place = _number(page, place)
        types.append(kind)
    if len(types) != columns or types[0]:  # the key is in front of the row, and null in its column
        return None
    row: list[int | str | None] = [number]
    for kind in types[1:]:
        if kind == 0:
            row.append(None)
        elif kind in WIDTHS:
            width = WIDTHS[kind]
            row.append(int.from_bytes(page[place : place + width], signed=True))
            place += width
        elif kind in (8, 9):
            row.append(kind - 8)
        elif kind > 12 and kind % 2:
            row.append(page[place : place + (kind - 13) // 2].decode())
            place += (kind - 13) // 2
        else:
            return None  # entries have only integers and texts
    return tuple(row)


WIDTHS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""How many bytes an integer has, by its type (fileformat2, 2.1)."""


def _number(page: bytes, place: int) -> tuple[int, int]:
    """Return an integer of variable length, and the place after it."""
    value = 0
    for more in range(8):
        byte = page[place + more]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + more + 1
    return value << 8 | page[place + 8], place + 9
