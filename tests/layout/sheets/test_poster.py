"""Sheets for the wall, cards and checklists: each fits on its page, whatever the kit, the paper and
the length of its words.
"""

from collections import Counter
from collections.abc import Callable

import pytest

from menace_kit.layout.marks import Document, Text
from menace_kit.layout.sheets.building import assembly_document
from menace_kit.layout.sheets.key_card import key_card_document, key_cards_document
from menace_kit.layout.sheets.operator_card import operator_card_document
from menace_kit.layout.sheets.safety import safety_document
from menace_kit.layout.sheets.stickers import stickers_document
from menace_kit.layout.sheets.visitor_rules import visitor_rules_document
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PaperName
from tests.layout.forms import PRINTS
from tests.layout.geometry import crowded_items, marks_of
from tests.layout.kits import in_language, laid_out, preset, printed, with_long_names
from tests.layout.posters import LANGUAGES, poster_faults

MOST_PAGES: dict[Callable[[Kit], Document], int] = {
    assembly_document: 3,
    key_card_document: 1,
    key_cards_document: 1,
    operator_card_document: 1,
    safety_document: 1,
    stickers_document: 1,
    visitor_rules_document: 1,
}

READ_STANDING = (operator_card_document, safety_document, visitor_rules_document)
"""Sheets of sentences to read from a wall or a table."""

each_sheet = pytest.mark.parametrize("make", MOST_PAGES, ids=lambda make: make.__name__)


@each_sheet
@pytest.mark.parametrize(("name", "paper", "language"), PRINTS)
def test_each_can_be_printed(
    name: str, paper: PaperName, language: str, make: Callable[[Kit], Document]
) -> None:
    document = laid_out(make, printed(name, paper=paper), language)
    assert poster_faults(document) == []
    assert 1 <= len(document.pages) <= MOST_PAGES[make]
    if make is assembly_document:
        assert [fault for page in document.pages for fault in crowded_items(page)] == []
    if make in READ_STANDING:
        sizes = Counter(mark.size for mark in marks_of(Text, document.pages[0].marks))
        assert sizes.most_common(1)[0][0] >= 11


@each_sheet
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_names_that_are_allowed_fit(
    language: str, make: Callable[[Kit], Document]
) -> None:
    kit = with_long_names(preset("both-players"))
    assert poster_faults(make(in_language(kit, language))) == []
