"""Pieces of several sets on the same sheets: none is missing, each has its set's letter,
and the sheets are as few as their places make them.
"""

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from menace_kit.layout.label_plan import LabelOrder, label_plan
from menace_kit.layout.label_sheets import labels_document
from menace_kit.layout.marks import Circle, Document, Layer, Mark, Page, Rectangle, Text
from menace_kit.layout.set_pieces import widest_set
from menace_kit.layout.sheets.fences import fence_times
from menace_kit.layout.sheets.mat import TOKEN, tokens_document
from menace_kit.layout.sheets.net_marks import tray_plan
from menace_kit.layout.sheets.sleeves import sleeve_spots, sleeve_times
from menace_kit.layout.sheets.table_board import pieces, table_board_document
from menace_kit.layout.sheets.trays import trays_document
from menace_kit.layout.stacks import in_groups
from menace_kit.machine.kit import Kit
from menace_kit.machine.sets import set_letters
from menace_kit.text.sheet_words import said
from menace_kit.workshop.reserve import beads_wanted
from tests.layout.geometry import AIR, Extent, apart, extent, page_faults, texts_in, texts_of
from tests.layout.kits import EVERY_PRESET, in_language, preset, printed
from tests.layout.posters import LANGUAGES

TEN = set_letters(10)
MANY = set_letters(28)[-4:]
"""Sets with one letter and with two: Y, Z, AA, AB."""

NIM = preset("nim-8")
FOLDED = printed("nim-8", "fold-up")
ORDER = LabelOrder(NIM.boxes, sets=MANY)


def of_layer(page: Page, kind: type[Mark], layer: Layer) -> list[Any]:
    return [mark for mark in page.marks if isinstance(mark, kind) and mark.layer is layer]


def lettered(page: Page, pieces: list[Extent]) -> list[str]:
    """Return the letters in the upper corners of each piece, or in its field for glue."""
    found = []
    for piece in pieces:
        corners = [
            mark
            for mark in page.marks
            if isinstance(mark, Text)
            and piece.holds(extent(mark))
            and extent(mark).top < piece.top + 1
        ]
        found.append("".join(mark.text for mark in sorted(corners, key=lambda mark: mark.x)))
    return found


def test_ten_sets_of_nim_fill_their_sheets_from_the_first_place_to_the_last() -> None:
    order = LabelOrder(NIM.boxes, sets=TEN)
    assert label_plan(NIM).grid.cells == 95
    assert len(labels_document(NIM, order, fit_test=False).pages) == 1  # 80 of 95
    assert fence_times(NIM, TEN) == 2  # 80, 45 on a page
    assert len(table_board_document(NIM, sets=TEN).pages) == 4 + 2  # 3 and 63 on a page
    assert tray_plan(FOLDED).grid.cells == 12
    assert len(trays_document(FOLDED, order, how_to=False).pages) == 7
    assert len(sleeve_spots(FOLDED)) == 11
    assert sleeve_times(FOLDED, TEN) == 8
    tokens = 10 * sum(beads_wanted(NIM).values())
    assert tokens == 270
    assert len(tokens_document(NIM, sets=TEN).pages) == 1  # 18 x 25


@pytest.mark.parametrize("sets", [TEN, MANY])
def test_each_label_and_each_tray_is_there_once_set_after_set(sets: tuple[str, ...]) -> None:
    order = LabelOrder(NIM.boxes, sets=sets)
    wanted = [f"{letters}-{number}" for letters in sets for number in range(1, 9)]
    labels = labels_document(NIM, order, fit_test=False)
    trays = trays_document(FOLDED, order, how_to=False)
    for document in (labels, trays):
        assert [text for text in texts_in(document) if "-" in text and len(text) < 6] == wanted


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_each_piece_of_the_table_board_has_its_letter(name: str) -> None:
    kit = preset(name)
    document = table_board_document(kit, sets=MANY)
    found: list[str] = []
    for page in document.pages:
        cut = [extent(mark) for mark in of_layer(page, Rectangle, Layer.CUT)]
        found += lettered(page, cut)
    assert found == [letters for letters in MANY for _ in pieces(kit)]


def test_each_board_has_its_letter() -> None:
    for name, on_page in (("nim-8", 3), ("her-19", 1)):
        document = table_board_document(preset(name), sets=TEN)
        boards = document.pages[: math.ceil(10 / on_page)]
        found = [[text for text in texts_of(page.marks) if text in TEN] for page in boards]
        assert found == [list(sheet) for sheet in in_groups(TEN, on_page)]


def test_each_token_has_its_letter_in_a_corner() -> None:
    found: Counter[tuple[str, str | None]] = Counter()
    for page in tokens_document(NIM, sets=MANY).pages:
        discs = of_layer(page, Circle, Layer.PRINT)
        squares = [
            Extent(x - TOKEN / 2, y - TOKEN / 2, x + TOKEN / 2, y + TOKEN / 2)
            for x, y in ((disc.x, disc.y) for disc in discs)
        ]
        found.update(zip(lettered(page, squares), (disc.fill for disc in discs), strict=True))
    wanted = beads_wanted(NIM)
    assert found == {
        (letters, colour.hex): wanted[colour.name] for letters in MANY for colour in NIM.colours
    }


MAKERS: dict[str, tuple[Kit, Callable[[Kit], Document]]] = {
    "labels": (NIM, lambda kit: labels_document(kit, ORDER, fit_test=False)),
    "trays": (FOLDED, lambda kit: trays_document(kit, ORDER, how_to=False)),
    "tokens": (NIM, lambda kit: tokens_document(kit, sets=MANY)),
    "table-board": (NIM, lambda kit: table_board_document(kit, sets=MANY)),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MAKERS)
def test_every_sheet_says_to_sort_and_nothing_on_it_overlaps(name: str, language: str) -> None:
    kit, draw = MAKERS[name]
    told = in_language(kit, language)
    sort = said(told, "sets.sort", first="Y", last="AB")
    for page in draw(told).pages:
        assert page_faults(page) == []
        assert any(sort in text for text in texts_of(page.marks))


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_a_letter_in_a_corner_of_a_piece_touches_nothing(name: str) -> None:
    for page in table_board_document(preset(name), sets=MANY[1:3]).pages:
        assert touched_letters(page) == []


def test_a_letter_in_a_corner_of_a_token_touches_nothing() -> None:
    (page,) = tokens_document(NIM, sets=MANY[1:3]).pages
    assert touched_letters(page) == []


def touched_letters(page: Page) -> list[tuple[Mark, Mark]]:
    return [
        (letter, mark)
        for letter in filter(is_corner_letter, page.marks)
        for mark in page.marks
        if mark is not letter
        and apart(letter, mark) < AIR
        and not (isinstance(mark, Rectangle) and holds(mark, letter))
    ]


def is_corner_letter(mark: Mark) -> bool:
    return isinstance(mark, Text) and mark.colour == "#404040" and mark.text in "YZAB"


def holds(piece: Rectangle, letter: Mark) -> bool:
    return extent(piece).holds(extent(letter), AIR)


def test_one_style_has_room_for_the_widest_letters_of_all_sets() -> None:
    sets = ("I", "W", "J")
    assert widest_set(NIM, sets).boxes[0].name == "W-1"
    plan = label_plan(widest_set(NIM, sets))
    (page,) = labels_document(NIM, LabelOrder(NIM.boxes, sets=sets), fit_test=False).pages
    sizes = {
        mark.size for mark in page.marks if isinstance(mark, Text) and mark.text[:2] in "I-W-J-"
    }
    assert plan.style.number_size in sizes
