"""Sheets of labels: each box once, cut out to the container's size,
within what a printer reaches, guides that help.
"""

import re
from dataclasses import replace
from functools import partial

import pytest

from menace_kit.errors import FitError, KitError, SelectionError
from menace_kit.layout.label_plan import LabelOrder
from menace_kit.layout.label_sheets import labels_document, of_each_stage
from menace_kit.layout.marks import Document, Layer, Line, Page, Text
from menace_kit.layout.suiting_stocks import MOST_HIGHER, MOST_WIDER, SuitingStock, suiting_stocks
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPERS, PaperName
from tests.layout.geometry import (
    Extent,
    document_faults,
    extent,
    guides,
    label_faults,
    outlines,
    texts_of,
)
from tests.layout.kits import (
    CONTAINERS,
    PRESETS,
    STOCKS,
    WORDS,
    cells,
    drawn_label,
    in_container,
    numbers_on,
    on_stock,
    papers_of,
    plan_of,
    preset,
    printed,
    sheets,
    some_of,
    taking_turns,
)

PRINTS = {f"{stock}-{paper}": (paper, stock) for stock in STOCKS for paper in papers_of(stock)}
"""Each stock with each paper that it is made of."""


def faults(kit: Kit, document: Document) -> list[str]:
    """Return what is wrong with the pages; ready-cut labels reach into the printer's
    border, but no ink does.
    """
    grid, labels = plan_of(kit).grid, cells(kit)
    found = document_faults(document)
    if not grid.cut and document.pages:
        boxes = map(extent, document.pages[0].marks)
        inside = any(cell.holds(box) for box in boxes for cell in labels)
        found += [] if inside else ["no label lies in its cell"]
    return found


@pytest.mark.parametrize(("name", "paper"), taking_turns(PRESETS, list(PAPERS)))
def test_all_sheets_of_a_preset_can_be_printed_and_hold_each_box_once(
    name: str, paper: str
) -> None:
    kit = printed(name, paper="a4" if paper == "a4" else "letter")
    document = sheets(kit)
    assert faults(kit, document) == []
    assert [number for page in document.pages for number in numbers_on(kit, page)] == list(
        range(1, len(kit.boxes) + 1)
    )
    assert len(document.pages) == -(-len(kit.boxes) // plan_of(kit).grid.cells)
    for page in document.pages:
        assert (page.width, page.height) == PAPERS[kit.spec.print.paper]
        assert len(outlines(page)) == len(numbers_on(kit, page))


@pytest.mark.parametrize(("container", "sheet"), taking_turns(CONTAINERS, PRINTS, every=4))
def test_a_full_sheet_can_be_printed_whatever_the_container_paper_and_stock(
    container: str, sheet: tuple[PaperName, str]
) -> None:
    paper, stock = sheet
    kit = printed("michie-1961", container, paper, stock)
    try:
        plan = plan_of(kit)
    except FitError:
        assert (container, stock) in {
            ("slim-matchbox", "avery-l4731"),
            ("slim-matchbox", "avery-8293"),
        }
        return
    grid = plan.grid
    document = sheets(kit, LabelOrder(kit.boxes[: grid.cells]))
    (page,) = document.pages
    assert faults(kit, document) == []
    assert numbers_on(kit, page) == [box.number for box in kit.boxes[: grid.cells]]
    bottom, guide = grid.corner(grid.cells - 1)[1] + grid.height, 1.5 if grid.cut else 0.2
    head_and_foot = [
        mark
        for mark in page.marks
        if extent(mark).bottom < grid.top - guide or extent(mark).top > bottom + guide
    ]
    assert {mark.layer for mark in head_and_foot} <= {Layer.PRINT}
    expected = {
        "Page 1 of 1": grid.has_head_room,
        WORDS("page.ruler"): grid.has_foot_room,
    }
    texts = set(texts_of(head_and_foot))
    assert {text: text in texts for text in expected} == expected
    # The labels of these two reach so far up, or down, that there is no room.
    assert all(expected.values()) == (stock not in {"herma-4101", "herma-4608"})
    printable = Extent(6.35, 6.35, page.width - 6.35, page.height - 6.35)
    assert all(printable.holds(extent(mark)) for mark in head_and_foot)


def head(page: Page) -> str:
    """Return the text of a page's head line, from left to right."""
    line = [mark for mark in page.marks if isinstance(mark, Text) and mark.y < 10]
    return " | ".join(mark.text for mark in sorted(line, key=lambda mark: extent(mark).left))


def test_the_head_line_says_whose_and_which_labels_are_on_a_sheet() -> None:
    kit = preset("michie-1961")
    document = labels_document(kit, LabelOrder(kit.boxes))
    assert [head(page) for page in document.pages] == [
        f"MENACE 1961 | kit {kit.fingerprint}  ·  {what} | Page {number} of 4"
        for number, what in enumerate(
            [
                "fit test",
                "Labels: move 1 to move 3  ·  36 x 11 mm  ·  boxes 1 to 120",
                "Labels: move 3 to move 4  ·  36 x 11 mm  ·  boxes 121 to 240",
                "Labels: move 4  ·  36 x 11 mm  ·  boxes 241 to 304",
            ],
            start=1,
        )
    ]


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ([217], "Labels: move 4  ·  36 x 11 mm  ·  box 217"),
        ([5], "Labels: move 2  ·  36 x 11 mm  ·  box 5"),
        (
            [217, *range(40, 53)],
            "Labels: move 3 to move 4  ·  36 x 11 mm  ·  boxes 40 to 52, box 217",
        ),
        ([3, 2, 1], "Labels: move 1 to move 2  ·  36 x 11 mm  ·  boxes 1 to 3"),
    ],
)
def test_the_head_line_names_the_boxes_that_were_chosen(chosen: list[int], said: str) -> None:
    kit = preset("michie-1961")
    document = sheets(kit, LabelOrder(tuple(kit.box(number) for number in chosen)))
    assert said in head(document.pages[0])
    assert numbers_on(kit, document.pages[0]) == chosen


