"""Plans for a fair: how long until a machine is good, and which beads and rewards suit a crowd, a tray and a purse."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from menace_kit.errors import LabError
from menace_kit.lab.engine.arrays import DRAW, LOSS, WIN, Array, stream_seeds
from menace_kit.lab.engine.match import Batch
from menace_kit.lab.learners import Contest, with_rules
from menace_kit.lab.studies.curves import AT_ONCE, Outlook
from menace_kit.lab.studies.forecast import Careers, Forecaster, beads_needed
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import has_ties
from menace_kit.machine.schema import Teaches, at_stage

# How long until a machine is good: after every game its chances are summed, and the first that is good enough counts.

UNBEATABLE = "unbeatable"

SHARES = {"won": "won", "drawn": "drawn", "unlost": "not lost"}
"""What a goal can ask of the next game, and how it is said."""

TO_WIN = 1.0
"""What a draw is worth to an opponent to whom nothing but winning counts: as much as a defeat."""

SURE = 1e-12
"""A chance below this is none: sums of chances err by less."""


class Goal(NamedTuple):
    """When a machine is good: UNBEATABLE, or the share of next games that it has to win, to draw or not to lose."""

    name: str
    share: float = 0.0

    def reached(self, chances: Array) -> Array:
        """Return bool [runs] from the chances to win, draw and lose, float64 [runs, 3]: of the worst case, or not."""
        good: Array
        if self.name == UNBEATABLE:
            good = chances[:, LOSS] < SURE
        else:
            column = {"won": chances[:, WIN], "drawn": chances[:, DRAW], "unlost": 1 - chances[:, LOSS]}[
                self.name
            ]
            good = column >= self.share - SURE
        return good


def parsed_goal(text: str) -> Goal:
    """Return the goal that is meant by `unbeatable`, `drawn=90` and the like, in per cent; LabError for others."""
    name, equals, number = (part.strip() for part in text.partition("="))
    if (name, equals) == (UNBEATABLE, ""):
        return Goal(name)
    try:
        percent = float(number)
    except ValueError:
        percent = 0.0
    if name not in SHARES or not 0 < percent <= 100:
        raise LabError(
            f"{text!r} is no goal; write {UNBEATABLE}, or per cent of the next games from over 0 to 100 as in won=60, "
            "drawn=90 or unlost=95"
        )
    return Goal(name, percent / 100)


class RunUntil(NamedTuple):
    """One run: after how many games its machine was good for the first time, and how many it had lost by then.

    `good` is False where it died before, or was not good in time; then the numbers are those of all its games.
    """

    games: int
    lost: int
    good: bool
    dead: bool


def runs_until(
    found: Contest, goal: Goal, games: int, runs: int, seed: int, against: str | None = None
) -> Iterator[RunUntil | int]:
    """Return an iterator of how many games were played lately, and of each run; the seeds are those of `run_lines`.

    Unbeatable is a machine that nobody can beat, not even an opponent who knows what is in the boxes and to whom
    nothing but winning counts: its chance to lose is 0. A share is that of `Outlook.next_game`, of the opponents or of
    the player `against`. LabError where these change as they play.
    """
    outlook = Outlook(found, against)
    if goal.name != UNBEATABLE and not outlook.stays:
        raise LabError(
            f"{against or ', '.join(found.opponents)} does not stay as it is, so the chances against it cannot be "
            "summed; name another player with --against, such as perfect"
        )
    seeds = stream_seeds(seed, runs)
    return (
        step
        for place in range(0, runs, AT_ONCE)
        for step in _until(found, goal, games, found.match.batch(seeds[place : place + AT_ONCE]), outlook)
    )


def _until(
    found: Contest, goal: Goal, games: int, batch: Batch, outlook: Outlook
) -> Iterator[RunUntil | int]:
    going_on = np.arange(len(batch))
    ended: dict[int, RunUntil] = {}
    for game in range(games + 1):
        if game:
            played = batch.play(1)
            yield int(played.games.sum())
        chances = (
            outlook.worst(batch.memory, going_on, TO_WIN)
            if goal.name == UNBEATABLE
            else outlook.next_game(batch.memory, going_on)
        )
        good, lost = goal.reached(chances), batch.seen_from(found.side)[2]
        dead = batch.games[going_on] < game
        for run, is_good, is_dead in zip(going_on.tolist(), good.tolist(), dead.tolist(), strict=True):
            if is_good or is_dead or game == games:
                ended[run] = RunUntil(int(batch.games[run]), int(lost[run]), is_good and not is_dead, is_dead)
        going_on = np.array([run for run in going_on.tolist() if run not in ended], np.int64)
        if not len(going_on):
            break
    yield from (ended[run] for run in range(len(batch)))


def share_within(good: Sequence[int], runs: int, percents: Sequence[int]) -> dict[str, int | None]:
    """Return for each of these shares the number that so many of 100 runs had reached: `p50` -> 11, say.

    `good` are the numbers of the runs that were good, of all `runs`; None where fewer were good.
    """
    ordered = sorted(good)
    places = {percent: max(1, -(-percent * runs // 100)) for percent in percents}
    return {
        f"p{percent}": ordered[place - 1] if place <= len(ordered) else None
        for percent, place in places.items()
    }


# Which beads and rewards suit a fair: many settings play a few runs, the better ones more, the best the most.

ROUNDS = (24, 96, 400)
"""Runs of each setting in the first round, of those that are left in the second, and of the best in the last."""

KEPT = (40, 10)
"""Settings that go on to the next round, besides the kit's own."""

