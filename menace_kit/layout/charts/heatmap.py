"""All boxes of a kit on one sheet, before and after: more beads make a square darker. In mm.

On request each square also shows the number of beads, as in the picture of A. van Woudenberg,
Thinking Inside the Matchbox, 2023.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.games import EMPTY
from menace_kit.layout.board import grid_marks, piece_marks, position_marks
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    THIN,
    WHITE,
    Anchor,
    Document,
    Marks,
    Page,
    Rectangle,
    Text,
)
from menace_kit.layout.page import PRINTABLE_BORDER
from menace_kit.layout.squares import Squares, board_height, cell_height
from menace_kit.layout.stacks import (
    Area,
    Part,
    Sized,
    across,
    down,
    fixed,
    framed,
    grow,
    inked,
    layered,
    nothing,
    padded,
    stroke,
    text,
    text_lines,
    tiled,
)
from menace_kit.layout.text.typesetting import (
    Fitted,
    cap_height,
    fitted,
    on_middle,
    shortened,
    text_width,
)
from menace_kit.layout.type_scale import SMALLEST
from menace_kit.machine import Box, Kit
from menace_kit.machine.learning import Contents
from menace_kit.text.kit_words import machine_title, paper_words
from menace_kit.text.sheet_words import group_words

SHEETS = (("A4", 297, 210), ("A3", 420, 297), ("A2", 594, 420), ("A1", 841, 594), ("A0", 1189, 841))
"""The sheets in landscape: name, width, height. The smallest with room for the boards is used."""

SMALLEST_SQUARE, LARGEST_SQUARE = 2.5, 36.0
"""Side of a board's square: a few boxes fill their panel, and a single one nearly does."""

BORDER = PRINTABLE_BORDER + 3.0
"""Printers leave more blank on large sheets."""

TITLE, HEAD, BODY, NUMBER = 16.0, 11.0, 8.0, SMALLEST
TOP = BORDER + 15.0
"""Where the panels begin, below the title and the line under it."""

FOOT = 14.0
"""Height of the legend below the panels."""

SAMPLE, BELOW_SAMPLES, LINE_BELOW = 5.0, 4.0, 3.2
"""Side of a sample in the legend, what is free below it, and how far below it a line stands."""

GUTTER = 14.0
"""Gap between the panels, before and after."""

PANEL_HEAD = 8.0
HEAD_AIR = 1.2
"""Space above a panel's name, which has two smaller lines if it is too long for one."""

STAGE_HEAD = 5.5
AIR = 0.28
"""Gap between two boards side by side, as a share of a board's width."""

NUMBER_GAP, BELOW_BOARD = 0.55, 1.2
NUMBER_ROOM = NUMBER_GAP + cap_height(NUMBER) + BELOW_BOARD
"""Height of a box's number above its board, with the space around it."""

SCALE = ((0.0, (236, 242, 249)), (0.5, (107, 163, 207)), (1.0, (8, 48, 107)))
"""Shades of one blue by share of beads: even without colour, a darker square has more."""

CROSS_INK = "#D55E00"
CROSS = layered(
    stroke((0, 0), (1, 1), 0.5, CROSS_INK),
    stroke((0, 1), (1, 0), 0.5, CROSS_INK),
)

COUNT_AIR, COUNT_AIR_SHARE = 0.35, 0.08
"""Space on each side between a number of beads and its square's edges: least, and share."""

COUNT_SHARE = 0.5
"""Largest height of such a number as a share of the square's side."""

DARK = 0.45
"""On a square with a larger share of the beads the number is white."""

BESIDE = 0.5
"""Size of a piece and a number that share a square, as a share of their usual size."""

ROOM_BESIDE = 1.5
"""How many times as large the least square is if a number is beside a piece."""


class Moments(NamedTuple):
    """What to compare: the boxes' contents before and after, and the names of both moments."""

    before: Contents
    after: Contents
    before_name: str
    after_name: str


class PanelGrid(NamedTuple):
    """The boxes in a panel: the side of a square, boxes in a row, and the height of all."""

    square: float
    columns: int
    height: float


class Counts(NamedTuple):
    """How numbers of beads fit squares: the least side of a square, and the widest number."""

    least: float
    widest: str

    @classmethod
    def of(cls, boxes: Iterable[Box], *contents: Contents) -> "Counts":
        """Return what leaves room for every number in these boxes at the smallest size of text."""
        numbers = {
            str(count)
            for box in boxes
            for each in contents
            for count in square_counts(box, each[box.number]).values()
        }
        widest = max(numbers, key=lambda number: text_width(number, SMALLEST))
        high = (
            cap_height(SMALLEST) / COUNT_SHARE * (ROOM_BESIDE if any(map(_beside, boxes)) else 1.0)
        )
        return cls(max(high, text_width(widest, SMALLEST) + 2 * COUNT_AIR), widest)

    def size(self, square: float) -> float:
        """Return the text size in points for squares of this side, the same for all numbers."""
        by_width = (square - 2 * max(COUNT_AIR, COUNT_AIR_SHARE * square)) / text_width(
            self.widest, 1.0
        )
        return max(SMALLEST, min(by_width, COUNT_SHARE * square / cap_height(1.0)))


