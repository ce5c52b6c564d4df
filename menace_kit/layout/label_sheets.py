"""The label sheets of a kit: which labels lie where, the fit-test page before them,
which stocks suit; sheets of square codes. In mm.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from menace_kit.errors import FitError, KitError, SelectionError
from menace_kit.games import Side
from menace_kit.layout.board import bead_marks
from menace_kit.layout.label import (
    LEAST_CELL,
    SAFE_MARGIN,
    LabelStyle,
    code_cells,
    code_mark,
    label_marks,
    label_outline,
    label_style,
    starts_words,
)
from menace_kit.layout.marks import (
    GREY,
    HAIRLINE,
    LIGHT_GREY,
    Anchor,
    Document,
    Layer,
    Line,
    Mark,
    Page,
    Text,
)
from menace_kit.layout.page import (
    ALL_OF_IT,
    HEAD_MARGIN,
    HEADER_BOTTOM,
    KEEP_CLEAR,
    PRINTABLE_BORDER,
    RULER_FROM_BOTTOM,
    RULER_LENGTH,
    SHEET_MARGIN,
    Frame,
    Grid,
    guide_marks,
    plain_grid,
    ruler_marks,
    stock_grid,
    with_marks,
)
from menace_kit.layout.text.typesetting import (
    LESSON,
    Column,
    cap_height,
    over,
    shortened,
    spaced,
    text_width,
    wrapped,
)
from menace_kit.machine.boxes import Box
from menace_kit.machine.containers import END_CARD, FRONT_CLEARANCE, Container, LabelRule
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import with_stock
from menace_kit.machine.papers import PAPER_TITLES
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.text.number_runs import numbers_of
from menace_kit.text.sheet_words import player, said, stage_words
from menace_kit.text.words import Message, Words, say


class LabelPlan(NamedTuple):
    """How the labels of a kit are made: their style and the cells of a sheet."""

    style: LabelStyle
    grid: Grid

    @property
    def straight(self) -> bool:
        """Return whether straight cuts, which neighbours share, take a sheet apart."""
        return self.grid.shares_cuts and not self.style.above and not self.style.below


# What a label means and how it is glued on: a block of text with the key
# of colours, for the fit-test page.

SIZES = (9.5, 9, 8.5, 8, 7.5, 7)
"""Sizes of the text in points, the best look first."""

DOT_RADIUS = 1.8
KEY_PITCH = 4.6
KEY_COLUMN = 26.0
"""Width of a colour in their key at the least."""

COLUMN_GAP = 8.0


def set_colours(column: Column, kit: Kit, words: Words) -> None:
    """Set the key of the colours: dot with its letter, name and sign."""
    column.y += 1.4
    left, room = column.left + column.style.indent, column.width - column.style.indent
    texts = [
        words("fit-test.on-label-colour", name=words.colour_name(colour), glyph=colour.glyph)
        for colour in kit.colours
    ]
    most, beside = int(room / KEY_COLUMN), 2 * DOT_RADIUS + 2
    widest = max(text_width(text, column.size) for text in texts)
    # One column fewer, where then no name has to be cut.
    columns = next(
        (each for each in (most, most - 1) if each and widest <= room / each - beside), most
    )
    step = room / columns
    for place, (colour, whole) in enumerate(zip(kit.colours, texts, strict=True)):
        row, across = divmod(place, columns)
        x, middle = left + across * step + DOT_RADIUS, column.y + (row + 0.5) * KEY_PITCH
        column.marks += bead_marks(kit, colour, x, middle, DOT_RADIUS)
        text = shortened(whole, step - beside, column.size)
        baseline = middle + cap_height(column.size) / 2
        column.marks.append(Text(x + DOT_RADIUS + 1.2, baseline, text, column.size))
    column.y += -(-len(kit.colours) // columns) * KEY_PITCH


def explanation_marks(
    kit: Kit, words: Words, style: LabelStyle, left: float, top: float, width: float, bottom: float
) -> list[Mark]:
    """Return the text from `top` on, in the largest size that keeps it above
    `bottom`; empty where none does.

    Its two parts stand one below the other, or side by side where there is no room for that.
    """
    half = (width - COLUMN_GAP) / 2
    for size, abreast in product(SIZES, (False, True)):
        first = Column(left, top, half if abreast else width, size, LESSON)
        first.heading(words("fit-test.on-label"))
        first.items([said(kit, words, "fit-test.on-label-colours")])
        set_colours(first, kit, words)
        first.items(_also_on_label(kit, words, style))
        second = first.part(top, half + COLUMN_GAP) if abreast else first.part(first.y + 5)
        second.heading(words("fit-test.gluing" if kit.stock.grid is None else "fit-test.sticking"))
        second.items(_gluing_steps(kit, words, style), numbered=True)
        if max(first.y, second.y) <= bottom:
            return first.marks + second.marks
    return []


def _also_on_label(kit: Kit, words: Words, style: LabelStyle) -> Iterator[str]:
    """Yield what else is on the kit's labels."""
    merged = any(len(box.playable) < len(kit.game.legal_moves(box.position)) for box in kit.boxes)
    yield said(kit, words, "fit-test.on-label-mirror" if merged else "fit-test.on-label-free")
    if kit.tells_stages:
        yield words("fit-test.on-label-fields")
        if any(side is Side.SECOND for side, _ in kit.stages):
            yield words("fit-test.on-label-holes", mark=player(kit, words, Side.SECOND))
    starts = [words("fit-test.on-label-starts", each=starts_words(words, kit.boxes[0], True))]
    yield " ".join([words("fit-test.on-label-up"), *(starts if style.short_starts else [])])
    if style.pull:
        yield words("fit-test.on-label-ring")
    if style.code:
        yield words("fit-test.on-label-code")


