"""The ink of one label. In mm."""

from itertools import product

from menace_kit.games import Side
from menace_kit.layout.board import board_marks
from menace_kit.layout.cutting import card_outline
from menace_kit.layout.label_code import code_mark
from menace_kit.layout.label_style import (
    AIR,
    BESIDE_NUMBER,
    SAFE_MARGIN,
    TAPER,
    LabelStyle,
    lines_of_all,
    starts_words,
    up_height,
)
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    THIN,
    Anchor,
    Circle,
    Layer,
    Line,
    Marks,
    Point,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.squares import Squares
from menace_kit.layout.text.typesetting import (
    cap_height,
    first_within,
    text_width,
)
from menace_kit.layout.type_scale import SMALLEST
from menace_kit.machine import Box, Kit
from menace_kit.text import Words
from menace_kit.text.kit_words import paper_words

TAB_SIZES = (6, 5.5, SMALLEST)
"""Sizes in points to try for the sentence on a tab."""

LINE_PITCH = 2.3
"""Largest distance between two lines of words, in heights of a capital."""


def label_marks(kit: Kit, style: LabelStyle, box: Box, x: float, y: float) -> Marks:
    """Yield the ink of one label, from the top left corner of its front."""
    words = paper_words(kit)
    if kit.tells_stages:
        yield from _band_marks(kit, style, box, x + SAFE_MARGIN, y + SAFE_MARGIN)
    square = style.board_width / kit.game.columns
    yield from board_marks(Squares(kit, x + style.board_left, y + style.board_top, square), box)
    yield from _text_marks(kit, style, box, x, y)
    if style.pull:
        yield from _pull_marks(
            x + style.width - AIR - style.pull / 2, y + style.height / 2, style.pull / 2
        )
    if style.code:
        yield code_mark(
            kit, box, x + style.free_right, y + (style.height - style.code) / 2, style.code
        )
    yield from _tab_marks(words, style, box, x, y)


def _text_marks(kit: Kit, style: LabelStyle, box: Box, x: float, y: float) -> Marks:
    """Yield number, up-mark and words, spread over the board's height or centred if they need less.

    If the board is wide they are below it, side by side.
    """
    words = paper_words(kit)
    lines, baselines = lines_of_all(kit, style.short_place)[kit.indices[box.number]], []
    number, word = cap_height(style.number_size), cap_height(style.word_size)
    left, top, width, height = style.text_room
    left, top = x + left, y + top
    right = left + text_width(box.name, style.number_size, True) + AIR
    up = left + width - style.up_mark
    if style.abreast:
        middle = top + height / 2
        first, pitch = middle + number / 2, min(height / len(lines), LINE_PITCH * word)
        yield Text(left, first, box.name, style.number_size, True)
        for place, line in enumerate(lines):
            baselines.append(middle + word / 2 + (place - (len(lines) - 1) / 2) * pitch)
            yield Text(right, baselines[-1], line, style.word_size)
        yield up_mark(up, middle - up_height(style.up_mark) / 2, style.up_mark)
    else:
        pitch = min((height - number) / len(lines), LINE_PITCH * word)
        first = top + (height - number - len(lines) * pitch) / 2 + number
        yield Text(left, first, box.name, style.number_size, True)
        yield up_mark(max(right, up), top, style.up_mark)
        for place, line in enumerate(lines, start=1):
            baselines.append(first + place * pitch - (pitch - word) * 0.15)
            yield Text(left, baselines[-1], line, style.word_size)
    end = up - AIR if style.abreast else left + width
    if style.counts_line is not None:
        yield Text(
            end,
            baselines[style.counts_line],
            kit.code(box),
            style.counts_size,
            True,
            Anchor.END,
        )
    if style.starts_line is not None:
        starts = starts_words(words, box, style.short_starts)
        baseline = first if style.starts_line == BESIDE_NUMBER else baselines[style.starts_line]
        yield Text(end, baseline, starts, style.starts_size, True, Anchor.END)


def _band_marks(kit: Kit, style: LabelStyle, box: Box, x: float, y: float) -> Marks:
    """Yield the stage band: as many fields are inked, from the bottom, as the stage's number.

    The first player's fields are solid, the second player's have a hole, so that the stage doesn't
    depend on colour.
    """
    stages = max(stage for _, stage in kit.stages)
    height, width = style.height - 2 * SAFE_MARGIN, style.band_width
    field = height / stages
    for number in range(1, stages + 1):
        top = y + height - number * field + 0.2
        inked = number <= box.stage
        colours = (BLACK, BLACK) if inked else (GREY, None)
        yield Rectangle(x, top, width, field - 0.4, HAIRLINE, *colours)
        if inked and box.side is Side.SECOND:
            yield Circle(x + width / 2, top + (field - 0.4) / 2, width * 0.27, 0, None, "#FFFFFF")


def up_mark(x: float, y: float, width: float) -> Polyline:
    """Return the triangle that points to a label's top edge."""
    foot = y + up_height(width)
    return Polyline(((x, foot), (x + width / 2, y), (x + width, foot)), fill=BLACK)


def _pull_marks(x: float, y: float, radius: float) -> Marks:
    """Yield the ring that a drawer pull covers, with a cross for its hole."""
    yield Circle(x, y, radius, THIN, GREY)
    arm = min(0.8, radius / 2)
    yield Line(x - arm, y, x + arm, y, HAIRLINE, GREY)
    yield Line(x, y - arm, x, y + arm, HAIRLINE, GREY)


def _tab_marks(words: Words, style: LabelStyle, box: Box, x: float, y: float) -> Marks:
    middle, left, right = (
        x + style.width / 2,
        x + style.tab_left,
        x + style.tab_left + style.tab_width,
    )
    for key, height, fold, centre in (
        ("tab-above", style.above, y, y - style.above / 2),
        ("tab-below", style.below, y + style.height, y + style.height + style.below / 2),
    ):
        if height:
            yield Line(left, fold, right, fold, HAIRLINE, GREY, 1.0, Layer.FOLD)
            room = style.tab_width - 2 * taper(height) - 2 * SAFE_MARGIN
            sentence = words(f"label.{key}", number=box.name)
            # Best first; a tab too small for any of them says nothing.
            tried = [*product([sentence], TAB_SIZES), (box.name, SMALLEST)]
            yield from first_within(tried, middle, centre, room, height)


def label_outline(style: LabelStyle, x: float, y: float) -> Rectangle | Polyline:
    """Return the line along which a label is cut out."""
    if not style.above and not style.below:
        return card_outline(x, y, style.width, style.height, style.corner)
    upper = _edge(style, x, y, -style.above)
    lower = _edge(style, x, y + style.height, style.below)
    return Polyline((*upper, *reversed(lower)), HAIRLINE, GREY, None, Layer.CUT)


def taper(height: float) -> float:
    """Return how much narrower a tab of this height is at its free edge, on each side."""
    return min(TAPER, height / 4)


def _edge(style: LabelStyle, x: float, y: float, reach: float) -> list[Point]:
    """Return the corners of a label's edge at y, left to right, with those of its tab, if any."""
    left, right, slope = x + style.tab_left, x + style.tab_left + style.tab_width, taper(abs(reach))
    tab = (
        [(left, y), (left + slope, y + reach), (right - slope, y + reach), (right, y)]
        if reach
        else []
    )
    has_shoulders = style.tab_left > 0 or not tab
    return [(x, y), *tab, (x + style.width, y)] if has_shoulders else tab
