"""Perfect play by tables against minimax in plain Python, in every position."""

from collections import Counter
from functools import cache

import pytest

from menace_kit.games import Position, Side, game_named
from menace_kit.lab.engine.arrays import GOING_ON
from menace_kit.lab.engine.tables import GameTable, best_moves, game_table, machine_table, values
from menace_kit.machine.kit import load_preset

GAME = game_named("noughts-and-crosses")
EVERY = game_table(GAME)
BOARDS = game_table(GAME, GAME.symmetries["all"])


@cache
def minimax(position: Position) -> int:
    """Return what a position is worth to the first player: 1, 0 or -1."""
    ended = GAME.outcome(position)
    if ended is not None:
        return 0 if ended.winner is None else 1 if ended.winner is Side.FIRST else -1
    worst_or_best = max if position.to_move is Side.FIRST else min
    return worst_or_best(minimax(GAME.play(position, move)) for move in GAME.legal_moves(position))


@pytest.mark.parametrize("table", [EVERY, BOARDS], ids=["every position", "boards"])
def test_values_and_best_moves_are_those_of_minimax(table: GameTable) -> None:
    value, best = values(table), best_moves(table)
    for state, position in enumerate(table.positions):
        assert value[state] == minimax(position)
        keep = [minimax(GAME.play(position, move)) == value[state] for move in table.moves[state]]
        assert best[state, : len(keep)].tolist() == keep
        assert not best[state, len(keep) :].any()


def test_every_position_that_goes_on_has_a_best_move() -> None:
    assert (best_moves(EVERY).any(axis=1) == (EVERY.outcome == GOING_ON)).all()


def test_what_the_304_boxes_are_worth_to_the_machine() -> None:
    kit = load_preset("michie-1961")
    machine, value = machine_table(kit, BOARDS), values(BOARDS)
    by_stage: dict[int, Counter[int]] = {stage: Counter() for stage in (1, 2, 3, 4)}
    for state, box in enumerate(machine.box):
        if box >= 0:
            by_stage[kit.boxes[box].stage][int(value[state])] += 1
    won_drawn_lost = {stage: (each[1], each[0], each[-1]) for stage, each in by_stage.items()}
    assert won_drawn_lost == {1: (0, 1, 0), 2: (7, 5, 0), 3: (85, 18, 5), 4: (139, 27, 17)}
