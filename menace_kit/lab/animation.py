"""One machine as it learns, picture by picture: games won, drawn and lost so far, and the beads of its first move."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, cast

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from menace_kit.lab.curves import PIECE, Contest, places_of
from menace_kit.lab.match import Run
from menace_kit.lab.packing import places_in
from menace_kit.lab.plots import ROUND, SIZE, TITLE_LETTERS, house_style
from menace_kit.machine.palette import Colour

DOTS_PER_INCH = 75
PICTURES_A_SECOND = 12.5
"""So a picture stands 8 hundredths of a second, which GIF can say exactly."""

LINES = {
    "won": ("#0072B2", "solid", 3.0),
    "drawn": ("#595959", "dashed", 2.2),
    "lost": ("#D55E00", "dotted", 3.0),
}
"""Colour, dash and width of the lines of games won, drawn and lost: they differ without their colours too."""


class Moment(NamedTuple):
    """How things stand after a game: games won, drawn, lost by then; the beads for the first move, by colour."""

    game: int
    won: int
    drawn: int
    lost: int
    beads: tuple[int, ...]


class FilmWords(NamedTuple):
    """What stands on the pictures.

    `results` are the names of the lines, by those of LINES: `drawn` only where games can be drawn. `state` is a
    sentence with {game} and the same names in it.
    """

    title: str
    below: str
    results: Mapping[str, str]
    state: str
    games: str
    beads: str
    thousands: str = ","

    def number(self, number: float) -> str:
        """Return a whole number with its thousands set apart."""
        return f"{number:,.0f}".replace(",", self.thousands)

    def state_of(self, moment: Moment) -> str:
        """Return the sentence on how things stand."""
        counts = {name: self.number(value) for name, value in moment._asdict().items() if name != "beads"}
        return self.state.format(**counts)


class Picture(NamedTuple):
    """A picture as red, green and blue bytes, row by row."""

    width: int
    height: int
    pixels: bytes


def first_colours(found: Contest) -> tuple[Colour, ...]:
    """Return the colours of the beads for the first move, in the kit's order."""
    kit, machine = found.match.kit, found.match.machine
    numbers = machine.colour[places_in(kit, found.first_boxes)]
    return tuple(kit.colours[number] for number in sorted({int(number) for number in numbers[numbers >= 0]}))


def moments(found: Contest, games: int, most: int, seed: int) -> Iterator[Moment]:
    """Yield the start and so many moments evenly apart, the last game's among them; fewer where the machine is dead."""
    run = found.match.run(seed)
    yield _moment(found, run)
    for before, place in pairwise(int(place) for place in places_of(games, most)):
        while run.games < place:
            asked = min(PIECE, place - run.games)
            if run.play(asked).games < asked:
                if run.games > before:
                    yield _moment(found, run)
                return
        yield _moment(found, run)


def _moment(found: Contest, run: Run) -> Moment:
    machine, tally = found.match.machine, run.tally
    won, lost = (tally.first, tally.second) if found.side == 0 else (tally.second, tally.first)
    firsts = places_in(found.match.kit, found.first_boxes)
    beads = np.zeros(len(found.match.kit.colours), np.int64)
    inside = machine.colour[firsts] >= 0
    np.add.at(beads, machine.colour[firsts][inside], run.memory.beads[firsts][inside])
    kinds = [found.match.kit.colours.index(colour) for colour in first_colours(found)]
    return Moment(run.games, won, tally.drawn, lost, tuple(int(beads[kind]) for kind in kinds))


def pictures(film: Sequence[Moment], colours: Sequence[Colour], words: FilmWords) -> Iterator[Picture]:
    """Yield a picture for each moment; axes stay as they are at the end, so that only the lines grow."""
    with house_style():
        stage = _Stage(film, colours, words)
        for number in range(1, len(film) + 1):
            yield stage.picture(film[:number])


