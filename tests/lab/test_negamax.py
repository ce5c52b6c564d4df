"""Negamax and alpha-beta against the tables in every position,
and the nodes they visit against plain Python.
"""

import functools
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from menace_kit.games import Position, Side, game_named
from menace_kit.lab.engine import compiling
from menace_kit.lab.engine.perfect_play import best_moves, values
from menace_kit.lab.engine.tables import game_table
from menace_kit.lab.game_size import _negamax, search, value_nodes
from menace_kit.machine.prospects import good_moves
from tests.examples import all_to_prove

GAME = game_named("noughts-and-crosses")
every = functools.partial(game_table, GAME)


@functools.cache
def tree_size(position: Position) -> int:
    return 1 + sum(tree_size(GAME.play(position, move)) for move in GAME.legal_moves(position))


def listing(position: Position, alpha: int = -2, beta: int = 2) -> tuple[int, int]:
    """Return value and nodes of alpha-beta as textbooks list it."""
    ended = GAME.outcome(position)
    if ended is not None:
        return (0 if ended.winner is None else 1 if ended.winner is position.to_move else -1), 1
    nodes = 1
    best = -2
    for move in GAME.legal_moves(position):
        value, below = listing(GAME.play(position, move), -beta, -alpha)
        nodes, best = nodes + below, max(best, -value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, nodes


@pytest.mark.parametrize("prune", all_to_prove([False, True], quick=[True]))
def test_values_and_best_moves_are_those_of_the_tables(prune: bool) -> None:
    table = game_table(GAME, GAME.symmetries["all"])
    value, best = values(table) * np.where(table.mover == 0, 1, -1), best_moves(table)
    for state in range(table.states):
        found = search(table, state, prune)
        assert found.value == value[state]
        assert list(found.best) == np.flatnonzero(best[state]).tolist()


def test_without_pruning_the_whole_tree_is_visited() -> None:
    assert search(every(), prune=False).nodes == tree_size(GAME.start()) == 549_946


@pytest.mark.parametrize("apart", all_to_prove([50, 1], quick=[50]))
def test_nodes_from_any_position(apart: int) -> None:
    for state in range(1, every().states, apart):
        found, plain = search(every(), state), search(every(), state, prune=False)
        assert plain.nodes == tree_size(every().positions[state])
        assert value_nodes(every(), state) <= found.nodes <= plain.nodes


def test_pruning_visits_what_the_textbooks_listing_does() -> None:
    start = GAME.start()
    assert value_nodes(every()) == listing(start)[1] == 18_297
    moves = [listing(GAME.play(start, move))[1] for move in GAME.legal_moves(start)]
    assert search(every()).nodes == 1 + sum(moves) == 30_710


def test_an_ended_game_has_no_moves() -> None:
    state = every().state(Position("11122....", Side.SECOND))
    assert search(every(), state) == (-1, (), 1)


@pytest.mark.prove
def test_what_was_compiled_before_a_source_of_it_changed_is_forgotten() -> None:
    program = (
        "import os\n"
        "from menace_kit.lab import game_size\n"
        "from menace_kit.lab.engine import compiling, tables\n"
        "from menace_kit.games import game_named\n"
        "index = compiling._index(game_size._negamax)\n"
        "game_size.search(tables.game_table(game_named('nim')))\n"
        "print(index is not None and index.exists() and compiling._is_newer(index))\n"
    )
    folder = Path(compiling.__file__).parent / "__pycache__"
    index = compiling._index(_negamax)
    if index is None or not index.exists():
        pytest.skip(f"nothing is kept in {folder}")
    os.utime(index, (0, 0))
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == ["True"]


@pytest.mark.parametrize("name", ["noughts-and-crosses", "hexapawn"])
def test_good_moves_without_numpy_are_those_of_the_tables(name: str) -> None:
    table = game_table(game_named(name))
    best = best_moves(table)
    for state, position in enumerate(table.positions):
        expected = [table.moves[state][place] for place in np.flatnonzero(best[state])]
        assert list(good_moves(table.game, position)) == expected
