"""The chart of a machine's games: how the recent ones ended, and how well it plays by now."""

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
from menace_kit.machine.kit import Kit
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
    """Return the chart of a machine's games, as a document of one page;
    `narrow` for a phone, `title` for some games.

    It is how the recent games ended and, where they are given, below it the chances of a `good`
    move. Without them Michie's line is above it.
    `moves_left`, at the start and after each game,
    stands in the place of Michie's line where it is given. `first_box` has one number a game:
    by how many beads the boxes for the first move differ from their start;
    `shares`, one number a game too, which share of the last `window` games ended so (from 0 to 1).
    """
    words = paper_words(kit)
    games = len(first_box)
    # A share of the first few games leaps about, and says little once there are many.
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
