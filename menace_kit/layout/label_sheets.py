"""Sheets of labels."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from menace_kit.errors import SelectionError
from menace_kit.layout.cutting import cut_frame, cut_lines, with_marks
from menace_kit.layout.fit_test import fit_test_page
from menace_kit.layout.label import label_marks, label_outline
from menace_kit.layout.label_plan import LabelOrder, LabelPlan, label_plan, overhang
from menace_kit.layout.label_style import LabelStyle
from menace_kit.layout.marks import GREY, HAIRLINE, LIGHT_GREY, Document, Layer, Line, Mark, Page
from menace_kit.layout.page import PRINTABLE_BORDER, SHEET_MARGIN, Frame
from menace_kit.layout.set_pieces import said_of_sets, widest_set
from menace_kit.layout.stacks import in_groups
from menace_kit.machine import Box, Kit
from menace_kit.text.kit_words import paper_words
from menace_kit.text.number_runs import numbers_of
from menace_kit.text.sheet_words import said, stage_words

TRIM_DASH = 1.0
"""Length of a dash in the lines for trimming or folding ready-cut labels (mm)."""


def labels_document(
    kit: Kit, order: LabelOrder, name: str = "labels", fit_test: bool = True
) -> Document:
    """Return the sheets with the ordered labels, after a fit-test page if that is wanted."""
    plan = label_plan(widest_set(kit, order.sets))
    cells = plan.grid.cells
    if not 1 <= order.start_at <= cells:
        raise SelectionError(
            f"a sheet has places 1 to {cells}; there is no place {order.start_at} to start at"
        )
    placed: list[Box | None] = [None] * (order.start_at - 1) + order.labels
    sheets = in_groups(placed, cells)
    total = len(sheets) + fit_test
    pages = [fit_test_page(kit, plan, total)] if fit_test else []
    for sheet in sheets:
        pages.append(_sheet_page(kit, plan, sheet, order.sets, len(pages) + 1, total))
    return Frame(kit, SHEET_MARGIN).bound(name, said(kit, "labels.title"), pages)


def of_each_stage(
    kit: Kit,
    order: LabelOrder,
    name: str,
    draw: Callable[[LabelOrder, str, bool], Document],
    first: bool,
) -> Iterator[Document]:
    """Yield a document for each stage in an order, titled and named after it.

    The last argument of `draw` is whether the document begins with a page to print first: with
    `first` the first one does. If boxes don't belong to a stage, yields one document of all.
    """
    if not kit.tells_stages:
        yield draw(order, name, first)
        return
    for side, stage in kit.stages:
        boxes = tuple(box for box in order.boxes if (box.side, box.stage) == (side, stage))
        if boxes:
            ending = f"{side.value}-{stage}" if kit.spec.side == "both" else f"move-{stage}"
            document = draw(order._replace(boxes=boxes), f"{name}-{ending}", first)
            yield replace(document, title=f"{document.title}: {stage_words(kit, boxes[0])}")
            first = False


def _sheet_page(
    kit: Kit,
    plan: LabelPlan,
    sheet: Sequence[Box | None],
    sets: Sequence[str],
    page: int,
    total: int,
) -> Page:
    grid, style = plan.grid, plan.style
    used = {cell: box for cell, box in enumerate(sheet) if box}
    frame = cut_frame(kit, _sheet_subject(kit, style, [*used.values()], sets))
    marks: list[Mark] = [*grid.guides(used)] if grid.cut else []
    if plan.straight:
        marks += cut_lines(*grid.cuts(used), LIGHT_GREY)
    for cell, box in used.items():
        x, y = grid.centred(cell, style.width, style.full_height)
        if grid.cut and not plan.straight:
            marks.append(label_outline(style, x, y + style.above))
        if not grid.cut:
            marks += _trim_lines(kit, plan, cell)
        marks += label_marks(kit, style, box, x, y + style.above)
    return with_marks(kit, grid.page(frame, marks, page, total))


def _trim_lines(kit: Kit, plan: LabelPlan, cell: int) -> Iterator[Line]:
    """Yield the lines to trim a ready-cut label that is larger than the front, or to fold it.

    There is no line if a printer cannot reach the edge of an outermost label.
    """
    grid, style, outer = plan.grid, plan.style, kit.container.outer
    over_it = overhang(grid.width - outer.width, grid.height - outer.height)
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


def _sheet_subject(kit: Kit, style: LabelStyle, boxes: Sequence[Box], sets: Sequence[str]) -> str:
    """Return what a sheet's head line says: stages, size of labels, boxes."""
    words = paper_words(kit)
    in_order = [kit.box(number) for number in sorted({box.number for box in boxes})]
    stages = list(dict.fromkeys(stage_words(kit, box) for box in in_order))
    what = words("labels.title")
    if not sets:  # with sets all stages come again with each letter
        told = words("assembly.range", n=len(stages), first=stages[0], last=stages[-1])
        what = words("common.named", name=what, told=told)
    size = f"{words.decimal(style.width)} x {words.decimal(style.height)} mm"
    return f"{said_of_sets(words, sets, what)}  ·  {size}  ·  {boxes_said(kit, boxes, sets)}"


def boxes_said(kit: Kit, boxes: Sequence[Box], sets: Sequence[str]) -> str:
    """Return which boxes are on a sheet; with several sets, the first and the last."""
    if not sets:
        return numbers_of(kit, boxes, most=None)
    return said(kit, "labels.boxes", n=len(boxes), first=boxes[0].name, last=boxes[-1].name)
