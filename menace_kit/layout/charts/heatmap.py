"""All boxes of a kit on one sheet, before and after: more beads make a square darker. In mm.

On request each square also shows the number of beads, as in the picture of A. van Woudenberg,
Thinking Inside the Matchbox, 2023.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    Line,
    Mark,
    Page,
    Rectangle,
    Text,
)
from menace_kit.layout.page import PRINTABLE_BORDER
from menace_kit.layout.squares import Squares, board_height, cell_height
from menace_kit.layout.text.typesetting import (
    cap_height,
    fitted,
    on_middle,
    one_line,
    shortened,
    text_width,
)
from menace_kit.layout.type_scale import SMALLEST
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
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

GUTTER = 14.0
"""Gap between the panels, before and after."""

PANEL_HEAD = 8.0
HEAD_AIR = 1.2
"""Space above a panel's name, which has two smaller lines if it is too long for one."""

STAGE_HEAD = 5.5
AIR = 0.28
"""Gap between two boards side by side, as a share of a board's width."""

NUMBER_GAP = 0.55
NUMBER_ROOM = NUMBER_GAP + cap_height(NUMBER) + 1.2
"""Height of a box's number above its board, with the space around it."""

SCALE = ((0.0, (236, 242, 249)), (0.5, (107, 163, 207)), (1.0, (8, 48, 107)))
"""Shades of one blue by share of beads: even without colour, a darker square has more."""

CROSS = "#D55E00"

COUNT_AIR, COUNT_AIR_SHARE = 0.35, 0.08
"""Space on each side between a number of beads and its square's edges: least, and share."""

COUNT_SHARE = 0.5
"""Largest height of such a number as a share of the square's side."""

LARGER = 1.5
"""How many times as large as the smallest numbers of beads the others may be."""

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


class Block(NamedTuple):
    """The boxes of one stage in a panel: the side of a square, and boxes in a row."""

    square: float
    columns: int


