"""Replays what others published, and makes docs/studies/reproduction.md.

Run it as `python benchmarks/reproduce.py`; it takes some minutes. published.toml beside this file
has what was published and how to replay it. An experiment plays many runs of what a source
describes; each of its figures is one number from each run.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from menace_kit.files import write_file
from menace_kit.games import Game, Position, Side, game_named
from menace_kit.lab import LEARNERS
from menace_kit.lab.engine.arrays import PLAYER, Array
from menace_kit.lab.engine.match import PIECE, Batch, Match, Run, places_in
from menace_kit.lab.engine.random_stream import stream_seeds
from menace_kit.lab.exact import exact_chances, machine_policy, player_policy
from menace_kit.lab.learners import parsed_learner
from menace_kit.lab.players import player_named
from menace_kit.lab.studies.sweep import in_threads
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import load_preset, make_kit
from menace_kit.machine.next_game import Chances
from menace_kit.machine.schema import FullBox, Spec
from menace_kit.machine.tables import Table, parse_table
from menace_kit.machine.toml_files import read_toml

PUBLISHED = Path(__file__).with_name("published.toml")
DOCUMENT = PUBLISHED.parents[1] / "docs" / "studies" / "reproduction.md"
RUNS, SEED = 1000, 1961

SAMPLE = 100
"""Games that sources C and D counted to judge a trained machine."""

NOTHING = float("nan")
"""A run's value if it has no number."""


class Figure(Table):
    """A published number, from published.toml."""

    name: str
    published: int | float | None = None
    rounded: int | float = 0.0
    program: float | None = None
    share: bool = False


class Experiment(Table):
    """Something published, and how to replay it, from published.toml."""

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
        found = {
            name: parsed_learner(name) if name.partition(":")[0] in LEARNERS else None
            for pair in self.play
            for name in pair
        }
        roles = {name: learner.role if learner else PLAYER for name, learner in found.items()}
        players = tuple(name for name in found if found[name] is None) or ("random",)
        one, other = (learner and learner.rule for learner in map(found.get, self.play[0]))
        pairs = tuple((roles[first], roles[second]) for first, second in self.play)
        return Match(published_machine(self.machine), pairs, players, rules=(one, other))

    def played(self, batch: Batch) -> list[Sequence[float]]:
        """Return the numbers of each run of a batch, after all have played their games."""
        for _ in batch.pieces(self.games):
            pass
        return [self.numbers(run) for run in batch]

    def numbers(self, run: Run) -> Sequence[float]:
        """Return a run's numbers, one for each figure."""
        run.play(self.games - run.games)  # none if it was already played in a batch
        return MEASURES[self.measure](self, run)


class Published(Table):
    """The file: machines that are not presets -> kit file, and the experiments."""

    machines: Mapping[str, Spec]
    experiment: tuple[Experiment, ...]


@cache
def _published() -> Published:
    return parse_table(Published, read_toml(PUBLISHED), str(PUBLISHED))


def experiments() -> tuple[Experiment, ...]:
    """Return every experiment, source by source."""
    return _published().experiment


@cache
def published_machine(name: str) -> Kit:
    """Return a machine whose boxes are never halved: none of the sources mentions halving."""
    spec = _published().machines.get(name)
    kit = load_preset(name) if spec is None else make_kit(spec, "experiment", Path())
    return kit.with_keys("learning", full_box=FullBox.IGNORE)


def _won_lost_drawn(_: Experiment, run: Run) -> Sequence[float]:
    """Return the results for the player who starts the first game."""
    won, drawn, lost = run.tally
    return won, lost, drawn


def _won_less_lost(_: Experiment, run: Run) -> Sequence[float]:
    return [run.tally.first - run.tally.second]


def _until_dead(experiment: Experiment, run: Run) -> Sequence[float]:
    """Return whether the machine died, and when; for the others: lost, drawn."""
    _, lost, drawn = _won_lost_drawn(experiment, run)
    dead = run.games < experiment.games
    return (100, run.games, NOTHING, NOTHING) if dead else (0, NOTHING, lost, drawn)


