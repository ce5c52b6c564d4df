"""A forecast: many simulated machines play a crowd; what they needed is what to own.

forecaster = Forecaster(kit, games=300, seed=1)
for _ in forecaster.play(runs=1000): ...
found = forecaster.forecast()
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from menace_kit.files import code_of
from menace_kit.frozen import Frozen
from menace_kit.games import Side
from menace_kit.kept import kept
from menace_kit.lab.engine.arrays import Array
from menace_kit.lab.engine.match import Batch, Match, Run, places_in, roles_for, runs_together
from menace_kit.lab.engine.random_stream import stream_seeds
from menace_kit.machine.kit import Kit
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

GAMES = 300


class Need(NamedTuple):
    """What was enough for half of the runs, and for PERCENT of 100 runs."""

    median: int
    most: int


class Beads(NamedTuple):
    """The beads that runs needed.

    Attributes:
        colours: colour name -> beads to own. They are enough for a run if every colour is.
        total: of all colours together in one run. It is less than their sum, because no run
            needs the most of every colour.
    """

    colours: Mapping[str, Need]
    total: Need


class SideForecast(NamedTuple):
    """How a side's machine did.

    Attributes:
        games: how many were planned in each run.
        results: games won, drawn and lost, averaged over all runs.
        emptied: in how many runs a box for its first move ran out of beads.
        dead: in how many of them it could no longer make its first move.
    """

    games: int
    results: tuple[float, float, float]
    emptied: int
    dead: int


class Forecast(Frozen):
    """The results of the runs.

    Attributes:
        runs: how many there were.
        games: the most that each had.
        beads: what to own; beads taken out of halved boxes are used again.
        halved: how often boxes were halved in a run; never, unless that is the kit's rule.
        fullest: beads in the fullest box at any time in a run.
        sides: each side that the kit has boxes for.
    """

    runs: int
    games: int
    beads: Beads
    halved: Need
    fullest: Need
    sides: Mapping[Side, SideForecast]


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
        games: int = GAMES,
        crowd: Mapping[str, float] = CROWD,
        seed: int = SEED,
    ) -> None:
        """Start without runs; `crowd` is player -> share of the games.

        Raises LabError if a player is unknown.
        """
        self.kit, self.games, self.seed = kit, games, seed
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
        self._results = {side: np.zeros(3) for side in self._matches}
        self._emptied, self._dead = Counter[Side](), Counter[Side]()

    def play(self, runs: int) -> Iterator[int]:
        """Play so many more runs, and yield 1 after each."""
        for some in self._seeds(runs, len(self.needs)):
            played = self._played_by(some)
            for run in range(len(some)):
                self._count({side: batch[run] for side, batch in played.items()})
                yield 1

    def _seeds(self, runs: int, after: int) -> Iterator[list[int]]:
        """Yield the seeds of so many runs after the first ones, in groups to play together."""
        seeds = stream_seeds(self.seed, after + runs)[after:]
        size = runs_together(self.games)
        for place in range(0, runs, size):
            yield seeds[place : place + size]

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
            self._dead[side] += run.games < self.planned[side]
            self._results[side] += run.tally.seen_from(side)
        memories = [run.memory for run in played.values()]
        self.needs.append(
            RunNeeds(
                self._colours(played),
                max(int(memory.peak.max()) for memory in memories),
                sum(int(memory.halved.sum()) for memory in memories),
            )
        )

    def forecast(self) -> Forecast:
        """Return the forecast from all runs so far; there must be at least one."""
        colours, fullest, halved = zip(*self.needs, strict=True)
        return Forecast(
            runs=len(self.needs),
            games=self.games,
            beads=beads_needed([colour.name for colour in self.kit.colours], np.array(colours)),
            halved=needed(halved),
            fullest=needed(fullest),
            sides={side: self._side(side) for side in self._matches},
        )

    def _side(self, side: Side) -> SideForecast:
        won, drawn, lost = (self._results[side] / len(self.needs)).tolist()
        return SideForecast(
            self.planned[side], (won, drawn, lost), self._emptied[side], self._dead[side]
        )


def needed(most: Sequence[int]) -> Need:
    """Return the smallest numbers that are enough for half of the runs and for PERCENT of 100."""
    ordered = sorted(most)
    return Need(*(ordered[-(-percent * len(ordered) // 100) - 1] for percent in (50, PERCENT)))


def beads_needed(names: Sequence[str], most: Array) -> Beads:
    """Return the beads to own, from the most of each colour in each run: int64 [runs, colours].

    All colours are bought at one level, the number of runs of 1,000, say, that have enough of a
    colour. It is the lowest at which half of the runs, or PERCENT of 100, have enough of every
    colour.
    """
    ordered, runs = np.sort(most, axis=0), len(most)
    # Rank of a run's need of a colour among all runs, from 0.
    # The rank of its scarcest colour is the level that it needs.
    places = [np.searchsorted(row, column) for row, column in zip(ordered.T, most.T, strict=True)]
    levels = np.sort(np.max(places, axis=0))
    rows = (ordered[levels[-(-percent * runs // 100) - 1]].tolist() for percent in (50, PERCENT))
    colours = dict(zip(names, map(Need._make, zip(*rows, strict=True)), strict=True))
    return Beads(colours, needed(most.sum(axis=1).tolist()))


def simulated_need(kit: Kit, runs: int = RUNS, crowd: Mapping[str, float] = CROWD) -> SimulatedNeed:
    """Return what so many machines of a kit needed against a crowd.

    They play the number of games that the kit file plans.
    """
    forecaster = Forecaster(kit, kit.spec.shopping.games, crowd, SEED)
    for _ in forecaster.play(runs):
        pass
    found = forecaster.forecast()
    return SimulatedNeed(
        runs=found.runs,
        games=found.games,
        beads={colour: need.most for colour, need in found.beads.colours.items()},
        total=found.beads.total.most,
        halved=found.halved.median,
        halved_most=found.halved.most,
        fullest=found.fullest.most,
        emptied={side: fared.emptied for side, fared in found.sides.items()},
        crowd=crowd,
    )


def kept_need(kit: Kit, crowd: Mapping[str, float] = CROWD) -> SimulatedNeed:
    """Return the need of RUNS machines; it is kept on disk until this program changes."""
    rooms = ("games", "machine", "lab", "lab/engine", "lab/studies")
    code = [path for room in rooms for path in code_of(room)]
    name = f"need {forecast_key(kit, crowd)} {allowed_in_boxes(kit)}"
    table = kept(name, lambda: table_of(simulated_need(kit, crowd=crowd)), code)
    return need_from(table, kit, crowd)
