"""Charts of how a machine learned, on paper and in the dark;
and squared paper to draw Michie's line on. In mm.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from menace_kit.errors import FitError
from menace_kit.frozen import Frozen
from menace_kit.games import Side
from menace_kit.layout.changed_box import BAR_PITCH, changed_box
from menace_kit.layout.charts.chart import (
    PEN,
    Chart,
    Panel,
    Series,
    Tile,
    Tiles,
    axes,
    chart_document,
    level_numbers,
    lines,
    span,
    ticks,
)
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    LIGHT_GREY,
    THIN,
    WHITE,
    Anchor,
    Circle,
    Document,
    Line,
    Mark,
    Text,
)
from menace_kit.layout.stacks import (
    Area,
    Part,
    down,
    fixed,
    layered,
    padded,
    put,
    text,
    text_lines,
    tiled,
)
from menace_kit.layout.text.pages import FORM_PAGES, POSTER_PAGES, Flow
from menace_kit.layout.text.typesetting import (
    cap_height,
    fitted,
    fitted_together,
    one_line,
    over,
    size_within,
    text_width,
)
from menace_kit.layout.type_scale import FIGURES, HEADING, TEXT, WALL_TITLE
from menace_kit.machine.boxes import Box
from menace_kit.machine.first_choice import FirstChoice
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, change_by
from menace_kit.machine.prospects import has_ties, results
from menace_kit.text.sheet_words import player, said
from menace_kit.text.words import Words

LINES = {
    Result.WIN: ("#0072B2", 0.9, 0.0),
    Result.TIE: ("#595959", 0.7, 2.8),
    Result.LOSS: ("#D55E00", 0.8, 0.9),
}
"""Colour, width in mm and dash of the line of each result:
they differ without their colours too.
"""


class GoodLine(NamedTuple):
    """How likely a side's first choice is good: at the start, and after each game; from 0 to 1."""

    choice: FirstChoice
    chances: Sequence[float]


PERCENTS = (0, 25, 50, 75, 100)


def percent_label(percent: float) -> str:
    return f"{percent:.0f} %"


