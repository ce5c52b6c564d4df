"""Every position of noughts and crosses, found by plain play without symmetry."""

from functools import cache

from menace_kit.games import NoughtsAndCrosses, Position

GAME = NoughtsAndCrosses()


@cache
def positions_by_ply() -> tuple[tuple[Position, ...], ...]:
    """Return the reachable positions, a tuple for each number of marks on the board."""
    plies = []
    layer = {GAME.start()}
    while layer:
        plies.append(tuple(sorted(layer, key=lambda position: position.cells)))
        layer = {
            GAME.play(position, move) for position in layer for move in GAME.legal_moves(position)
        }
    return tuple(plies)


@cache
def all_positions() -> tuple[Position, ...]:
    """Return the reachable positions, ply by ply."""
    return tuple(position for layer in positions_by_ply() for position in layer)