class PanelGrid(NamedTuple):
    """The boxes in a panel: the side of equal squares, a block for each stage, the height."""

    square: float
    blocks: tuple[Block, ...]
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

    `with_counts` writes the number of beads in each square, and makes the squares of a stage large
    enough for that. Raises FitError if no sheet is large enough.
    """
    words = paper_words(kit)
    stages = kit.boxes_by_stage if with_counts else ()
    numbers = [Counts.of(boxes, moments.before, moments.after) for boxes in stages]
    for sheet in SHEETS:
        grid = _grid(kit, *sheet[1:], numbers)
        if grid is not None:
            break
    else:
        raise FitError(
            f"the {len(kit.boxes):,} boxes of {kit.spec.name} do not fit on a sheet of A0"
        )
    name, width, height = sheet
    title = words("heatmap.title", name=machine_title(kit))
    room = width - 2 * BORDER
    marks: list[Mark] = [
        Text(BORDER, BORDER + 5, shortened(title, room, TITLE, True), TITLE, True),
        Text(BORDER, BORDER + 10.5, shortened(below, room, HEAD), HEAD),
    ]
    panel_width = (room - GUTTER) / 2
    for left, contents, head in (
        (BORDER, moments.before, moments.before_name),
        (BORDER + panel_width + GUTTER, moments.after, moments.after_name),
    ):
        lines = fitted(head, panel_width, PANEL_HEAD - HEAD_AIR, HEAD, bold=True)
        marks += lines.marks(left, TOP + HEAD_AIR)
        marks += _panel(kit, contents, grid, numbers, left, TOP + PANEL_HEAD)
    middle = width / 2
    marks.append(Line(middle, TOP, middle, TOP + PANEL_HEAD + grid.height, THIN, GREY))
    marks += _legend(kit, name, width, height)
    return Document(
        "heatmap", title, kit.spec.name, kit.fingerprint, (Page(width, height, tuple(marks)),)
    )


def _grid(kit: Kit, width: float, height: float, numbers: Sequence[Counts]) -> PanelGrid | None:
    """Return the panel with the largest squares that fits twice on a sheet, or None.

    All boxes are equal if possible. Otherwise the first stages, whose numbers of beads need more
    room, have larger squares than the others.
    """
    room = (width - 2 * BORDER - GUTTER) / 2
    stages = [len(boxes) for boxes in kit.boxes_by_stage]
    high = height - TOP - PANEL_HEAD - FOOT - BORDER - len(stages) * STAGE_HEAD
    rows, columns = kit.game.rows * cell_height(kit), kit.game.columns
    needs = [max(SMALLEST_SQUARE, each.least) for each in numbers] or [SMALLEST_SQUARE] * len(
        stages
    )
    for least in sorted(set(needs), reverse=True):
        grids, most = (
            [],
            min((need for need in needs if need > least), default=max(LARGEST_SQUARE, least)),
        )
        larger = [
            Block(need, _across(room, columns * need)) if need > least else None for need in needs
        ]
        alike = [count for count, block in zip(stages, larger, strict=True) if block is None]
        taken = sum(
            -(-count // max(1, block.columns)) * (NUMBER_ROOM + rows * block.square)
            for count, block in zip(stages, larger, strict=True)
            if block is not None
        )
        for across in range(1, max(alike) + 1):
            lines = sum(-(-count // across) for count in alike)
            by_width = room / (columns * (across + AIR * (across - 1)))
            by_height = (high - taken - lines * NUMBER_ROOM) / (rows * lines)
            square = min(by_width, by_height, most)
            if square >= least and all(block is None or block.columns for block in larger):
                blocks = tuple(block or Block(square, across) for block in larger)
                used = len(stages) * STAGE_HEAD + taken + lines * (NUMBER_ROOM + rows * square)
                grids.append(PanelGrid(square, blocks, used))
        if grids:
            return max(grids, key=lambda grid: (grid.square, -grid.height))
    return None


def _across(room: float, width: float) -> int:
    """Return how many boards of this width fit side by side."""
    return int((room / width + AIR) / (1 + AIR) + 1e-9)


def _panel(
    kit: Kit,
    contents: Contents,
    grid: PanelGrid,
    numbers: Sequence[Counts],
    left: float,
    top: float,
) -> Iterator[Mark]:
    """Yield all boxes at one moment, a block for each stage."""
    sizes = [each.size(block.square) for each, block in zip(numbers, grid.blocks, strict=False)]
    for stage, (boxes, (square, across)) in enumerate(
        zip(kit.boxes_by_stage, grid.blocks, strict=True)
    ):
        pitch_x = square * kit.game.columns * (1 + AIR)
        pitch_y = NUMBER_ROOM + board_height(kit, square)
        size = min(sizes[stage], LARGER * min(sizes)) if sizes else 0.0
        yield Text(left, top + 3.7, group_words(kit, boxes), BODY, True, colour="#404040")
        top += STAGE_HEAD
        for place, box in enumerate(boxes):
            row, column = divmod(place, across)
            x, y = left + column * pitch_x, top + row * pitch_y
            yield Text(x, y + cap_height(NUMBER), box.name, NUMBER)
            squares = Squares(kit, x, y + cap_height(NUMBER) + NUMBER_GAP, square)
            yield from _box_marks(squares, box, contents[box.number], size)
        top += -(-len(boxes) // across) * pitch_y


def _box_marks(
    squares: Squares, box: Box, counts: Mapping[str, int], size: float
) -> Iterator[Mark]:
    """Yield one box: its board with the shades and marks, and a cross where no bead is left.

    The numbers of beads have this `size` in points; 0 leaves them out.
    """
    _, x, y, square = squares
    wide, high = squares.size
    for number, share in sorted(square_shares(box, counts).items()):
        corner = squares.corner(number)
        yield Rectangle(*corner, square, squares.high, 0, None, shade(share))
    yield from grid_marks(squares)
    yield Rectangle(x, y, wide, high, THIN, GREY)
    beside = _beside(box) if size and any(counts.values()) else set()
    cells = "".join(
        EMPTY if place in beside else cell for place, cell in enumerate(box.position.cells)
    )
    yield from position_marks(squares, cells)
    if not sum(counts.values()):
        right, bottom = x + wide, y + high
        yield Line(x, y, right, bottom, 0.5, CROSS)
        yield Line(x, bottom, right, y, 0.5, CROSS)
    elif size:
        yield from _count_marks(squares, box, counts, size)


def _count_marks(
    squares: Squares, box: Box, counts: Mapping[str, int], size: float
) -> Iterator[Mark]:
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


def _legend(kit: Kit, sheet: str, width: float, height: float) -> Iterator[Mark]:
    """Yield the meaning of shades, cross and white squares, and the paper for real size."""
    words = paper_words(kit)
    top, side = height - BORDER - 9, 5.0
    baseline = top + side / 2 + cap_height(BODY) / 2
    x = BORDER
    yield Text(x, baseline, words("heatmap.share"), BODY)
    x += text_width(words("heatmap.share"), BODY) + 3
    for percent in range(0, 101, 10):
        yield Rectangle(x, top, side, side, 0, None, shade(percent / 100))
        if percent % 50 == 0:
            yield Text(x + side / 2, top + side + 3.2, f"{percent} %", 6, anchor=Anchor.MIDDLE)
        x += side
    x += 8
    yield Rectangle(x, top, side, side, THIN, GREY)
    yield Line(x, top, x + side, top + side, 0.5, CROSS)
    yield Line(x, top + side, x + side, top, 0.5, CROSS)
    yield Text(x + side + 2, baseline, words("heatmap.empty"), BODY)
    x += side + 2 + text_width(words("heatmap.empty"), BODY) + 8
    yield Rectangle(x, top, side, side, THIN, GREY)
    x += side + 2
    white, made_for = words("heatmap.no-bead"), words("heatmap.sheet", sheet=sheet)
    yield one_line(x, baseline, white, width - BORDER - x, BODY)
    if x + text_width(white, BODY) + 4 + text_width(made_for, BODY) > width - BORDER:
        baseline = top + side + 3.2  # on a small sheet it has its own line
    yield Text(width - BORDER, baseline, made_for, BODY, anchor=Anchor.END, colour=BLACK)
