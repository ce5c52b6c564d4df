"""A machine's next game: how likely it wins, draws and loses, summed over all that can happen.

The sums go from the ends of the game back, in plain Python. A test compares them with those of the
lab, which are for thousands of machines.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from menace_kit.games import Position, Side
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, Result
from menace_kit.machine.prospects import good_moves
from menace_kit.machine.turns import How, Turn


class Chances(NamedTuple):
    """The chances that a machine wins, draws and loses; their sum is 1."""

    win: float
    draw: float
    loss: float


ENDED = {Result.WIN: Chances(1, 0, 0), Result.TIE: Chances(0, 1, 0), Result.LOSS: Chances(0, 0, 1)}

RANDOM, PERFECT, KNOWING = "random", "perfect", "knowing"
"""Opponents: they make any move, or any that keeps the position's worth, both at random; or they
know what is in the boxes and make the move after which the machine loses most.
"""


class ReachedPosition(NamedTuple):
    """A position that games of a kit reach, and the positions that follow.

    `by_bead` has what each bead leads to, `by_move` what each legal move leads to, `kept` what the
    moves lead to that keep the position's worth: indices into the list that contains this position,
    where they come before it.
    """

    turn: Turn
    by_bead: Mapping[str, int]
    by_move: tuple[int, ...]
    kept: tuple[int, ...]


@lru_cache(maxsize=8)
def reached(kit: Kit) -> tuple[ReachedPosition, ...]:
    """Return the positions that a kit's games reach, each after all that follow it.

    The start is last. Positions that share a box are one.
    """
    places: dict[Position, int] = {}
    found: list[ReachedPosition] = []
    merged, form = kit.spec.boxes.merge_symmetric_positions, kit.spec.boxes.canonical_form

    def place(position: Position) -> int:
        drawn = kit.symmetries.canonical_form(position, form) if merged else position
        if drawn not in places:
            turn = Turn(kit, drawn)
            after = {move: place(turn.after(move).position) for move in turn.legal}
            moves = turn.readings[0].moves if turn.outcome is None and turn.readings else {}
            by_bead = {colour: after[move] for colour, move in moves.items()}
            kept = tuple(after[move] for move in good_moves(kit.game, drawn))
            places[drawn] = len(found)
            found.append(ReachedPosition(turn, by_bead, tuple(after.values()), kept))
        return places[drawn]

    place(kit.game.start())
    return tuple(found)


def next_game(kit: Kit, contents: Contents, side: Side, opponent: str) -> Chances:
    """Return the chances of this side's machine with these contents against RANDOM, PERFECT or
    KNOWING.

    Against KNOWING the chance to lose is exactly 0 if the machine is unbeatable whatever it draws.
    A logbook may have negative counts of a colour; they are read as 0.
    """
    found: list[Chances] = []
    for at in reached(kit):
        ending = at.turn.ending((side,))
        if ending is not None:
            found.append(ENDED[ending.result(side)])
        elif at.turn.side is side:
            found.append(_mean(_drawn(at, contents), found))
        elif opponent == KNOWING:
            found.append(max((found[place] for place in at.by_move), key=lambda each: each.loss))
        else:
            replies = at.kept if opponent == PERFECT else at.by_move
            found.append(_mean([(1, place) for place in replies], found))
    return found[-1]


def most_lost(kit: Kit, contents: Contents, side: Side) -> float:
    """Return the chance that this side loses its next game to a player who knows its boxes."""
    return next_game(kit, contents, side, KNOWING).loss


def _drawn(at: ReachedPosition, contents: Contents) -> list[tuple[int, int]]:
    """Return where the machine's moves lead, with the weight of each; none if it gives up."""
    turn, box = at.turn, at.turn.box
    inside = {colour: max(contents[box.number][colour], 0) for colour in at.by_bead} if box else {}
    how = turn.how(inside)
    if how is How.LATER or how is How.FORCED:
        return [(1, at.by_move[turn.legal.index(move)]) for move in turn.unchosen]
    if how is How.LOT:
        return [(1, place) for place in at.by_move]
    if how is How.REFILLED and box is not None:
        inside = {colour: box.start[colour] for colour in at.by_bead}
    return [(count, at.by_bead[colour]) for colour, count in inside.items() if count]


def _mean(ways: Sequence[tuple[int, int]], found: Sequence[Chances]) -> Chances:
    """Return the mean chances after these moves; a loss if there are none."""
    win = draw = loss = 0.0
    total = sum(weight for weight, _ in ways)
    for weight, place in ways:
        after = found[place]
        win += weight * after.win
        draw += weight * after.draw
        loss += weight * after.loss
    return Chances(win / total, draw / total, loss / total) if total else ENDED[Result.LOSS]
