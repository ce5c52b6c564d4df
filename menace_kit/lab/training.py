"""How a machine learns: from thousands of games that are simulated, or from a game against a human.

A training goes on with a machine that was saved, lesson after lesson, exactly as in one piece. Against a human the
machine's copy plays move by move, and any of the moves can be taken back; nothing is printed here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from menace_kit.errors import LabError, MoveError
from menace_kit.games import Move, Position, Side
from menace_kit.games.game import move_text, written_move
from menace_kit.lab import WITH_BOXES
from menace_kit.lab.engine.arrays import OUTCOMES, SIDES, Array, RandomStream
from menace_kit.lab.learners import Contest
from menace_kit.lab.machine_file import (
    MOST_BEADS,
    GameTally,
    Lesson,
    SavedMachine,
    TrainingState,
    Weights,
    whole,
)
from menace_kit.lab.reference import is_dead
from menace_kit.machine.boxes import Reading
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import (
    DrawnBead,
    Ending,
    GaveUp,
    How,
    Result,
    Turn,
    adjust,
    changes_at_end,
    halving,
    is_too_full,
)
from menace_kit.machine.schema import FullBox

DEFAULT_SEED = 1


class CompiledTrainer:
    """A lesson by the compiled trainer."""

    def __init__(self, found: Contest, weights: Weights | None, state: TrainingState, games: int) -> None:
        """Begin, or go on after so many games; without weights with the kit's own beads, or with even chances."""
        self._contest = found
        self._run = found.match.run(0)
        self._rival = SIDES.index(found.side.other)  # whose table is kept, if the opponent learns
        memory, machine = self._run.memory, found.match.machine
        if weights is not None and found.learner.name == "beads":
            memory.beads[:] = machine.weights(weights)
            memory.totals[:] = memory.beads.sum(axis=1)
        elif weights is not None:
            memory.odds[:] = machine.weights(weights)
        memory.stream[0] = state.stream
        memory.saturated[0] = state.saturated
        memory.past[:] = state.past
        memory.played[0] = games
        if state.rates:
            _fill(memory.rate, state.rates)
        if state.qualities:
            _fill(memory.quality[self._rival], state.qualities)
        if state.explores:
            _fill(memory.explores[self._rival :][:1], state.explores)

    def play(self, games: int, trace: bool) -> tuple[int, Array]:
        """Play so many games, fewer where the machine is dead; return how many, and their outcomes if asked for."""
        played = self._run.play(games, trace=trace)
        return played.games, played.outcomes

    @property
    def tally(self) -> GameTally:
        """Return how the games that it played ended."""
        return self._run.tally

    @property
    def weights(self) -> Weights:
        """Return the beads, or how likely each move is."""
        machine, memory = self._contest.match.machine, self._run.memory
        return machine.contents(memory.beads if self._contest.learner.rule is None else memory.odds)

    @property
    def state(self) -> TrainingState:
        """Return what else is needed to go on."""
        memory, rival = self._run.memory, self._contest.rival
        by_table = rival is not None and not rival.has_boxes
        return TrainingState(
            stream=int(memory.stream[0]),
            saturated=bool(memory.saturated[0]),
            rates=tuple(memory.rate.tolist()),
            past=tuple(map(tuple, memory.past.tolist())),
            qualities=tuple(map(tuple, memory.quality[self._rival].tolist())) if by_table else (),
            explores=(float(memory.explores[self._rival]),) if by_table else (),
        )


def _fill(array: Array, rows: object) -> None:
    numbers = np.array(rows, dtype=object)
    if numbers.shape != array.shape:
        raise LabError(
            "the saved machine's opponents have learned in tables of another size; train it without its old opponents: "
            "with another seed"
        )
    array[:] = numbers.astype(array.dtype)


