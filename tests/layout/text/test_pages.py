"""Filling guide and shopping list on paper: all boxes and colours are there,
and nothing overlaps or overflows.
"""

from dataclasses import replace
from itertools import product

import pytest

from menace_kit.layout.marks import Document, Page, Rectangle, Text
from menace_kit.layout.sheets.filling import filling_document
from menace_kit.layout.sheets.shopping import shopping_document
from menace_kit.layout.text.pages import Flow
from menace_kit.layout.text.rows import TICK_GAP, TableColumn
from menace_kit.machine.papers import PAPERS, PaperName
from menace_kit.workshop.shopping import shopping_list
from tests.examples import all_to_prove
from tests.layout.geometry import crowded_items, document_faults, marks_of, texts_of
from tests.layout.kits import (
    EVERY_PRESET,
    PRESETS,
    in_cabinet,
    in_language,
    laid_out,
    preset,
    printed,
    small_kit,
    with_long_names,
)


def page_problems(document: Document) -> list[str]:
    """Return what is wrong with the pages, dots that texts touch included."""
    faults = document_faults(document)
    for page in document.pages:
        faults += crowded_items(page)
    return faults


@pytest.mark.parametrize(
    ("name", "paper"),
    all_to_prove(
        product(PRESETS, PAPERS),
        quick=[
            ("van-woudenberg", "letter"),
            ("nim-8", "a4"),
        ],
    ),
)
def test_the_pages_of_every_preset_can_be_printed(name: str, paper: PaperName) -> None:
    kit = printed(name, paper=paper)
    filling = laid_out(filling_document, kit)
    assert page_problems(filling) == []
    assert page_problems(shopping_document(kit, shopping_list(kit, 10, 20))) == []
    assert {(page.width, page.height) for page in filling.pages} == {PAPERS[paper]}


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_every_box_is_in_the_guide_twice_once_by_its_beads_and_once_by_its_number(
    name: str,
) -> None:
    kit = preset(name)
    document = laid_out(filling_document, kit)
    ticks = sum(isinstance(mark, Rectangle) for page in document.pages for mark in page.marks)
    assert ticks == 2 * len(kit.boxes)
    behind = [text for page in document.pages for text in texts_behind_ticks(page)]
    assert sorted(behind, key=int) == [str(box.number) for box in kit.boxes for _ in range(2)]


def test_the_guide_explains_places_as_they_stand_on_its_labels() -> None:
    for name, with_cabinets in (("michie-1961", False), ("both-players", True)):
        said = [
            text
            for page in laid_out(filling_document, in_cabinet(preset(name))).pages
            for text in texts_of(page.marks)
        ]
        assert (
            any("C2 R3 D5 is drawer 5 in row 3 of cabinet 2" in text for text in said)
            == with_cabinets
        )
        assert any(text.startswith("R3 D5 is") for text in said) != with_cabinets


def test_groups_stand_below_what_their_boxes_have_in_common() -> None:
    said = [
        text
        for page in laid_out(filling_document, preset("michie-1961")).pages
        for text in texts_of(page.marks)
    ]
    heads = [f"move {stage}: {5 - stage} of each colour" for stage in range(1, 5)]
    assert [text for text in said if text.endswith("of each colour")] == heads
    both = [
        text
        for page in laid_out(filling_document, preset("both-players")).pages
        for text in texts_of(page.marks)
    ]
    assert "O, move 3 / X, move 3: 2 of each colour" in both


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_a_sub_heading_is_never_the_last_line_of_a_page(name: str) -> None:
    for page in laid_out(filling_document, in_cabinet(preset(name))).pages:
        texts = sorted(
            (mark for mark in page.marks if isinstance(mark, Text)), key=lambda mark: mark.y
        )
        assert "of each colour" not in texts[-1].text


def texts_behind_ticks(page: Page) -> list[str]:
    starts = {
        (round(m.x + m.width + TICK_GAP, 2), round(m.y))
        for m in page.marks
        if isinstance(m, Rectangle)
    }
    texts = marks_of(Text, page.marks)
    return [
        m.text
        for m in texts
        if any((round(m.x, 2), round(m.y) - down) in starts for down in (2, 3))
    ]


def test_counts_of_two_digits_do_not_touch_the_next_bead() -> None:
    kit = small_kit(
        beads={"start": 99},
        boxes={"merge-symmetric-moves": False},
        cabinet={"rows": 38, "columns": 8},
    )
    assert page_problems(laid_out(filling_document, kit)) == []


def test_numbers_of_four_digits_do_not_touch_what_is_beside_them() -> None:
    kit = small_kit(boxes={"symmetry": "none"}, cabinet={"rows": 100, "columns": 5})
    last = replace(kit, boxes=kit.boxes[-150:])
    assert last.boxes[0].number > 1000
    assert page_problems(laid_out(filling_document, last)) == []


def test_the_longest_names_that_are_allowed_break_into_lines() -> None:
    kit = with_long_names(preset("michie-1961"))
    shopping = shopping_document(kit, shopping_list(kit, 10, 20))
    assert page_problems(shopping) == []
    assert page_problems(laid_out(filling_document, kit)) == []
    said = "".join(texts_of(shopping.pages[0].marks))
    assert said.count("W") > 80 * 3
    assert "…" not in "".join(
        text for page in shopping.pages[1:] for text in list(texts_of(page.marks))[3:]
    )


def test_a_paragraph_stays_on_one_page() -> None:
    flow = Flow(preset("michie-1961"), "test")
    for number in range(120):
        flow.paragraph(f"First {'one ' * 30 * (number % 7)}")
    pages = flow.document("test", "test").pages
    assert len(pages) > 5
    for page in pages:
        assert list(texts_of(page.marks))[3].startswith("First")


@pytest.mark.parametrize("above", [0.0, 3.0, 6.0])
def test_a_row_of_several_lines_stays_on_one_page(above: float) -> None:
    flow = Flow(preset("nim-8"), "rows")
    flow.y += above
    columns = [TableColumn("", 20.0), TableColumn("", 150.0)]
    rows = [["first second third", str(number)] for number in range(100)]
    flow.table(columns, rows, row_height=5.4)
    pages = [[*texts_of(page.marks)] for page in flow.document("rows", "Rows").pages]
    assert len(pages) > 3
    for texts in pages:
        assert texts.count("first second") == texts.count("third") > 0


def test_many_packs_leave_the_names_of_colours_their_room() -> None:
    kit = preset("michie-1961")
    kit = replace(kit, bead=kit.bead.model_copy(update={"pack_size": (50, 100, 200)}))
    document = shopping_document(in_language(kit, "de"), shopping_list(kit, 10, 20))
    assert page_problems(document) == []
    assert {"Farbe", "weiß", "schwarz"} <= set(texts_of(document.pages[0].marks))
