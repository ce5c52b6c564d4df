"""Every position that a small game can come to, found by playing all its games."""

from functools import cache

from menace_kit.errors import PositionError
from menace_kit.games.game import Game
from menace_kit.games.position import Position, Side


@cache
def reachable(game: Game) -> frozenset[Position]:
    """Return every position of a game, the start and those in which it is over among them."""
    found = {game.start()}
    layer = found
    while layer:
        layer = {
            game.play(position, move) for position in layer for move in game.legal_moves(position)
        } - found
        found |= layer
    return frozenset(found)


@cache
def _by_cells(game: Game) -> dict[str, tuple[Position, ...]]:
    found: dict[str, list[Position]] = {}
    for position in reachable(game):
        found.setdefault(position.cells, []).append(position)
    return {cells: tuple(positions) for cells, positions in found.items()}


def reachable_position(game: Game, cells: str, to_move: Side | None = None) -> Position:
    """Return the position with these cells that games come to: what `Game.position` is to return.

    PositionError where there is none, or where it may be either side's turn and none is given.
    """
    positions = _by_cells(game).get(cells, ())
    if not positions:
        raise PositionError(f"no game of {game.name} reaches the board {cells}")
    turns = [position for position in positions if to_move in (None, position.to_move)]
    if not turns:
        raise PositionError(f"on this board it is the {positions[0].to_move.value} player's turn")
    if len(turns) > 1:
        raise PositionError(f"on the board {cells} it may be either player's turn; say whose it is")
    return turns[0]
