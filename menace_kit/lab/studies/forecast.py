"""A forecast: many simulated machines of one kit play a crowd, and what they needed is what a builder should own.

forecaster = Forecaster(kit, games=300, seed=1)
for _ in forecaster.play(runs=1000): ...
found = forecaster.forecast()
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from menace_kit.games import Side
from menace_kit.lab.engine.arrays import Array, stream_seeds
from menace_kit.lab.engine.match import Match, Run, places_in, roles_for
from menace_kit.machine.kit import Kit
from menace_kit.workshop.warnings import SimulatedNeed

CROWD: Mapping[str, int] = {"random": 30, "win-or-block": 50, "perfect": 20}
"""The visitors of a fair day, as we take them: player -> per cent of the games. Most of them win where they can, and
block; some only put their mark anywhere; some know the game."""

GAMES, RUNS, SEED = 300, 1000, 1961

PERCENT = 95
"""Of 100 machines, how many the beads are to be enough for."""


class Need(NamedTuple):
    """What half of the runs, and what PERCENT of 100 of them, did not need more than."""

    median: int
    most: int


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
    """How often a box was opened: in how many of the runs at all, and how often in all runs together."""

    number: int
    runs: int
    times: int


@dataclass(frozen=True)
class Forecast:
    """What so many runs came to.

    Attributes:
        runs: how many there were; games: how many each had at the most; played: how many all had together.
        colours: colour name -> beads to own.
        fullest: beads in the fullest box there ever was in a run.
        sides: each side that the kit has boxes for.
        boxes: all boxes, those that are opened in the most runs first; of several, the ones opened more often.
    """

    runs: int
    games: int
    played: int
    crowd: Mapping[str, float]
    seed: int
    colours: Mapping[str, Need]
    fullest: Need
    sides: Mapping[Side, SideForecast]
    boxes: tuple[BoxForecast, ...]

    def covering(self, percent: int) -> int:
        """Return how many boxes from the top of the ranking take so many per cent of all openings."""
        covered = np.cumsum([box.times for box in self.boxes]) * 100
        return int(np.searchsorted(covered, percent * covered[-1] // 100)) + 1


class Forecaster:
    """Plays runs of a kit's machine against a crowd, and keeps what a forecast is made from; `runs` are finished.

    A kit with boxes for both sides has a machine for each, and every other game is played by each of them; they never
    meet. Should one be dead, the other plays its games all the same. Their needs are added up as if both came to their
    most at the same time, so that no order of the games needs more.
    """

    def __init__(
        self, kit: Kit, games: int = GAMES, crowd: Mapping[str, float] = CROWD, seed: int = SEED
    ) -> None:
        """Begin with no run; `crowd` is player -> share of the games. LabError where a player is not known."""
        self.kit, self.games, self.crowd, self.seed = kit, games, crowd, seed
        self._matches = {
            side: Match(kit, (roles_for(side),), tuple(crowd), tuple(crowd.values())) for side in kit.sides
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
        self._needs: list[tuple[Array, int]] = []
        self._times, self._opened_in = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
        self._results = {side: np.zeros(3) for side in self._matches}
        self._emptied, self._dead = Counter[Side](), Counter[Side]()
        self._played = 0

    def play(self, runs: int) -> Iterator[int]:
        """Play so many more runs, and yield 1 after each: a run that is broken off does not count."""
        for seed in stream_seeds(self.seed, self.runs + runs)[self.runs :]:
            seeds = [seed, *stream_seeds(seed, len(self._matches) - 1)]
            played: dict[Side, Run] = {}
            for (side, match), own in zip(self._matches.items(), seeds, strict=True):
                played[side] = match.run(own)
                for _ in played[side].pieces(self.planned[side], track=True):
                    pass
            self._count(played)
            yield 1

    def _count(self, played: Mapping[Side, Run]) -> None:
        """Take a run in; each side's machine leaves the other's boxes as they are at the start."""
        memories = [run.memory for run in played.values()]
        unused = self._start * (len(memories) - 1)
        opened = np.sum([memory.opened for memory in memories], axis=0)
        emptied, dead, results = self._emptied.copy(), self._dead.copy(), self._results.copy()
        for side, run in played.items():
            firsts = places_in(self.kit, self.kit.first_boxes(side))
            emptied[side] += bool((run.memory.lowest[firsts] == 0).any())
            dead[side] += run.games < self.planned[side]
            results[side] = results[side] + run.tally.seen_from(side)
        colours = np.sum([memory.colour_peak for memory in memories], axis=0) - unused
        del self._needs[self.runs :]  # of a run that Ctrl-C kept from being counted below
        self._needs.append((colours, max(int(memory.peak.max()) for memory in memories)))
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
        colours, fullest = zip(*self._needs[: self.runs], strict=True)
        needs = (needed(column) for column in np.array(colours).T.tolist())
        ranked = np.lexsort((-self._times, -self._opened_in))  # stable: then by number
        return Forecast(
            runs=self.runs,
            games=self.games,
            played=self._played,
            crowd=self.crowd,
            seed=self.seed,
            colours=dict(zip((colour.name for colour in self.kit.colours), needs, strict=True)),
            fullest=needed(fullest),
            sides={side: self._side(side) for side in self._matches},
            boxes=tuple(
                BoxForecast(
                    self.kit.boxes[place].number, int(self._opened_in[place]), int(self._times[place])
                )
                for place in ranked
            ),
        )

    def _side(self, side: Side) -> SideForecast:
        won, drawn, lost = (self._results[side] / self.runs).tolist()
        return SideForecast(self.planned[side], (won, drawn, lost), self._emptied[side], self._dead[side])


def needed(most: Sequence[int]) -> Need:
    """Return the smallest numbers that no more than half of the runs, or 100 - PERCENT of 100, went beyond."""
    ordered = sorted(most)
    return Need(*(ordered[-(-percent * len(ordered) // 100) - 1] for percent in (50, PERCENT)))


def simulated_need(kit: Kit, runs: int, seed: int = SEED) -> SimulatedNeed:
    """Return what so many machines of a kit needed against CROWD, in the games that its kit file plans."""
    forecaster = Forecaster(kit, kit.spec.shopping.games, CROWD, seed)
    for _ in forecaster.play(runs):
        pass
    found = forecaster.forecast()
    return SimulatedNeed(
        runs=found.runs,
        games=found.games,
        crowd=CROWD,
        seed=found.seed,
        percent=PERCENT,
        beads={colour: need.most for colour, need in found.colours.items()},
        fullest=found.fullest.most,
        emptied={side: fared.emptied for side, fared in found.sides.items()},
    )
