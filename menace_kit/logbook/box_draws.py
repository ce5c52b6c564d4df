"""What was drawn from each box, with what it held by the logbook at each draw."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from math import sqrt
from typing import NamedTuple

from menace_kit.logbook.entries import COUNTS, GREEDY, UNSURE, Entry, Kind, adjustments_in
from menace_kit.logbook.queries import entries_that_hold
from menace_kit.logbook.store import Logbook
from menace_kit.machine.boxes import Box, colours_for
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Adjustment, Why

GAMES = 1000
"""Games that are looked back over."""


@dataclass(frozen=True, slots=True)
class BoxDraw:
    """A bead came out of a box, for the machine's n-th `move`.

    `held` is what was inside by the logbook, `kept` what lists took out, `added` what they put in,
    since the box was counted: colour -> beads. Where none of the colour was held it was refused.
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
    """What came out of a box since it was counted last.

    Colours that mean the same where the box can be held in several ways are told as the first
    of them, for a game on paper does not tell them apart. `settled` are draws from before the box
    was counted that say something of the machine, `fullest` is the most that was inside at a draw.
    """

    def __init__(self, kit: Kit, box: Box, inside: Mapping[str, int]) -> None:
        self._box, self._first_of = box, _first_of_same(kit, box)
        self.inside = Counter(inside)
        self.settled: list[BoxDraw] = []
        self._counted = -1
        self._restart()

    def _restart(self) -> None:
        self.draws: list[BoxDraw] = []
        self.refused: list[BoxDraw] = []
        self.fullest = 0
        self._kept: dict[str, float] = {}
        self._added: dict[str, float] = {}
        self._alone: dict[tuple[str, int], tuple[int, int]] = {}

    def draw(self, colour: str, before: Mapping[str, int] | None = None) -> None:
        """A bead is drawn; `before` are the beads of this game that lie before the box already."""
        draw = self._drawn(colour, before or {})
        if not draw.is_refused:  # else the audit names it
            self.draws.append(draw)
            self.fullest = max(self.fullest, sum(draw.held.values()))

    def refuse(self, colour: str) -> None:
        """A bead is drawn that the logbook does not know, and that is no slip."""
        self.refused.append(self._drawn(colour, {}))

    def do(self, colour: str, change: int) -> None:
        """A line of a list is done: so many beads of a colour more."""
        lists, kind = self._added if change > 0 else self._kept, self._first_of[colour]
        lists[kind] = lists.get(kind, 0) + abs(change)
        self.inside[colour] += change

    def change(self, colour: str, change: int) -> None:
        """Beads are put in or taken out otherwise: with a box, what lists did to it is halved."""
        if change < 0 < self.inside[colour]:
            kind, left = self._first_of[colour], 1 + change / self.inside[colour]
            for lists in (self._kept, self._added):
                lists[kind] = left * lists.get(kind, 0)
        self.inside[colour] += change

    def count_alone(self, colour: str, change: int, pause: int) -> None:
        """So many beads of a colour more are found, and the others are not counted.

        Who counts again in the same `pause` of the games corrects what was typed.
        """
        kind = self._first_of[colour]
        if self._counted != pause:
            held, so_far = self._alone.get((kind, pause), (self.inside[colour], 0))
            self._alone[kind, pause] = held, so_far + change
        self.refused = [each for each in self.refused if each.colour != kind]
        self.inside[colour] += change

    def count(self, pause: int, agrees: bool, all_boxes: bool = False) -> None:
        """Somebody looked at all that is inside: what was before says nothing of it any more.

        Of the machine it says something where the count `agrees` with the logbook, until
        `all_boxes` are counted. So does that a draw was refused.
        """
        self.settled += [*self.refused, *(self.draws if agrees else ())]
        if all_boxes:
            self.settled.clear()
        self._counted = pause
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
        """Return the draws that say something of the machine, those that were refused, too."""
        return (*self.settled, *self.draws, *self.refused)

    @property
    def found(self) -> tuple[str, ...]:
        """Return the colour that was counted alone though by the logbook none was left."""
        found = [kind for (kind, _), (held, more) in self._alone.items() if more > 0 == held]
        return self.named(found[0]) if found else ()

    def colours(self) -> tuple["ColourDrawn", ...]:
        """Return what was drawn and what was due of each colour, the farthest off first."""
        told = [
            drawn_of(self.draws, [colour])._replace(colours=self.named(colour))
            for colour in dict.fromkeys(self._first_of.values())
        ]
        due = [each for each in told if each.due]
        return tuple(sorted(due, key=lambda each: -abs(each.surprise())))

    def named(self, colour: str) -> tuple[str, ...]:
        """Return the colours that count as one."""
        return tuple(each for each, first in self._first_of.items() if first == colour)


