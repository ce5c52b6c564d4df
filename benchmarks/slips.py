"""Careers of a machine whose boxes are not what its logbook says:
how often, and how soon, that is seen.

Run it as `python benchmarks/slips.py`; it prints the table of docs/studies/suspect.md.
The hands make a slip at one box in every game. What really lies in the boxes decides what is drawn;
the logbook is kept by the rules. Beside what the program suspects stands what the best test of all
would: it knows at which box the slip is made, and which.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import cache
from math import ceil, fsum, log
from random import Random
from statistics import median
from typing import NamedTuple

from menace_kit.games import Position, Side
from menace_kit.logbook.suspicion import (
    LEVEL,
    SLIPS,
    Counted,
    Drew,
    Event,
    FromBeside,
    Listed,
    Past,
    Slip,
    weighed,
)
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import DEFAULT_PRESET, load_preset
from menace_kit.machine.learning import Adjustment, DrawnBead, adjustments, starting_contents
from menace_kit.machine.turns import Ending, GaveUp, Turn

CROWDS: Mapping[str, tuple[float, float]] = {
    "children": (0.0, 0.0),
    "a mixed crowd": (0.4, 0.2),
    "win or block": (1.0, 0.0),
    "perfect": (0.0, 1.0),
}
"""A crowd, and the shares of its games by one who wins or blocks, and by a perfect player;
the others play anything.
"""

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

GAMES, EVERY = 150, 25
"""How long machines without a slip are looked at; and after how many games,
where that is done again and again.
"""


class Refused(NamedTuple):
    """The guide refuses a draw, for by the logbook there is no such bead
    in the box, and asks for a count.

    Nobody counts here: the bead goes back, and the box is shaken again.
    """

    box: int


class Table:
    """A kit's game as a crowd plays it."""

    def __init__(self, kit: Kit) -> None:
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
    """A machine's games with a crowd; `real` is what lies in the boxes, `logbook` what it says."""

    def __init__(
        self, table: Table, crowd: str, random: Random, slip: Slip | None = None, at: int = 1
    ) -> None:
        """Fill the boxes; the hands make the slip at one box, or none."""
        self._table, self._crowd, self._random, self._slip, self._at = (
            table,
            crowd,
            random,
            slip,
            at,
        )
        self.logbook = starting_contents(table.kit)
        self.real = {number: Counter(inside) for number, inside in self.logbook.items()}
        self._top: dict[int, tuple[str, int]] = {}

    def events(self) -> Iterator[tuple[int, Event] | Refused]:
        """Yield what happens to which box, game after game, until the machine is dead
        or no bead fits the logbook.
        """
        dead = False
        while not dead:
            drawn: list[DrawnBead] = []
            ending = yield from self._game(drawn)
            if ending is None:
                return
            empty = ending.gave_up is not None
            for change in adjustments(
                self._table.kit, self.logbook, drawn, ending.result(self._table.side), empty
            ):
                yield from self._list(change)
            dead = empty and not drawn

    def _game(
        self, drawn: list[DrawnBead]
    ) -> Generator[tuple[int, Event] | Refused, None, Ending | None]:
        """Yield the draws of a game; return how it ended, None where no bead in the box
        is one that the logbook knows.
        """
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
            known = any(self.logbook[box].values())
            colour = self._drawn(box)
            if not self.logbook[box].get(colour) and (colour or known):
                yield Refused(box)
                colour = self._drawn(box, by_logbook=True)
                if not colour:
                    return None
            if not colour:
                yield box, Counted()
                return Ending(table.side.other, GaveUp.EMPTY_BOX)
            yield box, Drew(colour, {})
            drawn.append(DrawnBead(box, colour))
            turn = table.turn(turn.after(turn.readings[0].moves[colour]).position)
        return ending

    def _drawn(self, box: int, by_logbook: bool = False) -> str:
        """Return the colour that comes out of a box, nothing if there is none;
        `by_logbook` one that the logbook knows.
        """
        inside = self.real[box].copy()
        if self._slip is Slip.ON_TOP and box == self._at and box in self._top:
            colour, beads = self._top[box]
            inside[colour] += ON_TOP * min(beads, inside[colour])
        if by_logbook:
            inside = Counter(
                {colour: inside[colour] for colour, beads in self.logbook[box].items() if beads}
            )
        return (
            self._random.choices(list(inside), list(inside.values()))[0]
            if any(inside.values())
            else ""
        )

    def _list(self, line: Adjustment) -> Iterator[tuple[int, Event]]:
        """Put a box right, by the logbook and by hand, and yield what is told of it."""
        number, colour, change, _ = line
        _put_right(self.real, line, self._slip if number == self._at else None)
        self.logbook[number][colour] += change
        if change >= 0:
            self._top[number] = colour, 1 + change
        yield number, Listed(colour, change, bead=True)
        for own, beside in ((Slip.FROM_BEFORE, number + 1), (Slip.FROM_BEHIND, number - 1)):
            if beside in self.logbook:
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


