"""The chart of how a machine learned: Michie's line, and what became of its games."""

from collections.abc import Mapping, Sequence

from menace_kit.layout.chart import Panel, Series, chart_page, ticks
from menace_kit.layout.marks import BLACK, Document, Medium
from menace_kit.layout.narrow_chart import narrow_chart_page
from menace_kit.machine.contents import Result
from menace_kit.machine.course import has_draws, results
from menace_kit.machine.kit import Kit
from menace_kit.words import Words

LINES = {
    Result.WIN: ("#0072B2", 0.9, 0.0),
    Result.DRAW: ("#595959", 0.7, 2.8),
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
        ticks(min(0, *first_box, 0), max(0, *first_box, 0), most=5),
        words.signed,
        share=1.25,
    )
    endings = Panel(
        words("chart.shares", n=window, games=words.number(window)),
        [
            Series(
                words(f"chart.{result.value}"),
                [(game, 100 * share) for game, share in enumerate(shares[result], start=1) if game >= begin],
                *LINES[result],
            )
            for result in results(kit.game)
        ],
        (0, 25, 50, 75, 100),
        lambda percent: f"{percent:.0f} %",
    )
    counts = {result.value: words.number(totals[result]) for result in results(kit.game)}
    told = "chart.games" if has_draws(kit.game) else "chart.games-without-draws"
    below = words(told, n=games, games=words.number(games), **counts) if games else words("chart.no-games")
    title = words("chart.title", name=kit.spec.name)
    game, last, panels = words("chart.game"), max(games, 1), [michie, endings]
    if narrow:
        page = narrow_chart_page(game, last, panels, words.number)
    else:
        page = chart_page(title, below, game, last, panels, words.number)
    return Document("progress", title, kit.spec.name, kit.fingerprint, (page,), Medium.SCREEN)
