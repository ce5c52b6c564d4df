"""Every position of noughts and crosses."""

from functools import cache

from menace_kit.games import NoughtsAndCrosses, Position
from menace_kit.games.state_space import walked

GAME = NoughtsAndCrosses()


@cache
def all_positions() -> tuple[Position, ...]:
    """Return the reachable positions, ply by ply."""
    return tuple(walked(GAME))
