"""Learning curves: many runs of one contest, each as a line of results and one of beads, and what they have in common.

The line of results goes up one for a win, down one for a loss and stays level for a draw (B. Pulles, MENACE and
Q-learning playing Noughts and Crosses, 2019); the line of beads is how many more there are in the boxes of the first
move than at the start (D. Michie, The Computer Journal 6(3), 1963, figure 4).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from menace_kit.lab.engine.arrays import FIRST_WON, SECOND_WON, SIDES, Array, stream_seeds
from menace_kit.lab.engine.match import Run
from menace_kit.lab.learners import Contest
from menace_kit.layout.charts.chart import Chart, Panel, Series, close_axis, slide, span
from menace_kit.layout.marks import BLACK, Document, Medium
from menace_kit.machine.kit import Kit

MOST_PLACES = 400
"""A line has this many points at the most besides its first: on a screen nobody could see more."""

NONE = np.zeros(0, np.int64)


class RunLines(NamedTuple):
    """One run.

    Attributes:
        games: how many were played.
        dead: whether it ended before its time, because a machine could never make its first move again.
        places: int64: the numbers of games after which the lines are known, from 0, the last being `games`.
        results: int64, as long: games won less games lost.
        beads: int64, as long: beads in the opening boxes, less those at the start; of length 0 where the learner has
            none.
    """

    games: int
    dead: bool
    places: Array
    results: Array
    beads: Array


def places_of(games: int, most: int = MOST_PLACES) -> Array:
    """Return 0, `games` and the numbers between them, or `most` of them evenly apart; int64."""
    places: Array = np.unique(np.linspace(0, games, min(games, most) + 1).round().astype(np.int64))
    return places


def run_lines(found: Contest, games: int, runs: int, seed: int) -> Iterator[RunLines | int]:
    """Yield how many games were played lately, now and then, and after the last ones of each run its lines."""
    for run_seed in stream_seeds(seed, runs):
        yield from _lines_of(found, games, found.match.run(run_seed))


def _lines_of(found: Contest, games: int, run: Run) -> Iterator[RunLines | int]:
    places, side = places_of(games), SIDES.index(found.side)
    scores = np.zeros(4, np.int64)
    scores[FIRST_WON], scores[SECOND_WON] = (-1, 1) if side else (1, -1)
    start = sum(box.start_total for box in found.opening_boxes)
    known, results, beads = [places[:1]], [np.zeros(1, np.int64)], [np.zeros(1, np.int64)]
    score = 0
    for played in run.pieces(games, trace=True):
        before = run.games - played.games
        line = score + np.cumsum(scores[played.outcomes])
        chosen = places[(places > before) & (places <= run.games)] - before - 1
        if played.dead and played.games:
            chosen = np.union1d(chosen, [played.games - 1])  # the line goes on to its very end
        known.append(before + 1 + chosen)
        results.append(line[chosen])
        beads.append(played.first_beads[side, chosen].astype(np.int64) - start)
        score = int(line[-1]) if played.games else score
        yield played.games
    lines = np.concatenate(known), np.concatenate(results)
    yield RunLines(run.games, run.games < games, *lines, np.concatenate(beads) if found.has_beads else NONE)


class Bands(NamedTuple):
    """What the runs that still go on have in common, at each place where there are any.

    Attributes:
        places: int64: numbers of games.
        alive: int64: how many runs got so far.
        mean, low, median, high: float64; low and high are the 5th and the 95th percentile.
    """

    places: Array
    alive: Array
    mean: Array
    low: Array
    median: Array
    high: Array


def bands(runs: Sequence[RunLines], games: int, most: int = MOST_PLACES, beads: bool = False) -> Bands:
    """Return the bands of the lines of results (or of beads) at the places that lines have, or at fewer of them."""
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
    table, places, alive = table[:, some], places[some], alive[some]
    low, median, high = np.nanpercentile(table, [5, 50, 95], axis=0)
    return Bands(places, alive, np.nanmean(table, axis=0), low, median, high)


# The chart of learning curves: runs grey, their mean black, and nothing by the clock.

FORMATS = ("png", "svg", "pdf")

MOST_DRAWN = 100
"""Runs that are drawn as lines; the mean is that of all."""

RUN_COLOUR, RUN_WIDTH = "#B4B4B4", 0.22
MEAN_WIDTH = 0.72


class CurveWords(NamedTuple):
    """What stands on the chart.

    Attributes:
        title, below: the two lines at the top.
        results, beads: the titles of the two panels.
        games: what the level axis counts.
        run, mean: the names of the two kinds of line.
        notes: the lines at the bottom.
        number, signed: how a number of games is written, and one of results or beads.
    """

    title: str
    below: str
    results: str
    beads: str
    games: str
    run: str
    mean: str
    notes: Sequence[str]
    number: Callable[[int], str]
    signed: Callable[[float], str]


def curve_document(kit: Kit, runs: Sequence[RunLines], games: int, words: CurveWords) -> Document:
    """Return the chart of some runs of a contest, as a document of one page; its level axis ends at `games`."""
    page = slide(curve_chart(runs, games, words), whole=True)
    return Document("curve", words.title, kit.spec.name, kit.fingerprint, (page,), Medium.SCREEN)


def curve_chart(runs: Sequence[RunLines], games: int, words: CurveWords) -> Chart:
    """Return the chart: results above, beads below where the learner has any."""
    results = [run.results for run in runs]
    panels = [_panel(words.results, words, results, runs, bands(runs, games), (words.run, words.mean))]
    if len(runs[0].beads):
        found = bands(runs, games, MOST_PLACES, beads=True)
        panels.append(_panel(words.beads, words, [run.beads for run in runs], runs, found))
    return Chart(words.title, words.below, words.games, games, panels, words.number, words.notes)


def _panel(
    title: str,
    words: CurveWords,
    heights: Sequence[Array],
    runs: Sequence[RunLines],
    found: Bands,
    names: tuple[str, str] = ("", ""),
) -> Panel:
    """Return a panel: a line for each run, as far as they are drawn, and that of their mean; named where they are."""
    series = [
        Series("", list(zip(run.places.tolist(), line.tolist(), strict=True)), RUN_COLOUR, RUN_WIDTH)
        for run, line in zip(runs[:MOST_DRAWN], heights, strict=False)
    ]
    series[0] = series[0]._replace(name=names[0])
    mean = list(zip(found.places.tolist(), found.mean.tolist(), strict=True))
    series.append(Series(names[1], mean, BLACK, MEAN_WIDTH))
    reached = span(int(limit) for line in heights[:MOST_DRAWN] for limit in (line.min(), line.max()))
    numbers, ends = close_axis(*reached, most=6)
    return Panel(title, series, numbers, words.signed, y_range=ends)
