"""The same games in plain Python: slow, but easy to check by reading.

Every position is a Position, every rule that of `machine/`: boxes by `readings`, beads by
`adjustments`. It draws from the same random stream as the compiled trainer, in the same order, so
both must play the same games; the tests compare them.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from menace_kit.games import CanonicalForm, Game, Move, Position, Side, SymmetryGroup
from menace_kit.lab.engine.arrays import OddsRule, QRule
from menace_kit.lab.engine.random_stream import RandomStream
from menace_kit.machine.boxes import Box, Reading, is_lost_at_once
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import (
    DrawnBead,
    Result,
    adjust,
    adjustments,
    halving,
    is_too_full,
    refill,
    taken_square,
)
from menace_kit.machine.schema import EmptyBox, FullBox, LaterRule
from tests.lab.plain_players import Choices, best, charted


@cache
def reading(kit: Kit, position: Position) -> Reading | None:
    """Return how the box of a position is held; None if the kit has none for it."""
    return next(iter(kit.readings(position)), None)


@cache
def canonical(group: SymmetryGroup, position: Position, form: CanonicalForm) -> Position:
    return group.canonical_form(position, form)


class Agent:
    """A player of one side."""

    def move(self, position: Position) -> Move | None:
        """Return the move, or None to give up."""
        # Not abstract, because then `learn` could not be left empty.
        raise NotImplementedError

    def learn(self, result: Result) -> None:
        """Learn from the result for this side; by default nothing."""

    def make_room(self) -> None:
        """Take beads out of boxes that are too full, after all have learned; only bead
        machines do.
        """


@dataclass
class Opponent(Agent):
    """A player by its choices, erring at a rate; an adaptive one's rate follows the machine's by
    `adapts`.
    """

    game: Game
    chance: RandomStream
    takes: Choices
    errs: Choices
    rate: float = 0.0
    adapts: float = 0.0

    def move(self, position: Position) -> Move:
        """Return one of its choices at random."""
        erring = self.rate > 0 and self.chance.share() < self.rate
        return self.chance.one_of((self.errs if erring else self.takes)(self.game, position))


@dataclass
class FunctionPlayer(Agent):
    """A Python function from a position to how likely each move is."""

    game: Game
    chance: RandomStream
    choose: Callable[[Position], Mapping[Move, float]]

    def move(self, position: Position) -> Move:
        """Return one of its moves, at random if there are several."""
        shares = self.choose(position)
        moves = [move for move in self.game.legal_moves(position) if shares.get(move)]
        if len({shares[move] for move in moves}) == 1:
            return self.chance.one_of(moves)
        lot, upto = (
            self.chance.share(),
            accumulate(shares[move] / sum(shares.values()) for move in moves),
        )
        return next((move for move, end in zip(moves, upto, strict=True) if lot < end), moves[-1])


def _without_box(kit: Kit, position: Position, chance: RandomStream) -> Move | None:
    """Return a machine's move without a box: the only one, or by its rule; None if it gives up."""
    legal, chosen = kit.game.legal_moves(position), kit.spec.boxes
    if len(legal) == 1:
        return legal[0]
    if chosen.stages is None or (not chosen.lost_positions and is_lost_at_once(kit.game, position)):
        return None
    return chance.one_of(charted(kit.game, position) if chosen.later is LaterRule.CHART else legal)


