"""Marks to PDF (ISO 32000-1): fonts embedded, no clock, and printers asked not to scale.

A page is drawn by itself (`draw_page`), and names what it needs, letters and stamps, in a way that is the same in every
file. So a page that was drawn for a file of its own is bound into the kit book as it is.
"""

import hashlib
import re
import struct
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

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
    distinct_titles,
)
from menace_kit.layout.text.fonts import Font, project_font, text_width

POINTS = 1 / MM_PER_POINT

ROUND_JOIN = 1

ARC = 4 / 3 * (2**0.5 - 1)
"""How far from its ends a curve that stands for a quarter of a circle has its control points, in radii."""

FONT_NAMES = {False: "DejaVuSansCondensed", True: "DejaVuSansCondensed-Bold"}

SYMBOLIC = 4
"""The flag of a font whose letters are named by their numbers in it (ISO 32000-1, 9.8.2)."""


class Stamp(NamedTuple):
    """A circle that is drawn once and stamped wherever one like it stands: a page has hundreds of few kinds.

    Lengths in mm.
    """

    radius: float
    line: float
    stroke: str | None
    fill: str | None

    @property
    def name(self) -> str:
        """Return what it is called in all files; a name has no spaces, and its own use for #."""
        return f"circle-{self.radius:.3f}-{self.line:.3f}-{self.stroke}-{self.fill}".replace("#", "")


class Packed(NamedTuple):
    """Something long as a file has it, and what it is told apart by, whichever library packed it."""

    content: bytes
    digest: bytes


class DrawnPage(NamedTuple):
    """A page as files have it: its size in points, what draws it, and the letters, by weight, and stamps it needs."""

    size: tuple[float, float]
    operators: Packed
    letters: Mapping[bool, frozenset[str]]
    stamps: frozenset[Stamp]


class DrawnDocument(NamedTuple):
    """A document, and its pages as files have them."""

    document: Document
    pages: tuple[DrawnPage, ...]


def document_pdf(document: Document) -> bytes:
    """Return the document as a PDF file: the same bytes for the same marks and the same version of zlib."""
    return drawn_pdf(draw_document(document))


def draw_document(document: Document) -> DrawnDocument:
    """Return a document drawn as PDF, to be put into files."""
    return DrawnDocument(document, tuple(map(draw_page, document.pages)))


def draw_page(page: Page) -> DrawnPage:
    """Return a page as PDF files have it."""
    pen = _Pen(page.height)
    for mark in page.marks:
        pen.draw(mark)
    letters = {bold: frozenset("".join(texts)) for bold, texts in pen.texts.items() if texts}
    size = page.width * POINTS, page.height * POINTS
    return DrawnPage(size, packed("\n".join(pen.operators).encode()), letters, frozenset(pen.stamps))


def packed(content: bytes) -> Packed:
    """Return something long as a file has it."""
    return Packed(zlib.compress(content), hashlib.sha256(content).digest())


# A page's marks as operators (ISO 32000-1, 8.5 and 9.4), lengths in points from its lower left corner.


