"""Published figures beside ours: the mean and the band of many runs, and where among them the published number lies."""

import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from menace_kit.games import Side, game_named
from menace_kit.lab.engine.arrays import BEADS, DRAWN, PLAYER, QUALITY, Array, QRule, stream_seeds
from menace_kit.lab.engine.match import Match, Roles, Run, each_run
from menace_kit.lab.engine.tables import game_table
from menace_kit.lab.exact import Chances, exact_chances, machine_policy, player_policy, search
from menace_kit.lab.players import player_named
from menace_kit.machine.kit import Kit, make_kit
from menace_kit.machine.schema import Spec
from menace_kit.machine.toml_files import parse_model

# What others have published about their machines, and how we play it again: one experiment for each.
#
# An experiment plays many runs of what a source describes; each of its figures is one number of each run, beside the
# published one. Where a source leaves something open, `assumed` says what we took.
#
# Sources: B, B. Pulles, MENACE and Q-learning playing Noughts and Crosses, 2019. C, the notebook Building and training
# the MENACE. D, the article M.E.N.A.C.E. of the GamePlayer blog. E, O. Gallmo, Implementing MENACE, 2006.

FIRST: tuple[Roles, ...] = ((BEADS, PLAYER),)
ITSELF: tuple[Roles, ...] = ((BEADS, BEADS),)
Q_FIRST: tuple[Roles, ...] = ((QUALITY, PLAYER),)
Q_IN_TURN: tuple[Roles, ...] = ((QUALITY, PLAYER), (PLAYER, QUALITY))
Q_WITH_MACHINE: tuple[Roles, ...] = ((QUALITY, BEADS), (BEADS, QUALITY))
NOBODY: tuple[Roles, ...] = ((PLAYER, PLAYER),)

SAMPLE = 100
"""Games that sources C and D counted to say how well a trained machine plays."""


class Figure(NamedTuple):
    """A number that was published, as it was counted; None where the source shows a curve and no number.

    `rounded`: by how much the true number may differ from the published one, where that is a round number.
    """

    name: str
    published: float | None
    rounded: float = 0.0


@dataclass(frozen=True)
class Experiment:
    """Something that was published, and how to play it again.

    Attributes:
        source: the letter of the source.
        title: what was played.
        figures: its numbers, in the order in which `measure` returns them.
        match: who plays whom; made when it is needed.
        measure: what one run gives, a number for each figure; NaN where this run has none.
        assumed: what the source leaves open, and what we took.
        same: whether every run gives the same, so that one is enough.
    """

    source: str
    title: str
    figures: tuple[Figure, ...]
    match: Callable[[], Match]
    measure: Callable[[Run], Sequence[float]]
    assumed: str = ""
    same: bool = field(default=False)


@cache
def _kit(text: str) -> Kit:
    spec = parse_model(Spec, tomllib.loads(text), "experiment")
    return make_kit(spec, "experiment", Path())


def pulles(beads: int, win: int, draw: int, side: str = "first") -> Kit:
    """Return source B's M(beads, win, draw): so many beads for every free square, symmetric ones kept apart."""
    return _kit(
        f"side = '{side}'\nboxes.merge-symmetric-moves = false\nbeads.start = {beads}\n"
        f"learning = {{win = {win}, draw = {draw}, loss = -1, empty-box = 'resign'}}"
    )


def three_tokens() -> Kit:
    """Return source C's two engines: 3 tokens for every free square, an empty box refilled."""
    return _kit(
        "side = 'both'\nboxes.merge-symmetric-moves = false\nbeads.start = 3\nlearning = {empty-box = 'refill'}"
    )


def as_many_as_free() -> Kit:
    """Return source D's machine: as many beads of a move as there are free squares, no symmetry, rewards 1, 0, -1."""
    return _kit(
        "boxes.symmetry = 'none'\nboxes.merge-symmetric-moves = false\nbeads.start = [9, 7, 5, 3]\n"
        "learning = {win = 1, draw = 0, loss = -1}"
    )


def _won_lost_drawn(games: int) -> Callable[[Run], Sequence[float]]:
    def measure(run: Run) -> Sequence[float]:
        run.play(games)
        return _results(run)

    return measure


def _results(run: Run) -> tuple[int, int, int]:
    """Return won, lost, drawn of whoever has the first role in games with an even number, and the second in others."""
    by_kind = run.memory.tally[:, 1:]
    won = sum(int(tally[0 if kind == 0 else 2]) for kind, tally in enumerate(by_kind))
    lost = sum(int(tally[2 if kind == 0 else 0]) for kind, tally in enumerate(by_kind))
    return won, lost, int(by_kind[:, 1].sum())


def _won_lost_drawn_figures(won: int | None, lost: int | None, drawn: int | None) -> tuple[Figure, ...]:
    return Figure("won", won), Figure("lost", lost), Figure("drawn", drawn)


def _until_dead(run: Run) -> Sequence[float]:
    """Return whether the machine was dead within 300 games; of those that were: when; of the others: lost, drawn."""
    games = run.play(300).games
    _, lost, drawn = _results(run)
    nothing = float("nan")
    return (100, games, nothing, nothing) if games < 300 else (0, nothing, lost, drawn)


