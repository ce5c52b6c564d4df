"""The stocktake sheet: every box with a field for each of its colours."""

from dataclasses import replace

import pytest

from menace_kit.layout.marks import Page, Rectangle, Text
from menace_kit.layout.page import PRINTABLE_BORDER
from menace_kit.layout.sheets.forms import TICK_BOX
from menace_kit.layout.sheets.stocktake import (
    FIELD,
    START_INK,
    stocktake_sheet_document,
)
from menace_kit.layout.type_scale import FIGURES
from tests.layout.geometry import marks_of, page_faults, texts_of
from tests.layout.kits import EVERY_PRESET, laid_out, preset, small_kit


def lines_of(page: Page) -> dict[int, list[tuple[str, str]]]:
    """Return box number -> letter and grey start of each of its fields,
    as they stand behind it on a page.
    """
    texts = marks_of(Text, page.marks)
    fields = [mark for mark in page.marks if isinstance(mark, Rectangle) and mark.width == FIELD]
    numbers = [text for text in texts if text.bold and text.size == FIGURES and text.text.isdigit()]
    is_number = set(numbers).__contains__
    found: dict[int, list[tuple[str, str]]] = {int(text.text): [] for text in numbers}
    for field in sorted(fields, key=lambda field: field.x):
        level = [text for text in texts if field.y - 1 < text.y < field.y + field.height + 1]
        letter = max(
            (t for t in level if t.text.endswith("=") and t.x < field.x), key=lambda t: t.x
        )
        (start,) = (t for t in level if t.colour == START_INK and field.x < t.x < field.x + FIELD)
        number = max((t for t in level if is_number(t) and t.x < field.x), key=lambda t: t.x)
        found[int(number.text)].append((letter.text, start.text))
    return found


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_every_box_has_a_field_for_each_colour_it_can_hold(name: str) -> None:
    kit = preset(name)
    found: dict[int, list[tuple[str, str]]] = {}
    for page in laid_out(stocktake_sheet_document, kit).pages:
        found.update(lines_of(page))
    assert found == {
        box.number: [(f"{kit.colour(bead.colour).key}=", str(bead.start)) for bead in box.beads]
        for box in kit.boxes
    }


def test_every_box_can_be_ticked() -> None:
    kit = preset("both-players")
    pages = laid_out(stocktake_sheet_document, kit).pages
    ticks = [
        mark
        for page in pages
        for mark in page.marks
        if isinstance(mark, Rectangle) and mark.width == TICK_BOX
    ]
    assert len(ticks) == len(kit.boxes)


STAGES = ["Move 1", "Move 2", "Move 3", "Move 4"]


def test_the_boxes_of_a_stage_stand_below_its_head_on_each_of_its_pages() -> None:
    pages = laid_out(stocktake_sheet_document, preset("michie-1961")).pages
    heads = [[text for text in texts_of(page.marks) if text in STAGES] for page in pages]
    assert all(heads)
    assert list(dict.fromkeys(head for page in heads for head in page)) == STAGES


def test_numbers_of_four_digits_and_counts_of_two_have_room() -> None:
    whole = small_kit(boxes={"symmetry": "none"}, beads={"start": 99})
    kit = replace(whole, boxes=whole.boxes[-150:])
    assert kit.boxes[0].number > 1000
    found: dict[int, list[tuple[str, str]]] = {}
    pages = laid_out(stocktake_sheet_document, kit).pages
    for page in pages:
        found.update(lines_of(page))
    assert page_faults(pages[-1], PRINTABLE_BORDER) == []  # where the numbers are longest
    assert list(found) == [box.number for box in kit.boxes]
    assert {start for fields in found.values() for _, start in fields} == {"99"}
