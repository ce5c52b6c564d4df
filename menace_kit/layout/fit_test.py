"""The fit-test page: a few labels and two rulers, to try on boxes before printing the rest."""

from collections.abc import Iterator

from menace_kit.errors import FitError
from menace_kit.layout.cutting import guide_marks
from menace_kit.layout.grid import Grid
from menace_kit.layout.label import label_marks, label_outline
from menace_kit.layout.label_meaning import explanation_marks
from menace_kit.layout.label_plan import LabelPlan, overhang
from menace_kit.layout.label_style import LabelStyle
from menace_kit.layout.marks import Document, Mark, Page, Text
from menace_kit.layout.page import (
    HEADER_BOTTOM,
    RULER_FROM_BOTTOM,
    RULER_LENGTH,
    SHEET_MARGIN,
    Frame,
    ruler_marks,
)
from menace_kit.layout.text.typesetting import Column, over, spaced, wrapped
from menace_kit.layout.type_scale import FIGURES, HEADING, TEXT, TITLE
from menace_kit.machine import Box, Kit
from menace_kit.machine.papers import PAPER_TITLES
from menace_kit.text.kit_words import paper_words
from menace_kit.text.sheet_words import said

MARGIN = 15.0


COLUMN = 45.0
"""Where labels begin, to the right of the vertical ruler."""


LINE = 4.6


SAMPLE_GAP = 4.0


def sample_boxes(kit: Kit) -> tuple[Box, ...]:
    """Return a few boxes worth a look: the fullest of each stage, and the last.

    The last has the longest number.
    """
    fullest = [
        max(
            (box for box in kit.boxes if (box.side, box.stage) == stage),
            key=lambda box: len(box.beads),
        )
        for stage in kit.stages
    ]
    return tuple(dict.fromkeys([*fullest, kit.boxes[-1]]))


def fit_test_page(kit: Kit, plan: LabelPlan, pages: int = 1) -> Page:
    """Return the page, always for plain paper; its labels have the same size as all others."""
    words = paper_words(kit)
    style, grid = plan
    frame = Frame(kit, MARGIN, words("fit-test.subject"))
    width, across = grid.page_width, grid.page_height - RULER_FROM_BOTTOM
    marks, y = _step_marks(kit, frame.width)
    marks.append(Text(MARGIN, y, words("fit-test.down", length=RULER_LENGTH), FIGURES))
    marks += ruler_marks(MARGIN, y + 4, RULER_LENGTH, upright=True)
    ruler_end = y + 4 + RULER_LENGTH
    made_for = [
        line
        for text in _made_for(kit, grid)
        for line in wrapped(text, width - MARGIN - COLUMN, TEXT)
    ]
    bottom = across - 8
    samples = _samples(kit, style, width, y, bottom - 5 - len(made_for) * LINE)
    marks.append(
        Text(samples[0][1], samples[0][2] - 5, words("fit-test.samples"), HEADING, bold=True)
    )
    for box, x, top in samples:
        marks.append(label_outline(style, x, top + style.above))
        marks += guide_marks(x, top, style.width, style.full_height, SAMPLE_GAP)
        marks += label_marks(kit, style, box, x, top + style.above)
    y = samples[-1][2] + style.full_height + 5
    marks += [
        Text(COLUMN, y + number * LINE, line, TEXT) for number, line in enumerate(made_for, start=1)
    ]
    y += len(made_for) * LINE + 8
    left = COLUMN if y < ruler_end + 6 else MARGIN
    marks += explanation_marks(kit, style, left, y, width - MARGIN - left, bottom + 2)
    marks.append(Text(MARGIN, across - 2, words("fit-test.across", length=RULER_LENGTH), FIGURES))
    return frame.page([*marks, *frame.ruler()], count=pages)


def _step_marks(kit: Kit, width: float) -> tuple[list[Mark], float]:
    """Return title and steps, and the y at which the next part begins."""
    words = paper_words(kit)
    y = HEADER_BOTTOM + 10
    title = Text(MARGIN, y, words("fit-test.title"), TITLE, bold=True)
    steps = words.lines("fit-test.steps")
    if kit.stock.grid is not None:
        # Before the last step, which prints the rest.
        steps.insert(-1, words("fit-test.ready-cut"))
    column = Column(MARGIN, y + 8, width, TEXT, spaced(LINE, TEXT, gap=1.2, indent=6))
    column.items(steps, numbered=True)
    return [title, *column.marks], column.y + 4


def _samples(
    kit: Kit, style: LabelStyle, page_width: float, y: float, bottom: float
) -> list[tuple[Box, float, float]]:
    """Return the sample labels and their corners, row by row, as many as fit above `bottom`.

    They are beside the vertical ruler, which begins below y, or below it if they are too wide.
    Raises FitError if not even one row fits.
    """
    left, right, top = COLUMN, page_width - MARGIN, y + 5
    if style.width > right - left:
        left, top = (page_width - style.width) / 2, y + RULER_LENGTH + 16
        right = left + style.width
    pitch_x, pitch_y = style.width + SAMPLE_GAP, style.full_height + SAMPLE_GAP
    columns, rows = (
        int((right - left + SAMPLE_GAP) / pitch_x),
        int((bottom - top + SAMPLE_GAP) / pitch_y),
    )
    if rows < 1:
        missing = style.full_height - (bottom - top)
        raise FitError(
            f"a label of {style.width:g} x {style.full_height:g} mm is too large for the fit-test "
            f"page by {over(missing)}",
            too_large=missing,
        )
    places = (
        (left + place % columns * pitch_x, top + place // columns * pitch_y)
        for place in range(columns * rows)
    )
    return [(box, *corner) for box, corner in zip(sample_boxes(kit), places, strict=False)]


def _made_for(kit: Kit, grid: Grid) -> Iterator[str]:
    """Yield which boxes and which sheets the labels are made for."""
    words = paper_words(kit)
    outer = kit.container.outer
    yield words(
        "fit-test.made-for",
        title=words.title(kit.container.title),
        width=words.decimal(outer.width),
        height=words.decimal(outer.height),
        stock=words.title(kit.stock.title),
        paper=PAPER_TITLES[kit.spec.print.paper],
    )
    if not grid.cut and overhang(grid.width - outer.width, grid.height - outer.height):
        yield words("fit-test.overhang")


def fit_test_document(kit: Kit, plan: LabelPlan, name: str) -> Document:
    """Return the fit-test page as a document of its own."""
    page = fit_test_page(kit, plan)
    return Frame(kit, SHEET_MARGIN).bound(name, said(kit, "fit-test.title"), [page])
