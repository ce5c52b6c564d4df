"""The cabinet: its map, the boards that a laser cuts, and their bill."""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from menace_kit.errors import FitError, KitError
from menace_kit.games import Side
from menace_kit.layout.marks import (
    BLACK,
    Circle,
    Document,
    Layer,
    Line,
    Mark,
    Page,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER
from menace_kit.layout.sheets.cabinet import (
    PIECE_EDGE,
    SPACING,
    TINTS,
    cabinet_bill_document,
    cabinet_map_document,
    cut_cabinet_document,
)
from menace_kit.layout.text.typesetting import cap_height
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import PAPERS, Cabinet, PaperName
from menace_kit.machine.toml_files import parse_model
from menace_kit.workshop.cutting import carpentry
from menace_kit.workshop.warnings import SMALLEST_LIGHTNESS_STEP
from tests.examples import EVERY_PRESET
from tests.layout.geometry import Extent, extent, page_faults, texts_of
from tests.layout.kits import (
    CONTAINERS,
    PRESETS,
    WORDS,
    laid_out,
    preset,
    printed,
    small_kit,
    tables_of,
    taking_turns,
)

# The map: every box in its drawer, stages that differ in grey too, and a page that can be read.


def drawers_on(page: Page) -> list[Extent]:
    """Return the drawers with a box, those of the legend with them."""
    tints = {tint for of_side in TINTS.values() for tint in of_side}
    return [extent(mark) for mark in page.marks if isinstance(mark, Rectangle) and mark.fill in tints]


def in_drawers(page: Page, marks: Iterable[Mark]) -> dict[Extent, list[Extent]]:
    """Return drawer -> what these marks cover in it; the drawers of a row are looked through from the left."""
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
    found = page_faults(page, PRINTABLE_BORDER)
    fields = fields_on(page)
    for text, drawer in numbered_drawers(page):
        found += [f"{text.text} touches a field" for field in fields[drawer] if field.gap(extent(text)) < 0.2]
    return found


def check(kit: Kit) -> None:
    """Check that every box is in one drawer, in reading order on its own page, and that nothing touches."""
    assert kit.spec.cabinet is not None
    document = cabinet_map_document(kit, WORDS, "cabinet-map")
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
        assert found == {n: place[1:] for n, place in places.items() if place and place.cabinet == number}


WITH_CABINET = [name for name in PRESETS if "cabinet" in tables_of(name)]


@pytest.mark.parametrize(("name", "paper"), taking_turns(WITH_CABINET, list(PAPERS)))
def test_the_map_of_every_preset_has_each_box_in_its_drawer(name: str, paper: PaperName) -> None:
    check(printed(name, paper=paper))


CABINETS: list[dict[str, Any]] = [
    {"cabinet": {"rows": 38, "columns": 8}},
    {"cabinet": {"rows": 43, "columns": 8}, "boxes": {"forced-moves": True}, "beads": {"start": 1}},
    {"cabinet": {"rows": 10, "columns": 31}},
    {"cabinet": {"rows": 31, "columns": 10}, "side": "both"},
    {"cabinet": {"rows": 20, "columns": 16}},
    {"cabinet": {"rows": 16, "columns": 20}, "side": "second"},
    {"cabinet": {"rows": 50, "columns": 25}, "boxes": {"symmetry": "none"}},
    {"cabinet": {"rows": 1, "columns": 30}},
]


@pytest.mark.parametrize(("place", "paper"), taking_turns(range(len(CABINETS)), list(PAPERS)))
def test_a_cabinet_of_another_shape_fits_a_page(place: int, paper: PaperName) -> None:
    check(small_kit(print={"paper": paper}, **CABINETS[place]))


def test_a_wide_cabinet_lies_on_a_page_that_is_held_level() -> None:
    pages = cabinet_map_document(small_kit(cabinet={"rows": 10, "columns": 31}), WORDS).pages
    assert [(page.width, page.height) for page in pages] == [(297, 210)]


def test_empty_drawers_are_crossed_out() -> None:
    kit = small_kit(cabinet={"rows": 43, "columns": 8})
    (page,) = laid_out(cabinet_map_document, kit).pages
    crosses = [
        mark for mark in page.marks if isinstance(mark, Line) and mark.x1 != mark.x2 and mark.y1 != mark.y2
    ]
    assert len(crosses) == 2 * (43 * 8 - 304 + 1)  # one more in the legend


def test_the_legend_names_every_stage_and_its_boxes() -> None:
    said = set(texts_of(laid_out(cabinet_map_document, preset("michie-1961")).pages[0].marks))
    assert {
        "move 1: box 1",
        "move 2: boxes 2 to 13",
        "move 3: boxes 14 to 121",
        "move 4: boxes 122 to 304",
        "no box: free for a spare one",
    } <= said
    pages = laid_out(cabinet_map_document, preset("both-players")).pages
    assert "Cabinet map: cabinet 2 of 2" in set(texts_of(pages[1].marks))
    assert any("X, move 4" in text for text in texts_of(pages[0].marks))


def test_stages_differ_in_grey_and_each_can_be_written_on() -> None:
    from coloraide import Color

    for side in Side:
        lightness = [Color(tint).convert("lab-d65")["lightness"] for tint in TINTS[side]]
        steps = [lighter - darker for lighter, darker in pairwise(lightness)]
        assert min(steps) > SMALLEST_LIGHTNESS_STEP
        assert min(Color(tint).contrast("black") for tint in TINTS[side]) > 4.5


def test_a_drawer_has_as_many_fields_as_its_label_and_the_second_players_have_holes() -> None:
    kit = preset("both-players")
    for page in cabinet_map_document(kit, WORDS).pages:
        holes = in_drawers(page, (mark for mark in page.marks if isinstance(mark, Circle)))
        fields = fields_on(page)
        for text, drawer in numbered_drawers(page):
            box = kit.box(int(text.text))
            assert len(fields[drawer]) == box.stage
            assert len(holes[drawer]) == (box.stage if box.side is Side.SECOND else 0)


def test_drawers_that_serve_any_move_are_of_one_colour_and_count_no_moves() -> None:
    nim = preset("nim-8")
    kit = replace(nim, spec=nim.spec.model_copy(update={"cabinet": Cabinet(rows=2, columns=4)}))
    (page,) = cabinet_map_document(kit, WORDS, "cabinet-map").pages
    text = " ".join(texts_of(page.marks))
    assert "any move: boxes 1 to 8" in text
    assert "count the machine's moves" not in text
    assert "Fields with a hole" not in text
    fills = {mark.fill for mark in page.marks if isinstance(mark, Rectangle)}
    assert fills & {tint for tints in TINTS.values() for tint in tints} == {TINTS[Side.FIRST][0]}


# The boards to be cut: all pieces, on sheets that they fit on, apart, their names on the wood.


SHAPES: tuple[dict[str, Any], ...] = (
    {},
    {"together": [2, 5], "clearance": 0},
    {"rows": 1, "columns": 1},
    {"rows": 1, "columns": 12},
    {"rows": 19, "columns": 16, "sheet": [700, 500]},
    {"board-thickness": 3, "divider-thickness": 3},
    {"kerf": 0},
    {"rows": 10, "columns": 8, "sheet": [300, 420]},
)


def cut_kit(kit: Kit, **keys: Any) -> Kit:
    """Return the kit with a cabinet of 38 x 8 drawers, or of what these keys say."""
    data = {"rows": 38, "columns": 8, **{key.replace("_", "-"): value for key, value in keys.items()}}
    return replace(kit, spec=kit.spec.model_copy(update={"cabinet": parse_model(Cabinet, data, "test")}))


def cuts(page: Page) -> list[Polyline]:
    return [mark for mark in page.marks if isinstance(mark, Polyline) and mark.layer is Layer.CUT]


def names(page: Page) -> list[Text]:
    return [mark for mark in page.marks if isinstance(mark, Text) and mark.text in PIECES]


PIECES = {WORDS(f"cut-cabinet.piece-{n}"): n for n in ("back", "top-bottom", "side", "shelf", "upright")}


def contour(points: tuple[tuple[float, float], ...]) -> list[float]:
    """Return the lengths of a contour's lines, sorted, which stay when it is turned or moved."""
    return sorted(
        round(abs(x2 - x1) + abs(y2 - y1), 3)
        for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True)
    )


