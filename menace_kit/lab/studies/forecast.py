"""A forecast: many simulated machines of one kit play a crowd,
and what they needed is what a builder should own.

forecaster = Forecaster(kit, games=300, seed=1)
for _ in forecaster.play(runs=1000): ...
found = forecaster.forecast()
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log, log1p
from typing import NamedTuple

import numpy as np

from menace_kit.files import code_of, kept
from menace_kit.games import Side
from menace_kit.lab.engine.arrays import Array, stream_seeds
from menace_kit.lab.engine.match import Batch, Match, Run, places_in, roles_for, runs_together
from menace_kit.lab.players import Maker
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
    """What half of the runs, and what PERCENT of 100 of them, did not need more than."""

    median: int
    most: int


class Beads(NamedTuple):
    """The beads that runs needed.

    Attributes:
        colours: colour name -> beads to own. A run counts as one that needed no more where
            that holds for every colour.
        total: of all colours together in one run. Less than their sum:
            no run needs the most of every colour.
    """

    colours: Mapping[str, Need]
    total: Need


class SideForecast(NamedTuple):
    """How a side's machine fared.

    Attributes:
        games: how many were planned in each run.
        results: games won, drawn and lost, on average of all runs.
        emptied: in how many runs a box for its first move ran empty.
        dead: in how many of them it could never make its first move again.
    """

    games: int
    results: tuple[float, float, float]
    emptied: int
    dead: int


class BoxForecast(NamedTuple):
    """How often a box was opened: in how many of the runs at all,
    and how often in all runs together.
    """

    number: int
    runs: int
    times: int


@dataclass(frozen=True)
class Forecast:
    """What so many runs came to.

    Attributes:
        runs: how many there were; games: how many each had at the most; played:
            how many all had together.
        beads: what to own; beads that are taken out of a box that is halved are used again.
        halved: how often boxes were halved in a run; never, unless that is the kit's rule.
        fullest: beads in the fullest box there ever was in a run.
        sides: each side that the kit has boxes for.
        boxes: all boxes, those that are opened in the most runs first;
            of several, the ones opened more often.
    """

    runs: int
    games: int
    played: int
    crowd: Mapping[str, float]
    seed: int
    beads: Beads
    halved: Need
    fullest: Need
    sides: Mapping[Side, SideForecast]
    boxes: tuple[BoxForecast, ...]

    def covering(self, percent: int) -> int:
        """Return how many boxes from the top of the ranking take so many
        per cent of all openings.
        """
        covered = np.cumsum([box.times for box in self.boxes]) * 100
        return int(np.searchsorted(covered, percent * covered[-1] // 100)) + 1


class RunNeeds(NamedTuple):
    """What a run needed: the most beads of each colour and of a box,
    and how often boxes were halved.
    """

    colours: Array
    fullest: int
    halved: int


class Forecaster:
    """Plays runs of a kit's machine against a crowd, and keeps what a forecast is made from.

    `runs` are finished; of each of them `needs` has the beads.

    A kit with boxes for both sides has a machine for each, and every other game is played
    by each of them; they never meet. Should one be dead, the other plays its games all the same.
    Their needs are added up as if both came to their most at the same time,
    so that no order of the games needs more.

    Boxes that are too full are halved if that is the kit's rule.
    """

    def __init__(
        self,
        kit: Kit,
        games: int = GAMES,
        crowd: Mapping[str, float] = CROWD,
        seed: int = SEED,
        makers: Mapping[str, Maker] | None = None,
    ) -> None:
        """Begin with no run; `crowd` is player -> share of the games.
        LabError where a player is not known.

        `makers` are those of `Match`.
        """
        self.kit, self.games, self.crowd, self.seed = kit, games, crowd, seed
        self._matches = {
            side: Match(
                kit, (roles_for(side),), tuple(crowd), tuple(crowd.values()), makers=makers or {}
            )
            for side in kit.sides
        }
        for match in self._matches.values():
            _ = match.players  # an unknown player is named here, before anything is played
        # Of a run's games, where two sides share them, the first has one more of an odd number.
        sides, boxes = len(self._matches), len(kit.boxes)
        self.planned = {
            side: (games + sides - 1 - place) // sides for place, side in enumerate(self._matches)
        }
        self.runs = 0
        self._start = np.array(list(kit.start_by_colour().values()), np.int64)
        self.needs: list[RunNeeds] = []
        self._times, self._opened_in = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
        self._results = {side: np.zeros(3) for side in self._matches}
        self._emptied, self._dead = Counter[Side](), Counter[Side]()
        self._played = 0

    def play(self, runs: int) -> Iterator[int]:
        """Play so many more runs, and yield 1 after each:
        a run that is broken off does not count.
        """
        for some in self._seeds(runs, self.runs):
            played = self._played_by(some)
            for run in range(len(some)):
                self._count({side: batch[run] for side, batch in played.items()})
                yield 1

    def _seeds(self, runs: int, after: int) -> Iterator[list[int]]:
        """Yield the seeds of so many runs after the first ones,
        those that are played together at a time.
        """
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
        """Return the most beads there ever were of each colour;
        a side leaves the other's boxes as they are.
        """
        peaks = [run.memory.colour_peak for run in played.values()]
        most: Array = np.sum(peaks, axis=0) - self._start * (len(peaks) - 1)
        return most

    def _count(self, played: Mapping[Side, Run]) -> None:
        """Take a run in."""
        memories = [run.memory for run in played.values()]
        opened = np.sum([memory.opened for memory in memories], axis=0)
        emptied, dead, results = self._emptied.copy(), self._dead.copy(), self._results.copy()
        for side, run in played.items():
            firsts = places_in(self.kit, self.kit.first_boxes(side))
            emptied[side] += bool((run.memory.lowest[firsts] == 0).any())
            dead[side] += run.games < self.planned[side]
            results[side] = results[side] + run.tally.seen_from(side)
        del self.needs[self.runs :]  # of a run that Ctrl-C kept from being counted below
        self.needs.append(
            RunNeeds(
                self._colours(played),
                max(int(memory.peak.max()) for memory in memories),
                sum(int(memory.halved.sum()) for memory in memories),
            )
        )
        vars(self).update(  # at one go, for Ctrl-C may come between any two statements
            _times=self._times + opened,
            _opened_in=self._opened_in + (opened > 0),
            _results=results,
            _emptied=emptied,
            _dead=dead,
            _played=self._played + sum(run.games for run in played.values()),
            runs=self.runs + 1,
        )

    def forecast(self) -> Forecast:
        """Return the forecast from all runs so far, of which there must be one."""
        colours, fullest, halved = zip(*self.needs[: self.runs], strict=True)
        names = [colour.name for colour in self.kit.colours]
        ranked = np.lexsort((-self._times, -self._opened_in))  # stable: then by number
        return Forecast(
            runs=self.runs,
            games=self.games,
            played=self._played,
            crowd=self.crowd,
            seed=self.seed,
            beads=beads_needed(names, np.array(colours)),
            halved=needed(halved),
            fullest=needed(fullest),
            sides={side: self._side(side) for side in self._matches},
            boxes=tuple(
                BoxForecast(
                    self.kit.boxes[place].number,
                    int(self._opened_in[place]),
                    int(self._times[place]),
                )
                for place in ranked
            ),
        )

    def _side(self, side: Side) -> SideForecast:
        won, drawn, lost = (self._results[side] / self.runs).tolist()
        return SideForecast(
            self.planned[side], (won, drawn, lost), self._emptied[side], self._dead[side]
        )


SURELY = 0.95
"""How sure "surely" is: nineteen times in twenty."""


def covered_surely(runs: int) -> float:
    """Return for how many of 100 other machines that is enough, surely,
    of which PERCENT of 100 runs had enough.

    It is a lower bound for the share of all below an order statistic of so many runs,
    whatever their distribution (H. A. David, Order Statistics, 1970, section 2.5), and the highest:
    as the scarcest colour is found from the same runs, it may be a little less.
    """
    place = -(-PERCENT * runs // 100)
    low, high = 0.0, 1.0
    for _ in range(40):  # P(all but runs - place are below the share) falls as the share grows
        share = (low + high) / 2
        logs = (
            lgamma(runs + 1)
            - lgamma(k + 1)
            - lgamma(runs - k + 1)
            + k * log(share)
            + (runs - k) * log1p(-share)
            for k in range(place, runs + 1)
        )
        low, high = (share, high) if sum(map(exp, logs)) < 1 - SURELY else (low, share)
    return 100 * low


def needed(most: Sequence[int]) -> Need:
    """Return the smallest numbers that no more than half of the runs,
    or 100 - PERCENT of 100, went beyond.
    """
    ordered = sorted(most)
    return Need(*(ordered[-(-percent * len(ordered) // 100) - 1] for percent in (50, PERCENT)))


def beads_needed(names: Sequence[str], most: Array) -> Beads:
    """Return the beads to own, from the most that each run had of each colour:
    int64 [runs, colours].

    Colours are bought at the same level: of each as many as all but so many of 1,000 runs needed,
    so many being the greatest number at which half of the runs, or PERCENT of 100,
    have enough of every colour.
    """
    ordered, runs = np.sort(most, axis=0), len(most)
    # The place of a run's need of a colour among those of all runs, from 0;
    # of its scarcest colour the level it needs.
    places = [np.searchsorted(row, column) for row, column in zip(ordered.T, most.T, strict=True)]
    levels = np.sort(np.max(places, axis=0))
    rows = (ordered[levels[-(-percent * runs // 100) - 1]].tolist() for percent in (50, PERCENT))
    colours = dict(zip(names, map(Need._make, zip(*rows, strict=True)), strict=True))
    return Beads(colours, needed(most.sum(axis=1).tolist()))


def to_own(beads: Beads) -> Need:
    """Return how many beads to own of all colours together."""
    return Need(
        sum(need.median for need in beads.colours.values()),
        sum(need.most for need in beads.colours.values()),
    )


def simulated_need(kit: Kit, runs: int = RUNS, crowd: Mapping[str, float] = CROWD) -> SimulatedNeed:
    """Return what so many machines of a kit needed against a crowd,
    in the games that its kit file plans.
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
    """Return the same of RUNS machines; what was simulated is kept while this
    program stays the same.
    """
    rooms = ("games", "machine", "lab", "lab/engine", "lab/studies")
    code = [path for room in rooms for path in code_of(room)]
    name = f"need {forecast_key(kit, crowd)} {allowed_in_boxes(kit)}"
    table = kept(name, lambda: table_of(simulated_need(kit, crowd=crowd)), code)
    return need_from(table, kit, crowd)