def progress_document(
    kit: Kit,
    words: Words,
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
    games = len(first_box)
    # A share of the first few games leaps about, and says little once there are many.
    begin = window if games >= 2 * window else 1
    points = {
        result: [(game, share) for game, share in enumerate(found, start=1) if game >= begin]
        for result, found in shares.items()
    }
    endings = shares_panel(
        kit, words, words("chart.shares", n=window, games=words.number(window)), points
    )
    counts = {result.value: words.number(totals[result]) for result in results(kit.game)}
    told = "chart.games" if has_ties(kit.game) else "chart.games-without-draws"
    below = (
        words(told, n=games, games=words.number(games), **counts)
        if games
        else words("common.none-yet")
    )
    title = title or words("chart.title", name=kit.spec.name)
    chart = Chart(
        title,
        below,
        words("chart.game"),
        max(games, 1),
        [endings, good_panel(kit, words, good)]
        if good
        else [_line_panel(kit, words, first_box, moves_left)._replace(share=1.25), endings],
        words.number,
    )
    return chart_document(kit, "progress", chart, narrow)


def good_panel(kit: Kit, words: Words, good: Sequence[GoodLine]) -> Panel:
    """Return the panel of how likely a machine's first choice is good, a line for each side."""
    stroke, *_ = LINES[Result.WIN]
    names = [
        words("chart.good-of", player=player(kit, words, each.choice.side), n=each.choice.move)
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
    """Return the title of the panel of a side's first choice."""
    if choice.move <= len(GOOD_TITLES):
        return words(GOOD_TITLES[choice.move - 1])
    return words("chart.good-later", n=choice.move)


GOOD_TITLES = ("chart.good-first", "chart.good-second")


def _line_panel(
    kit: Kit, words: Words, first_box: Sequence[int], moves_left: Sequence[int] | None
) -> Panel:
    """Return the panel of Michie's line, or where they are given of the moves that are left."""
    if moves_left is None:
        return _first_box_panel(kit, words, first_box, BLACK, 0.9, most=5)
    line = Series("", list(enumerate(moves_left)), BLACK, 0.9)
    numbers = ticks(min(moves_left), max(moves_left), most=5)
    return Panel(
        words("chart.moves-left"),
        [line] if first_box else [],
        numbers,
        lambda number: words.number(round(number)),
    )


def _first_box_panel(
    kit: Kit, words: Words, first_box: Sequence[int], colour: str, width: float, most: int
) -> Panel:
    """Return the panel of Michie's line, with about `most` numbers beside it."""
    series = Series("", [(0, 0), *enumerate(first_box, start=1)], colour, width)
    title = words("chart.first-box", n=len(kit.opening_boxes))
    return Panel(
        title, [series] if first_box else [], ticks(*span(first_box), most=most), words.signed
    )


def shares_panel(
    kit: Kit, words: Words, title: str, points: Mapping[Result, Sequence[tuple[float, float]]]
) -> Panel:
    """Return the panel of what share of games ends how:
    a line for each result that the game can have.

    `points` are games and shares, from 0 to 1.
    """
    series = []
    for result in results(kit.game):
        percents = [(game, 100 * share) for game, share in points[result]]
        series.append(Series(words(f"chart.{result.value}"), percents, *LINES[result]))
    return Panel(title, series, PERCENTS, percent_label)


# The chart of what a machine has learned: its chances against a random
# and a perfect player, game by game.

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

    `games` are numbers of games, 0 the start; for each opponent and result `against` has a chance
    (from 0 to 1) for each of them. `side` is `first` or `second` where the machine plays both;
    `narrow` is for a phone.
    """
    panels = []
    for name, chances in against.items():
        told = words("learned.against", player=words(f"lab.{name}"))
        points = {result: list(zip(games, found, strict=True)) for result, found in chances.items()}
        panels.append(shares_panel(kit, words, told, points))
    title = words("learned.title", name=kit.spec.name)
    chart = Chart(
        title, words(BELOW[side]), words("chart.game"), max(*games, 1), panels, words.number
    )
    return chart_document(kit, "learned", chart, narrow)


# The machines of a class: a small field for each, and all of them together.

MEAN = ("#595959", 0.5, 1.6)
"""Colour, width in mm and dash of the mean of all machines, behind the line of each."""


LEAST_FALL = 10
"""Moves by which the axis of those that are left reaches below their start,
though none is lost yet.
"""


class MachineLine(NamedTuple):
    """A machine of a class: what it is called, its line at the start and after each
    game, if nobody can beat it.
    """

    name: str
    line: Sequence[float]
    unbeatable: bool


def class_document(
    kit: Kit,
    words: Words,
    machines: Sequence[MachineLine],
    mean: Sequence[float],
    totals: Mapping[Result, int],
    shares: Mapping[Result, Sequence[float]],
    window: int,
    narrow: bool = False,
) -> Document:
    """Return the chart of a class, as a document of one page: a field a machine,
    and how all games ended.

    The line of each is Michie's, or where that could not rise the moves that are left in its boxes;
    `mean` is that of all, as far as it says something. `shares` has one number a game:
    which share of the last `window` games of all machines up to their game of this
    number ended so (from 0 to 1).
    """
    games, rises = sum(totals.values()), line_rises(kit)
    last = max(1, *(len(machine.line) - 1 for machine in machines))
    heights = [height for machine in machines for height in machine.line]
    low, high = min(heights), max(heights)
    # Michie's line begins at 0 in any case; moves that are left only become fewer,
    # so that there is room below.
    low, high = (
        (min(0, low), max(0, high)) if rises else (min(low, max(0, high - LEAST_FALL)), high)
    )
    behind = Series(words("class-chart.mean"), list(enumerate(mean)), *MEAN)
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
    counts = {result.value: words.number(totals[result]) for result in results(kit.game)}
    below = "class-chart.games" if has_ties(kit.game) else "class-chart.games-without-draws"
    chart = Chart(
        words("class-chart.title", name=kit.spec.name, n=len(machines)),
        words(below, n=games, games=words.number(games), **counts)
        if games
        else words("common.none-yet"),
        words("class-chart.game"),
        last,
        [tiles, shares_panel(kit, words, told, points)],
        words.number,
    )
    return chart_document(kit, "class", chart, narrow)


# The poster of a day: how many games, the day's line, what there is to tell,
# and the boxes that it is about.


class BoxOnPoster(NamedTuple):
    """A box of a day: its number, a sentence on it, and of one that learned its good
    colours, and what was in it.

    `rows` have colour -> beads before and after, each with the chance of a good move.
    """

    number: int
    said: str
    good: tuple[str, ...] = ()
    rows: tuple[tuple[Mapping[str, int], float], ...] = ()


class DayOnPoster(NamedTuple):
    """A day for its poster, nobody named; all of it told already.

    `counts` are what is counted of it, and how many; `first_box` and `moves_left` are the day's,
    as of `progress_document`; `said` are sentences, `explained` is one for the foot.
    """

    title: str
    counts: tuple[tuple[str, int], ...]
    first_box: tuple[int, ...]
    moves_left: tuple[int, ...] | None
    said: tuple[str, ...]
    boxes: tuple[BoxOnPoster, ...]
    explained: str = ""


COUNT_SIZE, COUNT_ROOM = 41.0, 27.0
"""Size of the large numbers at the most, and the height that they have with their words."""

CURVE_SHARE = 0.42
"""The share of what is left of the page, below the numbers and sentences, that the curve has."""

BETWEEN = 10.0
"""From one box to the next."""

CAPTION = 15.0
"""The height of the sentence above a box."""


def day_poster_document(kit: Kit, words: Words, name: str, day: DayOnPoster) -> Document:
    """Return a day on one page, for the wall."""
    poster = Flow(kit, words, day.title, POSTER_PAGES._replace(shown=True))
    heading = fitted(day.title, poster.width, 24, WALL_TITLE, bold=True)
    poster.y += 2
    put(poster, heading.height + 6, text_lines(heading, Anchor.MIDDLE))
    put(poster, COUNT_ROOM + 4, _counts(words, day.counts, poster.width))
    poster.items(day.said)
    poster.y += 3
    bottom = poster.bottom
    if day.explained:
        note = fitted(day.explained, poster.width, 10, TEXT)
        bottom -= note.height + 4
        poster.marks += note.marks(poster.left + poster.width / 2, bottom + 4, Anchor.MIDDLE)
    if day.first_box:
        room = bottom - poster.y
        put(poster, room * CURVE_SHARE if day.boxes else room, _day_curve(kit, words, day))
        poster.y += 5
    if day.boxes:
        wide = (poster.width + BETWEEN) / len(day.boxes) - BETWEEN
        bars = BAR_PITCH * max(len(box.rows) for box in day.boxes)
        parts = [_box_of_day(kit, words, box, wide, bars) for box in day.boxes]
        put(poster, bottom - poster.y, tiled(len(parts), parts, BETWEEN))
    return poster.document(name, day.title)


def _counts(words: Words, counts: Sequence[tuple[str, int]], width: float) -> Part:
    """Return what was counted: large numbers side by side, and below each what it is of."""
    room = width / len(counts) - 4
    numbers = [words.number(number) for _, number in counts]
    size = min(size_within(number, room, COUNT_SIZE, bold=True) for number in numbers)
    below = fitted_together([told for told, _ in counts], room, 9, 13)
    parts = [
        layered(
            text(number, size, True, Anchor.MIDDLE, Anchor.START, margin=2),
            padded(text_lines(told, Anchor.MIDDLE), above=cap_height(COUNT_SIZE) + 3),
        )
        for number, told in zip(numbers, below, strict=True)
    ]
    return tiled(len(parts), parts)


def _day_curve(kit: Kit, words: Words, day: DayOnPoster) -> Part:
    """Return the day's line below its title, over an axis of its games."""
    panel = _line_panel(kit, words, day.first_box, day.moves_left)
    games = len(day.first_box)
    before = max(text_width(panel.label(tick), PEN.size) for tick in panel.ticks) + 3
    behind = text_width(words.number(games), PEN.size) / 2

    def draw(area: Area) -> Iterator[Mark]:
        x, y, width, height = area
        field = panel.field(x, y + 9, x + width, y + height - 14, games)
        yield from (*axes(panel, field), *lines(panel.series, field))
        yield from level_numbers(field, words("chart.game"), words.number)

    title = text(panel.title, 13, True, level=Anchor.START, margin=0)
    return padded(layered(title, draw), left=before, right=behind)


def _box_of_day(kit: Kit, words: Words, box: BoxOnPoster, width: float, bars: float) -> Part:
    """Return a box of a day below its sentence; without bars of its own it is no larger
    than one that has `bars` mm of them.
    """
    caption = fitted(box.said, width, CAPTION, HEADING, bold=True)
    heads = words("screen.before"), words("screen.after")
    rows = [
        (head, counts, words.percent(100 * chance))
        for head, (counts, chance) in zip(heads, box.rows, strict=False)
    ]
    drawn = changed_box(kit, kit.box(box.number), box.good, rows)
    free = fixed(0 if box.rows else bars)
    return down(fixed(CAPTION + 1, text_lines(caption, Anchor.MIDDLE)), drawn, free)


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


# Squared paper for Michie's line: the beads in the first box, game by game, drawn by hand.

GAMES, PAGES = 100, 2
"""Games on a page, and pages for each machine."""

LABEL = 11.0
"""Room for the numbers of beads, to the left of the squares."""

AXIS = 9.0
"""Room for the numbers of games and what they are, below the squares."""

ABOVE = 6.5
"""Room for what the upright axis counts, above the squares."""

LEVELS = (1, 2, 5, 10, 20, 50, 100)
"""How many beads a square may stand for."""

SQUARE_LINES = {1: (HAIRLINE, LIGHT_GREY), 5: (0.15, GREY), 10: (0.35, "#505050")}
"""Width and colour of every line of the squares, every fifth and every tenth."""

KEYS = {
    Result.WIN: "first-box-graph.won",
    Result.TIE: "first-box-graph.drawn",
    Result.LOSS: "first-box-graph.lost",
}
"""The keys of words for how far a result moves the line."""

LEAST_ROWS = 30
START_SHARE = 0.4
"""The most of the squares' height that lies below the start:
a line falls by less than it can rise.
"""

HIGHEST = 4
"""How many times as high as wide the squares are at the most,
where a line that cannot rise needs few of them.
"""


class Scale(Frozen):
    """How the squares are counted: how wide and `high` in mm, `rows` of them,
    `unit` beads each, the lowest at `low`.

    They are as high as wide but for a line that cannot rise.
    """

    square: float
    high: float
    rows: int
    unit: int
    low: int


def first_box_graph_document(kit: Kit, words: Words, name: str = "first-box-graph") -> Document:
    """Return for each machine of the kit a page for its first 100 games,
    and one for the next 100, or any 100 more.
    """
    title = words("first-box-graph.title")
    form = Flow(kit, words, title, FORM_PAGES)
    for place, ((side, boxes), number) in enumerate(product(kit.openings.items(), range(PAGES))):
        if place:
            form.new_page()
        _set_page(form, kit, words, side, boxes, number)
    return form.document(name, title)


def line_rises(kit: Kit) -> bool:
    """Return whether any game can add a bead to a box for the first move;
    else Michie's line would tell little.
    """
    return any(max(changes_of_first_boxes(kit, side).values()) > 0 for side in kit.openings)


def steps(kit: Kit, words: Words, side: Side) -> tuple[str, ...]:
    """Return how far a game moves a side's line by the kit's own rules:
    won, drawn where that can be, lost.
    """
    told = []
    for result, change in changes_of_first_boxes(kit, side).items():
        way = "first-box-graph.up" if change > 0 else "first-box-graph.down"
        step = words(way, n=abs(change)) if change else words("first-box-graph.level")
        told.append(said(kit, words, KEYS[result], step=step))
    return tuple(told)


def changes_of_first_boxes(kit: Kit, side: Side) -> dict[Result, int]:
    """Return by how many beads each result that the game can have changes a first box of a side."""
    return {result: change_by(kit, result, side, 1) for result in results(kit.game)}


def graph_scale(kit: Kit, side: Side, start: int, height: float) -> Scale:
    """Return the scale for a side's line, a start and a height in mm;
    FitError where too few squares fit.
    """
    width = FORM_PAGES.area(kit)[2]
    square = int((width - LABEL) / GAMES * 20) / 20
    rows = int(height / square / 5) * 5
    if rows < LEAST_ROWS:
        raise FitError(
            "there is no room for squared paper: "
            f"too little by {over(LEAST_ROWS * square - height)}"
        )
    changes = changes_of_first_boxes(kit, side)
    if max(changes.values()) <= 0 and start < rows:
        rows = max(10, (start // 5 + 1) * 5)
        return Scale(square, min(HIGHEST * square, height / rows), rows, 1, 0)
    largest = max(map(abs, changes.values()))
    unit = next((level for level in LEVELS if level * 3 >= largest), LEVELS[-1])
    below = start - START_SHARE * rows * unit
    low = max(0, int(below // (10 * unit)) * 10 * unit)
    return Scale(square, square, rows, unit, low)


def _set_page(
    form: Flow, kit: Kit, words: Words, side: Side, boxes: Sequence[Box], number: int
) -> None:
    """Set a page: its title, the rule in words, and the squares;
    the first page has the start on it.
    """
    start = sum(box.start_total for box in boxes)
    first, last = number * GAMES + 1, (number + 1) * GAMES
    key, mark = "first-box-graph.games", player(kit, words, side)
    if kit.spec.side == "both" and not kit.game.impartial:
        key = "first-box-graph.games-both"
    form.title(said(kit, words, key, mark=mark, first=first, last=last))
    numbers = ", ".join(box.name for box in boxes)
    form.paragraph(words("first-box-graph.what", n=len(boxes), boxes=numbers))
    form.paragraph(" · ".join(steps(kit, words, side)), bold=True)
    form.paragraph(
        words("first-box-graph.go-on" if number else "first-box-graph.begin", start=start)
    )
    form.paragraph(words("first-box-graph.check", n=len(boxes)))
    top = form.y + ABOVE
    scale = graph_scale(kit, side, start, form.bottom - AXIS - top)
    if scale.unit > 1:
        form.paragraph(words("first-box-graph.unit", unit=scale.unit))
        top = form.y + ABOVE
        scale = graph_scale(kit, side, start, form.bottom - AXIS - top)
    left = form.left + LABEL
    form.marks += [*grid_lines(scale, left, top), *_numbers(words, scale, left, top, number)]
    if number == 0:
        y = top + (scale.rows - (start - scale.low) / scale.unit) * scale.high
        form.marks += [Circle(left, y, 0.9, 0, None, BLACK), Line(left - 3.2, y, left, y, 0.4)]


def grid_lines(scale: Scale, left: float, top: float) -> Iterator[Mark]:
    """Yield the lines of the squares; each fifth and tenth is stronger."""
    width, height = GAMES * scale.square, scale.rows * scale.high
    for strong, (
        line,
        colour,
    ) in SQUARE_LINES.items():  # the strong ones last, so that they lie above the others
        for place in range(0, GAMES + 1, strong):
            x = left + place * scale.square
            yield Line(x, top, x, top + height, line, colour)
        for place in range(0, scale.rows + 1, strong):
            y = top + height - place * scale.high
            yield Line(left, y, left + width, y, line, colour)


def _numbers(words: Words, scale: Scale, left: float, top: float, page: int) -> Iterator[Mark]:
    """Yield the numbers at both axes, and what they count;
    those of a later page's beads are left to be written.
    """
    bottom = top + scale.rows * scale.high
    for place in range(0, scale.rows + 1, 10 if scale.rows >= LEAST_ROWS else 5):
        y = bottom - place * scale.high
        if page == 0:
            beads = str(scale.low + place * scale.unit)
            yield one_line(
                left - 4,
                y + cap_height(FIGURES) / 2,
                beads,
                LABEL - 4,
                FIGURES,
                anchor=Anchor.END,
            )
        else:
            # To write on.
            yield Line(left - LABEL + 1, y, left - LABEL + 1 + (LABEL - 2), y, THIN, GREY)
    for place in range(0, GAMES + 1, 10):
        x, game = left + place * scale.square, page * GAMES + place
        yield Line(x, bottom, x, bottom + 1, 0.3, GREY)
        yield Text(x, bottom + 1.6 + cap_height(FIGURES), str(game), FIGURES, anchor=Anchor.MIDDLE)
    width, games = GAMES * scale.square, words("first-box-graph.game")
    yield one_line(left - LABEL, top - 3, words("first-box-graph.beads"), width, FIGURES, bold=True)
    yield one_line(left + width / 2, bottom + AXIS - 1, games, width, FIGURES, True, Anchor.MIDDLE)
