"""What a machine has learned: its exact chances after every game, from the logbook.

The extra `lab` is imported only when it is needed.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from menace_kit.games import Side
from menace_kit.logbook import Logbook, box_changes
from menace_kit.machine import Kit
from menace_kit.machine.learning import starting_contents

if TYPE_CHECKING:  # numpy and numba, which may not be installed
    from menace_kit.lab.engine.arrays import Array
    from menace_kit.lab.engine.tables import GameTable, MachineTable
    from menace_kit.lab.exact import Chances
    from menace_kit.lab.plain import PlainChances


LAB = ("numpy", "numba")
"""What the exact chances and the coach need from the extra `lab`."""

INSTALLS_LAB = 'pip install ".[lab]"'
"""The command to install it, in the project's folder."""

OPPONENTS = ("random", "perfect")

MOST_POINTS = 400
"""The most games after which chances are worked out; of more, evenly spaced ones."""


class Learned(NamedTuple):
    """What a machine has learned on one side; `games` are numbers of finished games, 0 the start.

    `chances` has, for each opponent, one element for each number in `games`. `now` is with the
    present contents.
    """

    side: Side
    games: tuple[int, ...]
    chances: "Mapping[str, Sequence[Chances | PlainChances]]"
    now: "Mapping[str, Chances | PlainChances]"


def learned(logbook: Logbook) -> list[Learned]:
    """Return what a machine has learned, for each side that it plays."""
    import numpy as np

    from menace_kit.lab.exact import exact_chances, machine_policy, player_policy
    from menace_kit.lab.players import player_named

    kit = logbook.kit
    game, machine = tables_of(kit)
    moments, last = _beads_after(logbook, machine)
    # Counts by hand can make the sums negative, but a box can't hold fewer than no beads.
    policies = [
        machine_policy(machine, np.maximum(beads, 0)) for _, beads in (*moments, (-1, last))
    ]
    players = {name: player_policy(player_named(name, game)) for name in OPPONENTS}
    found = []
    for side in dict.fromkeys(side for side, _ in kit.stages):
        chances = {
            name: tuple(exact_chances(game, policy, opponent, side) for policy in policies)
            for name, opponent in players.items()
        }
        found.append(
            Learned(
                side=side,
                games=tuple(number for number, _ in moments),
                chances={name: each[:-1] for name, each in chances.items()},
                now={name: each[-1] for name, each in chances.items()},
            )
        )
    return found


PLAIN_POINTS = 100
"""The same limit for plain Python, so that a page takes no longer than a second or two."""


def learned_plainly(logbook: Logbook) -> list[Learned]:
    """Return the same as `learned`, for fewer games, without the extra `lab`."""
    from menace_kit.lab.plain import plain_chances

    kit = logbook.kit
    contents = starting_contents(kit)
    by_game = list(box_changes.changes_by_game(logbook))
    every = max(1, -(-(len(by_game) - 1) // PLAIN_POINTS))
    games = [0, *range(len(by_game) - 1, 0, -every)[::-1]]
    sides = dict.fromkeys(side for side, _ in kit.stages)
    found = {
        (side, name): [plain_chances(kit, contents, side, name)]
        for side in sides
        for name in OPPONENTS
    }
    for number, changes in enumerate(by_game, start=1):
        for box, colour, change in changes:
            contents[box][colour] += change
        # The last element has the changes since the last game.
        if number in games or number == len(by_game):
            for (side, name), chances in found.items():
                chances.append(plain_chances(kit, contents, side, name))
    return [
        Learned(
            side=side,
            games=tuple(games),
            chances={name: found[side, name][: len(games)] for name in OPPONENTS},
            now={name: found[side, name][-1] for name in OPPONENTS},
        )
        for side in sides
    ]


@cache
def tables_of(kit: Kit) -> "tuple[GameTable, MachineTable]":
    """Return a kit's tables; positions that its boxes don't distinguish are one state."""
    from menace_kit.lab.engine.tables import kit_table, machine_table

    game = kit_table(kit)
    return game, machine_table(kit, game)


def _beads_after(
    logbook: Logbook, machine: "MachineTable"
) -> "tuple[list[tuple[int, Array]], Array]":
    """Return the beads at the start and after finished games, by number, and those of now."""
    import numpy as np

    beads = machine.start.copy()
    indices = logbook.kit.indices
    kinds = [
        {bead.colour: place for place, bead in enumerate(box.beads)} for box in logbook.kit.boxes
    ]
    # The last element has the changes since the last game.
    by_game = list(box_changes.changes_by_game(logbook))
    shown = set(np.linspace(0, len(by_game) - 1, MOST_POINTS).astype(int).tolist())
    found = [(0, beads.copy())]
    for number, changes in enumerate(by_game, start=1):
        for box, colour, change in changes:
            beads[indices[box], kinds[indices[box]][colour]] += change
        if number in shown:
            found.append((number, beads.copy()))
    return found, beads
