"""Plans for a fair: how long until a machine is good, and which beads and rewards suit a crowd, a tray and a purse."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from menace_kit.errors import LabError
from menace_kit.lab.engine.arrays import DRAW, LOSS, WIN, Array, stream_seeds
from menace_kit.lab.engine.match import Batch
from menace_kit.lab.exact import Chances
from menace_kit.lab.learners import Contest, with_rules
from menace_kit.lab.players import Maker
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

    @property
    def worth(self) -> Chances:
        """Return what a win, a draw and a defeat of the next game are worth to it."""
        return {"won": Chances(1, 0, 0), "drawn": Chances(0, 1, 0)}.get(self.name, Chances(1, 1, 0))


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
    the player `against`. LabError where these change as they play, or where no machine can ever be so good, whatever
    is in its boxes.
    """
    outlook = Outlook(found, against)
    if goal.name != UNBEATABLE and not outlook.stays:
        raise LabError(
            f"{against or ', '.join(found.opponents)} does not stay as it is, so the chances against it cannot be "
            "summed; name another player with --against, such as perfect"
        )
    _check_possible(found, goal, outlook, against)
    seeds = stream_seeds(seed, runs)
    return (
        step
        for place in range(0, runs, AT_ONCE)
        for step in _until(found, goal, games, found.match.batch(seeds[place : place + AT_ONCE]), outlook)
    )


