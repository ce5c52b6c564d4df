"""Published figures beside ours: the mean and the band of many runs, and where among them the published number lies.

What was published, and how it is played again, is in templates/published.toml. An experiment plays many runs of what a
source describes; each of its figures is one number of each run.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from menace_kit.files import templates_folder
from menace_kit.games import Side, game_named
from menace_kit.lab import LEARNERS
from menace_kit.lab.engine.arrays import DRAWN, PLAYER, Array, stream_seeds
from menace_kit.lab.engine.match import Match, Run, each_run, places_in
from menace_kit.lab.engine.tables import game_table
from menace_kit.lab.exact import Chances, exact_chances, machine_policy, player_policy, search
from menace_kit.lab.learners import Learner, parsed_learner, with_full_box
from menace_kit.lab.players import player_named
from menace_kit.machine.kit import Kit, load_preset, make_kit
from menace_kit.machine.schema import FullBox, Spec
from menace_kit.machine.toml_files import TemplateKind, TomlModel, parse_model, read_toml, template_names

SAMPLE = 100
"""Games that sources C and D counted to say how well a trained machine plays."""


class Figure(TomlModel):
    """A number that was published, as it was counted; None where the source shows a curve and no number.

    `rounded`: by how much the true number may differ from the published one, where that is a round number. `program`:
    the mean of many runs of the source's own program. `share`: each run says yes (100) or no (0), so that the mean is
    a share of the runs.
    """

    name: str
    published: int | float | None = None
    rounded: int | float = 0.0
    program: float | None = None
    share: bool = False


class Experiment(TomlModel):
    """Something that was published, and how to play it again.

    Attributes:
        source: the letter of the source.
        title: what was played.
        machine: whose boxes are used: a preset, or one of the published machines.
        play: who plays first and who second, a learner as it is typed or a player; two pairs take turns at beginning.
        measure: one of MEASURES.
        games: how many a run has, where the measure asks for it.
        figures: its numbers, in the order of the measure.
        of: how many runs the published number is the mean of; ours are means of as many.
        program_runs: how many runs of the source's own program its means are of.
        assumed: what the source leaves open, and what we took.
        same: whether every run gives the same, so that one is enough.
    """

    source: str
    title: str
    machine: str
    play: tuple[tuple[str, str], ...]
    measure: str
    games: int = 0
    figures: tuple[Figure, ...]
    of: int = 1
    program_runs: int = 0
    assumed: str = ""
    same: bool = False

    def match(self) -> Match:
        """Return who plays whom."""
        found = [[_learner(name) for name in pair] for pair in self.play]
        roles = tuple((one.role if one else PLAYER, other.role if other else PLAYER) for one, other in found)
        players = dict.fromkeys(
            name
            for pair, learners in zip(self.play, found, strict=True)
            for name, learner in zip(pair, learners, strict=True)
            if learner is None
        )
        one, other = found[0]
        rules = (one.rule if one else None, other.rule if other else None)
        return Match(published_machine(self.machine), roles, tuple(players) or ("random",), rules=rules)

    def numbers(self, run: Run) -> Sequence[float]:
        """Return what one run gives, a number for each figure; NaN where this run has none."""
        run.play(self.games - run.games)  # none where it was played in a batch
        return MEASURES[self.measure](self, run)


def _learner(name: str) -> Learner | None:
    """Return the learner that somebody in an experiment is; None of a player."""
    return parsed_learner(name) if name.partition(":")[0] in LEARNERS else None


class Published(TomlModel):
    """The file of what was published: machine that is no preset -> its kit file, and the experiments."""

    machines: Mapping[str, Spec]
    experiment: tuple[Experiment, ...]

    def check(self) -> None:
        """ValueError for a machine or a measure that there is not."""
        machines = (*self.machines, *template_names(TemplateKind.MACHINES))
        for each in self.experiment:
            for name, known in ((each.machine, machines), (each.measure, MEASURES)):
                if name not in known:
                    raise ValueError(f"{each.title}: there is no {name!r}; choose from: {', '.join(known)}")


@cache
def _published() -> Published:
    path = templates_folder() / "published.toml"
    return parse_model(Published, read_toml(path), str(path))


def experiments() -> tuple[Experiment, ...]:
    """Return every experiment, source by source."""
    return _published().experiment


@cache
def published_machine(name: str) -> Kit:
    """Return the machine of this name, whose boxes are never halved: nobody whose figures these are wrote of that."""
    spec = _published().machines.get(name)
    kit = load_preset(name) if spec is None else make_kit(spec, "experiment", Path())
    return with_full_box(kit, FullBox.IGNORE)


# What is counted in a run.


def _won_lost_drawn(_: Experiment, run: Run) -> Sequence[float]:
    """Return won, lost, drawn of whoever has the first role in games with an even number, and the second in others."""
    won, drawn, lost = run.tally
    return won, lost, drawn


def _won_less_lost(_: Experiment, run: Run) -> Sequence[float]:
    tally = run.tally
    return [tally.first - tally.second]


def _until_dead(experiment: Experiment, run: Run) -> Sequence[float]:
    """Return whether the machine was dead within the games; of those that were: when; of the others: lost, drawn."""
    _, lost, drawn = _won_lost_drawn(experiment, run)
    nothing = float("nan")
    return (100, run.games, nothing, nothing) if run.games < experiment.games else (0, nothing, lost, drawn)


def _shares_of_draws(_: Experiment, run: Run) -> Sequence[float]:
    """Return the draws in 100 games after 1,000, 2,000 and 7,100 games of two engines, then how an untrained one does.

    Either engine begins half of the games with boxes of its own, so each pair of boxes plays half of all games: this
    run is one such pair, and counts in 50 games of its own what the source counted in 100.
    """
    found = []
    for games in (500, 1000, 3550):
        run.play(games - run.games)
        found.append(100 * float((run.play(50, trace=True).outcomes == DRAWN).mean()))
    game, machine = run.match.game, run.match.machine
    untrained, trained = (machine_policy(machine, beads) for beads in (machine.start, run.memory.beads))
    chances = [exact_chances(game, untrained, trained, side) for side in Side]
    won, drawn = (sum(chance[place] for chance in chances) / 2 for place in (0, 1))
    sample = sampled(lot_of(run), Chances(won, drawn, 1 - won - drawn))
    return [*found, sample[0], sample[1]]


TOURNAMENT = (17, 150, 220)
"""The games of the tournament of 1961: after the first only one opening was left, after the second he only drew."""


def _tournament(_: Experiment, run: Run) -> Sequence[float]:
    """Return the openings left after 17 games; whether the machine died; of those that did not won, lost, drawn of 220;
    how likely each loses to a perfect player after 150 games, dead ones for certain; and the beads of Michie's line.
    """
    early, later, all_games = TOURNAMENT
    match, first = run.match, places_in(run.match.kit, run.match.kit.first_boxes(Side.FIRST))
    run.play(early)
    left = int((run.memory.beads[first] > 0).sum())
    run.play(later - run.games)
    perfect = player_policy(player_named("perfect", match.game))
    policy = machine_policy(match.machine, run.memory.beads)
    loses = 100 * exact_chances(match.game, policy, perfect, Side.FIRST).loss
    run.play(all_games - run.games)
    beads = int(run.memory.totals[first].sum() - match.machine.start[first].sum())
    dead, (won, drawn, lost) = run.games < all_games, run.tally
    ended = [float("nan")] * 3 if dead else [won, lost, drawn]
    return [left, 100.0 * dead, *ended, loses, beads]


def lot_of(run: Run) -> np.random.Generator:
    """Return random numbers that follow from where a run's own stream has come to; ask once for all of a run."""
    return np.random.default_rng(int(run.memory.stream[0]))