class Lived(NamedTuple):
    """A career as far as it is looked at: each box's past, and which box a draw was
    refused of first, 0 for none.

    `whole` is the past of the box at which the slip is made as if it had never been counted;
    `draws` is how often that was drawn from until the first draw was refused.
    """

    pasts: Mapping[int, Past]
    whole: Past
    refused: int
    draws: int

    @property
    def suspected(self) -> int:
        """Return the box that is to be counted first, 0 for none."""
        return next((suspect.box for suspect in weighed(self.pasts, 0).suspected), 0)


def lived(
    table: Table, crowd: str, seed: int, slip: Slip | None = None, at: int = 1, games: int = 0
) -> Lived:
    """Return a career up to 60 draws of a box, or of so many games."""
    *_, last = stages_of(table, crowd, seed, slip, at, games)
    return last


def stages_of(
    table: Table,
    crowd: str,
    seed: int,
    slip: Slip | None = None,
    at: int = 1,
    games: int = 0,
    every: int = 0,
) -> Iterator[Lived]:
    """Yield a career at its end, and before that after so many games,
    again and again, if `every` says so.
    """
    pasts = {box.number: Past(table.kit, box, box.start) for box in table.kit.boxes}
    whole = Past(table.kit, table.kit.box(at), table.kit.box(at).start)
    firsts = {box.number for box in table.kit.opening_boxes}
    draws = played = refused = 0
    for happened in Career(table, crowd, Random(seed), slip, at).events():
        if isinstance(happened, Refused):
            refused = refused or happened.box
            continue
        number, event = happened
        if isinstance(event, Drew):
            begins = number in firsts
            if (
                (begins and played == games)
                if games
                else (number == at and len(whole.draws) == DRAWS)
            ):
                break
            if every and begins and played and played % every == 0:
                yield Lived(pasts, whole, refused, draws)
            played += begins
            draws += number == at and not refused
        pasts[number].take(event)
        if number == at and not isinstance(event, Counted):
            whole.take(event)
    yield Lived(pasts, whole, refused, draws)


def best_of_all(past: Past, slip: Slip) -> float:
    """Return how much likelier a box's draws are with a slip than by the logbook, as a logarithm.

    No test tells the two apart more often, at the same level (Neyman and Pearson's lemma).
    """
    place = [each for each, *_ in SLIPS].index(slip)
    return fsum(log(draw.ratios[draw.kind][place]) for draw in past.draws)


def share(counted: Sequence[bool]) -> str:
    """Return how many are true, of 100."""
    return f"{100 * sum(counted) / len(counted):.0f} %"


HEAD = (
    "crowd",
    "slip at box {}",
    "a draw refused",
    "suspected",
    "best test of all",
    "refused or suspected",
    "another box first",
    "draws until a refusal",
)


def rows_of(table: Table, crowd: str, at: int, careers: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a crowd: each slip, and none."""
    fair = [lived(table, crowd, seed, at=at).whole for seed in range(careers, 2 * careers)]
    for slip in MADE:
        told = [lived(table, crowd, seed, slip, at) for seed in range(careers)]
        suspected = [each.suspected for each in told]
        by_chance = sorted(best_of_all(past, slip) for past in fair)[
            ceil((1 - LEVEL) * careers) - 1
        ]
        both = [(each.refused, box) for each, box in zip(told, suspected, strict=True)]
        yield (
            crowd,
            MADE[slip],
            share([each.refused == at for each in told]),
            share([box == at for box in suspected]),
            share([best_of_all(each.whole, slip) > by_chance for each in told]),
            share([at in boxes for boxes in both]),
            share([(refused or box) not in (0, at) for refused, box in both]),
            f"{median(each.draws for each in told):.0f}",
        )
    for name, every in (("asked once", 0), (f"asked after every {EVERY}", EVERY)):
        found = [
            any(each.suspected for each in stages_of(table, crowd, seed, games=GAMES, every=every))
            for seed in range(careers)
        ]
        yield crowd, f"none, in {GAMES} games, {name}", "0 %", share(found), "", "", "", ""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How often slips at a box are seen.")
    parser.add_argument("--careers", type=int, default=200, help="careers for each line")
    parser.add_argument("--preset", default=DEFAULT_PRESET)
    parser.add_argument("--box", type=int, default=1, help="the box at which the slips are made")
    parser.add_argument("--crowd", choices=[*CROWDS], action="append", help="only this crowd")
    asked = parser.parse_args()
    table = Table(load_preset(asked.preset))
    sys.stdout.write(
        f"| {' | '.join(HEAD).format(asked.box)} |\n| {' | '.join(['---'] * len(HEAD))} |\n"
    )
    for crowd in asked.crowd or CROWDS:
        for row in rows_of(table, crowd, asked.box, asked.careers):
            sys.stdout.write(f"| {' | '.join(row)} |\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
