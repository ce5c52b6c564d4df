"""How a machine learns from thousands of simulated games.

A training continues a saved machine, lesson after lesson, exactly as in one piece.
"""

import numpy as np

from menace_kit.errors import LabError
from menace_kit.games import Side
from menace_kit.lab import WITH_BOXES
from menace_kit.lab.engine.arrays import SATURATED, SIDES, Array
from menace_kit.lab.engine.match import Run
from menace_kit.lab.learners import Contest
from menace_kit.lab.machine_file import (
    GameTally,
    Lesson,
    SavedMachine,
    TrainingState,
    Weights,
)
from menace_kit.machine.learning import is_dead

DEFAULT_SEED = 1


def _run_of(found: Contest, weights: Weights | None, state: TrainingState, games: int) -> Run:
    """Return a run that starts, or continues after so many games.

    Without weights it starts with the kit's beads, or even chances.
    """
    run = found.match.run(0)
    memory, machine = run.memory, found.match.machine
    if weights is not None and found.learner.name == "beads":
        memory.beads[:] = machine.weights(weights)
        memory.totals[:] = memory.beads.sum(axis=1)
    elif weights is not None:
        memory.odds[:] = machine.weights(weights)
    memory.stream[0] = state.stream
    memory.numbers[SATURATED] = state.saturated
    memory.past[:] = state.past
    memory.played[0] = games
    rival = _rival_of(found)
    if state.rates:
        _fill(memory.rate, state.rates)
    if state.qualities:
        _fill(memory.quality[rival], state.qualities)
    if state.explores:
        _fill(memory.explores[rival:][:1], state.explores)
    return run


def _rival_of(found: Contest) -> int:
    """Return the index of the opponent's side; its table is kept if it learns in one."""
    return SIDES.index(found.side.other)


def _fill(array: Array, rows: object) -> None:
    numbers = np.array(rows, dtype=object)
    if numbers.shape != array.shape:
        raise LabError(
            "the saved machine's opponents have learned in tables of another size; "
            "train it without its old opponents: with another seed"
        )
    array[:] = numbers.astype(array.dtype)


class Training:
    """A machine that learns: this lesson, and those before it."""

    def __init__(
        self,
        found: Contest,
        seed: int | None = None,
        saved: SavedMachine | None = None,
    ) -> None:
        """Start with the kit's beads and seed 1, or continue with a saved machine.

        The last lesson continues if side, opponents and seed are the same, or no seed is given.
        Otherwise a new one starts: with new opponents, and the seed's random stream, or else the
        old stream. Raises LabError if the saved machine learns by other rules, or the learner has
        no boxes.
        """
        if not found.learner.has_boxes:
            raise LabError(
                f"{found.learner} has no boxes to train; choose from: {', '.join(WITH_BOXES)}"
            )
        if found.rival is not None and found.rival.has_boxes and not found.plays_itself:
            raise LabError(
                f"{found.rival} learns in boxes of its own, and one machine is kept; "
                "lab curve and lab sweep play them"
            )
        if saved is not None and saved.learner != str(found.learner):
            raise LabError(
                f"this machine learns by {saved.learner}, and cannot go on by {found.learner}"
            )
        self.contest, self._saved = found, saved
        earlier = saved.lessons if saved else ()
        self.seed = seed if seed is not None else earlier[-1].seed if earlier else DEFAULT_SEED
        nothing = GameTally(0, 0, 0)
        new = Lesson(
            found.side,
            found.opponents,
            self.seed,
            nothing,
            found.alternate,
            watched=bool(found.watched),
        )
        self._earlier, self._before = _split(earlier, new)
        state = saved.state if saved else TrainingState(self.seed)
        if self._before is new:
            stream = state.stream if seed is None else seed
            state = state._replace(stream=stream, rates=(), qualities=(), explores=())
        weights = saved.weights if saved else None
        self._run = _run_of(found, weights, state, self._before.games)

    def play(self, games: int) -> int:
        """Play so many games, fewer if the machine can no longer move first; return how many."""
        return self._run.play(games).games

    @property
    def tally(self) -> GameTally:
        """Return how the games of this training ended."""
        return self._run.tally

    @property
    def games(self) -> int:
        """Return how many games of this training were played."""
        return sum(self.tally)

    @property
    def machine(self) -> SavedMachine:
        """Return the machine as it is now, with everything needed to continue."""
        if self._saved is not None and not self.games:
            return self._saved  # a lesson without games leaves no trace
        tally = GameTally(*map(int.__add__, self._before.tally, self.tally))
        lesson = self._before._replace(tally=tally)
        lessons = (*self._earlier, lesson) if lesson.games else self._earlier
        return SavedMachine(
            self.contest.kit,
            str(self.contest.learner),
            self._weights,
            lessons,
            self._state,
        )

    @property
    def _weights(self) -> Weights:
        """Return the beads, or the chance of each move."""
        memory = self._run.memory
        held = memory.beads if self.contest.learner.rule is None else memory.odds
        return self.contest.match.machine.contents(held)

    @property
    def _state(self) -> TrainingState:
        """Return what else is needed to continue."""
        memory, rival = self._run.memory, _rival_of(self.contest)
        learner = self.contest.rival
        by_table = learner is not None and not learner.has_boxes
        return TrainingState(
            stream=int(memory.stream[0]),
            saturated=bool(memory.saturated[0]),
            rates=tuple(memory.rate.tolist()),
            past=tuple(map(tuple, memory.past.tolist())),
            qualities=tuple(map(tuple, memory.quality[rival].tolist())) if by_table else (),
            explores=(float(memory.explores[rival]),) if by_table else (),
        )

    def dead_side(self) -> Side | None:
        """Return the side whose machine can no longer make its first move and gives up, or None."""
        kit, weights = self.contest.kit, self._weights
        if self.contest.watched:
            return None  # others keep playing, whatever is in the boxes
        return next(
            (side for side in self.contest.machine_sides if is_dead(kit, weights, side)), None
        )


def _split(lessons: tuple[Lesson, ...], new: Lesson) -> tuple[tuple[Lesson, ...], Lesson]:
    """Return the earlier lessons, and the one that continues.

    It is the last one if only its games differ, else `new`.
    """
    if lessons and _conditions(lessons[-1]) == _conditions(new):
        return lessons[:-1], lessons[-1]
    return lessons, new


def _conditions(lesson: Lesson) -> object:
    return lesson._replace(opponents={}, tally=GameTally(0, 0, 0)), list(lesson.opponents.items())
