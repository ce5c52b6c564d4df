"""How games of a kit can go: how long they get, how many marks they need, and one that is played as an example."""

from dataclasses import dataclass
from functools import cache

from menace_kit.games import Game, Move, Position, Side
from menace_kit.games.notation import move_text
from menace_kit.machine.boxes import Box, Selection, positions_by_ply
from menace_kit.machine.contents import Result
from menace_kit.machine.kit import Kit
from menace_kit.machine.turn import Turn


@dataclass(frozen=True)
class ExampleMove:
    """One move of a game: whose, which, and for the machine's the box and the bead, where it has a box for it."""

    side: Side
    move: Move
    box: Box | None = None
    colour: str = ""


@dataclass(frozen=True)
class ExampleGame:
    """A whole game: its moves in order, which side the machine played, and how it ended for the machine."""

    steps: tuple[ExampleMove, ...]
    side: Side
    result: Result

    @property
    def line(self) -> str:
        """Return its moves as they are written down and typed in: `1 2 4 3 7`."""
        return " ".join(move_text(step.move) for step in self.steps)


def longest_game(game: Game) -> int:
    """Return the most moves that a game can have, both sides counted."""
    return _longest_from(game, game.start())


@cache
def _longest_from(game: Game, position: Position) -> int:
    """Return the most moves that a game can still have."""
    moves = game.legal_moves(position)
    return 1 + max(_longest_from(game, game.play(position, move)) for move in moves) if moves else 0


def most_marks(game: Game) -> tuple[int, int]:
    """Return how many marks of the first player and of the second can lie on the board at once."""
    layers = positions_by_ply(game, Selection(game.symmetries["all"]))
    played = (
        game.play(position, move)
        for layer in layers
        for position in layer
        for move in game.legal_moves(position)
    )
    boards = {game.start().cells, *(position.cells for position in played)}
    first, second = (max(cells.count(side.cell) for cells in boards) for side in Side)
    return first, second


def example_game(kit: Kit) -> ExampleGame:
    """Return the game in which each box gives the first of its colours and each reply is the highest move.

    A machine that can play both sides begins it. It ends as one at the table would: where the kit has no box for a
    position with more than one move, the machine gives up.
    """
    side = Side.SECOND if kit.spec.side == "second" else Side.FIRST
    turn, steps = Turn(kit, kit.game.start()), list[ExampleMove]()
    while (ending := turn.ending((side,))) is None:
        steps.append(_example_move(turn, side))
        turn = turn.after(steps[-1].move)
    return ExampleGame(tuple(steps), side, ending.result(side))


def _example_move(turn: Turn, side: Side) -> ExampleMove:
    if turn.side is not side:  # the lowest move would fill the board from 1 on, like the moves' own numbers
        return ExampleMove(turn.side, turn.legal[-1])
    if turn.forced is not None:
        return ExampleMove(side, turn.forced)
    reading = turn.readings[0]
    colour, move = next(iter(reading.moves.items()))
    return ExampleMove(side, move, reading.box, colour)


@cache
def has_ties(game: Game) -> bool:
    """Return whether a game can end without a winner."""
    layers = positions_by_ply(game, Selection(game.symmetries["all"]))
    ends = (
        game.outcome(game.play(position, move))
        for layer in layers
        for position in layer
        for move in game.legal_moves(position)
    )
    return any(end is not None and end.winner is None for end in ends)


def results(game: Game) -> tuple[Result, ...]:
    """Return how a game can end for a machine, the best first: a tie only where there are ties."""
    return tuple(result for result in Result if result is not Result.TIE or has_ties(game))
