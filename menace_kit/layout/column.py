"""One text column: headings, paragraphs and lists, one below the other. In mm; sizes of text in points.

Every sheet sets its sentences with it. What differs from sheet to sheet is a `Style`; the styles stand below, for the
sheets of one kind look alike. A text that has to fit a room of its own is set by `fitted`.
"""

from collections.abc import Iterable
from typing import NamedTuple

from menace_kit.layout.fitted import LEADING, line_pitch
from menace_kit.layout.marks import MM_PER_POINT, Mark, Text
from menace_kit.layout.text import CAP_HEIGHT, wrapped

BULLET = "•"


class Setting(NamedTuple):
    """How the lines of a text are set: each has room of its own, `pitch` high, with its baseline `first` below its top.

    Both are in sizes of the text, so that 1.2 of 10 points are 4.2 mm. Below the last line are `gap` mm, and `swell` mm
    for each point of the text's size.
    """

    first: float
    pitch: float
    gap: float = 0.0
    swell: float = 0.0


class Style(NamedTuple):
    """How a column is set: its text, its headings and how much larger they are, and what is behind a sign.

    A heading has `larger` times the size of the text and `more` points. A text behind a bullet or a number begins
    `indent` mm to the right, and as many sizes of the text as `bullet` or `number` say.
    """

    text: Setting
    heading: Setting
    larger: float = 1.0
    more: float = 0.0
    indent: float = 0.0
    bullet: float = 0.0
    number: float = 0.0


POSTER = Style(
    Setting(LEADING - 0.3, LEADING, swell=0.12),
    Setting(LEADING - 0.3, LEADING, swell=0.1 / 1.2),
    larger=1.2,
    bullet=1.1,
    number=1.5,
)
"""Pages to hang up: everything grows with the text, for that is as large as the page has room for."""

FORM = Style(Setting(0.8 * 1.3, 1.3, gap=0.8), Setting(0.8 * 1.3, 1.3, gap=2.3), more=7.0, indent=5.0)
"""Forms to be filled in: the heading is the form's title, 16 points above a text of 9."""

LESSON = Style(
    Setting(1.3, 1.3, gap=0.5),
    Setting(CAP_HEIGHT, LEADING, gap=1.2, swell=(CAP_HEIGHT - LEADING) * MM_PER_POINT),
    more=1.0,
    indent=5.0,
)
"""Explanations beside drawings: as much as is in sight at once."""

READING = Style(
    Setting(1.32, 1.32, swell=0.5 * MM_PER_POINT),
    Setting(1.0, 1.2, gap=3.0, swell=-0.2 * MM_PER_POINT),
    more=3.5,
    indent=5.0,
)
"""Documents of several pages, which are read from top to bottom."""


def spaced(pitch: float, size: float, gap: float = 0.0, indent: float = 0.0) -> Style:
    """Return the style of instructions whose lines of `size` points are `pitch` mm apart."""
    share = pitch / (size * MM_PER_POINT)
    return LESSON._replace(text=Setting(share, share, gap=gap), indent=indent)


class Column:
    """Marks that grow downwards from `y`, in a column that begins at `left`; `size` is that of the text in points."""

    def __init__(self, left: float, y: float, width: float, size: float, style: Style) -> None:
        """Begin at the top, with nothing."""
        self.left, self.y, self.width, self.size, self.style = left, y, width, size, style
        self.marks: list[Mark] = []

    @property
    def heading_size(self) -> float:
        """Return the size of headings in points."""
        return self.size * self.style.larger + self.style.more

    def heading(self, text: str, size: float | None = None) -> None:
        """Set a heading in as many lines as it needs, in the style's size or in this one."""
        self._set(text, size or self.heading_size, True, self.style.heading)

    def paragraph(self, text: str, size: float | None = None, bold: bool = False, sign: str = "") -> None:
        """Set a paragraph, behind a sign if there is one: a space leaves the sign's room free."""
        self._set(text, size or self.size, bold, self.style.text, sign)

    def items(self, sentences: Iterable[str], numbered: bool = False) -> None:
        """Set sentences, each behind its number or a bullet."""
        for number, sentence in enumerate(sentences, start=1):
            self.paragraph(sentence, sign=f"{number}." if numbered else BULLET)

    def space(self, share: float = 1.0) -> None:
        """Leave room: a share of a line."""
        self.y += share * line_pitch(self.size)

    def need(self, height: float) -> bool:
        """Make sure that `height` mm more have room; return whether a new page was begun. A column has no end."""
        del height
        return False

    def indent(self, sign: str, size: float) -> float:
        """Return how far to the right a text behind this sign begins; 0 for no sign."""
        style = self.style
        if not sign:
            return 0.0
        return style.indent + (style.bullet if sign == BULLET else style.number) * size * MM_PER_POINT

    def _set(self, text: str, size: float, bold: bool, setting: Setting, sign: str = "") -> None:
        indent = self.indent(sign, size)
        pitch = size * MM_PER_POINT * setting.pitch
        for number, line in enumerate(wrapped(text, self.width - indent, size, bold)):
            self.need(pitch)
            baseline = self.y + size * MM_PER_POINT * setting.first
            if sign.strip() and number == 0:
                self.marks.append(Text(self.left, baseline, sign, size, bold=True))
            self.marks.append(Text(self.left + indent, baseline, line, size, bold))
            self.y += pitch
        self.y += setting.gap + size * setting.swell
