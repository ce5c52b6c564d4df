"""Text set in lines: how wide and high it is in our font, how it breaks, and columns of it.

Text sizes are in points, everything else in mm. Every sheet sets its sentences with a `Column`:
headings, paragraphs and lists, one below the other. What differs between sheets is a `Style`; the
styles are here, because sheets of one kind look alike. `fitted` sets a text that has to fit a given
area.
"""

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from io import BytesIO
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from menace_kit.errors import FitError, GlyphError
from menace_kit.files import font_file, read_file
from menace_kit.frozen import Frozen
from menace_kit.kept import kept
from menace_kit.layout.marks import BLACK, MM_PER_POINT, Anchor, Mark, Marks, Text
from menace_kit.layout.type_scale import HEADING, SMALLEST, TEXT, TITLE, larger, steps_from

CAP_HEIGHT = 0.729
"""Height of a capital as a share of the size (DejaVu Sans Condensed)."""

ELLIPSIS = "…"

FIELD_INK = "#606060"
"""Colour of words in areas for glue, and on tabs."""

LEADING = 1.25
"""Distance between baselines as a share of the size."""

DESCENT = 0.24
"""How far letters reach below the baseline, as a share of the size."""

_READING = Lock()
"""Held while reading a font: it is read as needed, which only one thread may do at a time."""

_BREAK = re.compile(r"[^\S\u00A0\u202F]+(?!(?<=\d )(?:[%/]|(?:mm|pt|g|h|x)\b))(?!(?<=\d [x/] )\d)")
"""Where a line may end: at spaces, with some exceptions.

They are no-break spaces, spaces between a number and its unit, and those inside 35 x 15 or 9 / 13.
"""


_AT_HYPHENS = re.compile(r"(?<=\w[-/])(?=\w)")
"""Where a word may be broken: after a hyphen or slash of its own."""


class _Glyph(NamedTuple):
    """A character's advance and the edges of its ink, y upwards, as shares of the size."""

    advance: float
    left: float
    bottom: float
    right: float
    top: float


@cache
def _font(bold: bool) -> Any:
    # Imported here: reading a font takes longer than measuring all text on a page.
    from fontTools.ttLib import TTFont

    return TTFont(BytesIO(font_file(bold).read_bytes()), lazy=True)


def _measured(character: str, bold: bool) -> _Glyph | None:
    """Return what the font says about a character, or None if it lacks it."""
    with _READING:
        font = _font(bold)
        name = font.getBestCmap().get(ord(character))
        if name is None:
            return None
        outline = font["glyf"][name]
        # A space has no ink, so it has no bounds.
        bounds = (getattr(outline, side, 0) for side in ("xMin", "yMin", "xMax", "yMax"))
        units = font["head"].unitsPerEm
        return _Glyph(font["hmtx"].metrics[name][0] / units, *(bound / units for bound in bounds))


USUAL = (range(0x20, 0x180), range(0x2010, 0x2040), range(0x2190, 0x2220), range(0x25A0, 0x2720))
"""Letters and symbols found on most pages; their sizes are kept between runs of the program."""


@cache
def _kept(bold: bool) -> Mapping[str, _Glyph]:
    def make() -> dict[str, _Glyph]:
        read_file(font_file(bold))  # notes that the result depends on the font
        characters = map(chr, chain.from_iterable(USUAL))
        return {
            character: glyph for character in characters if (glyph := _measured(character, bold))
        }

    def read(made: Mapping[str, Sequence[float]]) -> dict[str, _Glyph]:
        return {character: _Glyph(*measures) for character, measures in made.items()}

    found: dict[str, _Glyph] = kept(f"font {bold}", make, [Path(__file__)], read)
    return found


@cache
def _glyph(character: str, bold: bool) -> _Glyph | None:
    return _kept(bold).get(character) or _measured(character, bold)


def _glyphs(text: str, bold: bool) -> list[_Glyph]:
    glyphs = [glyph for character in text if (glyph := _glyph(character, bold))]
    if len(glyphs) < len(text):
        lacking = next(character for character in text if _glyph(character, bold) is None)
        raise GlyphError(
            f"{lacking!r} (U+{ord(lacking):04X}) in {text!r} cannot be printed: "
            "the font has no such character",
            lacking,
        )
    return glyphs


def writable(text: str) -> str:
    """Return a text with a question mark for each character that the font lacks."""
    return "".join(character if _glyph(character, False) else "?" for character in text)


