"""How games of a kit can go: who wins, whether games can be drawn, their length, an example."""

from functools import cache
from typing import NamedTuple

from menace_kit.frozen import Frozen
from menace_kit.games import Game, Move, Position, Side
from menace_kit.machine.boxes import Box, BoxRules, positions_by_ply
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, change_by
from menace_kit.machine.schema import default_spec
from menace_kit.machine.turns import Turn


@cache
def _merging(game: Game) -> BoxRules:
    """Return rules by which all symmetric positions are one."""
    return BoxRules(game.symmetries["all"], default_spec().boxes)


@cache
def has_ties(game: Game) -> bool:
    """Return whether a game can end without a winner.

    The search is depth-first: most games that can be drawn can be drawn soon.
    """
    rules, start = _merging(game), game.start()
    waiting, found = [start], {start}
    while waiting:
        position = waiting.pop()
        end = game.outcome(position)
        if end is not None and end.winner is None:
            return True
        moves = game.legal_moves(position) if end is None else ()
        after = {rules.drawing(game.play(position, move)) for move in moves} - found
        found |= after
        waiting.extend(after)
    return False


def results(game: Game) -> tuple[Result, ...]:
    """Return how a game can end for a machine, best first; a drawn game only if there are any."""
    return tuple(result for result in Result if result is not Result.TIE or has_ties(game))


@cache
def longest_game(game: Game) -> int:
    """Return the number of moves in the longest game, both sides counted."""
    rules = _merging(game)

    @cache
    def longest(position: Position) -> int:
        moves = game.legal_moves(position)
        after = {rules.drawing(game.play(position, move)) for move in moves}
        return max((1 + longest(each) for each in after), default=0)

    return longest(game.start())


@cache
def worth(game: Game, position: Position) -> int:
    """Return what perfect play makes of a position for the side to move: 1 win, 0 draw, -1 loss."""
    end = game.outcome(position)
    if end is not None:
        return 0 if end.winner is None else 1 if end.winner is position.to_move else -1
    best = -1
    for move in game.legal_moves(position):
        best = max(best, -worth(game, _merging(game).drawing(game.play(position, move))))
        if best == 1:
            break
    return best


def good_moves(game: Game, position: Position) -> tuple[Move, ...]:
    """Return the moves that keep a position's worth; all of them if it is lost anyway."""
    value = worth(game, position)
    return tuple(
        move
        for move in game.legal_moves(position)
        if -worth(game, game.play(position, move)) == value
    )


def most_marks(game: Game) -> tuple[int, int]:
    """Return how many marks of the first and the second player can be on the board at once."""
    boards = {game.start().cells}
    for layer in positions_by_ply(game, _merging(game)):
        for position in layer:
            boards.update(game.play(position, move).cells for move in game.legal_moves(position))
    first, second = (max(cells.count(side.cell) for cells in boards) for side in Side)
    return first, second


class ExampleMove(Frozen):
    """One move of a game: side, move, notation, and the machine's box and bead if it used one."""

    side: Side
    move: Move
    written: str
    box: Box | None = None
    colour: str = ""


class ExampleGame(Frozen):
    """A whole game: its moves, the machine's side, and the result for the machine."""

    steps: tuple[ExampleMove, ...]
    side: Side
    result: Result

    @property
    def line(self) -> str:
        """Return its moves as people write and type them, such as `1 2 4 3 7`."""
        return " ".join(step.written for step in self.steps)


def example_game(kit: Kit) -> ExampleGame:
    """Return a game: boxes give their first colour, the opponent plays the highest move.

    A machine that plays both sides begins. The game ends as it would at the table: if the kit has
    no box for a position with more than one move, the machine gives up.
    """
    side = Side.SECOND if kit.spec.side == "second" else Side.FIRST
    turn, steps = Turn(kit, kit.game.start()), list[ExampleMove]()
    while (ending := turn.ending((side,))) is None:
        steps.append(_example_move(turn, side))
        turn = turn.after(steps[-1].move)
    return ExampleGame(tuple(steps), side, ending.result(side))


def _example_move(turn: Turn, side: Side) -> ExampleMove:
    # Take the highest: the lowest would fill the board from 1 on, like numbers of moves.
    if turn.side is not side:
        return ExampleMove(turn.side, turn.legal[-1], turn.written(turn.legal[-1]))
    if turn.unchosen:
        return ExampleMove(side, turn.unchosen[0], turn.written(turn.unchosen[0]))
    reading = turn.readings[0]
    colour, move = next(iter(reading.moves.items()))
    return ExampleMove(side, move, turn.written(move), reading.box, colour)


class PositionsWithoutBox(NamedTuple):
    """How many positions, up to the kit's symmetry, have no box.

    `forced`: they have a single move. `lost`: they have several, which all lose.
    """

    forced: int
    lost: int


def positions_without_box(kit: Kit) -> PositionsWithoutBox:
    """Return how many positions in which one of the kit's sides moves have no box."""
    sides = {side for side, _ in kit.stages}
    forced = lost = 0
    for layer in positions_by_ply(kit.game, kit.box_rules):
        for position in layer:
            turn = Turn(kit, position)
            if turn.side in sides:
                forced += turn.forced is not None
                lost += turn.is_lost
    return PositionsWithoutBox(forced, lost)


def line_rises(kit: Kit) -> bool:
    """Return whether any result adds beads to a first box; if not, Michie's line shows little."""
    return any(max(changes_of_first_boxes(kit, side).values()) > 0 for side in kit.openings)


def changes_of_first_boxes(kit: Kit, side: Side) -> dict[Result, int]:
    """Return result -> how many beads it adds to a first box of a side (negative: removes)."""
    return {result: change_by(kit, result, side, 1) for result in results(kit.game)}
