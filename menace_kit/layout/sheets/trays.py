"""Trays of boxes that are folded from card, with their labels."""

from collections.abc import Sequence
from functools import partial

from menace_kit.layout.label_plan import LabelOrder
from menace_kit.layout.label_sheets import boxes_said, of_each_stage
from menace_kit.layout.marks import Document, Mark
from menace_kit.layout.page import Frame
from menace_kit.layout.set_pieces import by_sheet, said_of_sets, widest_set
from menace_kit.layout.sheets.folding import how_to_page
from menace_kit.layout.sheets.net_marks import MARGIN, finished, net_frame, tray_marks, tray_plan
from menace_kit.machine.kit import Kit
from menace_kit.text.words import Words


def trays_document(
    kit: Kit, words: Words, order: LabelOrder, name: str = "trays", how_to: bool = True
) -> Document:
    """Return the sheets of the trays that are ordered, before them unless it is not
    wanted a page that says how.
    """
    plan, sets = tray_plan(widest_set(kit, order.sets), words), order.sets
    sheets = by_sheet(order.labels, plan.grid.cells)
    total = len(sheets) + how_to
    pages = [how_to_page(kit, words, plan, total, sets)] if how_to else []
    what = said_of_sets(words, sets, words("fold-up.trays"))
    for sheet in sheets:
        frame = net_frame(kit, words, f"{what}  ·  {boxes_said(kit, words, sheet, sets)}")
        marks: list[Mark] = []
        for cell, box in enumerate(sheet):
            marks += tray_marks(kit, words, plan, box, *plan.grid.corner(cell))
        pages.append(finished(kit, plan.grid.page(frame, marks, len(pages) + 1, total)))
    return Frame(kit, words, MARGIN).bound(name, words("fold-up.trays"), pages)


def trays_by_stage(
    kit: Kit, words: Words, order: LabelOrder, name: str = "trays", how_to: bool = True
) -> list[Document]:
    """Return a document for each stage that has a box, for card of different colours,
    and the page that says how.
    """
    first = [how_to_document(kit, words, f"{name}-how-to", order.sets)] if how_to else []
    draw = partial(trays_document, kit, words, how_to=False)
    return [*first, *of_each_stage(kit, words, order, name, draw)]


def how_to_document(kit: Kit, words: Words, name: str, sets: Sequence[str] = ()) -> Document:
    """Return the page that says how boxes are folded, as a document of its own."""
    page = how_to_page(kit, words, tray_plan(kit, words), 1, sets)
    return Frame(kit, words, MARGIN).bound(name, words("fold-up.title"), [page])
