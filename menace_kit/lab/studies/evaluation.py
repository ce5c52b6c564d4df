"""What a machine can expect of its next game, against each of several opponents."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from menace_kit.games import Side
from menace_kit.lab.engine.arrays import Array
from menace_kit.lab.engine.tables import MachineTable
from menace_kit.lab.exact import (
    Chances,
    Policy,
    exact_chances,
    machine_policy,
    taken_share,
    worst_case,
)

Rival = Callable[[Policy], Policy | None]
"""Returns how an opponent plays against a machine with this policy.

None is the worst case: it knows what is in the boxes.
"""


class Expected(NamedTuple):
    """The chances of the next game, and the share of beads drawn that mean taken squares.

    The latter is None for a kit without such beads, and in the worst case.
    """

    chances: Chances
    taken: float | None = None


def evaluated(
    machine: MachineTable,
    weights: Array,
    side: Side,
    rivals: Mapping[str, Rival],
    greedy: bool = False,
) -> dict[str, Expected]:
    """Return what this side's machine can expect against each opponent."""
    own = machine_policy(machine, weights, greedy)
    found = {}
    for name, rival in rivals.items():
        other = rival(own)
        if other is None:
            found[name] = Expected(worst_case(machine.game, own, side))
            continue
        taken = taken_share(machine, weights, own, other, side) if machine.taken.any() else None
        found[name] = Expected(exact_chances(machine.game, own, other, side), taken)
    return found
