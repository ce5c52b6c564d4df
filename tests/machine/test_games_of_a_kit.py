"""How games of a kit can go: the longest, the most marks, the example that is printed,
positions without a box.
"""

from dataclasses import replace

import pytest

from menace_kit.machine import load_preset
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import (
    PositionsWithoutBox,
    example_game,
    longest_game,
    most_marks,
    positions_without_box,
)
from tests.examples import preset


def test_noughts_and_crosses_takes_nine_moves_five_and_four() -> None:
    game = preset("michie-1961").game
    assert longest_game(game) == 9
    assert most_marks(game) == (5, 4)


def test_the_example_ends_where_the_machine_has_no_box_but_several_moves() -> None:
    kit = preset("michie-1961")
    example = example_game(replace(kit, boxes=kit.boxes[:1]))
    assert (example.line, example.result) == ("1 9", Result.LOSS)


@pytest.mark.parametrize(
    ("preset", "missing"),
    [
        ("michie-1961", PositionsWithoutBox(forced=34, lost=0)),
        ("starter", PositionsWithoutBox(forced=34, lost=0)),
        ("michie-1961-287", PositionsWithoutBox(forced=34, lost=17)),
        ("second-player", PositionsWithoutBox(forced=0, lost=0)),
        ("both-players", PositionsWithoutBox(forced=34, lost=0)),
        ("van-woudenberg", PositionsWithoutBox(forced=0, lost=0)),
    ],
)
def test_how_many_positions_have_no_box(preset: str, missing: PositionsWithoutBox) -> None:
    assert positions_without_box(load_preset(preset)) == missing