def test_labels_begin_at_the_first_free_place() -> None:
    kit = preset("michie-1961")
    plan = plan_of(kit)
    document = sheets(kit, LabelOrder(kit.boxes[:4], start_at=119))
    places = [outlines(page) for page in document.pages]
    assert [(cut.x, cut.y) for cut in places[0]] == [plan.grid.corner(118), plan.grid.corner(119)]
    assert [(cut.x, cut.y) for cut in places[1]] == [plan.grid.corner(0), plan.grid.corner(1)]
    assert [numbers_on(kit, page) for page in document.pages] == [[1, 2], [3, 4]]


@pytest.mark.parametrize("place", [0, -1, 121, 1000])
def test_a_place_beyond_the_sheet_is_refused(place: int) -> None:
    kit = preset("michie-1961")
    with pytest.raises(
        SelectionError, match=f"a sheet has places 1 to 120; there is no place {place} to start at"
    ):
        sheets(kit, LabelOrder(kit.boxes, start_at=place))


def test_labels_by_stage_are_a_document_each_and_together_all_boxes() -> None:
    kit = preset("both-players")
    draw = partial(labels_document, kit)
    made = list(of_each_stage(kit, LabelOrder(kit.boxes), "labels", draw, first=True))
    assert "fit test" in head(made[0].pages[0])
    made[0] = replace(made[0], pages=made[0].pages[1:])
    assert len({document.name for document in made}) == len(made) == len(kit.stages)
    found = []
    for document, (side, stage) in zip(made, kit.stages, strict=True):
        here = [number for page in document.pages for number in numbers_on(kit, page)]
        assert {(kit.box(number).side, kit.box(number).stage) for number in here} == {(side, stage)}
        assert faults(kit, document) == []
        assert re.search(rf"Labels: ([OX], )?move {stage}  ·", head(document.pages[0]))
        found += here
    assert found == list(range(1, len(kit.boxes) + 1))


