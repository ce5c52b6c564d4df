"""Learning curves: many runs of one contest, each as a line of results and one of beads,
and what they have in common.

The line of results goes up one for a win, down one for a loss and stays level
for a draw (B. Pulles, MENACE and Q-learning playing Noughts and Crosses, 2019);
the line of beads is how many more there are in the boxes of the first move than at the start
(D. Michie, The Computer Journal 6(3), 1963, figure 4). Such sums hide how well a machine plays by
now: that is told by the share of recent games that it won, and the chance of a good move.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import starmap
from typing import NamedTuple

import numpy as np

from menace_kit.errors import LabError
from menace_kit.lab import WORST_CASE
from menace_kit.lab.engine.arrays import (
    FIRST_WON,
    PLAYER,
    SECOND_WON,
    SIDES,
    Array,
    Memory,
    stream_seeds,
)
from menace_kit.lab.engine.match import Batch, Match, places_in
from menace_kit.lab.engine.perfect_play import legal
from menace_kit.lab.exact import (
    Chances,
    Policy,
    all_chances,
    at_best,
    chances_of_many,
    exact_chances,
    machine_policy,
    player_policy,
)
from menace_kit.lab.learners import Contest
from menace_kit.layout.charts.career import LINES, PERCENTS, percent_label
from menace_kit.layout.charts.chart import Chart, Panel, Series, close_axis, slide, span
from menace_kit.layout.marks import BLACK, Document, Medium
from menace_kit.machine.first_choice import FirstChoice, first_choices
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.recent_games import recent_games

MOST_PLACES = 400
"""A line has this many points at the most besides its first: on a screen nobody could see more."""

NONE = np.zeros(0, np.int64)

FAR = 500
"""So many games lie between places that are far apart."""

FEW = 20
"""Fewer runs are few: what they have in common leaps about with each game."""

AT_ONCE, AT_ONCE_RECENT = 10, 100
"""Runs that are played together where chances are summed, which takes longer than
the games, and where they stop after each game: Ctrl-C waits for them.
"""


class RunLines(NamedTuple):
    """One run.

    Attributes:
        games: how many were played.
        dead: whether it ended before its time, because a machine could never
            make its first move again.
        places: int64: the numbers of games after which the lines are known, from 0,
            the last being `games`.
        results: int64, as long: games won less games lost.
        beads: int64, as long: beads in the opening boxes, less those at the start;
            of length 0 where the learner has none.
        outlook: float64 [2, all places of the contest, 3]: the chances of the next game, as
            `Outlook` has them, also of a dead machine; of length 0 where they were not asked for.
        won: int64, as long as `places`: games won; of length 0 where recent games were
            not asked for.
        good: float64 [all places of the contest]: the chance that its first choice is good,
            NaN from its death on; of length 0 as `won`, or where it has none.
    """

    games: int
    dead: bool
    places: Array
    results: Array
    beads: Array
    outlook: Array = NONE
    won: Array = NONE
    good: Array = NONE


def places_of(games: int, most: int = MOST_PLACES) -> Array:
    """Return 0, `games` and the numbers between them, or `most` of them evenly apart; int64."""
    places: Array = np.unique(np.linspace(0, games, min(games, most) + 1).round().astype(np.int64))
    return places


def run_lines(
    found: Contest, games: int, runs: int, seed: int, exact: bool = False, recent: bool = False
) -> Iterator[RunLines | int]:
    """Yield how many games were played lately, or need not be played, now and then,
    and after the last ones of each run its lines.

    `exact`: with the chances of the next game; LabError where `Outlook` cannot sum them.
    `recent`: with what is needed to tell of recent games and of good moves.
    """
    seeds = stream_seeds(seed, runs)
    if not (exact or recent):
        for batch in found.match.batches(seeds, games):
            yield from _lines_of(found, games, batch)
        return
    outlook = Outlook(found, judge(found)) if exact else None
    size = AT_ONCE if exact else AT_ONCE_RECENT
    for place in range(0, runs, size):
        batch = found.match.batch(seeds[place : place + size])
        yield from _lines_of(found, games, batch, outlook, recent)


def _lines_of(
    found: Contest,
    games: int,
    batch: Batch,
    outlook: "Outlook | None" = None,
    recent: bool = False,
) -> Iterator[RunLines | int]:
    places, side, runs = places_of(games), SIDES.index(found.side), len(batch)
    worth = np.zeros(4, np.int64)
    worth[FIRST_WON], worth[SECOND_WON] = (-1, 1) if side else (1, -1)
    results, beads, wins = (np.zeros((runs, len(places)), np.int64) for _ in range(3))
    choice = choice_of(found) if recent else None
    good = np.zeros((runs, len(places)))
    start = sum(box.start_total for box in found.opening_boxes)
    chances = np.zeros((2, len(places), runs, 3)) if outlook else NONE
    # To stop at each place takes longer than to trace all games, but for places that are far apart.
    stops = outlook is not None or recent or games >= FAR * len(places)
    score, ends, before, over = np.zeros(runs, np.int64), np.zeros(runs, np.int64), 0, False
    for until in places.tolist() if stops else [games]:
        for played in batch.pieces(until, trace=not stops) if not over else ():
            if not stops:
                line = score[:, None] + np.cumsum(worth[played.outcomes], axis=1)
                known = np.flatnonzero((places > before) & (places <= before + line.shape[1]))
                results[:, known] = line[:, places[known] - before - 1]
                beads[:, known] = played.first_beads[:, side, places[known] - before - 1] - start
                before += line.shape[1]
            score, ends, over = *_standing(found, batch), bool(played.dead.all())
            yield int(played.games.sum())
        if stops:
            place = int(np.searchsorted(places, until))
            results[:, place], beads[:, place] = score, ends
            wins[:, place] = batch.seen_from(found.side)[0]
            if choice:
                good[:, place] = chance_of_good(found, choice, batch.memory)
        if outlook:
            chances[:, place] = outlook.of(batch.memory)
    for run, (ended, last) in enumerate(zip(batch.games.tolist(), score.tolist(), strict=True)):
        upto = int(np.searchsorted(places, ended))  # the line goes on to its very end
        yield games - ended  # a run that ended early has no more to play
        yield RunLines(
            ended,
            ended < games,
            np.append(places[:upto], ended),
            np.append(results[run, :upto], last),
            np.append(beads[run, :upto], ends[run]) if found.has_beads else NONE,
            chances[:, :, run] if outlook else NONE,
            np.append(wins[run, :upto], batch.seen_from(found.side)[0][run]) if recent else NONE,
            np.where((places < ended) | (ended == games), good[run], np.nan) if choice else NONE,
        )


def choice_of(found: Contest) -> FirstChoice | None:
    """Return the first choice of the learner's side; None where it has none,
    or plays without boxes.
    """
    if not found.learner.has_boxes:
        return None
    choices = first_choices(found.match.kit)
    return next((choice for choice in choices if choice.side is found.side), None)


def chance_of_good(found: Contest, choice: FirstChoice, memory: Memory) -> Array:
    """Return what `FirstChoice.chance` does, for all runs of a batch: float64 [runs]."""
    kit = found.match.kit
    weights = memory.beads if found.learner.rule is None else memory.odds
    totals = weights.sum(axis=2, keepdims=True)
    shares = np.divide(weights, totals, out=np.zeros(weights.shape), where=totals > 0)
    kinds = [{bead.colour: kind for kind, bead in enumerate(box.beads)} for box in kit.boxes]
    chance: Array = np.zeros(len(weights))
    for approach in choice.ways:
        likely: Array = np.full(len(weights), approach.weight)
        for number, colour in approach.drawn:
            box = kit.indices[number]
            likely *= shares[:, box, kinds[box][colour]]
        box = kit.indices[approach.box]
        chance += likely * sum(shares[:, box, kinds[box][colour]] for colour in approach.good)
    return chance


JUDGE = "perfect"
"""Against whom a machine is looked at that a coach teaches:
what it can do against the coach says nothing of it.
"""


def judge(found: Contest) -> str | None:
    """Return JUDGE where a coach is among the opponents;
    None where those whom the runs play are meant.
    """
    return JUDGE if any(player.looks for player in found.match.players) else None


def _standing(found: Contest, batch: Batch) -> tuple[Array, Array]:
    """Return the points of both lines to which runs have come: int64 [runs]."""
    won, _, lost = batch.seen_from(found.side)
    inside = batch.memory.totals[:, places_in(found.match.kit, found.opening_boxes)].sum(axis=1)
    return won - lost, inside - sum(box.start_total for box in found.opening_boxes)


class Outlook:
    """What machines can expect of their next game, summed exactly,
    as they are in the midst of their runs.
    """

    def __init__(self, found: Contest, against: str | None = None) -> None:
        """Take the opponents of the contest, or another player;
        LabError where a learner's chances cannot be summed.

        `stays` is False where the opponents change as they play:
        then only the worst of opponents is looked at.
        """
        learner, self._found = found.learner, found
        if found.alternate:
            raise LabError(
                "chances are those of one side, and here who begins changes; leave --alternate out"
            )
        self._itself = found.plays_itself and against is None
        self._match = (
            found.match if against is None else Match(found.kit, ((PLAYER, PLAYER),), (against,))
        )
        if not learner.has_boxes and self._match.game is not found.match.game:
            raise LabError(
                f"{against} tells more boards apart than {learner.name} does; choose another player"
            )
        changes = any(player.adaptive or player.looks for player in self._match.players)
        rival = against is None and found.rival is not None
        self.stays = self._itself or not (rival or changes)

    def of(self, memory: Memory) -> Array:
        """Return float64 [2, runs, 3]: the chances to win, draw and lose,
        first against those whom the runs play.

        Of these all are 0 where they do not stay as they are. Then against an opponent who knows
        what is in the boxes (`exact.worst_case`). `memory` is that of a batch.
        """
        every = np.arange(len(memory.played))
        return np.stack([self.next_game(memory, every), self.worst(memory, every)])

    def next_game(self, memory: Memory, runs: Array) -> Array:
        """Return the chances against the opponents of some runs of a batch,
        by their places: float64 [runs, 3].
        """
        if self._itself:
            machine, side = self._match.machine, self._found.side
            policies = [machine_policy(machine, own) for own in self._weights(memory, runs)]
            return np.array(
                [exact_chances(machine.game, own, own, side) for own in policies]
            ).reshape(-1, 3)
        chances = np.zeros((len(runs), 3))
        for share, policy in self._policies if self.stays else ():
            chances += share * self._chances(memory, runs, policy)
        return chances

    def worst(self, memory: Memory, runs: Array, draw: float = 0.0) -> Array:
        """Return those against the worst opponent, to whom a draw is worth
        `draw`: float64 [runs, 3].
        """
        return self._chances(memory, runs, None, draw)

    def at_best(self, worth: Chances, worst: bool = False) -> float:
        """Return the most that any machine can expect of its next game, whatever is in its boxes.

        A win, a draw and a defeat are worth so much. It is played against the opponents,
        or the `worst` one. Of several the machine cannot know which it plays,
        so that it may reach less; where it is its own, it is not known at all: infinite.
        """
        machine, side, boxes = self._match.machine, self._found.side, self._found.learner.has_boxes
        if worst:
            return at_best(machine, None, side, worth, boxes)
        if self._itself or not self.stays:
            return float("inf")
        policies = self._policies
        return sum(
            share * at_best(machine, policy, side, worth, boxes) for share, policy in policies
        )

    def _chances(
        self, memory: Memory, runs: Array, opponent: Policy | None, draw: float = 0.0
    ) -> Array:
        machine, side = self._match.machine, self._found.side
        if self._found.learner.has_boxes:
            return chances_of_many(machine, self._weights(memory, runs), opponent, side, draw)
        policies = map(self._best_qualities, memory.quality[runs, SIDES.index(side)])
        chances = [all_chances(machine.game, own, opponent, side, draw)[0] for own in policies]
        return np.array(chances).reshape(-1, 3)

    def _weights(self, memory: Memory, runs: Array) -> Array:
        by_beads = self._found.learner.rule is None
        weights: Array = memory.beads[runs] if by_beads else memory.odds[runs]
        return weights

    def _best_qualities(self, quality: Array) -> Policy:
        """Return how a Q-learner plays that explores no more:
        the moves of the highest quality, at random.
        """
        game, (row, column) = self._found.match.game, self._found.match.places
        qualities = np.where(legal(game), quality[row[:, None], column], -np.inf)
        best = legal(game) & (qualities == qualities.max(axis=1, keepdims=True))
        return Policy(best / np.maximum(best.sum(axis=1, keepdims=True), 1), np.zeros(game.states))

    @cached_property
    def _policies(self) -> list[tuple[float, Policy]]:
        """Return the opponents, and how often each comes."""
        shares = self._match.shares or (1.0,) * len(self._match.players)
        policies = map(player_policy, self._match.players)
        return [
            (share / sum(shares), policy) for share, policy in zip(shares, policies, strict=True)
        ]


JUDGES = ("random", JUDGE)
"""Against whom machines are compared, besides the worst of opponents."""


class Strength(NamedTuple):
    """How well machines of one kit play after so many games, on average.

    Attributes:
        chances: of the next game against each of JUDGES and WORST_CASE; a dead machine loses it.
        dead: how many of the machines could not make a first move any more.
    """

    chances: Mapping[str, Chances]
    dead: int


def strength(found: Contest, games: int, runs: int, seed: int) -> Iterator[Strength | int]:
    """Yield how many games were played lately, now and then,
    and at last how well the machines play by then.
    """
    outlooks = [Outlook(found, name) for name in JUDGES]
    sums, dead = np.zeros((len(JUDGES) + 1, 3)), 0
    for batch in found.match.batches(stream_seeds(seed, runs), games):
        for played in batch.pieces(games):
            yield int(played.games.sum())
        memory, every = batch.memory, np.arange(len(batch))
        next_games = [outlook.next_game(memory, every) for outlook in outlooks]
        sums += np.sum([*next_games, outlooks[0].worst(memory, every)], axis=1)
        dead += int((batch.games < games).sum())
    means = (sums / runs).tolist()
    yield Strength(dict(zip((*JUDGES, WORST_CASE), starmap(Chances, means), strict=True)), dead)


class Bands(NamedTuple):
    """What the runs that still go on have in common, at each place where there are any.

    Attributes:
        places: int64: numbers of games.
        alive: int64: how many runs got so far.
        mean, low, median, high: float64; low and high are the 5th and the 95th percentile.
    """

    places: Array
    alive: Array
    mean: Array
    low: Array
    median: Array
    high: Array


def bands(
    runs: Sequence[RunLines], games: int, most: int = MOST_PLACES, beads: bool = False
) -> Bands:
    """Return the bands of the lines of results (or of beads) at the places that lines
    have, or at fewer of them.
    """
    places = places_of(games)
    if len(places) > most:
        places = places[places_of(len(places) - 1, most - 1)]
    table = np.full((len(runs), len(places)), np.nan)
    for row, run in enumerate(runs):
        reached = int(np.searchsorted(places, run.games, side="right"))
        at = np.searchsorted(run.places, places[:reached])
        table[row, :reached] = (run.beads if beads else run.results)[at]
    alive = (~np.isnan(table)).sum(axis=0)
    some = alive > 0
    table, places, alive = table[:, some], places[some], alive[some]
    # The one that leaves out runs that have ended takes a hundred times as long.
    percentiles = np.percentile if alive.min() == len(table) else np.nanpercentile
    low, median, high = percentiles(table, [5, 50, 95], axis=0)
    return Bands(places, alive, np.nanmean(table, axis=0), low, median, high)


class Recent(NamedTuple):
    """How the recent games of all runs ended that got so far.

    Attributes:
        window: how many games are recent; fewer at the beginning, more where places are far apart.
        places: int64: numbers of games.
        shares: float64 [places, 3]: of games won, drawn and lost.
    """

    window: int
    places: Array
    shares: Array


def recent_shares(runs: Sequence[RunLines], games: int) -> Recent:
    """Return how the recent games of runs ended. The runs have `won`.

    Of few runs it begins with a whole window: before, the share would leap about.
    """
    places, window = places_of(games), recent_games(games)
    before = np.maximum(0, np.searchsorted(places, places - window, side="right") - 1)
    before = np.minimum(before, np.maximum(0, np.arange(len(places)) - 1))
    sums = np.zeros((len(places), 3))
    for run in runs:
        reached = int(np.searchsorted(places, run.games, side="right"))
        at = np.searchsorted(run.places, places[:reached])
        won, lost = run.won[at], run.won[at] - run.results[at]
        ends = np.stack([won, places[:reached] - won - lost, lost], axis=1)
        sums[:reached] += ends - ends[before[:reached]]
    played = sums.sum(axis=1)
    begin = window if len(runs) < FEW and games >= 2 * window else 1
    shown = (played > 0) & (places >= begin)
    return Recent(window, places[shown], sums[shown] / played[shown, None])


def good_means(runs: Sequence[RunLines]) -> Array:
    """Return float64 [places]: the mean of the chances that the first choice is good, of those runs
    whose machines are alive; shorter where none is any more.
    """
    lines = np.array([run.good for run in runs])
    means: Array = np.nanmean(lines[:, ~np.isnan(lines).all(axis=0)], axis=0)
    return means


def alive(runs: Sequence[RunLines], games: int) -> Array:
    """Return int64: how many machines are not dead, at each of the places of so many games."""
    places = places_of(games)
    deaths = np.array([run.games if run.dead else games + 1 for run in runs])
    left: Array = (deaths[:, None] > places).sum(axis=0)
    return left


def outlook_means(runs: Sequence[RunLines]) -> Array:
    """Return float64 [2, places, 3]: the mean of all runs' chances;
    a dead machine loses every game.
    """
    means: Array = np.mean([run.outlook for run in runs], axis=0)
    return means


# The chart of learning curves: runs grey, their mean black, and nothing by the clock.

FORMATS = ("png", "svg", "pdf")

MOST_DRAWN = 100
"""Runs that are drawn as lines; the mean is that of all."""

RUN = RUN_COLOUR, RUN_WIDTH = "#B4B4B4", 0.22
MEAN_WIDTH = 0.72

DEATH_COLOUR, DEATH = "#D55E00", 0.9
"""A dot where a line ends because its machine is dead, and its radius in mm."""

STRIP = 0.65
"""Height of the strip of machines alive, where a panel's is 1."""


