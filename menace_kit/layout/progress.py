"""The chart of how a machine learned: Michie's line, and what became of its games."""

from collections.abc import Mapping, Sequence

from menace_kit.layout.charts.chart import Chart, Panel, Series, chart_document, span, ticks
from menace_kit.layout.marks import BLACK, Document
from menace_kit.machine.contents import Result
from menace_kit.machine.course import has_ties, results
from menace_kit.machine.kit import Kit
from menace_kit.text import Words

LINES = {
    Result.WIN: ("#0072B2", 0.9, 0.0),
    Result.TIE: ("#595959", 0.7, 2.8),
    Result.LOSS: ("#D55E00", 0.8, 0.9),
}
"""Colour, width in mm and dash of the line of each result: they differ without their colours too."""


def progress_document(
    kit: Kit,
    words: Words,
    first_box: Sequence[int],
    totals: Mapping[Result, int],
    shares: Mapping[Result, Sequence[float]],
    window: int,
    narrow: bool = False,
) -> Document:
    """Return the chart of a machine's games, as a document of one page; `narrow` for a phone.

    `first_box` has one number a game: by how many beads the boxes for the first move differ from their start;
    `shares`, one number a game too, which share of the last `window` games ended so (from 0 to 1).
    """
    games = len(first_box)
    # A share of the first few games leaps about, and says little once there are many.
    begin = window if games >= 2 * window else 1
    firsts = len(kit.opening_boxes)
    michie = Panel(
        words("chart.first-box", n=firsts),
        [Series("", [(0, 0), *enumerate(first_box, start=1)], BLACK, 0.9)] if games else [],
        ticks(*span(first_box), most=5),
        words.signed,
        share=1.25,
    )
    points = {
        result: [(game, share) for game, share in enumerate(found, start=1) if game >= begin]
        for result, found in shares.items()
    }
    endings = shares_panel(kit, words, words("chart.shares", n=window, games=words.number(window)), points)
    counts = {result.value: words.number(totals[result]) for result in results(kit.game)}
    told = "chart.games" if has_ties(kit.game) else "chart.games-without-draws"
    below = words(told, n=games, games=words.number(games), **counts) if games else words("chart.no-games")
    title = words("chart.title", name=kit.spec.name)
    chart = Chart(title, below, words("chart.game"), max(games, 1), [michie, endings], words.number)
    return chart_document(kit, "progress", chart, narrow)


def shares_panel(
    kit: Kit, words: Words, title: str, points: Mapping[Result, Sequence[tuple[float, float]]]
) -> Panel:
    """Return the panel of what share of games ends how: a line for each result that the game can have.

    `points` are games and shares, from 0 to 1.
    """
    series = [
        Series(
            words(f"chart.{result.value}"),
            [(game, 100 * share) for game, share in points[result]],
            *LINES[result],
        )
        for result in results(kit.game)
    ]
    return Panel(title, series, (0, 25, 50, 75, 100), lambda percent: f"{percent:.0f} %")