def test_a_label_larger_than_the_paper_is_refused_by_how_much() -> None:
    kit = in_container(preset("michie-1961"), (200.0, 30.0))
    with pytest.raises(
        FitError, match=r"a label of 199\.5 x 29\.5 mm is too large for A4 paper by 7\.4 mm"
    ):
        plan_of(kit)
    kit = in_container(preset("michie-1961"), (50.0, 240.0), tab_above=20.0, tab_below=20.0)
    with pytest.raises(FitError, match=r"too large for A4 paper by 8\.8 mm"):
        plan_of(kit)


READY_CUT = [stock for stock in STOCKS if stock != "plain"]


@pytest.mark.parametrize("stock", READY_CUT)
def test_ready_cut_labels_are_not_cut_again_and_lie_where_the_maker_says(stock: str) -> None:
    kit = printed("michie-1961", "pocket-matchbox", papers_of(stock)[0], stock)
    grid = kit.stock.grid
    assert grid is not None
    plan = plan_of(kit)
    document = sheets(kit, LabelOrder(kit.boxes[:3]))
    assert not any(outlines(page) or guides(page) for page in document.pages)
    assert (plan.style.width, plan.style.height) == (min(33.0, grid.width), min(13.9, grid.height))
    assert plan.grid.corner(0) == (grid.left, grid.top)
    last = plan.grid.corner(grid.columns * grid.rows - 1)
    assert last == pytest.approx(
        (grid.left + (grid.columns - 1) * grid.pitch_x, grid.top + (grid.rows - 1) * grid.pitch_y)
    )


@pytest.mark.parametrize("stock", some_of(READY_CUT, every=6))
def test_a_wide_front_on_any_stock_keeps_its_ink_where_a_printer_reaches(stock: str) -> None:
    paper = papers_of(stock)[0]
    kit = in_container(printed("michie-1961", "pocket-matchbox", paper, stock), (75.0, 60.0))
    document = sheets(kit, LabelOrder(kit.boxes[: plan_of(kit).grid.cells]))
    assert faults(kit, document) == []
    style, grid = plan_of(kit).style, plan_of(kit).grid
    assert style.width <= grid.width
    assert style.height <= grid.height


def test_a_drawing_is_smaller_by_as_much_as_a_printer_does_not_reach() -> None:
    kit = in_container(
        printed("michie-1961", "pocket-matchbox", "letter", "avery-5160"), (75.0, 24.0)
    )
    style = plan_of(kit).style
    assert style.width == pytest.approx(
        66.68 - 2 * (6.35 - 4.74 - 0.65)
    )  # 4.74 mm at the right, 4.78 at the left
    assert style.height == 23.5


def test_a_stock_too_near_to_the_paper_s_edge_is_refused_by_how_much() -> None:
    kit = on_stock(
        preset("michie-1961"), paper="a4", columns=21, rows=8, width=10.0, height=37.0,
        left=0.0, top=0.5, pitch_x=10.0, pitch_y=37.0,
    )  # fmt: skip
    with pytest.raises(
        FitError, match=r"nearer to the paper's edge than a printer reaches, by 1\.4 mm"
    ):
        plan_of(kit)


def test_a_drawing_lies_in_the_middle_of_a_ready_cut_label_that_is_larger() -> None:
    kit = printed("michie-1961", "slim-matchbox", "a4", "avery-l7651")
    (first, *_) = [
        mark
        for mark in sheets(kit, LabelOrder(kit.boxes[:1])).pages[0].marks
        if isinstance(mark, Text) and mark.text == "1" and mark.bold
    ]
    style = plan_of(kit).style
    assert first.x == pytest.approx(4.65 + (38.1 - 36) / 2 + style.text_room[0])


def test_a_stock_of_another_paper_is_refused() -> None:
    with pytest.raises(KitError, match="avery-5160 is a sheet of Letter size, but the paper is A4"):
        plan_of(printed("michie-1961", "pocket-matchbox", "a4", "avery-5160"))


def test_labels_up_to_the_edge_leave_no_room_for_head_and_ruler() -> None:
    kit = on_stock(
        preset("michie-1961"), paper="a4", columns=2, rows=8, width=105.0, height=37.0,
        left=0.0, top=0.5, pitch_x=105.0, pitch_y=37.0,
    )  # fmt: skip
    page = sheets(kit).pages[0]
    assert "Page 1 of 19" not in texts_of(page.marks)
    assert len(numbers_on(kit, page)) == 16
    labels = cells(kit)
    assert all(any(cell.holds(extent(mark)) for cell in labels) for mark in page.marks)


@pytest.mark.parametrize(("container", "paper"), taking_turns(CONTAINERS, list(PAPERS)))
def test_labels_on_a_named_stock_can_be_read_and_do_not_go_far_over_the_front(
    container: str, paper: PaperName
) -> None:
    named = suiting_stocks(printed("michie-1961", container, paper))
    assert named
    for stock in named:
        kit = printed("michie-1961", container, paper, stock.name)
        assert paper in papers_of(stock.name)
        style = plan_of(kit).style
        for box in (kit.boxes[0], kit.boxes[216], kit.boxes[-1]):
            assert label_faults(drawn_label(kit, style, box), style) == []
        if kit.stock.grid is not None:
            assert kit.stock.grid.width == pytest.approx(kit.container.outer.width + stock.wider)
            assert kit.stock.grid.height == pytest.approx(kit.container.outer.height + stock.higher)
            assert stock.wider <= MOST_WIDER
            assert stock.higher <= MOST_HIGHER


def test_those_that_go_over_the_front_least_come_first() -> None:
    found = suiting_stocks(printed("michie-1961", "slim-matchbox"))
    assert [str(stock) for stock in found] == [
        "plain",
        "herma-4101 (6.7 mm wider than the front)",
        "avery-l7656 (9.5 mm wider than the front)",
    ]
    assert str(SuitingStock("x", 1.0, 0.5)) == "x (1.0 mm wider and 0.5 mm higher than the front)"
    assert str(SuitingStock("x", 0.4, -3.0)) == "x"


def test_a_container_that_no_label_fits_has_none() -> None:
    assert suiting_stocks(in_container(printed("michie-1961"), (12.0, 8.0))) == []


def trim_lines(kit: Kit) -> list[Line]:
    page = sheets(kit).pages[0]
    return [mark for mark in page.marks if isinstance(mark, Line) and mark.layer is Layer.FOLD]


def test_wide_labels_have_lines_to_trim_or_fold_along_where_the_front_ends() -> None:
    kit = printed(
        "michie-1961", "slim-matchbox", "a4", "avery-l7656"
    )  # 46 x 11.11 mm, the front is 36.5 x 11.6
    lines, plan = trim_lines(kit), plan_of(kit)
    assert len(lines) == 2 * plan.grid.cells
    for cell, (left, right) in enumerate(zip(lines[::2], lines[1::2], strict=True)):
        x, y = plan.grid.corner(cell)
        assert left.x1 == left.x2 < right.x1 == right.x2
        assert right.x1 - left.x1 == pytest.approx(plan.style.width)
        assert plan.style.width <= kit.container.outer.width
        assert left.x1 + right.x1 == pytest.approx(2 * x + plan.grid.width)
        assert y <= left.y1 < left.y2 <= y + plan.grid.height


def test_large_labels_have_such_lines_on_all_four_sides_and_others_have_none() -> None:
    both = printed("michie-1961", "slim-matchbox", "a4", "avery-l7651")  # 38.1 x 21.2 mm
    lines, grid = trim_lines(both), plan_of(both).grid
    # The outermost edges of the first and the last column lie where no printer prints.
    assert sum(line.x1 == line.x2 for line in lines) == 2 * grid.cells - 2 * grid.rows
    assert sum(line.y1 == line.y2 for line in lines) == 2 * grid.cells
    assert trim_lines(printed("michie-1961", "craft-box", "a4", "avery-l4732"))  # 1.4 mm higher
    assert trim_lines(in_container(both, (38.0, 21.0))) == []
