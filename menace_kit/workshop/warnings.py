"""What to tell a builder before buying."""

from collections.abc import Sequence

from menace_kit.machine import Kit
from menace_kit.machine.containers import ContainerKind
from menace_kit.text.phrases import Message, say
from menace_kit.workshop.capacity import capacity_warnings
from menace_kit.workshop.colour_vision import colour_warnings
from menace_kit.workshop.forecasts import SimulatedNeed
from menace_kit.workshop.learning_risks import first_box_warnings, learning_warnings

SERIOUS = (
    "safety",
    "cannot-learn",
    "too-large",
    "too-full",
    "may-empty",
    "empties",
    "fills",
    "halve",
    "estimate",
    "alike",
)
"""The warnings that say what to do, the most serious first; the others only add to them."""

MOST_BEFORE = 5
"""The most warnings that people read before a list."""


def before_the_list(warnings: Sequence[Message]) -> list[Message]:
    """Return the warnings to read before shopping: at most MOST_BEFORE, the most serious first."""
    places = {f"warnings.{name}": place for place, name in enumerate(SERIOUS)}
    serious = [warning for warning in warnings if warning.key in places]
    return sorted(serious, key=lambda warning: places[warning.key])[:MOST_BEFORE]


def kit_warnings(kit: Kit, need: SimulatedNeed | None = None) -> tuple[Message, ...]:
    """Return all warnings for this kit's builder, always in the same order.

    `need` is what simulated machines of this kit needed; it replaces general knowledge.
    """
    learning = (*learning_warnings(kit), *first_box_warnings(kit, need))
    if kit.container.kind is ContainerKind.MAT:
        # Its tokens aren't beads: each has its letter on it.
        return learning
    return (
        say("warnings.safety"),
        *learning,
        *capacity_warnings(kit, need),
        *colour_warnings(kit),
    )
