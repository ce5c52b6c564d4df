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
from menace_kit.machine.turns import Turn
from tests.examples import EVERY_PRESET, preset


def test_noughts_and_crosses_takes_nine_moves_five_and_four() -> None:
    game = preset("michie-1961").game
    assert longest_game(game) == 9
    assert most_marks(game) == (5, 4)


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_the_example_is_a_whole_game_by_the_rules_of_the_kit(name: str) -> None:
    kit = preset(name)
    example = example_game(kit)
    position = kit.game.start()
    for step in example.steps:
        assert position.to_move is step.side
        if step.box:
            ways = kit.readings(position)
            assert step.box is ways[0].box
            assert ways[0].moves[step.colour] == step.move
        elif step.side is example.side:
            assert step.move in Turn(kit, position).unchosen
            assert kit.spec.boxes.stages or kit.game.legal_moves(position) == (step.move,)
        else:
            assert step.move == kit.game.legal_moves(position)[-1]
        position = kit.game.play(position, step.move)
    outcome = kit.game.outcome(position)
    assert outcome is not None
    wanted = {None: Result.TIE, example.side: Result.WIN}.get(outcome.winner, Result.LOSS)
    assert example.result is wanted


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