def _check_possible(found: Contest, goal: Goal, outlook: Outlook, against: str | None) -> None:
    """Go on unless no machine can reach the goal, by the chances of the best there can be; else LabError."""
    unbeatable = goal.name == UNBEATABLE
    most = outlook.at_best(goal.worth, worst=unbeatable)
    if most >= (1.0 if unbeatable else goal.share) - SURE:
        return
    who = f"no machine of {found.kit.spec.name} that plays {found.side.value}"
    if unbeatable:
        other = found.side.other.value
        instead = f"let it play {other} (--side {other}, in a kit with boxes for that)"
        if found.kit.spec.boxes.stages is not None:
            instead = "give it boxes for more moves (stages, in its kit file)"
        raise LabError(
            f"{who} is unbeatable: whatever is in its boxes, who plays well can beat it; ask for a share of the next "
            f"games, such as --goal won=60, or {instead}"
        )
    share = (
        f"more than {100 * most:.2f}".rstrip("0").rstrip(".") + " of 100 games" if most > SURE else "any game"
    )
    raise LabError(
        f"{who} can have {share} {SHARES[goal.name]} against {against or ', '.join(found.opponents)}, "
        f"whatever is in its boxes; --goal {goal.name}={100 * goal.share:g} cannot be reached: ask for less, for "
        "another goal, or for another player with --against"
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


# Which beads and rewards suit a fair: many settings play a few runs, the better ones more; from the best of these one
# goes uphill as long as that helps; and those that are best then play the most, with other random numbers.

ROUNDS = (24, 96, 400)
"""Runs of each setting in the first round, of those that are left in the second, and of the best in the last."""

KEPT = (40, 10)
"""Settings that go on to the next round, besides the kit's own."""

FIRST_STARTS = (1, 2, 3, 4, 6, 8, 12)
WINS, DRAWS, LOSSES = (1, 2, 3, 4, 6), (0, 1, 2, 3), (-1, -2)

CLIMBS = 12
"""Steps uphill at the most; each looks at the settings beside the best, within the grid or beyond its edges."""

LARGEST = 999
"""The most that a kit file has of beads or rewards."""


class BeadRules(NamedTuple):
    """Beads of each kind at the start, by stage, and what a win, a draw and a defeat add."""

    start: tuple[int, ...]
    win: int
    draw: int
    loss: int

    def applied(self, kit: Kit) -> Kit:
        """Return the kit with these rules."""
        return with_rules(kit, self.start, win=self.win, draw=self.draw, loss=self.loss)

    @property
    def makes_sense(self) -> bool:
        """Return whether a win adds more than a draw (or both nothing), a defeat takes beads, and none is too many."""
        rewards = self.draw < self.win or not (self.win or self.draw)
        return rewards and self.loss < 0 <= self.draw and max(self.win, -self.loss) <= LARGEST


class Fared(NamedTuple):
    """How the machines of a setting fared in so many runs.

    Attributes:
        setting: None is the kit's own.
        score: games won less games lost, on average; those that a dead machine was to play count as lost.
        error: the standard error of the score.
        dead: the share of machines that died.
        beads: to buy, so that PERCENT of 100 have enough of every colour.
        halved: how often boxes were halved, on average.
    """

    setting: BeadRules | None
    runs: int
    score: float
    error: float
    dead: float
    beads: int
    halved: float


def settings(kit: Kit) -> tuple[BeadRules, ...]:
    """Return the grid: starting beads that are alike at all stages, fall evenly, or by half each, and rewards."""
    stages = max(stage for _, stage in kit.stages)
    starts: dict[tuple[int, ...], None] = {}
    for first in FIRST_STARTS:
        fall = (first - 1) / max(1, stages - 1)
        starts[(first,) * stages] = None
        starts[tuple(round(first - fall * place) for place in range(stages))] = None
        starts[tuple(max(1, first >> place) for place in range(stages))] = None
    wins = (0, *WINS) if _may_win_nothing(kit) else WINS
    draws = DRAWS if has_ties(kit.game) else (0,)
    rewards = [(win, draw, loss) for win in wins for draw in draws for loss in LOSSES]
    found = (BeadRules(start, *reward) for start in starts for reward in rewards)
    return tuple(setting for setting in found if setting.makes_sense)


def _may_win_nothing(kit: Kit) -> bool:
    """Return whether machines learn enough where only defeats change anything."""
    return kit.spec.learning.teaches is Teaches.LAST_MOVE


def beside(kit: Kit, setting: BeadRules, tray: int) -> tuple[BeadRules, ...]:
    """Return the settings with one number a little or by half larger or smaller, within the grid or beyond its edges.

    Never with more beads in a box at the start than the tray mixes.
    """
    kinds = [
        max(len(box.beads) for box in kit.boxes if box.stage == stage)
        for stage in range(1, 1 + len(setting.start))
    ]
    least_win = 0 if _may_win_nothing(kit) else 1
    numbers = [*setting.start, setting.win, setting.draw, setting.loss]
    found: dict[BeadRules, None] = {}
    for place, number in enumerate(numbers):
        if place == len(kinds) + 1 and not has_ties(kit.game):
            continue
        for step in {1, max(1, abs(number) // 2)}:
            for changed in (number - step, number + step):
                others = [*numbers[:place], changed, *numbers[place + 1 :]]
                new = BeadRules(tuple(others[:-3]), *others[-3:])
                more = place < len(kinds) and changed > number
                shakes = not more or changed * kinds[place] <= tray
                if min(new.start) >= 1 and new.win >= least_win and shakes and new.makes_sense:
                    found[new] = None
    return tuple(found)


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
    """Plays settings of a kit against a crowd; `found` has how they fared, those with the most runs first."""

    def __init__(
        self,
        kit: Kit,
        crowd: Mapping[str, float],
        games: int,
        seed: int,
        tray: int,
        beads: int | None = None,
        makers: Mapping[str, Maker] | None = None,
    ) -> None:
        """Begin with the grid, and the kit's own setting.

        `tray` is the most beads that a box holds: of one with more half of each colour is taken out after the game.
        `beads` are the most that are bought, if that matters; settings that need more come after those that do not.
        `makers` are those of `Match`.
        """
        self.kit, self.crowd, self.games, self.seed, self.tray, self.beads = (
            kit,
            crowd,
            games,
            seed,
            tray,
            beads,
        )
        self._makers = makers
        self._own = own_setting(kit)
        self._grid = tuple(setting for setting in settings(kit) if setting != self._own)
        self._fared: dict[BeadRules | None, Fared] = {}
        self._scores: dict[BeadRules | None, Array] = {}
        Forecaster(kit, games, crowd, seed, tray, self._makers)  # refuses what cannot be played

    @property
    def found(self) -> list[Fared]:
        """Return how all settings fared that were played: those that played the most runs first, of these the best."""
        return sorted(self._fared.values(), key=lambda each: (-each.runs, self._rank(each)))

    @property
    def total(self) -> int:
        """Return how many runs will be played; those that need not be, as no step uphill helps more, among them."""
        grid, kept = 1 + len(self._grid), [1 + kept for kept in KEPT]
        first, second, last = ROUNDS
        return first * grid + second * min(kept[0], grid) + self._most_climbed + last * min(kept[1], grid)

    @property
    def _most_climbed(self) -> int:
        numbers = max(stage for _, stage in self.kit.stages) + 3
        return CLIMBS * 4 * numbers * ROUNDS[1]

    def play(self) -> Iterator[int]:
        """Play all rounds, and yield after each setting how many runs were played.

        The runs of all settings have the same seeds: the same visitors come, as far as that can be. Those of the last
        round are others: what was chosen because it was lucky is not lucky again. A round that is broken off counts for
        the settings that have played, and the others stay as they were.
        """
        first, second, last = ROUNDS
        yield from self._round(self._grid, first)
        yield from self._round(self._best(KEPT[0]), second)
        climbed = 0
        for runs in self._uphill(second):
            climbed += runs
            yield runs
        yield self._most_climbed - climbed
        yield from self._round(self._best(KEPT[1]), last, after=second)

    def _round(self, left: Sequence[BeadRules], runs: int, after: int = 0) -> Iterator[int]:
        for setting in (None, *left):
            self._play(setting, runs, after)
            yield runs

    def _best(self, kept: int) -> list[BeadRules]:
        return [each.setting for each in self.found if each.setting is not None][:kept]

    def _uphill(self, runs: int) -> Iterator[int]:
        """Play the settings beside the best, and those beside the best of them, while that is clearly better."""
        at = self.found[0].setting
        for _ in range(CLIMBS):
            centre = at or self._own or self._best(1)[0]
            for setting in beside(self.kit, centre, self.tray):
                if setting != self._own and self._runs_of(setting) < runs:
                    self._play(setting, runs)
                    yield runs
            best = self.found[0].setting
            if not self._clearly_better(best, at):
                return
            at = best

    def _runs_of(self, setting: BeadRules) -> int:
        return self._fared[setting].runs if setting in self._fared else 0

    def _clearly_better(self, one: BeadRules | None, other: BeadRules | None) -> bool:
        """Return whether a setting needs fewer beads too many, or wins by more than the standard error of that."""
        over, others = (self._over(self._fared[each]) for each in (one, other))
        gained = self._scores[one] - self._scores[other]
        return over < others or bool(gained.mean() > gained.std(ddof=1) / len(gained) ** 0.5)

    def _over(self, each: Fared) -> int:
        """Return how many beads too many a setting needs."""
        return max(0, each.beads - self.beads) if self.beads else 0

    def _rank(self, each: Fared) -> tuple[int, float]:
        """Return what sorts the better ones first: those within the beads by their score, then by how many too many."""
        return self._over(each), -each.score

    def _play(self, setting: BeadRules | None, runs: int, after: int = 0) -> None:
        kit = setting.applied(self.kit) if setting else self.kit
        forecaster = Forecaster(kit, self.games, self.crowd, self.seed, self.tray, self._makers)
        careers = Careers(*map(np.concatenate, zip(*forecaster.careers(runs, after), strict=True)))
        bought = beads_needed([colour.name for colour in kit.colours], careers.colours)
        fared = Fared(
            setting,
            runs,
            float(careers.score.mean()),
            float(careers.score.std(ddof=1) / runs**0.5),
            float(careers.dead.mean()),
            sum(need.most for need in bought.colours.values()),
            float(careers.halved.mean()),
        )
        self._scores[setting], self._fared[setting] = careers.score, fared

    def lines(self, each: Fared) -> list[str]:
        """Return the lines of a kit file that make its machine a setting's."""
        if each.setting is None:
            return []
        start = ", ".join(map(str, each.setting.start))
        names = ("win", "draw", "loss") if has_ties(self.kit.game) else ("win", "loss")
        rewards = (f"{name} = {getattr(each.setting, name)}" for name in names)
        return ["[beads]", f"start = [{start}]", "", "[learning]", *rewards]
