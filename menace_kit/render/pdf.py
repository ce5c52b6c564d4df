"""Marks to PDF with reportlab: fonts embedded, no clock, and printers asked not to scale."""

import hashlib
import os
from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from weakref import WeakKeyDictionary

from reportlab import rl_config
from reportlab.lib.colors import Color, HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from menace_kit.layout.marks import (
    MM_PER_POINT,
    Anchor,
    Circle,
    Curve,
    Document,
    Line,
    Mark,
    Page,
    Pattern,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.text import text_width
from menace_kit.paths import font_file

REGULAR, BOLD = "MenaceKit", "MenaceKit-Bold"
POINTS = 1 / MM_PER_POINT
ROUND_JOIN = 1

rl_config.useA85 = 0  # streams as they are, not as printable characters: a fifth smaller, and faster


def document_pdf(document: Document) -> bytes:
    """Return the document as a PDF file: the same bytes for the same marks and the same version of reportlab."""
    file = BytesIO()
    canvas = pdf_canvas(file, document, marks_stamp(document))
    for page in document.pages:
        draw_page(canvas, page)
    canvas.save()
    return file.getvalue()


def pdf_canvas(file: BytesIO, document: Document, stamp: str) -> Canvas:
    """Return a canvas for a file that is called and said to be what this document is; the stamp tells its marks."""
    for name, bold in ((REGULAR, False), (BOLD, True)):
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, font_file(bold)))
    canvas = _canvas_without_clock(file)
    canvas.setTitle(f"{document.kit}: {document.title}")
    canvas.setAuthor("menace-kit")
    canvas.setCreator("menace-kit")
    canvas.setSubject(f"kit {document.fingerprint}")
    canvas.setKeywords(stamp)
    canvas.setViewerPreference("PrintScaling", "None")
    return canvas


def draw_page(canvas: Canvas, page: Page) -> None:
    """Draw a page, and end it."""
    canvas.setPageSize((page.width * POINTS, page.height * POINTS))
    pen = _Pen(canvas, page.height)
    for mark in page.marks:
        pen.draw(mark)
    canvas.showPage()


def _canvas_without_clock(file: BytesIO) -> Canvas:
    """Return a canvas whose date is always the same: reportlab would take it from the environment, if it is there."""
    date = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        return Canvas(file, invariant=1, pageCompression=1, initialFontName=REGULAR)
    finally:
        if date is not None:
            os.environ["SOURCE_DATE_EPOCH"] = date


def marks_stamp(*documents: Document) -> str:
    """Return the words in a PDF's keywords by which drawings are recognised: their marks, this module, the fonts.

    So a file is drawn again when either changes, but not for a reportlab that writes other bytes for the same.
    """
    # What Python says of the marks is exact to the last digit, and quicker to make than a trace for people.
    code = Path(__file__).read_bytes() + b"".join(
        font_file(bold).read_bytes()[:4096] for bold in (False, True)
    )
    marks = hashlib.sha256()
    for document in documents:
        marks.update(repr(document).encode())
    marks.update(code)
    return f"marks {marks.hexdigest()[:16]}"