def _shares_of_draws(_: Experiment, run: Run) -> Sequence[float]:
    """Return the draws in 100 games after 1,000, 2,000 and 7,100 games of two engines.

    Then the results of an untrained one. Either engine starts half of the games with its own boxes,
    so each pair of boxes plays half of all games. This run is one such pair: its 50 games
    correspond to the source's 100.
    """
    found = []
    for games in (500, 1000, 3550):
        run.play(games - run.games)
        before = run.tally.drawn
        played = run.play(50).games
        found.append(100 * ((run.tally.drawn - before) / played))
    game, machine = run.match.game, run.match.machine
    untrained, trained = (
        machine_policy(machine, beads) for beads in (machine.start, run.memory.beads)
    )
    chances = [exact_chances(game, untrained, trained, side) for side in Side]
    won, drawn = (sum(chance[place] for chance in chances) / 2 for place in (0, 1))
    sample = sampled(lot_of(run), Chances(won, drawn, 1 - won - drawn))
    return [*found, sample[0], sample[1]]


TOURNAMENT = (17, 150, 220)
"""After the first of these games only one opening was left; after the second he could only draw."""


def _tournament(_: Experiment, run: Run) -> Sequence[float]:
    """Return the tournament's seven figures, in order.

    A machine that died has no numbers of games won, lost or drawn, and loses to a perfect player.
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
    ended = [NOTHING] * 3 if dead else [won, lost, drawn]
    return [left, 100.0 * dead, *ended, loses, beads]


def lot_of(run: Run) -> np.random.Generator:
    """Return random numbers seeded by a run's present stream; call it once for each run."""
    return np.random.default_rng(int(run.memory.stream[0]))


def sampled(lot: np.random.Generator, chances: Chances) -> Sequence[int]:
    """Return won, drawn and lost of SAMPLE games with these chances."""
    won, drawn, lost = lot.multinomial(SAMPLE, np.array(chances) / sum(chances))
    return int(won), int(drawn), int(lost)


def _when_trained(_: Experiment, run: Run) -> Sequence[float]:
    """Return won, drawn and lost of 100 games against random, and drawn of 100 against perfect."""
    game, lot = run.match.game, lot_of(run)
    policy = machine_policy(run.match.machine, run.memory.beads)
    random, perfect = (
        sampled(
            lot, exact_chances(game, policy, player_policy(player_named(name, game)), Side.FIRST)
        )
        for name in ("random", "perfect")
    )
    return [*random, perfect[1]]


def _per_cent(experiment: Experiment, run: Run) -> Sequence[float]:
    """Return how many of 100 games the first player won, were drawn, and the second won."""
    return [100 * number / experiment.games for number in run.tally][: len(experiment.figures)]


def _random_against_perfect(_: Experiment, run: Run) -> Sequence[float]:
    game = run.match.game
    random, perfect = (player_policy(player_named(name, game)) for name in ("random", "perfect"))
    return [sampled(lot_of(run), exact_chances(game, random, perfect, Side.FIRST))[1]]


def _nodes(_experiment: Experiment, _run: Run) -> Sequence[float]:
    """Return the nodes that negamax visits to find all best moves, and with alpha-beta."""
    game = game_named("noughts-and-crosses")
    begun = [game.play(game.start(), move) for move in game.legal_moves(game.start())]
    return [
        1 + sum(_negamax(game, position, -2, 2, prune)[1] for position in begun)
        for prune in (False, True)
    ]


@cache
def _negamax(game: Game, position: Position, alpha: int, beta: int, prune: bool) -> tuple[int, int]:
    """Return what a position is worth to the side to move, and how many nodes were visited.

    Both are worked out once for each position and window, and counted each time it is visited.
    """
    if ended := game.outcome(position):
        won = ended.winner is position.to_move
        return (0 if ended.winner is None else 1 if won else -1), 1
    best, nodes = -2, 1
    for move in game.legal_moves(position):
        value, below = _negamax(game, game.play(position, move), -beta, -max(alpha, best), prune)
        nodes, best = nodes + below, max(best, -value)
        if prune and best >= beta:
            break
    return best, nodes


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