def _shares_of_draws(run: Run) -> Sequence[float]:
    """Return the draws in 100 games after 1,000, 2,000 and 7,100 games of two engines, then how an untrained one does.

    Either engine begins half of the games with boxes of its own, so each pair of boxes plays half of all games: this
    run is one such pair, and counts in 50 games of its own what the source counted in 100.
    """
    found, before = [], 0
    for games in (500, 1000, 3550):
        run.play(games - before)
        outcomes = run.play(50, trace=True).outcomes
        before = games + 50
        found.append(100 * float((outcomes == DRAWN).mean()))
    untrained = machine_policy(run.match.machine, run.match.machine.start)
    trained = machine_policy(run.match.machine, run.memory.beads)
    game = run.match.game
    chances = [exact_chances(game, untrained, trained, side) for side in Side]
    won, drawn = (sum(chance[place] for chance in chances) / 2 for place in (0, 1))
    sample = sampled(lot_of(run), Chances(won, drawn, 1 - won - drawn))
    return [*found, sample[0], sample[1]]


def lot_of(run: Run) -> np.random.Generator:
    """Return random numbers that follow from where a run's own stream has come to; ask once for all of a run."""
    return np.random.default_rng(int(run.memory.stream[0]))


def sampled(lot: np.random.Generator, chances: Chances) -> Sequence[int]:
    """Return won, drawn, lost of SAMPLE games with these chances."""
    won, drawn, lost = lot.multinomial(SAMPLE, np.array(chances) / sum(chances))
    return int(won), int(drawn), int(lost)


def _trained_in_10000(run: Run) -> Sequence[float]:
    """Return won, drawn, lost of 100 games against random, and drawn of 100 against perfect, after 10,000 games."""
    run.play(10_000)
    game, lot = run.match.game, lot_of(run)
    policy = machine_policy(run.match.machine, run.memory.beads)
    random, perfect = (
        sampled(lot, exact_chances(game, policy, player_policy(player_named(name, game)), Side.FIRST))
        for name in ("random", "perfect")
    )
    return [*random, perfect[1]]


def _per_cent(games: int) -> Callable[[Run], Sequence[float]]:
    def measure(run: Run) -> Sequence[float]:
        run.play(games)
        first, drawn, second = run.tally
        return [100 * first / games, 100 * drawn / games, 100 * second / games]

    return measure


def _random_draws_with_perfect(run: Run) -> Sequence[float]:
    game = run.match.game
    random, perfect = (player_policy(player_named(name, game)) for name in ("random", "perfect"))
    return [sampled(lot_of(run), exact_chances(game, random, perfect, Side.FIRST))[1]]


def _nodes(_: Run) -> Sequence[float]:
    table = game_table(game_named("noughts-and-crosses"))
    return [search(table, prune=False).nodes, search(table).nodes]


def experiments() -> Iterator[Experiment]:
    """Yield every experiment, source by source."""
    yield from _of_pulles()
    yield from _of_pulles_q()
    yield from _of_others()


def _against_random(beads: int) -> Match:
    return Match(pulles(beads, 2, 1), FIRST)


def _learns_by_quality(roles: tuple[Roles, ...], rule: QRule) -> Match:
    return Match(pulles(1, 2, 1), roles, quality=rule)


def _of_pulles() -> Iterator[Experiment]:
    for beads, numbers in ((1, (197, 61, 42)), (10, (175, 100, 25))):
        yield Experiment(
            "B",
            f"M({beads},2,1) against random, 300 games",
            _won_lost_drawn_figures(*numbers),
            partial(_against_random, beads),
            _won_lost_drawn(300),
        )
    yield Experiment(
        "B",
        "M(1,x,2) against perfect, up to 300 games",
        (
            Figure("dead within 300 games, % of runs", None),
            Figure("games until dead, where dead", 21),
            Figure("lost, where not dead", 36),
            Figure("drawn, where not dead", 264),
        ),
        lambda: Match(pulles(1, 2, 2), FIRST, ("perfect",)),
        _until_dead,
        "two single runs were published, one dead after 21 games (0 won, 17 lost, 4 drawn), the other not",
    )
    yield Experiment(
        "B",
        "M(1,2,1) against M(1,2,1), 300 games",
        _won_lost_drawn_figures(267, 19, 14),
        lambda: Match(pulles(1, 2, 1, "both"), ITSELF),
        _won_lost_drawn(300),
    )