class CurveWords(NamedTuple):
    """What stands on the chart.

    Attributes:
        title, below: the two lines at the top.
        results, beads, alive: the titles of the panels.
        games: what the level axis counts.
        run, mean, died: the names of the two kinds of line, and of the dots at which machines died.
        notes: the lines at the bottom.
        number, signed: how a number of games is written, and one of results or beads.
        outlook: the titles of the panels of chances: against the opponents, and the worst of all.
        recent, good: the titles of the panels of recent games, and of the first choice.
        ends: the names of the results of a game.
    """

    title: str
    below: str
    results: str
    beads: str
    games: str
    run: str
    mean: str
    notes: Sequence[str]
    number: Callable[[int], str]
    signed: Callable[[float], str]
    alive: str = ""
    died: str = ""
    outlook: tuple[str, str] = ("", "")
    ends: Mapping[Result, str] = {}
    recent: str = ""
    good: str = ""


def curve_document(kit: Kit, runs: Sequence[RunLines], games: int, words: CurveWords) -> Document:
    """Return the chart of some runs of a contest, as a document of one page;
    its level axis ends at `games`.
    """
    page = slide(curve_chart(runs, games, words), whole=True)
    return Document("curve", words.title, kit.spec.name, kit.fingerprint, (page,), Medium.SCREEN)


