"""The canonical text of a machine: its rules, then a line for each box."""

from collections.abc import Mapping

from menace_kit.games import Side, described, move_text
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import Teaches, at_stage


def described_machine(kit: Kit, called: Mapping[str, str]) -> str:
    """Return a machine's canonical text; `called` maps each colour to what the text calls it."""
    learning = kit.spec.learning
    rewards = ("win", "draw", "loss")
    rules = [
        f"game {described(kit.game)}",
        f"marks {' '.join(kit.spec.marks)}",
        *(f"{result} {_by_stage(kit, getattr(learning, result))}" for result in rewards),
        f"empty-box {learning.empty_box.value}",
        f"protect-first-box {str(learning.protect_first_box).lower()}",
        *([f"later {later.value}"] if (later := kit.spec.boxes.later_rule) else []),
        *([] if learning.teaches is Teaches.EVERY_MOVE else [f"teaches {learning.teaches.value}"]),
        *(
            f"{result}-second {_by_stage(kit, learning.by(result, Side.SECOND), Side.SECOND)}"
            for result in rewards
            if not _alike(kit, learning.by(result, Side.FIRST), learning.by(result, Side.SECOND))
        ),
    ]
    boxes = [
        f"{box.number} {box.side.value} {box.stage} {kit.board(box)} "
        + " ".join(
            f"{called[bead.colour]}:{move_text(bead.move)}x{bead.start}" for bead in box.beads
        )
        for box in kit.boxes
    ]
    return "\n".join([*rules, *boxes, ""])


def _by_stage(kit: Kit, value: int | tuple[int, ...], *sides: Side) -> str:
    """Return a number for each stage of these sides, or of both if none is named."""
    last = max(stage for side, stage in kit.stages if side in (sides or Side))
    return " ".join(str(at_stage(value, stage)) for stage in range(1, last + 1))


def _alike(kit: Kit, first: int | tuple[int, ...], second: int | tuple[int, ...]) -> bool:
    """Return whether two values are the same at each of the second player's stages."""
    stages = [stage for side, stage in kit.stages if side is Side.SECOND]
    return all(at_stage(first, stage) == at_stage(second, stage) for stage in stages)
