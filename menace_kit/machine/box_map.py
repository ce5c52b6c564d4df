"""A map of boxes: a CSV file with a line for each box."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from menace_kit.errors import PositionError
from menace_kit.frozen import Frozen
from menace_kit.games import (
    Game,
    Marks,
    Move,
    Side,
    move_text,
    parse_board,
    parse_move,
    position_text,
    square_count,
)
from menace_kit.machine.boxes import Box
from menace_kit.machine.cabinets import Place
from menace_kit.machine.csv_table import CsvRow, Faults, csv_text, read_table

if TYPE_CHECKING:
    from menace_kit.machine.kit import Kit


COLUMNS = ("box", "side", "drawing", "beads", "start", "cabinet", "row", "drawer")
"""The columns that a map may have; only `drawing` is required."""


LONGEST_NAME = 12


MOST_BEADS = 99


LARGEST_PLACE = 1000


_MOVE = re.compile(r"(?<![^\s,;])([0-9]+(?:-[0-9]+)*)\s*=")


class MapLine(Frozen):
    """What a line says about a box; None or empty for what it leaves out.

    `name` is written on the box. `drawing` is the board as written, `cells` the same in the form
    that positions use, or None if it cannot be read. `beads` pairs moves on the drawing with
    colours. `start` is one number of beads for all of them, or one for each; without it the kit's
    rule applies.
    """

    row: CsvRow
    name: str
    drawing: str
    cells: str | None
    side: Side | None
    beads: tuple[tuple[Move, str], ...] | None
    start: tuple[int, ...]
    place: Place | None

    @property
    def called(self) -> str:
        """Return what messages call the box: its name, or else its drawing."""
        return f"box {self.name}" if self.name else f"the box {self.drawing or 'without a drawing'}"

    def fault(self, sentence: str) -> None:
        """Report what is wrong with the box; `sentence` continues after its name."""
        self.row.fault(self.called + sentence)


def read_map(path: Path, game: Game, marks: Marks, faults: Faults) -> list[MapLine]:
    """Return the lines of a map; mistakes in single lines go to `faults`.

    Raises MapError if the file is not a table.
    """
    table = read_table(path, COLUMNS, ("drawing",), faults)
    if not table.rows:
        faults.add("there is no box in it, only the names of columns")
        faults.tell()
    return [
        MapLine(
            row=row,
            name=row.read("box", _name, ""),
            drawing=" ".join(row.cells["drawing"].split()),
            cells=row.read("drawing", lambda text: _cells(text, game, marks), None),
            side=row.read("side", lambda text: _side(text, marks), None),
            beads=row.read("beads", _beads, ()),
            start=row.read("start", _start, ()),
            place=_place(row),
        )
        for row in table.rows
    ]


def _name(text: str) -> str:
    if text.startswith("-"):
        raise ValueError(
            f"{text[:40]!r} cannot be the name of a box: "
            "what begins with - is an option where commands are typed"
        )
    if len(text) > LONGEST_NAME or not text.isprintable() or any(sign in text for sign in ",;="):
        raise ValueError(
            f"{text[:40]!r} cannot be the number or name of a box: "
            f"at most {LONGEST_NAME} signs, no comma, ; or ="
        )
    return text


def _cells(text: str, game: Game, marks: Marks) -> str:
    if not text:
        raise ValueError(f"there is no drawing; an empty board is {'.' * square_count(game)}")
    try:
        return parse_board(game, text, marks)
    except PositionError as error:
        raise ValueError(f"the drawing cannot be read: {error}") from error


def _side(text: str, marks: Marks) -> Side | None:
    if not text:
        return None
    for side, mark in zip(Side, marks, strict=True):
        if text.casefold() in (side.value, mark.casefold()):
            return side
    raise ValueError(
        f"{text[:40]!r} is no side; write first or second, or {marks[0]} or {marks[1]}"
    )


def _beads(text: str) -> tuple[tuple[Move, str], ...] | None:
    """Return the pairs in `1=white 2=lilac` or `4-7=red`, or None for an empty text."""
    if not text:
        return None
    before, *parts = _MOVE.split(text)
    pairs = [
        (move, colour.strip(" ,;\t")) for move, colour in zip(parts[::2], parts[1::2], strict=True)
    ]
    bad = [colour for _, colour in pairs if not colour or "=" in colour]
    if (
        before.strip(" ,;")
        or bad
        or any(int(square) == 0 for move, _ in pairs for square in move.split("-"))
    ):
        raise ValueError(
            f"the beads {text[:60]!r} cannot be read; write square=colour, "
            "as in 1=white 2=lilac 5=gold, or arrows, as in 4-7=red; squares count from 1"
        )
    return tuple(
        (parse_move(move) if len(move) < 12 else (10**6,), colour) for move, colour in pairs
    )


def _start(text: str) -> tuple[int, ...]:
    parts = re.split(r"[\s,;]+", text) if text else []
    if not all(re.fullmatch("[0-9]{1,2}", part) and int(part) > 0 for part in parts):
        raise ValueError(
            f"the starting beads {text[:40]!r} cannot be read; write a number from 1 "
            f"to {MOST_BEADS}, or one for each colour in the order of the beads"
        )
    return tuple(map(int, parts))


def _place(row: CsvRow) -> Place | None:
    texts = {column: row.cells.get(column, "") for column in ("cabinet", "row", "drawer")}
    if not any(texts.values()):
        return None
    texts["cabinet"] = texts["cabinet"] or "1"
    wrong = [
        f"{column} {text[:20]!r}"
        for column, text in texts.items()
        if not re.fullmatch("[0-9]{1,4}", text) or not 1 <= int(text) <= LARGEST_PLACE
    ]
    if wrong:
        row.fault(
            f"the place cannot be read: {', '.join(wrong)}; "
            "a box stands in a row and a drawer, counted from 1"
        )
        return None
    return Place(*map(int, texts.values()))


def map_text(kit: "Kit") -> str:
    """Return a complete map of a kit's boxes as CSV; adopting it gives the same machine."""
    return map_of(kit.boxes, kit.spec.marks, kit.place)


def map_of(boxes: Sequence[Box], marks: Marks, place_of: Callable[[Box], Place | None]) -> str:
    """Return a map of boxes, a line for each; columns that would be empty are left out."""
    both = len({box.side for box in boxes}) > 1
    rows = []
    for box in boxes:
        starts = [str(bead.start) for bead in box.beads]
        beads = " ".join(f"{move_text(bead.move)}={bead.colour}" for bead in box.beads)
        start = starts[0] if len(set(starts)) == 1 else " ".join(starts)
        side = box.side.value if both else ""
        place = [str(number) for number in place_of(box) or ("", "", "")]
        rows.append([box.name, side, position_text(box.position, marks), beads, start, *place])
    kept = [number for number in range(len(COLUMNS)) if any(row[number] for row in rows)]
    return csv_text([row[number] for number in kept] for row in (COLUMNS, *rows))