def _gluing_steps(kit: Kit, words: Words, style: LabelStyle) -> Iterator[str]:
    if kit.stock.grid is not None:
        yield from words.lines("fit-test.sticking-steps")
        if style.pull:
            yield words("fit-test.sticking-pull")
        return
    if label_plan(kit, words).straight:
        yield words("fit-test.gluing-cut")
    yield from words.lines("fit-test.gluing-steps")
    if style.above:
        yield words("fit-test.gluing-above")
    if style.below:
        yield words("fit-test.gluing-below")
    yield words("fit-test.gluing-dry")
    if style.pull:
        yield words("fit-test.gluing-pull")


# The fit-test page: a handful of labels and two rulers, to be checked before hundreds are printed.

MARGIN = 15.0
COLUMN = 45.0
"""Where the labels begin, to the right of the upright ruler."""

LINE = 4.6
SAMPLE_GAP = 4.0
LEAST_OVERHANG = 0.5
"""What ready-cut labels may be larger than the front without a word (mm)."""


def sample_boxes(kit: Kit) -> tuple[Box, ...]:
    """Return a handful of boxes worth looking at: the fullest of each stage, and the last,
    with the longest number.
    """
    fullest = [
        max(
            (box for box in kit.boxes if (box.side, box.stage) == stage),
            key=lambda box: len(box.beads),
        )
        for stage in kit.stages
    ]
    return tuple(dict.fromkeys([*fullest, kit.boxes[-1]]))


def fit_test_page(kit: Kit, words: Words, plan: LabelPlan, pages: int = 1) -> Page:
    """Return the page; it is plain paper whatever the stock,
    and holds labels of exactly the size of the others.
    """
    style, grid = plan
    frame = Frame(kit, words, MARGIN, words("fit-test.subject"))
    width, across = grid.page_width, grid.page_height - RULER_FROM_BOTTOM
    marks, y = _step_marks(kit, words, frame.width)
    marks.append(Text(MARGIN, y, words("fit-test.down"), 8))
    marks += ruler_marks(MARGIN, y + 4, RULER_LENGTH, upright=True)
    ruler_end = y + 4 + RULER_LENGTH
    numbers = [
        line
        for text in _numbers(kit, words, style, grid)
        for line in wrapped(text, width - MARGIN - COLUMN, 9)
    ]
    bottom = across - 8
    samples = _samples(kit, style, width, y, bottom - 10 - len(numbers) * LINE)
    marks.append(Text(samples[0][1], samples[0][2] - 5, words("fit-test.samples"), 10, bold=True))
    for box, x, top in samples:
        marks.append(label_outline(style, x, top + style.above))
        marks += guide_marks(x, top, style.width, style.full_height, SAMPLE_GAP)
        marks += label_marks(kit, words, style, box, x, top + style.above)
    y = samples[-1][2] + style.full_height + 10
    marks.append(Text(COLUMN, y, words("fit-test.numbers"), 10, bold=True))
    marks += [
        Text(COLUMN, y + number * LINE, line, 9) for number, line in enumerate(numbers, start=1)
    ]
    y += len(numbers) * LINE + 6
    left = COLUMN if y < ruler_end + 6 else MARGIN
    marks += explanation_marks(kit, words, style, left, y, width - MARGIN - left, bottom + 2)
    marks.append(Text(MARGIN, across - 2, words("fit-test.across"), 8))
    return frame.page([*marks, *frame.ruler()], count=pages)


