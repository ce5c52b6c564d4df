"""A machine's first choice: its earliest move that can be bad, and how likely it is good.

No opening is bad for MENACE 1961, so its first choice is its second move. A machine that plays
second can already go wrong with its first. The ways to the boxes of that move are worked out once
for a kit. Summing them takes a moment for each state of the boxes; the site's first page does it by
the same ways.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from menace_kit.games import Move, Side
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, DrawnBead
from menace_kit.machine.prospects import good_moves
from menace_kit.machine.turns import Turn

Share = Callable[[int, str], Any]
"""Returns the share of a box's beads that have a colour: a number, or an array of one for each of
many machines.
"""


class Approach(NamedTuple):
    """A way to a box of the first choice.

    Attributes:
        weight: how likely a random player makes the opponent's moves on the way.
        drawn: the beads that the machine draws on the way.
        box: the number of the box.
        good: the colours whose moves keep the position's worth.
    """

    weight: float
    drawn: tuple[DrawnBead, ...]
    box: int
    good: tuple[str, ...]


class FirstChoice(NamedTuple):
    """A side's earliest move that can be bad, counted from 1, and the ways to its boxes."""

    side: Side
    move: int
    ways: tuple[Approach, ...]

    @property
    def boxes(self) -> tuple[int, ...]:
        """Return the numbers of all boxes on the ways."""
        drawn = {box for way in self.ways for box, _ in way.drawn}
        return tuple(sorted(drawn | {way.box for way in self.ways}))

    def chance(self, contents: Contents) -> float:
        """Return how likely the machine makes a good move there in its next game, from 0 to 1.

        Its opponent is a random player. A machine that gives up at an empty box makes none. A
        logbook may have negative counts of a colour; they are read as 0.
        """

        def share(number: int, colour: str) -> float:
            inside = contents[number]
            total = sum(max(count, 0) for count in inside.values())
            return max(inside[colour], 0) / total if total else 0.0

        return float(self.chance_by(share))

    def chance_by(self, share: Share) -> Any:
        """Return `chance` from shares: a number, or an array if they are arrays."""
        return sum(way.weight * _drawn(way, share) * _good(way, share) for way in self.ways)


def _drawn(way: Approach, share: Share) -> Any:
    likely = 1.0
    for box, colour in way.drawn:
        likely = likely * share(box, colour)
    return likely


def _good(way: Approach, share: Share) -> Any:
    return sum(share(way.box, colour) for colour in way.good)


@lru_cache(maxsize=8)
def first_choices(kit: Kit) -> tuple[FirstChoice, ...]:
    """Return the first choice of each side that the kit plays, except sides that have none."""
    found = []
    by_move = sorted(kit.boxes, key=lambda box: box.stage)
    for side in kit.sides:
        own = (box for box in by_move if box.side is side)
        first = next((box.stage for box in own if _can_err(kit, box)), None)
        if first is not None:
            found.append(FirstChoice(side, first, tuple(_merged(_ways(kit, side, first)))))
    return tuple(found)


def _can_err(kit: Kit, box: Box) -> bool:
    good = good_moves(kit.game, box.position)
    return any(bead.move not in good for bead in box.beads)


def _ways(kit: Kit, side: Side, last: int) -> Iterator[Approach]:
    """Yield every way to a side's boxes for its `last` move; some more than once."""
    waiting = [(Turn(kit, kit.game.start()), 1.0, tuple[DrawnBead, ...](), 1)]
    while waiting:
        turn, weight, drawn, number = waiting.pop()
        if turn.outcome is not None:
            continue
        if turn.side is not side:
            share = weight / len(turn.legal)
            waiting += [(turn.after(move), share, drawn, number) for move in turn.legal]
        elif turn.box is None:
            share = weight / max(1, len(turn.unchosen))
            waiting += [(turn.after(move), share, drawn, number + 1) for move in turn.unchosen]
        elif number < last:
            for colour, move in turn.readings[0].moves.items():
                bead = DrawnBead(turn.box.number, colour)
                waiting.append((turn.after(move), weight, (*drawn, bead), number + 1))
        else:
            good = good_moves(kit.game, turn.position)
            yield Approach(weight, drawn, turn.box.number, _colours(turn, good))


def _colours(turn: Turn, moves: tuple[Move, ...]) -> tuple[str, ...]:
    return tuple(colour for colour, move in turn.readings[0].moves.items() if move in moves)


def _merged(ways: Iterator[Approach]) -> Iterator[Approach]:
    """Yield equal ways as one, as likely as all of them together."""
    weights: dict[Approach, float] = {}
    for way in ways:
        alike = way._replace(weight=0.0)
        weights[alike] = weights.get(alike, 0.0) + way.weight
    for alike, weight in weights.items():
        yield alike._replace(weight=weight)
