"""One label: board and beads, number, stage, up-mark, place, and the room for tabs and a drawer pull. All in mm."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.games import Side
from menace_kit.layout.board import SMALLEST_SQUARE, board_marks, smallest_board
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    LIGHT_GREY,
    THIN,
    Anchor,
    Circle,
    Layer,
    Line,
    Mark,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.text import cap_height, text_width
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.words import Words

MARGIN = 0.7
BAND_WIDTH = 2.0
AIR = 0.9
NUMBER_SIZES = (24, 22, 20, 18, 16, 15, 14, 13, 12, 11, 10, 9, 8)
WORD_SIZES = (8, 7.5, 7, 6.5, 6, 5.5, 5)
UP_MARK = 2.0
"""Width of the up-mark: a triangle that points to the top edge."""


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """What all labels of a kit share, so that they look alike: sizes in mm and points, and which words fit.

    `width` x `height` is the front of the label; `above` and `below` are its tabs.
    """

    width: float
    height: float
    above: float
    below: float
    corner: float
    pull: float
    board: float
    number_size: float
    word_size: float
    short_place: bool

    @property
    def full_height(self) -> float:
        """Return the height of a label with its tabs."""
        return self.above + self.height + self.below

    @property
    def text_left(self) -> float:
        """Return where the column of number and words begins, from the label's left edge."""
        return MARGIN + BAND_WIDTH + AIR + self.board + AIR + 0.3

    @property
    def text_width(self) -> float:
        """Return how wide that column is."""
        right = self.width - (self.pull + 2 * AIR if self.pull else MARGIN)
        return right - self.text_left


def label_style(kit: Kit, words: Words, width: float, height: float, tabs: bool) -> LabelStyle:
    """Return how the labels of a kit look at this size of front; FitError says by how much it is too small."""
    shape = kit.container.label
    least = smallest_board(kit) + 2 * MARGIN
    if height < least:
        raise FitError(
            f"a label {height:g} mm high is too low for a board that can be read: by {least - height:.1f} mm "
            f"(its squares need {SMALLEST_SQUARE:g} mm)"
        )
    smallest_over = math.inf
    for short_place in (False, True):
        need = _text_needs(kit, words, short_place)
        for number_size, word_size in _sizes():
            style = LabelStyle(
                width,
                height,
                shape.tab_above if tabs else 0,
                shape.tab_below if tabs else 0,
                shape.corner,
                shape.pull,
                min(height - 2 * MARGIN, width * 0.45),
                number_size,
                word_size,
                short_place,
            )
            over = need.overflow(style)
            if over <= 0:
                return style
            smallest_over = min(smallest_over, over)
    raise FitError(
        f"a label of {width:g} x {height:g} mm is too small by {smallest_over:.1f} mm for the number and words beside "
        f"its board{' and the drawer pull' if shape.pull else ''}; take a larger container or stock"
        f"{', or leave out the cabinet or the pull' if kit.spec.cabinet or shape.pull else ''}"
    )


def _sizes() -> Iterator[tuple[float, float]]:
    """Yield number size and word size, the best look first: a box is found by its number."""
    for number_size in NUMBER_SIZES:
        for word_size in WORD_SIZES:
            if 1.6 * word_size <= number_size <= 3.2 * word_size:
                yield number_size, word_size


class _TextNeeds(NamedTuple):
    """The longest number and line of words in mm for each point of size, and how many lines of words there are."""

    number: float
    line: float
    lines: int

    def overflow(self, style: LabelStyle) -> float:
        """Return by how many mm the texts miss their room; 0 or less is a fit."""
        number = self.number * style.number_size + AIR + UP_MARK
        line_height = cap_height(style.word_size) + style.word_size * 0.16
        height = cap_height(style.number_size) + self.lines * line_height
        return max(
            number - style.text_width, self.line * style.word_size - style.text_width, height - style.board
        )


def _text_needs(kit: Kit, words: Words, short_place: bool) -> _TextNeeds:
    numbers = (text_width(str(box.number), 1, True) for box in kit.boxes)
    lines = [_word_lines(kit, words, box, short_place) for box in kit.boxes]
    widest = max(text_width(line, 1) for line in {line for of_box in lines for line in of_box})
    return _TextNeeds(max(numbers), widest, max(map(len, lines)))


def _word_lines(kit: Kit, words: Words, box: Box, short_place: bool) -> list[str]:
    return [
        line for line in (stage_words(kit, words, box), place_words(kit, words, box, short_place)) if line
    ]


def place_words(kit: Kit, words: Words, box: Box, short: bool) -> str:
    """Return the words for where a box stands; with several cabinets they say in which; empty without a cabinet."""
    place = kit.place(box)
    if place is None or kit.spec.cabinet is None:
        return ""
    several = kit.spec.cabinet.cabinets_for(len(kit.boxes)) > 1
    key = f"place{'-cabinet' if several else ''}{'-short' if short else ''}"
    return words(f"label.{key}", cabinet=place.cabinet, row=place.row, drawer=place.drawer)


