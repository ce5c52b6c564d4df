"""The shopping list, which counts the sheets of everything printed."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from menace_kit.layout.sheets.cover import counting_itself
from menace_kit.layout.sheets.shopping import shopping_document
from menace_kit.machine import Kit
from menace_kit.machine.papers import PaperKind
from menace_kit.printables.catalogue import SHOPPING, Purpose
from menace_kit.printables.making import Made, OutputFile, file_name
from menace_kit.text.kit_words import paper_words
from menace_kit.workshop.forecasts import SimulatedNeed
from menace_kit.workshop.shopping import ShoppingList, shopping_list
from menace_kit.workshop.shopping_text import shopping_csv


class Sheets(NamedTuple):
    """How many sheets a kit takes, without the shopping list: labels, plain, card, stickers."""

    labels: int
    plain: int
    card: int
    stickers: int


def sheets_of(parts: Sequence[Made]) -> Sheets:
    plain, card, stickers = (
        sum(made.sheets_on(kind) for made in parts)
        for kind in (PaperKind.PLAIN, PaperKind.CARD, PaperKind.STICKER)
    )
    return Sheets(sum(made.label_sheets for made in parts), plain, card, stickers)


def shopping_with(
    kit: Kit,
    sheets: Sheets,
    need: SimulatedNeed | None,
    sets: tuple[str, ...],
    suffix: str = "",
) -> tuple[ShoppingList, Made]:
    """Return the shopping list for a kit that takes these sheets: its content, and its files.

    `suffix` ends the file names.
    """
    words = paper_words(kit)
    name = f"{file_name(SHOPPING.name, kit)}{suffix}"

    @cache
    def listed(own: int) -> ShoppingList:
        plain = sheets.plain + own
        return shopping_list(kit, sheets.labels, plain, need, sheets.card, sheets.stickers, sets)

    document, own = counting_itself(lambda own: shopping_document(kit, listed(own), name))
    bought = listed(own)
    texts = (OutputFile(f"{name}.csv", shopping_csv(bought, words).encode(), document.title, 0),)
    return bought, Made((document,), texts, purpose=Purpose.BUY, needed=True)
