"""A human against a machine's copy, move by move, with any of the moves taken back; no printing, any game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from menace_kit.errors import MoveError
from menace_kit.games import Move, Position, Side, move_text
from menace_kit.lab.engine.kernels import Chance
from menace_kit.lab.engine.match import Tally
from menace_kit.lab.engine.tables import MOST_BEADS
from menace_kit.lab.machine_file import Lesson, SavedMachine, Weights
from menace_kit.machine.boxes import Box, Reading
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import DrawnBead, Ending, GaveUp, How, Result, Turn, changes_at_end


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
class Duel:
    """A game between a human and a machine with these weights; the machine plays `side`.

    `greedy`: it plays the colour of which it has most, by lot among equals, instead of drawing.
    """

    kit: Kit
    weights: Weights
    side: Side
    chance: Chance
    greedy: bool = False
    positions: list[Position] = field(default_factory=list)
    turns: list[TurnTaken] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Lay the first position out."""
        self.positions = self.positions or [self.kit.game.start()]

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
        outcome = self.kit.game.outcome(self.position)
        return Ending(outcome.winner) if outcome is not None else None

    @property
    def result(self) -> Result | None:
        """Return how the game ended for the machine, or None while it goes on."""
        return self.ending.result(self.side) if self.ending is not None else None

    @property
    def gave_up(self) -> bool:
        """Return whether the machine gave this game up."""
        return self.ending is not None and self.ending.gave_up is not None

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.ending is not None

    @property
    def machine_is_due(self) -> bool:
        """Return whether the machine is to move."""
        return not self.is_over and self.position.to_move is self.side

    @property
    def moves(self) -> list[Move]:
        """Return the moves so far, those of both players."""
        game = self.kit.game
        return [
            next(move for move in game.legal_moves(before) if game.play(before, move) == after)
            for before, after in pairwise(self.positions)
        ]

    def human_moves(self, move: Move) -> None:
        """Play the human's move; MoveError, with those that there are, where it is not legal."""
        legal = self.kit.game.legal_moves(self.position)
        if move not in legal:
            raise MoveError(
                f"{move_text(move)} cannot be played here; choose from: {', '.join(map(move_text, legal))}"
            )
        self.positions.append(self.kit.game.play(self.position, move))

    def machine_moves(self) -> TurnTaken:
        """Let the machine move, or give up, and return what it did."""
        turn = self._take(Turn(self.kit, self.position))
        self.turns.append(turn)
        if turn.move is not None:
            self.positions.append(self.kit.game.play(self.position, turn.move))
        return turn

    def _take(self, turn: Turn) -> TurnTaken:
        if turn.box is None:
            return TurnTaken(turn.position, turn.how({}), turn.forced)
        reading, weights = turn.readings[0], self._inside(turn.box)
        how = turn.how(weights)
        if how is How.EMPTY:
            return TurnTaken(turn.position, how, reading=reading)
        if how is How.LOT:
            return TurnTaken(turn.position, how, turn.legal[self._lot(len(turn.legal))], reading)
        if how is How.REFILLED:
            weights = dict(turn.box.start)
        chances = self._chances(weights)
        colour = self._drawn_colour(weights, chances)
        return TurnTaken(turn.position, how, reading.moves[colour], reading, colour, chances)

    def _inside(self, box: Box) -> dict[str, float]:
        return {colour: self.weights[box.number][colour] for colour in box.moves}

    def _chances(self, weights: Mapping[str, float]) -> dict[str, float]:
        if self.greedy:
            most = max(weights.values())
            weights = {colour: float(weight == most) for colour, weight in weights.items()}
        total = sum(weights.values())
        return {colour: weight / total for colour, weight in weights.items()}

    def _drawn_colour(self, weights: Mapping[str, float], chances: Mapping[str, float]) -> str:
        if self.greedy:
            equal = [colour for colour, chance in chances.items() if chance]
            return equal[self._lot(len(equal))]
        total = sum(weights.values())
        left = self._lot(total) if isinstance(total, int) else self.chance.share() * total
        for colour, weight in weights.items():
            left -= weight
            if left < 0:
                return colour
        # The rounding of odds may leave a little over.
        return [colour for colour, weight in weights.items() if weight][-1]

    def _lot(self, number: int) -> int:
        return self.chance.below(number) if number > 1 else 0

    def take_back(self) -> bool:
        """Take the human's last move back, and what the machine did since; False where there is none to take back."""
        moved = [
            place for place, position in enumerate(self.positions[:-1]) if position.to_move is not self.side
        ]
        if not moved:
            return False
        del self.positions[moved[-1] + 1 :]
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


def learned(duel: Duel) -> dict[int, dict[str, int]]:
    """Return what is in the boxes after the game, by the rules of the kit's beads; as before while it goes on."""
    contents = {
        number: {colour: int(count) for colour, count in counts.items()}
        for number, counts in duel.weights.items()
    }
    if duel.ending is None:
        return contents
    for turn in duel.turns:
        if turn.how is How.REFILLED and turn.reading is not None:
            contents[turn.reading.box.number] = dict(turn.reading.box.start)
    for change in changes_at_end(duel.kit, contents, {duel.side: duel.drawn}, duel.ending)[duel.side]:
        count = contents[change.box][change.colour] + change.change
        contents[change.box][change.colour] = min(count, MOST_BEADS)
    return contents


HUMAN = {"human": 1.0}


def machine_after(machine: SavedMachine, duel: Duel, seed: int) -> SavedMachine:
    """Return a machine by beads as a finished game against a human leaves it; the game is part of a lesson."""
    contents = learned(duel)
    lessons, lesson = machine.lessons, Lesson(duel.side, HUMAN, seed, Tally(0, 0, 0))
    if lessons and lessons[-1]._replace(tally=lesson.tally) == lesson:
        lessons, lesson = lessons[:-1], lessons[-1]
    if duel.result is None:
        return machine
    won_by_first = (duel.result is Result.WIN) == (duel.side is Side.FIRST)
    ended = "drawn" if duel.result is Result.TIE else "first" if won_by_first else "second"
    tally = lesson.tally._replace(**{ended: getattr(lesson.tally, ended) + 1})
    full = any(count >= MOST_BEADS for counts in contents.values() for count in counts.values())
    return replace(
        machine,
        weights=contents,
        lessons=(*lessons, lesson._replace(tally=tally)),
        state=machine.state._replace(rates=(), qualities=(), saturated=machine.state.saturated or full),
    )
