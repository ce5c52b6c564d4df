"""Where labels are cut out: by guides that are still there after the first cut,
and by marks for cutting plotters.
"""

from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.errors import KitError
from menace_kit.layout.cutting import INSET, LENGTH, QUIET, card_outline, with_marks
from menace_kit.layout.grid import CROP, plain_grid
from menace_kit.layout.label import label_outline
from menace_kit.layout.label_plan import LabelOrder
from menace_kit.layout.label_sheets import labels_document
from menace_kit.layout.marks import (
    BLACK,
    HAIRLINE,
    LIGHT_GREY,
    Layer,
    Line,
    Mark,
    Page,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.page import HEADER_BOTTOM
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPERS, PaperName
from tests.layout.geometry import Extent, extent, guides, outlines, page_faults
from tests.layout.kits import (
    CONTAINERS,
    PRESETS,
    drawn_label,
    first_sheet,
    in_container,
    plan_of,
    printed,
    sheets,
    taking_turns,
)

ONE_WITH_TABS_AND_ONE_WITHOUT = ["craft-box", "slim-matchbox"]


def spaced(kit: Kit, gap: float = 3.0) -> Kit:
    """Return the kit on paper that leaves a gap between labels."""
    return replace(kit, stock=kit.stock.model_copy(update={"gap": gap}))


def ticks(page: Page, cut: Rectangle, gap: float) -> list[tuple[str, float, bool]]:
    """Return the guides that a label keeps when it is cut out with half of each gap around it.

    Each as which way it runs, at which edge, and whether it is at that edge's first end;
    those of a mm at the least.
    """
    piece = Extent(
        cut.x - gap / 2, cut.y - gap / 2, cut.x + cut.width + gap / 2, cut.y + cut.height + gap / 2
    )
    found = []
    for line in guides(page):
        x1, x2 = sorted(min(max(x, piece.left), piece.right) for x in (line.x1, line.x2))
        y1, y2 = sorted(min(max(y, piece.top), piece.bottom) for y in (line.y1, line.y2))
        if line.y1 == line.y2 and piece.top < line.y1 < piece.bottom and x2 - x1 > 0.95:
            found.append(("level", round(line.y1, 3), x1 < cut.x))
        elif line.x1 == line.x2 and piece.left < line.x1 < piece.right and y2 - y1 > 0.95:
            found.append(("upright", round(line.x1, 3), y1 < cut.y))
    return sorted(found)


def wanted_ticks(cut: Rectangle) -> list[tuple[str, float, bool]]:
    """Return those that it needs: for each of its edges one at both ends."""
    level, upright = (cut.y, cut.y + cut.height), (cut.x, cut.x + cut.width)
    return sorted(
        (way, round(edge, 3), first)
        for way, edges in (("level", level), ("upright", upright))
        for edge in edges
        for first in (True, False)
    )


@given(data=st.data())
def test_neighbours_share_their_guides_and_whoever_stands_alone_has_all(
    data: st.DataObject,
) -> None:
    grid = plain_grid("a4", 36, 50, 3)
    cells = sorted(data.draw(st.sets(st.integers(0, grid.cells - 1), min_size=1)))
    cards = [card_outline(*grid.corner(cell), grid.width, grid.height, 1) for cell in cells]
    lines = tuple(grid.guides(cells))
    page = Page(210, 297, (*cards, *lines))
    for card in cards:
        assert ticks(page, card, 3) == wanted_ticks(card)
        assert all(extent(line).gap(extent(card)) > 0 for line in lines)
    assert all(extent(one).gap(extent(other)) > 0 for one, other in combinations(lines, 2))
    places = [divmod(cell, grid.columns) for cell in cells]
    beside = sum((row, column + 1) in places for row, column in places)
    below = sum((row + 1, column) in places for row, column in places)
    assert len(lines) == 8 * len(cells) - 2 * (beside + below)


@pytest.mark.parametrize("container", ONE_WITH_TABS_AND_ONE_WITHOUT)
def test_a_cutter_gets_one_closed_shape_for_each_label_and_nothing_else(container: str) -> None:
    kit = registered("michie-1961", container, "a4")
    pages = sheets(kit, LabelOrder(kit.boxes[:100])).pages
    cuts = [mark for page in pages for mark in page.marks if mark.layer is Layer.CUT]
    assert all(isinstance(mark, Rectangle | Polyline) for mark in cuts)
    assert len(cuts) == 100


def shape(kit: Kit) -> Polyline:
    """Return the outline of a label with tabs whose front begins at 0, 0."""
    outline = label_outline(plan_of(kit).style, 0, 0)
    assert isinstance(outline, Polyline)
    return outline


def test_tabs_fit_into_the_tray_and_the_front_has_exactly_its_size() -> None:
    kit = printed("michie-1961", "craft-box")
    corners = shape(kit).points
    assert {(0, 0), (35, 0), (35, 15), (0, 15)} < set(corners)
    assert len(set(corners)) == len(corners) == 12
    # 31 mm at the fold, into a tray of 32.
    assert {x for x, y in corners if 0 <= y <= 15} == {0, 2, 33, 35}
    assert {(x, y) for x, y in corners if not 0 <= y <= 15} == {
        (3, -8),
        (32, -8),
        (32, 23),
        (3, 23),
    }


def test_tabs_as_wide_as_the_label_have_no_shoulders_and_one_tab_may_be_alone() -> None:
    kit = in_container(printed("michie-1961", "craft-box"), (35.5, 15.5), width=31.5, tab_above=4.0)
    assert shape(kit).points == ((0, 0), (1, -4), (30.5, -4), (31.5, 0), (31.5, 15), (0, 15))


def test_the_words_of_a_tab_are_on_it() -> None:
    for outer in ((35.5, 15.5), (38.0, 18.0), (80.0, 20.0)):
        kit = in_container(printed("michie-1961", "craft-box"), outer, tab_above=8.0, tab_below=8.0)
        style = plan_of(kit).style
        said = [
            mark
            for mark in drawn_label(kit, style, kit.boxes[303])
            if isinstance(mark, Text) and mark.text.startswith("304 ·")
        ]
        free = (style.width - style.tab_width) / 2 + 1
        assert len(said) == 2
        assert all(extent(m).left > free and extent(m).right < style.width - free for m in said)


MARKS = 3


@cache
def registered(name: str, container: str, paper: PaperName, stock: str = "plain") -> Kit:
    kit = printed(name, container, paper, stock)
    chosen = kit.spec.print.model_copy(update={"registration": True})
    return replace(kit, spec=kit.spec.model_copy(update={"print": chosen}))


def pages(kit: Kit) -> tuple[Page, ...]:
    return sheets(kit).pages


def zones(page: Page) -> list[Extent]:
    """Return where there is no other ink on a page: round each mark, with some white about it."""
    near, size = INSET - QUIET, LENGTH + 2 * QUIET
    right, bottom = page.width - near - size, page.height - near - size
    corners = ((near, near), (right, near), (near, bottom))
    return [Extent(x, y, x + size, y + size) for x, y in corners]


def intruders(page: Page) -> list[Mark]:
    """Return the marks of a page, its registration marks left out,
    that lie in a zone that is to be clear.
    """
    clear = zones(page)
    boxes = ((mark, extent(mark)) for mark in page.marks[MARKS:])
    return [mark for mark, box in boxes if any(box.gap(zone) < -0.001 for zone in clear)]


@pytest.mark.parametrize(
    ("name", "paper", "container"), taking_turns(PRESETS, list(PAPERS), CONTAINERS, every=3)
)
def test_no_mark_of_labels_head_line_or_ruler_lies_in_a_zone(
    name: str, paper: PaperName, container: str
) -> None:
    kit = registered(name, container, paper)
    every = pages(kit)
    for page in every[:: max(1, len(every) - 1)]:  # the first and the last: all lie alike
        assert page.marks[:MARKS] == with_marks(kit, replace(page, marks=())).marks
        assert intruders(page) == []
        assert page_faults(page) == []
        for label in outlines(page):
            assert extent(label).left >= INSET
            assert extent(label).right <= page.width - INSET
    assert sum(len(outlines(page)) for page in every) == len(kit.boxes)


@pytest.mark.parametrize("paper", list(PAPERS))
def test_the_marks_are_a_square_and_two_corners_10_mm_from_the_edges(paper: PaperName) -> None:
    width, height = PAPERS[paper]
    page = pages(registered("michie-1961", "slim-matchbox", paper))[0]
    square, right, left = page.marks[:MARKS]
    assert square == Rectangle(10, 10, 5, 5, 0, None, BLACK)
    # Two arms of 5 x 1 mm that share a square.
    arms = ((0, 0), (5, 0), (5, 1), (1, 1), (1, 5), (0, 5))
    assert right == Polyline(tuple((width - 10 - x, 10 + y) for x, y in arms), fill=BLACK)
    assert left == Polyline(tuple((10 + x, height - 10 - y) for x, y in arms), fill=BLACK)


def test_the_fit_test_page_is_cut_by_hand_and_has_no_marks() -> None:
    kit = registered("michie-1961", "slim-matchbox", "a4")
    first, second = labels_document(kit, LabelOrder(kit.boxes[:1])).pages
    assert not any(
        isinstance(mark, Rectangle) and mark.width == mark.height == 5 for mark in first.marks
    )
    assert any(
        isinstance(mark, Rectangle) and mark.width == mark.height == 5 for mark in second.marks
    )


def test_ready_cut_labels_are_refused() -> None:
    kit = registered("michie-1961", "slim-matchbox", "a4", "avery-l7651")
    refused = r"registration: ready-cut labels need no cutter, and avery-l7651 is a sheet of them"
    with pytest.raises(KitError, match=refused):
        pages(kit)


@pytest.mark.parametrize(
    ("name", "paper", "labels", "cuts"),
    [
        ("michie-1961", "a4", 120, 31),
        ("michie-1961", "letter", 110, 29),
        ("her-19", "a4", 95, 26),
        ("her-19", "letter", 90, 23),
    ],
)
def test_labels_touch_and_straight_cuts_from_crop_mark_to_crop_mark_take_them_apart(
    name: str, paper: PaperName, labels: int, cuts: int
) -> None:
    kit = printed(name, paper=paper)
    size = kit.container.label_width, kit.container.label_height
    order = LabelOrder((kit.boxes * 8)[:labels])
    (page,) = labels_document(kit, order, fit_test=False).pages
    assert page_faults(page) == []
    lines = [mark for mark in page.marks if isinstance(mark, Line) and mark.layer is Layer.CUT]
    assert len(lines) == cuts
    across = sorted(cut.x1 for cut in lines if cut.x1 == cut.x2)
    down = sorted(cut.y1 for cut in lines if cut.y1 == cut.y2)
    assert (len(across) - 1) * (len(down) - 1) == labels
    assert [b - a for a, b in pairwise(across)] == pytest.approx([size[0]] * (len(across) - 1))
    assert [b - a for a, b in pairwise(down)] == pytest.approx([size[1]] * (len(down) - 1))
    crop = guides(page)  # a mark at both ends of each cut, in its line, outside of all labels
    assert sorted(line.x1 for line in crop if line.x1 == line.x2) == pytest.approx(
        sorted(2 * across)
    )
    assert sorted(line.y1 for line in crop if line.y1 == line.y2) == pytest.approx(sorted(2 * down))
    block = Extent(across[0], down[0], across[-1], down[-1])
    assert all(extent(line).gap(block) > 0 for line in crop)


SLIP = 0.3
"""How far a steady hand cuts beside a line (mm)."""


def test_a_cut_that_slips_leaves_neighbours_whole_and_hardly_shows() -> None:
    page = first_sheet(printed("michie-1961"))
    cuts = [mark for mark in page.marks if mark.layer is Layer.CUT]
    drawn = [extent(mark) for mark in page.marks if mark.layer is Layer.PRINT]
    for cut in cuts:
        assert isinstance(cut, Line)
        assert (cut.colour, cut.width) == (LIGHT_GREY, HAIRLINE)
        box = extent(cut)
        assert min(box.gap(ink) for ink in drawn) > SLIP


def test_a_kit_that_keeps_its_gap_has_fewer_labels_on_a_sheet_each_with_its_outline() -> None:
    kit = spaced(printed("michie-1961"))
    page = first_sheet(kit)
    assert len(outlines(page)) == plan_of(kit).grid.cells == 95
    assert {cut.radius for cut in outlines(page)} == {kit.container.label.corner}
    assert not any(isinstance(mark, Line) and mark.layer is Layer.CUT for mark in page.marks)


def test_a_plotter_gets_3_mm_between_labels_or_the_gap_that_a_kit_has() -> None:
    kit = registered("michie-1961", "slim-matchbox", "a4")
    for wanted, made in ((0, 3), (1.5, 1.5)):
        grid = plan_of(spaced(kit, wanted)).grid
        assert (grid.pitch_x - grid.width, grid.pitch_y - grid.height) == (made, made)


@pytest.mark.parametrize(("height", "air"), [(11.0, 2.0), (270.0, 0.7)])
def test_the_first_row_keeps_off_the_head_line_as_far_as_there_is_room(
    height: float, air: float
) -> None:
    grid = plain_grid("a4", 36, height, 0)
    assert grid.top - CROP - HEADER_BOTTOM == pytest.approx(air)
    assert grid.has_foot_room
