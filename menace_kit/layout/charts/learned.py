"""The chart of what a machine has learned: its chances against two players, game by game."""

from collections.abc import Mapping, Sequence

from menace_kit.games import Side
from menace_kit.layout.charts.chart import Chart, chart_document
from menace_kit.layout.charts.panels import shares_panel
from menace_kit.layout.marks import Document
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.text.grammar import capital
from menace_kit.text.kit_words import machine_title, paper_words, player_called


def learned_document(
    kit: Kit,
    games: Sequence[int],
    against: Mapping[str, Mapping[Result, Sequence[float]]],
    side: str = "",
    narrow: bool = False,
) -> Document:
    """Return the chart on one page, with a panel for each opponent, by its name in the lab.

    `games` are numbers of games, 0 the start; for each opponent and result `against` has a chance
    (from 0 to 1) for each of them. `side` is `first` or `second` if the machine plays both;
    `narrow` is for a phone.
    """
    words = paper_words(kit)
    panels = []
    for name, chances in against.items():
        told = words("learned.against", player=words(f"lab.{name}"))
        points = {result: list(zip(games, found, strict=True)) for result, found in chances.items()}
        panels.append(shares_panel(kit, told, points))
    title, below = words("learned.title", name=machine_title(kit)), words("learned.below")
    if side:
        mark = words.tell(player_called(kit, Side(side)))
        below = words("common.named", name=words("learning.side", mark=mark), told=below)
    games_axis = words("chart.game")
    chart = Chart(title, capital(below), games_axis, max(*games, 1), panels, words.number)
    return chart_document(kit, "learned", chart, narrow)
