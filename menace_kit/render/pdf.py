"""Marks to PDF with reportlab: fonts embedded, no clock, and printers asked not to scale.

A page is drawn once (`draw_page`) and put into each file that has it, its own and the print pack:
only its letters are written anew, for each file numbers the letters of a font by itself.
"""

import hashlib
import os
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from menace_kit.files import font_file
from menace_kit.layout.marks import (
    MM_PER_POINT,
    Anchor,
    Circle,
    Curve,
    Document,
    Line,
    Mark,
    Page,
    PageNumber,
    Pattern,
    Polyline,
    Rectangle,
    Text,
    distinct_titles,
)
from menace_kit.layout.text.typesetting import text_width

REGULAR, BOLD = "MenaceKit", "MenaceKit-Bold"
POINTS = 1 / MM_PER_POINT
ROUND_JOIN = 1

ARC = 4 / 3 * (2**0.5 - 1)
"""How far from its ends a curve that stands for a quarter of a circle has its
control points, in radii.
"""

# Streams as they are, not as printable characters: a fifth smaller, and faster.
rl_config.useA85 = 0


LOOK_BACK = 14
"""Of how many bytes, as a power of two, the compressor looks for what was there before."""


class _Deflate(pdfdoc.PDFStreamFilterZCompress):  # type: ignore[misc]
    """Compresses streams so that zlib and zlib-ng, which many systems have in its
    place, write the same bytes.

    They differ in how long they look for what was there before, and in matches of a few characters.
    Here they look as long as may be, not far enough back to give up, and leave those out;
    a file is two per cent larger for it.
    """

    def encode(self, text: str | bytes) -> bytes:
        packing = zlib.compressobj(
            zlib.Z_BEST_COMPRESSION, wbits=LOOK_BACK, strategy=zlib.Z_FILTERED
        )
        return packing.compress(text.encode() if isinstance(text, str) else text) + packing.flush()


pdfdoc.PDFZCompress = _Deflate()  # the one that all streams go through


class Stamp(NamedTuple):
    """A circle that is drawn once and stamped wherever one like it stands:
    a page has hundreds of few kinds.

    Lengths in mm.
    """

    radius: float
    line: float
    stroke: str | None
    fill: str | None

    @property
    def name(self) -> str:
        """Return what it is called in a file; a name has no spaces, and its own use for #."""
        return f"circle-{self.radius:.3f}-{self.line:.3f}-{self.stroke}-{self.fill}".replace(
            "#", ""
        )


class Stamped(NamedTuple):
    """Where a stamp stands, as operands."""

    place: str
    stamp: Stamp


class Lettering(NamedTuple):
    """Where a text begins, as operands, and the text; its size in points."""

    place: str
    text: str
    bold: bool
    size: float


class Numbered(NamedTuple):
    """A page's number, which a logbook counts anew, on a page so high (points)."""

    mark: PageNumber
    height: float


class DrawnPage(NamedTuple):
    """A page as operators, and between them what each file has by a name or numbers of its
    own; its size in points.

    The digest is of all that.
    """

    size: tuple[float, float]
    parts: tuple[str | Stamped | Lettering | Numbered, ...]
    digest: bytes


class DrawnDocument(NamedTuple):
    """A document, and its pages drawn."""

    document: Document
    pages: tuple[DrawnPage, ...]


def document_pdf(document: Document) -> bytes:
    """Return the document as a PDF file: the same bytes for the same marks
    and the same version of reportlab.
    """
    return drawn_pdf(draw_document(document))


def draw_document(document: Document) -> DrawnDocument:
    return DrawnDocument(document, tuple(map(draw_page, document.pages)))


def draw_page(page: Page) -> DrawnPage:
    """Return a page as PDF files have it."""
    pen = _Pen(page.height)
    for mark in page.marks:
        pen.draw(mark)
    size, parts = (page.width * POINTS, page.height * POINTS), tuple(pen.parts)
    return DrawnPage(size, parts, hashlib.sha256(repr((size, parts)).encode()).digest())


