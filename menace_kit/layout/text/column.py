"""One text column: headings, paragraphs and lists, one below the other. In mm; sizes of text in points.

Every sheet sets its sentences with it. What differs from sheet to sheet is a `Style`; the styles stand below, for the
sheets of one kind look alike. A text that has to fit a room of its own is set by `fitted`.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.layout.marks import BLACK, MM_PER_POINT, Anchor, Mark, Text
from menace_kit.layout.text.fonts import SMALLEST, cap_height, is_broken, over, text_width, unbroken, wrapped

LEADING = 1.25
"""From one baseline to the next, as a share of the size."""

DESCENT = 0.24
"""How far letters reach below the baseline, as a share of the size."""

STEP = 0.5
"""From one size that is tried to the next, in points."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines of text with the size, in points, in which they fit."""

    lines: tuple[str, ...]
    size: float
    bold: bool = False

    @property
    def height(self) -> float:
        """Return how high the lines are, from the top of the capitals to below the last line's descenders."""
        below = DESCENT * self.size * MM_PER_POINT
        return cap_height(self.size) + (len(self.lines) - 1) * line_pitch(self.size) + below

    def marks(
        self, x: float, top: float, anchor: Anchor = Anchor.START, colour: str = BLACK
    ) -> Iterator[Mark]:
        """Yield the lines, the capitals of the first one hanging from `top`."""
        first = top + cap_height(self.size)
        for number, line in enumerate(self.lines):
            yield Text(x, first + number * line_pitch(self.size), line, self.size, self.bold, anchor, colour)


def line_pitch(size: float) -> float:
    """Return the way in mm from one baseline to the next at a size in points."""
    return size * MM_PER_POINT * LEADING


def fitted(text: str, width: float, height: float, largest: float, bold: bool = False) -> Fitted:
    """Return the text in lines for a room of this size: as large as may be, words broken only where they must be.

    FitError where it does not even fit at 5 points.
    """
    for breaking in (False, True):
        size = largest
        while size >= SMALLEST:
            if breaking or all(text_width(word, size, bold) <= width for word in unbroken(text)):
                lines = Fitted(tuple(wrapped(text, width, size, bold)), size, bold)
                if lines.height <= height:
                    return lines
            size -= STEP
    raise FitError(
        f"{text!r} does not fit into {width:.0f} x {height:.0f} mm at {SMALLEST:g} points; shorten it"
    )


def fitted_together(texts: list[str], width: float, height: float, largest: float) -> list[Fitted]:
    """Return bold texts that stand beside each other, each in a room of this size, all in the smallest one's size."""
    size = min(fitted(text, width, height, largest, bold=True).size for text in texts)
    return [Fitted(tuple(wrapped(text, width, size, bold=True)), size, bold=True) for text in texts]


def size_within(text: str, width: float, size: float, bold: bool = False) -> float:
    """Return the largest size up to `size`, to a quarter of a point, at which a text is no wider than `width`."""
    wide = text_width(text, size, bold)
    return size if wide <= width else math.floor(4 * size * width / wide) / 4


def fitting_size(text: str, width: float, size: float, bold: bool = False) -> float:
    """Return the largest size up to `size` at which a text is no wider than `width`.

    FitError where it would be under 5 points.
    """
    fits = size_within(text, width, size, bold)
    if fits < SMALLEST:
        missing = text_width(text, SMALLEST, bold) - width
        raise FitError(f"{text!r} is too long for its place by {over(missing)}, even at {SMALLEST:g} points")
    return fits


def one_line(
    x: float,
    y: float,
    text: str,
    width: float,
    size: float,
    bold: bool = False,
    anchor: Anchor = Anchor.START,
    colour: str = BLACK,
) -> Text:
    """Return a text on its baseline y, smaller where it is too long for its place."""
    return Text(x, y, text, fitting_size(text, width, size, bold), bold, anchor, colour)


BULLET = "•"

KEPT_LINES = 8
"""A text of no more lines than this stays on one page."""


class Setting(NamedTuple):
    """How the lines of a text are set: each has room of its own, `pitch` sizes of the text high.

    So 1.2 of 10 points are 4.2 mm. What `first` makes of a size is how far below its top a line has its baseline.
    Behind the text are `gap` mm and `swell` mm for each point of the size, from the foot of its last line or, where it
    is `tight`, from the last baseline.
    """

    first: Callable[[float], float]
    pitch: float
    gap: float = 0.0
    swell: float = 0.0
    tight: bool = False


