"""A turn: which box a position opens, how the machine moves, and what a game's end changes."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from menace_kit.games import HasChart, Move, Outcome, Position, Side, written_move
from menace_kit.machine.boxes import Box, Reading, colours_for
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import (
    Adjustment,
    Contents,
    DrawnBead,
    Result,
    Why,
    adjust,
    adjustments,
)
from menace_kit.machine.schema import EmptyBox, LaterRule


class How(Enum):
    """How a machine finds its move, or why it has none.

    DRAWN: by a bead. REFILLED: by a bead, after an empty box got its starting beads. LOT: a random
    move, because the box is empty. FORCED: the only move, which has no box. LATER: by the kit's
    rule, because only earlier moves have boxes. EMPTY: it gives up at an empty box. LOST: it gives
    up in a lost position without a box.
    """

    DRAWN = "drawn"
    REFILLED = "refilled"
    LOT = "lot"
    FORCED = "forced"
    LATER = "later"
    EMPTY = "empty"
    LOST = "lost"


class GaveUp(Enum):
    """Why a machine gave up: an empty box, or a lost position without a box."""

    EMPTY_BOX = "empty-box"
    LOST_POSITION = "lost-position"


class Ending(NamedTuple):
    """How a game ended: `winner`, None if it was drawn, and why the loser gave up, if it did."""

    winner: Side | None
    gave_up: GaveUp | None = None

    def result(self, side: Side) -> Result:
        return Result.of(self.winner, side)


class LaterMove(NamedTuple):
    """What a kit's rule says when only earlier moves have boxes: one of `moves`, at random.

    `line` is the line of the game's chart that applies, "" if any move will do.
    """

    moves: tuple[Move, ...]
    line: str = ""


@dataclass(frozen=True, eq=False)
class Turn:
    """A position on the table, and what a kit says about the turn of the side to move."""

    kit: Kit
    position: Position

    @property
    def side(self) -> Side:
        """Return whose turn it is."""
        return self.position.to_move

    @cached_property
    def outcome(self) -> Outcome | None:
        """Return how the game ended by its rules, or None while it is being played."""
        return self.kit.game.outcome(self.position)

    @cached_property
    def legal(self) -> tuple[Move, ...]:
        """Return the legal moves, lowest first; empty if the game is over."""
        return self.kit.game.legal_moves(self.position)

    def written(self, move: Move) -> str:
        """Return a legal move as people write it."""
        return written_move(self.kit.game, self.position, move)

    @cached_property
    def box(self) -> Box | None:
        """Return the box that a machine opens here, or None if the kit has none."""
        return self.kit.box_at(self.position)

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """Return the right ways to hold the box, the one shown first; empty if there is no box."""
        return self.kit.readings_of(self.box, self.position) if self.box else ()

    @property
    def forced(self) -> Move | None:
        """Return a machine's only move if it has no box; otherwise None."""
        return self.legal[0] if self.box is None and len(self.legal) == 1 else None

    @cached_property
    def later(self) -> LaterMove | None:
        """Return what the kit's rule for later moves says here, or None if it doesn't apply."""
        kit, rule = self.kit, self.kit.spec.boxes.later_rule
        if rule is None or self.box is not None or len(self.legal) < 2:
            return None
        if not kit.box_rules.gets_box(kit.game, self.position):
            return None
        if rule is LaterRule.CHART and isinstance(kit.game, HasChart):
            line, moves = kit.game.charted(self.position)
            return LaterMove(moves, line)
        return LaterMove(self.legal)

    @property
    def unchosen(self) -> tuple[Move, ...]:
        """Return the moves that a machine can make without a bead: its only one, or its rule's."""
        if self.forced is not None:
            return (self.forced,)
        return self.later.moves if self.later else ()

    @property
    def is_lost(self) -> bool:
        """Return whether a machine gives up here: every move loses, and it has no box for that."""
        return self.box is None and len(self.legal) > 1 and self.later is None

    def how(self, inside: Mapping[str, float]) -> How:
        """Return how a machine finds its move with these beads (or odds) in its box.

        By some rules the last bead is always kept. If such a box is found empty all the same, the
        machine can only give up.
        """
        if self.box is None:
            return How.FORCED if self.forced is not None else How.LATER if self.later else How.LOST
        if any(inside.values()):
            return How.DRAWN
        return AT_EMPTY_BOX.get(self.kit.spec.learning.empty_box, How.EMPTY)

    def ending(self, machines: Collection[Side]) -> Ending | None:
        """Return how a game of these machines ends here without another step.

        None if somebody moves or opens a box.
        """
        if self.outcome is not None:
            return Ending(self.outcome.winner)
        if self.side in machines and self.is_lost:
            return Ending(self.side.other, GaveUp.LOST_POSITION)
        return None

    def after(self, move: Move) -> "Turn":
        """Return the turn after a move; raises MoveError if it is not legal."""
        return Turn(self.kit, self.kit.game.play(self.position, move))

    def unchosen_from_here(self, machines: Collection[Side], lot: "Lot") -> "Unchosen":
        """Return the moves that these machines make without a bead from here on, and any ending.

        `lot` chooses if there are several. Raises MoveError if it names any other move.
        """
        turn, moves = self, list[UnchosenMove]()
        while (ending := turn.ending(machines)) is None:
            if turn.side not in machines or not turn.unchosen:
                break
            by_lot = len(turn.unchosen) > 1
            move = lot(turn, turn.unchosen) if by_lot else turn.unchosen[0]
            moves.append(UnchosenMove(turn.side, move, by_lot))
            turn = turn.after(move)
        return Unchosen(tuple(moves), ending)


