"""The label sheets of a kit: which labels, in which order, on which pages, and the fit-test page before them."""

from collections.abc import Sequence
from dataclasses import dataclass

from menace_kit.errors import KitError, SelectionError
from menace_kit.layout.box_numbers import numbers_of
from menace_kit.layout.fit_test import fit_test_page
from menace_kit.layout.label import cut_marks, label_marks
from menace_kit.layout.label_style import MARGIN, LabelStyle, label_style
from menace_kit.layout.label_words import stage_words
from menace_kit.layout.marks import HAIRLINE, Document, Mark, Page
from menace_kit.layout.page import Frame
from menace_kit.layout.registration import HEAD_MARGIN, KEEP_CLEAR, with_marks
from menace_kit.layout.sheet import ALL_OF_IT, Grid, plain_grid, stock_grid
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.text import Words

SHEET_MARGIN = 8.0
"""Where head line and ruler of a sheet begin and end, from the paper's edge; the labels lie where their grid says."""


@dataclass(frozen=True)
class LabelOrder:
    """Which labels are wanted: the boxes, how many of each, and the sheet's first free place, from 1."""

    boxes: tuple[Box, ...]
    copies: int = 1
    start_at: int = 1


@dataclass(frozen=True)
class LabelPlan:
    """How the labels of a kit are made: their style and the cells of a sheet."""

    style: LabelStyle
    grid: Grid


def label_plan(kit: Kit, words: Words) -> LabelPlan:
    """Return style and grid for a kit's labels; FitError or KitError where container, stock and paper do not agree.

    On plain paper a label has the container's own size, with its tabs, and keeps away from a cutter's marks where there
    are any. On ready-cut stock it has the size of the
    front, or less where the stock is smaller or a printer does not reach all of it, and no tabs.
    """
    container, paper = kit.container, kit.spec.print.paper
    if kit.stock.grid is None:
        style = label_style(kit, words, container.label_width, container.label_height, tabs=True)
        keep_clear = KEEP_CLEAR if kit.spec.print.registration else ALL_OF_IT
        return LabelPlan(style, plain_grid(paper, style.width, style.full_height, kit.stock.gap, keep_clear))
    if kit.spec.print.registration:
        raise KitError(
            f"{kit.source}: print.registration: ready-cut labels need no cutter, and {kit.spec.print.stock} is a sheet "
            'of them; say registration = false, or stock = "plain"'
        )
    grid = stock_grid(kit.stock, kit.spec.print.stock, paper)
    width, height = grid.printable(MARGIN - HAIRLINE / 2)
    width, height = min(container.label_width, width), min(container.label_height, height)
    return LabelPlan(label_style(kit, words, width, height, tabs=False), grid)


def labels_document(
    kit: Kit, words: Words, order: LabelOrder, name: str = "labels", fit_test: bool = True
) -> Document:
    """Return the sheets with the labels that are ordered, a fit-test page before them unless it is not wanted."""
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
    pages = [fit_test_page(kit, words, plan.style, plan.grid, total)] if fit_test else []
    for sheet in sheets:
        pages.append(_sheet_page(kit, words, plan, sheet, len(pages) + 1, total))
    return Frame(kit, words, SHEET_MARGIN).bound(name, words("labels.title"), pages)


def labels_by_stage(
    kit: Kit, words: Words, order: LabelOrder, name: str = "labels", fit_test: bool = True
) -> list[Document]:
    """Return a document for each stage with a label, for paper of different colours, and the fit-test page alone.

    Where the kit tells no stages there is one document of all labels.
    """
    documents = [fit_test_document(kit, words, f"{name}-fit-test")] if fit_test else []
    if not kit.tells_stages:
        return [*documents, labels_document(kit, words, order, name, fit_test=False)]
    for side, stage in kit.stages:
        boxes = tuple(box for box in order.boxes if (box.side, box.stage) == (side, stage))
        if boxes:
            of_stage = LabelOrder(boxes, order.copies, order.start_at)
            ending = f"{side.value}-{stage}" if kit.spec.side == "both" else f"move-{stage}"
            documents.append(labels_document(kit, words, of_stage, f"{name}-{ending}", fit_test=False))
    return documents


def fit_test_document(kit: Kit, words: Words, name: str) -> Document:
    """Return the fit-test page as a document of its own."""
    plan = label_plan(kit, words)
    page = fit_test_page(kit, words, plan.style, plan.grid, 1)
    return Frame(kit, words, SHEET_MARGIN).bound(name, words("fit-test.title"), [page])


def _sheet_page(
    kit: Kit, words: Words, plan: LabelPlan, sheet: Sequence[Box | None], page: int, total: int
) -> Page:
    grid, style = plan.grid, plan.style
    boxes = [box for box in sheet if box]
    margin = HEAD_MARGIN if kit.spec.print.registration else SHEET_MARGIN
    frame = Frame(kit, words, margin, _sheet_subject(kit, words, style, boxes))
    marks: list[Mark] = [*frame.head(page, total)] if grid.has_head_room else []
    for cell, box in enumerate(sheet):
        if box:
            x, y = grid.corner(cell)
            if grid.cut:
                marks += cut_marks(style, x, y + style.above, kit.stock.gap)
            else:  # the label's drawing lies in the middle of a label that is larger
                x += (grid.width - style.width) / 2
                y += (grid.height - style.height) / 2
            marks += label_marks(kit, words, style, box, x, y + style.above)
    if grid.has_foot_room:
        marks += frame.ruler()
    sheet_page = Page(*frame.size, tuple(marks))
    return with_marks(sheet_page) if kit.spec.print.registration else sheet_page


def _sheet_subject(kit: Kit, words: Words, style: LabelStyle, boxes: Sequence[Box]) -> str:
    """Return what a sheet's head line says of it: its stages, the labels' size, and its boxes."""
    in_order = [kit.box(number) for number in sorted({box.number for box in boxes})]
    stages = list(dict.fromkeys(stage_words(kit, words, box) for box in in_order))
    key = "labels.stage" if len(stages) == 1 else "labels.stages"
    what = words(key, stage=stages[0], first=stages[0], last=stages[-1])
    size = words("labels.size", width=f"{style.width:g}", height=f"{style.height:g}")
    return f"{what}  ·  {size}  ·  {numbers_of(kit, words, boxes, most=None)}"