def board_faults(document: Document) -> list[str]:
    found = []
    for page in document.pages:
        found += page_faults(page, PIECE_EDGE - 0.05)
        boxes = [extent(cut) for cut in cuts(page)]
        found += [
            f"pieces too near: {one} / {other}"
            for place, one in enumerate(boxes)
            for other in boxes[:place]
            if one.gap(other) < SPACING - 0.11
        ]
    return found


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_the_boards_of_every_preset_can_be_cut(name: str) -> None:
    check_boards(preset(name), {})


@pytest.mark.parametrize(("place", "container"), taking_turns(range(len(SHAPES)), CONTAINERS))
def test_the_boards_of_a_cabinet_of_any_shape_can_be_cut(place: int, container: str) -> None:
    check_boards(printed("michie-1961", container), SHAPES[place])


def check_boards(kit: Kit, shape: dict[str, Any]) -> None:
    """Check that all pieces lie on the sheets, apart and inside, from the corner of each sheet on."""
    plain, kit = kit, cut_kit(kit, **shape)
    try:
        document = cut_cabinet_document(kit, WORDS)
    except FitError as refused:
        kit = cut_kit(plain, **{**shape, "sheet": smallest(refused)})
        document = cut_cabinet_document(kit, WORDS)
    assert board_faults(document) == []
    assert kit.spec.cabinet is not None
    sheet = kit.spec.cabinet.sheet
    assert {(page.width, page.height) for page in document.pages} == {(max(sheet), min(sheet))}
    shape_of = carpentry(kit)
    drawn = Counter(PIECES[text.text] for page in document.pages for text in names(page))
    assert drawn == {piece.name: piece.count for piece in shape_of.pieces}
    contours = Counter(tuple(contour(cut.points)) for page in document.pages for cut in cuts(page))
    wanted = Counter[tuple[float, ...]]()
    for piece in shape_of.pieces:
        wanted[tuple(contour(piece.cut(kit.spec.cabinet.kerf)))] += piece.count
    assert contours == wanted
    for page in document.pages:
        corners = [corner for cut in cuts(page) for corner in cut.points]
        assert min(x for x, _ in corners) == pytest.approx(PIECE_EDGE)
        assert min(y for _, y in corners) == pytest.approx(HEADER_BOTTOM)