def curve_chart(runs: Sequence[RunLines], games: int, words: CurveWords) -> Chart:
    """Return the chart: results above, beads below where the learner has any;
    of runs with chances, or with what tells of recent games, these instead.

    Where machines died, a strip at the bottom has those that are alive.
    """
    if len(runs[0].outlook):
        panels = list(_outlook_panels(runs, games, words))
    elif len(runs[0].won):
        panels = list(_recent_panels(runs, games, words))
    else:
        results = [run.results for run in runs]
        # And then each has a legend, so that there is room for the titles.
        two = len(runs[0].beads) > 0
        names = (words.run, words.mean, "" if two else words.died)
        panels = [_panel(words.results, words, results, runs, bands(runs, games), names)]
        if two:
            found = bands(runs, games, MOST_PLACES, beads=True)
            beads = [run.beads for run in runs]
            panels.append(_panel(words.beads, words, beads, runs, found, ("", "", words.died)))
    if any(run.dead for run in runs):
        line = list(zip(places_of(games).tolist(), alive(runs, games).tolist(), strict=True))
        strip = Series("", line, BLACK, MEAN_WIDTH)
        panels.append(
            Panel(
                words.alive,
                [strip],
                (0, len(runs)),
                lambda number: words.number(round(number)),
                STRIP,
            )
        )
    return Chart(words.title, words.below, words.games, games, panels, words.number, words.notes)