@dataclass
class BeadMachine(Agent):
    """One side of a kit's machine, by its rules for beads; both sides may share contents.

    `watched` is an opponent whose rate of errors follows this machine's. `halved` counts how often
    each box was halved. `illegal` counts the drawn beads of taken squares in all games.
    """

    kit: Kit
    contents: dict[int, dict[str, int]]
    chance: RandomStream
    greedy: bool = False
    learns: bool = True
    watched: Opponent | None = None
    drawn: list[DrawnBead] = field(default_factory=list)
    at_empty_box: bool = False
    halved: Counter[int] = field(default_factory=Counter)
    used: set[int] = field(default_factory=set)
    illegal: list[DrawnBead] = field(default_factory=list)

    def move(self, position: Position) -> Move | None:
        """Return the move of a random bead; None if the machine gives up."""
        legal = self.kit.game.legal_moves(position)
        way = reading(self.kit, position)
        if way is None:
            return _without_box(self.kit, position, self.chance)
        box = way.box
        while True:
            counts = self._in_box(box)
            if not sum(counts.values()):
                rule = self.kit.spec.learning.empty_box
                if rule is EmptyBox.RANDOM:
                    return self.chance.one_of(legal)
                if rule is not EmptyBox.REFILL:
                    self.at_empty_box = True
                    return None
                adjust(self.contents, refill(box))
                counts = self._in_box(box)
            colour = self._bead(box, counts)
            if colour not in box.taken:
                break
            self.illegal.append(DrawnBead(box.number, colour))
            adjust(self.contents, [taken_square(self.kit, self.contents, self.illegal[-1])])
        self.drawn.append(DrawnBead(box.number, colour))
        self._be_watched(position, way, colour)
        return way.moves[colour]

    def _in_box(self, box: Box) -> Mapping[str, int]:
        """Return what to draw from: if nothing is learned, without beads of taken squares."""
        counts = self.contents[box.number]
        return (
            counts
            if self.learns
            else {name: 0 if name in box.taken else counts[name] for name in counts}
        )

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
        """Put beads in or take them out by the kit's rules."""
        if self.learns:
            changes = adjustments(self.kit, self.contents, self.drawn, result, self.at_empty_box)
            adjust(self.contents, changes)
        self.used = {bead.box for bead in self.drawn}
        self.drawn, self.at_empty_box = [], False

    def make_room(self) -> None:
        """Take half of each colour out of boxes that are too full, if the kit's rule says so."""
        if not self.learns or self.kit.spec.learning.full_box is not FullBox.HALVE:
            return
        for number in self.used:
            if is_too_full(self.kit, number, self.contents[number]):
                self.halved[number] += 1
                adjust(self.contents, halving(number, self.contents[number]))

    def first_beads(self, side: Side) -> int:
        """Return the beads in the boxes that a side's games open with."""
        return sum(
            sum(self.contents[box.number].values()) for box in self.kit.openings.get(side, ())
        )


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
        """Return a move by the odds; None if the kit has no box and there are several moves."""
        way = reading(self.kit, position)
        if way is None:
            return _without_box(self.kit, position, self.chance)
        number, left, colour = way.box.number, self.chance.share(), ""
        for colour in self.odds[number]:
            left -= self.odds[number][colour]
            if left < 0:
                break
        self.made.append(DrawnBead(number, colour))
        return way.moves[colour]

    def learn(self, result: Result) -> None:
        """Multiply the odds of the played moves, the latest first."""
        reward = {Result.WIN: 1.0, Result.TIE: 0.0, Result.LOSS: -1.0}[result]
        total, weight = self.past
        origin = total / weight if weight > 0 else 0.0
        for from_end, (number, colour) in enumerate(reversed(self.made)):
            multiplier = (self.rule.factor * self.rule.growth**from_end) ** (reward - origin)
            self.odds[number] = _multiplied(self.odds[number], colour, multiplier, self.rule.floor)
        if self.made:
            self.past = self.rule.memory * (reward + total), self.rule.memory * (1.0 + weight)
        self.made = []


def _multiplied(
    odds: Mapping[str, float], made: str, factor: float, floor: float
) -> dict[str, float]:
    if len(odds) == 1:
        return dict(odds)
    rest = 0.0
    for colour, likely in odds.items():  # not sum(), which rounds differently in later Pythons
        rest += likely if colour != made else 0.0
    before = min(max(odds[made], floor), 1 - floor)
    new = before / (1 - before) * factor
    after = min(max(new / (1 + new), floor), 1 - floor)
    return {colour: likely * ((1 - after) / rest) for colour, likely in odds.items()} | {
        made: after
    }


@cache
def place_of(game: Game, position: Position, move: Move) -> tuple[Position, Move]:
    """Return the class of a position, and the move on its canonical form."""
    group = game.symmetries["all"]
    form = group.canonical_form(position, CanonicalForm.LARGEST)
    way = next(symmetry for symmetry in group if symmetry.position(position) == form)
    return form, way.move(move)


@dataclass
class TableLearner(Agent):
    """A learner with a table, for either side; the rules are those of `QRule`.

    `game_number` counts from 0, and its exploration fades with it. Subclasses decide when to learn
    and how to explore.
    """

    game: Game
    chance: RandomStream
    rule: QRule
    quality: dict[tuple[Position, Move], float] = field(default_factory=dict)
    game_number: int = 0

    def move(self, position: Position) -> Move:
        """Return the move of the highest quality, at random among equals; sometimes any, to
        explore.
        """
        moves = self.game.legal_moves(position)
        places = [place_of(self.game, position, move) for move in moves]
        qualities = [self.quality.get(place, 0.0) for place in places]
        self._at(qualities)
        explores = self._exploration()
        if explores > 0 and self.chance.share() < explores:
            chosen = self.chance.below(len(moves))
        else:
            most = max(qualities)
            chosen = self.chance.one_of(
                [n for n, quality in enumerate(qualities) if quality == most]
            )
        self._made(places[chosen], self.game.play(position, moves[chosen]))
        return moves[chosen]

    def _best(self, position: Position) -> float:
        """Return the value of a position's best move; 0 if there is none."""
        places = (place_of(self.game, position, move) for move in self.game.legal_moves(position))
        return max((self.quality.get(place, 0.0) for place in places), default=0.0)

    def _update(self, place: tuple[Position, Move], target: float) -> None:
        old = self.quality.get(place, 0.0)
        self.quality[place] = old + self.rule.alpha * (target - old)

    def _at(self, qualities: Sequence[float]) -> None:
        """Take in where the learner moves next; by default it learns nothing from that."""

    def _exploration(self) -> float:
        raise NotImplementedError  # not abstract, like `move` above

    def _made(self, place: tuple[Position, Move], after: Position) -> None:
        raise NotImplementedError

    def _reward(self, result: Result) -> float:
        return float(getattr(self.rule, result.value))