FIRST_STARTS = (1, 2, 3, 4, 6, 8, 12)
WINS, DRAWS, LOSSES = (1, 2, 3, 4, 6), (0, 1, 2, 3), (-1, -2)


class BeadRules(NamedTuple):
    """Beads of each kind at the start, by stage, and what a win, a draw and a defeat add."""

    start: tuple[int, ...]
    win: int
    draw: int
    loss: int

    def applied(self, kit: Kit) -> Kit:
        """Return the kit with these rules."""
        return with_rules(kit, self.start, win=self.win, draw=self.draw, loss=self.loss)


class Fared(NamedTuple):
    """How the machines of a setting fared in so many runs.

    Attributes:
        setting: None is the kit's own.
        score: games won less games lost, on average; those that a dead machine was to play count as lost.
        dead: the share of machines that died.
        beads: to buy, so that PERCENT of 100 have enough of every colour.
        halved: how often boxes were halved, on average.
    """

    setting: BeadRules | None
    runs: int
    score: float
    dead: float
    beads: int
    halved: float


def settings(kit: Kit) -> tuple[BeadRules, ...]:
    """Return the settings that are tried: starting beads that are alike at all stages, fall evenly, or by half each."""
    stages = max(stage for _, stage in kit.stages)
    starts: dict[tuple[int, ...], None] = {}
    for first in FIRST_STARTS:
        fall = (first - 1) / max(1, stages - 1)
        starts[(first,) * stages] = None
        starts[tuple(round(first - fall * place) for place in range(stages))] = None
        starts[tuple(max(1, first >> place) for place in range(stages))] = None
    wins = (0, *WINS) if kit.spec.learning.teaches is Teaches.LAST_MOVE else WINS
    draws = DRAWS if has_ties(kit.game) else (0,)
    rewards = [
        (win, draw, loss)
        for win in wins
        for draw in draws
        for loss in LOSSES
        if draw < win or not (win or draw)
    ]
    return tuple(BeadRules(start, *reward) for start in starts for reward in rewards)


def own_setting(kit: Kit) -> BeadRules | None:
    """Return the setting that a kit has; None where its rewards differ from stage to stage."""
    stages = range(1, 1 + max(stage for _, stage in kit.stages))
    learning = kit.spec.learning
    rewards = (learning.win, learning.draw, learning.loss)
    if not all(isinstance(each, int) for each in rewards):
        return None
    return BeadRules(
        tuple(at_stage(kit.spec.beads.start, stage) for stage in stages),
        *(at_stage(each, 1) for each in rewards),
    )


class RuleSearch:
    """Plays settings of a kit against a crowd; `found` has how those of the last round fared, the best first."""

    def __init__(
        self,
        kit: Kit,
        crowd: Mapping[str, float],
        games: int,
        seed: int,
        tray: int,
        beads: int | None = None,
    ) -> None:
        """Begin with all settings, and the kit's own.

        `tray` is the most beads that a box holds: of one with more half of each colour is taken out after the game.
        `beads` are the most that are bought, if that matters; settings that need more come after those that do not.
        """
        self.kit, self.crowd, self.games, self.seed, self.tray, self.beads = (
            kit,
            crowd,
            games,
            seed,
            tray,
            beads,
        )
        own = own_setting(kit)
        self._tried = [None, *(setting for setting in settings(kit) if setting != own)]
        self.found: list[Fared] = []

    @property
    def total(self) -> int:
        """Return how many runs will be played."""
        left = (len(self._tried), *(1 + kept for kept in KEPT))
        return sum(runs * min(kept, left[0]) for runs, kept in zip(ROUNDS, left, strict=True))

    def play(self) -> Iterator[int]:
        """Play all rounds, and yield after each setting how many runs were played.

        The runs of all settings have the same seeds: the same visitors come, as far as that can be. A round that is
        broken off counts for the settings that have played, and the others stay as they were.
        """
        left = list(self._tried)
        for runs, kept in zip(ROUNDS, (*KEPT, None), strict=True):
            before = {each.setting: each for each in self.found}
            for setting in left:
                before[setting] = self._fared(setting, runs)
                ranked = sorted(before.values(), key=self._rank)
                self.found = [each for each in ranked if each.runs == runs] + [
                    each for each in ranked if each.runs < runs
                ]
                yield runs
            best = [each.setting for each in self.found if each.setting is not None]
            left = [None, *best[:kept]]

    def _rank(self, each: Fared) -> tuple[int, float]:
        """Return what sorts the better ones first: those within the beads by their score, then by how many too many."""
        over = max(0, each.beads - self.beads) if self.beads else 0
        return over, -each.score

    def _fared(self, setting: BeadRules | None, runs: int) -> Fared:
        kit = setting.applied(self.kit) if setting else self.kit
        forecaster = Forecaster(kit, self.games, self.crowd, self.seed, self.tray)
        careers = Careers(*map(np.concatenate, zip(*forecaster.careers(runs), strict=True)))
        bought = beads_needed([colour.name for colour in kit.colours], careers.colours)
        return Fared(
            setting,
            runs,
            float(careers.score.mean()),
            float(careers.dead.mean()),
            sum(need.most for need in bought.colours.values()),
            float(careers.halved.mean()),
        )

    def lines(self, each: Fared) -> list[str]:
        """Return the lines of a kit file that make its machine a setting's."""
        if each.setting is None:
            return []
        start = ", ".join(map(str, each.setting.start))
        rewards = (f"{name} = {getattr(each.setting, name)}" for name in ("win", "draw", "loss"))
        return ["[beads]", f"start = [{start}]", "", "[learning]", *rewards]
