"""The chart of what a machine has learned: its chances against a random and a perfect player, game by game."""

from collections.abc import Mapping, Sequence

from menace_kit.layout.chart import Panel, Series, chart_page
from menace_kit.layout.marks import Document, Medium
from menace_kit.layout.narrow_chart import narrow_chart_page
from menace_kit.layout.progress import LINES
from menace_kit.machine.contents import Result
from menace_kit.machine.course import results
from menace_kit.machine.kit import Kit
from menace_kit.words import Words

BELOW = {"": "learned.below", "first": "learned.first", "second": "learned.second"}
"""Side -> the line below the title; no side where the machine plays only one."""


def learned_document(
    kit: Kit,
    words: Words,
    games: Sequence[int],
    against: Mapping[str, Mapping[Result, Sequence[float]]],
    side: str = "",
    narrow: bool = False,
) -> Document:
    """Return the chart as a document of one page, a panel for each opponent by its name in the lab.

    `games` are numbers of games, 0 the start; for each opponent and result `against` has a chance (from 0 to 1) for
    each of them. `side` is `first` or `second` where the machine plays both; `narrow` is for a phone.
    """
    panels = [
        Panel(
            words("learned.against", player=words(f"lab.{name}")),
            [
                Series(
                    words(f"chart.{result.value}"),
                    [(game, 100 * chance) for game, chance in zip(games, chances[result], strict=True)],
                    *LINES[result],
                )
                for result in results(kit.game)
            ],
            (0, 25, 50, 75, 100),
            lambda percent: f"{percent:.0f} %",
        )
        for name, chances in against.items()
    ]
    title = words("learned.title", name=kit.spec.name)
    game, last = words("chart.game"), max(*games, 1)
    if narrow:
        page = narrow_chart_page(game, last, panels, words.number)
    else:
        page = chart_page(title, words(BELOW[side]), game, last, panels, words.number)
    return Document("learned", title, kit.spec.name, kit.fingerprint, (page,), Medium.SCREEN)
