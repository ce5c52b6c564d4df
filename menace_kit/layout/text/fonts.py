"""How wide and high a text is in the project's own font, and how a paragraph breaks into lines."""

import math
import re
import struct
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from menace_kit.errors import GlyphError
from menace_kit.layout.marks import BLACK, MM_PER_POINT, Anchor, Text
from menace_kit.paths import font_file

SMALLEST = 5.0
"""The smallest text that is ever printed, in points."""

CAP_HEIGHT = 0.729
"""Height of a capital as a share of the size (DejaVu Sans Condensed)."""

ELLIPSIS = "…"

_BREAK = re.compile(r"[^\S\u00A0\u202F]+")
"""Where a line may end: at any space but the two that forbid it."""


class Font:
    """A TrueType font as its file has it (OpenType 1.9); lengths in its own units, so many to the size."""

    def __init__(self, content: bytes) -> None:
        """Read where the tables are, and which letters there are."""
        self._content = content
        (count,) = struct.unpack_from(">H", content, 4)
        entries = struct.iter_unpack(">4sIII", content[12 : 12 + 16 * count])
        self._tables = {name.decode(): (place, length) for name, _, place, length in entries}
        self.units = int(self._read("head", 18, ">H")[0])
        self.bounding_box: tuple[int, ...] = self._read("head", 36, ">4h")
        self.heights: tuple[int, ...] = self._read("hhea", 4, ">2h")
        """How far letters reach above the baseline, and below it, which is less than 0."""
        (self._measured,) = self._read("hhea", 34, ">H")
        self._ranges = self._letter_ranges()

    def _read(self, table: str, offset: int, kind: str) -> tuple[Any, ...]:
        return struct.unpack_from(kind, self._content, self._tables[table][0] + offset)

    def _letter_ranges(self) -> list[tuple[int, int, int]]:
        """Return first and last letter of each range whose glyphs follow each other, and the first one's glyph."""
        (count,) = self._read("cmap", 2, ">H")
        for number in range(count):
            platform, encoding, offset = self._read("cmap", 4 + 8 * number, ">HHI")
            if (platform, encoding) == _ALL_OF_UNICODE:
                (ranges,) = self._read("cmap", offset + 12, ">I")
                first = self._tables["cmap"][0] + offset + 16
                return list(struct.iter_unpack(">III", self._content[first : first + 12 * ranges]))
        raise ValueError("the font has no table of all letters")

    def table(self, name: str) -> bytes:
        """Return a table as it stands in the file."""
        place, length = self._tables[name]
        return self._content[place : place + length]

    def glyph(self, letter: str) -> int:
        """Return the number of a letter's glyph; 0 where the font has no such letter."""
        code = ord(letter)
        first, last, glyph = self._ranges[max(0, bisect_right(self._ranges, (code, math.inf)) - 1)]
        return glyph + code - first if first <= code <= last else 0

    def glyphs(self, text: str) -> list[int]:
        """Return the numbers of a text's glyphs; GlyphError where the font lacks one of its letters."""
        found = [self.glyph(letter) for letter in text]
        if 0 in found:
            letter = text[found.index(0)]
            raise GlyphError(
                f"{letter!r} (U+{ord(letter):04X}) in {text!r} cannot be printed: the font has no such character"
            )
        return found

    def advance(self, glyph: int) -> int:
        """Return the way from a glyph to the next one."""
        advance: int = self._read("hmtx", 4 * min(glyph, self._measured - 1), ">H")[0]
        return advance

    def bearing(self, glyph: int) -> int:
        """Return where a glyph's ink begins."""
        beyond = glyph - self._measured  # these have a bearing only, and the last one's advance
        offset = 4 * glyph + 2 if beyond < 0 else 4 * self._measured + 2 * beyond
        bearing: int = self._read("hmtx", offset, ">h")[0]
        return bearing

    def outline(self, glyph: int) -> bytes:
        """Return what draws a glyph; empty for one without ink."""
        start, end = self._read("loca", 4 * glyph, ">2I")
        place = self._tables["glyf"][0]
        return self._content[place + start : place + end]

    def bounds(self, glyph: int) -> tuple[int, int, int, int]:
        """Return left, bottom, right and top of a glyph's ink, y upwards; zeros for one without."""
        left, bottom, right, top = struct.unpack_from(">4h", self.outline(glyph) or bytes(10), 2)
        return left, bottom, right, top

    def with_parts(self, glyphs: Iterable[int]) -> set[int]:
        """Return glyphs, and those that they are put together of: an umlaut is a letter and two dots."""
        found, waiting = set[int](), list(glyphs)
        while waiting:
            glyph = waiting.pop()
            if glyph not in found:
                found.add(glyph)
                waiting += self._parts(self.outline(glyph))
        return found

    @staticmethod
    def _parts(outline: bytes) -> Iterator[int]:
        """Yield the glyphs that an outline is put together of; none where it draws its own."""
        more = len(outline) > 0 and struct.unpack_from(">h", outline)[0] < 0
        place = 10
        while more:
            flags, glyph = struct.unpack_from(">HH", outline, place)
            yield glyph
            scale = 2 if flags & 0x8 else 4 if flags & 0x40 else 8 if flags & 0x80 else 0
            place += 4 + (4 if flags & 0x1 else 2) + scale
            more = bool(flags & 0x20)

    def thousandths(self, length: int) -> float:
        """Return a length of the font in thousandths of the size."""
        return length * 1000 / self.units


