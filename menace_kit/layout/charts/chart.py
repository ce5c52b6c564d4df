"""The chart kit: scales, axes, lines and legends, on a slide or on a phone. In mm, text in points.

A slide and a phone show the same `Chart`; what stands elsewhere (the strip behind the boxes,
a film of the lab) puts its own marks around a `Field` with the axes and lines of the kit.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from menace_kit.layout.marks import (
    BLACK,
    GREY,
    LIGHT_GREY,
    MM_PER_POINT,
    THIN,
    Anchor,
    Circle,
    Curve,
    Document,
    Line,
    Mark,
    Medium,
    Page,
    Rectangle,
    Text,
)
from menace_kit.layout.stacks import Area, Part, Sized, down, fixed, grow, padded, tiled
from menace_kit.layout.text.typesetting import (
    cap_height,
    on_middle,
    shortened,
    size_within,
    text_width,
    wrapped,
    writable,
)
from menace_kit.layout.type_scale import SMALLEST
from menace_kit.machine.kit import Kit

TITLE, HEAD, BODY, NOTE = 22.0, 14.0, 12.0, 10.0
"""Sizes of the chart's title, of its panels', of the numbers, and of what stands at the bottom."""

WIDTH, HEIGHT = 254.0, 142.875
"""A screen of 16 to 9, as a page 10 inches wide:
text has the size that it would have on a slide.
"""

BORDER = 10.0
TOP = 29.0
"""Where the first panel begins, below the title and the line under it."""

FOOT = 18.0
"""What the numbers and the title of the level axis need below the last panel."""

GAP = 7.0
HEAD_HEIGHT = 8.5
SAMPLE = 14.0
"""Length of the piece of line that stands before a name."""

FRAME_SAMPLE = (6.0, 3.6)
"""Width and height of the frame that stands before what it means."""

NOTE_PITCH = NOTE * MM_PER_POINT * 1.3

PHONE_WIDTH = 104.0
"""Words of BODY points are a 25th of it high: on a phone of 390 points more than 14,
on the narrowest more than 11.
"""

PHONE_BORDER = 2.0
PHONE_PANEL = 52.0
"""Height of a panel whose share is 1, without its words."""

PHONE_FOOT = 15.0
PHONE_GAP = 9.0
PHONE_PITCH = BODY * MM_PER_POINT * 1.25
PHONE_SAMPLE = 8.0

TILE_SHAPE = 1.6
"""How many times as wide as high the small fields of a chart are, about."""

FRAME, STRONG = (THIN, GREY), (1.1, BLACK)
"""Width and colour of the frame of a small field, and of one that is to be seen first."""

TILE_HEAD, TILE_GAP = 7.0, 3.5
"""Room for the name of a small field above it, and between two of them."""

TILE_PHONE = 26.0
"""Height of a small field on a phone, where three stand in a row, its name included."""

MOST_NUMBERS, MOST_ON_A_PHONE = 10, 4
"""About so many numbers stand below the level axis, where they have room beside each other."""

AIR = 0.05
"""How far a close axis reaches beyond its lines, as a share of what they span."""

MOST_BINS = 500
"""A line of more points than four times this is thinned out: nobody could see them."""

Point = tuple[float, float]


class Series(NamedTuple):
    """A line of a chart: its name (none needs no legend), its points in order, and how it looks.

    `dots`: its points are not joined, but dots with the width as radius.
    `frame`: it stands in a legend for the frame of a small field.
    """

    name: str
    points: Sequence[Point]
    stroke: str = BLACK
    width: float = 0.7
    dash: float = 0.0
    dots: bool = False
    frame: bool = False


class Field(NamedTuple):
    """Where a panel's lines go: the rectangle on the page, and the numbers at its edges."""

    left: float
    top: float
    right: float
    bottom: float
    x_range: tuple[float, float]
    y_range: tuple[float, float]

    def x(self, value: float) -> float:
        """Return where a number of the level axis stands."""
        low, high = self.x_range
        return self.left + (value - low) / (high - low) * (self.right - self.left)

    def y(self, value: float) -> float:
        """Return where a number of the upright axis stands."""
        low, high = self.y_range
        return self.bottom - (value - low) / (high - low) * (self.bottom - self.top)


class Panel(NamedTuple):
    """A field of a chart: what it shows, its lines, its share of the height, and its upright axis.

    `ticks` are the numbers on that axis, which reaches from the first to the last of them,
    or over `y_range`; `label` writes one.
    """

    title: str
    series: Sequence[Series]
    ticks: Sequence[float]
    label: Callable[[float], str]
    share: float = 1.0
    y_range: tuple[float, float] | None = None

    def field(self, area: Area, last_x: float) -> Field:
        """Return where its lines go in an area; its level axis ends at `last_x`."""
        y_range = self.y_range or (self.ticks[0], self.ticks[-1])
        return Field(*area.edges, (0, last_x), y_range)

    def part(self, last_x: float) -> Part:
        """Return its axes and its lines."""

        def draw(area: Area) -> Iterator[Mark]:
            field = self.field(area, last_x)
            yield from axes(self, field)
            yield from lines(self.series, field)

        return draw

    @property
    def on_a_phone(self) -> float:
        """Return how high it is on a phone, without its words."""
        return PHONE_PANEL * self.share


