"""Michie's line for a screen behind the boxes: few words, thick lines, bright on dark or dark on bright. In mm."""

from collections.abc import Sequence
from typing import NamedTuple

from menace_kit.layout.charts.chart import Field, Panel, Pen, Series, axes, lines, span, ticks
from menace_kit.layout.marks import Anchor, Circle, Document, Mark, Medium, Page, Text
from menace_kit.layout.text import cap_height, text_width
from menace_kit.machine.kit import Kit
from menace_kit.text import Words

WIDTH, WIDEST, HEIGHT = 240.0, 350.0, 64.0
"""A strip below the board, and one with nothing beside it; its words are as high as an eighth of it."""

SIZE = 23.0
HEAD = 14.0
FOOT = 12.0


class Look(NamedTuple):
    """Colours of the strip: its words, its level lines, and the line itself."""

    text: str
    grid: str
    line: str

    @property
    def pen(self) -> Pen:
        """Return what the axis is drawn with."""
        return Pen(SIZE, self.text, (0.3, self.grid), (0.7, self.grid))


LOOKS = {
    "dark": Look("#E8E6E0", "#5C5C66", "#FFC94D"),
    "light": Look("#1A1A1A", "#B0B0B0", "#8A4B00"),
}


def first_box_strip(
    kit: Kit, words: Words, first_box: Sequence[int], look: Look, width: float = WIDTH
) -> Document:
    """Return the line as a document of one page; `first_box` has one number a finished game."""
    title = words("chart.first-box", n=len(kit.opening_boxes))
    line = [(0, 0), *enumerate(first_box, start=1)]
    series = Series("", line, look.line, 1.4)
    panel = Panel(title, [series] if first_box else [], ticks(*span(first_box), most=3), words.signed)
    widest = max(text_width(panel.label(tick), SIZE) for tick in panel.ticks)
    x_range, y_range = (0, max(len(first_box), 1)), (panel.ticks[0], panel.ticks[-1])
    field = Field(widest + 3, HEAD, width - 4, HEIGHT - FOOT, x_range, y_range)
    size = SIZE * min(1.0, width / text_width(title, SIZE, bold=True))
    games = f"{words('chart.game')}: {words.number(len(first_box))}"
    marks: list[Mark] = [
        Text(0, cap_height(SIZE) + 0.5, title, size, bold=True, colour=look.text),
        *axes(panel, field, look.pen),
        Text(field.right, HEIGHT - 1.5, games, SIZE, anchor=Anchor.END, colour=look.text),
        *lines(panel, field),
    ]
    if first_box:
        game, height = line[-1]
        marks.append(Circle(field.x(game), field.y(height), 2.2, stroke=None, fill=look.line))
    page = Page(width, HEIGHT, tuple(marks))
    return Document("first-box", title, kit.spec.name, kit.fingerprint, (page,), Medium.SCREEN)
