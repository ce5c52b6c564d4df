"""The same games in plain Python: slow, and plain to see that it is right.

Every position is a Position, every rule that of `machine/`: boxes by `readings`, beads by `adjustments`. It draws from
the same random stream as the compiled trainer, in the same order, so that both must play the same games; the tests hold
them against each other. It also plays against any Python function, which the compiled trainer cannot.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from menace_kit.errors import LabError
from menace_kit.games import CanonicalForm, Game, Move, Position, Side, SymmetryGroup
from menace_kit.games.game import move_text
from menace_kit.lab.engine.arrays import OUTCOMES, SIDES, Array, OddsRule, QRule, RandomStream
from menace_kit.lab.machine_file import MOST_BEADS, GameTally, TrainingState, Weights, whole
from menace_kit.machine.boxes import Box, Reading
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import (
    DrawnBead,
    Result,
    adjust,
    adjustments,
    gives_up_when_empty,
    refill,
)
from menace_kit.machine.schema import EmptyBox

# The players in plain Python, from the rules of the game alone: what `players` has as tables.

Choices = Callable[[Game, Position], Sequence[Move]]
"""What a player takes in a position, all of it as likely, lowest first."""


@cache
def worth(game: Game, position: Position) -> int:
    """Return what a position is worth to the side to move: 1 won, 0 drawn, -1 lost, with best play by both."""
    outcome = game.outcome(position)
    if outcome is None:
        replies = (game.play(position, move) for move in game.legal_moves(position))
        return max(-worth(game, after) for after in replies)
    if outcome.winner is None:
        return 0
    return 1 if outcome.winner is position.to_move else -1


def any_move(game: Game, position: Position) -> Sequence[Move]:
    """Return every legal move."""
    return game.legal_moves(position)


def first_free(game: Game, position: Position) -> Sequence[Move]:
    """Return the lowest legal move."""
    return game.legal_moves(position)[:1]


def _winning(game: Game, position: Position) -> list[Move]:
    return [
        move
        for move in game.legal_moves(position)
        if (end := game.outcome(game.play(position, move))) and end.winner is position.to_move
    ]


def win_or_block(game: Game, position: Position) -> Sequence[Move]:
    """Return the moves that win at once; else those that leave the opponent the fewest ways to win at once."""
    left = {move: len(_winning(game, game.play(position, move))) for move in game.legal_moves(position)}
    return _winning(game, position) or [move for move, wins in left.items() if wins == min(left.values())]


def best(game: Game, position: Position) -> Sequence[Move]:
    """Return the moves that keep what the position is worth."""
    value = worth(game, position)
    return [move for move in game.legal_moves(position) if -worth(game, game.play(position, move)) == value]


def wrong(game: Game, position: Position) -> Sequence[Move]:
    """Return the moves that give that away; where there is none, the best."""
    best_kept = best(game, position)
    return [move for move in game.legal_moves(position) if move not in best_kept] or best_kept


CHOICES: Mapping[str, tuple[Choices, Choices]] = {
    "random": (any_move, any_move),
    "first-free": (first_free, any_move),
    "win-or-block": (win_or_block, any_move),
    "perfect": (best, any_move),
    "adaptive": (best, wrong),
    "coach": (best, any_move),
}
"""Name of each player of PLAYERS -> what it takes, and what it takes when it errs."""


class Agent:
    """Whoever plays a side."""

    def move(self, position: Position) -> Move | None:
        """Return the move, or None to give the game up."""
        raise NotImplementedError  # whoever plays says how; not abstract, for then `learn` could not be left empty

    def learn(self, result: Result) -> None:
        """Take in how the game ended for this side; whoever does not say how learns nothing."""

    def make_room(self) -> None:
        """Take beads out of boxes that are too full, when all have learned; only machines by beads do."""


@dataclass
class Opponent(Agent):
    """A player by its choices, erring at a rate; an adaptive one's follows the machine's by `adapts`."""

    game: Game
    chance: RandomStream
    takes: Choices
    errs: Choices
    rate: float = 0.0
    adapts: float = 0.0

    def move(self, position: Position) -> Move:
        """Return one of its choices, by lot."""
        erring = self.rate > 0 and self.chance.share() < self.rate
        return self.chance.one_of((self.errs if erring else self.takes)(self.game, position))


@dataclass
class FunctionPlayer(Agent):
    """A Python function from a position to a move; LabError where what it answers is no legal move."""

    game: Game
    function: Callable[[Position], Move]
    name: str

    def move(self, position: Position) -> Move:
        """Return what the function answers."""
        move, legal = self.function(position), self.game.legal_moves(position)
        if move not in legal:
            allowed = ", ".join(map(move_text, legal))
            raise LabError(
                f"{self.name} answers {move!r} on {position.cells}, which is not legal; legal: {allowed}"
            )
        return move


@dataclass
class BeadMachine(Agent):
    """One side of a kit's machine, by the rules of its beads; both sides may share their contents.

    `watched` is an opponent whose rate of errors follows this machine's. Of a box that holds more than `mixes` beads
    after a game half of each colour is taken out; `halved` says how often.
    """

    kit: Kit
    contents: dict[int, dict[str, int]]
    chance: RandomStream
    greedy: bool = False
    learns: bool = True
    watched: Opponent | None = None
    drawn: list[DrawnBead] = field(default_factory=list)
    at_empty_box: bool = False
    mixes: int | None = None
    halved: Counter[int] = field(default_factory=Counter)
    used: set[int] = field(default_factory=set)

    def move(self, position: Position) -> Move | None:
        """Return the move of the bead that is drawn; None where the machine gives up."""
        legal = self.kit.game.legal_moves(position)
        ways = self.kit.readings(position)
        if not ways:
            return legal[0] if len(legal) == 1 else None
        box = ways[0].box
        counts = self.contents[box.number]
        if not sum(counts.values()):
            rule = self.kit.spec.learning.empty_box
            if rule is EmptyBox.RANDOM:
                return self.chance.one_of(legal)
            if rule is not EmptyBox.REFILL:
                self.at_empty_box = True
                return None
            adjust(self.contents, refill(box))
        colour = self._bead(box, counts)
        self.drawn.append(DrawnBead(box.number, colour))
        self._be_watched(position, ways[0], colour)
        return ways[0].moves[colour]

    def _bead(self, box: Box, counts: Mapping[str, int]) -> str:
        if self.greedy:
            most = max(counts.values())
            return self.chance.one_of([colour for colour in box.moves if counts[colour] == most])
        lot = self.chance.below(sum(counts.values()))
        upto = accumulate(counts[colour] for colour in box.moves)
        return next(colour for colour, end in zip(box.moves, upto, strict=True) if lot < end)

    def _be_watched(self, position: Position, way: Reading, colour: str) -> None:
        if self.watched is None:
            return
        best_kept = best(self.kit.game, position)
        if len(best_kept) < len(self.kit.game.legal_moves(position)):
            erred = 0.0 if way.moves[colour] in best_kept else 1.0
            self.watched.rate += self.watched.adapts * (erred - self.watched.rate)

    def learn(self, result: Result) -> None:
        """Put beads in or take them out, as the kit says."""
        if self.learns:
            changes = adjustments(self.kit, self.contents, self.drawn, result, self.at_empty_box)
            adjust(self.contents, changes)
        self.used = {bead.box for bead in self.drawn}
        self.drawn, self.at_empty_box = [], False

    def make_room(self) -> None:
        """Take half of each colour out of the boxes that are too full to mix."""
        if self.mixes is None or not self.learns:
            return
        for number in self.used:
            counts = self.contents[number]
            if sum(counts.values()) > self.mixes:
                self.halved[number] += 1
                counts.update({colour: count - count // 2 for colour, count in counts.items()})

    def first_beads(self, side: Side) -> int:
        """Return the beads in the boxes that a side's games open with."""
        return sum(sum(self.contents[box.number].values()) for box in self.kit.openings.get(side, ()))


