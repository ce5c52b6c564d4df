"""A machine's first choice: its earliest move that can be a bad one, and how likely it is good.

Against MENACE 1961 no opening loses anything, so that its first choice is its second move;
the first move of a machine that plays second can be bad. What the chance needs is worked out once
for a kit: the ways to the boxes of that move. To sum them takes a moment for each state of the
boxes, in plain numbers here, in arrays in the lab, and in the site's first page by the same ways.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from menace_kit.games import Move, Side
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, DrawnBead
from menace_kit.machine.prospects import good_moves
from menace_kit.machine.turns import Turn


class Approach(NamedTuple):
    """A way to a box of the first choice.

    Attributes:
        weight: how likely the opponent's moves are that lead there, of a random player.
        drawn: the beads that the machine draws on the way.
        box: the number of the box.
        good: the colours whose moves keep what the position is worth.
    """

    weight: float
    drawn: tuple[DrawnBead, ...]
    box: int
    good: tuple[str, ...]


class FirstChoice(NamedTuple):
    """The earliest of a side's moves that can be bad, counted from 1, and the ways to its boxes."""

    side: Side
    move: int
    ways: tuple[Approach, ...]

    def chance(self, contents: Contents) -> float:
        """Return how likely the machine makes a good one in its next game, from 0 to 1.

        It plays a random player. A machine that gives up at an empty box makes none.
        Fewer than no beads, which a logbook may have of a colour, are none.
        """
        return sum(way.weight * _drawn(way, contents) * _good(way, contents) for way in self.ways)


def _share(contents: Contents, number: int, colours: tuple[str, ...]) -> float:
    inside = contents[number]
    total = sum(max(count, 0) for count in inside.values())
    return sum(max(inside[colour], 0) for colour in colours) / total if total else 0.0


def _drawn(way: Approach, contents: Contents) -> float:
    likely = 1.0
    for box, colour in way.drawn:
        likely *= _share(contents, box, (colour,))
    return likely


def _good(way: Approach, contents: Contents) -> float:
    return _share(contents, way.box, way.good)


@lru_cache(maxsize=8)
def first_choices(kit: Kit) -> tuple[FirstChoice, ...]:
    """Return the first choice of each side that the kit plays; a side that has none is left out."""
    found = []
    for side in kit.sides:
        moves = [box.stage for box in kit.boxes if box.side is side and _can_err(kit, box)]
        if moves:
            ways = tuple(_merged(_ways(kit, side, min(moves))))
            found.append(FirstChoice(side, min(moves), ways))
    return tuple(found)


def _can_err(kit: Kit, box: Box) -> bool:
    good = good_moves(kit.game, box.position)
    return any(bead.move not in good for bead in box.beads)


def _ways(kit: Kit, side: Side, last: int) -> Iterator[Approach]:
    """Yield every way to a side's boxes for its `last` move; some of them more than once."""
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
    """Yield ways that are alike as one, as likely as all of them together."""
    weights: dict[Approach, float] = {}
    for way in ways:
        alike = way._replace(weight=0.0)
        weights[alike] = weights.get(alike, 0.0) + way.weight
    for alike, weight in weights.items():
        yield alike._replace(weight=weight)
