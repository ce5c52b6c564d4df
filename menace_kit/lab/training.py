"""Training a machine, and going on with one that was saved: lesson after lesson, exactly as in one piece."""

from collections.abc import Callable
from typing import Protocol

import numpy as np

from menace_kit.errors import LabError
from menace_kit.games import Move, Position, Side
from menace_kit.lab.engine.match import Plan, Tally
from menace_kit.lab.engine.reference import PlainTrainer
from menace_kit.lab.engine.tables import Array
from menace_kit.lab.exact import box_weights
from menace_kit.lab.machine_file import Lesson, SavedMachine, State, Weights
from menace_kit.lab.roster import Q_LEARNING, WITH_BOXES
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import gives_up_when_empty

DEFAULT_SEED = 1


class Trainer(Protocol):
    """Whatever plays the games of one lesson."""

    def play(self, games: int, trace: bool) -> tuple[int, Array]:
        """Play so many games, fewer where the machine is dead; return how many, and their outcomes if asked for."""
        ...

    @property
    def tally(self) -> Tally:
        """Return how the games that it played ended."""
        ...

    @property
    def weights(self) -> Weights:
        """Return what is in the boxes now."""
        ...

    @property
    def state(self) -> State:
        """Return what else is needed to go on."""
        ...


class CompiledTrainer:
    """A lesson by the compiled trainer."""

    def __init__(self, chosen: Plan, weights: Weights | None, state: State, games: int) -> None:
        """Begin, or go on after so many games; without weights with the kit's own beads, or even odds."""
        self._plan = chosen
        self._run = chosen.match.run(0)
        memory = self._run.memory
        if weights is not None:
            held = memory.beads if chosen.learner == "beads" else memory.odds
            held[:] = box_weights(chosen.match.machine, weights)
            memory.totals[:] = memory.beads.sum(axis=1)
        memory.stream[0] = state.stream
        memory.saturated[0] = state.saturated
        memory.past[:] = state.past
        memory.played[0] = games
        if state.rates:
            _fill(memory.rate, state.rates)
        if state.qualities:
            _fill(memory.quality, state.qualities)

    def play(self, games: int, trace: bool) -> tuple[int, Array]:
        """Play so many games, fewer where the machine is dead; return how many, and their outcomes if asked for."""
        played = self._run.play(games, trace=trace)
        return played.games, played.outcomes

    @property
    def tally(self) -> Tally:
        """Return how the games that it played ended."""
        return self._run.tally

    @property
    def weights(self) -> Weights:
        """Return the beads, or how likely each move is."""
        if self._plan.learner == "beads":
            return self._run.contents
        return {
            box.number: dict(zip(box.moves, map(float, odds), strict=False))
            for box, odds in zip(self._plan.kit.boxes, self._run.memory.odds, strict=True)
        }

    @property
    def state(self) -> State:
        """Return what else is needed to go on; qualities only where there is a Q-learner."""
        memory = self._run.memory
        learns_too = Q_LEARNING in self._plan.opponents
        return State(
            stream=int(memory.stream[0]),
            saturated=bool(memory.saturated[0]),
            rates=tuple(memory.rate.tolist()),
            past=tuple(map(tuple, memory.past.tolist())),
            qualities=tuple(map(tuple, memory.quality.tolist())) if learns_too else (),
        )


def _fill(array: Array, rows: object) -> None:
    numbers = np.array(rows, dtype=object)
    if numbers.shape != array.shape:
        raise LabError(
            "the saved machine's opponents have learned in tables of another size; train it without its old opponents: "
            "with another --seed"
        )
    array[:] = numbers.astype(array.dtype)