class _Pen:
    """Draws the marks of a page `height` mm high, and sets a colour or a width only where it changes."""

    def __init__(self, height: float = 0.0) -> None:
        self.operators: list[str] = []
        self.texts: dict[bool, set[str]] = {False: set(), True: set()}
        self.stamps: set[Stamp] = set()
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
        }

    def draw(self, mark: Mark) -> None:
        """Draw one mark."""
        self._draw[type(mark)](mark)

    def _line(self, mark: Line) -> None:
        self._ink(mark.colour, mark.width, mark.dash)
        high = self._height
        self.operators.append(
            f"{mark.x1 * POINTS:.2f} {high - mark.y1 * POINTS:.2f} m "
            f"{mark.x2 * POINTS:.2f} {high - mark.y2 * POINTS:.2f} l S"
        )

    def _circle(self, mark: Circle) -> None:
        stamp = Stamp(mark.radius, mark.line, mark.stroke, mark.fill)
        self.stamps.add(stamp)
        self.operators.append(f"q 1 0 0 1 {self._point(mark.x, mark.y)} cm /{_stamp_name(stamp)} Do Q")

    def stamp(self, stamp: Stamp) -> None:
        """Draw a stamp about the corner from which lengths count."""
        paint = self._paint(stamp.stroke, stamp.line, stamp.fill)
        reach = stamp.radius * POINTS
        self.operators.append(f"{_rounded(-reach, -reach, reach, reach, reach)} {paint}")

    def _rectangle(self, mark: Rectangle) -> None:
        paint = self._paint(mark.stroke, mark.line, mark.fill)
        left, low = mark.x * POINTS, self._height - (mark.y + mark.height) * POINTS
        width, height = mark.width * POINTS, mark.height * POINTS
        if mark.radius:
            path = _rounded(left, low, left + width, low + height, mark.radius * POINTS)
        else:
            path = f"{left:.2f} {low:.2f} {width:.2f} {height:.2f} re"
        self.operators.append(f"{path} {paint}")

    def _polyline(self, mark: Polyline) -> None:
        paint = self._paint(mark.stroke, mark.width, mark.fill)
        self.operators.append(f"{self._path(mark.points)} h {paint}")

    def _curve(self, mark: Curve) -> None:
        self._ink(mark.stroke, mark.width, mark.dash)
        self.operators.append(f"q {ROUND_JOIN} j {self._path(mark.points)} S Q")

    def _pattern(self, mark: Pattern) -> None:
        """Draw all inked cells as one path, in units of a cell: small in the file, and no seam between two rows."""
        columns, rows = mark.size
        self._fill(mark.fill)
        scale = f"{mark.width * POINTS / columns:.6f} 0 0 {mark.height * POINTS / rows:.6f}"
        cells = " ".join(f"{column} {rows - 1 - row} {length} 1 re" for column, row, length in mark.runs())
        self.operators.append(f"q {scale} {self._point(mark.x, mark.y + mark.height)} cm {cells} f Q")

    def _text(self, mark: Text) -> None:
        text, size, bold = mark.text, mark.size, mark.bold
        self._fill(mark.colour)
        if self._set.get("font") != (bold, size):
            self._set["font"] = bold, size
            self.operators.append(f"/{_font_name(bold)} {size:.4g} Tf")
        start = mark.x
        if mark.anchor is not Anchor.START:
            width = text_width(text, size, bold)
            start -= width / 2 if mark.anchor is Anchor.MIDDLE else width
        self.texts[bold].add(text)
        self.operators.append(f"BT {self._point(start, mark.y)} Td <{_written(text, bold)}> Tj ET")

    def _path(self, points: Sequence[tuple[float, float]]) -> str:
        first, *rest = (self._point(*point) for point in points)
        return " ".join([f"{first} m", *(f"{point} l" for point in rest)])

    def _point(self, x: float, y: float) -> str:
        # A hundredth of a point is 4 thousandths of a mm.
        return f"{x * POINTS:.2f} {self._height - y * POINTS:.2f}"

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
            self.operators.append(f"{_colour(colour)} RG {width * POINTS:.3f} w [{pattern}] 0 d")

    def _fill(self, colour: str) -> None:
        if self._set.get("fill") != colour:
            self._set["fill"] = colour
            self.operators.append(f"{_colour(colour)} rg")


def _rounded(left: float, low: float, right: float, high: float, radius: float) -> str:
    """Return the path of a rectangle with round corners."""
    bend = radius * (1 - ARC)
    return (
        f"{left + radius:.3f} {low:.3f} m {right - radius:.3f} {low:.3f} l "
        f"{right - bend:.3f} {low:.3f} {right:.3f} {low + bend:.3f} {right:.3f} {low + radius:.3f} c "
        f"{right:.3f} {high - radius:.3f} l "
        f"{right:.3f} {high - bend:.3f} {right - bend:.3f} {high:.3f} {right - radius:.3f} {high:.3f} c "
        f"{left + radius:.3f} {high:.3f} l "
        f"{left + bend:.3f} {high:.3f} {left:.3f} {high - bend:.3f} {left:.3f} {high - radius:.3f} c "
        f"{left:.3f} {low + radius:.3f} l "
        f"{left:.3f} {low + bend:.3f} {left + bend:.3f} {low:.3f} {left + radius:.3f} {low:.3f} c h"
    )


@cache
def _colour(colour: str) -> str:
    """Return red, green and blue of `#RRGGBB` as shares."""
    return " ".join(f"{int(colour[place : place + 2], 16) / 255:.4g}" for place in (1, 3, 5))


@cache
def _stamp_name(stamp: Stamp) -> str:
    return stamp.name


def _font_name(bold: bool) -> str:
    return "bold" if bold else "regular"


