"""The plot of learning curves, with matplotlib: as PNG, SVG or PDF, the same bytes for the same runs."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any, NamedTuple

import matplotlib.style
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator

from menace_kit.lab.curves import MOST_PLACES, Bands, Career, bands
from menace_kit.lab.tables import Array

FORMATS = ("png", "svg", "pdf")

SIZE = (12.8, 7.2)
"""Inches: a screen of 16 to 9, on which 14 points can be read from the back of a class."""

DOTS_PER_INCH = 150

TITLE_LETTERS, BELOW_LETTERS = 56, 108
"""As many letters are sure to fit beside each other in the line of the title and in that below it; more are smaller."""

MOST_DRAWN = 100
"""Runs that are drawn as lines; the mean is that of all."""

ROUND = [1, 2, 5, 10]
"""The numbers of an axis are so far apart, times a power of ten."""

RUN_COLOUR, MEAN_COLOUR = "#B4B4B4", "#000000"

# Text stays text in SVG, so that it can be searched and changed; a dollar sign is no mathematics.
STYLE: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 14,
    "text.parse_math": False,
    "axes.unicode_minus": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 15,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "svg.fonttype": "none",
    "svg.hashsalt": "menace-kit",
    "pdf.fonttype": 42,
}

# Without these the files would name the day and the version of the library.
METADATA: dict[str, dict[str, Any]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": "menace-kit"},
    "pdf": {"CreationDate": None, "Creator": "menace-kit", "Producer": None},
}


class CurveWords(NamedTuple):
    """What stands on the plot.

    Attributes:
        title, below: the two lines at the top.
        results, beads: the titles of the two panels.
        games: what the level axis counts.
        run, mean: the names of the two kinds of line.
        note: the lines at the bottom.
        thousands: what sets the thousands of a number apart.
    """

    title: str
    below: str
    results: str
    beads: str
    games: str
    run: str
    mean: str
    note: str
    thousands: str = ","


@contextmanager
def house_style() -> Iterator[None]:
    """Draw inside of this: settings of the user's own matplotlib do not matter."""
    with matplotlib.style.context(["default", STYLE]):
        yield


def curve_plot(runs: Sequence[Career], games: int, words: CurveWords, file_format: str) -> bytes:
    """Return the plot of some runs of a contest in one of FORMATS; `games` is where the level axis ends."""
    with house_style():
        return figure_file(curve_figure(runs, games, words), file_format)


def figure_file(figure: Figure, file_format: str) -> bytes:
    """Return a figure as a file in one of FORMATS, without a date."""
    file = BytesIO()
    figure.savefig(file, format=file_format, dpi=DOTS_PER_INCH, metadata=METADATA[file_format])
    return file.getvalue()


def curve_figure(runs: Sequence[Career], games: int, words: CurveWords) -> Figure:
    """Return the figure: results above, beads below where the learner has any; each run grey and their mean black."""
    figure = Figure(figsize=SIZE)
    FigureCanvasAgg(figure)
    has_beads = len(runs[0].beads) > 0
    panels = figure.subplots(1 + has_beads, sharex=True, squeeze=False, gridspec_kw={"hspace": 0.28})[:, 0]
    _panel(panels[0], "results", words, [run.results for run in runs], runs, bands(runs, games))
    if has_beads:
        found = bands(runs, games, MOST_PLACES, beads=True)
        _panel(panels[1], "beads", words, [run.beads for run in runs], runs, found)
    panels[-1].set_xlabel(words.games)
    panels[-1].set_xlim(0, games)
    panels[-1].xaxis.set_major_locator(MaxNLocator(8, integer=True, steps=ROUND))
    panels[-1].xaxis.set_major_formatter(FuncFormatter(_written("{:,.0f}", words.thousands)))
    _title_and_margins(figure, list(panels), words)
    _legend(panels[0], words)
    return figure


def _panel(
    axes: Axes, name: str, words: CurveWords, lines: Sequence[Array], runs: Sequence[Career], found: Bands
) -> None:
    """Draw the lines of a panel; `name` is the word for it, and what they are found by in an SVG."""
    drawn = [
        [*zip(run.places.tolist(), line.tolist(), strict=True)]
        for run, line in zip(runs[:MOST_DRAWN], lines, strict=False)
    ]
    grey = LineCollection(drawn, colors=RUN_COLOUR, linewidths=0.7, gid=f"runs-{name}")
    axes.axhline(0, color="#606060", linewidth=0.8, zorder=1)
    axes.add_collection(grey)
    axes.plot(found.places, found.mean, color=MEAN_COLOUR, linewidth=2.6, gid=f"mean-{name}")
    axes.autoscale_view()
    axes.margins(x=0)
    axes.set_title(getattr(words, name), pad=8)
    axes.grid(axis="y", color="#E4E4E4", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True, steps=ROUND))
    axes.yaxis.set_major_formatter(FuncFormatter(_written("{:+,.0f}", words.thousands)))


def _title_and_margins(figure: Figure, panels: Sequence[Axes], words: CurveWords) -> None:
    """Write what stands above and below the panels, and leave room for it and for the longest number beside them."""
    widest = max(len(f"{tick:+,.0f}") for axes in panels for tick in axes.get_yticks())
    lines = words.note.count("\n") + 1
    figure.subplots_adjust(left=0.035 + 0.0095 * widest, right=0.965, top=0.81, bottom=0.115 + 0.035 * lines)
    size = 22 * min(1, TITLE_LETTERS / len(words.title))
    figure.text(0.022, 0.945, words.title, fontsize=size, fontweight="bold", va="center")
    figure.text(
        0.022, 0.893, words.below, fontsize=14 * min(1, BELOW_LETTERS / len(words.below)), va="center"
    )
    figure.text(0.022, 0.02, words.note, fontsize=12, va="bottom", color="#404040", linespacing=1.3)


def _legend(axes: Axes, words: CurveWords) -> None:
    samples = [
        Line2D([], [], color=RUN_COLOUR, linewidth=1.5, label=words.run),
        Line2D([], [], color=MEAN_COLOUR, linewidth=2.6, label=words.mean),
    ]
    axes.legend(
        handles=samples,
        loc="lower right",
        bbox_to_anchor=(1.0, 0.99),
        ncols=2,
        frameon=False,
        borderaxespad=0.0,
        handlelength=1.8,
    )


def _written(form: str, thousands: str) -> Callable[[float, int | None], str]:
    """Return what writes a number of an axis in this form; 0 has no sign."""

    def written(value: float, _place: int | None) -> str:
        return form.format(value).replace(",", thousands).replace("-", "−") if value else "0"

    return written
