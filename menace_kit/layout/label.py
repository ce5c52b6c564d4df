"""One label: board and beads, number, stage, up-mark, place, and the room for tabs and a drawer pull. All in mm."""

from collections.abc import Iterator

from menace_kit.games import Side
from menace_kit.layout.board import board_marks
from menace_kit.layout.label_style import AIR, BAND_WIDTH, MARGIN, UP_MARK, LabelStyle, word_lines
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
from menace_kit.words import Words


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
    lines = word_lines(kit, words, box, style.short_place)
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
    arm = min(0.8, radius / 2)
    yield Line(x - arm, y, x + arm, y, HAIRLINE, GREY)
    yield Line(x, y - arm, x, y + arm, HAIRLINE, GREY)


def _tab_marks(words: Words, style: LabelStyle, box: Box, x: float, y: float) -> Iterator[Mark]:
    middle = x + style.width / 2
    for key, height, fold, centre in (
        ("tab-above", style.above, y, y - style.above / 2),
        ("tab-below", style.below, y + style.height, y + style.height + style.below / 2),
    ):
        if height:
            yield Line(x, fold, x + style.width, fold, HAIRLINE, GREY, 1.0, Layer.FOLD)
            for text, size in _tab_texts(words(f"label.{key}", number=box.number), box):
                if text_width(text, size) + 2 * MARGIN <= style.width and 2 * cap_height(size) <= height:
                    yield Text(
                        middle, centre + cap_height(size) / 2, text, size, False, Anchor.MIDDLE, "#606060"
                    )
                    break


def _tab_texts(sentence: str, box: Box) -> Iterator[tuple[str, float]]:
    """Yield what a tab may say and in which size, the best first; one that is too small for all of it says nothing."""
    for size in (6, 5.5, SMALLEST):
        yield sentence, size
    yield str(box.number), SMALLEST


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