class Training:
    """A machine that learns: a lesson, and those before it."""

    def __init__(
        self,
        chosen: Plan,
        seed: int | None = None,
        saved: SavedMachine | None = None,
        function: Callable[[Position], Move] | None = None,
    ) -> None:
        """Begin with the kit's own beads and seed 1, or go on with a saved machine.

        The last lesson goes on where side, opponents and seed are the same, or no seed is given. Otherwise a new one
        begins: with new opponents, and with the stream of the seed, or else the old stream. `function` is the opponent
        where the plan names one. LabError where the saved machine learns by other rules, or the learner has no boxes.
        """
        if chosen.learner not in WITH_BOXES:
            raise LabError(f"{chosen.learner} has no boxes to train; choose from: {', '.join(WITH_BOXES)}")
        if saved is not None and saved.learner != chosen.learner:
            raise LabError(f"this machine learns by {saved.learner}, and cannot go on by {chosen.learner}")
        self.plan, self._saved = chosen, saved
        earlier = saved.lessons if saved else ()
        self.seed = seed if seed is not None else earlier[-1].seed if earlier else DEFAULT_SEED
        new = Lesson(chosen.side, chosen.opponents, self.seed, Tally(0, 0, 0))
        goes_on = bool(earlier) and _conditions(earlier[-1]) == _conditions(new)
        self._before = earlier[-1] if goes_on else new
        self._earlier = earlier[:-1] if goes_on else earlier
        state = saved.state if saved else State(self.seed)
        if not goes_on:
            stream = state.stream if seed is None else seed
            state = state._replace(stream=stream, rates=(), qualities=())
        self._trainer = _trainer(
            chosen, saved.weights if saved else None, state, self._before.games, function
        )

    def play(self, games: int, trace: bool = False) -> tuple[int, Array]:
        """Play so many games, fewer where the machine is dead; return how many, and their outcomes if asked for."""
        return self._trainer.play(games, trace)

    @property
    def tally(self) -> Tally:
        """Return how the games of this training ended."""
        return self._trainer.tally

    @property
    def games(self) -> int:
        """Return how many games of this training were played."""
        return sum(self.tally)

    @property
    def machine(self) -> SavedMachine:
        """Return the machine as it is now, with all that it needs to go on."""
        if self._saved is not None and not self.games:
            return self._saved  # a lesson without games is none, and leaves no trace
        tally = Tally(*map(int.__add__, self._before.tally, self.tally))
        lesson = self._before._replace(tally=tally)
        lessons = (*self._earlier, lesson) if lesson.games else self._earlier
        return SavedMachine(
            self.plan.kit, self.plan.learner, self._trainer.weights, lessons, self._trainer.state
        )

    def dead_side(self) -> Side | None:
        """Return the side whose machine cannot make its first move any more, and gives up; or None."""
        if self.plan.learner != "beads" or not gives_up_when_empty(self.plan.kit):
            return None
        weights = self._trainer.weights
        return next(
            (side for side in self.plan.machine_sides if not first_beads(self.plan.kit, weights, side)), None
        )


def _conditions(lesson: Lesson) -> object:
    """Return what two lessons must have in common to be one."""
    return lesson.side, list(lesson.opponents.items()), lesson.seed


def _trainer(
    chosen: Plan,
    weights: Weights | None,
    state: State,
    games: int,
    function: Callable[[Position], Move] | None,
) -> Trainer:
    if function is None:
        return CompiledTrainer(chosen, weights, state, games)
    by_odds = chosen.learner == "odds"
    (name,) = chosen.opponents
    if weights is None:
        weights = {
            box.number: dict.fromkeys(box.moves, 1 / len(box.moves)) if by_odds else box.start
            for box in chosen.kit.boxes
        }
    return PlainTrainer(chosen.kit, chosen.side, by_odds, weights, state, (name, function))


def first_beads(kit: Kit, weights: Weights, side: Side) -> float:
    """Return how much is in the boxes of a side's first move."""
    return sum(sum(weights[box.number].values()) for box in kit.first_boxes(side))


LETTERS = {Side.FIRST: "?wdl", Side.SECOND: "?ldw"}
"""The letters of outcomes 0 to 3 as that side tells them; 0 does not come up."""


def letters(outcomes: Array, side: Side) -> str:
    """Return a letter for each game: w, d or l, as it went for one side."""
    table = np.frombuffer(LETTERS[side].encode(), np.uint8)
    return bytes(table[outcomes]).decode()
