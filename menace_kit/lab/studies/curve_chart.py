"""The chart of learning curves: runs grey, their mean black."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from menace_kit.lab.engine.arrays import Array
from menace_kit.lab.studies.curve_sums import (
    MeanLine,
    alive,
    good_means,
    mean_line,
    outlook_means,
    recent_shares,
)
from menace_kit.lab.studies.curves import MOST_PLACES, RunLines, places_of
from menace_kit.layout.charts.chart import Chart, Panel, Series, close_axis, slide, span
from menace_kit.layout.charts.panels import LINES, PERCENTS, percent_label
from menace_kit.layout.marks import BLACK, Document, Medium
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result

FORMATS = ("png", "svg", "pdf")

MOST_DRAWN = 100
"""The most runs that are drawn as lines; the mean is that of all."""

RUN = RUN_COLOUR, RUN_WIDTH = "#B4B4B4", 0.22

MEAN_WIDTH = 0.72

DEATH_COLOUR, DEATH = "#D55E00", 0.9
"""A dot where a line ends because its machine can't continue, and its radius in mm."""

STRIP = 0.65
"""Height of the strip of machines alive, relative to a panel."""


class CurveWords(NamedTuple):
    """The texts of the chart.

    Attributes:
        title, below: the two lines at the top.
        results, beads, alive: the titles of the panels.
        games: the title of the horizontal axis.
        run, mean, died: the names of the two kinds of line, and of the dots at which machines died.
        notes: the lines at the bottom.
        number, signed: how to write a number of games, and one of results or beads.
        outlook: the titles of the panels of chances: against the opponents, and in the worst case.
        recent, good: the titles of the panels of recent games, and of the first choice.
        ends: the names of the results of a game.
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
    alive: str = ""
    died: str = ""
    outlook: tuple[str, str] = ("", "")
    ends: Mapping[Result, str] = {}
    recent: str = ""
    good: str = ""


def curve_document(kit: Kit, runs: Sequence[RunLines], games: int, words: CurveWords) -> Document:
    """Return the chart of some runs of a contest, as a document of one page.

    Its horizontal axis ends at `games`.
    """
    page = slide(curve_chart(runs, games, words))
    return Document("curve", words.title, kit.spec.name, kit.fingerprint, (page,), Medium.SCREEN)


def curve_chart(runs: Sequence[RunLines], games: int, words: CurveWords) -> Chart:
    """Return the chart: results above, and beads below if the learner has any.

    Runs with chances, or with figures for recent games, show these instead. If machines died, a
    strip at the bottom shows how many are alive.
    """
    if len(runs[0].outlook):
        panels = list(_outlook_panels(runs, games, words))
    elif len(runs[0].won):
        panels = list(_recent_panels(runs, games, words))
    else:
        results = [run.results for run in runs]
        # With two panels, each has a legend of its own, so that titles have room.
        two = len(runs[0].beads) > 0
        names = (words.run, words.mean, "" if two else words.died)
        panels = [_panel(words.results, words, results, runs, mean_line(runs, games), names)]
        if two:
            found = mean_line(runs, games, MOST_PLACES, beads=True)
            beads = [run.beads for run in runs]
            panels.append(_panel(words.beads, words, beads, runs, found, ("", "", words.died)))
    if any(run.dead for run in runs):
        line = list(zip(places_of(games).tolist(), alive(runs, games).tolist(), strict=True))
        strip = Series("", line, BLACK, MEAN_WIDTH)
        panels.append(
            Panel(
                words.alive,
                [strip],
                (0, len(runs)),
                lambda number: words.number(round(number)),
                STRIP,
            )
        )
    return Chart(words.title, words.below, words.games, games, panels, words.number, words.notes)


def _outlook_panels(runs: Sequence[RunLines], games: int, words: CurveWords) -> Iterator[Panel]:
    """Yield the panels of the next game's chances: the mean of all runs, dead ones included."""
    places, named = places_of(games).tolist(), words.ends
    for title, means in zip(words.outlook, outlook_means(runs), strict=True):
        if not means.any():  # the opponents change
            continue
        yield Panel(title, _lines_of_results(places, means, named), PERCENTS, percent_label)
        named = dict.fromkeys(named, "")


def _lines_of_results(
    places: Sequence[int], shares: Array, named: Mapping[Result, str]
) -> list[Series]:
    """Return a line in per cent for each result with a name; `shares` is [places, 3]."""
    return [
        Series(named[result], list(zip(places, line, strict=True)), *LINES[result])
        for result, line in zip(Result, (100 * shares.T).tolist(), strict=True)
        if result in named
    ]


def _recent_panels(runs: Sequence[RunLines], games: int, words: CurveWords) -> Iterator[Panel]:
    """Yield the panel of recent games, and that of the first choice, if any."""
    found = recent_shares(runs, games)
    series = _lines_of_results(found.places.tolist(), found.shares, words.ends)
    yield Panel(words.recent, series, PERCENTS, percent_label)
    if len(runs[0].good):
        every = places_of(games).tolist()
        alive = [(100 * run.good[~np.isnan(run.good)]).tolist() for run in runs[:MOST_DRAWN]]
        lines = [
            Series("" if place else words.run, list(zip(every, line, strict=False)), *RUN)
            for place, line in enumerate(alive)
        ]
        means = list(zip(every, (100 * good_means(runs)).tolist(), strict=False))
        lines.append(Series(words.mean, means, BLACK, MEAN_WIDTH))
        yield Panel(words.good, lines, PERCENTS, percent_label)


def bends(places: Array, line: Array) -> list[tuple[int, int]]:
    """Return the ends of a line, and the points where its slope changes.

    A run often wins or keeps its beads many times in a row: half of the points needn't be drawn.
    """
    slopes = np.diff(line) / np.diff(places)
    bent = np.ones(len(places), np.bool_)
    bent[1:-1] = slopes[1:] != slopes[:-1]
    return list(zip(places[bent].tolist(), line[bent].tolist(), strict=True))


def _panel(
    title: str,
    words: CurveWords,
    heights: Sequence[Array],
    runs: Sequence[RunLines],
    found: MeanLine,
    names: tuple[str, str, str],
) -> Panel:
    """Return a panel: a line for each drawn run, their mean, and a dot where each has died.

    `names` are those of the three in the legend; "" leaves one out.
    """
    run_name, mean_name, dot_name = names
    lines = [bends(run.places, line) for run, line in zip(runs[:MOST_DRAWN], heights, strict=False)]
    series = [
        Series("" if place else run_name, line, RUN_COLOUR, RUN_WIDTH)
        for place, line in enumerate(lines)
    ]
    mean = list(zip(found.places.tolist(), found.mean.tolist(), strict=True))
    series.append(Series(mean_name, mean, BLACK, MEAN_WIDTH))
    if ends := [line[-1] for line, run in zip(lines, runs, strict=False) if run.dead]:
        series.append(Series(dot_name, ends, DEATH_COLOUR, DEATH, dots=True))
    reached = span(
        int(limit) for line in heights[:MOST_DRAWN] for limit in (line.min(), line.max())
    )
    numbers, limits = close_axis(*reached, most=6)
    return Panel(title, series, numbers, words.signed, y_range=limits)
