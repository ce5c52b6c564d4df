"""Careers of a machine whose boxes are not what its book says: how often, and how soon, that is seen.

Run it as `python benchmarks/slips.py`; it prints the table of docs/suspect.md. The hands make a slip at one box in
every game. What really lies in the boxes decides what is drawn; the book is kept by the rules.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from functools import cache
from random import Random
from statistics import median
from typing import NamedTuple

from menace_kit.games import Position, Side
from menace_kit.journal.suspicion import (
    LEVEL,
    Counted,
    Drew,
    Event,
    FromBeside,
    Listed,
    Past,
    Slip,
    stakes_of_boxes,
)
from menace_kit.machine.kit import DEFAULT_PRESET, Kit, load_preset
from menace_kit.machine.learning import (
    Adjustment,
    DrawnBead,
    Ending,
    GaveUp,
    Turn,
    adjustments,
    starting_contents,
)

CROWDS: Mapping[str, tuple[float, float]] = {
    "children": (0.0, 0.0),
    "a mixed crowd": (0.4, 0.2),
    "win or block": (1.0, 0.0),
    "perfect": (0.0, 1.0),
}
"""A crowd, and the shares of its games by one who wins or blocks, and by a perfect player; the others play anything."""

MADE: Mapping[Slip, str] = {
    Slip.KEPT: "punished beads stay in",
    Slip.TWICE: "beads are added twice",
    Slip.NOT_ADDED: "beads are not added",
    Slip.ELSEWHERE: "its list is done on the box beside",
    Slip.ON_TOP: "badly shaken: what lies on top comes three times as often",
}
"""The slips that are made, as the table calls them."""

ON_TOP = 2
"""So much more likely are the beads drawn that were put in last."""

DRAWS = 60


class Refused(NamedTuple):
    """The guide refuses a draw, for by the book there is no such bead in the box, and asks for a count."""

    box: int


class Table:
    """A kit's game as a crowd plays it."""

    def __init__(self, kit: Kit) -> None:
        """Look nothing up yet."""
        self.kit, self.side = kit, Side.SECOND if kit.spec.side == "second" else Side.FIRST
        self.turn = cache(self._turn)
        self.replies = cache(self._replies)
        self.worth = cache(self._worth)

    def _turn(self, position: Position) -> Turn:
        return Turn(self.kit, position)

    def _worth(self, position: Position) -> int:
        """Return what a position is worth to the machine if both play on perfectly: 1, 0 or -1."""
        turn = self.turn(position)
        if turn.outcome is not None:
            return {self.side: 1, None: 0}.get(turn.outcome.winner, -1)
        worths = [self.worth(turn.after(move).position) for move in turn.legal]
        return (max if turn.side is self.side else min)(worths)

    def _replies(self, position: Position) -> tuple[list[Position], list[Position], list[Position]]:
        """Return where any reply leads, one of who wins or blocks, and a perfect one."""
        every = [self.turn(position).after(move).position for move in self.turn(position).legal]
        # A game that is over here is won, or the board is full.
        threats = [-1 if self.turn(each).outcome else self._wins(each) for each in every]
        worths = list(map(self.worth, every))
        return (
            every,
            [each for each, own in zip(every, threats, strict=True) if own == min(threats)],
            [each for each, own in zip(every, worths, strict=True) if own == min(worths)],
        )

    def _wins(self, position: Position) -> int:
        turn = self.turn(position)
        after = (turn.after(move).outcome for move in turn.legal)
        return sum(end is not None and end.winner is self.side for end in after)


class Career:
    """A machine's games with a crowd; `real` is what lies in the boxes, `book` what it says."""

    def __init__(
        self, table: Table, crowd: str, random: Random, slip: Slip | None = None, at: int = 1
    ) -> None:
        """Fill the boxes; the hands make the slip at one box, or none."""
        self._table, self._crowd, self._random, self._slip, self._at = table, crowd, random, slip, at
        self.book = starting_contents(table.kit)
        self.real = {number: Counter(inside) for number, inside in self.book.items()}
        self._top: dict[int, tuple[str, int]] = {}

    def events(self) -> Iterator[tuple[int, Event] | Refused]:
        """Yield what happens to which box, game after game, until a draw is refused or the machine is dead."""
        dead = False
        while not dead:
            drawn: list[DrawnBead] = []
            ending = yield from self._game(drawn)
            if ending is None:
                return
            empty = ending.gave_up is not None
            for change in adjustments(
                self._table.kit, self.book, drawn, ending.result(self._table.side), empty
            ):
                yield from self._list(change)
            dead = empty and not drawn

    def _game(self, drawn: list[DrawnBead]) -> Generator[tuple[int, Event] | Refused, None, Ending | None]:
        """Yield the draws of a game; return how it ended, None where a draw was refused."""
        table, random = self._table, self._random
        chosen, (blocks, perfect) = random.random(), CROWDS[self._crowd]
        kind = 1 if chosen < blocks else 2 if chosen < blocks + perfect else 0
        turn = table.turn(table.kit.game.start())
        while (ending := turn.ending((table.side,))) is None:
            if turn.side is not table.side:
                turn = table.turn(random.choice(table.replies(turn.position)[kind]))
                continue
            if turn.forced is not None:
                turn = turn.after(turn.forced)
                continue
            box = turn.readings[0].box.number
            colour = self._drawn(box)
            if not self.book[box].get(colour) and (colour or any(self.book[box].values())):
                yield Refused(box)
                return None
            if not colour:
                yield box, Counted()
                return Ending(table.side.other, GaveUp.EMPTY_BOX)
            yield box, Drew(colour, {})
            drawn.append(DrawnBead(box, colour))
            turn = table.turn(turn.after(turn.readings[0].moves[colour]).position)
        return ending

    def _drawn(self, box: int) -> str:
        """Return the colour that comes out of a box, nothing where it is empty."""
        inside = self.real[box].copy()
        if self._slip is Slip.ON_TOP and box == self._at and box in self._top:
            colour, beads = self._top[box]
            inside[colour] += ON_TOP * min(beads, inside[colour])
        return self._random.choices(list(inside), list(inside.values()))[0] if any(inside.values()) else ""

    def _list(self, line: Adjustment) -> Iterator[tuple[int, Event]]:
        """Put a box right, by the book and by hand, and yield what is told of it."""
        number, colour, change, _ = line
        _put_right(self.real, line, self._slip if number == self._at else None)
        self.book[number][colour] += change
        if change >= 0:
            self._top[number] = colour, 1 + change
        yield number, Listed(colour, change, bead=True)
        for own, beside in ((Slip.FROM_BEFORE, number + 1), (Slip.FROM_BEHIND, number - 1)):
            if beside in self.book:
                yield beside, FromBeside(own, colour, 1 + change)


