"""The chart of a machine's games: how recent games ended, and how well it plays by now."""

from collections.abc import Mapping, Sequence

from menace_kit.layout.charts.chart import Chart, chart_document
from menace_kit.layout.charts.panels import (
    GoodLine,
    games_told,
    good_panel,
    line_panel,
    shares_panel,
)
from menace_kit.layout.marks import Document
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.text.kit_words import machine_title, paper_words


def progress_document(
    kit: Kit,
    first_box: Sequence[int],
    totals: Mapping[Result, int],
    shares: Mapping[Result, Sequence[float]],
    window: int,
    narrow: bool = False,
    moves_left: Sequence[int] | None = None,
    title: str = "",
    good: Sequence[GoodLine] = (),
) -> Document:
    """Return the chart of a machine's games, on one page; `narrow` for a phone.

    It shows how recent games ended, and below that the chances of a `good` move, if given.
    Otherwise Michie's line is above it, or `moves_left`, if given, at the start and after each
    game. `first_box` has for each game how many beads the boxes for the first move then differ from
    the start. `shares` has for each game what share of the last `window` games ended so, from 0 to
    1. `title` replaces the usual title.
    """
    words = paper_words(kit)
    games = len(first_box)
    # Shares of the first few games jump about, and mean little once there are many.
    begin = window if games >= 2 * window else 1
    points = {
        result: [(game, share) for game, share in enumerate(found, start=1) if game >= begin]
        for result, found in shares.items()
    }
    endings = shares_panel(kit, words("chart.shares", n=window, games=words.number(window)), points)
    below = games_told(kit, games, totals) if games else words("common.none-yet")
    title = title or words("chart.title", name=machine_title(kit))
    chart = Chart(
        title,
        below,
        words("chart.game"),
        max(games, 1),
        [endings, good_panel(kit, good)]
        if good
        else [line_panel(kit, first_box, moves_left)._replace(share=1.25), endings],
        words.number,
    )
    return chart_document(kit, "progress", chart, narrow)
