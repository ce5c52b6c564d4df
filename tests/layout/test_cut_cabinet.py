"""The boards of a cut cabinet: all pieces, on sheets that they fit on, apart, their names on the wood."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from menace_kit.errors import FitError, KitError
from menace_kit.layout.marks import Document, Layer, Page, Polyline, Text
from menace_kit.layout.primitives.page import PRINTABLE_BORDER
from menace_kit.layout.sheets.cabinet import PIECE_EDGE, SPACING, cabinet_bill_document, cut_cabinet_document
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import PAPERS, Cabinet
from menace_kit.machine.toml_files import parse_model
from menace_kit.workshop.cabinet import carpentry
from tests.layout.geometry import extent, page_faults, texts_of
from tests.layout.kits import CONTAINERS, PRESETS, WORDS, preset, printed

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


def faults(document: Document) -> list[str]:
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


def printable_cases() -> list[tuple[str, str, dict[str, Any]]]:
    return [
        *((name, "slim-matchbox", {}) for name in PRESETS),
        *(("michie-1961", container, shape) for container in CONTAINERS for shape in SHAPES),
    ]


@pytest.mark.parametrize(("name", "container", "shape"), printable_cases())
def test_all_pieces_lie_on_the_sheets_apart_and_inside(
    name: str, container: str, shape: dict[str, Any]
) -> None:
    kit = cut_kit(printed(name, container), **shape)
    try:
        document = cut_cabinet_document(kit, WORDS)
    except FitError as refused:
        kit = cut_kit(printed(name, container), **{**shape, "sheet": smallest(refused)})
        document = cut_cabinet_document(kit, WORDS)
    assert faults(document) == []
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


@pytest.mark.parametrize("shape", SHAPES[:3])
def test_names_stand_on_the_wood_of_their_piece(shape: dict[str, Any]) -> None:
    kit = cut_kit(preset("michie-1961"), **shape)
    for page in cut_cabinet_document(kit, WORDS).pages:
        for text, cut in zip(names(page), cuts(page), strict=True):
            box = extent(text)
            assert extent(cut).holds(box, 0.5)
            steps = [box.left + (box.right - box.left) * step / 20 for step in range(21)]
            assert all(wood_at(cut, x, y) for x in steps for y in (box.top, text.y, box.bottom))


def test_each_sheet_is_of_one_thickness_and_says_which() -> None:
    document = cut_cabinet_document(preset("michie-1961"), WORDS)
    for page in document.pages:
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


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("paper", list(PAPERS))
def test_the_bill_can_be_printed_and_has_the_counts(name: str, paper: str) -> None:
    for container in CONTAINERS:
        kit = cut_kit(printed(name, container, "a4" if paper == "a4" else "letter"))
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
