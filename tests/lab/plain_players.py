"""The players in plain Python, from the game's rules only; `players` has them as tables."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from menace_kit.games import Game, Move, Position
from menace_kit.machine.prospects import good_moves

Choices = Callable[[Game, Position], Sequence[Move]]
"""The moves a player chooses from in a position, all equally likely, lowest first."""


def any_move(game: Game, position: Position) -> Sequence[Move]:
    """Return every legal move."""
    return game.legal_moves(position)


def first_free(game: Game, position: Position) -> Sequence[Move]:
    """Return the lowest legal move."""
    return game.legal_moves(position)[:1]


def _winning(game: Game, position: Position) -> list[Move]:
    return [
        move
        for move in game.legal_moves(position)
        if (end := game.outcome(game.play(position, move))) and end.winner is position.to_move
    ]


@cache
def win_or_block(game: Game, position: Position) -> Sequence[Move]:
    """Return the moves that win at once, or else those that leave the opponent the fewest such
    moves.
    """
    left = {
        move: len(_winning(game, game.play(position, move))) for move in game.legal_moves(position)
    }
    return _winning(game, position) or [
        move for move, wins in left.items() if wins == min(left.values())
    ]


CENTRE, CORNERS = (4,), (0, 2, 6, 8)


@cache
def charted(game: Game, position: Position) -> Sequence[Move]:
    """Return what the chart of noughts and crosses says: win, block, else centre, corner, edge."""
    legal = game.legal_moves(position)
    threats = [
        move
        for move in legal
        if any(
            move in _winning(game, game.play(position, other)) for other in legal if other != move
        )
    ]
    centre, corners = ([move for move in legal if move[0] in of] for of in (CENTRE, CORNERS))
    return _winning(game, position) or threats or centre or corners or legal


best = cache(good_moves)


@cache
def wrong(game: Game, position: Position) -> Sequence[Move]:
    """Return the moves that lose value; if there are none, the best."""
    best_kept = best(game, position)
    return [move for move in game.legal_moves(position) if move not in best_kept] or best_kept


CHOICES: Mapping[str, tuple[Choices, Choices]] = {
    "random": (any_move, any_move),
    "first-free": (first_free, any_move),
    "win-or-block": (win_or_block, any_move),
    "perfect": (best, any_move),
    "adaptive": (best, wrong),
    "coach": (best, any_move),
}
"""Name of each player -> its choices, and its choices when it errs."""
