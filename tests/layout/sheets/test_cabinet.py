"""The map of the cabinet: every box in its drawer."""

from bisect import bisect
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest

from menace_kit.games import Side
from menace_kit.layout.marks import BLACK, Circle, Line, Mark, Page, Rectangle, Text
from menace_kit.layout.sheets.cabinet import TINTS, cabinet_map_document
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPERS, PaperName
from menace_kit.workshop.colour_vision import SMALLEST_LIGHTNESS_STEP
from tests.examples import all_to_prove
from tests.layout.geometry import Extent, extent, page_faults, texts_of
from tests.layout.kits import in_cabinet, laid_out, preset, printed, small_kit, taking_turns


def drawers_on(page: Page) -> list[Extent]:
    """Return the drawers with a box, those of the legend with them."""
    tints = {tint for of_side in TINTS.values() for tint in of_side}
    return [
        extent(mark) for mark in page.marks if isinstance(mark, Rectangle) and mark.fill in tints
    ]


def in_drawers(page: Page, marks: Iterable[Mark]) -> dict[Extent, list[Extent]]:
    """Return drawer -> what these marks cover in it;
    the drawers of a row are looked through from the left.
    """
    rows: dict[float, list[Extent]] = {}
    for drawer in sorted(drawers_on(page), key=lambda drawer: drawer.left):
        rows.setdefault(drawer.top, []).append(drawer)
    held: dict[Extent, list[Extent]] = {drawer: [] for row in rows.values() for drawer in row}
    for covered in map(extent, marks):
        for row in rows.values():
            if row[0].top < covered.top and covered.bottom < row[0].bottom:
                place = bisect([drawer.left for drawer in row], covered.left) - 1
                if place >= 0 and row[place].holds(covered, 0.2):
                    held[row[place]].append(covered)
    return held


def numbered_drawers(page: Page) -> list[tuple[Text, Extent]]:
    """Return the numbers of boxes on a page, each with the drawer that it stands in."""
    numbers = {
        extent(mark): mark
        for mark in page.marks
        if isinstance(mark, Text) and mark.text.isdigit() and mark.bold
    }
    return [
        (numbers[covered], drawer)
        for drawer, texts in in_drawers(page, numbers.values()).items()
        for covered in texts
    ]


def fields_on(page: Page) -> dict[Extent, list[Extent]]:
    """Return drawer -> its black fields."""
    return in_drawers(page, (m for m in page.marks if isinstance(m, Rectangle) and m.fill == BLACK))


def faults(page: Page) -> list[str]:
    found = page_faults(page)
    fields = fields_on(page)
    for text, drawer in numbered_drawers(page):
        found += [
            f"{text.text} touches a field"
            for field in fields[drawer]
            if field.gap(extent(text)) < 0.2
        ]
    return found


def check(kit: Kit) -> None:
    """Check that every box is in one drawer, in reading order on its own page,
    and that nothing touches.
    """
    assert kit.spec.cabinet is not None
    document = cabinet_map_document(kit, "cabinet-map")
    assert len(document.pages) == kit.cabinets
    assert [fault for page in document.pages for fault in faults(page)] == []
    for number, page in enumerate(document.pages, start=1):
        placed = numbered_drawers(page)
        rows = sorted({round(drawer.top, 3) for _, drawer in placed})
        columns = sorted({round(drawer.left, 3) for _, drawer in placed})
        found = {
            int(text.text): (rows.index(round(d.top, 3)) + 1, columns.index(round(d.left, 3)) + 1)
            for text, d in placed
        }
        places = {box.number: kit.place(box) for box in kit.boxes}
        assert len(found) == len(placed)
        assert found == {
            n: place[1:] for n, place in places.items() if place and place.cabinet == number
        }


@pytest.mark.parametrize(
    ("name", "rows", "columns", "paper"),
    all_to_prove(
        [
            ("both-players", 38, 8, "a4"),
            ("her-19", 5, 4, "letter"),
            ("her-37", 3, 4, "a4"),
            ("game-player", 35, 9, "a4"),
        ],
        quick=[("her-19", 5, 4, "letter"), ("her-37", 3, 4, "a4")],
    ),
)
def test_the_map_has_each_box_in_its_drawer(
    name: str, rows: int, columns: int, paper: PaperName
) -> None:
    check(in_cabinet(printed(name, paper=paper), rows, columns))


