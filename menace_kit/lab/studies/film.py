"""One machine as it learns, picture by picture: its results so far, and its first beads."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from menace_kit.lab.engine.match import Run, places_in
from menace_kit.lab.learners import Contest
from menace_kit.lab.studies.curves import places_of
from menace_kit.layout.charts.chart import (
    BODY,
    BORDER,
    FOOT,
    HEAD,
    HEIGHT,
    SAMPLE,
    WIDTH,
    Field,
    Panel,
    Series,
    axes,
    heading,
    level_numbers,
    lines,
    sample,
    ticks,
    whole_line,
)
from menace_kit.layout.charts.panels import LINES
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    MM_PER_POINT,
    Anchor,
    Line,
    Mark,
    Page,
    Rectangle,
    Text,
)
from menace_kit.layout.stacks import Area
from menace_kit.layout.text.typesetting import cap_height, size_within, text_width
from menace_kit.layout.type_scale import SMALLEST
from menace_kit.machine import Colour
from menace_kit.machine.learning import Result

ENDED = {"won": Result.WIN, "drawn": Result.TIE, "lost": Result.LOSS}
"""Name of a line -> the result that it counts."""


STATE = 36.0
"""Baseline (mm) of the sentence above the lines, and of the title of the bars beside it."""


TOP, BOTTOM = 41.0, HEIGHT - FOOT


LINES_RIGHT = 172.0


BARS_LEFT, BARS_RIGHT, BARS_TOP = 186.0, WIDTH - BORDER, 47.0


BAR = 0.7
"""Width of a bar, as a share of the distance to the next."""


ABOVE_BAR = 1.2
"""Distance from a bar to the number above it (mm)."""


class FilmMoment(NamedTuple):
    """The state after a game: games won, drawn and lost so far, and the first move's beads."""

    game: int
    won: int
    drawn: int
    lost: int
    beads: tuple[int, ...]


class FilmWords(NamedTuple):
    """The texts of the pictures.

    `results` are the names of the lines, by those of ENDED; `drawn` only if games can be drawn.
    `state` is a sentence with {game} and the same names in it.
    """

    title: str
    below: str
    results: Mapping[str, str]
    state: str
    games: str
    beads: str
    number: Callable[[float], str]

    def state_of(self, moment: FilmMoment) -> str:
        """Return the sentence about the state of things."""
        counts = {
            name: self.number(value) for name, value in moment._asdict().items() if name != "beads"
        }
        return self.state.format(**counts)


def first_colours(found: Contest) -> tuple[Colour, ...]:
    """Return the colours of the beads for the first move, in the kit's order."""
    kit, machine = found.match.kit, found.match.machine
    numbers = machine.colour[places_in(kit, found.first_boxes)]
    return tuple(
        kit.colours[number] for number in sorted({int(number) for number in numbers[numbers >= 0]})
    )


def moments(found: Contest, games: int, most: int, seed: int) -> Iterator[FilmMoment]:
    """Yield the start and so many evenly spaced moments, the last game included.

    There are fewer if the machine dies.
    """
    run = found.match.run(seed)
    yield _moment(found, run)
    for before, place in pairwise(int(place) for place in places_of(games, most)):
        for _ in run.pieces(place):
            pass
        if run.games > before:
            yield _moment(found, run)
        if run.games < place:
            return


def _moment(found: Contest, run: Run) -> FilmMoment:
    machine = found.match.machine
    firsts = places_in(found.match.kit, found.first_boxes)
    beads = np.zeros(len(found.match.kit.colours), np.int64)
    inside = machine.colour[firsts] >= 0
    np.add.at(beads, machine.colour[firsts][inside], run.memory.beads[firsts][inside])
    kinds = [found.match.kit.colours.index(colour) for colour in first_colours(found)]
    return FilmMoment(
        run.games, *run.tally.seen_from(found.side), tuple(int(beads[kind]) for kind in kinds)
    )