class Tile(NamedTuple):
    """One of many small fields: whose it is, its lines, and whether its frame is strong."""

    name: str
    series: Sequence[Series]
    strong: bool = False


class Tiles(NamedTuple):
    """Many small fields side by side, in the place of one panel:
    so many lines could not be told apart in one field.

    All have the axes that its `ticks` and the chart have, the first and the last of them stand
    beside the first field of each row. `series` has what stands in the legend, for all fields.
    """

    title: str
    tiles: Sequence[Tile]
    series: Sequence[Series]
    ticks: Sequence[float]
    label: Callable[[float], str]
    share: float = 1.0

    def columns(self, width: float, height: float) -> int:
        """Return how many fields stand in a row of a rectangle,
        so that each is as large as can be.
        """

        def size(columns: int) -> float:
            rows = -(-len(self.tiles) // columns)
            return min(
                (width / columns - TILE_GAP) / TILE_SHAPE, height / rows - TILE_GAP - TILE_HEAD
            )

        return max(range(1, len(self.tiles) + 1), key=size)

    def part(self, last_x: float) -> Part:
        """Return the fields, three in a row on a phone."""

        def draw(area: Area) -> Iterable[Mark]:
            columns = 3 if area.width < PHONE_WIDTH else self.columns(area.width, area.height)
            tiles = [
                padded(self._tile(tile, last_x, numbered=not place % columns), below=TILE_GAP)
                for place, tile in enumerate(self.tiles)
            ]
            return padded(tiled(columns, tiles, TILE_GAP), below=-TILE_GAP)(area)

        return draw

    def _tile(self, tile: Tile, last_x: float, numbered: bool) -> Part:
        def draw(area: Area) -> Iterator[Mark]:
            field = Field(*area.edges, (0, last_x), (self.ticks[0], self.ticks[-1]))
            yield from self._tile_marks(tile, field, numbered)

        return padded(draw, above=TILE_HEAD)

    def _tile_marks(self, tile: Tile, field: Field, numbered: bool) -> Iterator[Mark]:
        yield Text(field.left, field.top - 2.4, tile.name, HEAD, bold=True)
        width, colour = STRONG if tile.strong else FRAME
        across, down = field.right - field.left + width, field.bottom - field.top + width
        yield Rectangle(field.left - width / 2, field.top - width / 2, across, down, width, colour)
        ends = (self.ticks[0], self.ticks[-1])
        for tick in self.ticks:
            y = field.y(tick)
            if tick not in ends:
                yield Line(field.left, y, field.right, y, *(LEVEL if tick else ZERO))
            elif numbered:
                baseline = y + cap_height(BODY) * (tick == ends[1])
                yield Text(field.left - 2, baseline, self.label(tick), BODY, anchor=Anchor.END)
        yield from lines(tile.series, field)

    @property
    def on_a_phone(self) -> float:
        """Return how high it is on a phone, without its words:
        there three fields stand in a row.
        """
        return TILE_PHONE * -(-len(self.tiles) // 3)


class Chart(NamedTuple):
    """Panels one below the other over a level axis from 0 to `last_x`, and the words around them.

    `x_title` says what that axis counts, `x_label` writes a number of it;
    a phone has no title, line below it and notes, for they stand on the page around it.
    """

    title: str
    below_title: str
    x_title: str
    last_x: float
    panels: Sequence[Panel | Tiles]
    x_label: Callable[[int], str]
    notes: Sequence[str] = ()


LEVEL, ZERO = (THIN, LIGHT_GREY), (0.35, GREY)
"""Width and colour of a level line, and of that of 0."""


def span(values: Iterable[int]) -> tuple[int, int]:
    """Return the least and the greatest of some numbers and 0."""
    found = (0, *values)
    return min(found), max(found)


def ticks(low: float, high: float, most: int, step: float = 1) -> list[float]:
    """Return at most `most` + 2 round numbers from `low` or below to `high`
    or above, at least `step` apart.

    They are 1, 2 or 5 times a power of ten apart; two at the least,
    where there is nothing to show too.
    """
    wanted = max((high - low) / most, step)
    power = 10 ** math.floor(math.log10(wanted))
    apart = next(
        factor * power for factor in (1, 2, 5, 10) if factor * power >= wanted * (1 - 1e-9)
    )
    first, last = math.floor(low / apart + 1e-9), math.ceil(high / apart - 1e-9)
    return [number * apart for number in range(first, max(last, first + 1) + 1)]


def close_axis(low: float, high: float, most: int) -> tuple[list[float], tuple[float, float]]:
    """Return about `most` round numbers, and the ends of an axis that reaches a little
    beyond `low` and `high`.
    """
    air = AIR * (high - low) or 1.0
    ends = low - air, high + air
    return [tick for tick in ticks(low, high, most) if ends[0] <= tick <= ends[1]], ends


def thinned(points: Sequence[Point]) -> list[Point]:
    """Return the points, or of very many the first, lowest, highest and last of each
    of MOST_BINS equal parts.
    """
    if len(points) <= 4 * MOST_BINS:
        return list(points)
    kept: list[Point] = []
    for part in range(MOST_BINS):
        start, end = (len(points) * place // MOST_BINS for place in (part, part + 1))
        heights = range(start, end)
        low = min(heights, key=lambda place: points[place][1])
        high = max(heights, key=lambda place: points[place][1])
        kept += [points[place] for place in sorted({start, low, high, end - 1})]
    return kept


def chart_document(kit: Kit, name: str, chart: Chart, narrow: bool = False) -> Document:
    """Return a chart of a kit as a document of one page: a slide, or `narrow` for a phone."""
    page = phone(chart) if narrow else slide(chart)
    return Document(name, chart.title, kit.spec.name, kit.fingerprint, (page,), Medium.SCREEN)


def slide(chart: Chart) -> Page:
    """Return a chart as wide as a screen."""
    marks = list(heading(chart.title, chart.below_title))
    left, right = _edges(chart, WIDTH, BORDER)
    area = Area(left, TOP, right - left, HEIGHT - TOP - FOOT - NOTE_PITCH * len(chart.notes))
    stack: list[Sized] = []
    for panel in chart.panels:
        headed = down(fixed(HEAD_HEIGHT, partial(_head_beside, panel)), panel.part(chart.last_x))
        stack += [fixed(GAP if stack else 0), grow(panel.share, headed)]
    marks += down(*stack)(area)
    field = Field(*area.edges, (0, chart.last_x), (0, 1))
    marks += level_numbers(field, chart.x_title, chart.x_label)
    y = HEIGHT - BORDER / 2 - NOTE_PITCH * (len(chart.notes) - 1)
    for number, note in enumerate(chart.notes):
        baseline = y + number * NOTE_PITCH
        marks.append(whole_line(BORDER, baseline, note, WIDTH - 2 * BORDER, NOTE, colour="#404040"))
    return Page(WIDTH, HEIGHT, tuple(marks))


def phone(chart: Chart) -> Page:
    """Return a chart so narrow that its words can be read on a phone, as high as it needs to be."""
    left, right = _edges(chart, PHONE_WIDTH, PHONE_BORDER)
    marks: list[Mark] = []
    top = PHONE_BORDER
    for panel in chart.panels:
        head, under = _head_above(panel, top)
        area = Area(left, under, right - left, panel.on_a_phone)
        marks += [*head, *panel.part(chart.last_x)(area)]
        top = under + panel.on_a_phone + PHONE_GAP
    field = Field(*area.edges, (0, chart.last_x), (0, 1))
    marks += level_numbers(field, chart.x_title, chart.x_label, MOST_ON_A_PHONE)
    return Page(PHONE_WIDTH, field.bottom + PHONE_FOOT, tuple(marks))


def _edges(chart: Chart, width: float, border: float) -> tuple[float, float]:
    """Return where the fields begin and end: the numbers beside and below
    them have room on the page.
    """
    widest = max(
        text_width(panel.label(tick), BODY) for panel in chart.panels for tick in panel.ticks
    )
    return border + widest + 2, width - border - text_width(
        chart.x_label(round(chart.last_x)), BODY
    ) / 2


def heading(title: str, below: str) -> Iterator[Mark]:
    """Yield a slide's title and the line under it, smaller where they are too long."""
    width = WIDTH - 2 * BORDER
    yield whole_line(BORDER, 16, title, width, TITLE, bold=True)
    yield whole_line(BORDER, 23.5, below, width, HEAD)


def whole_line(
    x: float,
    y: float,
    text: str,
    width: float,
    size: float,
    bold: bool = False,
    anchor: Anchor = Anchor.START,
    colour: str = BLACK,
) -> Text:
    """Return a text on its baseline y, smaller where it is too long,
    and shortened where SMALLEST is too large.

    What others name may have characters that the font lacks; they become question marks.
    """
    text = writable(text)
    size = max(size_within(text, width, size, bold), SMALLEST)
    return Text(x, y, shortened(text, width, size, bold), size, bold, anchor, colour)


def _head_beside(panel: Panel | Tiles, area: Area) -> Iterator[Mark]:
    """Yield a panel's title, and to the right of it a sample of each line with its name."""
    left, top, x, _ = area.edges
    baseline = top + cap_height(HEAD) + 0.5
    for series in reversed([series for series in panel.series if series.name]):
        yield Text(x, baseline, series.name, HEAD, anchor=Anchor.END)
        x -= text_width(series.name, HEAD) + 2
        length = FRAME_SAMPLE[0] if series.frame else SAMPLE
        yield sample(series, x - length, baseline - cap_height(HEAD) / 2, length)
        x -= length + 8
    yield whole_line(left, baseline, panel.title, x - left, HEAD, bold=True)


def _head_above(panel: Panel | Tiles, top: float) -> tuple[list[Mark], float]:
    """Return a panel's title over as many lines as it needs,
    its legend below it, and where they end.
    """
    marks: list[Mark] = []
    y = top
    for line in wrapped(panel.title, PHONE_WIDTH - 2 * PHONE_BORDER, BODY, bold=True):
        marks.append(Text(PHONE_BORDER, y + cap_height(BODY), line, BODY, bold=True))
        y += PHONE_PITCH
    named = [series for series in panel.series if series.name]
    if named:
        x = PHONE_BORDER
        for series in named:
            width = PHONE_SAMPLE + 2 + text_width(series.name, BODY)
            if x > PHONE_BORDER and x + width > PHONE_WIDTH - PHONE_BORDER:
                x, y = PHONE_BORDER, y + PHONE_PITCH
            marks.append(sample(series, x, y + cap_height(BODY) / 2, PHONE_SAMPLE))
            marks.append(Text(x + PHONE_SAMPLE + 2, y + cap_height(BODY), series.name, BODY))
            x += width + 5
        y += PHONE_PITCH
    return marks, y + cap_height(BODY)


def sample(series: Series, x: float, y: float, length: float = SAMPLE) -> Mark:
    """Return the piece of a line that stands before its name, or a dot, or a frame."""
    if series.frame:
        return Rectangle(
            x + length - FRAME_SAMPLE[0], y - FRAME_SAMPLE[1] / 2, *FRAME_SAMPLE, *STRONG
        )
    if series.dots:
        return Circle(x + length - series.width, y, series.width, stroke=None, fill=series.stroke)
    return Curve(((x, y), (x + length, y)), series.width, series.stroke, series.dash)


def axes(panel: Panel, field: Field) -> Iterator[Mark]:
    """Yield a panel's level lines with their numbers, that of 0 the strongest,
    and the ground if no number is there.
    """
    if field.y_range[0] != panel.ticks[0]:
        yield Line(field.left, field.bottom, field.right, field.bottom, *LEVEL)
    for tick in panel.ticks:
        y = field.y(tick)
        yield Line(field.left, y, field.right, y, *(LEVEL if tick else ZERO))
        number = panel.label(tick)
        yield on_middle(field.left - 2, y, number, BODY, anchor=Anchor.END)


def level_numbers(
    field: Field, title: str, label: Callable[[int], str], most: int = MOST_NUMBERS
) -> Iterator[Mark]:
    """Yield the numbers below a field as far as its axis goes,
    about `most` of them, and what they count.
    """
    baseline = field.bottom + cap_height(BODY) + 3
    for tick in _numbers_with_room(field, label, most):
        x = field.x(tick)
        yield Line(x, field.bottom, x, field.bottom + 1.5, 0.35, GREY)
        yield Text(x, baseline, label(round(tick)), BODY, anchor=Anchor.MIDDLE)
    middle = (field.left + field.right) / 2
    yield Text(middle, baseline + BODY * MM_PER_POINT * 1.3, title, BODY, anchor=Anchor.MIDDLE)


def _numbers_with_room(field: Field, label: Callable[[int], str], most: int) -> list[float]:
    """Return about `most` round numbers of a level axis,
    or as many as do not run into each other.
    """
    for number in range(most, 0, -1):
        found = [tick for tick in ticks(*field.x_range, most=number) if tick <= field.x_range[1]]
        widths = [text_width(label(round(tick)), BODY) for tick in found]
        places = [field.x(tick) for tick in found]
        steps = [after - before for before, after in pairwise(places)]
        if all(
            step > sum(pair) / 2 + 1 for step, pair in zip(steps, pairwise(widths), strict=True)
        ):
            return found
    return found


def lines(several: Iterable[Series], field: Field) -> Iterator[Mark]:
    """Yield the lines of a field; a single point is a dot."""
    for series in several:
        points = tuple((field.x(x), field.y(y)) for x, y in thinned(series.points))
        if len(points) > 1 and not series.dots:
            yield Curve(points, series.width, series.stroke, series.dash)
        else:
            yield from (
                Circle(*point, series.width, stroke=None, fill=series.stroke) for point in points
            )
