"""The boards of a cabinet for a laser cutter: its pieces row by row on board sheets of the kit's size. All in mm.

Cuts are on the layer `cut`; names and head lines are on the layer `print`, to be engraved or switched off.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, product

from menace_kit.errors import FitError
from menace_kit.layout.marks import BLACK, GREY, Anchor, Document, Layer, Mark, Medium, Polyline, Text
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER, Frame
from menace_kit.layout.text import cap_height, text_width
from menace_kit.machine.carpentry import Piece, carpentry, needed_cabinet
from menace_kit.machine.kit import Kit
from menace_kit.machine.outline import Point
from menace_kit.text import Words

EDGE = PRINTABLE_BORDER
"""What stays free at the edges of a sheet; above, the head line needs more."""

SPACING = 3.0
CUT_LINE = 0.1
NAME_SIZES = (8.0, 7.0, 6.0, 5.0)


@dataclass(frozen=True)
class _Blank:
    """A piece as it lies on a sheet, turned by a quarter or not, from the top left corner of what the laser cuts."""

    piece: Piece
    turned: bool
    kerf: float

    @property
    def size(self) -> Point:
        """Return how much room it takes, the laser's way round it included."""
        sizes = (self.piece.width + self.kerf, self.piece.height + self.kerf)
        return (sizes[1], sizes[0]) if self.turned else sizes

    def marks(self, name: str, x: float, y: float) -> Iterator[Mark]:
        """Yield its cut and, where there is room, its name on it, its top left corner at x, y."""
        half = self.kerf / 2
        points = (
            (x + half + (self.piece.height - v if self.turned else u), y + half + (u if self.turned else v))
            for u, v in self.piece.cut(self.kerf)
        )
        yield Polyline(tuple(points), CUT_LINE, BLACK, None, Layer.CUT)
        room, left, baseline = self._name_place()
        for size in NAME_SIZES:
            if text_width(name, size) <= room:
                down = baseline + cap_height(size) / 2
                yield Text(x + left, y + down, name, size, False, Anchor.MIDDLE, GREY)
                break

    def _name_place(self) -> tuple[float, float, float]:
        """Return how wide a name may be, and where its middle is: on the half of a divider that has no slots."""
        width, height = self.size
        rim = self.piece.thickness + 1
        if self.piece.name not in ("shelf", "upright"):
            return width - 2 * rim, width / 2, height / 2
        if self.turned:  # the slots are open at the right
            return width / 2 - 2, width / 4, height / 2
        return width - 2, width / 2, height * 3 / 4


@dataclass(frozen=True)
class _Placed:
    blank: _Blank
    x: float
    y: float


def cut_cabinet_document(kit: Kit, words: Words, name: str = "cut-cabinet") -> Document:
    """Return the sheets for one cabinet, those of each thickness of board by themselves.

    KitError where the kit has no cabinet or its measures cannot be built, FitError where a piece is too large for a
    sheet.
    """
    cabinet = needed_cabinet(kit)
    width, height = max(cabinet.sheet), min(cabinet.sheet)
    pieces = sorted(carpentry(kit).pieces, key=lambda piece: -piece.thickness)
    _refuse_too_large(kit, words, pieces, width, height)
    sheets: list[tuple[float, list[_Placed]]] = []
    for thickness, group in groupby(pieces, key=lambda piece: piece.thickness):
        nested = _nested(list(group), cabinet.kerf, width, height)
        sheets += [(thickness, sheet) for sheet in nested]
    frame, pages = Frame(kit, words, EDGE, sheet=(width, height)), []
    for number, (thickness, sheet) in enumerate(sheets, start=1):
        marks: list[Mark] = []
        for placed in sheet:
            piece = words(f"cut-cabinet.piece-{placed.blank.piece.name}")
            marks += placed.blank.marks(piece, placed.x, placed.y)
        subject = _subject(kit, words, thickness, width, height)
        pages.append(frame.page(marks, number, len(sheets), subject))
    return frame.bound(name, words("cut-cabinet.title"), pages, Medium.BOARD)


def _subject(kit: Kit, words: Words, thickness: float, width: float, height: float) -> str:
    facts = {"thickness": f"{thickness:g}", "width": f"{width:g}", "height": f"{height:g}"}
    return f"{words('cut-cabinet.sheet', **facts)}  ·  {words('cut-cabinet.cabinets', n=kit.cabinets)}"


def _room(width: float, height: float) -> Point:
    """Return how much of a sheet pieces may lie on."""
    return width - 2 * EDGE, height - HEADER_BOTTOM - EDGE


def _refuse_too_large(kit: Kit, words: Words, pieces: Sequence[Piece], width: float, height: float) -> None:
    """Raise FitError for the first piece that does not fit on a sheet, with the smallest sheet for all of them."""
    kerf = needed_cabinet(kit).kerf
    free_width, free_height = _room(0, 0)
    needs = [
        (
            max(piece.width, piece.height) + kerf - free_width,
            min(piece.width, piece.height) + kerf - free_height,
        )
        for piece in pieces
    ]
    smallest = [math.ceil(max(side)) for side in zip(*needs, strict=True)]
    for piece, (wide, high) in zip(pieces, needs, strict=True):
        if wide > width or high > height:
            raise FitError(
                f"{kit.source}: cabinet.sheet: {words(f'cut-cabinet.piece-{piece.name}')}, {piece.width:.1f} x "
                f"{piece.height:.1f} mm, does not fit on a sheet of {width:g} x {height:g} mm; the smallest sheet for "
                f"this cabinet is {smallest[0]} x {smallest[1]} mm"
            )


def _nested(pieces: Sequence[Piece], kerf: float, width: float, height: float) -> list[list[_Placed]]:
    """Return the sheets for pieces of one thickness: each kind along the sheet or across, whatever takes fewest."""
    room = _room(width, height)
    found: list[list[_Placed]] | None = None
    for turns in product((False, True), repeat=len(pieces)):
        blanks = [_Blank(piece, turned, kerf) for piece, turned in zip(pieces, turns, strict=True)]
        if any(blank.size[0] > room[0] or blank.size[1] > room[1] for blank in blanks):
            continue
        blanks.sort(key=lambda blank: -blank.size[1])
        sheets = _rows([blank for blank in blanks for _ in range(blank.piece.count)], room)
        if found is None or len(sheets) < len(found):
            found = sheets
    return found or []


def _rows(blanks: Sequence[_Blank], room: Point) -> list[list[_Placed]]:
    """Return the pieces row by row, the highest first, each in the first row that has room for it."""
    rows: list[list[float]] = []  # of each row: sheet, top, how much of its width is taken, its height
    bottoms: list[float] = []  # of each sheet: where the next row begins
    sheets: list[list[_Placed]] = []
    for blank in blanks:
        width, height = blank.size
        row = next((row for row in rows if row[2] + width <= room[0] and height <= row[3]), None)
        if row is None:
            sheet = next((n for n, bottom in enumerate(bottoms) if bottom + height <= room[1]), len(sheets))
            if sheet == len(sheets):
                sheets.append([])
                bottoms.append(0)
            row = [sheet, bottoms[sheet], 0, height]
            rows.append(row)
            bottoms[sheet] += height + SPACING
        sheets[int(row[0])].append(_Placed(blank, EDGE + row[2], HEADER_BOTTOM + row[1]))
        row[2] += width + SPACING
    return sheets