def _step_marks(kit: Kit, words: Words, width: float) -> tuple[list[Mark], float]:
    """Return title and steps, and where what comes below them begins."""
    y = HEADER_BOTTOM + 10
    title = Text(MARGIN, y, words("fit-test.title"), 16, bold=True)
    steps = words.lines("fit-test.steps")
    if kit.stock.grid is not None:
        steps.append(words("fit-test.ready-cut"))
    column = Column(MARGIN, y + 8, width, 10, spaced(LINE, 10, gap=1.2, indent=6))
    column.items(steps, numbered=True)
    return [title, *column.marks], column.y + 4


def _samples(
    kit: Kit, style: LabelStyle, page_width: float, y: float, bottom: float
) -> list[tuple[Box, float, float]]:
    """Return the sample labels with their top left corners, row by row:
    as many as there is room for above `bottom`.

    They lie beside the upright ruler, which begins below y,
    or below it where they are too wide for that.
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
        raise FitError(
            f"a label of {style.width:g} x {style.full_height:g} mm is too large for the fit-test "
            f"page by {over(style.full_height - (bottom - top))}"
        )
    places = (
        (left + place % columns * pitch_x, top + place // columns * pitch_y)
        for place in range(columns * rows)
    )
    return [(box, *corner) for box, corner in zip(sample_boxes(kit), places, strict=False)]


def _numbers(kit: Kit, words: Words, style: LabelStyle, grid: Grid) -> Iterator[str]:
    """Yield the measures that the sheets are made with, for comparison with
    the things themselves.
    """
    outer = kit.container.outer
    yield words(
        "fit-test.container",
        title=words.title(kit.container.title),
        width=f"{outer.width:g}",
        height=f"{outer.height:g}",
    )
    size = {
        "width": f"{style.width:g}",
        "height": f"{style.height:g}",
        "rule": words.tell(label_size(kit, style)),
    }
    if style.above or style.below:
        yield words(
            "fit-test.label-tabs", **size, above=f"{style.above:g}", below=f"{style.below:g}"
        )
    else:
        yield words("fit-test.label", **size)
    yield words(
        "fit-test.text",
        number=f"{style.number_size:g}",
        words=f"{style.word_size:g}",
        square=f"{style.board_width / kit.game.columns:.1f}",
    )
    yield words(
        "fit-test.stock",
        title=words.title(kit.stock.title),
        paper=PAPER_TITLES[kit.spec.print.paper],
        columns=grid.columns,
        rows=grid.rows,
        left=f"{grid.left:.2f}",
        top=f"{grid.top:.2f}",
        pitch_x=f"{grid.pitch_x:.2f}",
        pitch_y=f"{grid.pitch_y:.2f}",
    )
    facts = {} if grid.cut else _overhang(grid.width - outer.width, grid.height - outer.height)
    if facts:
        yield words(f"fit-test.overhang-{'both' if len(facts) > 1 else next(iter(facts))}", **facts)


def label_size(kit: Kit, style: LabelStyle) -> Message:
    """Return which rule gave a label's width, and which its height."""
    rules = zip(("width", "height"), kit.container.label_rules, strict=True)
    width, height = (_rule(kit.container, style, side, rule) for side, rule in rules)
    if width == height:
        return say("fit-test.size-both", rule=width)
    return say("fit-test.size-of", width=width, height=height)


def _rule(container: Container, style: LabelStyle, side: str, rule: LabelRule) -> Message:
    if getattr(style, side) < getattr(container, f"label_{side}"):
        return say("fit-test.size-stock")
    if rule is LabelRule.FILE:
        return say("fit-test.size-file")
    inside, front = f"{getattr(container.tray, side):g}", f"{getattr(container.outer, side):g}"
    card, less = f"{END_CARD[side]:g}", f"{FRONT_CLEARANCE:g}"
    return say(f"fit-test.size-{rule.value}", inside=inside, card=card, front=front, less=less)


