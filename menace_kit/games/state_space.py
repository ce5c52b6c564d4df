"""Every position of a small game, found by playing all its games."""

from collections.abc import Iterator
from functools import cache

from menace_kit.errors import PositionError
from menace_kit.games.game import Game
from menace_kit.games.position import Position, Side


def walked(game: Game) -> Iterator[Position]:
    """Yield every position that games reach, in the order they are reached; nothing is cached."""
    layer, found = [game.start()], {game.start()}
    while layer:
        yield from layer
        reached = (
            game.play(position, move) for position in layer for move in game.legal_moves(position)
        )
        layer = [position for position in dict.fromkeys(reached) if position not in found]
        found.update(layer)


@cache
def reachable(game: Game) -> frozenset[Position]:
    """Return every position of a game, including the start and the ends."""
    return frozenset(walked(game))


def reachable_position(game: Game, cells: str, to_move: Side | None = None) -> Position:
    """Return the position with these cells, as `Game.position` should.

    Raises PositionError if no game reaches it, or if it may be either side's turn and `to_move` is
    None.
    """
    turns = [side for side in Side if Position(cells, side) in reachable(game)]
    if not turns:
        raise PositionError(f"no game of {game.name} reaches the board {cells}", "reach")
    if to_move is None and len(turns) > 1:
        raise PositionError(f"on the board {cells} it may be either player's turn; say whose it is")
    if to_move not in (None, *turns):
        raise PositionError(f"on this board it is the {turns[0].value} player's turn")
    return Position(cells, to_move or turns[0])