CABINETS: list[dict[str, Any]] = [
    {"cabinet": {"rows": 43, "columns": 8}, "boxes": {"forced-moves": True}, "beads": {"start": 1}},
    {"cabinet": {"rows": 31, "columns": 10}, "side": "both"},
    {"cabinet": {"rows": 16, "columns": 20}, "side": "second"},
    {"cabinet": {"rows": 50, "columns": 25}, "boxes": {"symmetry": "none", "stages": 3}},
    {"cabinet": {"rows": 1, "columns": 30}},
]


@pytest.mark.parametrize(("place", "paper"), taking_turns(range(len(CABINETS)), list(PAPERS)))
def test_a_cabinet_of_another_shape_fits_a_page(place: int, paper: PaperName) -> None:
    check(small_kit(print={"paper": paper}, **CABINETS[place]))


def test_a_wide_cabinet_lies_on_a_page_that_is_held_level() -> None:
    pages = cabinet_map_document(small_kit(cabinet={"rows": 10, "columns": 31})).pages
    assert [(page.width, page.height) for page in pages] == [(297, 210)]


def test_empty_drawers_are_crossed_out() -> None:
    kit = small_kit(cabinet={"rows": 43, "columns": 8})
    (page,) = laid_out(cabinet_map_document, kit).pages
    crosses = [
        mark
        for mark in page.marks
        if isinstance(mark, Line) and mark.x1 != mark.x2 and mark.y1 != mark.y2
    ]
    assert len(crosses) == 2 * (43 * 8 - 304 + 1)  # one more in the legend


def test_the_legend_names_every_stage_and_its_boxes() -> None:
    kit = preset("michie-1961")
    full, roomy = (
        set(texts_of(laid_out(cabinet_map_document, in_cabinet(kit, rows)).pages[0].marks))
        for rows in (38, 39)
    )
    stages = {
        "move 1: box 1",
        "move 2: boxes 2 to 13",
        "move 3: boxes 14 to 121",
        "move 4: boxes 122 to 304",
    }
    assert stages <= full & roomy
    assert roomy - full >= {"no box: free for a spare one"}
    pages = laid_out(cabinet_map_document, in_cabinet(preset("both-players"))).pages
    assert "Cabinet 2" in set(texts_of(pages[1].marks))
    assert any("X, move 4" in text for text in texts_of(pages[0].marks))


def test_stages_differ_in_grey_and_each_can_be_written_on() -> None:
    from coloraide import Color

    for side in Side:
        lightness = [Color(tint).convert("lab-d65")["lightness"] for tint in TINTS[side]]
        steps = [lighter - darker for lighter, darker in pairwise(lightness)]
        assert min(steps) > SMALLEST_LIGHTNESS_STEP
        assert min(Color(tint).contrast("black") for tint in TINTS[side]) > 4.5


def test_a_drawer_has_as_many_fields_as_its_label_and_the_second_players_have_holes() -> None:
    kit = in_cabinet(preset("both-players"))
    for page in cabinet_map_document(kit).pages:
        holes = in_drawers(page, (mark for mark in page.marks if isinstance(mark, Circle)))
        fields = fields_on(page)
        for text, drawer in numbered_drawers(page):
            box = kit.box(int(text.text))
            assert len(fields[drawer]) == box.stage
            assert len(holes[drawer]) == (box.stage if box.side is Side.SECOND else 0)


def test_drawers_that_serve_any_move_are_of_one_colour_and_count_no_moves() -> None:
    kit = in_cabinet(preset("nim-8"), 2, 4)
    (page,) = cabinet_map_document(kit, "cabinet-map").pages
    text = " ".join(texts_of(page.marks))
    assert "any move: boxes 1 to 8" in text
    assert "count the machine's moves" not in text
    assert "Fields with a hole" not in text
    fills = {mark.fill for mark in page.marks if isinstance(mark, Rectangle)}
    assert fills & {tint for tints in TINTS.values() for tint in tints} == {TINTS[Side.FIRST][0]}