def _overhang(wider: float, higher: float) -> dict[str, str]:
    """Return by how many mm ready-cut labels are larger than the front;
    what nobody sees is not worth a word.
    """
    ways = {"wider": wider, "higher": higher}
    return {way: f"{size:.1f}" for way, size in ways.items() if size >= LEAST_OVERHANG}


CUTTER_GAP = 3.0
"""Between labels that a plotter cuts out, each along its outline: an edge that two outlines
share would be cut twice (mm).
"""

TRIM_DASH = 1.0
"""Length of a dash of the lines along which ready-cut labels are trimmed or folded (mm)."""


class LabelOrder(NamedTuple):
    """Which labels are wanted: the boxes, how many of each,
    and the sheet's first free place, from 1.
    """

    boxes: tuple[Box, ...]
    copies: int = 1
    start_at: int = 1


@lru_cache(maxsize=32)
def label_plan(kit: Kit, words: Words) -> LabelPlan:
    """Return style and grid for a kit's labels; FitError or KitError where container,
    stock and paper do not agree.

    On plain paper a label has the container's own size, with its tabs; where a plotter cuts it,
    it keeps away from the plotter's marks and from its neighbours. On ready-cut stock it has
    the size of the front, or less where the stock is smaller or a printer does not reach all
    of it, and no tabs.
    """
    container, paper = kit.container, kit.spec.print.paper
    if kit.stock.grid is None:
        style = label_style(kit, words, container.label_width, container.label_height, tabs=True)
        gap, keep_clear = kit.stock.gap, ALL_OF_IT
        if kit.spec.print.registration:
            gap, keep_clear = gap or CUTTER_GAP, KEEP_CLEAR
        grid = plain_grid(paper, style.width, style.full_height, gap, keep_clear)
        return LabelPlan(replace(style, corner=0.0) if grid.shares_cuts else style, grid)
    if kit.spec.print.registration:
        raise KitError(
            f"{kit.source}: print.registration: ready-cut labels need no cutter, "
            f"and {kit.spec.print.stock} is a sheet "
            'of them; say registration = false, or stock = "plain"'
        )
    grid = stock_grid(kit.stock, kit.spec.print.stock, paper)
    width, height = grid.printable(SAFE_MARGIN - HAIRLINE / 2)
    width, height = min(container.label_width, width), min(container.label_height, height)
    return LabelPlan(label_style(kit, words, width, height, tabs=False), grid)


def labels_document(
    kit: Kit, words: Words, order: LabelOrder, name: str = "labels", fit_test: bool = True
) -> Document:
    """Return the sheets with the labels that are ordered, a fit-test page before them
    unless it is not wanted.
    """
    plan = label_plan(kit, words)
    cells = plan.grid.cells
    if not 1 <= order.start_at <= cells:
        raise SelectionError(
            f"a sheet has places 1 to {cells}; there is no place {order.start_at} to start at"
        )
    labels = [box for box in order.boxes for _ in range(order.copies)]
    placed: list[Box | None] = [None] * (order.start_at - 1) + labels
    sheets = [placed[first : first + cells] for first in range(0, len(placed), cells)]
    total = len(sheets) + fit_test
    pages = [fit_test_page(kit, words, plan, total)] if fit_test else []
    for sheet in sheets:
        pages.append(_sheet_page(kit, words, plan, sheet, len(pages) + 1, total))
    return Frame(kit, words, SHEET_MARGIN).bound(name, words("labels.title"), pages)


def labels_by_stage(
    kit: Kit, words: Words, order: LabelOrder, name: str = "labels", fit_test: bool = True
) -> list[Document]:
    """Return a document for each stage with a label, for paper of different colours,
    and the fit-test page alone.

    Where the kit tells no stages there is one document of all labels.
    """
    documents = [fit_test_document(kit, words, f"{name}-fit-test")] if fit_test else []
    for ending, of_stage in of_each_stage(kit, order):
        documents.append(labels_document(kit, words, of_stage, f"{name}{ending}", fit_test=False))
    return documents


