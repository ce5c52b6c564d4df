"""The lines of a map, the list of somebody's boxes: what each says of a box, before it is held against a machine."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from menace_kit.errors import PositionError
from menace_kit.games import Game, Move, Side
from menace_kit.games.notation import parse_cells, parse_move
from menace_kit.machine.adoption_table import Faults, Row, read_table
from menace_kit.machine.cabinet import Place

COLUMNS = ("box", "side", "drawing", "beads", "start", "cabinet", "row", "drawer")
"""The columns that a map may have; only the drawing is needed."""

LONGEST_NAME = 12
MOST_BEADS = 99
LARGEST_PLACE = 1000

_MOVE = re.compile(r"(?<![^\s,;])([0-9]+(?:-[0-9]+)*)\s*=")


@dataclass(frozen=True)
class MapLine:
    """What a line says of a box.

    Attributes:
        line: its number in the file, from 1.
        name: what stands on the box; empty where nothing does.
        drawing: the board as it was written.
        cells: the board as positions have it; None where it cannot be read.
        side: whose box it is; None where the line does not say.
        beads: move on the drawing, and colour; None where the line leaves them to the kit's rule.
        start: beads of each kind, one number for all or one for each; empty where the kit's rule holds.
        place: where the box stands; None where the line does not say.
    """

    line: int
    name: str
    drawing: str
    cells: str | None
    side: Side | None
    beads: tuple[tuple[Move, str], ...] | None
    start: tuple[int, ...]
    place: Place | None

    @property
    def called(self) -> str:
        """Return what messages call the box: by its name, or else by its drawing."""
        return f"box {self.name}" if self.name else f"the box {self.drawing or 'without a drawing'}"


def read_map(
    path: Path,
    game: Game,
    marks: tuple[str, str],
    faults: Faults,
    printable: Callable[[str], bool] = str.isprintable,
) -> list[MapLine]:
    """Return the lines of a map; MapError where it is no table, `faults` gets what is wrong with single lines.

    `printable` tells whether a name can stand on a label.
    """
    table = read_table(path, COLUMNS, ("drawing",), faults)
    if not table.rows:
        faults.add("there is no box in it, only the names of columns")
        faults.tell()
    return [_line(row, game, marks, faults, printable) for row in table.rows]


def _line(
    row: Row, game: Game, marks: tuple[str, str], faults: Faults, printable: Callable[[str], bool]
) -> MapLine:
    def complain(sentence: str) -> None:
        faults.add(sentence, row.line)

    text = row.cells.get
    drawing = " ".join(row.cells["drawing"].split())
    return MapLine(
        line=row.line,
        name=_name(text("box", ""), complain, printable),
        drawing=drawing,
        cells=_cells(row.cells["drawing"], game, marks, complain),
        side=_side(text("side", ""), marks, complain),
        beads=_beads(text("beads", ""), complain),
        start=_start(text("start", ""), complain),
        place=_place(row, complain),
    )


def _name(text: str, complain: Callable[[str], None], printable: Callable[[str], bool]) -> str:
    if text.startswith("-"):
        complain(
            f"{text[:40]!r} cannot be the name of a box: what begins with - is an option where commands are typed"
        )
        return ""
    if len(text) > LONGEST_NAME or not text.isprintable() or any(sign in text for sign in ",;="):
        complain(
            f"{text[:40]!r} cannot be the number or name of a box: at most {LONGEST_NAME} signs, no comma, ; or ="
        )
        return ""
    if not printable(text):
        unknown = "".join(dict.fromkeys(sign for sign in text if not printable(sign)))
        complain(
            f"{text!r} cannot be printed on a label: the font has no {', '.join(unknown)}; give the box another name"
        )
        return ""
    return text


def _cells(text: str, game: Game, marks: tuple[str, str], complain: Callable[[str], None]) -> str | None:
    if not text:
        complain(f"there is no drawing; an empty board is {'.' * game.rows * game.columns}")
        return None
    try:
        return parse_cells(text, game.rows * game.columns, marks)
    except PositionError as error:
        complain(f"the drawing cannot be read: {error}")
        return None


def _side(text: str, marks: tuple[str, str], complain: Callable[[str], None]) -> Side | None:
    if not text:
        return None
    for side, mark in zip(Side, marks, strict=True):
        if text.casefold() in (side.value, mark.casefold()):
            return side
    complain(f"{text[:40]!r} is no side; write first or second, or {marks[0]} or {marks[1]}")
    return None


def _beads(text: str, complain: Callable[[str], None]) -> tuple[tuple[Move, str], ...] | None:
    """Return the pairs of `1=white 2=lilac` or `4-7=red`; None where there is nothing."""
    if not text:
        return None
    found = list(_MOVE.finditer(text))
    ends = [*(match.start() for match in found[1:]), *([len(text)] if found else [])]
    pairs = [
        (match[1], text[match.end() : end].strip(" ,;\t")) for match, end in zip(found, ends, strict=True)
    ]
    before = text[: found[0].start()] if found else text
    bad = [colour for _, colour in pairs if not colour or "=" in colour]
    if before.strip(" ,;") or bad or any(int(square) == 0 for move, _ in pairs for square in move.split("-")):
        complain(
            f"the beads {text[:60]!r} cannot be read; write square=colour, as in 1=white 2=lilac 5=gold, or arrows, "
            "as in 4-7=red; squares count from 1"
        )
        return ()
    return tuple((parse_move(move) if len(move) < 12 else (10**6,), colour) for move, colour in pairs)


def _start(text: str, complain: Callable[[str], None]) -> tuple[int, ...]:
    parts = re.split(r"[\s,;]+", text) if text else []
    if not all(re.fullmatch("[0-9]{1,2}", part) and int(part) > 0 for part in parts):
        complain(
            f"the starting beads {text[:40]!r} cannot be read; write a number from 1 to {MOST_BEADS}, or one for each "
            "colour in the order of the beads"
        )
        return ()
    return tuple(map(int, parts))


def _place(row: Row, complain: Callable[[str], None]) -> Place | None:
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
        complain(
            f"the place cannot be read: {', '.join(wrong)}; a box stands in a row and a drawer, counted from 1"
        )
        return None
    return Place(*map(int, texts.values()))
