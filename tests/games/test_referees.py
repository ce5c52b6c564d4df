"""The rules, refereed by OpenSpiel's, which `make prove` installs: every position, whose turn it
is, its moves, its outcome.

Noughts and crosses is one of its games. Its nim lets a player take a whole heap,
so of its moves those of up to three matches are asked for. Hexapawn it has not, but chess:
three pawns a side in the middle of a board, where none has two steps and none is promoted,
with the kings out of the way, move as in hexapawn.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest

from menace_kit.games import (
    Game,
    Hexapawn,
    Move,
    Nim,
    NoughtsAndCrosses,
    Position,
    Side,
    reachable,
)

pytestmark = pytest.mark.prove

SIDES = list(Side)
SIZE, LOWEST_RANK = 3, 3

spiel = pytest.importorskip("pyspiel", reason="OpenSpiel (open-spiel) is not installed")


def square(_: Position, action: int, __: str) -> Move:
    """Return OpenSpiel's move as ours: both count the squares in reading order."""
    return (action,)


def matches_taken(position: Position, _: int, name: str) -> Move | None:
    """Return OpenSpiel's move as ours, or None where it takes more matches than ours may."""
    taken = int(name.partition("take:")[2].rstrip(";"))
    return (position.cells.count(Side.FIRST.cell) - taken,) if taken <= 3 else None


@pytest.mark.parametrize(
    ("game", "name", "parameters", "read"),
    [
        (NoughtsAndCrosses(), "tic_tac_toe", {}, square),
        (Nim(), "nim", {"pile_sizes": "8", "is_misere": False}, matches_taken),
    ],
)
def test_openspiel_agrees_on_every_position(
    game: Game,
    name: str,
    parameters: dict[str, Any],
    read: Callable[[Position, int, str], Move | None],
) -> None:
    seen: set[Position] = set()
    waiting = [(game.start(), spiel.load_game(name, parameters).new_initial_state())]
    while waiting:
        position, state = waiting.pop()
        if position in seen:
            continue
        seen.add(position)
        outcome = game.outcome(position)
        assert state.is_terminal() is (outcome is not None)
        if outcome is not None:
            worth = [
                0 if outcome.winner is None else 1 if outcome.winner is side else -1
                for side in SIDES
            ]
            assert state.returns() == worth
        else:
            assert state.current_player() == SIDES.index(position.to_move)
        actions: dict[Move, int] = {}
        for action in state.legal_actions():
            move = read(position, action, state.action_to_string(action))
            if move is not None:
                actions[move] = action
        assert sorted(actions) == list(game.legal_moves(position))
        waiting += [
            (game.play(position, move), state.child(action)) for move, action in actions.items()
        ]
    assert seen == set(reachable(game))


def forsyth_edwards(position: Position) -> str:
    """Return a hexapawn board as one of chess: the files a to c, the ranks 3 to 5,
    the first player white.
    """
    rows = [position.cells[first : first + SIZE] for first in range(0, SIZE * SIZE, SIZE)]
    pawns = [
        re.sub(r"\.+", lambda gap: str(len(gap[0])), row.translate(str.maketrans("12", "Pp")))
        for row in rows
    ]
    ranks = ["7k", "8", "8", *(f"{row}5" for row in pawns), "8", "7K"]
    return f"{'/'.join(ranks)} {'w' if position.to_move is Side.FIRST else 'b'} - - 0 1"


def pawn_move(position: Position, name: str) -> Move | None:
    """Return a move of chess, as players note it, as hexapawn's; None for a king's."""
    noted = re.fullmatch(r"(?:([a-c])x)?([a-c])([3-5])", name)
    if noted is None:
        assert name.startswith("K")
        return None
    origin, file, rank = noted.groups()
    row = SIZE - 1 - (int(rank) - LOWEST_RANK)
    came_from = row + (1 if position.to_move is Side.FIRST else -1)
    return came_from * SIZE + "abc".index(origin or file), row * SIZE + "abc".index(file)


def test_the_pawns_of_hexapawn_move_as_those_of_openspiels_chess() -> None:
    game, chess = Hexapawn(), spiel.load_game("chess")
    for position in reachable(game):
        outcome = game.outcome(position)
        if outcome is not None and (outcome.squares or len(set(position.cells)) < 3):
            # A pawn is through, or a side has none left: no end in chess.
            continue
        state = chess.new_initial_state(forsyth_edwards(position))
        noted = [
            pawn_move(position, state.action_to_string(action)) for action in state.legal_actions()
        ]
        assert sorted(move for move in noted if move) == list(game.legal_moves(position))
