"""Measures how often faults are found in machines whose boxes differ from their logbooks.

Run it as `python benchmarks/slips.py`; it prints the table of docs/studies/suspect.md. The real
contents decide what is drawn. The logbook follows the rules, from the entries of an operator who
mistypes 1 in 100. Nobody counts a box unless the game cannot continue.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from menace_kit.games import Position, Side
from menace_kit.logbook.box_draws import Past
from menace_kit.logbook.suspicion import Suspicion, weighed
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import DEFAULT_PRESET, load_preset
from menace_kit.machine.learning import (
    Adjustment,
    DrawnBead,
    adjustments,
    halving,
    is_too_full,
    starting_contents,
)
from menace_kit.machine.turns import Ending, GaveUp, Turn

MISTYPED = 0.01
"""Share of drawn beads that are entered in another colour."""

PERFECT = 0.5
"""Share of games against a perfect visitor; in the others visitors play anything."""

GAMES = (50, 150, 300)

CAREERS = 48

SETS: Mapping[str, int] = {"tuned": 1961, "untouched": 202_611}
"""The seed of each set's first career; nothing was tuned on the second."""


@dataclass(frozen=True)
class Fault:
    """What is wrong with a machine.

    `easily` says how many times more easily a colour is drawn, in one `box` or in all (0). With
    `kept`, losing beads stay in. `forgotten` is the share of rewards that nobody adds. The pots of
    two `swapped` colours are swapped: filling or rewarding a box takes the other colour.
    """

    told: str
    easily: Mapping[str, float] | None = None
    box: int = 0
    kept: bool = False
    forgotten: float = 0.0
    swapped: tuple[str, str] | None = None

    def poured(self, colour: str) -> str:
        """Return the colour really taken from the pot when this one is wanted."""
        pair = self.swapped or ()
        return next(each for each in pair if each != colour) if colour in pair else colour


FAULTS = (
    Fault("one colour (green) 1.6 times as easily, in all boxes", {"green": 1.6}),
    Fault(
        "three colours (black, silver, pink) 1.5 times as easily, in all boxes",
        dict.fromkeys(("black", "silver", "pink"), 1.5),
    ),
    Fault("one colour (white) of one busy box (box 1) 4 times as easily", {"white": 4.0}, box=1),
    Fault("losing beads are left in, in all boxes", kept=True),
    Fault("a third of rewards is forgotten", forgotten=1 / 3),
    Fault("the pots of amber and red are swapped", swapped=("amber", "red")),
    Fault("the pots of gold and white are swapped", swapped=("gold", "white")),
)

GOOD = Fault("nothing: a good machine")


class Table:
    """A kit's game as visitors play it."""

    def __init__(self, kit: Kit) -> None:
        self.kit, self.side = kit, Side.SECOND if kit.spec.side == "second" else Side.FIRST
        self.turn = cache(self._turn)
        self.replies = cache(self._replies)
        self.worth = cache(self._worth)

    def _turn(self, position: Position) -> Turn:
        return Turn(self.kit, position)

    def _worth(self, position: Position) -> int:
        """Return a position's value to the machine with perfect play: 1, 0 or -1."""
        turn = self.turn(position)
        if turn.outcome is not None:
            return {self.side: 1, None: 0}.get(turn.outcome.winner, -1)
        worths = [self.worth(turn.after(move).position) for move in turn.legal]
        return (max if turn.side is self.side else min)(worths)

    def _replies(self, position: Position) -> tuple[list[Position], list[Position]]:
        """Return where any reply leads, and where perfect ones lead."""
        turn = self.turn(position)
        every = [turn.after(move).position for move in turn.legal]
        worths = list(map(self.worth, every))
        return every, [each for each, own in zip(every, worths, strict=True) if own == min(worths)]


class Career:
    """A machine's games; `real` is what is in the boxes, `logbook` what should be."""

    def __init__(self, table: Table, fault: Fault, seed: int) -> None:
        """Fill the boxes from the pots."""
        self._table, self._fault, self._random = table, fault, Random(seed)
        self.logbook = starting_contents(table.kit)
        self.real = {
            number: Counter({fault.poured(colour): count for colour, count in inside.items()})
            for number, inside in self.logbook.items()
        }
        self.pasts = {box.number: Past(table.kit, box, box.start) for box in table.kit.boxes}
        self._drawn: list[DrawnBead] = []

    def play(self) -> None:
        """Play a game, and update the boxes."""
        self._drawn.clear()
        ending = self._game()
        if ending is None:
            return
        empty = ending.gave_up is not None
        result = ending.result(self._table.side)
        for line in adjustments(self._table.kit, self.logbook, self._drawn, result, empty):
            self._list(line)
        for number in {bead.box for bead in self._drawn}:
            self._halve(number)

    def _game(self) -> Ending | None:
        """Return how a game ended; None if it was ended early."""
        table, random = self._table, self._random
        kind = int(random.random() < PERFECT)
        turn = table.turn(table.kit.game.start())
        while (ending := turn.ending((table.side,))) is None:
            if turn.side is not table.side:
                turn = table.turn(random.choice(table.replies(turn.position)[kind]))
            elif turn.forced is not None:
                turn = turn.after(turn.forced)
            else:
                box = turn.readings[0].box.number
                colour = self._entered(box)
                if colour is None:
                    return None
                if not colour:
                    self.pasts[box].count(agrees=True)
                    return Ending(table.side.other, GaveUp.EMPTY_BOX)
                self.pasts[box].draw(colour)
                self._drawn.append(DrawnBead(box, colour))
                turn = table.turn(turn.after(turn.readings[0].moves[colour]).position)
        return ending

    def _entered(self, box: int) -> str | None:
        """Draw from a box until the logbook accepts an entry, and return that.

        Return "" if the box is empty, and None if no bead in it means a move. If the logbook
        refuses a slip, it is corrected. If it refuses the bead, that goes back and another is
        drawn. If only one of box and logbook is empty, the box is counted.
        """
        logbook, real, past = self.logbook[box], self.real[box], self.pasts[box]
        if not any(real.values()) or not any(logbook.values()):
            if any(real.values()):
                past.refuse(self._out_of(box))
            self._count(box)
            if not any(real.values()):
                return ""
        if not any(count and logbook.get(colour) for colour, count in real.items()):
            past.refuse(self._out_of(box))
            return None
        while not logbook.get(colour := self._out_of(box)):
            past.refuse(colour)
        if self._random.random() < MISTYPED:
            others = [each.name for each in self._table.kit.colours if each.name != colour]
            typed = self._random.choice(others)
            return typed if logbook.get(typed) else colour
        return colour

    def _out_of(self, box: int) -> str:
        """Return the colour of a bead drawn from a box."""
        easily = self._fault.easily or {}
        if self._fault.box not in (0, box):
            easily = {}
        real = self.real[box]
        weights = [count * easily.get(colour, 1.0) for colour, count in real.items()]
        return self._random.choices(list(real), weights)[0]

    def _count(self, box: int) -> None:
        """Enter a box's contents, for the colours on its label."""
        agrees = True
        for colour, count in self.logbook[box].items():
            self.pasts[box].change(colour, self.real[box][colour] - count)
            agrees = agrees and count == self.real[box][colour]
            self.logbook[box][colour] = self.real[box][colour]
        self.pasts[box].count(agrees)

    def _list(self, line: Adjustment) -> None:
        """Do a line of the list, in the logbook and by hand."""
        number, colour, change, _ = line
        self.pasts[number].do(colour, change)
        self.logbook[number][colour] += change
        real = self.real[number]
        if change < 0 and not self._fault.kept:
            real[colour] = max(0, real[colour] + change)
        elif change > 0 and self._random.random() >= self._fault.forgotten:
            real[self._fault.poured(colour)] += change

    def _halve(self, number: int) -> None:
        """Take out half of each colour if the logbook asks for it."""
        if not is_too_full(self._table.kit, number, self.logbook[number]):
            return
        for inside in (self.logbook[number], self.real[number]):
            for _, colour, change, _ in halving(number, inside):
                inside[colour] += change
                if inside is self.logbook[number]:
                    self.pasts[number].change(colour, change)


def verdicts(table: Table, fault: Fault, seed: int) -> Iterator[Suspicion]:
    """Yield the verdict on a machine after each number of games."""
    career, played = Career(table, fault, seed), 0
    for games in GAMES:
        for _ in range(games - played):
            career.play()
        played = games
        yield weighed(table.kit, career.pasts, games)


def told_of(found: Suspicion) -> str:
    """Return the explanation for a machine that doesn't fit: a reason, or a suspected box."""
    if found.reason:
        return found.reason.story.value
    return f"box {found.suspected[0].box}" if found.suspected else "no reason"


def row_of(table: Table, fault: Fault, first: int, careers: int) -> list[str]:
    """Return how many careers with a fault don't fit, after each number of games, and the final
    reasons.
    """
    careers_told = [tuple(verdicts(table, fault, seed)) for seed in range(first, first + careers)]
    by_games = list(zip(*careers_told, strict=True))
    found = [f"{sum(not each.fits for each in own)} of {careers}" for own in by_games]
    told = Counter(told_of(each) for each in by_games[-1] if not each.fits)
    return [*found, ", ".join(f"{what} {many}" for what, many in told.most_common())]


def main() -> None:
    parser = argparse.ArgumentParser(description="How often faults of a machine are found.")
    parser.add_argument("--careers", type=int, default=CAREERS, help="careers for each line")
    parser.add_argument("--preset", default=DEFAULT_PRESET)
    parser.add_argument("--set", choices=[*SETS], action="append", help="only this set of seeds")
    asked = parser.parse_args()
    table = Table(load_preset(asked.preset))
    head = ("careers", "fault", *(f"{games} games" for games in GAMES), "told after the last")
    sys.stdout.write(f"| {' | '.join(head)} |\n| {' | '.join(['---'] * len(head))} |\n")
    for name in asked.set or SETS:
        for place, fault in enumerate((*FAULTS, GOOD)):
            row = row_of(table, fault, SETS[name] + 1000 * place, asked.careers)
            sys.stdout.write(f"| {' | '.join((name, fault.told, *row))} |\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