@dataclass
class OddsMachine(Agent):
    """One side of a kit's machine, by odds; the rules are those of `OddsRule`."""

    kit: Kit
    odds: dict[int, dict[str, float]]
    chance: RandomStream
    rule: OddsRule = field(default=OddsRule())
    made: list[DrawnBead] = field(default_factory=list)
    past: tuple[float, ...] = (0.0, 0.0)

    def move(self, position: Position) -> Move | None:
        """Return the move that the odds give; None where the kit has no box and several moves."""
        ways = self.kit.readings(position)
        if not ways:
            legal = self.kit.game.legal_moves(position)
            return legal[0] if len(legal) == 1 else None
        number, left, colour = ways[0].box.number, self.chance.share(), ""
        for colour in self.odds[number]:
            left -= self.odds[number][colour]
            if left < 0:
                break
        self.made.append(DrawnBead(number, colour))
        return ways[0].moves[colour]

    def learn(self, result: Result) -> None:
        """Multiply the odds of what was played, the newest move first."""
        reward = {Result.WIN: 1.0, Result.TIE: 0.0, Result.LOSS: -1.0}[result]
        total, weight = self.past
        origin = total / weight if weight > 0 else 0.0
        for from_end, (number, colour) in enumerate(reversed(self.made)):
            multiplier = (self.rule.factor * self.rule.growth**from_end) ** (reward - origin)
            self.odds[number] = _multiplied(self.odds[number], colour, multiplier, self.rule.floor)
        if self.made:
            self.past = self.rule.memory * (reward + total), self.rule.memory * (1.0 + weight)
        self.made = []