def _first_of_same(kit: Kit, box: Box) -> dict[str, str]:
    """Return for each colour of a box the first that means the same in some way to hold it."""
    readings, places = kit.readings(box.position), list(box.moves)
    return {
        colour: min((colour, *colours_for(readings, move)), key=places.index)
        for colour, move in box.moves.items()
    }


def pasts_of(logbook: Logbook, games: int = GAMES) -> dict[int, Past]:
    """Return the past of each box in the last games, so many.

    What was taken back did not happen; in a greedy exhibition nothing is drawn at random.
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
        self._by_lot, self._pause = True, 0

    def take(self, action: Sequence[Entry]) -> None:
        first = action[0]
        if first.kind in COUNTS:
            _count(self._kit, action, self._pasts, self._pause)
        elif first.kind is Kind.REFUSED:
            self._pasts[first.bead.box].refuse(first.bead.colour)
        else:
            self._pause = first.number
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
            self._pasts[entry.box].count(self._pause, agrees=True)


def _without_slips(entries: Sequence[Entry]) -> list[Entry]:
    """Return entries without refused draws behind which the program was left,
    if a draw from the box corrected it, or nothing was done since.
    """
    return [
        entry
        for entry, behind in zip_longest(entries, entries[1:])
        if entry.why != UNSURE
        or not (behind is None or (behind.kind is Kind.BEAD and behind.box == entry.box))
    ]


def _count(kit: Kit, action: Sequence[Entry], pasts: Mapping[int, Past], pause: int) -> None:
    """Take in what was counted; a box is, where all its colours are named."""
    counts: defaultdict[int, list[Adjustment]] = defaultdict(list)
    for change in adjustments_in(action):
        counts[change.box].append(change)
    for number, own in counts.items():
        past = pasts[number]
        if len(own) == len(kit.box(number).moves):
            past.count(pause, agrees=not any(change.change for change in own))
        for _, colour, beads, _ in own:
            past.count_alone(colour, beads, pause)
    if any(entry.kind is Kind.STOCKTAKE for entry in action):
        for past in pasts.values():
            past.count(pause, agrees=True, all_boxes=True)


def _adjust(past: Past, change: Adjustment, before: Mapping[str, int]) -> None:
    """Take in a line of a list, or beads that an empty box got or a full one lost."""
    _, colour, beads, why = change
    if why in (Why.REFILL, Why.HALVED):
        past.change(colour, beads)
        return
    if why is Why.TAKEN:
        past.draw(colour, before)  # and put right at once
    past.do(colour, beads)


class ColourDrawn(NamedTuple):
    """How often colours were drawn, and were due by the logbook, and the variance of that."""

    colours: tuple[str, ...]
    drawn: int
    due: float
    variance: float

    @property
    def difference(self) -> float:
        return self.drawn - self.due

    def surprise(self) -> float:
        """Return how many standard deviations it is off."""
        return self.difference / sqrt(self.variance) if self.variance else 0.0


def drawn_of(draws: Iterable[BoxDraw], colours: Sequence[str]) -> ColourDrawn:
    """Return how often any of these colours came; what was refused was not due."""
    drawn, due, variance = 0, 0.0, 0.0
    for draw in draws:
        total = sum(draw.held.values())
        if not draw.is_refused:
            chance = sum(draw.held.get(colour, 0) for colour in colours) / total
            drawn += draw.colour in colours
            due += chance
            variance += chance * (1 - chance)
    return ColourDrawn(tuple(colours), drawn, due, variance)