@dataclass(frozen=True, eq=False)
class Compared:
    """A figure, and the numbers of those of our runs that have one."""

    experiment: Experiment
    figure: Figure
    values: Array

    @property
    def mean(self) -> float:
        return float(self.values.mean()) if len(self.values) else NOTHING

    @property
    def band(self) -> tuple[float, float]:
        """Return the 5th and the 95th percentile; for a share, its confidence interval."""
        if not len(self.values):
            return NOTHING, NOTHING
        if self.figure.share:
            return share_interval(self.values)
        low, high = np.percentile(self.values, (5, 95)).tolist()
        return low, high

    @property
    def percentile(self) -> float | None:
        """Return the percentage of runs below the published number, counting equal ones as half."""
        published = self.figure.published
        if published is None or not len(self.values) or self.experiment.same:
            return None
        return float(
            100 * ((self.values < published).mean() + (self.values == published).mean() / 2)
        )

    @property
    def agrees(self) -> bool | None:
        """Return whether the published number, allowing for its rounding, is within our band."""
        if self.figure.published is None:
            return None
        low, high = self.band
        return low - self.figure.rounded <= self.figure.published <= high + self.figure.rounded

    @property
    def off(self) -> float | None:
        """Return by how many standard errors our mean exceeds that of the source's own program."""
        if self.figure.program is None or len(self.values) < 2 or not self.values.std():
            return None
        both = 1 / len(self.values) + 1 / self.experiment.program_runs
        return float((self.mean - self.figure.program) / (self.values.std(ddof=1) * both**0.5))


def compared(
    experiment: Experiment, runs: int, seed: int, jobs: int | None = None
) -> list[Compared]:
    """Play an experiment's runs, in `jobs` threads or one for each core, and return its figures."""
    seeds = stream_seeds(seed, 1 if experiment.same else runs * experiment.of)
    match = experiment.match()
    _ = match.setup  # work it out once, before each thread would
    # Experiments that don't set the number of games have long runs.
    batches = match.batches(seeds, experiment.games or PIECE)
    rows = [row for more in in_threads(experiment.played, batches, jobs) for row in more]
    columns = np.array(rows, np.float64).reshape(-1, experiment.of, len(rows[0])).mean(axis=1).T
    return [
        Compared(experiment, figure, column[~np.isnan(column)])
        for figure, column in zip(experiment.figures, columns, strict=True)
    ]


def reproduced(runs: int, seed: int, jobs: int | None = None) -> Iterator[Compared]:
    """Yield every figure, experiment by experiment."""
    seeds = stream_seeds(seed, len(experiments()))
    for experiment, own in zip(experiments(), seeds, strict=True):
        yield from compared(experiment, runs, own, jobs)


SURE = 1.96
"""Standard errors on either side of a share that cover 95 of 100."""


def share_interval(values: Array) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share, in per cent, from values of 100 or 0.

    It is not empty if all values are equal: after 1,000 times no, the share may still be 0.4 %.
    Source: E. Wilson, Probable inference, the law of succession, and statistical inference, JASA
    22, 1927, 209-212.
    """
    runs, share = len(values), float(values.mean()) / 100
    middle = (share + SURE**2 / (2 * runs)) / (1 + SURE**2 / runs)
    half = (
        SURE / (1 + SURE**2 / runs) * np.sqrt(share * (1 - share) / runs + (SURE / (2 * runs)) ** 2)
    )
    # 0 and 1 are met exactly.
    low, high = min(share, float(middle - half)), max(share, float(middle + half))
    return 100 * max(0.0, low), 100 * min(1.0, high)


TEXT = """\
# What others published, played again

`python benchmarks/reproduce.py` makes this page: {runs:,} runs of each experiment, seed {seed}.