# Drawn pages bound into a file.


def drawn_pdf(drawn: DrawnDocument) -> bytes:
    """Return the file of a document."""
    file = _File(drawn.document, drawn)
    for page in drawn.pages:
        file.add(page)
    return file.saved()


def logbook_pdf(drawn: Sequence[DrawnDocument], title: str) -> bytes:
    """Return one PDF of all pages of some documents.

    Its bookmarks have the documents' titles; where two have the same, the names of their files too.
    Its pages are counted from the first to the last.
    """
    of_pages = sum(len(each.pages) for each in drawn)
    file = _File(replace(drawn[0].document, title=title), *drawn, of_pages=of_pages)
    titles = distinct_titles([each.document for each in drawn])
    for name, each in zip(titles, drawn, strict=True):
        file.begin_chapter(name, each.document.name)
        for page in each.pages:
            file.add(page)
    return file.saved()


class _File:
    """A file that is called and said to be what a document is,
    and has the stamp of all that is drawn in it.
    """

    def __init__(self, document: Document, *drawn: DrawnDocument, of_pages: int = 0) -> None:
        """Begin a file; one that is given how many pages it will have counts them anew."""
        for name, bold in ((REGULAR, False), (BOLD, True)):
            if name not in pdfmetrics.getRegisteredFontNames():
                pdfmetrics.registerFont(TTFont(name, font_file(bold)))
        self._file = BytesIO()
        self._canvas = canvas = _canvas_without_clock(self._file)
        canvas.setTitle(f"{document.kit}: {document.title}")
        canvas.setAuthor("menace-kit")
        canvas.setCreator("menace-kit")
        canvas.setSubject(f"kit {document.fingerprint}")
        canvas.setKeywords(marks_stamp(*drawn))
        canvas.setViewerPreference("PrintScaling", "None")
        self._pages = 0
        self._of_pages = of_pages
        # Many texts, the letters of beads above all, come hundreds of times.
        self._letters = cache(partial(_letters, canvas))
        self._made = cache(self._make)

    def begin_chapter(self, title: str, key: str) -> None:
        """Set a bookmark."""
        self._canvas.showOutline()
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(title, key)

    def add(self, page: DrawnPage) -> None:
        """Add a page."""
        canvas, write = self._canvas, self._canvas.addLiteral
        canvas.setPageSize(page.size)
        self._pages += 1
        for part in page.parts:
            match part:
                case str():
                    write(part)
                case Lettering():
                    write(self._written(part))
                case Stamped(place, stamp):
                    name = self._made(stamp)
                    write(f"q 1 0 0 1 {place} cm")
                    canvas.doForm(name)
                    write("Q")
                case Numbered():
                    write(self._written(self._number(part)))
        canvas.showPage()

    def _number(self, part: Numbered) -> Lettering:
        mark = part.mark.counted(self._pages, self._of_pages) if self._of_pages else part.mark
        return _lettering(mark, part.height)

    def _written(self, text: Lettering) -> str:
        return f"BT 1 0 0 1 {text.place}{self._letters(text.text, text.bold, text.size)}"

    def _make(self, stamp: Stamp) -> str:
        """Return the name of a stamp, which is in the file from now on."""
        name = stamp.name
        if not self._canvas.hasForm(name):
            reach = (stamp.radius + stamp.line) * POINTS
            self._canvas.beginForm(name, -reach, -reach, reach, reach)
            self._canvas.addLiteral(_drawn_stamp(stamp))
            self._canvas.endForm()
        return name

    def saved(self) -> bytes:
        self._canvas.save()
        return self._file.getvalue()


def _letters(canvas: Canvas, text: str, bold: bool, size: float) -> str:
    """Return what follows the place of a text in a canvas's file.

    As reportlab's own text object writes it, which takes twice as long
    to say the size anew for each.
    """
    font = pdfmetrics.getFont(BOLD if bold else REGULAR)
    pieces = (
        (
            f"{font.getSubsetInternalName(subset, canvas._doc)} {size:.4g} Tf "
            f"({canvas._escape(letters)}) Tj"
        )
        for subset, letters in font.splitString(text, canvas._doc)
    )
    return f" Tm {' '.join(pieces)} ET"