class Style(NamedTuple):
    """How a column is set: its text, its headings and what makes their size of the text's, and what is behind a sign.

    A text behind a bullet or a number begins `indent` mm to the right, and as many sizes of it as `bullet` or `number`
    say.
    """

    text: Setting
    heading: Setting
    heading_size: Callable[[float], float]
    indent: float = 0.0
    bullet: float = 0.0
    number: float = 0.0


def below_top(pitch: float, share: float = 1.0) -> Callable[[float], float]:
    """Return what makes of a size a share of a line so many sizes high."""
    return lambda size: size * MM_PER_POINT * pitch * share


POSTER = Style(
    Setting(below_top(LEADING - 0.3), LEADING, swell=0.12),
    Setting(below_top(LEADING - 0.3), LEADING, swell=0.1),
    heading_size=lambda size: 1.2 * size,
    bullet=1.1,
    number=1.5,
)
"""Pages to hang up: everything grows with the text, for that is as large as the page has room for."""

FORM = Style(
    Setting(below_top(1.3, 0.8), 1.3, gap=0.8),
    Setting(below_top(1.3, 0.8), 1.3, gap=0.8, swell=1 / 6),
    heading_size=lambda _: 16.0,
    indent=5.0,
)
"""Forms to be filled in: the heading is the form's title."""

LESSON = Style(
    Setting(below_top(1.3), 1.3, gap=0.5),
    Setting(cap_height, LEADING, gap=1.2, tight=True),
    heading_size=lambda size: size + 1,
    indent=5.0,
)
"""Explanations beside drawings: as much as is in sight at once."""

READING = Style(
    Setting(below_top(1.32), 1.32, swell=0.5 * MM_PER_POINT),
    Setting(below_top(1.0), 1.2, gap=3.0, tight=True),
    heading_size=lambda _: 13,
    indent=5.0,
)
"""Documents of several pages, which are read from top to bottom."""


def spaced(pitch: float, size: float, gap: float = 0.0, indent: float = 0.0) -> Style:
    """Return the style of instructions whose lines of `size` points are `pitch` mm apart, from a baseline on."""
    return LESSON._replace(
        text=Setting(below_top(0.0), pitch / (size * MM_PER_POINT), gap=gap), indent=indent
    )


class Column:
    """Marks that grow downwards from `y`, in a column that begins at `left`; `size` is that of the text in points."""

    def __init__(self, left: float, y: float, width: float, size: float, style: Style) -> None:
        """Begin at the top, with nothing."""
        self.left, self.y, self.width, self.size, self.style = left, y, width, size, style
        self.marks: list[Mark] = []
        self.broken: list[str] = []
        """Texts of this column, and of its parts, a word of which had to be broken."""

    def heading(self, text: str, size: float | None = None, keep: float = 0.0) -> None:
        """Set a heading in as many lines as it needs, in the style's size or in this one.

        It is on the same page as the first `keep` mm of what follows.
        """
        style = self.style
        self._set(text, size or style.heading_size(self.size), True, style.heading, keep=keep)
        self.y += self.size * style.heading.swell

    def paragraph(self, text: str, size: float | None = None, bold: bool = False, sign: str = "") -> None:
        """Set a paragraph, on one page if it is short; behind a sign if there is one: a space leaves its room free."""
        size = size or self.size
        self._set(text, size, bold, self.style.text, sign)
        self.y += size * self.style.text.swell

    def items(self, sentences: Iterable[str], numbered: bool = False, sign: str = BULLET) -> None:
        """Set sentences, each behind its number or a sign."""
        for number, sentence in enumerate(sentences, start=1):
            self.paragraph(sentence, sign=f"{number}." if numbered else sign)

    def space(self, share: float = 1.0) -> None:
        """Leave room: a share of a line."""
        self.y += share * line_pitch(self.size)

    def part(self, y: float, across: float = 0.0, width: float | None = None) -> "Column":
        """Return a column with the same look that begins at `y`, `across` to the right; as wide, or of this width."""
        width = self.width if width is None else width
        part = Column(self.left + across, y, width, self.size, self.style)
        part.broken = self.broken
        return part

    def need(self, height: float) -> bool:
        """Make sure that `height` mm more have room; return whether a new page was begun. A column has no end."""
        del height
        return False

    def indent(self, sign: str, size: float) -> float:
        """Return how far to the right a text behind this sign begins; 0 for no sign."""
        style = self.style
        if not sign:
            return 0.0
        return style.indent + size * MM_PER_POINT * (style.bullet if sign == BULLET else style.number)

    def _set(
        self, text: str, size: float, bold: bool, setting: Setting, sign: str = "", keep: float = 0.0
    ) -> None:
        indent = self.indent(sign, size)
        pitch = size * MM_PER_POINT * setting.pitch
        first = setting.first(size)
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
