"""All positions of a game, met by playing it, however wrong its rules are: nothing is kept, and nothing trusted."""

from collections.abc import Iterator
from itertools import islice

from menace_kit.games.game import Game
from menace_kit.games.position import Position

MOST_POSITIONS = 100_000
"""A game with more positions has too many boxes to build, and takes too long to enumerate."""


def position_count(game: Game) -> int | None:
    """Return how many positions a game has; None where they are more than MOST_POSITIONS."""
    count = sum(1 for _ in islice(walked(game), MOST_POSITIONS + 1))
    return None if count > MOST_POSITIONS else count


def walked(game: Game) -> Iterator[Position]:
    """Yield every position that games come to, in the order in which they are met; nothing is kept from before."""
    layer, found = [game.start()], {game.start()}
    while layer:
        yield from layer
        reached = (game.play(position, move) for position in layer for move in game.legal_moves(position))
        layer = [position for position in dict.fromkeys(reached) if position not in found]
        found.update(layer)


def comes_again(game: Game) -> Position | None:
    """Return a position to which a game can come back, or None. Positions are left in the order in which they end."""
    done: set[Position] = set()
    on_the_way = {game.start(): iter(game.legal_moves(game.start()))}
    while on_the_way:
        position = next(reversed(on_the_way))
        move = next(on_the_way[position], None)
        if move is None:
            done.add(position)
            del on_the_way[position]
            continue
        after = game.play(position, move)
        if after in on_the_way:
            return after
        if after not in done:
            on_the_way[after] = iter(game.legal_moves(after))
    return None
