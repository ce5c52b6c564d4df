"""What a machine has learned: its exact chances after every game, from the logbook."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from menace_kit.games import Side
from menace_kit.logbook import Logbook, box_changes
from menace_kit.machine.learning import starting_contents
from menace_kit.machine.next_game import PERFECT, RANDOM, Chances, next_game, reached

OPPONENTS = (RANDOM, PERFECT)

MOST_POINTS = 100
"""The most games after which chances are worked out; of more, evenly spaced ones."""

MOST_POSITIONS = 80_000
"""The most positions to sum for one opponent: fewer games of a machine that tells more apart."""


class Learned(NamedTuple):
    """What a machine has learned on one side; `games` are numbers of finished games, 0 the start.

    `chances` has, for each opponent, one element for each number in `games`. `now` is with the
    present contents.
    """

    side: Side
    games: tuple[int, ...]
    chances: Mapping[str, Sequence[Chances]]
    now: Mapping[str, Chances]


def learned(logbook: Logbook) -> list[Learned]:
    """Return what a machine has learned, for each side that it plays."""
    kit = logbook.kit
    contents = starting_contents(kit)
    by_game = list(box_changes.changes_by_game(logbook))
    points = min(MOST_POINTS, MOST_POSITIONS // len(reached(kit)))
    every = max(1, -(-(len(by_game) - 1) // points))
    games = [0, *range(len(by_game) - 1, 0, -every)[::-1]]
    sides = dict.fromkeys(side for side, _ in kit.stages)
    found = {
        (side, name): [next_game(kit, contents, side, name)] for side in sides for name in OPPONENTS
    }
    for number, changes in enumerate(by_game, start=1):
        for box, colour, change in changes:
            contents[box][colour] += change
        # The last element has the changes since the last game.
        if number in games or number == len(by_game):
            for (side, name), chances in found.items():
                chances.append(next_game(kit, contents, side, name))
    return [
        Learned(
            side=side,
            games=tuple(games),
            chances={name: found[side, name][: len(games)] for name in OPPONENTS},
            now={name: found[side, name][-1] for name in OPPONENTS},
        )
        for side in sides
    ]
