"""Drawings that people have read and found right, mark by mark."""

from collections import Counter

from menace_kit.games import Side
from menace_kit.layout.label_plan import LabelOrder
from menace_kit.layout.label_sheets import labels_document
from menace_kit.layout.marks import Page, Text
from menace_kit.layout.sheets.filling import filling_document
from menace_kit.layout.sheets.shopping import shopping_document
from menace_kit.workshop.forecasts import SimulatedNeed
from menace_kit.workshop.shopping import shopping_list
from tests.conftest import Golden
from tests.layout.kits import drawn_label, plan_of, preset
from tests.layout.text_box import text_box
from tests.render.trace import mark_trace


def label_trace(name: str, number: int) -> str:
    kit = preset(name)
    return "".join(
        f"{mark_trace(mark)}\n" for mark in drawn_label(kit, plan_of(kit).style, kit.box(number))
    )


def reading(page: Page) -> str:
    """Return what one reads on a page, a line for each baseline, each text behind its x;
    then how many marks there are.

    That every single mark is where it should be, the labels' traces
    and the tests of the backends show.
    """
    lines: dict[str, list[Text]] = {}
    for mark in page.marks:
        if isinstance(mark, Text):
            lines.setdefault(f"{mark.y:7.2f}", []).append(mark)
    text = [
        f"{y}  "
        + "  ".join(
            f"[{text_box(mark)[0]:.1f}] {mark.text}" for mark in sorted(lines[y], key=lambda m: m.x)
        )
        for y in sorted(lines, key=float)
    ]
    kinds = Counter(
        "Text" if isinstance(mark, Text) else type(mark).__name__ for mark in page.marks
    )
    return "\n".join([*text, "", *(f"{kind}: {kinds[kind]}" for kind in sorted(kinds)), ""])


def test_a_label_of_36_by_11_mm(golden: Golden) -> None:
    golden("label-michie-1961-217.txt", label_trace("michie-1961", 217))


def test_a_label_with_tabs(golden: Golden) -> None:
    golden("label-scroggs-5.txt", label_trace("scroggs", 5))


def test_the_first_page_of_the_filling_guide(golden: Golden) -> None:
    golden(
        "filling-michie-1961-1.txt",
        reading(filling_document(preset("michie-1961")).pages[0]),
    )


def test_the_shopping_list_with_a_forecast(golden: Golden) -> None:
    kit = preset("michie-1961")
    need = SimulatedNeed(
        runs=400,
        games=300,
        beads={colour: 2 * start + 60 for colour, start in kit.start_by_colour().items()},
        total=3_333,
        halved=24,
        halved_most=40,
        fullest=440,
        emptied={Side.FIRST: 7},
    )
    pages = shopping_document(kit, shopping_list(kit, 4, 8, need)).pages
    golden("shopping-forecast-michie-1961.txt", "\n".join(map(reading, pages)))


def test_a_sheet_of_labels_with_pawns(golden: Golden) -> None:
    kit = preset("her-19")
    page = labels_document(kit, LabelOrder(kit.boxes)).pages[1]
    golden("labels-her-19.txt", "".join(f"{mark_trace(mark)}\n" for mark in page.marks))