def smallest(refused: FitError) -> list[int]:
    found = re.search(r"the smallest sheet for this cabinet is (\d+) x (\d+) mm", str(refused))
    assert found is not None
    return [int(found[1]), int(found[2])]


def wood_at(cut: Polyline, x: float, y: float) -> bool:
    """Return whether a point lies in a piece."""
    lines = zip(cut.points, (*cut.points[1:], cut.points[0]), strict=True)
    return (
        sum(x1 == x2 and x1 > x and min(y1, y2) <= y < max(y1, y2) for (x1, y1), (x2, y2) in lines) % 2 == 1
    )


def middle_of(cut: Polyline) -> tuple[float, float]:
    box = extent(cut)
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2


@pytest.mark.parametrize("shape", SHAPES[:3])
def test_names_stand_on_the_wood_of_their_piece(shape: dict[str, Any]) -> None:
    kit = cut_kit(preset("michie-1961"), **shape)
    for page in cut_cabinet_document(kit, WORDS).pages:
        for text, cut in zip(names(page), cuts(page), strict=True):
            box = extent(text)
            assert extent(cut).holds(box, 0.5)
            if PIECES[text.text] not in ("shelf", "upright"):  # on these it keeps off the slots
                assert text.x == pytest.approx(middle_of(cut)[0])
                assert text.y - cap_height(text.size) / 2 == pytest.approx(middle_of(cut)[1])
            steps = [box.left + (box.right - box.left) * step / 20 for step in range(21)]
            assert all(wood_at(cut, x, y) for x in steps for y in (box.top, text.y, box.bottom))