def sampled(lot: np.random.Generator, chances: Chances) -> Sequence[int]:
    """Return won, drawn, lost of SAMPLE games with these chances."""
    won, drawn, lost = lot.multinomial(SAMPLE, np.array(chances) / sum(chances))
    return int(won), int(drawn), int(lost)


def _when_trained(_: Experiment, run: Run) -> Sequence[float]:
    """Return won, drawn, lost of 100 games against random, and drawn of 100 against perfect, after the games."""
    game, lot = run.match.game, lot_of(run)
    policy = machine_policy(run.match.machine, run.memory.beads)
    random, perfect = (
        sampled(lot, exact_chances(game, policy, player_policy(player_named(name, game)), Side.FIRST))
        for name in ("random", "perfect")
    )
    return [*random, perfect[1]]


def _per_cent(experiment: Experiment, run: Run) -> Sequence[float]:
    """Return how many of 100 games the first won, were drawn, the second won, as far as there are figures for them."""
    return [100 * number / experiment.games for number in run.tally][: len(experiment.figures)]


def _random_against_perfect(_: Experiment, run: Run) -> Sequence[float]:
    game = run.match.game
    random, perfect = (player_policy(player_named(name, game)) for name in ("random", "perfect"))
    return [sampled(lot_of(run), exact_chances(game, random, perfect, Side.FIRST))[1]]


