"""The players in plain Python, from the rules of the game alone: what `players` has as tables."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from menace_kit.errors import LabError
from menace_kit.games import Game, Move, Position
from menace_kit.games.notation import move_text
from menace_kit.lab.chance import Chance
from menace_kit.machine.contents import Result

Choices = Callable[[Game, Position], Sequence[Move]]
"""What a player takes in a position, all of it as likely, lowest first."""


@cache
def worth(game: Game, position: Position) -> int:
    """Return what a position is worth to the side to move: 1 won, 0 drawn, -1 lost, with best play by both."""
    outcome = game.outcome(position)
    if outcome is None:
        replies = (game.play(position, move) for move in game.legal_moves(position))
        return max(-worth(game, after) for after in replies)
    if outcome.winner is None:
        return 0
    return 1 if outcome.winner is position.to_move else -1


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


def win_or_block(game: Game, position: Position) -> Sequence[Move]:
    """Return the moves that win at once; else those that leave the opponent no win at once; else every move."""
    moves = game.legal_moves(position)
    safe = [move for move in moves if not _winning(game, game.play(position, move))]
    return _winning(game, position) or safe or moves


def best(game: Game, position: Position) -> Sequence[Move]:
    """Return the moves that keep what the position is worth."""
    value = worth(game, position)
    return [move for move in game.legal_moves(position) if -worth(game, game.play(position, move)) == value]


def wrong(game: Game, position: Position) -> Sequence[Move]:
    """Return the moves that give that away; where there is none, the best."""
    kept = best(game, position)
    return [move for move in game.legal_moves(position) if move not in kept] or kept


CHOICES: Mapping[str, tuple[Choices, Choices]] = {
    "random": (any_move, any_move),
    "first-free": (first_free, any_move),
    "win-or-block": (win_or_block, any_move),
    "perfect": (best, any_move),
    "adaptive": (best, wrong),
}
"""Name of each player of the roster -> what it takes, and what it takes when it errs."""


@dataclass
class Opponent:
    """A player by its choices, erring at a rate."""

    game: Game
    chance: Chance
    takes: Choices
    errs: Choices
    rate: float = 0.0

    def move(self, position: Position) -> Move:
        """Return one of its choices, by lot."""
        erring = self.rate > 0 and self.chance.share() < self.rate
        return one_of(self.chance, (self.errs if erring else self.takes)(self.game, position))

    def learn(self, result: Result) -> None:
        """Learn nothing."""


def one_of(chance: Chance, moves: Sequence[Move]) -> Move:
    """Return one of the moves by lot; where there is no choice nothing is drawn."""
    return moves[chance.below(len(moves)) if len(moves) > 1 else 0]


@dataclass
class FunctionPlayer:
    """A Python function from a position to a move; LabError where what it answers is no legal move."""

    game: Game
    function: Callable[[Position], Move]
    name: str

    def move(self, position: Position) -> Move:
        """Return what the function answers."""
        move, legal = self.function(position), self.game.legal_moves(position)
        if move not in legal:
            allowed = ", ".join(map(move_text, legal))
            raise LabError(
                f"{self.name} answers {move!r} on {position.cells}, which is not legal; legal: {allowed}"
            )
        return move

    def learn(self, result: Result) -> None:
        """Learn nothing, as far as we can see."""
