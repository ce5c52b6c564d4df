"""How the machine learns: what a result does to the beads, and what happens when a box is empty."""

from enum import Enum
from typing import Annotated

from pydantic import Field

from menace_kit.machine.model import TomlModel, YesNo

Change = Annotated[int, Field(ge=-99, le=99, strict=True)]
PerStage = Change | Annotated[tuple[Change, ...], Field(min_length=1)]
"""One number for all stages, or a list with one for each."""


def at_stage(value: int | tuple[int, ...], stage: int) -> int:
    """Return the number that holds at a stage, counted from 1."""
    return value if isinstance(value, int) else value[stage - 1]


class EmptyBox(Enum):
    """What happens when the machine must draw from an empty box.

    RESIGN: it gives the game up, which is a defeat. REFILL: the box gets its starting beads again. KEEP_LAST: it cannot
    happen, for the last bead is never taken out. RANDOM: a move is drawn by lot. PUNISH_PREVIOUS: it gives up, and the
    box that was used before loses one bead more of the colour that was drawn from it.
    """

    RESIGN = "resign"
    REFILL = "refill"
    KEEP_LAST = "keep-last"
    RANDOM = "random"
    PUNISH_PREVIOUS = "punish-previous"


class Teaches(Enum):
    """Which of the machine's moves a game teaches: all of them, or only its last one, as with M. Gardner's HER."""

    EVERY_MOVE = "every-move"
    LAST_MOVE = "last-move"


class Learning(TomlModel):
    """Reinforcement: beads of the drawn colour that are added after each result, counted from before it was drawn.

    The drawn bead is put back in any case that adds 0 or more; -1 is to keep it out. Beads that a game does not teach
    are all put back.
    """

    win: PerStage = 3
    draw: PerStage = 1
    loss: PerStage = -1
    teaches: Teaches = Teaches.EVERY_MOVE
    empty_box: EmptyBox = EmptyBox.RESIGN
    protect_first_box: YesNo = False