def _put_right(real: Mapping[int, Counter[str]], line: Adjustment, slip: Slip | None) -> None:
    """Do what a line of a list says, with a slip or without."""
    number, colour, change, _ = line
    if slip is Slip.ELSEWHERE:
        real[number][colour] -= 1
        real[number + 1][colour] += 1 + change
        return
    if slip is Slip.KEPT:
        change = max(change, 0)
    elif slip is Slip.TWICE and change > 0:
        change *= 2
    elif slip is Slip.NOT_ADDED:
        change = min(change, 0)
    real[number][colour] = max(0, real[number][colour] + change)


class Told(NamedTuple):
    """What came of a career: a draw refused or a box suspected, or nothing; which box, and after how many draws."""

    how: str
    box: int
    draws: int


REFUSED, SUSPECTED, NOTHING = "refused", "suspected", "nothing"


def looked_at(
    table: Table, crowd: str, seed: int, slip: Slip | None = None, at: int = 1, games: int = 0
) -> Told:
    """Return what comes of a career up to 60 draws of a box, or of so many games, looked at after each draw."""
    kit, stakes = table.kit, stakes_of_boxes(table.kit)
    pasts = {box.number: Past(kit, box, box.start) for box in kit.boxes}
    draws: Counter[int] = Counter()
    firsts = {box.number for box in kit.opening_boxes}
    for happened in Career(table, crowd, Random(seed), slip, at).events():
        if isinstance(happened, Refused):
            return Told(REFUSED, happened.box, draws[happened.box])
        number, event = happened
        draws[number] += isinstance(event, Drew)
        if draws[at] > DRAWS if slip else sum(draws[first] for first in firsts) > games:
            break
        pasts[number].take(event)
        # What Holm's method asks of the first that it finds.
        if pasts[number].level <= LEVEL * stakes[number]:
            return Told(SUSPECTED, number, draws[number])
    return Told(NOTHING, 0, draws[at])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How often slips at a box are seen.")
    parser.add_argument("--careers", type=int, default=200, help="careers for each line")
    parser.add_argument("--preset", default=DEFAULT_PRESET)
    parser.add_argument("--box", type=int, default=1, help="the box at which the slips are made")
    asked = parser.parse_args()
    table = Table(load_preset(asked.preset))
    rows: list[tuple[str, ...]] = [
        (
            "crowd",
            f"slip at box {asked.box}",
            "refused at the draw",
            "suspected before",
            "another box first",
            "draws until then",
        ),
        ("---",) * 6,
    ]
    for crowd in CROWDS:
        for slip in MADE:
            told = [looked_at(table, crowd, seed, slip, asked.box) for seed in range(asked.careers)]
            own = [each for each in told if each.box == asked.box]
            counts = (
                sum(each.how == REFUSED for each in own),
                sum(each.how == SUSPECTED for each in own),
                sum(each.box not in (0, asked.box) for each in told),
            )
            shares = (f"{100 * count / asked.careers:.0f} %" for count in counts)
            until = f"{median(each.draws for each in own):.0f}" if own else ""
            rows.append((crowd, MADE[slip], *shares, until))
        fair = [looked_at(table, crowd, seed, games=150) for seed in range(asked.careers)]
        count = sum(each.how == SUSPECTED for each in fair)
        rows.append((crowd, "none, in 150 games", "0 %", f"{100 * count / asked.careers:.1f} %", "", ""))
    sys.stdout.writelines(f"| {' | '.join(row)} |\n" for row in rows)


if __name__ == "__main__":
    main()
