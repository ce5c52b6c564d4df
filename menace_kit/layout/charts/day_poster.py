"""The poster of a day: how many games, how each ended, what there is to say, and boxes. In mm."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from menace_kit.layout.changed_box import BAR_PITCH, changed_box
from menace_kit.layout.charts.chart import BODY, LEVEL, Field, level_numbers
from menace_kit.layout.charts.panels import LINES
from menace_kit.layout.marks import Anchor, Circle, Document, Line, Marks
from menace_kit.layout.stacks import (
    Area,
    Part,
    across,
    down,
    fixed,
    layered,
    padded,
    put,
    text,
    text_lines,
    tiled,
)
from menace_kit.layout.text.pages import POSTER_PAGES, Flow
from menace_kit.layout.text.typesetting import (
    cap_height,
    fitted,
    fitted_together,
    on_middle,
    size_within,
    text_width,
)
from menace_kit.layout.type_scale import HEADING, TEXT, WALL_TITLE
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result
from menace_kit.text import Words
from menace_kit.text.kit_words import paper_words


class BoxOnPoster(NamedTuple):
    """A box of a day: its number and a sentence, and what it learned, if anything.

    `good` are the colours of its good moves. `rows` have colour -> beads before and after, each
    with the chance of a good move.
    """

    number: int
    said: str
    good: tuple[str, ...] = ()
    rows: tuple[tuple[Mapping[str, int], float], ...] = ()


class ResultOnPoster(NamedTuple):
    """A result, its name, and which of the day's games had it, counted from 1."""

    result: Result
    called: str
    games: tuple[int, ...]


class DayOnPoster(NamedTuple):
    """A day for its poster, all in words, with nobody's name.

    `counts` are figures with their labels. `results` is how its games ended, empty if none taught
    the machine. `said` are sentences; `explained` is a sentence for the foot.
    """

    title: str
    counts: tuple[tuple[str, int], ...]
    results: tuple[ResultOnPoster, ...]
    said: tuple[str, ...]
    boxes: tuple[BoxOnPoster, ...]
    explained: str = ""


COUNT_SIZE, COUNT_ROOM = 41.0, 27.0
"""Largest size of the large numbers, and their height with the words below."""

ROW, FOOT = 9.0, 14.0
"""Height of a row of dots, and of the game numbers below the rows."""

DOT = 2.6
"""Largest radius of a game's dot."""

BETWEEN = 10.0
"""Gap between two boxes."""

CAPTION = 15.0
"""Height of the sentence above a box."""


def day_poster_document(kit: Kit, name: str, day: DayOnPoster) -> Document:
    """Return a day on one page, for the wall."""
    words = paper_words(kit)
    poster = Flow(kit, day.title, POSTER_PAGES._replace(shown=True))
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
    if day.results:
        put(poster, ROW * len(day.results) + FOOT, _games(words, day.results))
        poster.y += 5
    if day.boxes:
        wide = (poster.width + BETWEEN) / len(day.boxes) - BETWEEN
        bars = BAR_PITCH * max(len(box.rows) for box in day.boxes)
        parts = [_box_of_day(kit, box, wide, bars) for box in day.boxes]
        put(poster, bottom - poster.y, tiled(len(parts), parts, BETWEEN))
    return poster.document(name, day.title)


def _counts(words: Words, counts: Sequence[tuple[str, int]], width: float) -> Part:
    """Return large numbers side by side, each with what it counts below."""
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
    return across(*parts)


def _games(words: Words, results: Sequence[ResultOnPoster]) -> Part:
    """Return a dot for each game in the row of its result, above the games' numbers."""
    games = sum(len(each.games) for each in results)
    before = max(text_width(each.called, BODY) for each in results) + 4

    def draw(area: Area) -> Marks:
        x, y, width, height = area
        field = Field(x, y, x + width, y + height - FOOT, (0, games + 0.5), (len(results), 0))
        radius = min(DOT, 0.45 * width / games)
        for place, (result, called, played) in enumerate(results):
            middle = field.y(place + 0.5)
            yield on_middle(x - 3, middle, called, BODY, anchor=Anchor.END)
            yield Line(x, middle, x + width, middle, *LEVEL)
            colour, *_ = LINES[result]
            for game in played:
                yield Circle(field.x(game), middle, radius, stroke=None, fill=colour)
        yield from level_numbers(field, words("chart.game"), words.number)

    return padded(draw, left=before)


def _box_of_day(kit: Kit, box: BoxOnPoster, width: float, bars: float) -> Part:
    """Return a box of a day below its sentence.

    Without bars it is no larger than a box with `bars` mm of bars.
    """
    words = paper_words(kit)
    caption = fitted(box.said, width, CAPTION, HEADING, bold=True)
    heads = words("screen.before"), words("screen.after")
    rows = [
        (head, counts, words.percent(100 * chance))
        for head, (counts, chance) in zip(heads, box.rows, strict=False)
    ]
    drawn = changed_box(kit, kit.box(box.number), box.good, rows)
    free = fixed(0 if box.rows else bars)
    return down(fixed(CAPTION + 1, text_lines(caption, Anchor.MIDDLE)), drawn, free)
