"""What goes onto labels and boxes of card: the sheets of labels, of trays, of stickers."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from menace_kit.layout.fit_test import fit_test_document
from menace_kit.layout.label_plan import LabelOrder
from menace_kit.layout.label_sheets import labels_by_stage, labels_document
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PaperKind
from menace_kit.printables.catalogue import LABELS, SHAPES, TRAYS
from menace_kit.printables.making import Made, file_name
from menace_kit.text import Words

if TYPE_CHECKING:
    from menace_kit.layout.sheets.visitors_game import VisitorsGame


def labels(
    kit: Kit,
    words: Words,
    name: str,
    order: LabelOrder | None = None,
    by_stage: bool = False,
    fit_test: bool = True,
) -> Made:
    """Return the label sheets: one document, or with `by_stage` one for each stage."""
    order = _of_kit(kit, order)
    if by_stage:
        made = Made(tuple(labels_by_stage(kit, words, order, name, fit_test)))
    else:
        made = Made((labels_document(kit, words, order, name, fit_test),))
    # The fit test is one page, on paper.
    first = words("cover.fit-test") if fit_test else ""
    return replace(made, label_sheets=made.pages - fit_test, fit_test=first)


def _of_kit(kit: Kit, order: LabelOrder | None) -> LabelOrder:
    """Return the order for a kit's own boxes, which in a set have its letters."""
    if order is None:
        return LabelOrder(kit.boxes)
    return order._replace(boxes=tuple(kit.box(box.number) for box in order.boxes))


def trays(
    kit: Kit,
    words: Words,
    name: str,
    order: LabelOrder | None = None,
    by_stage: bool = False,
    fit_test: bool = True,
) -> Made:
    """Return the sheets of trays to fold, on card: one document,
    or with `by_stage` one for each stage.
    """
    from menace_kit.layout.sheets.trays import trays_by_stage, trays_document

    order = _of_kit(kit, order)
    if by_stage:
        documents = tuple(trays_by_stage(kit, words, order, name, fit_test))
    else:
        documents = (trays_document(kit, words, order, name, fit_test),)
    first = words("fold-up.title") if fit_test else ""
    return Made(documents, paper=PaperKind.CARD, fit_test=first)


def first_pages(kit: Kit, words: Words) -> list[Made]:
    """Return what comes before the labels or trays of all sets:
    the fit test, or how the boxes are folded.
    """
    if LABELS.missing(kit) is None:
        name = f"{file_name(LABELS.name, kit)}-fit-test"
        document = fit_test_document(kit, words, name)
        return [Made((document,), fit_test=words("cover.fit-test"))]
    if TRAYS.missing(kit) is None:
        from menace_kit.layout.sheets.trays import how_to_document

        document = how_to_document(kit, words, f"{file_name(TRAYS.name, kit)}-fit-test")
        return [Made((document,), fit_test=words("fold-up.title"))]
    return []


def stickers(
    kit: Kit,
    words: Words,
    name: str,
    shape: str = SHAPES[0],
    games: "Sequence[VisitorsGame]" = (),
) -> Made:
    """Return the sheet of stickers, or those of visitors' games,
    on the kit's label stock if that takes them.
    """
    from menace_kit.layout.sheets.game_stickers import game_stickers_document
    from menace_kit.layout.sheets.stickers import StickerShape, on_ready_cut, stickers_document

    if games:
        document = game_stickers_document(kit, words, games, name)
    else:
        document = stickers_document(kit, words, name, StickerShape(shape))
    if on_ready_cut(kit):
        return Made((document,), label_sheets=len(document.pages))
    return Made((document,), paper=PaperKind.STICKER)
