"""The chart of a class: a small field for each machine, and all of them together."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from menace_kit.layout.charts.chart import Chart, Series, Tile, Tiles, chart_document, ticks
from menace_kit.layout.charts.panels import games_told, shares_panel
from menace_kit.layout.marks import BLACK, Document
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import line_rises
from menace_kit.text.kit_words import machine_title, paper_words

MEAN = ("#595959", 0.5, 1.6)
"""Colour, width in mm and dash of the mean of all machines, behind each machine's line."""

LEAST_FALL = 10
"""How many moves the axis reaches below the start, even if none are lost yet."""


class MachineLine(NamedTuple):
    """A machine of a class: its name, and its line at the start and after each game."""

    name: str
    line: Sequence[float]
    unbeatable: bool


def class_document(
    kit: Kit,
    machines: Sequence[MachineLine],
    mean: Sequence[float],
    totals: Mapping[Result, int],
    shares: Mapping[Result, Sequence[float]],
    window: int,
    narrow: bool = False,
) -> Document:
    """Return the chart of a class, on one page: a field for each machine, and how all games ended.

    Each line is Michie's; if that cannot rise, it is the moves left in the boxes. `mean` is the
    mean line, as far as it means something. `shares` has for each number of games what share of the
    last `window` games of all machines up to that number ended so, from 0 to 1.
    """
    words = paper_words(kit)
    games, rises = sum(totals.values()), line_rises(kit)
    last = max(1, *(len(machine.line) - 1 for machine in machines))
    heights = [height for machine in machines for height in machine.line]
    low, high = min(heights), max(heights)
    # Michie's line always begins at 0. Moves can only get lost, so leave space below.
    low, high = (
        (min(0, low), max(0, high)) if rises else (min(low, max(0, high - LEAST_FALL)), high)
    )
    behind = Series(words("curve.mean"), list(enumerate(mean)), *MEAN)
    frame = Series(words("class-chart.unbeatable"), (), frame=True)
    key = "chart.first-box" if rises else "chart.moves-left"
    tiles = Tiles(
        words(key, n=len(kit.opening_boxes)),
        [
            Tile(
                machine.name,
                [behind, Series("", list(enumerate(machine.line)), BLACK, 0.9)],
                machine.unbeatable,
            )
            for machine in machines
        ],
        [behind, *([frame] if any(machine.unbeatable for machine in machines) else [])],
        ticks(low, high, most=3),
        words.signed if rises else lambda number: words.number(round(number)),
        share=2.6,
    )
    points = {result: list(enumerate(found, start=1)) for result, found in shares.items()}
    told = words("class-chart.together", n=window, games=words.number(window))
    chart = Chart(
        words("class-chart.title", name=machine_title(kit), n=len(machines)),
        games_told(kit, games, totals) if games else words("common.none-yet"),
        words("chart.game"),
        last,
        [tiles, shares_panel(kit, told, points)],
        words.number,
    )
    return chart_document(kit, "class", chart, narrow)
