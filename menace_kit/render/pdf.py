"""Marks as PDF with reportlab: fonts embedded, no clock, and printers asked not to scale.

A page is drawn once (`draw_page`) and put in each file that has it, its own and the print pack.
Only its letters are written anew, because each file numbers the letters of a font in its own way.
"""

import hashlib
import os
import zlib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from io import BytesIO
from typing import NamedTuple

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from menace_kit.files import font_file
from menace_kit.layout.marks import Document, distinct_titles
from menace_kit.render.pdf_page import (
    POINTS,
    DrawnPage,
    Lettering,
    Numbered,
    Stamp,
    Stamped,
    draw_page,
    drawn_stamp,
    lettering,
)

REGULAR, BOLD = "MenaceKit", "MenaceKit-Bold"

# Write streams as bytes, not as printable characters: a fifth smaller, and faster.
rl_config.useA85 = 0


LOOK_BACK = 14
"""How many bytes the compressor looks back for repetitions, as a power of two."""


SCALING = "None"
"""How a PDF asks printers to scale its pages."""


class _Deflate(pdfdoc.PDFStreamFilterZCompress):  # type: ignore[misc]  # reportlab has no types
    """Compresses streams so that zlib and zlib-ng, which many systems use instead, agree.

    They differ in how long they search for repetitions, and in repetitions of a few characters.
    Here they search as long as possible, within a distance too short to give up, and ignore short
    ones; files are two per cent larger for it.
    """

    def encode(self, text: str | bytes) -> bytes:
        packing = zlib.compressobj(
            zlib.Z_BEST_COMPRESSION, wbits=LOOK_BACK, strategy=zlib.Z_FILTERED
        )
        return packing.compress(text.encode() if isinstance(text, str) else text) + packing.flush()


pdfdoc.PDFZCompress = _Deflate()  # all streams go through this one


class DrawnDocument(NamedTuple):
    """A document with its pages drawn."""

    document: Document
    pages: tuple[DrawnPage, ...]


def document_pdf(document: Document) -> bytes:
    """Return the document as PDF; the same marks and reportlab always give the same bytes."""
    return drawn_pdf(draw_document(document))


def draw_document(document: Document) -> DrawnDocument:
    return DrawnDocument(document, tuple(map(draw_page, document.pages)))


def drawn_pdf(drawn: DrawnDocument) -> bytes:
    """Return a drawn document as a PDF file."""
    file = _File(drawn.document)
    for page in drawn.pages:
        file.add(page)
    return file.saved()


def logbook_pdf(drawn: Sequence[DrawnDocument], title: str) -> bytes:
    """Return one PDF of all pages of some documents, with pages counted throughout.

    Its bookmarks are the documents' titles; equal ones are followed by the files' names.
    """
    of_pages = sum(len(each.pages) for each in drawn)
    file = _File(replace(drawn[0].document, title=title), of_pages=of_pages)
    titles = distinct_titles([each.document for each in drawn])
    for name, each in zip(titles, drawn, strict=True):
        file.begin_chapter(name, each.document.name)
        for page in each.pages:
            file.add(page)
    return file.saved()


class _File:
    """A PDF file with a document's title, and a stamp of all that is drawn in it.

    A file is written again when its stamp changes, but not if just reportlab writes other bytes.
    """

    def __init__(self, document: Document, of_pages: int = 0) -> None:
        """Begin a file; with `of_pages`, its pages are numbered anew."""
        for name, bold in ((REGULAR, False), (BOLD, True)):
            if name not in pdfmetrics.getRegisteredFontNames():
                pdfmetrics.registerFont(TTFont(name, font_file(bold)))
        self._file = BytesIO()
        self._canvas = canvas = _canvas_without_clock(self._file)
        canvas.setTitle(f"{document.kit}: {document.title}")
        canvas.setAuthor("menace-kit")
        canvas.setCreator("menace-kit")
        canvas.setSubject(f"kit {document.fingerprint}")
        canvas.setViewerPreference("PrintScaling", SCALING)
        told = document.kit, document.title, SCALING
        self._drawn = hashlib.sha256(repr(told).encode())
        self._drawn.update(document.fingerprint.encode())
        for bold in (False, True):
            self._drawn.update(font_file(bold).read_bytes()[:4096])
        self._pages = 0
        self._of_pages = of_pages
        # Many texts occur hundreds of times, above all the letters of beads.
        self._letters = cache(partial(_letters, canvas))
        self._made = cache(self._make)

    def begin_chapter(self, title: str, key: str) -> None:
        """Set a bookmark."""
        self._drawn.update(title.encode())
        self._canvas.showOutline()
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(title, key)

    def add(self, page: DrawnPage) -> None:
        canvas, write = self._canvas, self._write
        canvas.setPageSize(page.size)
        self._drawn.update(repr(page.size).encode())
        self._pages += 1
        for part in page.parts:
            # What is written has numbers for rare letters, and names for circles.
            self._drawn.update(repr(part).encode())
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

    def _write(self, operators: str) -> None:
        self._drawn.update(operators.encode())
        self._canvas.addLiteral(operators)

    def _number(self, part: Numbered) -> Lettering:
        mark = part.mark.counted(self._pages, self._of_pages) if self._of_pages else part.mark
        return lettering(mark, part.height)

    def _written(self, text: Lettering) -> str:
        return f"BT 1 0 0 1 {text.place}{self._letters(text.text, text.bold, text.size)}"

    def _make(self, stamp: Stamp) -> str:
        """Return the name of a stamp, adding it to the file if it isn't there."""
        name = stamp.name
        if not self._canvas.hasForm(name):
            reach = (stamp.radius + stamp.line) * POINTS
            self._canvas.beginForm(name, -reach, -reach, reach, reach)
            self._write(drawn_stamp(stamp))
            self._canvas.endForm()
        return name

    def saved(self) -> bytes:
        self._canvas.setKeywords(f"marks {self._drawn.hexdigest()[:16]}")
        self._canvas.save()
        return self._file.getvalue()


def _letters(canvas: Canvas, text: str, bold: bool, size: float) -> str:
    """Return what follows a text's position in a canvas's file.

    It is what reportlab's text object writes, but that takes twice as long to repeat the size.
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
    """Return a canvas with a constant date, even if reportlab's environment variable sets one."""
    date = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        return Canvas(file, invariant=1, pageCompression=1, initialFontName=REGULAR)
    finally:
        if date is not None:
            os.environ["SOURCE_DATE_EPOCH"] = date