def _multiplied(odds: Mapping[str, float], made: str, factor: float, floor: float) -> dict[str, float]:
    if len(odds) == 1:
        return dict(odds)
    rest = 0.0
    for colour, likely in odds.items():  # not sum(), which later Pythons round in another way
        rest += likely if colour != made else 0.0
    before = min(max(odds[made], floor), 1 - floor)
    new = before / (1 - before) * factor
    after = min(max(new / (1 + new), floor), 1 - floor)
    return {colour: likely * ((1 - after) / rest) for colour, likely in odds.items()} | {made: after}


@dataclass
class QLearner(Agent):
    """A Q-learner on whichever side it is asked to move for; `game_number` counts from 0 and fades its exploration."""

    game: Game
    chance: RandomStream
    rule: QRule
    quality: dict[tuple[Position, Move], float] = field(default_factory=dict)
    last: tuple[Position, Move] | None = None
    game_number: int = 0

    def move(self, position: Position) -> Move:
        """Return the move of the highest quality, by lot among equals; now and then any, to explore."""
        moves = self.game.legal_moves(position)
        places = [self._place(position, move) for move in moves]
        qualities = [self.quality.get(place, 0.0) for place in places]
        self._update(self.rule.discount * max(qualities))
        explores = self._exploration()
        if explores > 0 and self.chance.share() < explores:
            chosen = self.chance.below(len(moves))
        else:
            most = max(qualities)
            chosen = self.chance.one_of([n for n, quality in enumerate(qualities) if quality == most])
        self.last = places[chosen]
        return moves[chosen]

    def _place(self, position: Position, move: Move) -> tuple[Position, Move]:
        """Return the class of a position, and the move on its canonical form."""
        group = self.game.symmetries["all"]
        form = group.canonical_form(position, CanonicalForm.LARGEST)
        way = next(symmetry for symmetry in group if symmetry.position(position) == form)
        return form, way.move(move)

    def _update(self, target: float) -> None:
        if self.last is not None:
            old = self.quality.get(self.last, 0.0)
            self.quality[self.last] = old + self.rule.rate * (target - old)

    def _exploration(self) -> float:
        rule = self.rule
        if self.game_number < rule.fades_from:
            return rule.exploration
        if self.game_number >= rule.fades_to:
            return 0.0
        return rule.exploration * (rule.fades_to - self.game_number) / (rule.fades_to - rule.fades_from)

    def learn(self, result: Result) -> None:
        """Take the reward in; the next game begins afresh."""
        self._update(self.rule.rewards[(Result.WIN, Result.TIE, Result.LOSS).index(result)])
        self.last = None


