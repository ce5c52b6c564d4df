"""How long until a machine is good: its chances are summed after every game."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from menace_kit.errors import LabError
from menace_kit.lab.engine.arrays import DRAW, LOSS, WIN, Array
from menace_kit.lab.engine.match import Batch
from menace_kit.lab.engine.random_stream import stream_seeds
from menace_kit.lab.learners import Contest
from menace_kit.lab.studies.curves import AT_ONCE
from menace_kit.lab.studies.outlook import Outlook
from menace_kit.machine.next_game import Chances

UNBEATABLE = "unbeatable"

SHARES = {"won": "won", "drawn": "drawn", "unlost": "not lost"}
"""What a goal can ask of the next game, and how to say it."""

TO_WIN = 1.0
"""What a draw is worth to an opponent who cares only about winning: as much as a loss."""

SURE = 1e-12
"""A chance below this is 0: rounding errors of sums are smaller."""


class Goal(NamedTuple):
    """When a machine is good: UNBEATABLE, or a share of next games won, drawn or not lost."""

    name: str
    share: float = 0.0

    def reached(self, chances: Array) -> Array:
        """Return bool [runs], from the chances to win, draw and lose: float64 [runs, 3].

        For UNBEATABLE they are those of the worst case.
        """
        good: Array
        if self.name == UNBEATABLE:
            good = chances[:, LOSS] < SURE
        else:
            column = {
                "won": chances[:, WIN],
                "drawn": chances[:, DRAW],
                "unlost": 1 - chances[:, LOSS],
            }[self.name]
            good = column >= self.share - SURE
        return good

    @property
    def worth(self) -> Chances:
        """Return what a win, a draw and a loss are worth for this goal."""
        return {"won": Chances(1, 0, 0), "drawn": Chances(0, 1, 0)}.get(self.name, Chances(1, 1, 0))


def parsed_goal(text: str) -> Goal:
    """Return the goal in `unbeatable`, `drawn=90` (per cent) and so on; LabError for others."""
    name, equals, number = (part.strip() for part in text.partition("="))
    if (name, equals) == (UNBEATABLE, ""):
        return Goal(name)
    try:
        percent = float(number)
    except ValueError:
        percent = 0.0
    if name not in SHARES or not 0 < percent <= 100:
        raise LabError(
            f"{text!r} is no goal; write {UNBEATABLE}, or per cent of the next games from over 0 "
            "to 100 as in won=60, drawn=90 or unlost=95"
        )
    return Goal(name, percent / 100)


class RunUntil(NamedTuple):
    """One run: the games until its machine was first good, and how many it had lost by then.

    `good` is False if it died first, or wasn't good in time; the numbers are then for all its
    games.
    """

    games: int
    lost: int
    good: bool
    dead: bool


def runs_until(
    found: Contest, goal: Goal, games: int, runs: int, seed: int, against: str | None = None
) -> Iterator[RunUntil | int]:
    """Return an iterator of numbers of games played or skipped, and of each run.

    The seeds are those of `run_lines`. A machine is unbeatable if it can't lose, even to an
    opponent who knows what is in the boxes and cares only about winning. A share is that of
    `Outlook.next_game`, against the opponents or the player `against`. Raises LabError if these
    change as they play, or if no machine can ever be so good, whatever is in its boxes.
    """
    outlook = Outlook(found, against)
    if goal.name != UNBEATABLE and not outlook.stays:
        raise LabError(
            f"{against or ', '.join(found.opponents)} does not stay as it is, so the chances "
            "against it cannot be summed; name another player with --against, such as perfect"
        )
    _check_possible(found, goal, outlook, against)
    seeds = stream_seeds(seed, runs)
    return (
        step
        for place in range(0, runs, AT_ONCE)
        for step in _until(
            found, goal, games, found.match.batch(seeds[place : place + AT_ONCE]), outlook
        )
    )


def _check_possible(found: Contest, goal: Goal, outlook: Outlook, against: str | None) -> None:
    """Raise LabError if no machine can reach the goal, not even the best."""
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
            f"{who} is unbeatable: whatever is in its boxes, who plays well can beat it; "
            f"ask for a share of the next games, such as --until won=60, or {instead}"
        )
    share = (
        f"more than {100 * most:.2f}".rstrip("0").rstrip(".") + " of 100 games"
        if most > SURE
        else "any game"
    )
    raise LabError(
        f"{who} can have {share} {SHARES[goal.name]} against "
        f"{against or ', '.join(found.opponents)}, whatever is in its boxes; "
        f"--until {goal.name}={100 * goal.share:g} cannot be reached: "
        "ask for less, for another goal, or for another player with --against"
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
        for run, is_good, is_dead in zip(
            going_on.tolist(), good.tolist(), dead.tolist(), strict=True
        ):
            if is_good or is_dead or game == games:
                ended[run] = RunUntil(
                    int(batch.games[run]), int(lost[run]), is_good and not is_dead, is_dead
                )
        going_on = np.array([run for run in going_on.tolist() if run not in ended], np.int64)
        if not len(going_on):
            break
    for run in range(len(batch)):
        yield games - ended[run].games  # what it skips
        yield ended[run]


class Reached(NamedTuple):
    """How many runs were good, died before or were not good in time; and when, per cent of them.

    `games` and `lost` are what `share_within` returns.
    """

    runs: int
    good: int
    dead: int
    not_in_time: int
    games: dict[str, int | None]
    lost: dict[str, int | None]


def reached(runs: Sequence[RunUntil], percents: Sequence[int]) -> Reached:
    good = [run for run in runs if run.good]
    dead = sum(run.dead for run in runs)
    return Reached(
        runs=len(runs),
        good=len(good),
        dead=dead,
        not_in_time=len(runs) - len(good) - dead,
        games=share_within([run.games for run in good], len(runs), percents),
        lost=share_within([run.lost for run in good], len(runs), percents),
    )


def share_within(good: Sequence[int], runs: int, percents: Sequence[int]) -> dict[str, int | None]:
    """Return, for each percentage, the number that so many of 100 runs had reached: `p50` -> 11.

    `good` are the numbers of the runs that were good, out of `runs`. None means that fewer were
    good.
    """
    ordered = sorted(good)
    places = {percent: max(1, -(-percent * runs // 100)) for percent in percents}
    return {
        f"p{percent}": ordered[place - 1] if place <= len(ordered) else None
        for percent, place in places.items()
    }