class Stage:
    """The page of a film: its axes are those of the end, so that only lines and bars grow.

    Attributes:
        film, words, colours: what is shown.
        lines, bars: the fields of lines and bars; numbers of games and of beads give mm.
        chart: the part of the chart that stays.
    """

    def __init__(
        self, film: Sequence[FilmMoment], colours: Sequence[Colour], words: FilmWords
    ) -> None:
        """Draw everything except what moves."""
        self.film, self.colours, self.words = film, colours, words
        most = max(1, *film[-1][1:4])
        self._panel = Panel("", (), ticks(0, most, most=5), words.number)
        left = BORDER + max(text_width(words.number(tick), BODY) for tick in self._panel.ticks) + 2
        last = max(1, film[-1].game)
        right = min(LINES_RIGHT, BARS_LEFT - 2 - text_width(words.number(last), BODY) / 2)
        self.lines = self._panel.field(Area(left, TOP, right - left, BOTTOM - TOP), last)
        beads = max(1, *(count for moment in film for count in moment.beads))
        self.bars = Field(BARS_LEFT, BARS_TOP, BARS_RIGHT, BOTTOM, (0, len(colours)), (0, beads))
        room = (self.bars.right - self.bars.left) / len(colours) - 1
        self._size = max(size_within(words.number(beads), room, BODY), SMALLEST)
        self.chart = (
            *axes(self._panel, self.lines),
            *level_numbers(self.lines, words.games, words.number, most=6),
            *self._legend(),
            *self._ground(),
        )

    @property
    def page(self) -> Page:
        """Return the page of a picture, with the part that stays."""
        return Page(WIDTH, HEIGHT, (*heading(self.words.title, self.words.below), *self.chart))

    def picture(self, number: int) -> list[Mark]:
        """Return what moves, at the moment with this number: the sentence, lines and bars."""
        left, state = self.lines.left, self.words.state_of(self.film[number])
        return [
            whole_line(left, STATE, state, LINES_RIGHT - left, HEAD, bold=True),
            *self._moving(number),
        ]

    def _moving(self, number: int) -> Iterator[Mark]:
        """Yield what moves in the chart: the lines, then the bars, then the numbers above them."""
        yield from lines(self._series(self.film[: number + 1]), self.lines)
        beads = self.film[number].beads
        for place, (colour, count) in enumerate(zip(self.colours, beads, strict=True)):
            left, right = (self.bars.x(place + 0.5 + side * BAR / 2) for side in (-1, 1))
            top = self.bars.y(count)
            yield Rectangle(left, top, right - left, self.bars.bottom - top, 0.2, BLACK, colour.hex)
        for place, count in enumerate(beads):
            x, y = self.bars.x(place + 0.5), self.bars.y(count) - ABOVE_BAR
            yield Text(x, y, self.words.number(count), self._size, anchor=Anchor.MIDDLE)

    def _series(self, past: Sequence[FilmMoment]) -> list[Series]:
        return [
            Series(
                name,
                [(moment.game, getattr(moment, result)) for moment in past],
                *LINES[ENDED[result]],
            )
            for result, name in self.words.results.items()
        ]

    def _legend(self) -> Iterator[Mark]:
        """Yield the names of the lines, at the top left: lines start at the bottom."""
        x, y = self.lines.left + 4, self.lines.top + 5
        for series in self._series(()):
            yield sample(series, x, y)
            yield Text(x + SAMPLE + 2, y + cap_height(BODY) / 2, series.name, BODY)
            y += BODY * MM_PER_POINT * 1.5

    def _ground(self) -> Iterator[Mark]:
        """Yield the bars' title, the line below them, and their colours' names or letters."""
        middle, width = (self.bars.left + self.bars.right) / 2, self.bars.right - self.bars.left
        yield whole_line(
            middle, STATE, self.words.beads, width, HEAD, bold=True, anchor=Anchor.MIDDLE
        )
        yield Line(self.bars.left, self.bars.bottom, self.bars.right, self.bars.bottom, 0.35, GREY)
        pitch = width / len(self.colours)
        for place, colour in enumerate(self.colours):
            said = [colour.name, colour.key] if len(self.colours) < 4 else [colour.key]
            for row, name in enumerate(said):
                y = self.bars.bottom + cap_height(BODY) + 3 + row * BODY * MM_PER_POINT * 1.3
                yield whole_line(
                    self.bars.x(place + 0.5), y, name, pitch - 1, BODY, anchor=Anchor.MIDDLE
                )
