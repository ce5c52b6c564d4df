"""The file itself, page by page: what can still be read of a journal when SQLite
cannot read it any more.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import Any

from menace_kit.journal.schema import ENTRY_COLUMNS, MAGIC, digest, first_digest

PAGE_SIZE = 4096
LEAF = 13
"""The first byte of a page that has rows of a table
(https://www.sqlite.org/fileformat2.html, 1.6).
"""


def believable(content: bytes, fingerprint: str) -> list[tuple[Any, ...]]:
    """Return the entries of a journal's file that can be believed, in order,
    as rows of ENTRY_COLUMNS.

    They are read from the pages themselves, in whatever order these lie, whatever became
    of the rest. An entry is believed whose digest goes on from that of the entry before it,
    though that one's own facts may be damaged; so a damaged entry costs no other,
    and one that is gone costs the one behind it, too. In a journal older than the digests they are
    believed while their numbers run on, and no two are different.
    """
    found: dict[int, set[tuple[Any, ...]]] = {}
    for row in _rows(content, len(ENTRY_COLUMNS) + 2):
        found.setdefault(row[0], set()).add(row)
    if not found:
        return _running_on(content)
    sound = _sound(found, fingerprint)
    # That they are of this machine is told by the first, or by what the file says of itself.
    if 1 not in sound and fingerprint.encode() not in content:
        return []
    return [sound[number][: len(ENTRY_COLUMNS)] for number in sorted(sound)]


Rows = Collection[tuple[Any, ...]]


def _sound(found: Mapping[int, Rows], fingerprint: str) -> dict[int, tuple[Any, ...]]:
    """Return the rows whose digests go on from those before them, by their numbers.

    Where it is the digest of a row alone that is damaged, the row behind it tells so.
    """
    first = first_digest(fingerprint)
    sound: dict[int, tuple[Any, ...]] = {}
    for number in sorted(found):
        for last, row in _digests_before(number, found.get(number - 1, ()), sound, first):
            fitting = [each for each in found[number] if each[-1] == digest(last, *each[:-1])]
            if len(fitting) == 1:
                sound[number] = fitting[0]
                if row is not None:
                    sound[number - 1] = (*row[:-1], last)
            if fitting:
                break
    return sound


def _digests_before(
    number: int, rows: Rows, sound: Mapping[int, tuple[Any, ...]], first: int
) -> Iterator[tuple[int, tuple[Any, ...] | None]]:
    """Yield what the digest before an entry can be, the surest first;
    and the row that has it by its facts alone.
    """
    if number == 1:
        yield first, None
    if number - 1 in sound:
        yield sound[number - 1][-1], None
        return
    last = sound[number - 2][-1] if number - 2 in sound else first if number == 2 else None
    for row in rows:
        yield row[-1], None
        if last is not None:
            yield digest(last, *row[:-1]), row


def _running_on(content: bytes) -> list[tuple[Any, ...]]:
    """Return the entries of a journal without digests while their numbers run on,
    and no two are different.
    """
    found: dict[int, set[tuple[Any, ...]]] = {}
    for row in _rows(content, len(ENTRY_COLUMNS)):
        found.setdefault(row[0], set()).add(row)
    sound: list[tuple[Any, ...]] = []
    while len(rows := found.get(len(sound) + 1, ())) == 1:
        sound += rows
    return sound


def _rows(content: bytes, columns: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows with so many columns that stand in the file,
    of whatever table whose key is a number.
    """
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


def _row(page: bytes, place: int, columns: int) -> tuple[Any, ...] | None:
    """Return a row with so many columns, None for another;
    IndexError where it goes over the page's end.
    """
    length, place = _number(page, place)
    number, begin = _number(page, place)
    if begin + length > len(page):
        return None  # longer than any entry of ours is
    head, place = _number(page, begin)
    types, end = [], begin + head
    while place < end:
        kind, place = _number(page, place)
        types.append(kind)
    if len(types) != columns or types[0]:  # the key stands in front, and as nothing in its place
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
            return None  # entries have numbers and texts
    return tuple(row)


WIDTHS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""How many bytes a whole number has, by its type (fileformat2, 2.1)."""


def _number(page: bytes, place: int) -> tuple[int, int]:
    """Return a number of variable length, and the place behind it."""
    value = 0
    for more in range(8):
        byte = page[place + more]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + more + 1
    return value << 8 | page[place + 8], place + 9
