"""Panels that several charts share: results, good choices, and Michie's line."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from menace_kit.layout.charts.chart import Panel, Series, span, ticks
from menace_kit.layout.marks import BLACK
from menace_kit.machine import Kit
from menace_kit.machine.first_choice import FirstChoice
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import has_ties, results
from menace_kit.text import Words
from menace_kit.text.kit_words import paper_words
from menace_kit.text.sheet_words import player

LINES = {
    Result.WIN: ("#0072B2", 0.9, 0.0),
    Result.TIE: ("#595959", 0.7, 2.8),
    Result.LOSS: ("#D55E00", 0.8, 0.9),
}
"""Colour, width in mm and dash of each result's line, which are different even without colour."""


class GoodLine(NamedTuple):
    """How likely a side's first choice is good, at the start and after each game, from 0 to 1."""

    choice: FirstChoice
    chances: Sequence[float]


PERCENTS = (0, 25, 50, 75, 100)


def percent_label(percent: float) -> str:
    return f"{percent:.0f} %"


def good_panel(kit: Kit, good: Sequence[GoodLine]) -> Panel:
    """Return the panel of how likely a machine's first choice is good, a line for each side."""
    words = paper_words(kit)
    stroke, *_ = LINES[Result.WIN]
    names = [
        words("chart.good-of", player=player(kit, each.choice.side), n=each.choice.move)
        for each in good
    ]
    title = words("chart.good") if len(good) > 1 else good_title(words, good[0].choice)
    series = [
        Series(
            name if len(good) > 1 else "",
            [(game, 100 * chance) for game, chance in enumerate(each.chances)],
            BLACK if place else stroke,
            0.9,
            2.8 if place else 0.0,
        )
        for place, (name, each) in enumerate(zip(names, good, strict=True))
    ]
    return Panel(title, series, PERCENTS, percent_label)


def good_title(words: Words, choice: FirstChoice) -> str:
    """Return the title of the panel for a side's first choice."""
    return words("chart.good-later", n=choice.move)


def line_panel(kit: Kit, first_box: Sequence[int], moves_left: Sequence[int] | None) -> Panel:
    """Return the panel of Michie's line or, if given, of the moves left."""
    words = paper_words(kit)
    if moves_left is None:
        title = words("chart.first-box", n=len(kit.opening_boxes))
        low, high = span(first_box)
    else:
        title = words("chart.moves-left")
        low, high = min(moves_left), max(moves_left)
    series = Series("", list(enumerate(moves_left or [0, *first_box])), BLACK, 0.9)
    label = words.signed if moves_left is None else lambda number: words.number(round(number))
    return Panel(title, [series] if first_box else [], ticks(low, high, most=5), label)


def shares_panel(
    kit: Kit, title: str, points: Mapping[Result, Sequence[tuple[float, float]]]
) -> Panel:
    """Return the panel of the shares of results, a line for each result possible in the game.

    `points` are games and shares, from 0 to 1.
    """
    series = []
    for result in results(kit.game):
        percents = [(game, 100 * share) for game, share in points[result]]
        series.append(
            Series(paper_words(kit)(f"went.{result.value}", "many"), percents, *LINES[result])
        )
    return Panel(title, series, PERCENTS, percent_label)


def games_told(kit: Kit, games: int, totals: Mapping[Result, int]) -> str:
    """Return how many games there were, and how they ended."""
    words = paper_words(kit)
    counts = {result.value: words.number(totals[result]) for result in results(kit.game)}
    tally = words("lab.tally" if has_ties(kit.game) else "lab.tally-without-draws", **counts)
    return words("chart.games", n=games, games=words.number(games), tally=tally)