def _of_pulles_q() -> Iterator[Experiment]:
    for rate, numbers in ((0.9, (217, 54, 29)), (0.1, (209, 36, 55))):
        yield Experiment(
            "B",
            f"Q({rate},x,0.3,100,200,2,1,-1) against random, 300 games",
            _won_lost_drawn_figures(*numbers),
            partial(_learns_by_quality, Q_FIRST, QRule(rate, 0.9, 0.3, 100, 200, (2, 1, -1))),
            _won_lost_drawn(300),
            "x is not given; we took 0.9. The learner moves first",
        )
    curves = "a curve was published, no numbers"
    yield Experiment(
        "B",
        "Q(0.1,x,0.1,0,50,y,2,-1) against perfect, 300 games",
        _won_lost_drawn_figures(None, None, None),
        lambda: Match(
            pulles(1, 2, 1), Q_FIRST, ("perfect",), quality=QRule(0.1, 0.9, 0.1, 0, 50, (2, 2, -1))
        ),
        _won_lost_drawn(300),
        f"{curves}; x 0.9; nobody wins against perfect, so y does not matter",
    )
    for discount in (0.1, 0.9):
        yield Experiment(
            "B",
            f"Q(0.1,{discount},0.2,200,400,1,2,-1) against random, beginning in turn, 600 games",
            _won_lost_drawn_figures(None, None, None),
            partial(_learns_by_quality, Q_IN_TURN, QRule(0.1, discount, 0.2, 200, 400, (1, 2, -1))),
            _won_lost_drawn(600),
            f"{curves}; 600 games and a learning rate of 0.1 are ours",
        )
    yield Experiment(
        "B",
        "Q(0.1,0.9,0.2,200,400,1,2,-1) against M(1,2,1), beginning in turn, 600 games",
        _won_lost_drawn_figures(None, None, None),
        lambda: Match(
            pulles(1, 2, 1, "both"), Q_WITH_MACHINE, quality=QRule(0.1, 0.9, 0.2, 200, 400, (1, 2, -1))
        ),
        _won_lost_drawn(600),
        f"{curves}; 600 games are ours",
    )
    yield Experiment(
        "B",
        "Positions visited for the first move",
        (Figure("without pruning", 500_000, 50_000), Figure("with alpha-beta", 30_000, 5_000)),
        lambda: Match(pulles(1, 2, 1), FIRST),
        _nodes,
        "published as about so many; how many pruning leaves depends on the order of the moves, ours is the squares'",
        same=True,
    )


def _of_others() -> Iterator[Experiment]:
    yield Experiment(
        "C",
        "Two engines train each other",
        (
            Figure("drawn of 100 after about 1,100 games", 29),
            Figure("drawn of 100 after about 2,100 games", 36),
            Figure("drawn of 100 after about 7,200 games", 78),
            Figure("untrained against trained, won of 100", 11),
            Figure("untrained against trained, drawn of 100", 15),
        ),
        lambda: Match(three_tokens(), ITSELF),
        _shares_of_draws,
        "its rewards are not given; we took 3, 1, -1. Our shares of draws are of 50 games a run, so their band is "
        "wider",
    )
    yield Experiment(
        "D",
        "Random against random, 100,000 games",
        (Figure("first wins, %", 58, 1), Figure("drawn, %", 12, 1)),
        lambda: Match(pulles(1, 2, 1), NOBODY),
        lambda run: _per_cent(100_000)(run)[:2],
        "published as 58 K and 12 K, whole thousands; exact: 58.49 % and 12.70 %",
    )
    yield Experiment(
        "D",
        "10,000 games against random, then 100 games",
        (
            Figure("won of 100 against random", 80),
            Figure("drawn of 100 against random", 14),
            Figure("lost of 100 against random", 6),
            Figure("drawn of 100 against perfect", 37),
        ),
        lambda: Match(as_many_as_free(), FIRST),
        _trained_in_10000,
        "an empty box is not spoken of; we took resign. The machine moves first",
    )
    yield Experiment(
        "D",
        "Random against perfect, 100 games",
        (Figure("drawn of 100", 15, 2.5),),
        lambda: Match(pulles(1, 2, 1), NOBODY),
        _random_draws_with_perfect,
        "published as about so many; who moves first is not given, we took random",
    )
    yield Experiment(
        "E",
        "Random against random, 1,000 games",
        (Figure("first wins, %", 60, 5), Figure("drawn, %", 10, 5), Figure("second wins, %", 30, 5)),
        lambda: Match(pulles(1, 2, 1), NOBODY),
        _per_cent(1000),
        "published as about so many; the number of games is ours",
    )


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


def reproduce(runs: int, seed: int, jobs: int | None = None) -> Iterator[Compared | int]:
    """Yield 1 after each run that is finished, and every figure when those of its experiment are."""
    every = list(experiments())
    for experiment, own in zip(every, stream_seeds(seed, len(every)), strict=True):
        yield from compared(experiment, runs, own, jobs)


def total_runs(runs: int) -> int:
    """Return how many runs `reproduce` plays."""
    return sum(1 if experiment.same else runs for experiment in experiments())


def compared(
    experiment: Experiment, runs: int, seed: int, jobs: int | None = None
) -> Iterator[Compared | int]:
    """Yield 1 after each run of an experiment, and then its figures."""
    rows = []
    for row in each_run(experiment.match(), seed, 1 if experiment.same else runs, experiment.measure, jobs):
        rows.append(row)
        yield 1
    columns = np.array(rows, np.float64).T
    for figure, column in zip(experiment.figures, columns, strict=True):
        yield _compared(experiment, figure, column[~np.isnan(column)])


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
