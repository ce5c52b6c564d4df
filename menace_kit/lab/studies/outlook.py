"""What machines can expect of their next game, summed exactly, in the middle of a run."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import starmap
from typing import NamedTuple

import numpy as np

from menace_kit.errors import LabError
from menace_kit.lab import WORST_CASE
from menace_kit.lab.engine.arrays import PLAYER, SIDES, Array, Memory
from menace_kit.lab.engine.match import Match
from menace_kit.lab.engine.perfect_play import legal
from menace_kit.lab.engine.random_stream import stream_seeds
from menace_kit.lab.exact import (
    Policy,
    all_chances,
    at_best,
    chances_of_many,
    exact_chances,
    machine_policy,
    player_policy,
)
from menace_kit.lab.learners import Contest
from menace_kit.machine.next_game import Chances

JUDGE = "perfect"
"""The player by whom a coach's pupil is judged; its chances against the coach mean nothing."""


def judge(found: Contest) -> str | None:
    """Return JUDGE if a coach is among the opponents, else None: the runs' own opponents."""
    return JUDGE if any(player.looks for player in found.match.players) else None


class Outlook:
    """What machines can expect of their next game, summed exactly, in the middle of a run."""

    def __init__(self, found: Contest, against: str | None = None) -> None:
        """Use the opponents of the contest, or another player.

        `stays` is False if the opponents change as they play: then only the worst case is known.
        Raises LabError if a learner's chances can't be summed.
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
        """Return float64 [2, runs, 3]: the chances to win, draw and lose.

        The first are against the runs' opponents, all 0 unless these stay as they are. The second
        are against an opponent who knows what is in the boxes (`exact.worst_case`). `memory` is a
        batch's.
        """
        every = np.arange(len(memory.played))
        return np.stack([self.next_game(memory, every), self.worst(memory, every)])

    def next_game(self, memory: Memory, runs: Array) -> Array:
        """Return float64 [runs, 3]: the chances against the opponents, for some runs of a batch."""
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
        """Return float64 [runs, 3]: the chances in the worst case; a draw is worth `draw` to it."""
        return self._chances(memory, runs, None, draw)

    def at_best(self, worth: Chances, worst: bool = False) -> float:
        """Return the most that any machine can expect of its next game, whatever is in its boxes.

        `worth` is what a win, a draw and a loss are worth. The game is against the opponents, or in
        the `worst` case. With several opponents the machine can't know which it plays, so it may
        reach less. For a machine that plays itself, or opponents that change, it is unknown:
        infinite.
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
        """Return how a Q-learner plays without exploring: a best move, at random."""
        game, (row, column) = self._found.match.game, self._found.match.places
        qualities = np.where(legal(game), quality[row[:, None], column], -np.inf)
        best = legal(game) & (qualities == qualities.max(axis=1, keepdims=True))
        return Policy(best / np.maximum(best.sum(axis=1, keepdims=True), 1), np.zeros(game.states))

    @cached_property
    def _policies(self) -> list[tuple[float, Policy]]:
        """Return the opponents, and how often each plays."""
        shares = self._match.shares or (1.0,) * len(self._match.players)
        policies = map(player_policy, self._match.players)
        return [
            (share / sum(shares), policy) for share, policy in zip(shares, policies, strict=True)
        ]


JUDGES = ("random", JUDGE)
"""The players against whom machines are compared, besides the worst case."""


class Strength(NamedTuple):
    """How well machines of one kit play after so many games, on average.

    Attributes:
        chances: of the next game against each of JUDGES and WORST_CASE; a dead machine loses it.
        dead: how many of the machines could no longer make a first move.
    """

    chances: Mapping[str, Chances]
    dead: int


def strength(found: Contest, games: int, runs: int, seed: int) -> Iterator[Strength | int]:
    """Yield the numbers of games played since the last yield, and finally the strength."""
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
