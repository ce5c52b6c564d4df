"""The lab: what a machine will learn, simulated and summed exactly;
and who can play and learn, by name.

`engine/` has dense tables, the compiled trainer and matches; `players` and `learners` who
plays whom; `exact` the chances, summed; `training` and `machine_file` machines that are kept;
`studies/` what many runs tell. Needs the extra `lab`, but not these names,
which the commands' help is made from: they import nothing.

To add a player: its entry here; its moves in `players` (as tables) and in `tests/lab/reference.py`
(in plain Python), which stay independent on purpose; and its name in the words (`lab.NAME`).
A learner: its entry, and its role in `learners`.
"""

from collections.abc import Mapping
from typing import NamedTuple


class PlayerEntry(NamedTuple):
    """What there is to know of a player besides its moves.

    Attributes:
        rate: how often it errs where its name does not say; of an adaptive one, at the beginning.
        adaptive: whether that rate follows how often the machine has erred lately.
        looks: whether it looks into the machine's boxes before each game,
            and plays by what is in them.
        symmetric: whether it treats a turned board as it treats the board;
            else it needs all positions apart.
        note: how it plays, for the help, where its name does not say.
    """

    rate: float = 0.0
    adaptive: bool = False
    looks: bool = False
    symmetric: bool = True
    note: str = ""


MOST_GAMES = 10**12
"""Games that one may ask for at once."""

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
    """What there is to know of a learner: whether it has boxes, which can be kept;
    whose it is, for the help.
    """

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
"""Opponents that are no players: the kit's other machine,
and one who knows what is in the boxes.
"""

OPPONENTS = (*PLAYERS, MENACE, *(name for name in LEARNERS if name != "beads"))
"""All whom a machine can learn from, but for functions of the user's."""

STATIONARY = (
    *(name for name, entry in PLAYERS.items() if not (entry.adaptive or entry.looks)),
    "perfect:0.1",
)
"""Players who always play alike; the last shows how a rate of errors is named."""


A_MACHINE = (
    "another machine's FILE (it draws its beads and learns nothing; "
    "FILE:greedy plays those it has most of)"
)
"""How the help names a machine in a file as an opponent."""

OF_ONES_OWN = (
    "or a function of yours, FILE.py:NAME: from a board such as O.X...... "
    "to a square, a list of squares, or squares and their probabilities"
)
"""How the help names players that the user writes; what they get and give."""


def in_help(*names: str) -> str:
    """Return names as the help lists them: those of STATIONARY,
    what the last of them means, then these.
    """
    players = (noted(name, PLAYERS[name].note) for name in STATIONARY[:-1])
    return ", ".join([*players, f"{STATIONARY[-1]} (errs so often)", *names])


def noted(name: str, note: str) -> str:
    """Return a name with what is said of it, if there is anything, in brackets."""
    return f"{name} ({note})" if note else name