def of_each_stage(kit: Kit, order: LabelOrder) -> Iterator[tuple[str, LabelOrder]]:
    """Yield for each stage that is in an order the ending of its file's name,
    and its part of the order.
    """
    if not kit.tells_stages:
        yield "", order
        return
    for side, stage in kit.stages:
        boxes = tuple(box for box in order.boxes if (box.side, box.stage) == (side, stage))
        if boxes:
            ending = f"-{side.value}-{stage}" if kit.spec.side == "both" else f"-move-{stage}"
            yield ending, LabelOrder(boxes, order.copies, order.start_at)


def fit_test_document(kit: Kit, words: Words, name: str) -> Document:
    """Return the fit-test page as a document of its own."""
    page = fit_test_page(kit, words, label_plan(kit, words))
    return Frame(kit, words, SHEET_MARGIN).bound(name, words("fit-test.title"), [page])


def _sheet_page(
    kit: Kit, words: Words, plan: LabelPlan, sheet: Sequence[Box | None], page: int, total: int
) -> Page:
    grid, style = plan.grid, plan.style
    used = {cell: box for cell, box in enumerate(sheet) if box}
    margin = HEAD_MARGIN if kit.spec.print.registration else SHEET_MARGIN
    frame = Frame(kit, words, margin, _sheet_subject(kit, words, style, [*used.values()]))
    marks: list[Mark] = [*grid.guides(used)] if grid.cut else []
    if plan.straight:
        for x, first, last in grid.shared_cuts(used, True):
            marks.append(Line(x, first, x, last, HAIRLINE, LIGHT_GREY, 0.0, Layer.CUT))
        for y, first, last in grid.shared_cuts(used, False):
            marks.append(Line(first, y, last, y, HAIRLINE, LIGHT_GREY, 0.0, Layer.CUT))
    for cell, box in used.items():
        x, y = grid.centred(cell, style.width, style.full_height)
        if grid.cut and not plan.straight:
            marks.append(label_outline(style, x, y + style.above))
        if not grid.cut:
            marks += _trim_lines(kit, plan, cell)
        marks += label_marks(kit, words, style, box, x, y + style.above)
    sheet_page = grid.page(frame, marks, page, total)
    return with_marks(sheet_page) if kit.spec.print.registration else sheet_page


def _trim_lines(kit: Kit, plan: LabelPlan, cell: int) -> Iterator[Line]:
    """Yield where a ready-cut label that is larger than the front is trimmed,
    or folded round the edges.

    Where a printer does not reach the edge of an outermost label there is no line.
    """
    grid, style, outer = plan.grid, plan.style, kit.container.outer
    over_it = _overhang(grid.width - outer.width, grid.height - outer.height)
    left, top = grid.centred(cell, style.width, style.height)
    x, y = grid.corner(cell)
    least = PRINTABLE_BORDER + HAIRLINE
    right, bottom = grid.page_width - least, grid.page_height - least
    start, end = max(least, x), min(right, x + grid.width)
    first, last = max(least, y), min(bottom, y + grid.height)
    for at in (left, left + style.width):
        if "wider" in over_it and least <= at <= right:
            yield Line(at, first, at, last, HAIRLINE, GREY, TRIM_DASH, Layer.FOLD)
    for at in (top, top + style.height):
        if "higher" in over_it and least <= at <= bottom:
            yield Line(start, at, end, at, HAIRLINE, GREY, TRIM_DASH, Layer.FOLD)


def _sheet_subject(kit: Kit, words: Words, style: LabelStyle, boxes: Sequence[Box]) -> str:
    """Return what a sheet's head line says of it: its stages, the labels' size, and its boxes."""
    in_order = [kit.box(number) for number in sorted({box.number for box in boxes})]
    stages = list(dict.fromkeys(stage_words(kit, words, box) for box in in_order))
    key = "labels.stage" if len(stages) == 1 else "labels.stages"
    what = words(key, stage=stages[0], first=stages[0], last=stages[-1])
    size = words("labels.size", width=f"{style.width:g}", height=f"{style.height:g}")
    return f"{what}  ·  {size}  ·  {numbers_of(kit, words, boxes, most=None)}"


# Which sheets of labels suit a kit's container: found by trying each of them.

MOST_HIGHER = 2.0
"""What a label may be higher than the front and still suit: it goes round both edges (mm)."""