@cache
def _written(text: str, bold: bool) -> str:
    """Return a text as the numbers of its glyphs, four hexadecimal digits each."""
    return "".join(f"{glyph:04X}" for glyph in project_font(bold).glyphs(text))


# Pages bound into a file: its objects, and what finds them.


def drawn_pdf(drawn: DrawnDocument) -> bytes:
    """Return the file of a document."""
    return _bound(drawn.document, drawn.pages)


def book_pdf(drawn: Sequence[DrawnDocument], title: str) -> bytes:
    """Return one PDF of all pages of some documents.

    Its bookmarks have the documents' titles; where two have the same, the names of their files too. A viewer counts
    the pages of each document by themselves: `Labels 3`.
    """
    titles = distinct_titles([each.document for each in drawn])
    chapters = [_Chapter(title, len(each.pages)) for title, each in zip(titles, drawn, strict=True)]
    pages = [page for each in drawn for page in each.pages]
    return _bound(replace(drawn[0].document, title=title), pages, chapters)


class _Chapter(NamedTuple):
    """A bookmark in a book, and how many pages it is for."""

    title: str
    pages: int


def _bound(document: Document, pages: Sequence[DrawnPage], chapters: Sequence[_Chapter] = ()) -> bytes:
    """Return a file of these pages that is called and said to be what the document is; chapters have bookmarks."""
    file = _File()
    catalog, tree = file.next(), file.next()
    shared = file.add(_resources(file, pages))
    numbers = [_add_page(file, page, tree, shared) for page in pages]
    kids = " ".join(f"{number} 0 R" for number in numbers)
    file.put(tree, f"<</Type /Pages /Count {len(pages)} /Kids [{kids}]>>")
    asked = "/ViewerPreferences <</PrintScaling /None>>"
    outline = _outline(file, chapters, numbers)
    file.put(catalog, f"<</Type /Catalog /Pages {tree} 0 R {asked}{outline}>>")
    told = {
        "Title": f"{document.kit}: {document.title}",
        "Author": "menace-kit",
        "Creator": "menace-kit",
        "Subject": f"kit {document.fingerprint}",
    }
    return file.finished(catalog, "".join(f" /{key} {_string(text)}" for key, text in told.items()))


class _File:
    """The objects of a PDF, numbered from 1; the first tells what the file is."""

    def __init__(self) -> None:
        self._objects: list[bytes] = [b""]
        self._stamp = hashlib.sha256()

    def next(self) -> int:
        """Return the number of a new object, which is put there later."""
        self._objects.append(b"")
        return len(self._objects)

    def put(self, number: int, body: str) -> None:
        """Put an object in its place."""
        self._stamp.update(f"{number} {body}\n".encode())
        self._objects[number - 1] = body.encode()

    def add(self, body: str) -> int:
        """Return the number of a new object."""
        number = self.next()
        self.put(number, body)
        return number

    def add_stream(self, entries: str, stream: Packed) -> int:
        """Return the number of a new object that is something long, with these entries in its dictionary."""
        number = self.next()
        self._stamp.update(f"{number} {entries}\n".encode() + stream.digest)
        head = f"<</Filter /FlateDecode /Length {len(stream.content)}{entries}>>\nstream\n"
        self._objects[number - 1] = head.encode() + stream.content + b"\nendstream"
        return number

    def finished(self, catalog: int, told: str) -> bytes:
        """Return the file; among what it tells of itself is a stamp of all that is in it, however that was packed.

        By the stamp a file is recognised that shows the same; nothing in a file may look like one before it.
        """
        self._stamp.update(told.encode())
        stamp = self._stamp.hexdigest()
        self._objects[0] = f"<</Keywords (marks {stamp[:16]}){told}>>".encode()
        content, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
        for number, body in enumerate(self._objects, start=1):
            places.append(len(content))
            content += b"%d 0 obj\n%b\nendobj\n" % (number, body)
        table = "".join(f"{place:010} 00000 n \n" for place in places)
        trailer = (
            f"/Size {len(places) + 1} /Root {catalog} 0 R /Info 1 0 R /ID [<{stamp[:32]}> <{stamp[:32]}>]"
        )
        content += (
            f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n{table}"
            f"trailer\n<<{trailer}>>\nstartxref\n{len(content)}\n%%EOF\n"
        ).encode()
        return bytes(content)