class _Pen:
    """Draws marks on a canvas, and sets a colour or a width only where it changes: it halves time and file.

    What has no text in it is written as operators of the PDF's own (ISO 32000-1, 8.5): reportlab makes the same, but
    takes most of a build's time to write its numbers.
    """

    def __init__(self, canvas: Canvas, height: float) -> None:
        """Begin a page `height` mm high; a new page forgets what was set."""
        self._canvas = canvas
        self._height = height
        self._set: dict[str, object] = {}

    def draw(self, mark: Mark) -> None:
        """Draw one mark."""
        write = self._canvas.addLiteral
        match mark:
            case Line():
                self._line(mark.colour, mark.width, mark.dash)
                write(f"{self._point(mark.x1, mark.y1)} m {self._point(mark.x2, mark.y2)} l S")
            case Circle():
                self._stamp(mark)
            case Rectangle():
                self._rectangle(mark)
            case Polyline():
                paint = self._paint(mark.stroke, mark.width, mark.fill)
                write(f"{self._path(mark.points)} h {_OPERATOR[paint]}")
            case Curve():
                self._line(mark.stroke, mark.width, mark.dash)
                write(f"q {ROUND_JOIN} j {self._path(mark.points)} S Q")
            case Pattern():
                self._pattern(mark)
            case Text():
                self._text(mark)

    def _path(self, points: Sequence[tuple[float, float]]) -> str:
        first, *rest = (self._point(*point) for point in points)
        return " ".join([f"{first} m", *(f"{point} l" for point in rest)])

    def _rectangle(self, mark: Rectangle) -> None:
        paint = self._paint(mark.stroke, mark.line, mark.fill)
        if mark.radius:
            corner = (mark.x * POINTS, (self._height - mark.y - mark.height) * POINTS)
            size = (mark.width * POINTS, mark.height * POINTS)
            self._canvas.roundRect(*corner, *size, mark.radius * POINTS, *paint)
            return
        size_text = f"{_number(mark.width * POINTS)} {_number(mark.height * POINTS)}"
        corner_text = self._point(mark.x, mark.y + mark.height)
        self._canvas.addLiteral(f"{corner_text} {size_text} re {_OPERATOR[paint]}")

    def _stamp(self, mark: Circle) -> None:
        """Draw a circle as a form that is stamped wherever one like it stands: a page has hundreds of few kinds."""
        canvas = self._canvas
        # A PDF name has no spaces, and its own use for #.
        form = f"circle-{mark.radius:.3f}-{mark.line:.3f}-{mark.stroke}-{mark.fill}".replace("#", "")
        if not canvas.hasForm(form):
            radius = (mark.radius + mark.line) * POINTS
            canvas.beginForm(form, -radius, -radius, radius, radius)
            paint = _Pen(canvas, self._height)._paint(mark.stroke, mark.line, mark.fill)
            ring = canvas.beginPath()
            ring.circle(0, 0, mark.radius * POINTS)
            ring.close()  # else its two ends meet with a gap in a broad line
            canvas.drawPath(ring, *paint)
            canvas.endForm()
        canvas.addLiteral(f"q 1 0 0 1 {self._point(mark.x, mark.y)} cm")
        canvas.doForm(form)
        canvas.addLiteral("Q")

    def _pattern(self, mark: Pattern) -> None:
        """Draw all inked cells as one path, in units of a cell: small in the file, and no seam between two rows."""
        canvas = self._canvas
        columns, rows = mark.size
        self._change("fill", mark.fill, lambda: canvas.setFillColor(_colour(mark.fill)))
        scale = f"{mark.width * POINTS / columns:.6f} 0 0 {mark.height * POINTS / rows:.6f}"
        cells = " ".join(f"{column} {rows - 1 - row} {length} 1 re" for column, row, length in mark.runs())
        canvas.addLiteral(f"q {scale} {self._point(mark.x, mark.y + mark.height)} cm {cells} f Q")

    def _text(self, mark: Text) -> None:
        canvas = self._canvas
        self._change("fill", mark.colour, lambda: canvas.setFillColor(_colour(mark.colour)))
        start = mark.x
        if mark.anchor is not Anchor.START:
            width = text_width(mark.text, mark.size, mark.bold)
            start -= width / 2 if mark.anchor is Anchor.MIDDLE else width
        written = self._written(mark.text, BOLD if mark.bold else REGULAR, mark.size)
        canvas.addLiteral(f"BT 1 0 0 1 {self._point(start, mark.y)}{written}")

    def _written(self, text: str, font: str, size: float) -> str:
        """Return what follows the place of a text: many, the letters of beads above all, come hundreds of times."""
        memory = _written_on(self._canvas)
        key = (text, font, size)
        if key not in memory:
            self._canvas.setFont(font, size)
            words = self._canvas.beginText(0, 0)
            words.textOut(text)
            memory[key] = words.getCode().removeprefix("BT 1 0 0 1 0 0")
        return memory[key]

    def _point(self, x: float, y: float) -> str:
        return f"{_number(x * POINTS)} {_number((self._height - y) * POINTS)}"

    def _paint(self, stroke: str | None, line: float, fill: str | None) -> tuple[int, int]:
        """Set pen and fill as far as there are any, and return whether there is one of each."""
        if stroke:
            self._line(stroke, line, 0)
        if fill:
            self._change("fill", fill, lambda: self._canvas.setFillColor(_colour(fill)))
        return int(stroke is not None), int(fill is not None)

    def _line(self, colour: str, width: float, dash: float) -> None:
        canvas = self._canvas
        self._change("stroke", colour, lambda: canvas.setStrokeColor(_colour(colour)))
        self._change("width", width, lambda: canvas.setLineWidth(round(width * POINTS, 3)))
        self._change("dash", dash, lambda: canvas.setDash([dash * POINTS] * 2 if dash else []))

    def _change(self, what: str, value: object, apply: Callable[[], None]) -> None:
        if self._set.get(what, self) != value:
            self._set[what] = value
            apply()


_OPERATOR = {(0, 0): "n", (1, 0): "S", (0, 1): "f", (1, 1): "B"}
"""What paints a path with a pen, with ink inside, or with both."""

_WRITTEN: WeakKeyDictionary[Canvas, dict[tuple[str, str, float], str]] = WeakKeyDictionary()


def _written_on(canvas: Canvas) -> dict[tuple[str, str, float], str]:
    """Return the texts that a file has had, as they stand in it: each file numbers the letters of a font by itself."""
    return _WRITTEN.setdefault(canvas, {})


def _number(points: float) -> str:
    """Return a length for a PDF, to a thousandth of a point; PDF has no powers of ten."""
    return f"{points:.3f}".rstrip("0").rstrip(".")


@cache
def _colour(text: str) -> Color:
    return HexColor(text)
