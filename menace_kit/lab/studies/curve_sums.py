"""What the runs of a contest have in common: means, and how recent games ended."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from menace_kit.lab.engine.arrays import Array
from menace_kit.lab.studies.curves import MOST_PLACES, RunLines, places_of
from menace_kit.machine.recent_games import recent_games

FEW = 20
"""Fewer runs are few: their shares jump about with every game."""


class MeanLine(NamedTuple):
    """What the runs that still go on have in common, at each place where there are any.

    Attributes:
        places: int64: numbers of games.
        alive: int64: how many runs got so far.
        mean: float64.
    """

    places: Array
    alive: Array
    mean: Array


def mean_line(
    runs: Sequence[RunLines], games: int, most: int = MOST_PLACES, beads: bool = False
) -> MeanLine:
    """Return the means of the lines of results (or of beads) at the places that lines have, or at
    fewer of them.
    """
    places = places_of(games)
    if len(places) > most:
        places = places[places_of(len(places) - 1, most - 1)]
    table = np.full((len(runs), len(places)), np.nan)
    for row, run in enumerate(runs):
        reached = int(np.searchsorted(places, run.games, side="right"))
        at = np.searchsorted(run.places, places[:reached])
        table[row, :reached] = (run.beads if beads else run.results)[at]
    alive = (~np.isnan(table)).sum(axis=0)
    some = alive > 0
    return MeanLine(places[some], alive[some], np.nanmean(table[:, some], axis=0))


class Recent(NamedTuple):
    """How the recent games ended, of all runs that got so far.

    Attributes:
        window: how many games are recent; fewer at the start, more if places are far apart.
        places: int64: numbers of games.
        shares: float64 [places, 3]: of games won, drawn and lost.
    """

    window: int
    places: Array
    shares: Array


def recent_shares(runs: Sequence[RunLines], games: int) -> Recent:
    """Return how the recent games of runs ended. The runs must have `won`.

    With few runs it starts after a whole window: before that, the share would jump about.
    """
    places, window = places_of(games), recent_games(games)
    before = np.maximum(0, np.searchsorted(places, places - window, side="right") - 1)
    before = np.minimum(before, np.maximum(0, np.arange(len(places)) - 1))
    sums = np.zeros((len(places), 3))
    for run in runs:
        reached = int(np.searchsorted(places, run.games, side="right"))
        at = np.searchsorted(run.places, places[:reached])
        won, lost = run.won[at], run.won[at] - run.results[at]
        ends = np.stack([won, places[:reached] - won - lost, lost], axis=1)
        sums[:reached] += ends - ends[before[:reached]]
    played = sums.sum(axis=1)
    begin = window if len(runs) < FEW and games >= 2 * window else 1
    shown = (played > 0) & (places >= begin)
    return Recent(window, places[shown], sums[shown] / played[shown, None])


def good_means(runs: Sequence[RunLines]) -> Array:
    """Return float64 [places]: the mean chance that the first choice is good.

    It is the mean of the runs whose machines are alive, and ends where none is.
    """
    lines = np.array([run.good for run in runs])
    means: Array = np.nanmean(lines[:, ~np.isnan(lines).all(axis=0)], axis=0)
    return means


def alive(runs: Sequence[RunLines], games: int) -> Array:
    """Return int64: how many machines are alive, at each of the places of so many games."""
    places = places_of(games)
    deaths = np.array([run.games if run.dead else games + 1 for run in runs])
    left: Array = (deaths[:, None] > places).sum(axis=0)
    return left


def outlook_means(runs: Sequence[RunLines]) -> Array:
    """Return float64 [2, places, 3]: the mean of all runs' chances.

    A dead machine loses every game.
    """
    means: Array = np.mean([run.outlook for run in runs], axis=0)
    return means