class Training:
    """A machine that learns: a lesson, and those before it."""

    def __init__(
        self,
        found: Contest,
        seed: int | None = None,
        saved: SavedMachine | None = None,
    ) -> None:
        """Begin with the kit's own beads and seed 1, or go on with a saved machine.

        The last lesson goes on where side, opponents and seed are the same, or no seed is given. Otherwise a new one
        begins: with new opponents, and with the stream of the seed, or else the old stream. LabError where the saved
        machine learns by other rules, or the learner has none.
        """
        if not found.learner.has_boxes:
            raise LabError(f"{found.learner} has no boxes to train; choose from: {', '.join(WITH_BOXES)}")
        if found.rival is not None and found.rival.has_boxes and not found.plays_itself:
            raise LabError(
                f"{found.rival} learns in boxes of its own, and one machine is kept; lab curve and lab sweep play them"
            )
        if saved is not None and saved.learner != str(found.learner):
            raise LabError(f"this machine learns by {saved.learner}, and cannot go on by {found.learner}")
        self.contest, self._saved = found, saved
        earlier = saved.lessons if saved else ()
        self.seed = seed if seed is not None else earlier[-1].seed if earlier else DEFAULT_SEED
        nothing = GameTally(0, 0, 0)
        new = Lesson(
            found.side, found.opponents, self.seed, nothing, found.alternate, watched=bool(found.watched)
        )
        self._earlier, self._before = _split(earlier, new)
        state = saved.state if saved else TrainingState(self.seed)
        if self._before is new:
            stream = state.stream if seed is None else seed
            state = state._replace(stream=stream, rates=(), qualities=(), explores=())
        self._trainer = CompiledTrainer(found, saved.weights if saved else None, state, self._before.games)

    def play(self, games: int, trace: bool = False) -> tuple[int, Array]:
        """Play so many games, fewer where the machine is dead; return how many, and their outcomes if asked for."""
        return self._trainer.play(games, trace)

    @property
    def tally(self) -> GameTally:
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
        tally = GameTally(*map(int.__add__, self._before.tally, self.tally))
        lesson = self._before._replace(tally=tally)
        lessons = (*self._earlier, lesson) if lesson.games else self._earlier
        return SavedMachine(
            self.contest.kit, str(self.contest.learner), self._trainer.weights, lessons, self._trainer.state
        )

    def dead_side(self) -> Side | None:
        """Return the side whose machine cannot make its first move any more, and gives up; or None."""
        kit, weights = self.contest.kit, self._trainer.weights
        if self.contest.watched:
            return None  # others play on whatever is in the boxes
        return next((side for side in self.contest.machine_sides if is_dead(kit, weights, side)), None)


def _split(lessons: tuple[Lesson, ...], new: Lesson) -> tuple[tuple[Lesson, ...], Lesson]:
    """Return the lessons before, and the one that goes on: the last if only its games differ, else `new`."""
    if lessons and _conditions(lessons[-1]) == _conditions(new):
        return lessons[:-1], lessons[-1]
    return lessons, new


def _conditions(lesson: Lesson) -> object:
    return lesson._replace(opponents={}, tally=GameTally(0, 0, 0)), list(lesson.opponents.items())


LETTERS = {Side.FIRST: "?wdl", Side.SECOND: "?ldw"}
"""The letters of outcomes 0 to 3 as that side tells them; 0 does not come up."""


def letters(outcomes: Array, side: Side) -> str:
    """Return a letter for each game: w, d or l, as it went for one side."""
    table = np.frombuffer(LETTERS[side].encode(), np.uint8)
    return bytes(table[outcomes]).decode()


# A game against a human.


@dataclass(frozen=True)
class TurnTaken:
    """What the machine did in a position.

    Attributes:
        position: before it moved.
        how: why it moved so.
        move: None where it gave up.
        reading: the box that it opened, as it lies on the table; None where there is none.
        colour: of the bead that was drawn, if one was.
        chances: colour -> how likely it was.
    """

    position: Position
    how: How
    move: Move | None = None
    reading: Reading | None = None
    colour: str | None = None
    chances: Mapping[str, float] = field(default_factory=dict)


