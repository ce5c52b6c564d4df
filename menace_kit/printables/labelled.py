"""What goes on labels and card: the sheets of labels, trays and stickers."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from menace_kit.layout.label_plan import LabelOrder
from menace_kit.layout.label_sheets import labels_document, of_each_stage
from menace_kit.layout.marks import Document
from menace_kit.machine import Kit
from menace_kit.machine.papers import PaperKind
from menace_kit.printables.making import Made
from menace_kit.text.sheet_words import said

if TYPE_CHECKING:
    from menace_kit.layout.sheets.visitors_game import VisitorsGame


def labels(
    kit: Kit,
    name: str,
    order: LabelOrder | None = None,
    by_stage: bool = False,
    fit_test: bool = True,
    sets: tuple[str, ...] = (),
) -> Made:
    """Return the label sheets: one document, or with `by_stage` one for each stage."""
    order = (order or LabelOrder(kit.boxes))._replace(sets=sets)
    draw = partial(labels_document, kit)
    made = Made(_drawn(kit, order, name, draw, by_stage, fit_test))
    # The fit test is one page, on paper.
    first = said(kit, "cover.fit-test") if fit_test else ""
    return replace(made, label_sheets=made.pages - fit_test, fit_test=first)


def trays(
    kit: Kit,
    name: str,
    order: LabelOrder | None = None,
    by_stage: bool = False,
    fit_test: bool = True,
    sets: tuple[str, ...] = (),
) -> Made:
    """Return the sheets of trays to fold, on card: one document, or with `by_stage` one a stage."""
    from menace_kit.layout.sheets.trays import trays_document

    order = (order or LabelOrder(kit.boxes))._replace(sets=sets)
    draw = partial(trays_document, kit)
    documents = _drawn(kit, order, name, draw, by_stage, fit_test)
    first = said(kit, "fold-up.title") if fit_test else ""
    return Made(documents, paper=PaperKind.CARD, fit_test=first)


def _drawn(
    kit: Kit,
    order: LabelOrder,
    name: str,
    draw: Callable[[LabelOrder, str, bool], Document],
    by_stage: bool,
    first: bool,
) -> tuple[Document, ...]:
    if by_stage:
        return tuple(of_each_stage(kit, order, name, draw, first))
    return (draw(order, name, first),)


def stickers(
    kit: Kit,
    name: str,
    games: "Sequence[VisitorsGame]" = (),
) -> Made:
    """Return the stickers, or those for visitors' games.

    They are on the kit's label stock if that suits them.
    """
    from menace_kit.layout.sheets.game_stickers import game_stickers_document
    from menace_kit.layout.sheets.stickers import on_ready_cut, stickers_document

    document = game_stickers_document(kit, games, name) if games else stickers_document(kit, name)
    if on_ready_cut(kit):
        return Made((document,), label_sheets=len(document.pages))
    return Made((document,), paper=PaperKind.STICKER)