def _nodes(_experiment: Experiment, _run: Run) -> Sequence[float]:
    table = game_table(game_named("noughts-and-crosses"))
    return [search(table, prune=False).nodes, search(table).nodes]


MEASURES: Mapping[str, Callable[[Experiment, Run], Sequence[float]]] = {
    "won-lost-drawn": _won_lost_drawn,
    "won-less-lost": _won_less_lost,
    "tournament": _tournament,
    "until-dead": _until_dead,
    "shares-of-draws": _shares_of_draws,
    "when-trained": _when_trained,
    "per-cent": _per_cent,
    "random-against-perfect": _random_against_perfect,
    "nodes": _nodes,
}


@dataclass(frozen=True)
class Compared:
    """One figure: what was published, and what our runs gave.

    `low` and `high` are the 5th and the 95th percentile of the runs. `percentile` is the share of runs below the
    published number, in per cent, with half of those that equal it; None where none was published. `runs` is how many
    gave a number at all. `program` is the mean of so many runs of the source's own program, and `off` by how many
    standard errors of the difference ours lies above it. `share`: the mean is a share of the runs, each of which says
    yes or no; then low and high are the ends of the interval in which the share of ever more runs lies (95 %, Wilson).
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
    program: float | None = None
    program_runs: int = 0
    off: float | None = None
    share: bool = False

    @property
    def agrees(self) -> bool | None:
        """Return whether the published number, as it was rounded, lies within our band; None where there is none."""
        if self.published is None:
            return None
        return self.low - self.rounded <= self.published <= self.high + self.rounded


def reproduce(runs: int, seed: int, jobs: int | None = None) -> Iterator[Compared | int]:
    """Yield 1 after each run that is finished, and every figure when those of its experiment are."""
    seeds = stream_seeds(seed, len(experiments()))
    for experiment, own in zip(experiments(), seeds, strict=True):
        yield from compared(experiment, runs, own, jobs)


def total_runs(runs: int) -> int:
    """Return how many runs `reproduce` plays."""
    return sum(1 if experiment.same else runs * experiment.of for experiment in experiments())


def compared(
    experiment: Experiment, runs: int, seed: int, jobs: int | None = None
) -> Iterator[Compared | int]:
    """Yield 1 after each run of an experiment, and then its figures; each number is one run, or the mean of some."""
    rows = []
    count = 1 if experiment.same else runs * experiment.of
    for row in each_run(experiment.match(), seed, count, experiment.numbers, jobs, experiment.games):
        rows.append(row)
        yield 1
    columns = np.array(rows, np.float64).reshape(-1, experiment.of, len(rows[0])).mean(axis=1).T
    for figure, column in zip(experiment.figures, columns, strict=True):
        yield _compared(experiment, figure, column[~np.isnan(column)])


def _compared(experiment: Experiment, figure: Figure, values: Array) -> Compared:
    published, empty = figure.published, len(values) == 0
    low, high = (float("nan"),) * 2 if empty else share_interval(values) if figure.share else _band(values)
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
        program=figure.program,
        program_runs=experiment.program_runs,
        share=figure.share,
        off=None if figure.program is None else _errors_off(values, figure.program, experiment.program_runs),
    )


def _band(values: Array) -> tuple[float, float]:
    """Return the 5th and the 95th percentile."""
    low, high = np.percentile(values, (5, 95)).tolist()
    return low, high


SURE = 1.96
"""How many standard errors to either side the interval of a share has: within them are 95 of 100."""


def share_interval(values: Array) -> tuple[float, float]:
    """Return between which shares, in per cent, that of ever more runs lies, from some that say yes (100) or no (0).

    Where all say the same it is wider than 0: after 1,000 times no it may still be 0.4 %. Source: E. Wilson, Probable
    inference, the law of succession, and statistical inference, JASA 22, 1927, 209-212.
    """
    runs, share = len(values), float(values.mean()) / 100
    middle = (share + SURE**2 / (2 * runs)) / (1 + SURE**2 / runs)
    half = SURE / (1 + SURE**2 / runs) * np.sqrt(share * (1 - share) / runs + (SURE / (2 * runs)) ** 2)
    low, high = min(share, float(middle - half)), max(share, float(middle + half))  # 0 and 1 are met exactly
    return 100 * max(0.0, low), 100 * min(1.0, high)


def _percentile(values: Array, number: float) -> float:
    return float(100 * ((values < number).mean() + (values == number).mean() / 2))


def _errors_off(values: Array, program: float, program_runs: int) -> float | None:
    """Return by how many standard errors our mean lies above that of a program which plays the same in so many runs."""
    if len(values) < 2 or not values.std():
        return None
    error = values.std(ddof=1) * (1 / len(values) + 1 / program_runs) ** 0.5
    return float((values.mean() - program) / error)


HEADINGS = ("", "what was played", "figure", "published", "our mean", "5 to 95 %", "percentile")


def reproduction_markdown(figures: Sequence[Compared], runs: int, seed: int) -> str:
    """Return the figures as a Markdown document, with the command that makes it."""
    lines = [
        "# What others published, played again",
        "",
        f"Made by `menace-kit lab reproduce --runs {runs} --seed {seed} --output docs/studies/reproduction.md`.",
        "",
        "Each published figure comes from one run or a few; ours are the mean of "
        f"{runs:,} runs and the band from the 5th to the 95th percentile. The last column says where the published "
        "number lies among our runs: 50 is the middle, **bold** is outside the band, with what a round number may be "
        "rounded by allowed for. Of what a run has or has not, such as a machine that died, the mean is the share of "
        "the runs, and the band where the share of ever more runs lies (95 %, Wilson's). "
        "Nothing was tuned to fit, but for two things: of the readings of B's "
        "learner the one was taken that agrees with his program (below), and in his figures 11 and 12, win 2 and tie "
        "1 were taken, which fit, where the caption of figure 11 says win 1 and tie 2.",
        "",
        "Sources: A, D. Michie, *Trial and error*, Penguin Science Survey 2, 1961, as it is told of; B, B. Pulles, "
        "*MENACE and Q-learning playing Noughts and Crosses*, 2019; C, the notebook *Building and training the "
        "MENACE*; D, *M.E.N.A.C.E.*, GamePlayer blog; E, O. Gallmo, *Implementing MENACE*, 2006. A. van Woudenberg's "
        "*Thinking Inside the Matchbox* (2023) gives pictures and no numbers. M(i,w,d) is a machine with i beads for "
        "every free square, w for a win, d for a draw, -1 for a defeat; Q(alpha, gamma, epsilon, the games in which "
        "that begins to fall and is 0, win, draw, loss) is the learner `monte-carlo`, which is his.",
        "",
        "|" + "|".join(f" {heading} " for heading in HEADINGS) + "|",
        "|---|---|---|---:|---:|---:|---:|",
        *_rows(figures),
        "",
        "## Beside his own program",
        "",
        "Means of many runs of B's published program, and ours; the last column is the difference in standard errors "
        "of it. Of the readings that his paper allows, this one agrees: after a game every move of it gets the whole "
        "reward, with gamma times the best worth in the row of the position after it, which is the opponent's; squares "
        "that are alike by symmetry are told apart; and once the game in which epsilon begins to fall has come, it "
        "falls after each move of the learner by epsilon / (end - begin), so that it is 0 some 25 games later and not "
        "at the end.",
        "",
        "| what was played | figure | his mean | of runs | our mean | standard errors |",
        "|---|---|---:|---:|---:|---:|",
        *(
            f"| {each.title} | {each.figure} | {each.program:.1f} | {each.program_runs:,} | {each.mean:.1f} | "
            f"{'' if each.off is None else f'{each.off:+.1f}'} |"
            for each in figures
            if each.program is not None
        ),
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
        published = "" if each.published is None else number(each.published)
        cells = (each.source, each.title, each.figure, published, number(each.mean), band(each), place)
        yield "| " + " | ".join(cells) + " |"


def band(figure: Compared) -> str:
    """Return the 5th and the 95th percentile of our runs in words; of a share what it may be of ever more runs."""
    if figure.share and figure.runs:
        return f"a share: {number(figure.low)} to {number(figure.high)}"
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
