"""What a builder should be told before buying."""

from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.kit import Kit
from menace_kit.text.phrases import Message, say
from menace_kit.workshop.capacity import capacity_warnings
from menace_kit.workshop.colour_vision import colour_warnings
from menace_kit.workshop.forecasts import SimulatedNeed
from menace_kit.workshop.learning_risks import first_box_warnings, learning_warnings


def kit_warnings(kit: Kit, need: SimulatedNeed | None = None) -> tuple[Message, ...]:
    """Return everything that the builder of this kit should be told, always in the same order.

    `need` is what simulated machines of this kit needed; where it is known,
    it replaces what is only known in general.
    """
    learning = (*learning_warnings(kit), *first_box_warnings(kit, need))
    if kit.container.kind is ContainerKind.MAT:
        # Its tokens are no beads: each has its letter on it.
        return learning
    return (
        say("warnings.safety"),
        *learning,
        *capacity_warnings(kit, need),
        *colour_warnings(kit),
    )