AT_EMPTY_BOX = {EmptyBox.REFILL: How.REFILLED, EmptyBox.RANDOM: How.LOT}
"""What an empty box means under the rules by which the game goes on."""


Lot = Callable[[Turn, Sequence[Move]], Move]
"""Chooses one of several moves, at random or as somebody reports it."""


def drawn_by_lot(_: Turn, moves: Sequence[Move]) -> Move:
    """Return one of these moves, all equally likely."""
    import secrets

    return secrets.choice(moves)


class UnchosenMove(NamedTuple):
    """A move without a bead; `by_lot` if it was random rather than the only one."""

    side: Side
    move: Move
    by_lot: bool = False


class Unchosen(NamedTuple):
    """Moves without a bead, in order, and how the game ended with them; None if it goes on."""

    moves: tuple[UnchosenMove, ...]
    ending: Ending | None


def changes_at_end(
    kit: Kit,
    contents: Contents,
    drawn: Mapping[Side, Sequence[DrawnBead]],
    ending: Ending,
    *,
    learns: bool = True,
) -> dict[Side, tuple[Adjustment, ...]]:
    """Return what the end of a game does to the boxes, for each machine that played it.

    If nothing is learned, every bead goes back. `contents` is from before the game; `drawn` has the
    beads drawn for each machine, in order. The machines of an impartial game share boxes, so each
    machine's changes start from what those before it leave.
    """
    if not learns:
        return {
            side: tuple(Adjustment(*bead, 0, Why.RESULT) for bead in beads)
            for side, beads in drawn.items()
        }
    used = {bead.box for beads in drawn.values() for bead in beads}
    left = {number: dict(contents[number]) for number in used}
    found = {}
    for side, beads in drawn.items():
        result = ending.result(side)
        at_empty_box = ending.gave_up is GaveUp.EMPTY_BOX and result is Result.LOSS
        found[side] = adjustments(kit, left, beads, result, at_empty_box)
        adjust(left, found[side])
    return found


def watched(
    kit: Kit,
    contents: Contents,
    made: Iterable[tuple[Position, Move]],
    machines: Collection[Side],
    winner: Side | None,
) -> dict[Side, tuple[Adjustment, ...]]:
    """Return what these machines learn from a game of others, as if they had made its moves.

    `made` has each position and the move made in it. Nothing is learned if there is no box, if it
    is empty, or if no bead means the move; unchanged boxes are left out. The rule is that of A. van
    Woudenberg's boxes (2023).
    """
    seen: dict[Side, list[DrawnBead]] = {side: [] for side in machines}
    for turn, move in ((Turn(kit, position), move) for position, move in made):
        if turn.side in seen and turn.box and any(contents[turn.box.number].values()):
            seen[turn.side] += [
                DrawnBead(turn.box.number, colour)
                for colour in colours_for(turn.readings, move)[:1]
            ]
    changes = changes_at_end(kit, contents, seen, Ending(winner))
    return {
        side: tuple(change._replace(why=Why.WATCHED) for change in own if change.change)
        for side, own in changes.items()
    }
