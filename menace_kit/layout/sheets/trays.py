"""Trays of boxes folded from card, with their labels."""

from menace_kit.layout.cutting import cut_frame, with_marks
from menace_kit.layout.label_plan import LabelOrder
from menace_kit.layout.label_sheets import boxes_said
from menace_kit.layout.marks import Document, Mark
from menace_kit.layout.page import SHEET_MARGIN, Frame
from menace_kit.layout.set_pieces import said_of_sets, widest_set
from menace_kit.layout.sheets.folding import how_to_page
from menace_kit.layout.sheets.net_marks import tray_marks, tray_plan
from menace_kit.layout.stacks import in_groups
from menace_kit.machine import Kit
from menace_kit.text.kit_words import paper_words


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
        pages.append(with_marks(kit, page))
    return Frame(kit, SHEET_MARGIN).bound(name, words("fold-up.trays"), pages)