def test_each_sheet_is_of_one_thickness_and_says_which() -> None:
    document = cut_cabinet_document(preset("michie-1961"), WORDS)
    for number, page in enumerate(document.pages, start=1):
        assert f"Page {number} of {len(document.pages)}" in texts_of(page.marks)
        thick = {"5" if text.text in ("back", "side", "top or bottom") else "3" for text in names(page)}
        assert len(thick) == 1
        head = " ".join(texts_of(page.marks))
        assert f"cabinet, board of {thick.pop()} mm, sheet 600 x 400 mm" in head
        assert "for one cabinet" in head


def test_boards_of_one_thickness_share_sheets() -> None:
    kit = cut_kit(preset("michie-1961"), board_thickness=3)
    shared = [{text.text for text in names(page)} for page in cut_cabinet_document(kit, WORDS).pages]
    assert any({"back"} < found or {"side", "shelf"} <= found for found in shared)


def test_of_two_cabinets_the_sheets_say_that_they_are_cut_twice() -> None:
    head = " ".join(texts_of(cut_cabinet_document(preset("both-players"), WORDS).pages[0].marks))
    assert "for one of 2 cabinets: cut each sheet 2 times" in head


def test_a_piece_too_large_for_a_sheet_is_named_with_the_smallest_sheet_that_is_enough() -> None:
    with pytest.raises(
        FitError,
        match=r"cabinet\.sheet: back, 327\.0 x 580\.8 mm, does not fit on a sheet of 400 x 300 mm",
    ) as caught:
        cut_cabinet_document(cut_kit(preset("michie-1961"), sheet=[300, 400]), WORDS)
    width, height = smallest(caught.value)
    cut_cabinet_document(cut_kit(preset("michie-1961"), sheet=[width, height]), WORDS)
    for sheet in ([width - 1, height], [width, height - 1]):
        with pytest.raises(FitError):
            cut_cabinet_document(cut_kit(preset("michie-1961"), sheet=sheet), WORDS)


def test_dividers_lie_as_takes_the_fewest_sheets() -> None:
    """37 shelves of 317 x 41 mm: 9 of them fit on a sheet lying, 13 standing; 7 uprights of 571 mm only lie."""
    document = cut_cabinet_document(preset("michie-1961"), WORDS)
    assert len(document.pages) == 6


@pytest.mark.parametrize(("name", "paper", "container"), taking_turns(PRESETS, list(PAPERS), CONTAINERS))
def test_the_bill_can_be_printed_and_has_the_counts(name: str, paper: PaperName, container: str) -> None:
    kit = cut_kit(printed(name, container, paper))
    document = cabinet_bill_document(kit, WORDS)
    assert [fault for page in document.pages for fault in page_faults(page, PRINTABLE_BORDER)] == []
    said = list(texts_of(document.pages[0].marks))
    cabinets = -(-len(kit.boxes) // 304)
    place = said.index("shelf")
    assert said[place + 1 : place + 3] == ["37", str(37 * cabinets)]


def test_the_bill_says_what_the_sums_are() -> None:
    said = " ".join(texts_of(cabinet_bill_document(preset("michie-1961"), WORDS).pages[0].marks))
    assert "The cabinet is 327.0 mm wide, 580.8 mm high and 46.0 mm deep outside" in said
    assert "Across: slots (8) 296.0 mm, uprights between them (7) 21 mm, boards (2) 10 mm: 327.0 mm." in said
    assert "Slim matchbox: 41 of its 53 mm go in, 12 mm stand out to grip it by." in said
    assert "press the shelves down" in said
    one = cut_kit(preset("michie-1961"), rows=1, columns=1)
    assert "press the shelves down" not in " ".join(
        texts_of(cabinet_bill_document(one, WORDS).pages[0].marks)
    )


def test_without_a_cabinet_there_is_nothing_to_cut() -> None:
    kit = preset("scroggs")
    assert kit.spec.cabinet is None
    for make in (cut_cabinet_document, cabinet_bill_document):
        with pytest.raises(KitError, match="has no cabinet to cut"):
            make(kit, WORDS)
