"""Published figures beside ours: the mean and the band of many runs, and where among them the published number lies."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from menace_kit.lab.chance import stream_seeds
from menace_kit.lab.published import Experiment, Figure, experiments
from menace_kit.lab.runs import each_run
from menace_kit.lab.tables import Array


@dataclass(frozen=True)
class Compared:
    """One figure: what was published, and what our runs gave.

    `low` and `high` are the 5th and the 95th percentile of the runs. `percentile` is the share of runs below the
    published number, in per cent, with half of those that equal it; None where none was published. `runs` is how many
    gave a number at all.
    """

    source: str
    title: str
    figure: str
    published: float | None
    mean: float
    low: float
    high: float
    percentile: float | None
    runs: int
    rounded: float
    assumed: str

    @property
    def agrees(self) -> bool | None:
        """Return whether the published number, as it was rounded, lies within our band; None where there is none."""
        if self.published is None:
            return None
        return self.low - self.rounded <= self.published <= self.high + self.rounded


def reproduce(
    runs: int, seed: int, jobs: int | None = None, done: Callable[[int], None] = lambda _: None
) -> Iterator[Compared]:
    """Yield every figure; `done` is told of each run that is finished."""
    every = list(experiments())
    for experiment, own in zip(every, stream_seeds(seed, len(every)), strict=True):
        yield from compared(experiment, runs, own, jobs, done)


def total_runs(runs: int) -> int:
    """Return how many runs `reproduce` plays."""
    return sum(1 if experiment.same else runs for experiment in experiments())


def compared(
    experiment: Experiment,
    runs: int,
    seed: int,
    jobs: int | None = None,
    done: Callable[[int], None] = lambda _: None,
) -> list[Compared]:
    """Return the figures of one experiment after so many runs."""
    rows = []
    for row in each_run(experiment.match(), seed, 1 if experiment.same else runs, experiment.measure, jobs):
        rows.append(row)
        done(1)
    columns = np.array(rows, np.float64).T
    return [
        _compared(experiment, figure, column[~np.isnan(column)])
        for figure, column in zip(experiment.figures, columns, strict=True)
    ]


def _compared(experiment: Experiment, figure: Figure, values: Array) -> Compared:
    published, empty = figure.published, len(values) == 0
    low, high = (float("nan"),) * 2 if empty else (float(end) for end in np.percentile(values, (5, 95)))
    return Compared(
        source=experiment.source,
        title=experiment.title,
        figure=figure.name,
        published=published,
        mean=float("nan") if empty else float(values.mean()),
        low=low,
        high=high,
        percentile=None if published is None or empty or experiment.same else _percentile(values, published),
        runs=len(values),
        rounded=figure.rounded,
        assumed=experiment.assumed,
    )


def _percentile(values: Array, number: float) -> float:
    return float(100 * ((values < number).mean() + (values == number).mean() / 2))


HEADINGS = ("", "what was played", "figure", "published", "our mean", "5 to 95 %", "percentile")


def reproduction_markdown(figures: Sequence[Compared], runs: int, seed: int) -> str:
    """Return the figures as a Markdown document, with the command that makes it."""
    lines = [
        "# What others published, played again",
        "",
        f"Made by `menace-kit lab reproduce --runs {runs} --seed {seed} --output docs/reproduction.md`.",
        "",
        "Each published figure comes from one run or a few; ours are the mean of "
        f"{runs:,} runs and the band from the 5th to the 95th percentile. The last column says where the published "
        "number lies among our runs: 50 is the middle, **bold** is outside the band, with what a round number may be "
        "rounded by allowed for. Nothing was tuned to fit.",
        "",
        "Sources: B, B. Pulles, *MENACE and Q-learning playing Noughts and Crosses*, 2019; C, the notebook *Building "
        "and training the MENACE*; D, *M.E.N.A.C.E.*, GamePlayer blog; E, O. Gallmo, *Implementing MENACE*, 2006. A. "
        "van Woudenberg's *Thinking Inside the Matchbox* (2023) gives pictures and no numbers. M(i,w,d) is a machine "
        "with i beads for every free square, w for a win, d for a draw, -1 for a defeat; Q(learning rate, discount, "
        "exploration, its last game, the game in which it is 0, win, draw, loss).",
        "",
        "|" + "|".join(f" {heading} " for heading in HEADINGS) + "|",
        "|---|---|---|---:|---:|---:|---:|",
        *_rows(figures),
        "",
        "## What the sources leave open",
        "",
        *dict.fromkeys(f"- {each.source}, {each.title}: {each.assumed}." for each in figures if each.assumed),
        "",
        "## Where ours disagrees",
        "",
        *disagreements(figures),
        "",
    ]
    return "\n".join(lines)


def _rows(figures: Sequence[Compared]) -> Iterator[str]:
    for each in figures:
        place = "" if each.percentile is None else f"{each.percentile:.0f}"
        if place and not each.agrees:
            place = f"**{place}**"
        published = "" if each.published is None else f"{each.published:,.0f}"
        cells = (each.source, each.title, each.figure, published, number(each.mean), band(each), place)
        yield "| " + " | ".join(cells) + " |"


def band(figure: Compared) -> str:
    """Return the 5th and the 95th percentile of our runs in words."""
    if figure.low == figure.high:
        return number(figure.low)
    return f"{number(figure.low)} to {number(figure.high)}"


def number(value: float) -> str:
    """Return a number as people read it; a dash where there is none."""
    if np.isnan(value):
        return "–"
    tenths = round(value, 1)
    return f"{value:,.0f}" if value >= 1000 or tenths == round(value) else f"{tenths}"


def disagreements(figures: Sequence[Compared]) -> list[str]:
    """Return a sentence on how many published numbers lie outside our bands, and a line for each of them."""
    with_numbers = [each for each in figures if each.published is not None and each.percentile is not None]
    outside = [each for each in with_numbers if not each.agrees]
    lines = [
        f"Of {len(with_numbers)} published numbers that vary from run to run, {len(outside)} lie outside our band. As "
        "each comes from one run, one in ten would do so if the machines were the same; and the figures of one run "
        "hang together: a game more that is lost is one less that is drawn. Where a source leaves a rule open (above), "
        "that may be the reason too; we know of no other.",
        "",
    ]
    return lines + [
        f"- {each.source}, {each.title}: {each.figure}: {number(each.published)} published, ours {band(each)}."
        for each in outside
        if each.published is not None
    ]
