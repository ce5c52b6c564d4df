"""How wide and high a text is in the project's own font, and how a paragraph breaks into lines."""

from functools import cache

from menace_kit.errors import GlyphError
from menace_kit.layout.marks import MM_PER_POINT, Anchor, Text
from menace_kit.paths import font_file

SMALLEST = 5.0
"""The smallest text that is ever printed, in points."""

CAP_HEIGHT = 0.729
DESCENT = 0.236
"""Height of a capital, and depth of a tail below the baseline, as shares of the size (DejaVu Sans Condensed)."""

ELLIPSIS = "…"


@cache
def _advances(bold: bool) -> tuple[dict[int, str], dict[str, tuple[int, int]], int]:
    # Imported here: reading a font file is for those who print, not for those who only list boxes.
    from fontTools.ttLib import TTFont

    with TTFont(font_file(bold), lazy=True) as font:
        return font.getBestCmap(), font["hmtx"].metrics, font["head"].unitsPerEm


@cache
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width in mm of a text of `size` points; GlyphError where the font lacks one of its characters."""
    characters, metrics, units = _advances(bold)
    try:
        advance = sum(metrics[characters[ord(character)]][0] for character in text)
    except KeyError as error:
        missing = chr(error.args[0])
        raise GlyphError(
            f"{missing!r} (U+{ord(missing):04X}) in {text!r} cannot be printed: the font has no such character"
        ) from None
    return advance / units * size * MM_PER_POINT


def cap_height(size: float) -> float:
    """Return the height in mm of capitals and digits of `size` points."""
    return CAP_HEIGHT * size * MM_PER_POINT


def text_box(mark: Text) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom in mm of what a text covers: its capitals above, its tails below."""
    width = text_width(mark.text, mark.size, mark.bold)
    left = mark.x - {Anchor.START: 0, Anchor.MIDDLE: width / 2, Anchor.END: width}[mark.anchor]
    tails = any(character in "gjpqyQ,;()[]|/ç" for character in mark.text)
    bottom = mark.y + (DESCENT * mark.size * MM_PER_POINT if tails else 0)
    return left, mark.y - cap_height(mark.size), left + width, bottom


def wrapped(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Return the text broken at spaces into lines of at most `width` mm; one longer word stands on a line alone."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def shortened(text: str, width: float, size: float, bold: bool = False) -> str:
    """Return the text, or as much of it as fits in `width` mm with an ellipsis behind it."""
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + ELLIPSIS, size, bold) > width:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS
