"""What is in somebody's boxes now, from a table of counts that is checked against the kit."""

import re
from pathlib import Path

from menace_kit.errors import MapError, UnknownNameError
from menace_kit.machine.adoption_table import Faults, Row, read_table
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit

MOST_COUNTED = 9999

Counts = dict[int, dict[str, int]]
"""Number of a box -> colour -> beads."""


def read_counts(kit: Kit, path: Path) -> Counts:
    """Return what every box holds by a CSV file; MapError has a line for each fault.

    Its columns are `box` and one for each colour, left blank where a box never holds the colour; or `box`, `colour`
    and `count`, a line for each. As the lists of boxes and of contents have them, `number` is read as `box`, with
    `name` beside it for boxes that have one, and `total` is compared.
    """
    colours = [colour.name for colour in kit.colours]
    known = ["box", "number", "name", "total", "colour", "count", *colours]
    faults = Faults(str(path))
    table = read_table(path, known, (), faults)
    column = "box" if "box" in table.columns else "number"
    if column not in table.columns:
        raise MapError(f"{path}: there is no column 'box', and it is needed")
    long = "colour" in table.columns or "count" in table.columns
    if long and not {"colour", "count"} <= set(table.columns):
        raise MapError(f"{path}: colour and count go together, a line for each colour of a box")
    found: dict[tuple[int, str], int] = {}
    for row in table.rows:
        box = _box(kit, row.cells.get("name") or row.cells[column], row.line, faults)
        if box and long:
            _take_one(kit, box, row, found, faults)
        elif box:
            _take_all(box, colours, row, found, faults)
    for box in kit.boxes:
        missing = [colour for colour in box.moves if (box.number, colour) not in found]
        if missing:
            faults.add(f"box {box.name}: no count of {', '.join(missing)}")
    faults.tell()
    return {box.number: {colour: found[box.number, colour] for colour in box.moves} for box in kit.boxes}


def _box(kit: Kit, text: str, line: int, faults: Faults) -> Box | None:
    try:
        return kit.box_named(text)
    except UnknownNameError as error:
        # Lists with a column of numbers have them for the boxes with names, too; no other box has such a number.
        if text.isascii() and text.isdecimal() and int(text) in kit.indices:
            return kit.box(int(text))
        faults.add(str(error), line)
        return None


def _take_one(kit: Kit, box: Box, row: Row, found: dict[tuple[int, str], int], faults: Faults) -> None:
    """Take in a line with one colour of a box."""
    spelled = {colour.name.casefold(): colour.name for colour in kit.colours}
    colour = spelled.get(row.cells["colour"].casefold())
    if colour is None:
        faults.add(
            f"there is no colour {row.cells['colour'][:24]!r}; there are: {', '.join(spelled)}", row.line
        )
    else:
        _take(box, colour, row.cells["count"], row.line, found, faults)


def _take_all(
    box: Box, colours: list[str], row: Row, found: dict[tuple[int, str], int], faults: Faults
) -> None:
    """Take in a line with all colours of a box."""
    counted = 0
    for colour in colours:
        text = row.cells.get(colour.casefold(), "")
        if text:
            _take(box, colour, text, row.line, found, faults)
            counted += found.get((box.number, colour), 0)
    total = row.cells.get("total", "")
    if total and total != str(counted):
        faults.add(f"box {box.name}: its colours add up to {counted}, the total says {total[:20]}", row.line)


def _take(
    box: Box, colour: str, text: str, line: int, found: dict[tuple[int, str], int], faults: Faults
) -> None:
    if not re.fullmatch("[0-9]{1,4}", text):
        faults.add(f"box {box.name}: {text[:20]!r} is no count of {colour}; 0 to {MOST_COUNTED} can be", line)
    elif colour not in box.moves:
        if int(text):
            faults.add(f"box {box.name} never holds {colour}; it holds: {', '.join(box.moves)}", line)
    elif (box.number, colour) in found:
        faults.add(f"box {box.name}: {colour} was counted on a line before", line)
    else:
        found[box.number, colour] = int(text)
