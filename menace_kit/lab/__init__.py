"""The lab: what a machine will learn, simulated and summed exactly; players and learners.

`engine/` has dense tables, the compiled trainer and matches; `players` and `learners` decide who
plays whom; `exact` sums chances; `training` and `machine_file` keep machines; `studies/` shows what
many runs have in common. They need the extra `lab`, but this module doesn't: commands make their
help from its names, and it imports nothing.

To add a player: its entry here; its moves in `players` (as tables) and in `tests/lab/reference.py`
(in plain Python), which stay independent on purpose; and its name in the texts (`lab.NAME`). To add
a learner: its entry here, and its role in `learners`.
"""

from collections.abc import Mapping
from typing import NamedTuple


class PlayerEntry(NamedTuple):
    """What there is to know about a player besides its moves.

    Attributes:
        rate: how often it errs if its name doesn't say; of an adaptive one, at the start.
        adaptive: whether that rate follows how often the machine has erred lately.
        looks: whether it looks into the machine's boxes before each game, and plays by them.
        symmetric: whether it plays a turned board like the original;
            if not, it needs a table with all positions.
        note: how it plays, for the help, if its name doesn't say.
    """

    rate: float = 0.0
    adaptive: bool = False
    looks: bool = False
    symmetric: bool = True
    note: str = ""


MOST_GAMES = 10**12
"""The most games that you can ask for at once."""

COACH = "coach"

PLAYERS: Mapping[str, PlayerEntry] = {
    "random": PlayerEntry(),
    "first-free": PlayerEntry(symmetric=False),
    "win-or-block": PlayerEntry(note="wins if it can, else leaves as few wins at once as it can"),
    "perfect": PlayerEntry(),
    "adaptive": PlayerEntry(rate=0.5, adaptive=True, note="errs as often as the machine"),
    COACH: PlayerEntry(looks=True, note="looks into the boxes, and teaches"),
}
"""The players that learn nothing."""


class LearnerEntry(NamedTuple):
    """Whether a learner has boxes, which can be saved, and whose idea it is, for the help."""

    has_boxes: bool
    note: str = ""


LEARNERS: Mapping[str, LearnerEntry] = {
    "beads": LearnerEntry(has_boxes=True),
    "odds": LearnerEntry(has_boxes=True, note="Pegasus 2"),
    "q-learning": LearnerEntry(has_boxes=False),
    "monte-carlo": LearnerEntry(has_boxes=False, note="Pulles's Q"),
}
"""The learners by name."""

WITH_BOXES = tuple(name for name, entry in LEARNERS.items() if entry.has_boxes)

MENACE, WORST_CASE = "menace", "worst-case"
"""Opponents that aren't players: the kit's other machine, and one who knows the boxes."""

OPPONENTS = (*PLAYERS, MENACE, *(name for name in LEARNERS if name != "beads"))
"""Everybody a machine can learn from, except the user's functions."""

STATIONARY = (
    *(name for name, entry in PLAYERS.items() if not (entry.adaptive or entry.looks)),
    "perfect:0.1",
)
"""Players who never change; the last shows how to name a rate of errors."""


A_MACHINE = (
    "another machine's FILE (it draws its beads and learns nothing; "
    "FILE:greedy plays those it has most of)"
)
"""How the help names a saved machine as an opponent."""

OF_ONES_OWN = (
    "or a function of yours, FILE.py:NAME: from a board such as O.X...... "
    "to a square, a list of squares, or squares and their probabilities"
)
"""How the help names the user's own players, and what these get and return."""


def in_help(*names: str) -> str:
    """Return names as the help lists them: STATIONARY, the meaning of its last one, then these."""
    players = (noted(name, PLAYERS[name].note) for name in STATIONARY[:-1])
    return ", ".join([*players, f"{STATIONARY[-1]} (errs so often)", *names])


def noted(name: str, note: str) -> str:
    """Return a name with its note, if any, in brackets."""
    return f"{name} ({note})" if note else name
