"""One label: board and beads, number, stage, up-mark, place, and the room for tabs and a drawer pull. All in mm."""

from collections.abc import Iterator

from menace_kit.games import Side
from menace_kit.layout.board import board_marks
from menace_kit.layout.code import code_mark
from menace_kit.layout.cutting import guide_marks
from menace_kit.layout.label_style import AIR, BAND_WIDTH, MARGIN, TAPER, LabelStyle
from menace_kit.layout.label_words import word_lines
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
from menace_kit.layout.text import SMALLEST, cap_height, text_width
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.text import Words

LINE_PITCH = 2.3
"""From one line of words to the next at the most, in heights of a capital."""


def label_marks(kit: Kit, words: Words, style: LabelStyle, box: Box, x: float, y: float) -> Iterator[Mark]:
    """Yield the ink of one label, the top left corner of its front at x, y."""
    if kit.tells_stages:
        yield from _band_marks(kit, box, x + MARGIN, y + MARGIN, style.height - 2 * MARGIN)
    yield from board_marks(kit, box, x + MARGIN + BAND_WIDTH + AIR, y + style.board_top, style.board)
    text_marks = _line_of_text_marks if style.words_below else _text_marks
    yield from text_marks(kit, words, style, box, x + style.text_left, y + style.text_top)
    if style.pull:
        yield from _pull_marks(x + style.width - AIR - style.pull / 2, y + style.height / 2, style.pull / 2)
    if style.code:
        yield code_mark(kit, box, x + style.code_left, y + (style.height - style.code) / 2, style.code)
    yield from _tab_marks(words, style, box, x, y)


def _text_marks(
    kit: Kit, words: Words, style: LabelStyle, box: Box, left: float, top: float
) -> Iterator[Mark]:
    """Yield number, up-mark and words: over the height of the board, or in its middle where they need not so much."""
    lines = word_lines(kit, words, box, style.short_place)
    number, word = cap_height(style.number_size), cap_height(style.word_size)
    pitch = min((style.board - number) / len(lines), LINE_PITCH * word)
    text_top = top + (style.board - number - len(lines) * pitch) / 2
    yield Text(left, text_top + number, box.name, style.number_size, True)
    number_right = left + text_width(box.name, style.number_size, True)
    yield _up_mark(max(number_right + AIR, left + style.text_width - style.up_mark), top, style.up_mark)
    for place, line in enumerate(lines, start=1):
        baseline = text_top + number + place * pitch - (pitch - word) * 0.15
        yield Text(left, baseline, line, style.word_size)


def _line_of_text_marks(
    kit: Kit, words: Words, style: LabelStyle, box: Box, left: float, top: float
) -> Iterator[Mark]:
    """Yield number, words and up-mark side by side, below a wide board."""
    lines = word_lines(kit, words, box, style.short_place)
    number, word = cap_height(style.number_size), cap_height(style.word_size)
    middle = top + style.text_height / 2
    yield Text(left, middle + number / 2, box.name, style.number_size, True)
    start = left + text_width(box.name, style.number_size, True) + AIR
    pitch = min(style.text_height / len(lines), LINE_PITCH * word)
    for place, line in enumerate(lines):
        baseline = middle + word / 2 + (place - (len(lines) - 1) / 2) * pitch
        yield Text(start, baseline, line, style.word_size)
    right = left + style.text_width
    yield _up_mark(right - style.up_mark, middle - style.up_mark * 0.435, style.up_mark)


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


def _up_mark(x: float, y: float, width: float) -> Polyline:
    return Polyline(((x, y + width * 0.87), (x + width / 2, y), (x + width, y + width * 0.87)), fill=BLACK)


def _pull_marks(x: float, y: float, radius: float) -> Iterator[Mark]:
    """Yield the ring that a drawer pull covers, with a cross where its hole goes."""
    yield Circle(x, y, radius, THIN, GREY)
    arm = min(0.8, radius / 2)
    yield Line(x - arm, y, x + arm, y, HAIRLINE, GREY)
    yield Line(x, y - arm, x, y + arm, HAIRLINE, GREY)


def _tab_marks(words: Words, style: LabelStyle, box: Box, x: float, y: float) -> Iterator[Mark]:
    middle, left, right = x + style.width / 2, x + style.tab_left, x + style.tab_left + style.tab_width
    for key, height, fold, centre in (
        ("tab-above", style.above, y, y - style.above / 2),
        ("tab-below", style.below, y + style.height, y + style.height + style.below / 2),
    ):
        if height:
            yield Line(left, fold, right, fold, HAIRLINE, GREY, 1.0, Layer.FOLD)
            room = style.tab_width - 2 * taper(height) - 2 * MARGIN
            for text, size in _tab_texts(words(f"label.{key}", number=box.name), box):
                if text_width(text, size) <= room and 2 * cap_height(size) <= height:
                    yield Text(
                        middle, centre + cap_height(size) / 2, text, size, False, Anchor.MIDDLE, "#606060"
                    )
                    break


def _tab_texts(sentence: str, box: Box) -> Iterator[tuple[str, float]]:
    """Yield what a tab may say and in which size, the best first; one that is too small for all of it says nothing."""
    for size in (6, 5.5, SMALLEST):
        yield sentence, size
    yield box.name, SMALLEST


def cut_marks(style: LabelStyle, x: float, y: float, gap: float) -> Iterator[Mark]:
    """Yield where a label is cut out: its outline, and guides at its corners that stay on each strip that is cut off.

    The guides of neighbours do not meet: each takes its own half of the `gap`. They are ink; a cutter cuts the outline.
    """
    if style.above or style.below:
        yield Polyline(tuple(_tabbed_outline(style, x, y)), HAIRLINE, GREY, None, Layer.CUT)
    else:
        yield Rectangle(x, y, style.width, style.height, HAIRLINE, LIGHT_GREY, None, style.corner, Layer.CUT)
    yield from guide_marks(x, y - style.above, style.width, style.full_height, gap)


def taper(height: float) -> float:
    """Return how much narrower on each side a tab of this height is at its free edge."""
    return min(TAPER, height / 4)


def _tabbed_outline(style: LabelStyle, x: float, y: float) -> Iterator[tuple[float, float]]:
    """Yield the corners of a label with tabs, clockwise from the top left one of its front."""
    left, right, bottom = x + style.tab_left, x + style.tab_left + style.tab_width, y + style.height
    shoulders = style.tab_left > 0
    if shoulders or not style.above:
        yield x, y
    if style.above:
        slope = taper(style.above)
        yield from ((left, y), (left + slope, y - style.above), (right - slope, y - style.above), (right, y))
    if shoulders or not style.above:
        yield x + style.width, y
    if shoulders or not style.below:
        yield x + style.width, bottom
    if style.below:
        slope, end = taper(style.below), bottom + style.below
        yield from ((right, bottom), (right - slope, end), (left + slope, end), (left, bottom))
    if shoulders or not style.below:
        yield x, bottom
