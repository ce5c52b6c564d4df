"""Texts in the largest size that fits their room: smaller before a word is broken, and never under 5 points. In mm."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from menace_kit.errors import FitError
from menace_kit.layout.marks import BLACK, MM_PER_POINT, Anchor, Mark, Text
from menace_kit.layout.text import SMALLEST, cap_height, over, text_width, unbroken, wrapped

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
    def pitch(self) -> float:
        """Return how far two baselines are apart."""
        return line_pitch(self.size)

    @property
    def height(self) -> float:
        """Return how high the lines are, from the top of the capitals to below the last line's descenders."""
        below = DESCENT * self.size * MM_PER_POINT
        return cap_height(self.size) + (len(self.lines) - 1) * self.pitch + below

    def marks(
        self, x: float, top: float, anchor: Anchor = Anchor.START, colour: str = BLACK
    ) -> Iterator[Mark]:
        """Yield the lines, the capitals of the first one hanging from `top`."""
        first = top + cap_height(self.size)
        for number, line in enumerate(self.lines):
            yield Text(x, first + number * self.pitch, line, self.size, self.bold, anchor, colour)


def line_pitch(size: float) -> float:
    """Return the way in mm from one baseline to the next at a size in points."""
    return size * MM_PER_POINT * LEADING


def fitted(
    text: str, width: float, height: float, largest: float, least: float = SMALLEST, bold: bool = False
) -> Fitted:
    """Return the text in lines for a room of this size: as large as may be, words broken only where they must be.

    FitError where it does not even fit in the least size.
    """
    for breaking in (False, True):
        size = largest
        while size >= least:
            if breaking or all(text_width(word, size, bold) <= width for word in unbroken(text)):
                lines = Fitted(tuple(wrapped(text, width, size, bold)), size, bold)
                if lines.height <= height:
                    return lines
            size -= STEP
    raise FitError(
        f"{text!r} does not fit into {width:.0f} x {height:.0f} mm at {least:g} points; shorten it"
    )


def fitted_together(
    texts: list[str], width: float, height: float, largest: float, least: float = SMALLEST, bold: bool = False
) -> list[Fitted]:
    """Return texts that stand beside each other, each in a room of this size, all in the size of the smallest."""
    size = min(fitted(text, width, height, largest, least, bold).size for text in texts)
    return [Fitted(tuple(wrapped(text, width, size, bold)), size, bold) for text in texts]


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
