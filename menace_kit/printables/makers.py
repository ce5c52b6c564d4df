"""How each printable is made: labels and filling guide, and whatever the catalogue lists."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from menace_kit.catalogue import Printable
from menace_kit.errors import KitError
from menace_kit.layout import LabelOrder, labels_by_stage, labels_document
from menace_kit.layout.assembly import assembly_document, safety_document
from menace_kit.layout.cabinet_bill import cabinet_bill_document
from menace_kit.layout.cabinet_map import cabinet_map_document
from menace_kit.layout.calibration import calibration_document
from menace_kit.layout.cover import PaperKind
from menace_kit.layout.cut_cabinet import cut_cabinet_document
from menace_kit.layout.fence import fence_document, fence_times
from menace_kit.layout.filling import filling_document
from menace_kit.layout.first_box_graph import first_box_graph_document
from menace_kit.layout.index_chart import index_document
from menace_kit.layout.key_card import key_card_document, key_cards_document
from menace_kit.layout.marks import Document
from menace_kit.layout.operator_card import operator_card_document
from menace_kit.layout.qr_sheet import qr_document
from menace_kit.layout.record_sheet import record_sheet_document
from menace_kit.layout.stickers import StickerShape, on_ready_cut, stickers_document
from menace_kit.layout.stocktake_sheet import stocktake_sheet_document
from menace_kit.layout.table_board import table_board_document
from menace_kit.layout.tally_sheet import tally_sheet_document
from menace_kit.layout.visitor_rules import visitor_rules_document
from menace_kit.machine.carpentry import cabinet_bill
from menace_kit.machine.filling import filling_csv
from menace_kit.machine.kit import Kit
from menace_kit.printables.made import Made, OutputFile
from menace_kit.words import Words

Maker: TypeAlias = Callable[[Kit, Words], Made]


def labels(
    kit: Kit,
    words: Words,
    order: LabelOrder | None = None,
    by_stage: bool = False,
    fit_test: bool = True,
    suffix: str = "",
) -> Made:
    """Return the label sheets: one document, or with `by_stage` one for each stage; `suffix` ends their names."""
    name = f"{_name('labels', kit)}{suffix}"
    order = order or LabelOrder(kit.boxes)
    if by_stage:
        documents = tuple(labels_by_stage(kit, words, order, name, fit_test))
    else:
        documents = (labels_document(kit, words, order, name, fit_test),)
    pages = sum(len(document.pages) for document in documents)
    return Made(documents, label_sheets=pages - fit_test)  # the fit test is one page, on paper


def filling(kit: Kit, words: Words) -> Made:
    """Return the filling guide, and the same as CSV."""
    document = filling_document(kit, words, _name("filling", kit))
    table = OutputFile("filling.csv", filling_csv(kit).encode(), words("filling.csv"), 0)
    return Made((document,), (table,))


def calibration(kit: Kit, words: Words) -> Made:
    """Return the page on which a printer's error is measured; it is never corrected, and no part of a kit."""
    return Made((calibration_document(kit, words, _name("calibration", kit)),))


def stickers(kit: Kit, words: Words, shape: StickerShape = StickerShape.RECTANGLE, suffix: str = "") -> Made:
    """Return the sheet of stickers, on the kit's label stock if that takes them; `suffix` ends its name."""
    document = stickers_document(kit, words, f"{_name('stickers', kit)}{suffix}", shape)
    return Made((document,), label_sheets=len(document.pages) if on_ready_cut(kit) else 0)


def make(printable: Printable, kit: Kit, words: Words) -> Made:
    """Return what an entry of the catalogue is for this kit; KitError where the kit lacks what it needs."""
    missing = printable.missing(kit)
    if missing is not None:
        raise KitError(missing)
    return replace(_MAKERS[printable.name](kit, words), purpose=printable.purpose)


def _name(name: str, kit: Kit) -> str:
    """Return what the file is called of something that goes on the kit's paper."""
    return f"{name}-{kit.spec.print.paper}"


def _sheets(
    name: str,
    draw: Callable[[Kit, Words, str], Document],
    paper: PaperKind = PaperKind.PLAIN,
) -> tuple[str, Maker]:
    """Return the name, and what makes a document of that name on this paper."""

    def made(kit: Kit, words: Words) -> Made:
        return Made((draw(kit, words, _name(name, kit)),), paper=paper)

    return name, made


def _fence(kit: Kit, words: Words) -> Made:
    document = fence_document(kit, words, _name("fence", kit))
    return Made((document,), paper=PaperKind.CARD, times=fence_times(kit, words))


def _cabinet_cut(kit: Kit, words: Words) -> Made:
    """Return the boards, which no printer prints, and the bill of their pieces on paper and as CSV."""
    boards = cut_cabinet_document(kit, words, "cabinet-cut")
    bill = cabinet_bill_document(kit, words, _name("cabinet-bill", kit))
    table = OutputFile("cabinet-bill.csv", cabinet_bill(kit).encode(), bill.title, 0)
    return Made((boards, bill), (table,))


_MAKERS: Mapping[str, Maker] = dict(
    [
        _sheets("assembly", assembly_document),
        _sheets("safety", safety_document),
        ("fence", _fence),
        _sheets("cabinet-map", cabinet_map_document),
        ("cabinet-cut", _cabinet_cut),
        _sheets("codes", qr_document),
        _sheets("index", index_document),
        _sheets("key-card", key_card_document),
        _sheets("key-cards", key_cards_document, PaperKind.CARD),
        _sheets("operator-card", operator_card_document),
        _sheets("visitors", visitor_rules_document),
        _sheets("table-board", table_board_document, PaperKind.CARD),
        _sheets("record-sheet", record_sheet_document),
        _sheets("tally", tally_sheet_document),
        _sheets("stocktake", stocktake_sheet_document),
        _sheets("first-box-graph", first_box_graph_document),
        ("stickers", stickers),
    ]
)
"""What makes each entry of the catalogue, by its name."""
