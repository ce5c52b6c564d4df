"""What a builder should be told before buying."""

from collections.abc import Sequence

from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.kit import Kit
from menace_kit.text.phrases import Message, say
from menace_kit.workshop.capacity import capacity_warnings
from menace_kit.workshop.colour_vision import colour_warnings
from menace_kit.workshop.forecasts import SimulatedNeed
from menace_kit.workshop.learning_risks import first_box_warnings, learning_warnings

SHORT = {
    "safety": {"safety"},
    "cannot-learn": {"win-no-better"},
    "too-large": {"bead-too-large"},
    "too-full": {"starts-too-full", "starts-unmixed"},
    "may-empty": {"first-box-empties"},
    "empties": {"empty-last-move"},
    "fills": {"soon-full", "full-in-time", "halved-in-time"},
    "estimate": {"tray-not-measured"},
    "alike": {"alike-protan", "alike-deutan", "alike-tritan"},
}
"""The short warnings, the most serious first, and the warnings that each stands for."""

MOST_SHORT = 5
"""So many short warnings are read before the list; more are not."""


def short_warnings(warnings: Sequence[Message]) -> tuple[Message, ...]:
    """Return what these warnings say in a sentence each, and what to do: at most MOST_SHORT."""
    told = {warning.key.removeprefix("warnings."): warning for warning in reversed(warnings)}
    short = []
    for name, keys in SHORT.items():
        meant = [told[key] for key in told if key in keys]
        if meant:
            short.append(say(f"warnings.short-{name}", **meant[-1].facts))
    return tuple(short[:MOST_SHORT])


def kit_warnings(kit: Kit, need: SimulatedNeed | None = None) -> tuple[Message, ...]:
    """Return everything that the builder of this kit should be told, always in the same order.

    `need` is what simulated machines of this kit needed; where it is known,
    it replaces what is only known in general.
    """
    learning = (*first_box_warnings(kit, need), *learning_warnings(kit))
    if kit.container.kind is ContainerKind.MAT:
        # Its tokens are no beads: each has its letter on it.
        return learning
    return (
        say("warnings.safety"),
        *learning,
        *capacity_warnings(kit, need),
        *colour_warnings(kit),
    )
