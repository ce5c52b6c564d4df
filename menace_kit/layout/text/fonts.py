"""How wide and high a text is in the project's own font, and how a paragraph breaks into lines."""

import math
import re
from collections.abc import Mapping, Sequence
from functools import cache
from io import BytesIO
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from menace_kit.errors import GlyphError
from menace_kit.files import font_file, kept, read_file
from menace_kit.layout.marks import BLACK, MM_PER_POINT, Anchor, Text

SMALLEST = 5.0
"""The smallest text that is ever printed, in points."""

CAP_HEIGHT = 0.729
"""Height of a capital as a share of the size (DejaVu Sans Condensed)."""

ELLIPSIS = "…"

_READING = Lock()
"""Who reads on in a font: it is read as it is needed, and that is for one thread at a time."""

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


@cache
def _font(bold: bool) -> Any:
    # Imported here: to read a font takes longer than to measure all that stands on a page.
    from fontTools.ttLib import TTFont

    return TTFont(BytesIO(font_file(bold).read_bytes()), lazy=True)


def _measured(character: str, bold: bool) -> _Glyph | None:
    """Return what the font says of a character, or None where it has no such character."""
    with _READING:
        font = _font(bold)
        name = font.getBestCmap().get(ord(character))
        if name is None:
            return None
        outline = font["glyf"][name]
        # A space has no ink, and hence no bounds.
        bounds = (getattr(outline, side, 0) for side in ("xMin", "yMin", "xMax", "yMax"))
        units = font["head"].unitsPerEm
        return _Glyph(font["hmtx"].metrics[name][0] / units, *(bound / units for bound in bounds))


USUAL = (range(0x20, 0x180), range(0x2010, 0x2040), range(0x2190, 0x2220), range(0x25A0, 0x2720))
"""Letters and signs that are on most pages: what they measure is kept from one start of the program to the next."""


@cache
def _kept(bold: bool) -> Mapping[str, _Glyph]:
    def make() -> dict[str, _Glyph]:
        read_file(font_file(bold))  # so it is noted what all this comes of
        characters = map(chr, chain.from_iterable(USUAL))
        return {character: glyph for character in characters if (glyph := _measured(character, bold))}

    def read(made: Mapping[str, Sequence[float]]) -> dict[str, _Glyph]:
        return {character: _Glyph(*measures) for character, measures in made.items()}

    found: dict[str, _Glyph] = kept(f"font {bold}", make, [Path(__file__)], read)
    return found


@cache
def _glyph(character: str, bold: bool) -> _Glyph | None:
    return _kept(bold).get(character) or _measured(character, bold)


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