def shade(share: float) -> str:
    """Return the colour of a square with this share of a box's beads, from 0 to 1."""
    for (low, lighter), (high, darker) in pairwise(SCALE):
        if share <= high:
            part = (share - low) / (high - low)
            mixed = [round(a + part * (b - a)) for a, b in zip(lighter, darker, strict=True)]
            return "#{:02X}{:02X}{:02X}".format(*mixed)
    raise ValueError(f"a share is from 0 to 1, not {share}")


def square_shares(box: Box, counts: Mapping[str, int]) -> dict[int, float]:
    """Return the share of the box's beads that move to each square, for squares with a bead.

    A move over several squares counts for its last one. If the box is empty, all are 0.
    """
    total = sum(counts.values())
    return {
        square: count / total if total else 0.0
        for square, count in square_counts(box, counts).items()
    }


def square_counts(box: Box, counts: Mapping[str, int]) -> dict[int, int]:
    """Return how many of the box's beads move to each square, for squares with a bead."""
    found: dict[int, int] = {}
    for bead in box.beads:
        found[bead.move[-1]] = found.get(bead.move[-1], 0) + counts[bead.colour]
    return found


def heatmap_document(kit: Kit, moments: Moments, below: str, with_counts: bool = False) -> Document:
    """Return the sheet; `below` is the line under its title.

    `with_counts` writes the number of beads in each square, and makes squares large enough for
    that. Raises FitError if no sheet is large enough.
    """
    words = paper_words(kit)
    counts = Counts.of(kit.boxes, moments.before, moments.after) if with_counts else None
    least = max(SMALLEST_SQUARE, counts.least) if counts else SMALLEST_SQUARE
    for sheet in SHEETS:
        grid = _grid(kit, *sheet[1:], least)
        if grid is not None:
            break
    else:
        raise FitError(
            f"the {len(kit.boxes):,} boxes of {kit.spec.name} do not fit on a sheet of A0"
        )
    name, width, height = sheet
    size = counts.size(grid.square) if counts else 0.0
    title = words("heatmap.title", name=machine_title(kit))
    room = width - 2 * BORDER
    panels = [
        down(fixed(PANEL_HEAD, partial(_panel_head, head)), *_stages(kit, contents, grid, size))
        for contents, head in (
            (moments.before, moments.before_name),
            (moments.after, moments.after_name),
        )
    ]
    drawn = down(
        fixed(5, _line(shortened(title, room, TITLE, True), TITLE, bold=True)),
        fixed(5.5, _line(shortened(below, room, HEAD), HEAD)),
        fixed(4.5),
        fixed(
            PANEL_HEAD + grid.height,
            layered(tiled(2, panels, GUTTER), stroke((0.5, 0), (0.5, 1), THIN, GREY)),
        ),
        grow(1),
        fixed(SAMPLE, _legend(kit, name)),
        fixed(BELOW_SAMPLES),
    )
    area = Area(BORDER, BORDER, room, height - 2 * BORDER)
    page = Page(width, height, tuple(drawn(area)))
    return Document("heatmap", title, kit.spec.name, kit.fingerprint, (page,))


def _line(told: str, size: float, bold: bool = False, colour: str = BLACK) -> Part:
    """Return a line of text that stands on the bottom of its area."""
    return text(told, size, bold, level=Anchor.END, colour=colour, margin=0)


