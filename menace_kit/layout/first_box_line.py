"""Michie's line for a screen behind the boxes: few words, thick lines, bright on dark or dark on bright. In mm."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from menace_kit.layout.chart import Field, thinned, ticks
from menace_kit.layout.marks import Anchor, Circle, Curve, Document, Line, Mark, Medium, Page, Text
from menace_kit.layout.text import cap_height, text_width
from menace_kit.machine.kit import Kit
from menace_kit.words import Words

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


LOOKS = {
    "dark": Look("#E8E6E0", "#5C5C66", "#FFC94D"),
    "light": Look("#1A1A1A", "#B0B0B0", "#8A4B00"),
}


def first_box_strip(
    kit: Kit, words: Words, first_box: Sequence[int], look: Look, width: float = WIDTH
) -> Document:
    """Return the line as a document of one page; `first_box` has one number a finished game."""
    firsts = len(kit.opening_boxes)
    title = words("chart.first-box", n=firsts)
    heights = ticks(min(0, *first_box, 0), max(0, *first_box, 0), most=3)
    widest = max(text_width(words.signed(height), SIZE) for height in heights)
    games = max(len(first_box), 1)
    field = Field(
        left=widest + 3,
        top=HEAD,
        right=width - 4,
        bottom=HEIGHT - FOOT,
        x_range=(0, games),
        y_range=(heights[0], heights[-1]),
    )
    marks = [
        Text(0, cap_height(SIZE) + 0.5, title, _fitting(title, width), bold=True, colour=look.text),
        *_levels(words, field, heights, look),
        *_games(field, f"{words('chart.game')}: {words.number(len(first_box))}", look),
        *_line(field, first_box, look),
    ]
    return Document(
        "first-box",
        title,
        kit.spec.name,
        kit.fingerprint,
        (Page(width, HEIGHT, tuple(marks)),),
        Medium.SCREEN,
    )


def _fitting(title: str, width: float) -> float:
    """Return the size at which a title fits into the strip: SIZE, or less for a long one."""
    return SIZE * min(1.0, width / text_width(title, SIZE, bold=True))


def _levels(words: Words, field: Field, heights: Sequence[float], look: Look) -> Iterator[Mark]:
    for height in heights:
        y = field.y(height)
        yield Line(field.left, y, field.right, y, 0.3 if height else 0.7, look.grid)
        yield Text(
            field.left - 2,
            y + cap_height(SIZE) / 2,
            words.signed(height),
            SIZE,
            anchor=Anchor.END,
            colour=look.text,
        )


def _games(field: Field, told: str, look: Look) -> Iterator[Mark]:
    """Yield how many games there are, below the end of the line."""
    yield Text(field.right, HEIGHT - 1.5, told, SIZE, anchor=Anchor.END, colour=look.text)


def _line(field: Field, first_box: Sequence[int], look: Look) -> Iterator[Mark]:
    if not first_box:
        return
    points = thinned([(0, 0), *enumerate(first_box, start=1)])
    line = tuple((field.x(x), field.y(y)) for x, y in points)
    yield Curve(line, 1.4, look.line)
    yield Circle(*line[-1], 2.2, stroke=None, fill=look.line)