def _string(text: str) -> str:
    """Return a text that people read in a viewer's frame (ISO 32000-1, 7.9.2.2)."""
    if text.isascii() and text.isprintable():
        escaped = re.sub(r"([()\\])", r"\\\1", text)
        return f"({escaped})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def _add_page(file: _File, page: DrawnPage, tree: int, shared: int) -> int:
    drawn = file.add_stream("", page.operators)
    box = f"[0 0 {page.size[0]:.4f} {page.size[1]:.4f}]"
    needs = f"/Parent {tree} 0 R /Resources {shared} 0 R /Contents {drawn} 0 R"
    return file.add(f"<</Type /Page /MediaBox {box} {needs}>>")


def _resources(file: _File, pages: Sequence[DrawnPage]) -> str:
    """Return what all pages of a file need, put into it: fonts with their letters, and stamps."""
    fonts = []
    for bold in (False, True):
        letters = frozenset[str]().union(*(page.letters.get(bold, ()) for page in pages))
        if letters:
            fonts.append(f"/{_font_name(bold)} {_add_font(file, bold, letters)} 0 R")
    stamps = sorted({(stamp.name, stamp) for page in pages for stamp in page.stamps})
    forms = [f"/{name} {_add_stamp(file, stamp)} 0 R" for name, stamp in stamps]
    return f"<</Font <<{' '.join(fonts)}>> /XObject <<{' '.join(forms)}>>>>"


def _add_stamp(file: _File, stamp: Stamp) -> int:
    reach = (stamp.radius + stamp.line) * POINTS
    box = f"[{-reach:.3f} {-reach:.3f} {reach:.3f} {reach:.3f}]"
    return file.add_stream(f" /Type /XObject /Subtype /Form /BBox {box}", _drawn_stamp(stamp))


@cache
def _drawn_stamp(stamp: Stamp) -> Packed:
    pen = _Pen()
    pen.stamp(stamp)
    return packed("\n".join(pen.operators).encode())


def _outline(file: _File, chapters: Sequence[_Chapter], pages: Sequence[int]) -> str:
    """Return what the catalog says of bookmarks and numbers of pages, put into the file; empty without chapters."""
    if not chapters:
        return ""
    root, entries = file.next(), [file.next() for _ in chapters]
    first, labels = 0, []
    for place, chapter in enumerate(chapters):
        beside = "".join(
            f" /{which} {entries[other]} 0 R"
            for which, other in (("Prev", place - 1), ("Next", place + 1))
            if 0 <= other < len(entries)
        )
        title = f"/Title {_string(chapter.title)} /Parent {root} 0 R{beside}"
        file.put(entries[place], f"<<{title} /Dest [{pages[first]} 0 R /Fit]>>")
        before = chapter.title.partition(":")[0]
        labels.append(f"{first} <</S /D /P {_string(f'{before} ')}>>")
        first += chapter.pages
    ends = f"/First {entries[0]} 0 R /Last {entries[-1]} 0 R /Count {len(entries)}"
    file.put(root, f"<</Type /Outlines {ends}>>")
    return f" /PageMode /UseOutlines /Outlines {root} 0 R /PageLabels <</Nums [{' '.join(labels)}]>>"


# Fonts: as much of one as the letters need, each glyph with the number that it has in the whole (OpenType 1.9).

COPIED = ("cvt ", "fpgm", "prep")
"""Tables that are taken over as they are: with them small letters are fitted to a screen's pixels."""


def _add_font(file: _File, bold: bool, letters: frozenset[str]) -> int:
    """Return the number of a font with these letters, put into the file (ISO 32000-1, 9.7)."""
    font = project_font(bold)
    glyphs: dict[int, str] = {}
    for letter in sorted(letters, reverse=True):  # of two letters that look alike the first is told
        glyphs[font.glyph(letter)] = letter
    used = sorted(glyphs)
    data = subset(font, used)
    tag = "".join(chr(ord("A") + byte % 26) for byte in hashlib.sha256(data).digest()[:6])
    name = f"/{tag}+{FONT_NAMES[bold]}"
    program = file.add_stream(f" /Length1 {len(data)}", packed(data))
    box = " ".join(f"{font.thousandths(side):.0f}" for side in font.bounding_box)
    ascent, descent = (f"{font.thousandths(height):.0f}" for height in font.heights)
    look = f"/ItalicAngle 0 /Ascent {ascent} /Descent {descent} /CapHeight 729 /StemV {140 if bold else 80}"
    descriptor = file.add(
        f"<</Type /FontDescriptor /FontName {name} /Flags {SYMBOLIC} /FontBBox [{box}] {look} "
        f"/FontFile2 {program} 0 R>>"
    )
    widths = " ".join(f"{glyph} [{font.thousandths(font.advance(glyph)):.6g}]" for glyph in used)
    system = "<</Registry (Adobe) /Ordering (Identity) /Supplement 0>>"
    letters_of = file.add(
        f"<</Type /Font /Subtype /CIDFontType2 /BaseFont {name} /CIDSystemInfo {system} "
        f"/FontDescriptor {descriptor} 0 R /CIDToGIDMap /Identity /W [{widths}]>>"
    )
    told = file.add_stream("", packed(_told_letters(glyphs)))
    return file.add(
        f"<</Type /Font /Subtype /Type0 /BaseFont {name} /Encoding /Identity-H "
        f"/DescendantFonts [{letters_of} 0 R] /ToUnicode {told} 0 R>>"
    )


