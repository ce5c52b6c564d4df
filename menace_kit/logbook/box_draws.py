"""What was drawn from each box, and what the box held at each draw by the logbook."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from math import sqrt
from typing import NamedTuple

from menace_kit.logbook.entries import COUNTS, GREEDY, UNSURE, Entry, Kind, adjustments_in
from menace_kit.logbook.queries import entries_that_hold
from menace_kit.logbook.store import Logbook
from menace_kit.machine import Kit
from menace_kit.machine.boxes import Box, colours_for
from menace_kit.machine.learning import Adjustment, Why

GAMES = 1000
"""How many games to look back over."""


@dataclass(frozen=True, slots=True)
class BoxDraw:
    """A bead drawn from a box, for the machine's n-th `move`.

    `held` is what was in the box by the logbook. `kept` and `added` are the beads that updates
    removed and added since the box was counted: colour -> beads. If `held` has none of the colour,
    the draw was refused.
    """

    box: int
    move: int
    colour: str
    held: Mapping[str, int]
    kept: Mapping[str, float]
    added: Mapping[str, float]

    @property
    def is_refused(self) -> bool:
        return not self.held.get(self.colour)


class Past:
    """What was drawn from a box since it was last counted.

    Colours that mean the same when the box is held in several ways are counted as the first of
    them, because a game on paper doesn't tell them apart. `settled` are draws from before the last
    count that still say something about the machine; `fullest` is the largest number of beads at
    any draw.
    """

    def __init__(self, kit: Kit, box: Box, inside: Mapping[str, int]) -> None:
        self._box, self._first_of = box, _first_of_same(kit, box)
        self.inside = Counter(inside)
        self.settled: list[BoxDraw] = []
        self._restart()

    def _restart(self) -> None:
        self.draws: list[BoxDraw] = []
        self.refused: list[BoxDraw] = []
        self.fullest = 0
        self._kept: dict[str, float] = {}
        self._added: dict[str, float] = {}

    def draw(self, colour: str, before: Mapping[str, int] | None = None) -> None:
        """Record a drawn bead; `before` has the beads of this game already in front of the box."""
        draw = self._drawn(colour, before or {})
        if not draw.is_refused:  # else the audit names it
            self.draws.append(draw)
            self.fullest = max(self.fullest, sum(draw.held.values()))

    def refuse(self, colour: str) -> None:
        """Record a drawn bead that the logbook says isn't in the box, and that is no
        typing slip.
        """
        self.refused.append(self._drawn(colour, {}))

    def do(self, colour: str, change: int) -> None:
        """Record a line of an update: so many more beads of a colour."""
        lists, kind = self._added if change > 0 else self._kept, self._first_of[colour]
        lists[kind] = lists.get(kind, 0) + abs(change)
        self.inside[colour] += change

    def change(self, colour: str, change: int) -> None:
        """Record beads added or removed otherwise; halving a box halves past updates, too."""
        if change < 0 < self.inside[colour]:
            kind, left = self._first_of[colour], 1 + change / self.inside[colour]
            for lists in (self._kept, self._added):
                lists[kind] = left * lists.get(kind, 0)
        self.inside[colour] += change

    def count(self, agrees: bool, all_boxes: bool = False) -> None:
        """Record a count of the whole box: nothing earlier says anything about its contents.

        If the count `agrees` with the logbook, earlier draws still say something about the machine,
        until `all_boxes` are counted. So do refused draws.
        """
        self.settled += [*self.refused, *(self.draws if agrees else ())]
        if all_boxes:
            self.settled.clear()
        self._restart()

    def _drawn(self, colour: str, before: Mapping[str, int]) -> BoxDraw:
        held = dict.fromkeys(self._first_of.values(), 0)
        for each, count in self.inside.items():
            held[self._first_of[each]] += max(count - before.get(each, 0), 0)
        kind = self._first_of.get(colour, colour)
        number, move = self._box.number, self._box.stage
        return BoxDraw(number, move, kind, held, dict(self._kept), dict(self._added))

    @property
    def all_draws(self) -> Sequence[BoxDraw]:
        """Return the draws that say something about the machine, refused ones included."""
        return (*self.settled, *self.draws, *self.refused)

    def colours(self) -> tuple["ColourDrawn", ...]:
        """Return what was drawn and what was due of each colour, the most surprising first."""
        told = [
            drawn_of(self.draws, [colour])._replace(colours=self.named(colour))
            for colour in dict.fromkeys(self._first_of.values())
        ]
        due = [each for each in told if each.due]
        return tuple(sorted(due, key=lambda each: -abs(each.surprise())))

    def named(self, colour: str) -> tuple[str, ...]:
        """Return the colours that are counted as this one."""
        return tuple(each for each, first in self._first_of.items() if first == colour)


def _first_of_same(kit: Kit, box: Box) -> dict[str, str]:
    """Return each colour of a box -> the first that means the same in some way to hold it."""
    readings, places = kit.readings(box.position), list(box.moves)
    return {
        colour: min((colour, *colours_for(readings, move)), key=places.index)
        for colour, move in box.moves.items()
    }


def pasts_of(logbook: Logbook, games: int = GAMES) -> dict[int, Past]:
    """Return the past of each box over the last games.

    Undone steps are left out, and greedy exhibitions, in which nothing is drawn at random.
    """
    kit, inside = logbook.kit, logbook.contents()
    entries = _without_slips(entries_that_hold(logbook, games))
    for number, colour, beads, _ in adjustments_in(entries):
        inside[number][colour] -= beads
    pasts = {number: Past(kit, kit.box(number), held) for number, held in inside.items()}
    draws = _Draws(kit, pasts)
    for _, group in groupby(entries, key=lambda entry: entry.action):
        draws.take(tuple(group))
    return pasts


class _Draws:
    """What entries tell of each box, act by act."""

    def __init__(self, kit: Kit, pasts: Mapping[int, Past]) -> None:
        self._kit, self._pasts = kit, pasts
        self._before: defaultdict[int, Counter[str]] = defaultdict(Counter)
        self._by_lot = True

    def take(self, action: Sequence[Entry]) -> None:
        first = action[0]
        if first.kind in COUNTS:
            _count(self._kit, action, self._pasts)
        elif first.kind is Kind.REFUSED:
            self._pasts[first.bead.box].refuse(first.bead.colour)
        else:
            for entry in action:
                self._take(entry)
            for change in adjustments_in(action):
                _adjust(self._pasts[change.box], change, self._before[change.box])

    def _take(self, entry: Entry) -> None:
        if entry.kind is Kind.START:
            self._before.clear()
            self._by_lot = entry.why != GREEDY
        elif entry.kind is Kind.BEAD and entry.box and entry.colour:
            if self._by_lot:
                self._pasts[entry.box].draw(entry.colour, self._before[entry.box])
            self._before[entry.box][entry.colour] += 1
        elif entry.kind is Kind.EMPTY and entry.box:
            self._pasts[entry.box].count(agrees=True)


def _without_slips(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries without refused draws that were probably slips.

    The operator then quit, and either drew from the same box next or has done nothing since.
    """
    return [
        entry
        for entry, behind in zip_longest(entries, entries[1:])
        if entry.why != UNSURE
        or not (behind is None or (behind.kind is Kind.BEAD and behind.box == entry.box))
    ]


