"""The chart of learning curves: runs grey, their mean black, and nothing by the clock."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from menace_kit.lab.curves import MOST_PLACES, Bands, Career, bands
from menace_kit.lab.tables import Array
from menace_kit.layout.charts.chart import Chart, Panel, Series, close_axis, slide, span
from menace_kit.layout.marks import BLACK, Document, Medium
from menace_kit.machine.kit import Kit

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


def curve_document(kit: Kit, runs: Sequence[Career], games: int, words: CurveWords) -> Document:
    """Return the chart of some runs of a contest, as a document of one page; its level axis ends at `games`."""
    page = slide(curve_chart(runs, games, words), whole=True)
    return Document("curve", words.title, kit.spec.name, kit.fingerprint, (page,), Medium.SCREEN)


def curve_chart(runs: Sequence[Career], games: int, words: CurveWords) -> Chart:
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
    runs: Sequence[Career],
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