def _told_letters(glyphs: Mapping[int, str]) -> bytes:
    """Return the table by which a viewer copies and finds text (ISO 32000-1, 9.10.3)."""
    pairs = [f"<{glyph:04X}> <{glyphs[glyph].encode('utf-16-be').hex().upper()}>" for glyph in sorted(glyphs)]
    hundreds = [pairs[first : first + 100] for first in range(0, len(pairs), 100)]
    blocks = [line for some in hundreds for line in (f"{len(some)} beginbfchar", *some, "endbfchar")]
    lines = (
        "/CIDInit /ProcSet findresource begin",
        "12 dict begin",
        "begincmap",
        "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def",
        "/CMapName /Adobe-Identity-UCS def",
        "/CMapType 2 def",
        "1 begincodespacerange",
        "<0000> <FFFF>",
        "endcodespacerange",
        *blocks,
        "endcmap",
        "CMapName currentdict /CMap defineresource pop",
        "end",
        "end",
    )
    return "\n".join(lines).encode()


def subset(font: Font, glyphs: Iterable[int]) -> bytes:
    """Return a font file in which only these glyphs, and those that they are put together of, have an outline."""
    kept = sorted({0, *font.with_parts(glyphs)})
    count = kept[-1] + 1
    outlines, places, metrics = bytearray(), list[int](), bytearray(4 * count)
    for glyph in kept:
        places += [len(outlines)] * (glyph + 1 - len(places))  # those before it end where they begin
        outline = font.outline(glyph)
        outlines += outline + bytes(-len(outline) % 4)
        struct.pack_into(">Hh", metrics, 4 * glyph, font.advance(glyph), font.bearing(glyph))
    places.append(len(outlines))
    head, hhea, maxp = (bytearray(font.table(name)) for name in ("head", "hhea", "maxp"))
    struct.pack_into(">I", head, 8, 0)  # the sum of the whole, which is added below
    struct.pack_into(">H", head, 50, 1)  # places of outlines are in bytes
    struct.pack_into(">H", hhea, 34, count)
    struct.pack_into(">H", maxp, 4, count)
    tables = {name: font.table(name) for name in COPIED} | {
        "glyf": bytes(outlines),
        "head": bytes(head),
        "hhea": bytes(hhea),
        "hmtx": bytes(metrics),
        "loca": struct.pack(f">{len(places)}I", *places),
        "maxp": bytes(maxp),
    }
    return _font_file(tables)


def _font_file(tables: Mapping[str, bytes]) -> bytes:
    """Return a TrueType file of these tables, its sums right."""
    steps = len(tables).bit_length() - 1
    search = 16 << steps
    directory = struct.pack(">IHHHH", 0x00010000, len(tables), search, steps, 16 * len(tables) - search)
    place, body, head = 12 + 16 * len(tables), b"", 0
    for name, content in sorted(tables.items()):
        head = place + len(body) if name == "head" else head
        directory += struct.pack(">4sIII", name.encode(), _sum(content), place + len(body), len(content))
        body += content + bytes(-len(content) % 4)
    file = bytearray(directory + body)
    struct.pack_into(">I", file, head + 8, (0xB1B0AFBA - _sum(bytes(file))) & 0xFFFFFFFF)
    return bytes(file)


def _sum(content: bytes) -> int:
    whole = content + bytes(-len(content) % 4)
    return int(sum(struct.unpack(f">{len(whole) // 4}I", whole))) & 0xFFFFFFFF