def _count(kit: Kit, action: Sequence[Entry], pasts: Mapping[int, Past]) -> None:
    """Record counts; a box is counted in full if all its colours are named."""
    counts: defaultdict[int, list[Adjustment]] = defaultdict(list)
    for change in adjustments_in(action):
        counts[change.box].append(change)
    for number, own in counts.items():
        past = pasts[number]
        if len(own) == len(kit.box(number).moves):
            past.count(agrees=not any(change.change for change in own))
        for _, colour, beads, _ in own:
            past.inside[colour] += beads
    if any(entry.kind is Kind.STOCKTAKE for entry in action):
        for past in pasts.values():
            past.count(agrees=True, all_boxes=True)


def _adjust(past: Past, change: Adjustment, before: Mapping[str, int]) -> None:
    """Record a line of an update, or a refilled or halved box."""
    _, colour, beads, why = change
    if why in (Why.REFILL, Why.HALVED):
        past.change(colour, beads)
        return
    if why is Why.TAKEN:
        past.draw(colour, before)  # and the box is updated at once
    past.do(colour, beads)


class ColourDrawn(NamedTuple):
    """How often colours were drawn, how often they were due by the logbook, and the variance."""

    colours: tuple[str, ...]
    drawn: int
    due: float
    variance: float

    @property
    def difference(self) -> float:
        return self.drawn - self.due

    def surprise(self) -> float:
        """Return the difference in standard deviations."""
        return self.difference / sqrt(self.variance) if self.variance else 0.0


def drawn_of(draws: Iterable[BoxDraw], colours: Sequence[str]) -> ColourDrawn:
    """Return how often any of these colours was drawn; refused draws are left out."""
    drawn, due, variance = 0, 0.0, 0.0
    for draw in draws:
        total = sum(draw.held.values())
        if not draw.is_refused:
            chance = sum(draw.held.get(colour, 0) for colour in colours) / total
            drawn += draw.colour in colours
            due += chance
            variance += chance * (1 - chance)
    return ColourDrawn(tuple(colours), drawn, due, variance)
