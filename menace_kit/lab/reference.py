"""The same games in plain Python: slow, and plain to see that it is right.

Every position is a Position, every rule that of `machine/`: boxes by `readings`, beads by `adjustments`. It draws from
the same random stream as the compiled trainer, in the same order, so that both must play the same games; the tests hold
them against each other. It also plays against any Python function, which the compiled trainer cannot.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple, Protocol

from menace_kit.games import CanonicalForm, Game, Move, Position, Side, SymmetryGroup
from menace_kit.lab.chance import Chance
from menace_kit.lab.pegasus import OddsRule
from menace_kit.lab.quality import QualityRule
from menace_kit.lab.reference_players import Opponent, best, one_of
from menace_kit.machine.boxes import Box
from menace_kit.machine.contents import (
    DrawnBead,
    Result,
    adjustments,
    gives_up_when_empty,
    refill,
)
from menace_kit.machine.kit import Kit
from menace_kit.machine.reading import Reading, readings
from menace_kit.machine.rules import EmptyBox


class Agent(Protocol):
    """Whoever plays a side."""

    def move(self, position: Position) -> Move | None:
        """Return the move, or None to give the game up."""
        ...

    def learn(self, result: Result) -> None:
        """Take in how the game ended for this side."""
        ...


@dataclass
class BeadMachine:
    """One side of a kit's machine, by the rules of its beads; both sides may share their contents.

    `watched` is an adaptive opponent, whose rate of errors follows this machine's by `adapts`.
    """

    kit: Kit
    contents: dict[int, dict[str, int]]
    chance: Chance
    greedy: bool = False
    learns: bool = True
    watched: Opponent | None = None
    adapts: float = 0.0
    drawn: list[DrawnBead] = field(default_factory=list)
    at_empty_box: bool = False

    def move(self, position: Position) -> Move | None:
        """Return the move of the bead that is drawn; None where the machine gives up."""
        legal = self.kit.game.legal_moves(position)
        ways = readings(self.kit, position)
        if not ways:
            return legal[0] if len(legal) == 1 else None
        box = ways[0].box
        counts = self.contents[box.number]
        if not sum(counts.values()):
            rule = self.kit.spec.learning.empty_box
            if rule is EmptyBox.RANDOM:
                return one_of(self.chance, legal)
            if rule is not EmptyBox.REFILL:
                self.at_empty_box = True
                return None
            for adjustment in refill(box):
                counts[adjustment.colour] += adjustment.change
        colour = self._bead(box, counts)
        self.drawn.append(DrawnBead(box.number, colour))
        self._be_watched(position, ways[0], colour)
        return ways[0].moves[colour]

    def _bead(self, box: Box, counts: Mapping[str, int]) -> str:
        if self.greedy:
            most = max(counts.values())
            equal = [bead.colour for bead in box.beads if counts[bead.colour] == most]
            return equal[self.chance.below(len(equal)) if len(equal) > 1 else 0]
        total = sum(counts.values())
        lot = self.chance.below(total) if total > 1 else 0
        upto = accumulate(counts[bead.colour] for bead in box.beads)
        return next(bead.colour for bead, end in zip(box.beads, upto, strict=True) if lot < end)

    def _be_watched(self, position: Position, way: Reading, colour: str) -> None:
        if self.watched is None:
            return
        kept = best(self.kit.game, position)
        if len(kept) < len(self.kit.game.legal_moves(position)):
            erred = 0.0 if way.moves[colour] in kept else 1.0
            self.watched.rate += self.adapts * (erred - self.watched.rate)

    def learn(self, result: Result) -> None:
        """Put beads in or take them out, as the kit says."""
        if self.learns:
            for change in adjustments(self.kit, self.contents, self.drawn, result, self.at_empty_box):
                self.contents[change.box][change.colour] += change.change
        self.drawn, self.at_empty_box = [], False

    def first_beads(self, side: Side) -> int:
        """Return the beads in the boxes that a side's games open with."""
        return sum(sum(self.contents[box.number].values()) for box in self.kit.openings.get(side, ()))


@dataclass
class OddsMachine:
    """One side of a kit's machine, by odds; the rules are in `pegasus`."""

    kit: Kit
    odds: dict[int, list[float]]
    chance: Chance
    rule: OddsRule
    made: list[tuple[Box, int]] = field(default_factory=list)
    past: tuple[float, float] = (0.0, 0.0)

    def move(self, position: Position) -> Move | None:
        """Return the move that the odds give; None where the kit has no box and several moves."""
        ways = readings(self.kit, position)
        if not ways:
            legal = self.kit.game.legal_moves(position)
            return legal[0] if len(legal) == 1 else None
        box = ways[0].box
        kind = self._drawn(self.odds[box.number])
        self.made.append((box, kind))
        return list(ways[0].moves.values())[kind]

    def _drawn(self, odds: Sequence[float]) -> int:
        left = self.chance.share()
        for kind, likely in enumerate(odds):
            left -= likely
            if left < 0:
                return kind
        return len(odds) - 1

    def learn(self, result: Result) -> None:
        """Multiply the odds of what was played, the newest move first."""
        reward = {Result.WIN: 1.0, Result.TIE: 0.0, Result.LOSS: -1.0}[result]
        total, weight = self.past
        origin = total / weight if weight > 0 else 0.0
        for from_end, (box, kind) in enumerate(reversed(self.made)):
            multiplier = (self.rule.factor * self.rule.growth**from_end) ** (reward - origin)
            self.odds[box.number] = _multiplied(self.odds[box.number], kind, multiplier, self.rule.floor)
        if self.made:
            self.past = self.rule.memory * (reward + total), self.rule.memory * (1.0 + weight)
        self.made = []


def _multiplied(odds: Sequence[float], kind: int, factor: float, floor: float) -> list[float]:
    if len(odds) == 1:
        return list(odds)
    rest = 0.0
    for place, likely in enumerate(odds):  # not sum(), which later Pythons round in another way
        rest += likely if place != kind else 0.0
    before = min(max(odds[kind], floor), 1 - floor)
    new = before / (1 - before) * factor
    after = min(max(new / (1 + new), floor), 1 - floor)
    others = [likely * ((1 - after) / rest) for likely in odds]
    others[kind] = after
    return others


@dataclass
class QualityLearner:
    """A Q-learner on whichever side it is asked to move for; `game_number` counts from 0 and fades its exploration."""

    game: Game
    chance: Chance
    rule: QualityRule
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
            chosen = self.chance.below(len(moves)) if len(moves) > 1 else 0
        else:
            equal = [place for place, quality in enumerate(qualities) if quality == max(qualities)]
            chosen = equal[self.chance.below(len(equal)) if len(equal) > 1 else 0]
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
    """A game that was played: its positions, and how it ended for the first player; `gave_up` is who did."""

    positions: tuple[Position, ...]
    result: Result
    gave_up: Side | None


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
    gave_up = None
    while (outcome := game.outcome(positions[-1])) is None:
        side = positions[-1].to_move
        move = agents[side].move(positions[-1])
        if move is None:
            gave_up = side
            break
        positions.append(group.canonical_form(game.play(positions[-1], move), form))
    winner = gave_up.other if gave_up else outcome.winner if outcome else None
    results = {
        side: Result.TIE if winner is None else Result.WIN if winner is side else Result.LOSS for side in Side
    }
    for side, agent in agents.items():
        agent.learn(results[side])
    return PlayedGame(tuple(positions), results[Side.FIRST], gave_up)


def is_dead(kit: Kit, contents: Mapping[int, Mapping[str, int]], side: Side) -> bool:
    """Return whether a side's machine can never make its first move again."""
    firsts = kit.first_boxes(side)
    emptied = firsts and not any(sum(contents[box.number].values()) for box in firsts)
    return bool(emptied) and gives_up_when_empty(kit)
