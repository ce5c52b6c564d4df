"""The fit-test page: a few labels and two rulers, to try on boxes before printing the rest."""

from collections.abc import Iterator
from functools import partial

from menace_kit.errors import FitError
from menace_kit.layout.cutting import guide_marks
from menace_kit.layout.grid import Grid
from menace_kit.layout.label import label_marks, label_outline
from menace_kit.layout.label_meaning import explanation_marks
from menace_kit.layout.label_plan import LabelPlan, overhang
from menace_kit.layout.label_style import LabelStyle
from menace_kit.layout.marks import Marks, Page, Text
from menace_kit.layout.page import (
    HEADER_BOTTOM,
    RULER_FROM_BOTTOM,
    RULER_LENGTH,
    Frame,
    ruler_marks,
)
from menace_kit.layout.stacks import Area, put, put_pieces
from menace_kit.layout.text.typesetting import Column, over, spaced, wrapped
from menace_kit.layout.type_scale import FIGURES, TEXT
from menace_kit.machine import Box, Kit
from menace_kit.machine.papers import PAPER_TITLES
from menace_kit.text import Words
from menace_kit.text.kit_words import paper_words

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
    """Return the page, always for plain paper; its labels have the same size as all others.

    They are beside the vertical ruler, or below it if they are too wide.
    """
    words = paper_words(kit)
    style, grid = plan
    frame = Frame(kit, MARGIN, words("fit-test.subject"))
    foot = grid.page_height - RULER_FROM_BOTTOM - 2
    page = Column(MARGIN, HEADER_BOTTOM + 10, frame.width, TEXT, spaced(LINE, 1.2, 6))
    page.title(words("fit-test.title"))
    page.y += 6.8
    page.items(_steps(kit), numbered=True)
    page.y += 4
    ruler, beside = page.beside(0, COLUMN - MARGIN, 0)
    put(ruler, 4 + RULER_LENGTH, partial(_upright_ruler, words))
    page.below(ruler)
    (labels,) = beside.beside(0, 0)
    if style.width > beside.width:
        page.y += 7
        _, labels, _ = page.beside(0, 0, style.width, 0)
    lines = [line for told in _made_for(kit, grid) for line in wrapped(told, beside.width, TEXT)]
    labels.heading(words("fit-test.samples"))
    labels.y += 3.8
    _set_samples(labels, kit, style, foot - 11 - len(lines) * LINE)
    beside.y, beside.style = labels.y + 1 + LINE, spaced(LINE)
    for line in lines:
        beside.paragraph(line)
    page.below(labels, beside)
    page.y += 3.4
    rest = page if page.y >= ruler.y + 6 else page.beside(0, COLUMN - MARGIN, 0)[1]
    explained = explanation_marks(kit, style, rest, foot - 4)
    across = Text(MARGIN, foot, words("fit-test.across", length=RULER_LENGTH), FIGURES)
    return frame.page([*page.marks, *explained, across, *frame.ruler()], count=pages)


def _steps(kit: Kit) -> list[str]:
    words = paper_words(kit)
    steps = words.lines("fit-test.steps")
    if kit.stock.grid is not None:
        # Before the last step, which prints the rest.
        steps.insert(-1, words("fit-test.ready-cut"))
    return steps


def _upright_ruler(words: Words, area: Area) -> Marks:
    yield Text(area.x, area.y, words("fit-test.down", length=RULER_LENGTH), FIGURES)
    yield from ruler_marks(area.x, area.y + 4, RULER_LENGTH, upright=True)


def _set_samples(column: Column, kit: Kit, style: LabelStyle, bottom: float) -> None:
    """Set the sample labels, as many rows as fit above `bottom`.

    Raises FitError if not even one row fits.
    """
    wide, high = style.width + SAMPLE_GAP, style.full_height + SAMPLE_GAP
    room = bottom + SAMPLE_GAP - column.y
    columns, rows = int((column.width + SAMPLE_GAP) / wide), int(room / high)
    if rows < 1:
        missing = high - room
        raise FitError(
            f"a label of {style.width:g} x {style.full_height:g} mm is too large for the fit-test "
            f"page by {over(missing)}",
            too_large=missing,
        )
    labels = [partial(_sample, kit, style, box) for box in sample_boxes(kit)[: columns * rows]]
    put_pieces(column, columns, labels, (style.width, style.full_height), SAMPLE_GAP)


def _sample(kit: Kit, style: LabelStyle, box: Box, area: Area) -> Marks:
    """Yield a label with its outline and cut guides."""
    x, y = area.x, area.y + style.above
    yield label_outline(style, x, y)
    yield from guide_marks(*area, SAMPLE_GAP)
    yield from label_marks(kit, style, box, x, y)


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
