"""What marks cover, and which of them touch; for tests. All in mm."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple, TypeVar

from menace_kit.layout.cutting import GUIDE
from menace_kit.layout.label_style import LabelStyle
from menace_kit.layout.marks import (
    GREY,
    HAIRLINE,
    LIGHT_GREY,
    Circle,
    Curve,
    Document,
    Layer,
    Line,
    Mark,
    Page,
    Pattern,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.page import PRINTABLE_BORDER
from tests.layout.text_box import text_box

MarkT = TypeVar("MarkT", bound=Mark)

AIR = 0.1
"""Least distance between two things on a label."""


class Extent(NamedTuple):
    """The rectangle that a mark covers, including line widths."""

    left: float
    top: float
    right: float
    bottom: float

    def gap(self, other: "Extent") -> float:
        """Return the distance between the two; negative if they overlap."""
        return max(
            self.left - other.right,
            other.left - self.right,
            self.top - other.bottom,
            other.top - self.bottom,
        )

    def holds(self, other: "Extent", margin: float = 0) -> bool:
        """Return whether the other is inside, with this margin; 0.01 mm is tolerated."""
        return (
            other.left >= self.left + margin - 0.01
            and other.top >= self.top + margin - 0.01
            and other.right <= self.right - margin + 0.01
            and other.bottom <= self.bottom - margin + 0.01
        )


def extent(mark: Mark) -> Extent:
    match mark:
        case Text():
            return Extent(*text_box(mark))
        case Line():
            pen = mark.width / 2
            across = 0 if mark.y1 == mark.y2 else pen
            down = 0 if mark.x1 == mark.x2 else pen
            return Extent(
                min(mark.x1, mark.x2) - across,
                min(mark.y1, mark.y2) - down,
                max(mark.x1, mark.x2) + across,
                max(mark.y1, mark.y2) + down,
            )
        case Circle():
            reach = mark.radius + (mark.line / 2 if mark.stroke else 0)
            return Extent(mark.x - reach, mark.y - reach, mark.x + reach, mark.y + reach)
        case Pattern():
            return Extent(mark.x, mark.y, mark.x + mark.width, mark.y + mark.height)
        case Rectangle():
            pen = mark.line / 2 if mark.stroke else 0
            return Extent(
                mark.x - pen, mark.y - pen, mark.x + mark.width + pen, mark.y + mark.height + pen
            )
        case Polyline() | Curve():
            pen = mark.width / 2 if mark.stroke else 0
            xs, ys = zip(*mark.points, strict=True)
            return Extent(min(xs) - pen, min(ys) - pen, max(xs) + pen, max(ys) + pen)


def apart(one: Mark, other: Mark) -> float:
    """Return the distance between two marks; negative if they overlap."""
    for circle, thing in ((one, other), (other, one)):
        if isinstance(circle, Circle):
            reach = circle.radius + (circle.line / 2 if circle.stroke else 0)
            if isinstance(thing, Circle):
                across = math.hypot(circle.x - thing.x, circle.y - thing.y)
                return across - reach - thing.radius - (thing.line / 2 if thing.stroke else 0)
            return _distance(circle.x, circle.y, extent(thing)) - reach
    return extent(one).gap(extent(other))


def _distance(x: float, y: float, box: Extent) -> float:
    return math.hypot(max(box.left - x, 0, x - box.right), max(box.top - y, 0, y - box.bottom))


def in_circle(circle: Circle, mark: Mark) -> bool:
    """Return whether a mark is inside a circle's line."""
    box = extent(mark)
    far = max(
        math.hypot(x - circle.x, y - circle.y)
        for x in (box.left, box.right)
        for y in (box.top, box.bottom)
    )
    return far <= circle.radius - (circle.line / 2 if circle.stroke else 0) + 0.01