# Games.


class PlayedGame(NamedTuple):
    """A game that was played: its positions, and who won it."""

    positions: tuple[Position, ...]
    winner: Side | None


def play_game(
    game: Game,
    agents: Mapping[Side, Agent],
    symmetries: SymmetryGroup | None = None,
    form: CanonicalForm = CanonicalForm.LARGEST,
) -> PlayedGame:
    """Play one game, and let both sides learn from it.

    Where `symmetries` are given, every position is brought into its canonical form at once, as on the states of a game
    table: then the same random numbers mean the same moves.
    """
    group = symmetries or game.symmetries["none"]
    positions = [group.canonical_form(game.start(), form)]
    while (outcome := game.outcome(positions[-1])) is None:
        side = positions[-1].to_move
        move = agents[side].move(positions[-1])
        if move is None:  # it gives up
            break
        positions.append(group.canonical_form(game.play(positions[-1], move), form))
    winner = outcome.winner if outcome else side.other
    for side, agent in agents.items():
        agent.learn(Result.of(winner, side))
    for agent in agents.values():
        agent.make_room()
    return PlayedGame(tuple(positions), winner)


def is_dead(kit: Kit, contents: Weights, side: Side) -> bool:
    """Return whether a side's machine can never make its first move again."""
    firsts = kit.first_boxes(side)
    emptied = firsts and not any(sum(contents[box.number].values()) for box in firsts)
    return bool(emptied) and gives_up_when_empty(kit)


# Training against a Python function, which may draw lots or remember: game by game, in plain Python.


class PlainTrainer:
    """A machine on one side, by beads or by odds, against a function on the other."""

    def __init__(
        self,
        kit: Kit,
        side: Side,
        by_odds: bool,
        weights: Weights,
        state: TrainingState,
        opponent: tuple[str, Callable[[Position], Move]],
    ) -> None:
        """Begin with these beads or odds, and this state of the random stream; `opponent` is a name and a function."""
        self._kit, self._side, self._saturated = kit, side, state.saturated
        self._chance = RandomStream(state.stream)
        self._past = dict(zip(SIDES, state.past, strict=True))
        self._held: dict[int, dict[str, Any]]
        self._machine: BeadMachine | OddsMachine
        if by_odds:
            self._held = {number: dict(shares) for number, shares in weights.items()}
            self._machine = OddsMachine(kit, self._held, self._chance, past=self._past[side])
        else:
            self._held = whole(weights)
            self._machine = BeadMachine(kit, self._held, self._chance)
        name, function = opponent
        self._agents = {side: self._machine, side.other: FunctionPlayer(kit.game, function, name)}
        self._ended = Counter[int]()

    def play(self, games: int, trace: bool) -> tuple[int, Array]:
        """Play so many games, fewer where the machine is dead; return how many, and their outcomes if asked for."""
        outcomes: list[int] = []
        while len(outcomes) < games and not is_dead(self._kit, self._held, self._side):
            outcomes.append(OUTCOMES[play_game(self._kit.game, self._agents).winner])
            self._ended[outcomes[-1]] += 1
            self._saturate()
        return len(outcomes), np.array(outcomes if trace else [], np.int8)

    def _saturate(self) -> None:
        """Keep every count of beads within what the compiled trainer can go on with."""
        for inside in self._held.values():
            for colour, count in inside.items():
                if count >= MOST_BEADS:
                    inside[colour], self._saturated = MOST_BEADS, True

    @property
    def tally(self) -> GameTally:
        """Return how the games so far ended."""
        return GameTally(*(self._ended[code] for code in OUTCOMES.values()))

    @property
    def weights(self) -> Weights:
        """Return the beads, or how likely each move is."""
        return {number: dict(inside) for number, inside in self._held.items()}

    @property
    def state(self) -> TrainingState:
        """Return what else is needed to go on."""
        if isinstance(self._machine, OddsMachine):
            self._past[self._side] = self._machine.past
        return TrainingState(self._chance.state, self._saturated, past=tuple(self._past.values()))