@dataclass
class HumanGame:
    """A game between a human and a machine with these weights; the machine plays `side`.

    `greedy`: it plays the colour of which it has most, by lot among equals, instead of drawing. In the human's place
    there may be another player, or another such game with a machine of its own; `resigned` is why that one gave up.
    """

    kit: Kit
    weights: Weights
    side: Side
    chance: RandomStream
    greedy: bool = False
    moves: list[Move] = field(default_factory=list)
    turns: list[TurnTaken] = field(default_factory=list)
    resigned: GaveUp | None = None

    def __post_init__(self) -> None:
        """Lay the first position out."""
        self.positions = [self.kit.game.start()]

    @property
    def position(self) -> Position:
        """Return what is on the table."""
        return self.positions[-1]

    @property
    def ending(self) -> Ending | None:
        """Return how the game ended, or None while it goes on."""
        if self.turns and self.turns[-1].move is None:
            empty = self.turns[-1].how is How.EMPTY
            return Ending(self.side.other, GaveUp.EMPTY_BOX if empty else GaveUp.LOST_POSITION)
        if self.resigned is not None:
            return Ending(self.side, self.resigned)
        return Turn(self.kit, self.position).ending(machines=())

    @property
    def result(self) -> Result | None:
        """Return how the game ended for the machine, or None while it goes on."""
        return self.ending.result(self.side) if self.ending is not None else None

    @property
    def gave_up(self) -> bool:
        """Return whether this game was given up: by the machine, for a human plays on."""
        return self.ending is not None and self.ending.gave_up is not None

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.ending is not None

    @property
    def machine_is_due(self) -> bool:
        """Return whether the machine is to move."""
        return not self.is_over and self.position.to_move is self.side

    def human_moves(self, move: Move) -> None:
        """Play the human's move; MoveError, with those that there are, where it is not legal."""
        legal = self.kit.game.legal_moves(self.position)
        if move not in legal:
            possible = ", ".join(written_move(self.kit.game, self.position, each) for each in legal)
            raise MoveError(f"{move_text(move)} cannot be played here; choose from: {possible}")
        self._play(move)

    def machine_moves(self) -> TurnTaken:
        """Let the machine move, or give up, and return what it did."""
        turn = self._take(Turn(self.kit, self.position))
        self.turns.append(turn)
        if turn.move is not None:
            self._play(turn.move)
        return turn

    def _play(self, move: Move) -> None:
        self.positions.append(self.kit.game.play(self.position, move))
        self.moves.append(move)

    def _take(self, turn: Turn) -> TurnTaken:
        if turn.box is None:
            return TurnTaken(
                turn.position, turn.how({}), self.chance.one_of(turn.unchosen) if turn.unchosen else None
            )
        # A bead of a taken square would be left out, and another one drawn: it changes nothing in how likely these are.
        playable = [bead.colour for bead in turn.box.playable]
        inside: Mapping[str, float] = {colour: self.weights[turn.box.number][colour] for colour in playable}
        reading, how = turn.readings[0], turn.how(inside)
        if how is How.EMPTY:
            return TurnTaken(turn.position, how, reading=reading)
        if how is How.LOT:
            return TurnTaken(turn.position, how, self.chance.one_of(turn.legal), reading)
        if how is How.REFILLED:
            inside = turn.box.start
        colour, chances = self._drawn({colour: inside[colour] for colour in playable})
        return TurnTaken(turn.position, how, reading.moves[colour], reading, colour, chances)

    def _drawn(self, weights: Mapping[str, float]) -> tuple[str, dict[str, float]]:
        """Return the colour that comes out of a box with beads (or odds) in it, and how likely each one was."""
        if self.greedy:
            most = max(weights.values())
            weights = {colour: int(weight == most) for colour, weight in weights.items()}
        total = sum(weights.values())
        left = self.chance.below(total) if isinstance(total, int) else self.chance.share() * total
        drawn = ""  # the rounding of odds may leave a little over for the last of them
        for drawn in filter(weights.get, weights):
            left -= weights[drawn]
            if left < 0:
                break
        return drawn, {colour: weight / total for colour, weight in weights.items()}

    def take_back(self) -> bool:
        """Take the human's last move back, and what the machine did since; False where there is none to take back."""
        moved = [
            place for place, position in enumerate(self.positions[:-1]) if position.to_move is not self.side
        ]
        if not moved:
            return False
        del self.positions[moved[-1] + 1 :], self.moves[moved[-1] :]
        del self.turns[sum(position.to_move is self.side for position in self.positions[:-1]) :]
        return True

    @property
    def drawn(self) -> Sequence[DrawnBead]:
        """Return the beads that were drawn, in order."""
        return [
            DrawnBead(turn.reading.box.number, turn.colour)
            for turn in self.turns
            if turn.reading and turn.colour
        ]


def learned(duel: HumanGame) -> dict[int, dict[str, int]]:
    """Return what is in the boxes after the game, by the rules of the kit's beads; as before while it goes on."""
    contents = whole(duel.weights)
    if duel.ending is None:
        return contents
    for turn in duel.turns:
        if turn.how is How.REFILLED and turn.reading is not None:
            contents[turn.reading.box.number] = dict(turn.reading.box.start)
    for change in changes_at_end(duel.kit, contents, {duel.side: duel.drawn}, duel.ending)[duel.side]:
        count = contents[change.box][change.colour] + change.change
        contents[change.box][change.colour] = min(count, MOST_BEADS)
    if duel.kit.spec.learning.full_box is FullBox.HALVE:
        for number in {bead.box for bead in duel.drawn}:
            if is_too_full(duel.kit, number, contents[number]):
                adjust(contents, halving(number, contents[number]))
    return contents


HUMAN = "human"


def machine_after(machine: SavedMachine, duel: HumanGame, seed: int, opponent: str = HUMAN) -> SavedMachine:
    """Return a machine by beads as a finished game leaves it; the game is part of a lesson against the opponent."""
    if duel.ending is None:
        return machine
    contents = learned(duel)
    earlier, lesson = _split(machine.lessons, Lesson(duel.side, {opponent: 1.0}, seed, GameTally(0, 0, 0)))
    won = [winner is duel.ending.winner for winner in OUTCOMES]
    full = any(count >= MOST_BEADS for counts in contents.values() for count in counts.values())
    return replace(
        machine,
        weights=contents,
        lessons=(*earlier, lesson._replace(tally=GameTally(*map(int.__add__, lesson.tally, won)))),
        state=machine.state._replace(rates=(), qualities=(), saturated=machine.state.saturated or full),
    )
