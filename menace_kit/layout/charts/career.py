"""Charts of how a machine learned: Michie's line, what became of its games, its chances; on paper and in the dark."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from menace_kit.layout.charts.chart import Chart, Panel, Pen, Series, axes, chart_document, lines, span, ticks
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    LIGHT_GREY,
    WHITE,
    Anchor,
    Circle,
    Document,
    Mark,
    Medium,
    Page,
    Text,
)
from menace_kit.layout.text.fonts import cap_height, text_width
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, has_ties, results
from menace_kit.text.words import Words

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
    michie = _first_box_panel(kit, words, first_box, BLACK, 0.9, most=5)._replace(share=1.25)
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


def _first_box_panel(
    kit: Kit, words: Words, first_box: Sequence[int], colour: str, width: float, most: int
) -> Panel:
    """Return the panel of Michie's line, with about `most` numbers beside it."""
    series = Series("", [(0, 0), *enumerate(first_box, start=1)], colour, width)
    title = words("chart.first-box", n=len(kit.opening_boxes))
    return Panel(title, [series] if first_box else [], ticks(*span(first_box), most=most), words.signed)


def shares_panel(
    kit: Kit, words: Words, title: str, points: Mapping[Result, Sequence[tuple[float, float]]]
) -> Panel:
    """Return the panel of what share of games ends how: a line for each result that the game can have.

    `points` are games and shares, from 0 to 1.
    """
    series = []
    for result in results(kit.game):
        percents = [(game, 100 * share) for game, share in points[result]]
        series.append(Series(words(f"chart.{result.value}"), percents, *LINES[result]))
    return Panel(title, series, (0, 25, 50, 75, 100), lambda percent: f"{percent:.0f} %")


# The chart of what a machine has learned: its chances against a random and a perfect player, game by game.

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
    panels = []
    for name, chances in against.items():
        told = words("learned.against", player=words(f"lab.{name}"))
        points = {result: list(zip(games, found, strict=True)) for result, found in chances.items()}
        panels.append(shares_panel(kit, words, told, points))
    title = words("learned.title", name=kit.spec.name)
    chart = Chart(title, words(BELOW[side]), words("chart.game"), max(*games, 1), panels, words.number)
    return chart_document(kit, "learned", chart, narrow)


# Michie's line for a screen behind the boxes: few words, thick lines, bright on dark or dark on bright. In mm.

WIDTH, WIDEST, HEIGHT = 240.0, 350.0, 64.0
"""A strip below the board, and one with nothing beside it; its words are as high as an eighth of it."""

SIZE = 23.0
HEAD = 14.0
FOOT = 12.0


class StripLook(NamedTuple):
    """Colours of the strip: its words, its level lines, and the line itself."""

    text: str
    grid: str
    line: str


LOOKS = {
    "dark": StripLook("#E8E6E0", "#5C5C66", "#FFC94D"),
    "light": StripLook("#1A1A1A", "#B0B0B0", "#8A4B00"),
}


def first_box_strip(
    kit: Kit, words: Words, first_box: Sequence[int], look: StripLook, width: float = WIDTH
) -> Document:
    """Return the line as a document of one page; `first_box` has one number a finished game."""
    panel = _first_box_panel(kit, words, first_box, look.line, 1.4, most=3)
    widest = max(text_width(panel.label(tick), SIZE) for tick in panel.ticks)
    field = panel.field(widest + 3, HEAD, width - 4, HEIGHT - FOOT, max(len(first_box), 1))
    size = SIZE * min(1.0, width / text_width(panel.title, SIZE, bold=True))
    pen = Pen(SIZE, look.text, (0.3, look.grid), (0.7, look.grid))
    games = f"{words('chart.game')}: {words.number(len(first_box))}"
    marks: list[Mark] = [
        Text(0, cap_height(SIZE) + 0.5, panel.title, size, bold=True, colour=look.text),
        *axes(panel, field, pen),
        Text(field.right, HEIGHT - 1.5, games, SIZE, anchor=Anchor.END, colour=look.text),
        *lines(panel, field),
    ]
    if first_box:
        end = field.x(len(first_box)), field.y(first_box[-1])
        marks.append(Circle(*end, 2.2, stroke=None, fill=look.line))
    page = Page(width, HEIGHT, tuple(marks))
    return Document("first-box", panel.title, kit.spec.name, kit.fingerprint, (page,), Medium.SCREEN)


# Documents for a dark screen: the same marks in colours that are bright on dark.

BRIGHT = {
    BLACK: "#F5EEE1",
    GREY: "#978A74",
    LIGHT_GREY: "#5A5144",
    WHITE: "#221E18",
    "#0072B2": "#6CBDF0",
    "#595959": "#C9BDA8",
    "#D55E00": "#FF9B52",
}
"""Colour on white -> colour on dark."""

COLOURS = ("colour", "stroke", "fill")
"""The fields of marks that hold a colour."""


def in_the_dark(document: Document) -> Document:
    """Return a document for a dark screen; a colour that is not known stays as it is."""
    pages = tuple(replace(page, marks=tuple(map(_bright, page.marks))) for page in document.pages)
    return replace(document, pages=pages)


def _bright(mark: Mark) -> Mark:
    found = {name: getattr(mark, name) for name in COLOURS if hasattr(mark, name)}
    return replace(mark, **{name: BRIGHT.get(colour, colour) for name, colour in found.items()})
