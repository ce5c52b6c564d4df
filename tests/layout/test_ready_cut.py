"""Ready-cut label sheets: no ink where a printer does not reach, and drawings where the labels are."""

import pytest

from menace_kit.errors import FitError, KitError
from menace_kit.layout.labels.sheets import LabelOrder
from menace_kit.layout.marks import Text
from tests.layout.geometry import extent, guides, outlines, texts_of
from tests.layout.kits import (
    STOCKS,
    in_container,
    on_stock,
    papers_of,
    plan_of,
    preset,
    printed,
    sheets,
    some_of,
)
from tests.layout.test_sheets import cells, faults, numbers

READY_CUT = [stock for stock in STOCKS if stock != "plain"]


@pytest.mark.parametrize("stock", READY_CUT)
def test_ready_cut_labels_are_not_cut_again_and_lie_where_the_maker_says(stock: str) -> None:
    kit = printed("michie-1961", "pocket-matchbox", papers_of(stock)[0], stock)
    grid = kit.stock.grid
    assert grid is not None
    plan = plan_of(kit)
    document = sheets(kit)
    assert not any(outlines(page) or guides(page) for page in document.pages)
    assert (plan.style.width, plan.style.height) == (min(34.5, grid.width), min(14.5, grid.height))
    assert plan.grid.corner(0) == (grid.left, grid.top)
    last = plan.grid.corner(grid.columns * grid.rows - 1)
    assert last == pytest.approx(
        (grid.left + (grid.columns - 1) * grid.pitch_x, grid.top + (grid.rows - 1) * grid.pitch_y)
    )


@pytest.mark.parametrize("stock", some_of(READY_CUT))
def test_a_wide_front_on_any_stock_keeps_its_ink_where_a_printer_reaches(stock: str) -> None:
    paper = papers_of(stock)[0]
    kit = in_container(printed("michie-1961", "pocket-matchbox", paper, stock), (75.0, 60.0))
    document = sheets(kit, LabelOrder(kit.boxes[: plan_of(kit).grid.cells]))
    assert faults(kit, document) == []
    style, grid = plan_of(kit).style, plan_of(kit).grid
    assert style.width <= grid.width
    assert style.height <= grid.height


def test_a_drawing_is_smaller_by_as_much_as_a_printer_does_not_reach() -> None:
    kit = in_container(printed("michie-1961", "pocket-matchbox", "letter", "avery-5160"), (75.0, 24.0))
    style = plan_of(kit).style
    assert style.width == pytest.approx(
        66.68 - 2 * (6.35 - 4.74 - 0.65)
    )  # 4.74 mm at the right, 4.78 at the left
    assert style.height == 23.5


def test_a_stock_too_near_to_the_paper_s_edge_is_refused_by_how_much() -> None:
    kit = on_stock(
        preset("michie-1961"), paper="a4", columns=21, rows=8, width=10.0, height=37.0, left=0.0, top=0.5,
        pitch_x=10.0, pitch_y=37.0,
    )  # fmt: skip
    with pytest.raises(FitError, match=r"nearer to the paper's edge than a printer reaches, by 1\.4 mm"):
        plan_of(kit)


def test_a_drawing_lies_in_the_middle_of_a_ready_cut_label_that_is_larger() -> None:
    kit = printed("michie-1961", "slim-matchbox", "a4", "avery-l7651")
    (first, *_) = [
        mark
        for mark in sheets(kit).pages[0].marks
        if isinstance(mark, Text) and mark.text == "1" and mark.bold
    ]
    style = plan_of(kit).style
    assert first.x == pytest.approx(4.65 + (38.1 - 36) / 2 + style.text_room[0])


def test_a_stock_of_another_paper_is_refused() -> None:
    with pytest.raises(KitError, match="avery-5160 is a sheet of Letter size, but the paper is A4"):
        plan_of(printed("michie-1961", "pocket-matchbox", "a4", "avery-5160"))


def test_labels_up_to_the_edge_leave_no_room_for_head_and_ruler() -> None:
    kit = on_stock(
        preset("michie-1961"), paper="a4", columns=2, rows=8, width=105.0, height=37.0, left=0.0, top=0.5,
        pitch_x=105.0, pitch_y=37.0,
    )  # fmt: skip
    page = sheets(kit).pages[0]
    assert "Page 1 of 19" not in texts_of(page.marks)
    assert len(numbers(kit, page)) == 16
    labels = cells(plan_of(kit).grid)
    assert all(any(cell.holds(extent(mark)) for cell in labels) for mark in page.marks)