def _grid(kit: Kit, width: float, height: float, least: float) -> PanelGrid | None:
    """Return the panel with the largest squares that fits twice on a sheet, or None."""
    room = (width - 2 * BORDER - GUTTER) / 2
    stages = [len(boxes) for boxes in kit.boxes_by_stage]
    heads = len(stages) * STAGE_HEAD
    high = height - TOP - PANEL_HEAD - FOOT - BORDER - heads
    rows, columns = kit.game.rows * cell_height(kit), kit.game.columns
    grids = []
    for abreast in range(1, max(stages) + 1):
        lines = sum(-(-count // abreast) for count in stages)
        by_width = room / (columns * (abreast + AIR * (abreast - 1)))
        by_height = (high - lines * NUMBER_ROOM) / (rows * lines)
        square = min(by_width, by_height, max(LARGEST_SQUARE, least))
        if square >= least:
            used = heads + lines * (NUMBER_ROOM + rows * square)
            grids.append(PanelGrid(square, abreast, used))
    return max(grids, key=lambda grid: (grid.square, -grid.height), default=None)


def _panel_head(head: str, area: Area) -> Marks:
    room = area.height - HEAD_AIR
    return fitted(head, area.width, room, HEAD, bold=True).marks(area.x, area.y + HEAD_AIR)


def _stages(kit: Kit, contents: Contents, grid: PanelGrid, size: float) -> Iterator[Sized]:
    """Yield all boxes at one moment, a block for each stage below its name."""
    wide = grid.square * kit.game.columns
    row = wide * (grid.columns * (1 + AIR) - AIR)
    high = NUMBER_ROOM + board_height(kit, grid.square)
    for boxes in kit.boxes_by_stage:
        told = _line(group_words(kit, boxes), BODY, bold=True, colour="#404040")
        yield fixed(STAGE_HEAD, padded(told, below=1.8))
        drawn = [_box(kit, box, contents[box.number], grid.square, size) for box in boxes]
        of_stage = across(fixed(row, tiled(grid.columns, drawn, wide * AIR)))
        yield fixed(-(-len(boxes) // grid.columns) * high, of_stage)


def _box(kit: Kit, box: Box, counts: Mapping[str, int], square: float, size: float) -> Part:
    """Return one box: its number, and its board with the shades and marks; crossed out if empty.

    The numbers of beads have this `size` in points; 0 leaves them out.
    """
    is_empty = not any(counts.values())
    size = 0.0 if is_empty else size

    def board(area: Area) -> Marks:
        squares = Squares(kit, area.x, area.y, square)
        for number, share in sorted(square_shares(box, counts).items()):
            corner = squares.corner(number)
            yield Rectangle(*corner, square, squares.high, 0, None, shade(share))
        yield from grid_marks(squares)
        yield Rectangle(area.x, area.y, *squares.size, THIN, GREY)
        beside = _beside(box) if size else set()
        cells = "".join(
            EMPTY if place in beside else cell for place, cell in enumerate(box.position.cells)
        )
        yield from position_marks(squares, cells)
        if size:
            yield from _count_marks(squares, box, counts, size)

    return down(
        fixed(cap_height(NUMBER) + NUMBER_GAP, text_lines(Fitted((box.name,), NUMBER))),
        layered(board, CROSS if is_empty else nothing),
        fixed(BELOW_BOARD),
    )


def _count_marks(squares: Squares, box: Box, counts: Mapping[str, int], size: float) -> Marks:
    """Yield the number of beads in each square; where something lies, small, beside it."""
    kit, square, tall = squares.kit, squares.side, squares.high
    shares = square_shares(box, counts)
    for number, count in sorted(square_counts(box, counts).items()):
        left, top = squares.corner(number)
        ink = WHITE if shares[number] > DARK else BLACK
        if number not in _beside(box):
            middle = squares.centre(number)
            yield on_middle(*middle, str(count), size, anchor=Anchor.MIDDLE, colour=ink)
            continue
        small = BESIDE * square
        yield Rectangle(left + THIN, top + THIN, small, tall * BESIDE, 0, None, WHITE)
        middle = left + THIN + small / 2, top + THIN + tall * BESIDE / 2
        yield from piece_marks(kit, box.position.cells[number], *middle, small)
        right, bottom = left + square - COUNT_AIR, top + tall - COUNT_AIR
        yield Text(
            right, bottom, str(count), max(SMALLEST, BESIDE * size), anchor=Anchor.END, colour=ink
        )


def _beside(box: Box) -> set[int]:
    """Return the squares with a piece to which a bead moves, or would if it could."""
    return {bead.move[-1] for bead in box.beads if box.position.cells[bead.move[-1]] != EMPTY}


def _legend(kit: Kit, sheet: str) -> Part:
    """Return the meaning of shades, cross and white squares, and the paper for real size."""
    words = paper_words(kit)
    white, made_for = words("heatmap.no-bead"), words("heatmap.sheet", sheet=sheet)

    def told(key: str) -> Sized:
        sentence = words(key)
        return fixed(text_width(sentence, BODY), text(sentence, BODY, margin=0))

    shades = [fixed(SAMPLE, _shade(percent)) for percent in range(0, 101, 10)]
    return across(
        told("heatmap.share"),
        fixed(3),
        *shades,
        fixed(8),
        fixed(SAMPLE, framed(CROSS, ink=GREY)),
        fixed(2),
        told("heatmap.empty"),
        fixed(8),
        fixed(SAMPLE, framed(ink=GREY)),
        fixed(2),
        layered(
            text(white, BODY, margin=0),
            _below(text(made_for, BODY, False, Anchor.END, Anchor.END, margin=0)),
        ),
    )


def _shade(percent: int) -> Part:
    """Return a sample of the shade for this share of the beads; some have it in words below."""
    told = text(f"{percent} %", 6, False, Anchor.MIDDLE, Anchor.END, margin=-SAMPLE)
    return layered(
        inked(shade(percent / 100)),
        nothing if percent % 50 else _below(told),
    )


def _below(part: Part) -> Part:
    """Return a part on the line below its sample."""
    return padded(part, above=SAMPLE, below=-LINE_BELOW)