_ALL_OF_UNICODE = (3, 10)
"""Platform and encoding of the table that has all letters, those beyond U+FFFF too."""


@cache
def project_font(bold: bool) -> Font:
    """Return the font that everything is printed in."""
    return Font(font_file(bold).read_bytes())


class _Glyph(NamedTuple):
    """A character's way to the next one, and what its ink covers, y upwards; all as shares of the size."""

    advance: float
    left: float
    bottom: float
    right: float
    top: float


@cache
def _measured(glyph: int, bold: bool) -> _Glyph:
    font = project_font(bold)
    return _Glyph(*(length / font.units for length in (font.advance(glyph), *font.bounds(glyph))))


def _glyphs(text: str, bold: bool) -> list[_Glyph]:
    return [_measured(glyph, bold) for glyph in project_font(bold).glyphs(text)]


def writable(text: str) -> str:
    """Return a text with a question mark for each character that the font lacks."""
    return "".join(character if project_font(False).glyph(character) else "?" for character in text)


@cache
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width in mm of a text of `size` points; GlyphError where the font lacks one of its characters."""
    return _advance(text, bold) * size * MM_PER_POINT


@cache
def _advance(text: str, bold: bool) -> float:
    """Return the width of a text as a share of its size: what is fitted is measured in many sizes."""
    return sum(glyph.advance for glyph in _glyphs(text, bold))


@cache
def ink_box(text: str, size: float, bold: bool = False) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom in mm of a text's ink, from where it begins on its baseline, y downwards."""
    x, inked = 0.0, []
    for glyph in _glyphs(text, bold):
        if glyph.right > glyph.left:
            inked.append((x + glyph.left, -glyph.top, x + glyph.right, -glyph.bottom))
        x += glyph.advance
    if not inked:
        return 0.0, 0.0, 0.0, 0.0
    lefts, tops, rights, bottoms = zip(*inked, strict=True)
    scale = size * MM_PER_POINT
    return min(lefts) * scale, min(tops) * scale, max(rights) * scale, max(bottoms) * scale


def ink_centred(sign: str, x: float, y: float, size: float, colour: str = BLACK) -> Text:
    """Return a bold sign of `size` points whose ink, not its baseline, has its middle at x, y."""
    left, top, right, bottom = ink_box(sign, 1, True)
    return Text(x - (left + right) / 2 * size, y - (top + bottom) / 2 * size, sign, size, True, colour=colour)


def cap_height(size: float) -> float:
    """Return the height in mm of capitals and digits of `size` points."""
    return CAP_HEIGHT * size * MM_PER_POINT


def text_box(mark: Text) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom in mm of what the ink of a text covers on its page."""
    width = text_width(mark.text, mark.size, mark.bold)
    start = mark.x
    if mark.anchor is not Anchor.START:
        start -= width / 2 if mark.anchor is Anchor.MIDDLE else width
    left, top, right, bottom = ink_box(mark.text, mark.size, mark.bold)
    return start + left, mark.y + top, start + right, mark.y + bottom


def unbroken(text: str) -> list[str]:
    """Return the pieces of a text between which a line may end: its words, those joined by a no-break space as one."""
    return [piece for piece in _BREAK.split(text) if piece]


def wrapped(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Return the text broken into lines of at most `width` mm: at spaces, and inside a word that is longer alone.

    No line ends at a no-break space, unless the words that it joins are longer than a line.
    """
    lines: list[str] = []
    for piece in unbroken(text):
        for word in [piece] if text_width(piece, size, bold) <= width else piece.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and text_width(longer, size, bold) <= width:
                lines[-1] = longer
            else:
                lines += _pieces(word, width, size, bold)
    return lines


def _pieces(word: str, width: float, size: float, bold: bool) -> list[str]:
    """Return the word in as few pieces of at most `width` mm as there can be, each of one character at least."""
    pieces = [""]
    for character in word:
        if pieces[-1] and text_width(pieces[-1] + character, size, bold) > width:
            pieces.append("")
        pieces[-1] += character
    return pieces


def over(length: float) -> str:
    """Return by how many mm something is too large, in words: to a tenth, rounded up so that it is never 0.0."""
    return f"{math.ceil(length * 10 - 1e-6) / 10:.1f} mm"


def shortened(text: str, width: float, size: float, bold: bool = False) -> str:
    """Return the text, or as much of it as fits in `width` mm with an ellipsis behind it."""
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + ELLIPSIS, size, bold) > width:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS
