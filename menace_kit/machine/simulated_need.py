"""What a simulation of a kit found, as far as shopping lists need it: plain numbers, from whoever simulated it."""

from collections.abc import Mapping
from dataclasses import dataclass

from menace_kit.games import Side


@dataclass(frozen=True)
class SimulatedNeed:
    """What many simulated machines of one kit needed; with machines for both sides these share the games.

    Attributes:
        runs: how many machines were simulated.
        games: how many games each played at the most.
        crowd: whom they played: names of players (those of the table `[lab]` of the words) -> per cent of the games.
        seed: the same seed gives the same numbers.
        percent: of 100 machines, how many the beads in `beads` were enough for.
        beads: colour name -> beads to own.
        fullest: beads in the fullest box there ever was; of 100 machines, `percent` had none that was fuller.
        emptied: side -> in how many of the runs one of its first boxes ran empty.
    """

    runs: int
    games: int
    crowd: Mapping[str, int]
    seed: int
    percent: int
    beads: Mapping[str, int]
    fullest: int
    emptied: Mapping[Side, int]