def label_faults(marks: Sequence[Mark], style: LabelStyle) -> list[str]:
    """Return what is wrong with a label whose front starts at 0, 0; empty if nothing touches."""
    outline = Extent(0, -style.above, style.width, style.height + style.below)
    corner = style.corner if not (style.above or style.below) else 0
    faults = []
    for mark in marks:
        if mark.layer is Layer.PRINT and not _inside(outline, corner, extent(mark)):
            faults.append(f"too near to the edge: {mark}")
    near: list[tuple[Extent, Mark]] = []
    for box, one in sorted(((extent(mark), mark) for mark in marks), key=lambda pair: pair[0].left):
        near = [pair for pair in near if pair[0].right > box.left - AIR]
        for other_box, other in near:
            level = other_box.top < box.bottom + AIR and box.top < other_box.bottom + AIR
            if (
                level
                and apart(one, other) < AIR
                and not (_may_touch(one, other) or _may_touch(other, one))
            ):
                faults.append(f"these touch: {one} / {other}")
        near.append((box, one))
    return faults


def _inside(outline: Extent, radius: float, box: Extent) -> bool:
    if not outline.holds(box, AIR):
        return False
    for x, centre_x in ((box.left, outline.left + radius), (box.right, outline.right - radius)):
        for y, centre_y in ((box.top, outline.top + radius), (box.bottom, outline.bottom - radius)):
            beyond_x = (x < centre_x) == (
                centre_x < (outline.left + outline.right) / 2
            ) and x != centre_x
            beyond_y = (y < centre_y) == (
                centre_y < (outline.top + outline.bottom) / 2
            ) and y != centre_y
            if beyond_x and beyond_y and math.hypot(x - centre_x, y - centre_y) > radius + 0.01:
                return False
    return True


def is_grid_line(mark: Mark) -> bool:
    return isinstance(mark, Line) and mark.colour == GREY and mark.width == 0.15


def is_arrow_head(mark: Mark) -> bool:
    """Return whether a mark is an arrow's head: the only coloured shape with many corners."""
    return isinstance(mark, Polyline) and mark.fill not in (None, "#000000", "#FFFFFF")


def is_match(mark: Mark) -> bool:
    return isinstance(mark, Polyline) and mark.fill == "#FFFFFF" and len(mark.points) == 4


def is_pawn(mark: Mark) -> bool:
    return isinstance(mark, Polyline) and mark.stroke is not None and len(mark.points) > 8


def is_piece(mark: Mark) -> bool:
    """Return whether a mark of a board is a pawn, a stroke of a player's mark, or a match's
    head.
    """
    if isinstance(mark, Circle):
        return mark.fill is None or (mark.fill == "#000000" and not mark.stroke)
    return is_pawn(mark) or (isinstance(mark, Line) and not is_grid_line(mark))


def covered_pieces(board: Sequence[Mark]) -> list[str]:
    """Return what is printed over a piece of a board."""
    return [
        f"{other} covers {piece}"
        for place, piece in enumerate(board)
        for other in board[place + 1 :]
        if is_piece(piece) and not is_piece(other) and apart(piece, other) < 0
    ]


def _shape_may_touch(one: Curve | Polyline, other: Mark) -> bool:
    """Return whether an arrow may touch something (it has its own tests), or a match its bead."""
    if isinstance(one, Curve) or is_arrow_head(one):
        return True
    bead = isinstance(other, Circle) or (isinstance(other, Text) and len(other.text) == 1)
    return is_match(one) and bead


def _may_touch(one: Mark, other: Mark) -> bool:
    """Return whether the first may touch the second: things on a board's lines, in a dot, field or
    ring.
    """
    if isinstance(one, Curve | Polyline):
        return _shape_may_touch(one, other)
    if is_grid_line(one):
        return (
            is_grid_line(other)
            or isinstance(other, Circle | Line | Polyline)
            or (isinstance(other, Text) and other.bold and len(other.text) == 1)
        )
    if isinstance(one, Circle) and isinstance(other, Text):
        return one.fill is not None and in_circle(one, other)
    if isinstance(one, Rectangle) and isinstance(other, Circle):
        return extent(one).holds(extent(other), AIR)
    # Two strokes that cross in their middles.
    if isinstance(one, Line) and isinstance(other, Line):
        middles = [((line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2) for line in (one, other)]
        return math.dist(*middles) < 0.001
    return (
        isinstance(one, Circle)
        and one.fill is None
        and isinstance(other, Line)
        and in_circle(one, other)
    )


def overlapping_texts(texts: Iterable[tuple[Extent, str]]) -> list[tuple[str, str]]:
    """Return overlapping texts, found from top to bottom, given what each covers."""
    found: list[tuple[str, str]] = []
    near: list[tuple[Extent, str]] = []
    for box, text in sorted(texts, key=lambda text: text[0].top):
        near = [(other, name) for other, name in near if other.bottom > box.top]
        found += [(name, text) for other, name in near if other.gap(box) < 0]
        near.append((box, text))
    return found


def page_faults(
    page: Page, border: float = PRINTABLE_BORDER, forgiven: Sequence[Extent] = ()
) -> list[str]:
    """Return what is wrong with a page: marks over its border, texts that overlap or are too small.

    Marks in the border are allowed inside `forgiven` rectangles: the labels of a ready-cut sheet.
    """
    printable = Extent(border, border, page.width - border, page.height - border)
    covered = [(extent(mark), mark) for mark in page.marks]
    texts = ((box, mark.text) for box, mark in covered if isinstance(mark, Text))
    faults = [f"texts overlap: {one!r} / {other!r}" for one, other in overlapping_texts(texts)]
    for box, mark in covered:
        if not printable.holds(box) and not any(cell.holds(box) for cell in forgiven):
            faults.append(f"outside the printable area: {mark}")
        if isinstance(mark, Text) and mark.size < 5:
            faults.append(f"too small to read: {mark}")
    return faults


def document_faults(document: Document) -> list[str]:
    return [fault for page in document.pages for fault in page_faults(page)]


def crowded_items(page: Page) -> list[str]:
    """Return texts that touch a tick box, or the dot of another bead."""
    faults = []
    rows: dict[int, list[tuple[Extent, str]]] = {}
    for mark in page.marks:
        if isinstance(mark, Text):
            rows.setdefault(round(mark.y), []).append((extent(mark), mark.text))
    for mark in page.marks:
        if isinstance(mark, Circle | Rectangle):
            box = extent(mark)
            for y in range(round(box.top), round(box.bottom) + 1):
                for text_box, text in rows.get(y, []):
                    inside = len(text) == 1 and box.holds(text_box)
                    if box.gap(text_box) < 0.2 and not inside:
                        faults.append(f"{text!r} touches {mark}")
    return faults


def texts_of(marks: Iterable[Mark]) -> Iterator[str]:
    return (mark.text for mark in marks if isinstance(mark, Text))


def marks_of(kind: type[MarkT], marks: Iterable[Mark]) -> list[MarkT]:
    return [mark for mark in marks if isinstance(mark, kind)]


def texts_in(document: Document) -> list[str]:
    return [text for page in document.pages for text in texts_of(page.marks)]


def outlines(page: Page) -> list[Rectangle]:
    """Return where to cut labels out of a page.

    For a label with tabs it is the rectangle around it; for labels between shared straight cuts,
    the fields with ink.
    """
    found = _between_straight_cuts(page)
    for mark in page.marks:
        if isinstance(mark, Rectangle) and mark.layer is Layer.CUT:
            found.append(mark)
        elif isinstance(mark, Polyline) and mark.layer is Layer.CUT:
            xs, ys = zip(*mark.points, strict=True)
            size = (max(xs) - min(xs), max(ys) - min(ys))
            found.append(
                Rectangle(min(xs), min(ys), *size, mark.width, mark.stroke, layer=Layer.CUT)
            )
    return found


def _between_straight_cuts(page: Page) -> list[Rectangle]:
    cuts = [mark for mark in page.marks if isinstance(mark, Line) and mark.layer is Layer.CUT]
    across = sorted(cut.x1 for cut in cuts if cut.x1 == cut.x2)
    down = sorted(cut.y1 for cut in cuts if cut.y1 == cut.y2)
    texts = [extent(mark) for mark in page.marks if isinstance(mark, Text)]
    found = []
    for (top, bottom), (left, right) in product(pairwise(down), pairwise(across)):
        field = Extent(left, top, right, bottom)
        if any(field.holds(text) for text in texts):
            size = (right - left, bottom - top)
            found.append(Rectangle(left, top, *size, HAIRLINE, LIGHT_GREY, layer=Layer.CUT))
    return found


def guides(page: Page) -> list[Line]:
    return [mark for mark in page.marks if isinstance(mark, Line) and mark.colour == GUIDE]