def stage_words(kit: Kit, words: Words, box: Box) -> str:
    """Return the words for a box's stage; with machines for both sides they say whose."""
    mark = kit.spec.marks[0 if box.side is Side.FIRST else 1]
    return words("label.stage-both" if kit.spec.side == "both" else "label.stage", stage=box.stage, mark=mark)


def label_marks(kit: Kit, words: Words, style: LabelStyle, box: Box, x: float, y: float) -> Iterator[Mark]:
    """Yield the ink of one label, the top left corner of its front at x, y."""
    top = y + (style.height - style.board) / 2
    yield from _band_marks(kit, box, x + MARGIN, y + MARGIN, style.height - 2 * MARGIN)
    yield from board_marks(kit, box, x + MARGIN + BAND_WIDTH + AIR, top, style.board)
    left = x + style.text_left
    baseline = top + cap_height(style.number_size)
    yield Text(left, baseline, str(box.number), style.number_size, True)
    number_right = left + text_width(str(box.number), style.number_size, True)
    yield _up_mark(max(number_right + AIR, x + style.text_left + style.text_width - UP_MARK), top)
    lines = _word_lines(kit, words, box, style.short_place)
    pitch = (style.board - cap_height(style.number_size)) / len(lines)
    for number, line in enumerate(lines, start=1):
        yield Text(
            left,
            baseline + number * pitch - (pitch - cap_height(style.word_size)) * 0.15,
            line,
            style.word_size,
        )
    if style.pull:
        yield from _pull_marks(x + style.width - AIR - style.pull / 2, y + style.height / 2, style.pull / 2)
    yield from _tab_marks(words, style, box, x, y)


def _band_marks(kit: Kit, box: Box, x: float, y: float, height: float) -> Iterator[Mark]:
    """Yield the stage band: as many of its fields inked, from the bottom, as the stage says.

    A first player's fields are full, a second player's have a hole, so that no stage hangs on a colour.
    """
    stages = max(stage for _, stage in kit.stages)
    field = height / stages
    for number in range(1, stages + 1):
        top = y + height - number * field + 0.2
        inked = number <= box.stage
        yield Rectangle(
            x, top, BAND_WIDTH, field - 0.4, HAIRLINE, GREY if not inked else BLACK, BLACK if inked else None
        )
        if inked and box.side is Side.SECOND:
            yield Circle(x + BAND_WIDTH / 2, top + (field - 0.4) / 2, BAND_WIDTH * 0.27, 0, None, "#FFFFFF")


def _up_mark(x: float, y: float) -> Polyline:
    return Polyline(
        ((x, y + UP_MARK * 0.87), (x + UP_MARK / 2, y), (x + UP_MARK, y + UP_MARK * 0.87)), fill=BLACK
    )


def _pull_marks(x: float, y: float, radius: float) -> Iterator[Mark]:
    """Yield the ring that a drawer pull covers, with a cross where its hole goes."""
    yield Circle(x, y, radius, THIN, GREY)
    yield Line(x - 0.8, y, x + 0.8, y, HAIRLINE, GREY)
    yield Line(x, y - 0.8, x, y + 0.8, HAIRLINE, GREY)


def _tab_marks(words: Words, style: LabelStyle, box: Box, x: float, y: float) -> Iterator[Mark]:
    middle = x + style.width / 2
    for key, height, fold, centre in (
        ("tab-above", style.above, y, y - style.above / 2),
        ("tab-below", style.below, y + style.height, y + style.height + style.below / 2),
    ):
        if height:
            yield Line(x, fold, x + style.width, fold, HAIRLINE, GREY, 1.0, Layer.FOLD)
            text = words(f"label.{key}", number=box.number)
            yield Text(middle, centre + cap_height(6) / 2, text, 6, anchor=Anchor.MIDDLE, colour="#606060")


def cut_marks(style: LabelStyle, x: float, y: float, gap: float) -> Iterator[Mark]:
    """Yield where a label is cut out: its outline, and guides at its corners that stay on each strip that is cut off.

    The guides of neighbours do not meet: each takes its own half of the `gap`.
    """
    top, height = y - style.above, style.full_height
    radius = 0 if style.above or style.below else style.corner
    yield Rectangle(x, top, style.width, height, HAIRLINE, LIGHT_GREY, None, radius, Layer.CUT)
    near, far = 0.2 * gap / 2, 0.85 * gap / 2
    if far - near < 0.4:
        return
    for corner_x, outwards in ((x, -1), (x + style.width, 1)):
        for corner_y, downwards in ((top, -1), (top + height, 1)):
            for x1, y1, x2, y2 in (
                (outwards * near, 0, outwards * far, 0),
                (0, downwards * near, 0, downwards * far),
            ):
                yield Line(
                    corner_x + x1, corner_y + y1, corner_x + x2, corner_y + y2, THIN, BLACK, 0, Layer.CUT
                )
