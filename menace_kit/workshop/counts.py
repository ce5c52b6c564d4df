"""The contents of an existing machine's boxes: a table of counts (CSV)."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from menace_kit.errors import MapError, UnknownNameError
from menace_kit.machine import Box, Kit
from menace_kit.machine.csv_table import CsvRow, Faults, read_table
from menace_kit.text import load_words
from menace_kit.text.typed_colours import colour_called
from menace_kit.workshop.filling import ABOUT_A_BOX

MOST_COUNTED = 9999


def read_counts(kit: Kit, path: Path) -> dict[int, dict[str, int]]:
    """Return what every box holds, from a CSV file; raises MapError with a line for each fault.

    The file is the list that `menace-kit boxes --csv` writes. Only `number` (or `box`) and a column
    for each colour are required, blank or 0 if a box never holds the colour. Colours can be named
    in the kit's language, and a `total` is checked.
    """
    faults = Faults(str(path))
    table = read_table(path, _columns(kit), (), faults)
    box_column = "box" if "box" in table.columns else "number"
    if box_column not in table.columns:
        raise MapError(f"{path}: there is no column 'number', and it is needed")
    column_of = _columns_of_colours(kit, path, table.columns)
    found: dict[tuple[int, str], int] = {}
    for row in table.rows:
        box = _box(kit, row.cells[box_column], row)
        if box is not None:
            _take_all(kit, box, row, column_of, found)
    for box in kit.boxes:
        missing = [colour for colour in box.moves if (box.number, colour) not in found]
        if missing:
            faults.add(f"box {box.name}: no count of {', '.join(missing)}")
    faults.tell()
    return {
        box.number: {colour: found[box.number, colour] for colour in box.moves} for box in kit.boxes
    }


def _columns(kit: Kit) -> list[str]:
    """Return the columns that a table can have."""
    words = load_words(kit.spec.print.language)
    own = [colour.name for colour in kit.colours]
    called = map(words.colour_name, kit.colours)
    return list(dict.fromkeys(["box", *ABOUT_A_BOX, *own, *called, "total"]))


def _columns_of_colours(kit: Kit, path: Path, columns: Sequence[str]) -> dict[str, str]:
    """Return colour -> column; raises MapError if two columns are the same colour."""
    column_of: dict[str, str] = {}
    for name in columns:
        if (colour := colour_called(kit, name)) is None:
            continue
        first = column_of.setdefault(colour, name)
        if first != name:
            raise MapError(f"{path}: the columns {first!r} and {name!r} are one colour")
    return column_of


def _take_all(
    kit: Kit, box: Box, row: CsvRow, column_of: Mapping[str, str], found: dict[tuple[int, str], int]
) -> None:
    """Take the counts of a row that has a column for each colour, and check their sum."""
    summed = 0
    for colour in kit.colours:
        text = row.cells.get(column_of.get(colour.name, ""))
        if text:
            _take(box, colour.name, text, row, found)
            summed += found.get((box.number, colour.name), 0)
    total = row.cells.get("total")
    if total and total != str(summed):
        row.fault(
            f"box {box.name}: its colours add up to {summed}, the total says {total[:20]}; "
            "correct one of them, or delete the column total"
        )


def _box(kit: Kit, text: str, row: CsvRow) -> Box | None:
    try:
        return kit.box_named(text)
    except UnknownNameError as error:
        # Lists with a column of numbers have them for boxes with names, too,
        # and no other box has such a number.
        if text.isascii() and text.isdecimal() and int(text) in kit.indices:
            return kit.box(int(text))
        row.fault(str(error))
        return None


def _take(box: Box, colour: str, text: str, row: CsvRow, found: dict[tuple[int, str], int]) -> None:
    """Take the count of a colour; impossible ones become faults."""
    if not re.fullmatch("[0-9]{1,4}", text):
        row.fault(
            f"box {box.name}: {text[:20]!r} is no count of {colour}; 0 to {MOST_COUNTED} can be"
        )
    elif colour not in box.moves:
        if int(text):
            row.fault(f"box {box.name} never holds {colour}; it holds: {', '.join(box.moves)}")
    elif (box.number, colour) in found:
        row.fault(f"box {box.name}: {colour} was counted on a line before")
    else:
        found[box.number, colour] = int(text)
