"""Trays of boxes folded from card, with their labels."""

from collections.abc import Sequence
from functools import partial

from menace_kit.layout.cutting import cut_frame, with_marks_if_wanted
from menace_kit.layout.label_plan import LabelOrder
from menace_kit.layout.label_sheets import boxes_said, of_each_stage
from menace_kit.layout.marks import Document, Mark
from menace_kit.layout.page import SHEET_MARGIN, Frame
from menace_kit.layout.set_pieces import said_of_sets, widest_set
from menace_kit.layout.sheets.folding import how_to_page
from menace_kit.layout.sheets.net_marks import tray_marks, tray_plan
from menace_kit.layout.stacks import in_groups
from menace_kit.machine import Kit
from menace_kit.text.kit_words import paper_words
from menace_kit.text.sheet_words import said


def trays_document(
    kit: Kit, order: LabelOrder, name: str = "trays", how_to: bool = True
) -> Document:
    """Return the ordered trays' sheets, after a page on how to fold them if that is wanted."""
    words = paper_words(kit)
    plan, sets = tray_plan(widest_set(kit, order.sets)), order.sets
    sheets = in_groups(order.labels, plan.grid.cells)
    total = len(sheets) + how_to
    pages = [how_to_page(kit, plan, total, sets)] if how_to else []
    what = said_of_sets(words, sets, words("fold-up.trays"))
    for sheet in sheets:
        frame = cut_frame(kit, f"{what}  ·  {boxes_said(kit, sheet, sets)}")
        marks: list[Mark] = []
        for cell, box in enumerate(sheet):
            marks += tray_marks(kit, plan, box, *plan.grid.corner(cell))
        page = plan.grid.page(frame, marks, len(pages) + 1, total)
        pages.append(with_marks_if_wanted(kit, page))
    return Frame(kit, SHEET_MARGIN).bound(name, words("fold-up.trays"), pages)


def trays_by_stage(
    kit: Kit, order: LabelOrder, name: str = "trays", how_to: bool = True
) -> list[Document]:
    """Return a document for each stage with a box, for card of different colours.

    The page on how to fold them is a document of its own.
    """
    first = [how_to_document(kit, f"{name}-how-to", order.sets)] if how_to else []
    draw = partial(trays_document, kit, how_to=False)
    return [*first, *of_each_stage(kit, order, name, draw)]


def how_to_document(kit: Kit, name: str, sets: Sequence[str] = ()) -> Document:
    """Return the page on how to fold boxes, as a document of its own."""
    page = how_to_page(kit, tray_plan(kit), 1, sets)
    return Frame(kit, SHEET_MARGIN).bound(name, said(kit, "fold-up.title"), [page])
