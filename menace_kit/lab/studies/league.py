"""A league: everybody plays everybody, on both sides if possible, and nobody learns."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from menace_kit.errors import LabError
from menace_kit.games import Side
from menace_kit.lab.engine.tables import GameTable
from menace_kit.lab.exact import Chances, Policy, exact_chances

Entrants = Mapping[str, Mapping[Side, Policy]]
"""Name -> policy on each side that it can play."""


class Pairing(NamedTuple):
    """A game of a league: who plays first and second, and the first player's chances."""

    first: str
    second: str
    chances: Chances


class Standing(NamedTuple):
    """What somebody can expect of a league: games, and the average won, drawn and lost.

    `plays` are the sides that were played: one of them may be easier.
    """

    name: str
    plays: Sequence[Side]
    games: int
    won: float
    drawn: float
    lost: float

    @property
    def points(self) -> float:
        """Return the points of all games: one for a win, half for a draw."""
        return self.won + self.drawn / 2

    @property
    def mean(self) -> float:
        """Return the points per game, 0 without games."""
        return self.points / max(self.games, 1)


def all_play_all(game: GameTable, entrants: Entrants) -> list[Pairing]:
    """Return every game that two of them can play, with its exact chances.

    Raises LabError if there is none, because all of them play the same side.
    """
    pairings = [
        Pairing(first, second, exact_chances(game, own[Side.FIRST], other[Side.SECOND], Side.FIRST))
        for (first, own), (second, other) in permutations(entrants.items(), 2)
        if Side.FIRST in own and Side.SECOND in other
    ]
    if not pairings:
        raise LabError("nobody here has boxes to play anybody else: all play the same side")
    return pairings


def standings(entrants: Entrants, pairings: Sequence[Pairing]) -> list[Standing]:
    """Return what each can expect, those with most points per game first."""
    found = []
    for name in entrants:
        first = [tuple(each.chances) for each in pairings if each.first == name]
        second = [tuple(each.chances)[::-1] for each in pairings if each.second == name]
        plays = [side for side, games in zip(Side, (first, second), strict=True) if games]
        own = first + second
        won, drawn, lost = (sum(chances[place] for chances in own) for place in range(3))
        found.append(Standing(name, plays, len(own), won, drawn, lost))
    return sorted(found, key=lambda each: -each.mean)