Each published figure comes from one run or a few. Ours are the mean of {runs:,} runs, and the band
from the 5th to the 95th percentile. The last column shows the published number's percentile among
our runs: 50 is the middle, **bold** is outside the band, allowing for rounding. If a run either has
something or not, such as a machine that died, the mean is the share of such runs, and the band its
95 % confidence interval (Wilson's). Only two things were chosen to fit. Of the possible readings of
B's learner we took the one that agrees with his program (below). In his figures 11 and 12 we took
win 2 and tie 1, which fit; the caption of figure 11 says win 1 and tie 2.

Sources: A, D. Michie, *Trial and error*, Penguin Science Survey 2, 1961, at second hand; B,
B. Pulles, *MENACE and Q-learning playing Noughts and Crosses*, 2019; C, the notebook *Building and
training the MENACE*; D, *M.E.N.A.C.E.*, GamePlayer blog; E, O. Gallmo, *Implementing MENACE*, 2006.
A. van Woudenberg's *Thinking Inside the Matchbox* (2023) has pictures but no numbers. M(i,w,d) is
a machine with i beads for every free square, w for a win, d for a draw and -1 for a loss. Q(alpha,
gamma, epsilon, the games in which epsilon starts to fall and reaches 0, win, draw, loss) is B's
learner, here `monte-carlo`.

|  | what was played | figure | published | our mean | 5 to 95 % | percentile |
|---|---|---|---:|---:|---:|---:|
{figures}

## Beside his own program

The table compares the means of many runs of B's published program with ours; the last column is the
difference in standard errors. Of the readings that his paper allows, this one agrees. After a game
each of its moves gets the whole reward, plus gamma times the best value in the row of the position
after it, which is the opponent's. Squares that are equal by symmetry are kept apart. Once epsilon
starts to fall, it falls after each move of the learner by epsilon / (end - begin), so it reaches 0
about 25 games later and not at the end.

| what was played | figure | his mean | of runs | our mean | standard errors |
|---|---|---:|---:|---:|---:|
{programs}

## What the sources leave open

{assumed}

## Where ours disagrees

Of {vary} published numbers that vary from run to run, {outside} are outside our band. Each comes
from one run, so one in ten would be outside even if the machines were the same. The figures of a
run also depend on each other: one more game lost is one fewer drawn. A rule that a source leaves
open (above) may be another reason; we know of no others.

{disagreements}
"""


def document(figures: Sequence[Compared], runs: int, seed: int) -> str:
    """Return the figures as a Markdown document."""
    assumed = (each.experiment for each in figures if each.experiment.assumed)
    varying = [each for each in figures if each.percentile is not None]
    outside = [each for each in varying if not each.agrees]
    return TEXT.format(
        runs=runs,
        seed=seed,
        figures="\n".join(map(_row, figures)),
        programs="\n".join(
            _program_row(each) for each in figures if each.figure.program is not None
        ),
        assumed="\n".join(
            dict.fromkeys(f"- {each.source}, {each.title}: {each.assumed}." for each in assumed)
        ),
        vary=len(varying),
        outside=len(outside),
        disagreements="\n".join(map(_disagreement, outside)),
    )


def _row(each: Compared) -> str:
    place = "" if each.percentile is None else f"{each.percentile:.0f}"
    cells = (
        each.experiment.source,
        each.experiment.title,
        each.figure.name,
        number(each.figure.published),
        number(each.mean),
        _band(each),
        f"**{place}**" if place and not each.agrees else place,
    )
    return f"| {' | '.join(cells)} |"


def _program_row(each: Compared) -> str:
    off = "" if each.off is None else f"{each.off:+.1f}"
    runs = f"{each.experiment.program_runs:,}"
    cells = (f"{each.figure.program:.1f}", runs, f"{each.mean:.1f}", off)
    return f"| {each.experiment.title} | {each.figure.name} | {' | '.join(cells)} |"


def _disagreement(each: Compared) -> str:
    where = f"{each.experiment.source}, {each.experiment.title}: {each.figure.name}"
    return f"- {where}: {number(each.figure.published)} published, ours {_band(each)}."


def _band(each: Compared) -> str:
    low, high = map(number, each.band)
    if each.figure.share and len(each.values):
        return f"a share: {low} to {high}"
    return low if each.band[0] == each.band[1] else f"{low} to {high}"


def number(value: float | None) -> str:
    """Return a number for people; a dash for NaN, nothing for None."""
    if value is None:
        return ""
    if np.isnan(value):
        return "–"
    tenths = round(value, 1)
    return f"{value:,.0f}" if value >= 1000 or tenths == round(value) else f"{tenths}"


def main() -> None:
    """Replay everything, and write the document."""
    figures = []
    for each in reproduced(RUNS, SEED):
        figures.append(each)
        print(_row(each), file=sys.stderr, flush=True)
    write_file(DOCUMENT, document(figures, RUNS, SEED).encode())
    print(DOCUMENT)


if __name__ == "__main__":
    main()
