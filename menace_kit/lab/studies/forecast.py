"""A forecast: many simulated machines play a crowd; what they needed is what to own.

forecaster = Forecaster(kit, games=300, seed=1)
forecaster.play(runs=1000)
need = forecaster.need()
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from menace_kit.files import code_of
from menace_kit.games import Side
from menace_kit.kept import kept
from menace_kit.lab.engine.arrays import Array
from menace_kit.lab.engine.match import Batch, Match, Run, places_in, runs_together
from menace_kit.lab.engine.random_stream import stream_seeds
from menace_kit.lab.engine.roles import roles_for
from menace_kit.machine import Kit
from menace_kit.machine.learning import allowed_in_boxes
from menace_kit.workshop.forecasts import (
    CROWD,
    PERCENT,
    RUNS,
    SEED,
    SimulatedNeed,
    forecast_key,
    need_from,
    table_of,
)


class RunNeeds(NamedTuple):
    """What a run needed: the most beads of each colour and in a box, and halvings."""

    colours: Array
    fullest: int
    halved: int


class Forecaster:
    """Plays runs of a kit's machine against a crowd, and keeps what a forecast needs.

    `needs` has the needs of each run played.

    A kit with boxes for both sides has a machine for each, which take turns at the games; they
    never meet. If one can't continue, the other still plays its games. Their needs are added up as
    if both peaked at the same time, so that no order of the games needs more.

    Boxes that are too full are halved if that is the kit's rule.
    """

    def __init__(
        self,
        kit: Kit,
        games: int,
        crowd: Mapping[str, float] = CROWD,
        seed: int = SEED,
    ) -> None:
        """Start without runs; `crowd` is player -> share of the games.

        Raises LabError if a player is unknown.
        """
        self.kit, self.games, self.crowd, self.seed = kit, games, crowd, seed
        self._matches = {
            side: Match(kit, (roles_for(side),), tuple(crowd), tuple(crowd.values()))
            for side in kit.sides
        }
        for match in self._matches.values():
            _ = match.players  # report an unknown player before anything is played
        # If two sides share an odd number of games, the first has one more.
        sides = len(self._matches)
        self.planned = {
            side: (games + sides - 1 - place) // sides for place, side in enumerate(self._matches)
        }
        self._start = np.array(list(kit.start_by_colour().values()), np.int64)
        self.needs: list[RunNeeds] = []
        self._emptied = dict.fromkeys(self._matches, 0)

    def play(self, runs: int) -> None:
        """Play so many more runs, those that are played together at a time."""
        seeds = stream_seeds(self.seed, len(self.needs) + runs)[len(self.needs) :]
        size = runs_together(self.games)
        for place in range(0, runs, size):
            some = seeds[place : place + size]
            played = self._played_by(some)
            for run in range(len(some)):
                self._count({side: batch[run] for side, batch in played.items()})

    def _played_by(self, seeds: Sequence[int]) -> dict[Side, Batch]:
        """Return the runs of all sides."""
        others = [stream_seeds(seed, len(self._matches) - 1) for seed in seeds]
        own = [seeds, *(list(column) for column in zip(*others, strict=True))]
        played = {
            side: match.batch(each)
            for (side, match), each in zip(self._matches.items(), own, strict=True)
        }
        for side, batch in played.items():
            for _ in batch.pieces(self.planned[side], track=True):
                pass
        return played

    def _colours(self, played: Mapping[Side, Run]) -> Array:
        """Return the most beads of each colour at any time.

        A side leaves the other's boxes alone.
        """
        peaks = [run.memory.colour_peak for run in played.values()]
        most: Array = np.sum(peaks, axis=0) - self._start * (len(peaks) - 1)
        return most

    def _count(self, played: Mapping[Side, Run]) -> None:
        """Add a run."""
        for side, run in played.items():
            firsts = places_in(self.kit, self.kit.first_boxes(side))
            self._emptied[side] += bool((run.memory.lowest[firsts] == 0).any())
        memories = [run.memory for run in played.values()]
        self.needs.append(
            RunNeeds(
                self._colours(played),
                max(int(memory.peak.max()) for memory in memories),
                sum(int(memory.halved.sum()) for memory in memories),
            )
        )

    def need(self) -> SimulatedNeed:
        """Return what the runs needed; there must be one."""
        names = [colour.name for colour in self.kit.colours]
        colours, fullest, halved = zip(*self.needs, strict=True)
        most = np.array(colours)
        return SimulatedNeed(
            runs=len(self.needs),
            games=self.games,
            beads=dict(zip(names, beads_needed(most), strict=True)),
            total=needed(most.sum(axis=1).tolist()),
            halved=needed(halved, 50),
            halved_most=needed(halved),
            fullest=needed(fullest),
            emptied=self._emptied,
            crowd=self.crowd,
        )


def needed(most: Sequence[int], percent: int = PERCENT) -> int:
    """Return the smallest number that so many of 100 runs did not go beyond."""
    return sorted(most)[-(-percent * len(most) // 100) - 1]


def beads_needed(most: Array) -> list[int]:
    """Return the beads to own of each colour, from the most that each run had:
    int64 [runs, colours].

    Colours are bought at the same level: of each as many as all but so many of 1,000 runs needed,
    so many being the greatest number at which PERCENT of 100 runs have enough of every colour.
    """
    ordered = np.sort(most, axis=0)
    # The place of a run's need of a colour among those of all runs, from 0;
    # of its scarcest colour the level it needs.
    places = [np.searchsorted(row, column) for row, column in zip(ordered.T, most.T, strict=True)]
    level = needed(np.max(places, axis=0).tolist())
    beads: list[int] = ordered[level].tolist()
    return beads


def simulated_need(kit: Kit, runs: int = RUNS, crowd: Mapping[str, float] = CROWD) -> SimulatedNeed:
    """Return what so many machines of a kit needed against a crowd.

    They play the number of games that the kit file plans.
    """
    forecaster = Forecaster(kit, kit.spec.shopping.games, crowd)
    forecaster.play(runs)
    return forecaster.need()


def kept_need(kit: Kit, crowd: Mapping[str, float] = CROWD) -> SimulatedNeed:
    """Return the need of RUNS machines; it is kept on disk until this program changes."""
    rooms = ("games", "machine", "lab", "lab/engine", "lab/studies")
    code = [path for room in rooms for path in code_of(room)]
    name = f"need {forecast_key(kit, crowd)} {allowed_in_boxes(kit)}"
    table = kept(name, lambda: table_of(simulated_need(kit, crowd=crowd)), code)
    return need_from(table, kit, crowd)