def last_picture(film: Sequence[Moment], colours: Sequence[Colour], words: FilmWords) -> Picture:
    """Return the picture of the last moment."""
    with house_style():
        return _Stage(film, colours, words).picture(film)


class _Stage:
    """The figure, of which what never changes is drawn once."""

    def __init__(self, film: Sequence[Moment], colours: Sequence[Colour], words: FilmWords) -> None:
        """Draw all but what moves."""
        self._words = words
        self._figure = Figure(figsize=SIZE, dpi=DOTS_PER_INCH)
        self._canvas = cast(Any, FigureCanvasAgg(self._figure))  # its methods have no types
        left, right = self._figure.subplots(1, 2, gridspec_kw={"width_ratios": [3, 1], "wspace": 0.22})
        self._figure.subplots_adjust(left=0.085, right=0.97, top=0.76, bottom=0.125)
        size = 22 * min(1, TITLE_LETTERS / len(words.title))
        self._figure.text(0.022, 0.945, words.title, fontsize=size, fontweight="bold", va="center")
        self._figure.text(0.022, 0.89, words.below, fontsize=14, va="center")
        self._state = self._figure.text(0.085, 0.815, "", fontsize=16, fontweight="bold", va="center")
        self._lines_panel(left, film)
        self._beads_panel(right, film, colours)
        for artist in self._moving:
            artist.set_animated(True)
        self._canvas.draw()
        self._background = self._canvas.copy_from_bbox(self._figure.bbox)

    @property
    def _moving(self) -> tuple[Artist, ...]:
        return (self._state, *self._lines.values(), *self._bars, *self._counts)

    def _lines_panel(self, axes: Axes, film: Sequence[Moment]) -> None:
        self._lines = {}
        for result, name in self._words.results.items():
            colour, dash, width = LINES[result]
            (self._lines[result],) = axes.plot(
                [], [], color=colour, linestyle=dash, linewidth=width, label=name
            )
        axes.set_xlim(0, max(1, film[-1].game))
        axes.set_ylim(0, max(1, *film[-1][1:4]) * 1.04)
        axes.set_xlabel(self._words.games)
        axes.grid(axis="y", color="#E4E4E4", linewidth=0.8)
        axes.set_axisbelow(True)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(6, integer=True, steps=ROUND))
            axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        axes.legend(loc="upper left", frameon=False, handlelength=2.4)

    def _beads_panel(self, axes: Axes, film: Sequence[Moment], colours: Sequence[Colour]) -> None:
        most = max(1, *(count for moment in film for count in moment.beads))
        places = range(len(colours))
        names = [f"{colour.name}\n{colour.key}" if len(colours) < 4 else colour.key for colour in colours]
        self._bars = list(
            axes.bar(
                places, [0.0] * len(colours), 0.7, color=[colour.hex for colour in colours], edgecolor="black"
            )
        )
        self._counts = [
            axes.text(place, 0, "", ha="center", va="bottom", fontsize=13 if len(colours) < 6 else 9)
            for place in places
        ]
        axes.set_xlim(-0.6, len(colours) - 0.4)
        axes.set_ylim(0, most * 1.1)
        axes.set_xticks(list(places), names)
        axes.tick_params(axis="x", length=0)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        axes.set_title(self._words.beads, fontsize=13, loc="center", pad=10)

    def picture(self, past: Sequence[Moment]) -> Picture:
        """Return the picture of the last of some moments."""
        now = past[-1]
        self._state.set_text(self._words.state_of(now))
        for result, line in self._lines.items():
            line.set_data([moment.game for moment in past], [getattr(moment, result) for moment in past])
        for bar, text, count in zip(self._bars, self._counts, now.beads, strict=True):
            bar.set_height(count)
            text.set_y(count)
            text.set_text(self._words.number(count))
        self._canvas.restore_region(self._background)
        for artist in self._moving:
            self._figure.draw_artist(artist)
        pixels = np.asarray(self._canvas.buffer_rgba())
        return Picture(pixels.shape[1], pixels.shape[0], pixels[:, :, :3].tobytes())