MOST_WIDER = 12.0
"""What it may be wider: that goes round the tray's sides, or is trimmed (mm)."""


class SuitingStock(NamedTuple):
    """A stock whose labels a kit can have: its name, and by how many mm they are wider
    and higher than the front.
    """

    name: str
    wider: float
    higher: float

    def __str__(self) -> str:
        larger = [f"{size} mm {way}" for way, size in _overhang(self.wider, self.higher).items()]
        return f"{self.name} ({' and '.join(larger)} than the front)" if larger else self.name


def suiting_stocks(kit: Kit, words: Words) -> list[SuitingStock]:
    """Return the stocks of the kit's paper on which all its labels can be read and that do
    not go far over its front.

    Those that go over it least come first; plain paper does wherever the label itself is right.
    """
    found, outer = [], kit.container.outer
    for name in template_names(TemplateKind.STOCK):
        tried = with_stock(kit, name, name, Path())
        grid = tried.stock.grid
        wider, higher = (
            (grid.width - outer.width, grid.height - outer.height) if grid else (0.0, 0.0)
        )
        of_paper = grid is None or grid.paper == kit.spec.print.paper
        if of_paper and wider <= MOST_WIDER and higher <= MOST_HIGHER:
            with suppress(FitError):
                label_plan(tried, words)
                found.append(SuitingStock(name, wider, higher))
    return sorted(
        found, key=lambda stock: (max(0.0, stock.wider) + max(0.0, stock.higher), stock.name)
    )


# Sheets of square codes, one for each box, that lead to its page on the web:
# to cut out and to glue on. In mm.

CODE_CELL = 0.6
"""The side of a code's cell on these sheets: any telephone reads it."""

CODE_GAP = 2.0
NUMBER_SIZE = 10.0
CODES_MARGIN = 8.0
INTRO, INTRO_PITCH = 8.5, 3.9
"""Size in points and pitch of the words on the first page."""


def qr_document(kit: Kit, words: Words, name: str = "codes") -> Document:
    """Return the sheets of a kit with a base address;
    the first page begins with what they are for.
    """
    side = code_cells(kit) * CODE_CELL
    frame = Frame(kit, words, CODES_MARGIN)
    intro = _intro(kit, words, frame.width)
    grid = plain_grid(kit.spec.print.paper, side, side + cap_height(NUMBER_SIZE) + 1.2, CODE_GAP)
    # Whole rows make way for the words.
    taken = -(-int(10 * len(intro) * INTRO_PITCH + 20) // int(10 * grid.pitch_y)) * grid.columns
    first, rest = kit.boxes[: grid.cells - taken], kit.boxes[grid.cells - taken :]
    groups = [
        first,
        *(rest[start : start + grid.cells] for start in range(0, len(rest), grid.cells)),
    ]
    pages = []
    for number, boxes in enumerate(groups, start=1):
        begun = taken if number == 1 else 0
        used = range(begun, begun + len(boxes))
        marks = [*frame.ruler(), *(intro if number == 1 else []), *grid.guides(used)]
        for cell, box in zip(used, boxes, strict=True):
            x, y = grid.corner(cell)
            marks.append(code_mark(kit, box, x, y, side))
            baseline = y + side + cap_height(NUMBER_SIZE) + 0.2
            marks.append(Text(x + side / 2, baseline, box.name, NUMBER_SIZE, True, Anchor.MIDDLE))
        subject = words("qr.boxes", n=len(boxes), first=boxes[0].name, last=boxes[-1].name)
        pages.append(frame.page(marks, number, len(groups), subject))
    return frame.bound(name, words("qr.title"), pages)


def _intro(kit: Kit, words: Words, width: float) -> list[Mark]:
    """Return the lines of what is to be known: what a code holds,
    and whether the labels have them too.
    """
    text = Column(
        CODES_MARGIN, HEADER_BOTTOM + 1 + INTRO_PITCH, width, INTRO, spaced(INTRO_PITCH, INTRO)
    )
    text.paragraph(words("qr.what", address=kit.address(kit.boxes[0])))
    if label_plan(kit, words).style.code:
        text.paragraph(words("qr.on-labels"))
    else:
        text.paragraph(words("qr.not-on-labels", least=f"{code_cells(kit) * LEAST_CELL:.1f}"))
    return text.marks
