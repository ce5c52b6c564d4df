"""The values that every game speaks in."""

from dataclasses import FrozenInstanceError

import pytest

from menace_kit.games import EMPTY, Outcome, Position, Side, Termination


def test_each_side_is_the_others_opponent() -> None:
    assert Side.FIRST.other is Side.SECOND
    assert Side.SECOND.other is Side.FIRST


def test_cells_sort_empty_then_first_then_second() -> None:
    assert EMPTY < Side.FIRST.cell < Side.SECOND.cell


def test_positions_are_values_that_tell_the_side_to_move() -> None:
    position = Position("1........", Side.SECOND)
    assert position == Position("1........", Side.SECOND)
    assert position != Position("1........", Side.FIRST)
    assert (
        len({position, Position("1........", Side.SECOND), Position("1........", Side.FIRST)}) == 2
    )


def test_a_position_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        # It cannot be set: that is tested.
        Position(EMPTY * 9, Side.FIRST).cells = "1........"  # type: ignore[misc]


def test_an_outcome_is_a_value() -> None:
    assert Outcome(Termination.LINE, Side.FIRST) == Outcome(Termination.LINE, Side.FIRST)
    assert Outcome(Termination.LINE, Side.FIRST) != Outcome(Termination.LINE, Side.SECOND)
    assert Outcome(Termination.BOARD_FULL, None).winner is None
