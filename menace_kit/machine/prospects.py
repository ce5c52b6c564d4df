"""How games of a kit can go: who wins, whether there are draws, how long they get, an example."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from menace_kit.frozen import Frozen
from menace_kit.games.game import Game
from menace_kit.games.position import Move, Position, Side
from menace_kit.machine.boxes import Box, BoxRules, positions_by_ply
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, Result, change_by
from menace_kit.machine.schema import default_spec
from menace_kit.machine.turns import How, Turn


class _Reached(NamedTuple):
    """A position that games reach: whose turn, what each bead leads to,
    and each move where there is no bead.

    What they lead to is said by its place in the list that this is in,
    behind all that it leads to.
    """

    turn: Turn
    by_bead: Mapping[str, int]
    by_move: tuple[int, ...]


@lru_cache(maxsize=8)
def _reached(kit: Kit) -> tuple[_Reached, ...]:
    """Return the positions that games of a kit reach, each behind all that it leads
    to: the start is the last.

    Those that its boxes do not tell apart are one.
    """
    places: dict[Position, int] = {}
    found: list[_Reached] = []
    merged, form = kit.spec.boxes.merge_symmetric_positions, kit.spec.boxes.canonical_form

    def place(position: Position) -> int:
        drawn = kit.symmetries.canonical_form(position, form) if merged else position
        if drawn not in places:
            turn = Turn(kit, drawn)
            moves = turn.readings[0].moves if turn.outcome is None and turn.readings else {}
            by_bead = {colour: place(turn.after(move).position) for colour, move in moves.items()}
            by_move = tuple(place(turn.after(move).position) for move in turn.legal)
            places[drawn] = len(found)
            found.append(_Reached(turn, by_bead, by_move))
        return places[drawn]

    place(kit.game.start())
    return tuple(found)


def most_lost(kit: Kit, contents: Contents, side: Side) -> float:
    """Return how likely the machine of this side loses its next game to a player who knows its
    boxes and plays to beat it.

    From 0 to 1; exactly 0 where nobody can beat it, whatever is drawn.
    Fewer than no beads, which a logbook may have of a colour, are none.
    """
    chances: list[float] = []
    for turn, by_bead, by_move in _reached(kit):
        ending = turn.ending((side,))
        if ending is not None:
            chances.append(float(ending.result(side) is Result.LOSS))
        elif turn.side is not side:
            chances.append(max(chances[place] for place in by_move))
        else:
            chances.append(
                _lost_by(turn, contents, by_bead, [chances[place] for place in by_move], chances)
            )
    return chances[-1]


def _lost_by(
    turn: Turn,
    contents: Contents,
    by_bead: Mapping[str, int],
    moves: Sequence[float],
    chances: Sequence[float],
) -> float:
    """Return how likely a machine loses whose turn it is; `moves` has that for each legal move."""
    box = turn.box
    inside = {colour: max(contents[box.number][colour], 0) for colour in by_bead} if box else {}
    how = turn.how(inside)
    if how is How.LATER or how is How.FORCED:
        told = [moves[turn.legal.index(move)] for move in turn.unchosen]
        return sum(told) / len(told)
    if how is How.LOT:
        return sum(moves) / len(moves)
    if how is How.REFILLED and box is not None:
        inside = {colour: box.start[colour] for colour in by_bead}
    total = sum(inside.values())
    return (
        sum(count * chances[by_bead[colour]] for colour, count in inside.items()) / total
        if total
        else 1.0
    )


@cache
def has_ties(game: Game) -> bool:
    """Return whether a game can end without a winner; deep first, for most that can do so soon."""
    rules, start = BoxRules(game.symmetries["all"], default_spec().boxes), game.start()
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
    """Return how a game can end for a machine, the best first: a tie only where there are ties."""
    return tuple(result for result in Result if result is not Result.TIE or has_ties(game))


@cache
def longest_game(game: Game) -> int:
    """Return the most moves that a game can have, both sides counted."""
    rules = BoxRules(game.symmetries["all"], default_spec().boxes)

    @cache
    def longest(position: Position) -> int:
        moves = game.legal_moves(position)
        after = {rules.drawing(game.play(position, move)) for move in moves}
        return max((1 + longest(each) for each in after), default=0)

    return longest(game.start())


@cache
def worth(game: Game, position: Position) -> int:
    """Return what a position is worth to the side to move, if both play their best:
    1 a win, 0 a tie, -1 a defeat.
    """
    end = game.outcome(position)
    if end is not None:
        return 0 if end.winner is None else 1 if end.winner is position.to_move else -1
    best = -1
    for move in game.legal_moves(position):
        best = max(best, -worth(game, game.play(position, move)))
        if best == 1:
            break
    return best


def good_moves(game: Game, position: Position) -> tuple[Move, ...]:
    """Return the moves that keep what a position is worth; where it is lost anyway, all of them."""
    value = worth(game, position)
    return tuple(
        move
        for move in game.legal_moves(position)
        if -worth(game, game.play(position, move)) == value
    )


def most_marks(game: Game) -> tuple[int, int]:
    """Return how many marks of the first player and of the second can lie on the board at once."""
    boards = {game.start().cells, *(position.cells for position in _played(game))}
    first, second = (max(cells.count(side.cell) for cells in boards) for side in Side)
    return first, second


def _played(game: Game) -> Iterator[Position]:
    """Yield what each move leads to, of positions that are alike from one only."""
    for layer in positions_by_ply(game, BoxRules(game.symmetries["all"], default_spec().boxes)):
        for position in layer:
            for move in game.legal_moves(position):
                yield game.play(position, move)


class ExampleMove(Frozen):
    """One move of a game: whose, which, how it is written, and for the machine's the box
    and the bead if it has one.
    """

    side: Side
    move: Move
    written: str
    box: Box | None = None
    colour: str = ""


class ExampleGame(Frozen):
    """A whole game: its moves in order, which side the machine played,
    and how it ended for the machine.
    """

    steps: tuple[ExampleMove, ...]
    side: Side
    result: Result

    @property
    def line(self) -> str:
        """Return its moves as they are written down and typed in: `1 2 4 3 7`."""
        return " ".join(step.written for step in self.steps)


def example_game(kit: Kit) -> ExampleGame:
    """Return the game in which each box gives the first of its colours and each
    reply is the highest move.

    A machine that can play both sides begins it. It ends as one at the table would:
    where the kit has no box for a position with more than one move, the machine gives up.
    """
    side = Side.SECOND if kit.spec.side == "second" else Side.FIRST
    turn, steps = Turn(kit, kit.game.start()), list[ExampleMove]()
    while (ending := turn.ending((side,))) is None:
        steps.append(_example_move(turn, side))
        turn = turn.after(steps[-1].move)
    return ExampleGame(tuple(steps), side, ending.result(side))


def _example_move(turn: Turn, side: Side) -> ExampleMove:
    # The lowest move would fill the board from 1 on, like the moves' own numbers.
    if turn.side is not side:
        return ExampleMove(turn.side, turn.legal[-1], turn.written(turn.legal[-1]))
    if turn.unchosen:
        return ExampleMove(side, turn.unchosen[0], turn.written(turn.unchosen[0]))
    reading = turn.readings[0]
    colour, move = next(iter(reading.moves.items()))
    return ExampleMove(side, move, turn.written(move), reading.box, colour)


class PositionsWithoutBox(NamedTuple):
    """How many positions, up to the kit's symmetry, have no box.

    `forced`: those with a single move. `lost`: with several that all lose.
    `later`: for which the kit has a rule.
    """

    forced: int
    lost: int
    later: int = 0


def positions_without_box(kit: Kit) -> PositionsWithoutBox:
    """Return how many positions with one of the kit's sides to move have no box."""
    sides = {side for side, _ in kit.stages}
    forced = lost = later = 0
    for layer in positions_by_ply(kit.game, BoxRules(kit.symmetries, kit.spec.boxes)):
        for position in layer:
            turn = Turn(kit, position)
            if turn.side in sides:
                forced += turn.forced is not None
                lost += turn.is_lost
                later += turn.later is not None
    return PositionsWithoutBox(forced, lost, later)


def line_rises(kit: Kit) -> bool:
    """Return whether any game can add a bead to a box for the first move;
    else Michie's line would tell little.
    """
    return any(max(changes_of_first_boxes(kit, side).values()) > 0 for side in kit.openings)


def changes_of_first_boxes(kit: Kit, side: Side) -> dict[Result, int]:
    """Return by how many beads each result that the game can have changes a first box of a side."""
    return {result: change_by(kit, result, side, 1) for result in results(kit.game)}
