"""Marks for cutting plotters: where they are, that nothing else is near them, and that without them nothing changes."""

from dataclasses import replace
from functools import cache

import pytest

from menace_kit.errors import KitError
from menace_kit.layout.labels.sheets import LabelOrder, labels_document
from menace_kit.layout.marks import BLACK, Layer, Mark, Page, Polyline, Rectangle
from menace_kit.layout.primitives.cut_sheet import INSET, LENGTH, QUIET, KeepClear, plain_grid, with_marks
from menace_kit.layout.primitives.page import PRINTABLE_BORDER
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import PAPERS, PaperName
from tests.layout.geometry import Extent, extent, outlines, page_faults
from tests.layout.kits import (
    CONTAINERS,
    PRESETS,
    STOCKS,
    WORDS,
    in_container,
    papers_of,
    printed,
    taking_turns,
)

MARKS = 3


@cache
def registered(name: str, container: str, paper: PaperName, stock: str = "plain") -> Kit:
    kit = printed(name, container, paper, stock)
    chosen = kit.spec.print.model_copy(update={"registration": True})
    return replace(kit, spec=kit.spec.model_copy(update={"print": chosen}))


def pages(kit: Kit) -> tuple[Page, ...]:
    return labels_document(kit, WORDS, LabelOrder(kit.boxes), fit_test=False).pages


def zones(page: Page) -> list[Extent]:
    """Return where there is no other ink on a page: round each mark, with some white about it."""
    near, size = INSET - QUIET, LENGTH + 2 * QUIET
    right, bottom = page.width - near - size, page.height - near - size
    corners = ((near, near), (right, near), (near, bottom))
    return [Extent(x, y, x + size, y + size) for x, y in corners]


def intruders(page: Page) -> list[Mark]:
    """Return the marks of a page, its registration marks left out, that lie in a zone that is to be clear."""
    return [
        mark for mark in page.marks[MARKS:] if any(extent(mark).gap(zone) < -0.001 for zone in zones(page))
    ]


@pytest.mark.parametrize(("name", "paper", "container"), taking_turns(PRESETS, list(PAPERS), CONTAINERS))
def test_no_mark_of_labels_head_line_or_ruler_lies_in_a_zone(
    name: str, paper: PaperName, container: str
) -> None:
    kit = registered(name, container, paper)
    sheets = pages(kit)
    for page in sheets[:: max(1, len(sheets) - 1)]:  # the first and the last: all lie alike
        assert intruders(page) == []
        assert page_faults(page, PRINTABLE_BORDER) == []
        for label in outlines(page):
            assert extent(label).left >= INSET
            assert extent(label).right <= page.width - INSET
    assert sum(len(outlines(page)) for page in sheets) == len(kit.boxes)


@pytest.mark.parametrize("outer", [(25.0, 12.0), (60.0, 40.0), (91.0, 58.0), (180.0, 200.0)])
def test_labels_of_any_size_keep_off_the_zones(outer: tuple[float, float]) -> None:
    for paper in PAPERS:
        kit = in_container(registered("scroggs", "craft-box", paper), outer)
        page = labels_document(kit, WORDS, LabelOrder(kit.boxes[:60]), fit_test=False).pages[0]
        assert intruders(page) == []


@pytest.mark.parametrize("paper", list(PAPERS))
def test_the_marks_are_a_square_and_two_corners_10_mm_from_the_edges(paper: PaperName) -> None:
    width, height = PAPERS[paper]
    page = pages(registered("michie-1961", "slim-matchbox", paper))[0]
    square, right, left = page.marks[:MARKS]
    assert square == Rectangle(10, 10, 5, 5, 0, None, BLACK)
    for corner, place in (
        (right, Extent(width - 15, 10, width - 10, 15)),
        (left, Extent(10, height - 15, 15, height - 10)),
    ):
        assert isinstance(corner, Polyline)
        assert extent(corner) == pytest.approx(place)
        assert (corner.fill, corner.stroke, corner.layer) == (BLACK, None, Layer.PRINT)
        assert area(corner) == pytest.approx(5 + 4)  # two arms of 5 x 1 mm that share a square
    assert isinstance(right, Polyline)
    assert isinstance(left, Polyline)
    assert (width - 10, 10) in right.points
    assert (10, height - 10) in left.points


def area(shape: Polyline) -> float:
    pairs = zip(shape.points, (*shape.points[1:], shape.points[0]), strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


def test_each_mark_lies_in_the_middle_of_its_zone() -> None:
    page = pages(registered("michie-1961", "slim-matchbox", "a4"))[0]
    for mark, zone in zip(page.marks[:MARKS], zones(page), strict=True):
        box = extent(mark)
        edges = (
            box.left - zone.left,
            box.top - zone.top,
            zone.right - box.right,
            zone.bottom - box.bottom,
        )
        assert edges == pytest.approx((3, 3, 3, 3))


def test_every_page_of_labels_gets_the_marks_and_keeps_its_own() -> None:
    sheets = pages(printed("michie-1961"))
    assert len(sheets) > 1
    for before in sheets:
        after = with_marks(before)
        assert after.marks[MARKS:] == before.marks
        assert len(after.marks) == len(before.marks) + MARKS
        assert (after.width, after.height) == (before.width, before.height)
    for marked in pages(registered("michie-1961", "slim-matchbox", "a4")):
        assert marked.marks[:MARKS] == with_marks(sheets[0]).marks[:MARKS]


def test_the_fit_test_page_is_cut_by_hand_and_has_no_marks() -> None:
    kit = registered("michie-1961", "slim-matchbox", "a4")
    first, second = labels_document(kit, WORDS, LabelOrder(kit.boxes[:1])).pages
    assert not any(isinstance(mark, Rectangle) and mark.width == mark.height == 5 for mark in first.marks)
    assert any(isinstance(mark, Rectangle) and mark.width == mark.height == 5 for mark in second.marks)


def test_kits_without_registration_have_no_marks_and_all_of_the_page() -> None:
    kit = printed("michie-1961")
    assert not kit.spec.print.registration
    assert plain_grid("a4", 36, 11, 3) == plain_grid("a4", 36, 11, 3, KeepClear())
    assert plain_grid("a4", 36, 11, 3).cells == 95
    assert plain_grid("a4", 36, 11, 3, KeepClear(10, 18)).cells == 72


@pytest.mark.parametrize("stock", [stock for stock in STOCKS if stock != "plain"])
def test_ready_cut_labels_are_refused(stock: str) -> None:
    kit = registered("michie-1961", "slim-matchbox", papers_of(stock)[0], stock)
    with pytest.raises(
        KitError,
        match=rf"print\.registration: ready-cut labels need no cutter, and {stock} is a sheet of them",
    ):
        pages(kit)
