"""What a machine can expect of its next game, against each of several opponents."""

from collections.abc import Callable, Mapping

from menace_kit.games import Side
from menace_kit.lab.engine.arrays import Array
from menace_kit.lab.engine.tables import MachineTable
from menace_kit.lab.exact import Policy, exact_chances, machine_policy, worst_case
from menace_kit.machine.next_game import Chances

Rival = Callable[[Policy], Policy | None]
"""Returns how an opponent plays against a machine with this policy.

None is the worst case: it knows what is in the boxes.
"""


def evaluated(
    machine: MachineTable,
    weights: Array,
    side: Side,
    rivals: Mapping[str, Rival],
    greedy: bool = False,
) -> dict[str, Chances]:
    """Return the chances of the next game of a machine that plays this side, against each."""
    own = machine_policy(machine, weights, greedy)
    found = {}
    for name, rival in rivals.items():
        other = rival(own)
        if other is None:
            found[name] = worst_case(machine.game, own, side)
        else:
            found[name] = exact_chances(machine.game, own, other, side)
    return found
