"""How wide and high a text is in the project's own font, and how a paragraph breaks into lines."""

import math
import re
from functools import cache
from struct import unpack_from
from typing import NamedTuple

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


_AT_HYPHENS = re.compile(r"(?<=\w[-/])(?=\w)")
"""Where a word may be broken: behind a hyphen or a stroke of its own."""


class _Glyph(NamedTuple):
    """A character's way to the next one, and what its ink covers, y upwards; all as shares of the size."""

    advance: float
    left: float
    bottom: float
    right: float
    top: float


class _FontFile:
    """The tables of our own font that tell a character's measures, read where they lie.

    Named as in the OpenType specification 1.9 (ISO/IEC 14496-22). That the font has them is known, for it is ours; a
    library that reads every font takes twenty times as long.
    """

    def __init__(self, content: bytes) -> None:
        """Find the tables: what is where in `content`."""
        self._content = content
        count = unpack_from(">H", content, 4)[0]
        records = (unpack_from(">4s4xL4x", content, 12 + 16 * number) for number in range(count))
        self._tables: dict[bytes, int] = dict(records)
        self._units, self._wide_places = self._read("H", b"head", 18)[0], self._read("h", b"head", 50)[0]
        self._advances = self._read("H", b"hhea", 34)[0]
        self._numbers = self._glyph_numbers()

    def _read(self, form: str, table: bytes, offset: int) -> tuple[int, ...]:
        return unpack_from(f">{form}", self._content, self._tables[table] + offset)

    def _glyph_numbers(self) -> dict[int, int]:
        """Return character -> number of its glyph, of the table's part for all of Unicode (format 12)."""
        parts = (self._read("HHL", b"cmap", 4 + 8 * part) for part in range(self._read("H", b"cmap", 2)[0]))
        start = next(offset for platform, encoding, offset in parts if (platform, encoding) == (3, 10))
        runs = (
            self._read("3L", b"cmap", start + 16 + 12 * run)
            for run in range(self._read("L", b"cmap", start + 12)[0])
        )
        return {
            character: glyph + character - first
            for first, last, glyph in runs
            for character in range(first, last + 1)
        }

    def glyph(self, character: str) -> _Glyph | None:
        """Return a character's measures, or None where the font has no such character."""
        number = self._numbers.get(ord(character))
        if number is None:
            return None
        # Glyphs behind the last that has an advance of its own have that of the last.
        advance = self._read("H", b"hmtx", 4 * min(number, self._advances - 1))[0]
        form, size, unit = ("2L", 4, 1) if self._wide_places else ("2H", 2, 2)
        begin, end = self._read(form, b"loca", size * number)
        # A space has no ink, and hence no bounds.
        bounds = self._read("4h", b"glyf", unit * begin + 2) if begin < end else (0, 0, 0, 0)
        return _Glyph(*(length / self._units for length in (advance, *bounds)))


@cache
def _font(bold: bool) -> _FontFile:
    return _FontFile(font_file(bold).read_bytes())


@cache
def _glyph(character: str, bold: bool) -> _Glyph | None:
    return _font(bold).glyph(character)


def _glyphs(text: str, bold: bool) -> list[_Glyph]:
    glyphs = []
    for character in text:
        glyph = _glyph(character, bold)
        if glyph is None:
            raise GlyphError(
                f"{character!r} (U+{ord(character):04X}) in {text!r} cannot be printed: the font has no such character"
            )
        glyphs.append(glyph)
    return glyphs


def writable(text: str) -> str:
    """Return a text with a question mark for each character that the font lacks."""
    return "".join(character if _glyph(character, False) else "?" for character in text)


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


def is_broken(text: str, width: float, size: float, bold: bool = False) -> bool:
    """Return whether a line of the text as `wrapped` would end inside a word, and not behind a hyphen of its own."""
    parts = (part for word in text.split() for part in _AT_HYPHENS.split(word))
    return any(text_width(part, size, bold) > width for part in parts)


def wrapped(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Return the text broken into lines of at most `width` mm: at spaces, and inside a word that is longer alone.

    Such a word is broken behind its own hyphens, and elsewhere only where it has none: `is_broken` tells.

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
    """Return the word in pieces of at most `width` mm, each of one character at least."""
    pieces = [""]
    for part in _AT_HYPHENS.split(word):
        whole = text_width(part, size, bold) <= width
        for unit in [part] if whole else part:
            if pieces[-1] and text_width(pieces[-1] + unit, size, bold) > width:
                pieces.append("")
            pieces[-1] += unit
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
