"""The stocks that are named for a container do suit it, and no other does."""

import pytest

from menace_kit.errors import FitError
from menace_kit.layout.labels.sheets import MOST_HIGHER, MOST_WIDER, SuitingStock, suiting_stocks
from menace_kit.machine.schema import PAPERS, PaperName
from tests.layout.geometry import label_faults
from tests.layout.kits import (
    CONTAINERS,
    STOCKS,
    WORDS,
    drawn_label,
    in_container,
    papers_of,
    plan_of,
    printed,
    taking_turns,
)


def fits(container: str, paper: PaperName, stock: str) -> bool:
    try:
        plan_of(printed("michie-1961", container, paper, stock))
    except FitError:
        return False
    return True


@pytest.mark.parametrize(("container", "paper"), taking_turns(CONTAINERS, list(PAPERS)))
def test_labels_on_a_named_stock_can_be_read_and_do_not_go_far_over_the_front(
    container: str, paper: PaperName
) -> None:
    named = suiting_stocks(printed("michie-1961", container, paper), WORDS)
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


@pytest.mark.parametrize(("container", "paper"), taking_turns(CONTAINERS, list(PAPERS)))
def test_no_stock_that_suits_is_left_out(container: str, paper: PaperName) -> None:
    kit = printed("michie-1961", container, paper)
    named = {stock.name for stock in suiting_stocks(kit, WORDS)}
    for name in set(STOCKS) - named:
        grid = printed("michie-1961", container, paper, name).stock.grid
        assert grid is not None
        too_large = (
            grid.width > kit.container.outer.width + MOST_WIDER
            or grid.height > kit.container.outer.height + MOST_HIGHER
        )
        assert paper not in papers_of(name) or too_large or not fits(container, paper, name)


def test_those_that_go_over_the_front_least_come_first() -> None:
    found = suiting_stocks(printed("michie-1961", "slim-matchbox"), WORDS)
    assert [str(stock) for stock in found] == [
        "plain",
        "herma-4101 (6.7 mm wider than the front)",
        "avery-l7656 (9.5 mm wider than the front)",
    ]
    assert str(SuitingStock("x", 1.0, 0.5)) == "x (1.0 mm wider and 0.5 mm higher than the front)"
    assert str(SuitingStock("x", 0.4, -3.0)) == "x"


def test_a_container_that_no_label_fits_has_none() -> None:
    assert suiting_stocks(in_container(printed("michie-1961"), (12.0, 8.0)), WORDS) == []