@cache
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width in mm of a text of `size` points.

    Raises GlyphError if the font lacks one of its characters.
    """
    return _advance(text, bold) * size * MM_PER_POINT


@cache
def _advance(text: str, bold: bool) -> float:
    """Return a text's width as a share of its size; kept, as fitting measures in many sizes."""
    return sum(glyph.advance for glyph in _glyphs(text, bold))


@cache
def ink_box(text: str, size: float, bold: bool = False) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a text's ink in mm, from its start, y downwards."""
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
    """Return a bold character of `size` points with the middle of its ink at x, y."""
    left, top, right, bottom = ink_box(sign, 1, True)
    return Text(
        x - (left + right) / 2 * size,
        y - (top + bottom) / 2 * size,
        sign,
        size,
        True,
        colour=colour,
    )


def cap_height(size: float) -> float:
    """Return the height in mm of capitals and digits of `size` points."""
    return CAP_HEIGHT * size * MM_PER_POINT


@cache
def unbroken(text: str) -> tuple[str, ...]:
    """Return the pieces of a text between which a line may end.

    They are its words; those joined by a no-break space are one piece.
    """
    return tuple(piece for piece in _BREAK.split(text) if piece)


def is_broken(text: str, width: float, size: float, bold: bool = False) -> bool:
    """Return whether `wrapped` would end a line inside a word, other than after its own hyphen."""
    wide = (word for word in text.split() if text_width(word, size, bold) > width)
    parts = (part for word in wide for part in _AT_HYPHENS.split(word))
    return any(text_width(part, size, bold) > width for part in parts)