def _outlook_panels(runs: Sequence[RunLines], games: int, words: CurveWords) -> Iterator[Panel]:
    """Yield the panels of the chances of the next game:
    of the mean of all runs, dead ones with them.
    """
    places, named = places_of(games).tolist(), words.ends
    for title, means in zip(words.outlook, outlook_means(runs), strict=True):
        if not means.any():  # of opponents who change
            continue
        percents = 100 * means.T
        series = [
            Series(named[result], list(zip(places, line, strict=True)), *LINES[result])
            for result, line in zip(Result, percents.tolist(), strict=True)
            if result in named
        ]
        yield Panel(title, series, PERCENTS, percent_label)
        named = dict.fromkeys(named, "")


def _recent_panels(runs: Sequence[RunLines], games: int, words: CurveWords) -> Iterator[Panel]:
    """Yield the panel of recent games, and that of the first choice where there is one."""
    found = recent_shares(runs, games)
    places = found.places.tolist()
    series = [
        Series(words.ends[result], list(zip(places, line, strict=True)), *LINES[result])
        for result, line in zip(Result, (100 * found.shares.T).tolist(), strict=True)
        if result in words.ends
    ]
    yield Panel(words.recent, series, PERCENTS, percent_label)
    if len(runs[0].good):
        every = places_of(games).tolist()
        alive = [(100 * run.good[~np.isnan(run.good)]).tolist() for run in runs[:MOST_DRAWN]]
        lines = [
            Series("" if place else words.run, list(zip(every, line, strict=False)), *RUN)
            for place, line in enumerate(alive)
        ]
        means = list(zip(every, (100 * good_means(runs)).tolist(), strict=False))
        lines.append(Series(words.mean, means, BLACK, MEAN_WIDTH))
        yield Panel(words.good, lines, PERCENTS, percent_label)


