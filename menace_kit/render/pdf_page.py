"""A page's marks as PDF operators (ISO 32000-1, 8.5 and 9.4).

Lengths are in points from the page's lower left corner.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from menace_kit.layout.marks import (
    MM_PER_POINT,
    Anchor,
    Circle,
    Curve,
    Line,
    Mark,
    Page,
    PageNumber,
    Pattern,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.text.typesetting import text_width

POINTS = 1 / MM_PER_POINT
ROUND_JOIN = 1

MITRE_LIMIT = 4
"""Corners sharper than this are cut off, as in SVG; the default of PDF is 10."""

ARC = 4 / 3 * (2**0.5 - 1)
"""Distance of the control points from the ends of a curve for a quarter circle, in radii."""


class Stamp(NamedTuple):
    """A circle that is drawn once and stamped wherever it occurs. Lengths are in mm.

    A page has hundreds of circles of few kinds.
    """

    radius: float
    line: float
    stroke: str | None
    fill: str | None

    @property
    def name(self) -> str:
        """Return its name in a file; names have no spaces, and a use of their own for `#`."""
        return f"circle-{self.radius:.3f}-{self.line:.3f}-{self.stroke}-{self.fill}".replace(
            "#", ""
        )


class Stamped(NamedTuple):
    """A stamp and its position, as operands."""

    place: str
    stamp: Stamp


class Lettering(NamedTuple):
    """A text, where it begins, as operands, and its size in points."""

    place: str
    text: str
    bold: bool
    size: float


class Numbered(NamedTuple):
    """A page number, which a print pack counts anew, on a page `height` points high."""

    mark: PageNumber
    height: float


class DrawnPage(NamedTuple):
    """A page as operators, with parts that each file names or numbers itself; size in points."""

    size: tuple[float, float]
    parts: tuple[str | Stamped | Lettering | Numbered, ...]


def draw_page(page: Page) -> DrawnPage:
    """Return a page as PDF operators."""
    pen = _Pen(page.height)
    for mark in page.marks:
        pen.draw(mark)
    return DrawnPage((page.width * POINTS, page.height * POINTS), tuple(pen.parts))


class _Pen:
    """Draws marks on a page `height` mm high; sets colours and widths only when they change."""

    def __init__(self, height: float = 0.0) -> None:
        self.parts: list[str | Stamped | Lettering | Numbered] = []
        self._height = height * POINTS
        self._set: dict[str, object] = {}
        self._draw: dict[type[Mark], Callable[[Any], None]] = {
            Line: self._line,
            Circle: self._circle,
            Rectangle: self._rectangle,
            Polyline: self._polyline,
            Curve: self._curve,
            Pattern: self._pattern,
            Text: self._text,
            PageNumber: self._page_number,
        }

    def draw(self, mark: Mark) -> None:
        self._draw[type(mark)](mark)

    def _line(self, mark: Line) -> None:
        self._ink(mark.colour, mark.width, mark.dash)
        high = self._height
        self.parts.append(
            f"{mark.x1 * POINTS:.2f} {high - mark.y1 * POINTS:.2f} m "
            f"{mark.x2 * POINTS:.2f} {high - mark.y2 * POINTS:.2f} l S"
        )

    def _circle(self, mark: Circle) -> None:
        stamp = Stamp(mark.radius, mark.line, mark.stroke, mark.fill)
        self.parts.append(Stamped(self._point(mark.x, mark.y), stamp))

    def stamp(self, stamp: Stamp) -> None:
        """Draw a stamp around the origin."""
        paint = self._paint(stamp.stroke, stamp.line, stamp.fill)
        reach = stamp.radius * POINTS
        self.parts.append(f"{_rounded(-reach, -reach, reach, reach, reach)} {paint}")

    def _rectangle(self, mark: Rectangle) -> None:
        paint = self._paint(mark.stroke, mark.line, mark.fill)
        left, low = mark.x * POINTS, self._height - (mark.y + mark.height) * POINTS
        width, height = mark.width * POINTS, mark.height * POINTS
        if mark.radius:
            path = _rounded(left, low, left + width, low + height, mark.radius * POINTS)
        else:
            path = f"{left:.2f} {low:.2f} {width:.2f} {height:.2f} re"
        self.parts.append(f"{path} {paint}")

    def _polyline(self, mark: Polyline) -> None:
        if "mitre" not in self._set:
            self._set["mitre"] = MITRE_LIMIT
            self.parts.append(f"{MITRE_LIMIT} M")
        paint = self._paint(mark.stroke, mark.width, mark.fill)
        self.parts.append(f"{self._path(mark.points)} h {paint}")

    def _curve(self, mark: Curve) -> None:
        self._ink(mark.stroke, mark.width, mark.dash)
        self.parts.append(f"q {ROUND_JOIN} j {self._path(mark.points)} S Q")

    def _pattern(self, mark: Pattern) -> None:
        """Draw all inked cells as one path, in units of a cell: a small file without seams."""
        columns, rows = mark.size
        self._fill(mark.fill)
        scale = f"{mark.width * POINTS / columns:.6f} 0 0 {mark.height * POINTS / rows:.6f}"
        cells = " ".join(
            f"{column} {rows - 1 - row} {length} 1 re" for column, row, length in mark.runs()
        )
        self.parts.append(f"q {scale} {self._point(mark.x, mark.y + mark.height)} cm {cells} f Q")

    def _text(self, mark: Text) -> None:
        self._fill(mark.colour)
        self.parts.append(lettering(mark, self._height))

    def _page_number(self, mark: PageNumber) -> None:
        self._fill(mark.colour)
        self.parts.append(Numbered(mark, self._height))

    def _path(self, points: Sequence[tuple[float, float]]) -> str:
        first, *rest = (self._point(*point) for point in points)
        return " ".join([f"{first} m", *(f"{point} l" for point in rest)])

    def _point(self, x: float, y: float) -> str:
        return _place(x, y, self._height)

    def _paint(self, stroke: str | None, line: float, fill: str | None) -> str:
        """Set pen and fill, if any, and return the operator that paints a path with them."""
        if stroke:
            self._ink(stroke, line, 0)
        if fill:
            self._fill(fill)
        return {(True, False): "S", (False, True): "f", (True, True): "B"}.get(
            (bool(stroke), bool(fill)), "n"
        )

    def _ink(self, colour: str, width: float, dash: float) -> None:
        ink = (colour, width, dash)
        if self._set.get("ink") != ink:
            self._set["ink"] = ink
            length = f"{dash * POINTS:.3f}"
            pattern = f"{length} {length}" if dash else ""
            self.parts.append(f"{_colour(colour)} RG {width * POINTS:.3f} w [{pattern}] 0 d")

    def _fill(self, colour: str) -> None:
        if self._set.get("fill") != colour:
            self._set["fill"] = colour
            self.parts.append(f"{_colour(colour)} rg")


def _place(x: float, y: float, height: float) -> str:
    # A hundredth of a point is 0.004 mm.
    return f"{x * POINTS:.2f} {height - y * POINTS:.2f}"


def lettering(mark: Text, height: float) -> Lettering:
    """Return a text as operands on a page `height` points high."""
    start = mark.x
    if mark.anchor is not Anchor.START:
        width = text_width(mark.text, mark.size, mark.bold)
        start -= width / 2 if mark.anchor is Anchor.MIDDLE else width
    return Lettering(_place(start, mark.y, height), mark.text, mark.bold, mark.size)


def _rounded(left: float, low: float, right: float, high: float, radius: float) -> str:
    """Return the path of a rectangle with rounded corners."""
    bend = radius * (1 - ARC)
    return (
        f"{left + radius:.3f} {low:.3f} m {right - radius:.3f} {low:.3f} l {right - bend:.3f} "
        f"{low:.3f} {right:.3f} {low + bend:.3f} {right:.3f} {low + radius:.3f} c {right:.3f} "
        f"{high - radius:.3f} l {right:.3f} {high - bend:.3f} {right - bend:.3f} {high:.3f} "
        f"{right - radius:.3f} {high:.3f} c {left + radius:.3f} {high:.3f} l {left + bend:.3f} "
        f"{high:.3f} {left:.3f} {high - bend:.3f} {left:.3f} {high - radius:.3f} c {left:.3f} "
        f"{low + radius:.3f} l {left:.3f} {low + bend:.3f} {left + bend:.3f} {low:.3f} "
        f"{left + radius:.3f} {low:.3f} c h"
    )


@cache
def _colour(colour: str) -> str:
    """Return red, green and blue of `#RRGGBB` as shares."""
    return " ".join(f"{int(colour[place : place + 2], 16) / 255:.4g}" for place in (1, 3, 5))


@cache
def drawn_stamp(stamp: Stamp) -> str:
    """Return a stamp as operators around the origin."""
    pen = _Pen()
    pen.stamp(stamp)
    return "\n".join(map(str, pen.parts))