def wrapped(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Return the text broken into lines of at most `width` mm.

    Lines end at spaces. A word longer than a line is broken after its own hyphens, and elsewhere
    only if it has none: `is_broken` tells. No line ends at a no-break space, unless the joined
    words are longer than a line. The last word is not alone on its line if the one before it can
    join it.
    """
    lines: list[str] = []
    whole = unbroken(text)
    for piece in whole:
        for word in [piece] if text_width(piece, size, bold) <= width else piece.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and text_width(longer, size, bold) <= width:
                lines[-1] = longer
            else:
                lines += _pieces(word, width, size, bold)
    if len(lines) > 1 and lines[-1] == whole[-1]:
        last = " ".join(whole[-2:])
        above = lines[-2].removesuffix(f" {whole[-2]}")
        if " " in above and above != lines[-2] and text_width(last, size, bold) <= width:
            lines[-2:] = [above, last]
    return lines


def _pieces(word: str, width: float, size: float, bold: bool) -> list[str]:
    """Return the word in pieces of at most `width` mm, each with at least one character."""
    pieces = [""]
    for part in _AT_HYPHENS.split(word):
        whole = text_width(part, size, bold) <= width
        for unit in [part] if whole else part:
            if pieces[-1] and text_width(pieces[-1] + unit, size, bold) > width:
                pieces.append("")
            pieces[-1] += unit
    return pieces


def over(length: float) -> str:
    """Return by how many mm something is too large, as text."""
    return f"{tenths_over(length):.1f} mm"


def tenths_over(length: float) -> float:
    """Return a length rounded up to a tenth, so that it is never 0."""
    return math.ceil(length * 10 - 1e-6) / 10


def shortened(text: str, width: float, size: float, bold: bool = False) -> str:
    """Return the text, or as much of it as fits in `width` mm with an ellipsis."""
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + ELLIPSIS, size, bold) > width:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


class Fitted(Frozen):
    """Lines of text, and the size in points at which they fit."""

    lines: tuple[str, ...]
    size: float
    bold: bool = False

    @property
    def height(self) -> float:
        """Return the height of the lines, from the top of capitals to below the last descenders."""
        below = DESCENT * self.size * MM_PER_POINT
        return cap_height(self.size) + (len(self.lines) - 1) * line_pitch(self.size) + below

    def marks(
        self, x: float, top: float, anchor: Anchor = Anchor.START, colour: str = BLACK
    ) -> Marks:
        """Yield the lines; the capitals of the first one hang from `top`."""
        first = top + cap_height(self.size)
        for number, line in enumerate(self.lines):
            yield Text(
                x,
                first + number * line_pitch(self.size),
                line,
                self.size,
                self.bold,
                anchor,
                colour,
            )


def lined(text: str, width: float, size: float, bold: bool = False) -> Fitted:
    """Return the text in as many lines of `width` mm as it needs in this size."""
    return Fitted(tuple(wrapped(text, width, size, bold)), size, bold)


def line_pitch(size: float) -> float:
    """Return the distance in mm between baselines at a size in points."""
    return size * MM_PER_POINT * LEADING


def fitted(text: str, width: float, height: float, largest: float, bold: bool = False) -> Fitted:
    """Return the text in lines for an area of this size, as large as fits.

    The size is a step of the type scale up to `largest`; words are broken only if they must be.
    Raises FitError if the text doesn't fit even at 5 points.
    """

    def breaks_none(size: float) -> bool:
        return all(text_width(word, size, bold) <= width for word in unbroken(text))

    # What fits at one size fits at every smaller one, so bisection finds the largest.
    sizes = steps_from(largest)
    for first in (bisect_left(sizes, True, key=breaks_none), 0):
        place = bisect_left(
            sizes, True, first, key=lambda size: lined(text, width, size, bold).height <= height
        )
        if place < len(sizes):
            return lined(text, width, sizes[place], bold)
    raise FitError(
        f"{text!r} does not fit into {width:.0f} x {height:.0f} mm at "
        f"{SMALLEST:g} points; shorten it"
    )


def fitted_together(
    texts: list[str], width: float, height: float, largest: float, bold: bool = True
) -> list[Fitted]:
    """Return texts for areas of the same size, side by side, all in the smallest one's size."""
    size = min(fitted(text, width, height, largest, bold).size for text in texts)
    return [lined(text, width, size, bold) for text in texts]


def size_within(text: str, width: float, size: float, bold: bool = False) -> float:
    """Return `size`, or the first step of the type scale below it at which a text fits, or 0."""
    sizes = (size, *steps_from(size))
    return next((each for each in sizes if text_width(text, each, bold) <= width), 0.0)


def fitting_size(text: str, width: float, size: float, bold: bool = False) -> float:
    """Return the largest size up to `size` at which a text is no wider than `width`.

    Raises FitError if it would be under 5 points.
    """
    fits = size_within(text, width, size, bold)
    if fits < SMALLEST:
        missing = text_width(text, SMALLEST, bold) - width
        raise FitError(
            f"{text!r} is too long for its place by {over(missing)}, even at {SMALLEST:g} points"
        )
    return fits


def on_middle(
    x: float,
    y: float,
    text: str,
    size: float,
    bold: bool = False,
    anchor: Anchor = Anchor.START,
    colour: str = BLACK,
) -> Text:
    """Return a text whose capitals and digits have their middle at this height."""
    return Text(x, y + cap_height(size) / 2, text, size, bold, anchor, colour)


def first_within(
    tried: Iterable[tuple[str, float]], x: float, y: float, width: float, height: float
) -> Iterator[Text]:
    """Yield the first of some texts, each with its size, that fits in a field, or none.

    The field has its middle at x, y; its word for glue may fill half of its height.
    """
    for text, size in tried:
        if text_width(text, size) <= width and 2 * cap_height(size) <= height:
            yield on_middle(x, y, text, size, anchor=Anchor.MIDDLE, colour=FIELD_INK)
            return


BULLET = "•"

KEPT_LINES = 8
"""A text with no more lines than this stays on one page."""


class Setting(NamedTuple):
    """How lines of a text are set: each is `pitch` sizes high, so 1.2 of 10 points are 4.2 mm.

    The first baseline is `first` sizes below the top. After the text come `gap` mm, and `swell` mm
    for each point of the size. They start from the foot of its last line or, if it is `tight`, from
    the last baseline.
    """

    first: float
    pitch: float
    gap: float = 0.0
    swell: float = 0.0
    tight: bool = False


class Style(NamedTuple):
    """How a column is set: its text, its headings, and the indents after bullets and numbers.

    `heading_size` takes the text's size. A text after a bullet or number is indented by `indent` mm
    and by `bullet` or `number` times its size.
    """

    text: Setting
    heading: Setting
    heading_size: Callable[[float], float]
    indent: float = 0.0
    bullet: float = 0.0
    number: float = 0.0


POSTER = Style(
    Setting(LEADING - 0.3, LEADING, swell=0.12),
    Setting(LEADING - 0.3, LEADING, swell=0.1),
    heading_size=larger,
    bullet=1.1,
    number=1.5,
)
"""Pages to hang up: everything grows with the text, which is as large as the page allows."""

FORM = Style(
    Setting(1.04, 1.3, gap=0.8),
    Setting(1.04, 1.3, gap=0.8, swell=1 / 6),
    heading_size=lambda _: HEADING,
    indent=5.0,
)
"""Forms to fill in: lines close together."""

LESSON = Style(
    Setting(1.3, 1.3, gap=0.5),
    Setting(CAP_HEIGHT, LEADING, gap=1.2, tight=True),
    heading_size=larger,
    indent=5.0,
)
"""Explanations beside drawings: as much as can be seen at once."""

READING = Style(
    Setting(1.32, 1.32, swell=0.5 * MM_PER_POINT),
    Setting(1.0, 1.2, gap=3.0, tight=True),
    heading_size=lambda _: HEADING,
    indent=5.0,
)
"""Documents of several pages, to read from top to bottom."""


def spaced(pitch: float, gap: float = 0.0, indent: float = 0.0) -> Style:
    """Return the style of instructions with lines of TEXT `pitch` mm apart.

    A column begins on the first baseline.
    """
    return LESSON._replace(
        text=Setting(0.0, pitch / (TEXT * MM_PER_POINT), gap=gap),
        heading=LESSON.heading._replace(first=0.0),
        indent=indent,
    )


class Column:
    """Marks that grow downwards from `y` in a column that begins at `left`; `size` in points."""

    def __init__(self, left: float, y: float, width: float, size: float, style: Style) -> None:
        self.left, self.y, self.width, self.size, self.style = left, y, width, size, style
        self.marks: list[Mark] = []
        self.broken: list[str] = []
        """Texts of this column and its parts with a word that had to be broken."""

    def title(self, text: str) -> None:
        """Set the title of the whole page."""
        self.heading(text, TITLE)

    def heading(self, text: str, size: float | None = None, keep: float = 0.0) -> None:
        """Set a heading in as many lines as it needs, in the style's size or in this one.

        It is on the same page as the first `keep` mm of what follows.
        """
        style = self.style
        self._set(text, size or style.heading_size(self.size), True, style.heading, keep=keep)
        self.y += self.size * style.heading.swell

    def paragraph(
        self, text: str, size: float | None = None, bold: bool = False, sign: str = ""
    ) -> None:
        """Set a paragraph, on one page if it is short.

        With a `sign`, it is indented after it; a space only indents.
        """
        size = size or self.size
        self._set(text, size, bold, self.style.text, sign)
        self.y += size * self.style.text.swell

    def items(self, sentences: Iterable[str], numbered: bool = False, sign: str = BULLET) -> None:
        """Set sentences, each after its number or a sign."""
        for number, sentence in enumerate(sentences, start=1):
            self.paragraph(sentence, sign=f"{number}." if numbered else sign)

    def space(self, share: float = 1.0) -> None:
        """Leave a share of a line free."""
        self.y += share * line_pitch(self.size)

    def beside(self, gap: float, *widths: float, inset: float = 0.0) -> list["Column"]:
        """Return columns side by side with the same look, which begin here.

        Those of width 0 share what the others leave. All are narrower by `inset` on both sides.
        """
        free = self.width - sum(widths) - (len(widths) - 1) * gap
        columns, left = [], self.left
        for width in widths:
            whole = width or free / widths.count(0)
            column = Column(left + inset, self.y, whole - 2 * inset, self.size, self.style)
            column.broken = self.broken
            columns.append(column)
            left += whole + gap
        return columns

    def below(self, *columns: "Column") -> None:
        """Take over columns that are side by side, and go on below the longest."""
        for column in columns:
            self.marks += column.marks
        self.y = max(column.y for column in columns)

    def need(self, height: float) -> bool:
        """Make room for `height` mm more; return whether a new page was begun.

        A plain column never ends.
        """
        del height
        return False

    def indent(self, sign: str, size: float) -> float:
        """Return the indent of a text after this sign; 0 without one."""
        style = self.style
        if not sign:
            return 0.0
        return style.indent + size * MM_PER_POINT * (
            style.bullet if sign == BULLET else style.number
        )

    def _set(
        self,
        text: str,
        size: float,
        bold: bool,
        setting: Setting,
        sign: str = "",
        keep: float = 0.0,
    ) -> None:
        indent = self.indent(sign, size)
        pitch = size * MM_PER_POINT * setting.pitch
        first = size * MM_PER_POINT * setting.first
        lines = wrapped(text, self.width - indent, size, bold)
        if is_broken(text, self.width - indent, size, bold):
            self.broken.append(text)
        self.need(min(len(lines), KEPT_LINES) * pitch + keep)
        for number, line in enumerate(lines):
            self.need(pitch)
            baseline = self.y + first
            if sign.strip() and number == 0:
                self.marks.append(Text(self.left, baseline, sign, size, bold=True))
            self.marks.append(Text(self.left + indent, baseline, line, size, bold))
            self.y += pitch
        if setting.tight and lines:
            self.y = baseline
        self.y += setting.gap
