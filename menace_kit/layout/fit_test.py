"""The fit-test page: a handful of labels and two rulers, to be checked before hundreds are printed."""

from collections.abc import Iterator

from menace_kit.errors import FitError
from menace_kit.layout.label import cut_marks, label_marks
from menace_kit.layout.label_style import LabelStyle
from menace_kit.layout.marks import Mark, Page, Text
from menace_kit.layout.page import (
    HEADER_BOTTOM,
    RULER_FROM_BOTTOM,
    RULER_LENGTH,
    header_marks,
    ruler_marks,
    upright_ruler_marks,
)
from menace_kit.layout.sheet import Grid
from menace_kit.layout.text import over, wrapped
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.stock import PAPER_TITLES
from menace_kit.words import Words

MARGIN = 15.0
COLUMN = 45.0
"""Where the labels begin, to the right of the upright ruler."""

LINE = 4.6
SAMPLE_GAP = 4.0


def sample_boxes(kit: Kit) -> tuple[Box, ...]:
    """Return a handful of boxes worth looking at: the fullest of each stage, and the last, with the longest number."""
    fullest = [
        max((box for box in kit.boxes if (box.side, box.stage) == stage), key=lambda box: len(box.beads))
        for stage in kit.stages
    ]
    return tuple(dict.fromkeys([*fullest, kit.boxes[-1]]))


def fit_test_page(kit: Kit, words: Words, style: LabelStyle, grid: Grid, pages: int) -> Page:
    """Return the page; it is plain paper whatever the stock, and holds labels of exactly the size of the others."""
    width, height = grid.page_width, grid.page_height
    marks: list[Mark] = [*header_marks(kit, words, width, MARGIN, words("fit-test.subject"), 1, pages)]
    y = HEADER_BOTTOM + 10
    marks.append(Text(MARGIN, y, words("fit-test.title"), 16, bold=True))
    y += 8
    for number, step in enumerate(words.lines("fit-test.steps"), start=1):
        marks.append(Text(MARGIN, y, f"{number}.", 10, bold=True))
        for line in wrapped(step, width - 2 * MARGIN - 6, 10):
            marks.append(Text(MARGIN + 6, y, line, 10))
            y += LINE
        y += 1.2
    y += 6
    marks.append(Text(MARGIN, y, words("fit-test.down"), 8))
    marks += upright_ruler_marks(MARGIN, y + 4)
    numbers = [
        line
        for text in _numbers(kit, words, style, grid)
        for line in wrapped(text, width - MARGIN - COLUMN, 9)
    ]
    across = height - RULER_FROM_BOTTOM
    samples = _samples(kit, style, width, y, across - 8 - 10 - len(numbers) * LINE)
    left, top = samples[0][1:]
    marks.append(Text(left, top - 5, words("fit-test.samples"), 10, bold=True))
    for box, left, top in samples:
        marks += cut_marks(style, left, top + style.above, SAMPLE_GAP)
        marks += label_marks(kit, words, style, box, left, top + style.above)
    y = top + style.full_height + 10
    marks.append(Text(COLUMN, y, words("fit-test.numbers"), 10, bold=True))
    marks += [Text(COLUMN, y + number * LINE, line, 9) for number, line in enumerate(numbers, start=1)]
    marks.append(Text(MARGIN, across - 2, words("fit-test.across"), 8))
    marks += ruler_marks(MARGIN, across, words)
    return Page(width, height, tuple(marks))


def _samples(
    kit: Kit, style: LabelStyle, page_width: float, y: float, bottom: float
) -> list[tuple[Box, float, float]]:
    """Return the sample labels with their top left corners, row by row: as many as there is room for above `bottom`.

    They lie beside the upright ruler, which begins below y, or below it where they are too wide for that.
    """
    left, right, top = COLUMN, page_width - MARGIN, y + 5
    if style.width > right - left:
        left, top = (page_width - style.width) / 2, y + RULER_LENGTH + 16
        right = left + style.width
    pitch_x, pitch_y = style.width + SAMPLE_GAP, style.full_height + SAMPLE_GAP
    columns, rows = int((right - left + SAMPLE_GAP) / pitch_x), int((bottom - top + SAMPLE_GAP) / pitch_y)
    if rows < 1:
        raise FitError(
            f"a label of {style.width:g} x {style.full_height:g} mm is too large for the fit-test page by "
            f"{over(style.full_height - (bottom - top))}"
        )
    places = (
        (left + place % columns * pitch_x, top + place // columns * pitch_y)
        for place in range(columns * rows)
    )
    return [(box, *corner) for box, corner in zip(sample_boxes(kit), places, strict=False)]


def _numbers(kit: Kit, words: Words, style: LabelStyle, grid: Grid) -> Iterator[str]:
    """Yield the measures that the sheets are made with, for comparison with the things themselves."""
    outer = kit.container.outer
    yield words(
        "fit-test.container", title=kit.container.title, width=f"{outer.width:g}", height=f"{outer.height:g}"
    )
    size = {"width": f"{style.width:g}", "height": f"{style.height:g}"}
    if style.above or style.below:
        yield words("fit-test.label-tabs", **size, above=f"{style.above:g}", below=f"{style.below:g}")
    else:
        yield words("fit-test.label", **size)
    yield words(
        "fit-test.text",
        number=f"{style.number_size:g}",
        words=f"{style.word_size:g}",
        square=f"{style.board / kit.game.rows:.1f}",
    )
    yield words(
        "fit-test.stock",
        title=kit.stock.title,
        paper=PAPER_TITLES[kit.spec.print.paper],
        columns=grid.columns,
        rows=grid.rows,
        left=f"{grid.left:.2f}",
        top=f"{grid.top:.2f}",
        pitch_x=f"{grid.pitch_x:.2f}",
        pitch_y=f"{grid.pitch_y:.2f}",
    )
    wider, higher = max(0.0, grid.width - outer.width), max(0.0, grid.height - outer.height)
    if not grid.cut and (wider or higher):
        yield words("fit-test.overhang", wider=f"{wider:.1f}", higher=f"{higher:.1f}")