def _canvas_without_clock(file: BytesIO) -> Canvas:
    """Return a canvas whose date is always the same:
    reportlab would take it from the environment, if it is there.
    """
    date = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        return Canvas(file, invariant=1, pageCompression=1, initialFontName=REGULAR)
    finally:
        if date is not None:
            os.environ["SOURCE_DATE_EPOCH"] = date


def marks_stamp(*drawn: DrawnDocument) -> str:
    """Return the words in a PDF's keywords by which drawings are recognised:
    their pages, this module, the fonts.

    So a file is drawn again when one of these changes, but not for a reportlab that writes
    other bytes for the same.
    """
    stamp = hashlib.sha256(Path(__file__).read_bytes())
    for bold in (False, True):
        stamp.update(font_file(bold).read_bytes()[:4096])
    for document, pages in drawn:
        stamp.update(repr((document.kit, document.title, document.fingerprint)).encode())
        stamp.update(b"".join(page.digest for page in pages))
    return f"marks {stamp.hexdigest()[:16]}"


# A page's marks as operators (ISO 32000-1, 8.5 and 9.4),
# lengths in points from its lower left corner.


class _Pen:
    """Draws the marks of a page `height` mm high, and sets a colour
    or a width only where it changes.
    """

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
        """Draw a stamp about the corner from which lengths count."""
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
        paint = self._paint(mark.stroke, mark.width, mark.fill)
        self.parts.append(f"{self._path(mark.points)} h {paint}")

    def _curve(self, mark: Curve) -> None:
        self._ink(mark.stroke, mark.width, mark.dash)
        self.parts.append(f"q {ROUND_JOIN} j {self._path(mark.points)} S Q")

    def _pattern(self, mark: Pattern) -> None:
        """Draw all inked cells as one path, in units of a cell:
        small in the file, and no seam between two rows.
        """
        columns, rows = mark.size
        self._fill(mark.fill)
        scale = f"{mark.width * POINTS / columns:.6f} 0 0 {mark.height * POINTS / rows:.6f}"
        cells = " ".join(
            f"{column} {rows - 1 - row} {length} 1 re" for column, row, length in mark.runs()
        )
        self.parts.append(f"q {scale} {self._point(mark.x, mark.y + mark.height)} cm {cells} f Q")

    def _text(self, mark: Text) -> None:
        self._fill(mark.colour)
        self.parts.append(_lettering(mark, self._height))

    def _page_number(self, mark: PageNumber) -> None:
        self._fill(mark.colour)
        self.parts.append(Numbered(mark, self._height))

    def _path(self, points: Sequence[tuple[float, float]]) -> str:
        first, *rest = (self._point(*point) for point in points)
        return " ".join([f"{first} m", *(f"{point} l" for point in rest)])

    def _point(self, x: float, y: float) -> str:
        return _place(x, y, self._height)

    def _paint(self, stroke: str | None, line: float, fill: str | None) -> str:
        """Set pen and fill as far as there are any, and return what paints a path with them."""
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
    # A hundredth of a point is 4 thousandths of a mm.
    return f"{x * POINTS:.2f} {height - y * POINTS:.2f}"


def _lettering(mark: Text, height: float) -> Lettering:
    """Return a text as it stands on a page so high (points)."""
    start = mark.x
    if mark.anchor is not Anchor.START:
        width = text_width(mark.text, mark.size, mark.bold)
        start -= width / 2 if mark.anchor is Anchor.MIDDLE else width
    return Lettering(_place(start, mark.y, height), mark.text, mark.bold, mark.size)


def _rounded(left: float, low: float, right: float, high: float, radius: float) -> str:
    """Return the path of a rectangle with round corners."""
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
def _drawn_stamp(stamp: Stamp) -> str:
    pen = _Pen()
    pen.stamp(stamp)
    return "\n".join(map(str, pen.parts))