@dataclass
class QLearner(TableLearner):
    """One-step Q-learning."""

    last: tuple[Position, Move] | None = None

    def _at(self, qualities: Sequence[float]) -> None:
        if self.last is not None:
            self._update(self.last, self.rule.gamma * max(qualities))

    def _exploration(self) -> float:
        begin, end = self.rule.epsilon_start, self.rule.epsilon_end
        if self.game_number < begin:
            return self.rule.epsilon
        if self.game_number >= end:
            return 0.0
        return self.rule.epsilon * (end - self.game_number) / (end - begin)

    def _made(self, place: tuple[Position, Move], _after: Position) -> None:
        self.last = place

    def learn(self, result: Result) -> None:
        """Learn from the reward; the next game starts afresh."""
        if self.last is not None:
            self._update(self.last, self._reward(result))
        self.last = None


@dataclass
class MonteCarloLearner(TableLearner):
    """Pulles's learner: every move of a game gets the whole reward, and exploration falls move by
    move.
    """

    made: list[tuple[tuple[Position, Move], Position]] = field(default_factory=list)
    explores: float | None = None

    def _exploration(self) -> float:
        rule, now = self.rule, self.rule.epsilon if self.explores is None else self.explores
        self.explores = now
        if self.game_number >= rule.epsilon_end:
            self.explores = 0.0
        elif self.game_number >= rule.epsilon_start:
            self.explores = max(0.0, now - rule.epsilon / (rule.epsilon_end - rule.epsilon_start))
        return now

    def _made(self, place: tuple[Position, Move], after: Position) -> None:
        self.made.append((place, after))

    def learn(self, result: Result) -> None:
        """Give every move the reward, the first one first."""
        for place, after in self.made:
            self._update(place, self._reward(result) + self.rule.gamma * self._best(after))
        self.made = []


@dataclass
class WatchedPlayer(Agent):
    """A player whose moves a machine learns as its own, if it has a non-empty box for them."""

    player: Agent
    machine: BeadMachine | OddsMachine

    def move(self, position: Position) -> Move | None:
        """Return the player's move; the machine notes the bead that means it."""
        move = self.player.move(position)
        way = reading(self.machine.kit, position)
        if move is not None and way is not None:
            self._note(position, way, move)
        return move

    def _note(self, position: Position, way: Reading, move: Move) -> None:
        kit, number = self.machine.kit, way.box.number
        if isinstance(self.machine, BeadMachine) and not sum(
            self.machine.contents[number].values()
        ):
            return

        def form(other: Move) -> Position:
            after = kit.game.play(position, other)
            return canonical(kit.symmetries, after, kit.spec.boxes.canonical_form)

        own = [colour for colour, meant in way.moves.items() if meant == move]
        alike = [colour for colour, meant in way.moves.items() if form(meant) == form(move)]
        for colour in (own or alike)[:1]:
            noted = (
                self.machine.drawn if isinstance(self.machine, BeadMachine) else self.machine.made
            )
            noted.append(DrawnBead(number, colour))

    def learn(self, result: Result) -> None:
        """Let player and machine learn."""
        self.player.learn(result)
        self.machine.learn(result)

    def make_room(self) -> None:
        """Let the watching machine make room."""
        self.machine.make_room()


class PlayedGame(NamedTuple):
    """A played game: its positions, and who won."""

    positions: tuple[Position, ...]
    winner: Side | None


def play_game(
    game: Game,
    agents: Mapping[Side, Agent],
    symmetries: SymmetryGroup | None = None,
    form: CanonicalForm = CanonicalForm.LARGEST,
) -> PlayedGame:
    """Play one game, and let both sides learn from it.

    With `symmetries`, every position is replaced by its canonical form at once, as in a game
    table's states, so that the same random numbers mean the same moves.
    """
    group = symmetries or game.symmetries["none"]
    positions = [canonical(group, game.start(), form)]
    while (outcome := game.outcome(positions[-1])) is None:
        side = positions[-1].to_move
        move = agents[side].move(positions[-1])
        if move is None:  # it gives up
            break
        positions.append(canonical(group, game.play(positions[-1], move), form))
    winner = outcome.winner if outcome else side.other
    for side, agent in agents.items():
        agent.learn(Result.of(winner, side))
    for agent in agents.values():
        agent.make_room()
    return PlayedGame(tuple(positions), winner)
