"""How many beads to keep in reserve: by a plain rule, or by what simulated machines needed. Each says how it counts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.notices import Sentences, first_win
from menace_kit.machine.rules import at_stage
from menace_kit.machine.simulated_need import SimulatedNeed


class Reserve(Protocol):
    """One way to count the reserve."""

    def beads(self, colour: str) -> int:
        """Return how many beads of a colour to have beyond those that fill the boxes."""
        ...

    def text(self, words: Sentences) -> str:
        """Return in words how it is counted."""
        ...


@dataclass(frozen=True)
class ReserveRule:
    """The reserve by a plain rule.

    For each colour, `percent` per cent of its starting beads, rounded up. For each colour in a first box (the
    boxes for the first move of a side), in addition as many beads as `wins` wins in a row add to it: `wins` x
    `win`, where `win` is what a win adds at the first move, if it adds any. With machines for both sides each
    side counts by itself: a colour in first boxes of both gets this twice. A colour in several first boxes of
    one side gets it once.

    Attributes:
        start: colour name -> starting beads.
        sides: colour name -> of how many sides it is in first boxes; none where it is not there.
        grows: whether any result of a game adds beads; else the reserve is for those that get lost.
    """

    percent: int
    wins: int
    win: int
    start: Mapping[str, int]
    sides: Mapping[str, int]
    both_sides: bool = False
    grows: bool = True

    def beads(self, colour: str) -> int:
        """Return the reserve of a colour."""
        own = -(-self.start[colour] * self.percent // 100)  # rounded up
        return own + self.sides.get(colour, 0) * self.wins * self.win

    def text(self, words: Sentences) -> str:
        """Return the rule in words."""
        added = self.wins * self.win
        key = "shopping.reserve-percent" if self.grows else "shopping.reserve-lost"
        sentences = [words(key, percent=self.percent)]
        if added:
            sentences.append(words("shopping.reserve-wins", n=self.wins, win=self.win, added=added))
        if added and self.both_sides:
            sentences.append(words("shopping.reserve-both"))
        return " ".join(sentences)


@dataclass(frozen=True)
class SimulatedReserve:
    """The reserve that simulated machines needed: what they had to have, less what fills the boxes, at least 0.

    Attributes:
        start: colour name -> starting beads.
    """

    need: SimulatedNeed
    start: Mapping[str, int]

    def beads(self, colour: str) -> int:
        """Return the reserve of a colour."""
        return max(0, self.need.beads[colour] - self.start[colour])

    def text(self, words: Sentences) -> str:
        """Return what was simulated, and how the reserve is counted from it."""
        need = self.need
        facts = {"runs": words.number(need.runs), "games": words.number(need.games), "percent": need.percent}
        sentences = [
            words("shopping.reserve-simulated", crowd=crowd_text(need.crowd, words), seed=need.seed, **facts)
        ]
        if len(need.emptied) > 1:
            sentences.append(words("shopping.reserve-simulated-both"))
        return " ".join(sentences)


def crowd_text(crowd: Mapping[str, int], words: Sentences) -> str:
    """Return a crowd of players in words, with their shares of the games."""
    return ", ".join(
        words("shopping.crowd", percent=percent, player=words(f"lab.{name}"))
        for name, percent in crowd.items()
    )


def reserve_by_rule(kit: Kit) -> ReserveRule:
    """Return the rule with the numbers that a kit file gives it."""
    learning = kit.spec.learning
    gains = (learning.win, learning.draw, learning.loss)
    plan, opening = kit.spec.shopping, [_colours_of(kit.first_boxes(side)) for side in kit.sides]
    return ReserveRule(
        percent=plan.reserve_percent,
        wins=plan.reserve_wins,
        win=first_win(kit),
        start=kit.start_by_colour(),
        sides={colour.name: sum(colour.name in names for names in opening) for colour in kit.colours},
        both_sides=len(opening) > 1,
        grows=any(at_stage(rule, stage) > 0 for _, stage in kit.stages for rule in gains),
    )


def reserve_for(kit: Kit, need: SimulatedNeed | None) -> Reserve:
    """Return the reserve of a kit: what a simulation found, or where there is none the rule."""
    return reserve_by_rule(kit) if need is None else SimulatedReserve(need, kit.start_by_colour())


def _colours_of(boxes: tuple[Box, ...]) -> set[str]:
    return {bead.colour for box in boxes for bead in box.beads}
