"""The exact chances of a machine after every game, out of its journal: what it has learned.

Needs the extra `lab`: import it where that is sure to be there.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from menace_kit.games import Side
from menace_kit.journal.queries import changes_by_game
from menace_kit.journal.store import Journal
from menace_kit.lab.engine.arrays import Array
from menace_kit.lab.engine.tables import GameTable, MachineTable, kit_table, machine_table
from menace_kit.lab.exact import Chances, exact_chances, machine_policy, player_policy
from menace_kit.lab.players import player_named
from menace_kit.machine.kit import Kit

OPPONENTS = ("random", "perfect")
MOST_POINTS = 400
"""Games after which the chances are summed; of more games some are left out, evenly."""


class Learned(NamedTuple):
    """What a machine has learned on one side: `games` are the numbers of finished games, 0 the start.

    `chances` has for each opponent one element a number in `games`; `now` is with what belongs in the boxes now.
    """

    side: Side
    games: tuple[int, ...]
    chances: dict[str, tuple[Chances, ...]]
    now: dict[str, Chances]


def learned(journal: Journal) -> list[Learned]:
    """Return what a machine has learned, for each side that it plays."""
    kit = journal.kit
    game, machine = tables_of(kit)
    moments, last = _beads_after(journal, machine)
    # Counted by hand there may be any number; fewer than none there are not.
    policies = [machine_policy(machine, np.maximum(beads, 0)) for _, beads in (*moments, (-1, last))]
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


@cache
def tables_of(kit: Kit) -> tuple[GameTable, MachineTable]:
    """Return the tables of a kit: positions that its boxes do not tell apart are one state."""
    game = kit_table(kit)
    return game, machine_table(kit, game)


def _beads_after(journal: Journal, machine: MachineTable) -> tuple[list[tuple[int, Array]], Array]:
    """Return the beads at the start and after finished games, each with its number, and those of now."""
    beads = machine.start.copy()
    indices = journal.kit.indices
    kinds = [{bead.colour: place for place, bead in enumerate(box.beads)} for box in journal.kit.boxes]
    by_game = list(changes_by_game(journal))  # the last of them has what came since the last game
    shown = set(np.linspace(0, len(by_game) - 1, MOST_POINTS).astype(int).tolist())
    found = [(0, beads.copy())]
    for number, changes in enumerate(by_game, start=1):
        for box, colour, change in changes:
            beads[indices[box], kinds[indices[box]][colour]] += change
        if number in shown:
            found.append((number, beads.copy()))
    return found, beads
