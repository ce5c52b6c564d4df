"""Marks: everything that can be on a page, frozen. In mm from the top left corner, y downwards.

A layout makes marks and knows nothing about files; a backend in `render/` turns marks into a file
and knows nothing about boxes. Text sizes are in points, everything else in mm.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from enum import Enum
from typing import TypeAlias

from menace_kit.frozen import Frozen

MM_PER_POINT = 25.4 / 72

BLACK = "#000000"
GREY = "#808080"
LIGHT_GREY = "#C8C8C8"
WHITE = "#FFFFFF"

HAIRLINE = 0.1
THIN = 0.15


ROUNDING = 1e-6
"""Sums of lengths that differ by less are equal."""


Point: TypeAlias = tuple[float, float]
"""A place on a page, or in a drawing: how far from the left, and from the top."""


class Layer(Enum):
    """What a mark is for: glue, ink on paper, a cut, or a fold.

    Cutters and plotters take each layer by itself. The first is below the others.
    """

    GLUE = "glue"
    PRINT = "print"
    CUT = "cut"
    FOLD = "fold"


class Medium(Enum):
    """What a document is for: a printer, a copy shop's larger sheet, or a screen."""

    PAPER = "paper"
    POSTER = "poster"
    SCREEN = "screen"


class Anchor(Enum):
    """Which part of a text is at its x."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


class Line(Frozen, many=True):
    """A straight line; `dash` is the length of dashes and gaps, 0 for none."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = THIN
    colour: str = BLACK
    dash: float = 0
    layer: Layer = Layer.PRINT


class Polyline(Frozen, many=True):
    """A closed line through points, straight between them, perhaps filled."""

    points: tuple[Point, ...]
    width: float = 0
    stroke: str | None = None
    fill: str | None = None
    layer: Layer = Layer.PRINT


class Curve(Frozen, many=True):
    """An open line through points, with round corners; `dash` as in Line."""

    points: tuple[Point, ...]
    width: float = THIN
    stroke: str = BLACK
    dash: float = 0
    layer: Layer = Layer.PRINT


class Rectangle(Frozen, many=True):
    """A rectangle, from its top left corner, with corners rounded by `radius`."""

    x: float
    y: float
    width: float
    height: float
    line: float = THIN
    stroke: str | None = BLACK
    fill: str | None = None
    radius: float = 0
    layer: Layer = Layer.PRINT


class Circle(Frozen, many=True):
    """A circle, from its centre."""

    x: float
    y: float
    radius: float
    line: float = THIN
    stroke: str | None = BLACK
    fill: str | None = None
    layer: Layer = Layer.PRINT


class Text(Frozen, many=True):
    """One line of text on its baseline `y`; `size` is in points."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    anchor: Anchor = Anchor.START
    colour: str = BLACK
    layer: Layer = Layer.PRINT


class PageNumber(Text):
    """A page's number in its document; `pattern` has {page} and {pages}, to number it anew."""

    pattern: str = ""

    def counted(self, page: int, pages: int) -> "PageNumber":
        """Return the mark for this page number, out of so many."""
        return replace(self, text=self.pattern.format(page=page, pages=pages))


class Pattern(Frozen, many=True):
    """An area of equal cells, some of them inked, such as a QR code: one shape, without seams.

    `rows` has a `#` for an inked cell and a `.` for any other; a `/` separates rows.
    """

    x: float
    y: float
    width: float
    height: float
    rows: str
    fill: str = BLACK
    layer: Layer = Layer.PRINT

    @property
    def size(self) -> tuple[int, int]:
        """Return the number of cells across and down."""
        return self.rows.index("/") if "/" in self.rows else len(self.rows), self.rows.count(
            "/"
        ) + 1

    def runs(self) -> Iterator[tuple[int, int, int]]:
        """Yield each run of inked cells in a row: column and row of the first, and its length."""
        for row, cells in enumerate(self.rows.split("/")):
            column = cells.find("#")
            while column >= 0:
                end = cells.find(".", column)
                end = len(cells) if end < 0 else end
                yield column, row, end - column
                column = cells.find("#", end)


Mark: TypeAlias = Line | Polyline | Curve | Rectangle | Circle | Text | Pattern

Marks: TypeAlias = Iterable[Mark]
"""Marks as they are drawn, the first below the others."""


class Page(Frozen):
    """One side of a sheet of paper, in mm."""

    width: float
    height: float
    marks: tuple[Mark, ...]


class Document(Frozen):
    """Pages that belong together: `name` is the file's, without its ending.

    `kit` and `fingerprint` say whose it is. The `medium` changes no mark; only a printer's error is
    corrected.
    """

    name: str
    title: str
    kit: str
    fingerprint: str
    pages: tuple[Page, ...]
    medium: Medium = field(default=Medium.PAPER, repr=False)


def counted(pages: Sequence[Page]) -> tuple[Page, ...]:
    """Return pages that were put together, with page numbers counted throughout."""
    return tuple(
        replace(
            page,
            marks=tuple(
                mark.counted(number, len(pages)) if isinstance(mark, PageNumber) else mark
                for mark in page.marks
            ),
        )
        for number, page in enumerate(pages, start=1)
    )


def joined(documents: Sequence[Document]) -> Document:
    """Return the pages of all documents as one, with the first one's name and title."""
    pages = [page for document in documents for page in document.pages]
    return replace(documents[0], pages=counted(pages))


def distinct_titles(documents: Sequence[Document]) -> list[str]:
    """Return the documents' titles; equal ones are followed by the file's name."""
    titles = [document.title for document in documents]
    return [
        document.title
        if titles.count(document.title) == 1
        else f"{document.title} ({document.name})"
        for document in documents
    ]