def bends(places: Array, line: Array) -> list[tuple[int, int]]:
    """Return the ends of a line, and the points between them at which its slope changes.

    A run wins or keeps its beads many times over: half of the points would be drawn for nothing.
    """
    slopes = np.diff(line) / np.diff(places)
    bent = np.ones(len(places), np.bool_)
    bent[1:-1] = slopes[1:] != slopes[:-1]
    return list(zip(places[bent].tolist(), line[bent].tolist(), strict=True))


def _panel(
    title: str,
    words: CurveWords,
    heights: Sequence[Array],
    runs: Sequence[RunLines],
    found: Bands,
    names: tuple[str, str, str],
) -> Panel:
    """Return a panel: a line for each run, as far as they are drawn, that of their mean,
    a dot where each has died.

    `names` are those of the three in the legend, empty where they have none.
    """
    run_name, mean_name, dot_name = names
    lines = [bends(run.places, line) for run, line in zip(runs[:MOST_DRAWN], heights, strict=False)]
    series = [
        Series("" if place else run_name, line, RUN_COLOUR, RUN_WIDTH)
        for place, line in enumerate(lines)
    ]
    mean = list(zip(found.places.tolist(), found.mean.tolist(), strict=True))
    series.append(Series(mean_name, mean, BLACK, MEAN_WIDTH))
    if ends := [line[-1] for line, run in zip(lines, runs, strict=False) if run.dead]:
        series.append(Series(dot_name, ends, DEATH_COLOUR, DEATH, dots=True))
    reached = span(
        int(limit) for line in heights[:MOST_DRAWN] for limit in (line.min(), line.max())
    )
    numbers, limits = close_axis(*reached, most=6)
    return Panel(title, series, numbers, words.signed, y_range=limits)
