"""Does what was drawn fit the logbook, and which box is to be counted first?

While the logbook is right, each bead of a box is as likely to come as any other. So every draw
has its chances by the logbook, and whatever is added up over draws has a mean and a spread that
are known. All draws are drawn anew from these chances, again and again; the first column of every
sum is what really came. docs/studies/suspect.md says what is added up, and how much that finds.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial
from itertools import accumulate, combinations, groupby, zip_longest
from math import log, sqrt
from operator import mul
from random import Random
from struct import unpack
from typing import NamedTuple

from menace_kit.frozen import Frozen
from menace_kit.logbook.entries import COUNTS, GREEDY, UNSURE, Entry, Kind, adjustments_in
from menace_kit.logbook.queries import entries_that_hold
from menace_kit.logbook.store import Logbook
from menace_kit.machine.boxes import Box, colours_for
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Adjustment, Why, mixes_well

LEVEL = 0.05
"""Of machines whose logbook is right, at most this share is said not to fit when one asks."""

GAMES = 1000
"""Games that are looked back over."""

FEWEST = 10
"""Draws from a box below which it cannot stand out: a few say little."""

FEW = 50
"""Draws in all below which nothing is said to fit."""

REDRAWN = 499
"""How often all draws are drawn anew."""

SEED = 1979

SPREAD = 1.0
"""The least variance of a sum that is looked at: of a rarer colour one bead is a surprise."""

REFUSED = 1 / 500
"""Draws by mistake, and not corrected with the next key, that the logbook refuses, a draw."""

MISTYPED = 1 / 100
"""Entries that are another colour than was drawn, where stories are weighed."""


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
        """Return the colours that are told as one."""
        return tuple(each for each, first in self._first_of.items() if first == colour)


def _first_of_same(kit: Kit, box: Box) -> dict[str, str]:
    """Return for each colour of a box the first that means the same in some way to hold it."""
    readings, places = kit.readings(box.position), list(box.moves)
    return {
        colour: min((colour, *colours_for(readings, move)), key=places.index)
        for colour, move in box.moves.items()
    }


# The logbook, as what happened to each box


def pasts_of(logbook: Logbook, games: int = GAMES) -> dict[int, Past]:
    """Return the past of each box in the last games, so many.

    What was taken back did not happen; in a greedy exhibition nothing is drawn by lot.
    """
    kit, inside = logbook.kit, logbook.contents()
    entries = _without_slips(entries_that_hold(logbook, games))
    for number, colour, beads, _ in adjustments_in(entries):
        inside[number][colour] -= beads
    pasts = {number: Past(kit, kit.box(number), held) for number, held in inside.items()}
    before: defaultdict[int, Counter[str]] = defaultdict(Counter)
    by_lot, pause = True, 0
    for _, group in groupby(entries, key=lambda entry: entry.action):
        action = tuple(group)
        first = action[0]
        if first.kind in COUNTS:
            _count(kit, action, pasts, pause)
            continue
        if first.kind is Kind.REFUSED:
            pasts[first.box or 0].refuse(first.colour or "")
            continue
        pause = first.number
        for entry in action:
            if entry.kind is Kind.START:
                before.clear()
                by_lot = entry.why != GREEDY
            elif entry.kind is Kind.BEAD and entry.box and entry.colour:
                if by_lot:
                    pasts[entry.box].draw(entry.colour, before[entry.box])
                before[entry.box][entry.colour] += 1
            elif entry.kind is Kind.EMPTY and entry.box:
                pasts[entry.box].count(pause, agrees=True)
        for change in adjustments_in(action):
            _adjust(pasts[change.box], change, before[change.box])
    return pasts


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


# All draws anew

Columns = Sequence[float]
"""What a sum came to, and then in each redrawing."""

COLUMNS = 1 + REDRAWN

WIDTH = 4
"""Bytes of a column in the whole number that has all columns of a sum:
one addition adds a draw to each of them.
"""

FINE = 1000
"""Parts of one in which logarithms are added up."""


class _Sum:
    """A sum over draws: what each colour that may come is worth is known, and how likely it is."""

    def __init__(self) -> None:
        self.columns = 0
        self.mean = self.variance = 0.0

    def take(self, chances: Sequence[float], worth: Sequence[int], came: Sequence[int]) -> None:
        """Add a draw; `came` has for each colour a 1 in the columns in which it came."""
        self.columns += sum(map(mul, worth, came))
        mean = sum(map(mul, chances, worth))
        self.mean += mean
        self.variance += sum(map(mul, chances, (each**2 for each in worth))) - mean**2

    def with_all_of(self, other: "_Sum") -> None:
        self.columns += other.columns
        self.mean += other.mean
        self.variance += other.variance

    def deviations(self) -> Columns:
        spread = sqrt(self.variance)
        columns = unpack(f"<{COLUMNS}I", self.columns.to_bytes(WIDTH * COLUMNS, "little"))
        return [(each - self.mean) / spread for each in columns]


Key = tuple[object, ...]


def scores(pasts: Mapping[int, Past], random: Random) -> dict[Key, Columns]:
    """Return how far each sum over draws is from its mean, in standard deviations.

    `("draws",)` and `("moves", n)` are how unlikely the logbook finds what came,
    `("colours", colour)` and `("box", number, colour)` how often a colour came, `("lists", story)`
    how much likelier a story of the lists finds it than the logbook.
    """
    sums: defaultdict[Key, _Sum] = defaultdict(_Sum)
    for past in pasts.values():
        for draw in past.settled:
            if not draw.is_refused:
                _score(draw, "before", sums, random)
        for draw in past.draws:
            _score(draw, "box", sums, random)
    for key, own in list(sums.items()):
        if key[0] in ("before", "box"):
            sums["colours", key[2]].with_all_of(own)
        elif key[0] == "moves":
            sums["draws",].with_all_of(own)
    return {
        key: own.deviations()
        for key, own in sums.items()
        if own.variance >= SPREAD and key[0] != "before"
    }


def _score(draw: BoxDraw, where: str, sums: Mapping[Key, _Sum], random: Random) -> None:
    """Add a draw to each sum; where only one colour may come it says nothing."""
    colours = [colour for colour, count in draw.held.items() if count]
    if len(colours) == 1:
        return
    beads = [draw.held[colour] for colour in colours]
    chances = _shares(beads)
    row = bytes([colours.index(draw.colour)]) + _redrawn(beads, random)
    came = [_columns_of(place, row) for place in range(len(colours))]
    sums["moves", draw.move].take(chances, _fine(-log(chance) for chance in chances), came)
    for story, believed in LISTS.items():
        inside = believed(draw)
        told = _shares([inside[colour] for colour in colours])
        if told != chances:
            ratios = _fine(log(own / chance) for own, chance in zip(told, chances, strict=True))
            sums["lists", story].take(chances, ratios, came)
    for place, colour in enumerate(colours):
        is_it = [int(place == other) for other in range(len(colours))]
        sums[where, draw.box, colour].take(chances, is_it, came)


def _redrawn(beads: Sequence[int], random: Random) -> bytes:
    """Return for each redrawing which colour comes, of so many beads each: by bytes at random,
    each of which means a bead, or none.
    """
    total, row = sum(beads), b""
    if total > 256:
        return bytes(random.choices(range(len(beads)), beads, k=REDRAWN))
    of_beads = b"".join(bytes([place]) * count for place, count in enumerate(beads))
    meant = of_beads * (256 // total)
    while len(row) < REDRAWN:
        drawn = random.randbytes(2 * REDRAWN)
        row += drawn.translate(meant.ljust(256, b"-"), bytes(range(len(meant), 256)))
    return row[:REDRAWN]


def _columns_of(place: int, row: bytes) -> int:
    """Return a 1 in each column in which a colour came."""
    columns = bytearray(WIDTH * COLUMNS)
    columns[::WIDTH] = row.translate(_ones(place))
    return int.from_bytes(columns, "little")


@cache
def _ones(place: int) -> bytes:
    """Return what makes of bytes 1 where they are this one, else 0."""
    return bytes(place == other for other in range(256))


def _fine(worths: Iterable[float]) -> list[int]:
    """Return what colours are worth in whole numbers, the least 0."""
    worth = [round(FINE * each) for each in worths]
    least = min(worth)
    return [each - least for each in worth]


def _shares(beads: Sequence[float]) -> list[float]:
    total = sum(beads)
    return [count / total for count in beads]


def _highest(all_columns: Iterable[Columns]) -> Columns:
    return [max(own) for own in zip(*all_columns, strict=True)]


def _together(all_columns: Iterable[Columns]) -> Columns:
    return [sum(each * each for each in own) for own in zip(*all_columns, strict=True)]


def _levels(columns: Columns) -> Columns:
    """Return for each column how many of all come as high, as a share."""
    order, many = sorted(columns), len(columns)
    return [(many - bisect_left(order, own)) / many for own in columns]


def _refusals(draws: int, refused: int, random: Random) -> Columns:
    """Return how many draws were refused, and how many are in each redrawing by mistake alone."""
    found = [float(refused)]
    for _ in range(REDRAWN):
        at, many = random.expovariate(REFUSED), 0
        while at < draws:
            at += random.expovariate(REFUSED)
            many += 1
        found.append(float(many))
    return found


def stepped_down(columns: Mapping[int, Columns]) -> dict[int, float]:
    """Return each box's level, corrected for all boxes, the smallest first.

    A box is measured by the highest of all that came no higher than it, and never found before one
    that came higher (P. H. Westfall, S. S. Young, Resampling-based multiple testing, 1993).
    """
    order = sorted(columns, key=lambda number: (-columns[number][0], number))
    highest: Columns = ()
    own: dict[int, float] = {}
    for number in reversed(order):
        highest = list(map(max, highest or columns[number], columns[number]))
        as_high = sum(each >= columns[number][0] for each in highest[1:])
        own[number] = (1 + as_high) / len(highest)
    return dict(zip(order, accumulate((own[number] for number in order), max), strict=True))


# What may have happened


class Story(Enum):
    """What may have happened to all boxes: one colour comes more easily, or less; losing beads
    stay in; rewards are forgotten; two colours, or two boxes, are swapped.
    """

    EASILY = "easily"
    RARELY = "rarely"
    KEPT = "kept"
    FORGOTTEN = "forgotten"
    COLOURS = "colours"
    BOXES = "boxes"


Believed = Callable[[BoxDraw], Mapping[str, float]]
"""What was really inside at a draw, by a story."""


def _kept(draw: BoxDraw) -> Mapping[str, float]:
    return {colour: count + draw.kept.get(colour, 0) for colour, count in draw.held.items()}


def _forgotten(draw: BoxDraw) -> Mapping[str, float]:
    return {
        colour: max(count - draw.added.get(colour, 0) / 3, count / 10)
        for colour, count in draw.held.items()
    }


LISTS: Mapping[Story, Believed] = {Story.KEPT: _kept, Story.FORGOTTEN: _forgotten}


def _times(colours: Sequence[str], factor: float, draw: BoxDraw) -> Mapping[str, float]:
    return {
        colour: count * (factor if colour in colours else 1) for colour, count in draw.held.items()
    }


def _swapped(one: str, other: str, draw: BoxDraw) -> Mapping[str, float]:
    names = {one: other, other: one}
    return {names.get(colour, colour): count for colour, count in draw.held.items()}


def _in_the_other(inside: Mapping[int, Mapping[str, int]], draw: BoxDraw) -> Mapping[str, float]:
    return inside.get(draw.box, draw.held)


FACTORS = (0.3, 0.5, 0.7, 1.5, 2.0, 3.0, 4.0)
"""How much more easily a colour may come."""

CERTAIN, AHEAD = log(100), log(10)
"""How much likelier a story makes all that was drawn than the logbook does, and than any other
story, so that it is told; as a logarithm.
"""

FAR = 3.0
"""Standard deviations by which a colour is named with another that comes as easily."""


@dataclass(frozen=True)
class LikelyReason:
    """The story that the figures show: its colours, or its boxes,
    and how many times as often these colours came as they should.
    """

    story: Story
    colours: tuple[str, ...] = ()
    boxes: tuple[int, ...] = ()
    times: float = 1.0


def reason_for(
    kit: Kit, pasts: Mapping[int, Past], found: Mapping[Key, Columns]
) -> LikelyReason | None:
    """Return the one story that makes what was drawn by far the likeliest."""
    draws = [draw for past in pasts.values() for draw in past.all_draws]
    weighed = [
        (_log_ratio(kit, draws, believed), place, reason)
        for place, (reason, believed) in enumerate(_stories(pasts, draws, found))
    ]
    weighed.sort(reverse=True)
    if not weighed or weighed[0][0] < CERTAIN:
        return None
    best = weighed[0][2]
    others = [ratio for ratio, _, reason in weighed if reason.story is not best.story]
    return None if others and others[0] > weighed[0][0] - AHEAD else best


def _stories(
    pasts: Mapping[int, Past], draws: Sequence[BoxDraw], found: Mapping[Key, Columns]
) -> Iterable[tuple[LikelyReason, Believed]]:
    """Yield the stories to be weighed, each with what it believes."""
    for story, believed in LISTS.items():
        yield LikelyReason(story), believed
    refused = [draw for draw in draws if draw.is_refused]
    pairs = Counter(
        (min(draw.colour, colour), max(draw.colour, colour))
        for draw in refused
        for colour, count in draw.held.items()
        if count
    )
    for (one, other), _ in pairs.most_common(3):
        yield LikelyReason(Story.COLOURS, (one, other)), partial(_swapped, one, other)
    often = Counter(draw.box for draw in refused).most_common(4)
    for both in combinations(sorted(number for number, _ in often), 2):
        swapped = dict(zip(both, (pasts[number].inside for number in reversed(both)), strict=True))
        yield LikelyReason(Story.BOXES, boxes=both), partial(_in_the_other, swapped)
    for sign, story in ((1, Story.EASILY), (-1, Story.RARELY)):
        far = {str(key[1]): sign * own[0] for key, own in found.items() if key[0] == "colours"}
        colours = tuple(colour for colour in far if far[colour] >= FAR)
        drawn = drawn_of(draws, colours)
        if drawn.surprise() * sign >= FAR and _is_everywhere(draws, colours, sign):
            for factor in FACTORS:
                yield (
                    LikelyReason(story, colours, times=drawn.drawn / drawn.due),
                    partial(_times, colours, factor),
                )


def _is_everywhere(draws: Sequence[BoxDraw], colours: Sequence[str], sign: int) -> bool:
    """Return whether colours come as oddly in the other boxes as in the oddest."""
    of_boxes = {draw.box: list[BoxDraw]() for draw in draws}
    for draw in draws:
        of_boxes[draw.box].append(draw)
    oddest = max(
        of_boxes, key=lambda box: sign * drawn_of(of_boxes[box], colours).difference, default=0
    )
    others = [draw for draw in draws if draw.box != oddest]
    return sign * drawn_of(others, colours).surprise() >= FAR - 1


def _log_ratio(kit: Kit, draws: Iterable[BoxDraw], believed: Believed) -> float:
    """Return how much likelier a story makes what was drawn than the logbook, as a logarithm."""
    slip = MISTYPED / len(kit.colours)
    ratio = 0.0
    for draw in draws:
        inside = believed(draw)
        if inside is not draw.held:
            ratio += log(_chance(inside, draw.colour, slip) / _chance(draw.held, draw.colour, slip))
    return ratio


def _chance(inside: Mapping[str, float], colour: str, slip: float) -> float:
    total = sum(inside.values())
    return slip + (1 - MISTYPED) * (inside.get(colour, 0) / total if total else 0)


# All boxes together


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


class Suspect(Frozen):
    """A box, how often it was drawn from since it was counted, and what that says.

    `level` is corrected for all boxes; up to 5 % the box stands out alone, and so it does where
    `found` is a colour that was in it though by the logbook none was left.
    `colours` begin with the one that is farthest off, `refused` are draws that the logbook refuses.
    """

    box: int
    draws: int
    level: float
    colours: tuple[ColourDrawn, ...]
    refused: tuple[str, ...] = ()
    found: tuple[str, ...] = ()

    @property
    def stands_out(self) -> bool:
        return self.level <= LEVEL or bool(self.found)


class Suspicion(Frozen):
    """What the last games say of the logbook.

    `level` is that of all `levels` together, each of which is a kind of score: up to 5 % what was
    drawn does not fit. `boxes` are in the order in which to count them, `too_full` those from which
    beads were drawn while they held more than shaking mixes, with how many they held.
    """

    games: int
    draws: int
    level: float
    levels: Mapping[str, float]
    reason: LikelyReason | None
    boxes: tuple[Suspect, ...]
    too_full: Mapping[int, int]

    @property
    def fits(self) -> bool:
        return self.level > LEVEL

    @property
    def suspected(self) -> tuple[Suspect, ...]:
        """Return the boxes that stand out alone, the first to count first."""
        return tuple(box for box in self.boxes if box.stands_out)


def suspicion(logbook: Logbook, games: int = GAMES) -> Suspicion:
    """Return whether the draws of the last games fit the logbook, and which boxes to count;
    the same logbook always gives the same.
    """
    with logbook.one_moment():
        pasts, last = pasts_of(logbook, games), logbook.last_game
    return weighed(logbook.kit, pasts, min(games, last))


def weighed(kit: Kit, pasts: Mapping[int, Past], games: int) -> Suspicion:
    """Return what the pasts of all boxes say after so many games."""
    all_draws = [draw for past in pasts.values() for draw in past.all_draws]
    draws = [draw for draw in all_draws if not draw.is_refused]
    refused = len(all_draws) - len(draws) + sum(bool(past.found) for past in pasts.values())
    random = Random(" ".join(f"{draw.box} {draw.colour}" for draw in all_draws))
    found = scores(pasts, random)
    of_boxes = _boxes_scored(pasts, found)
    kinds: dict[str, list[Columns]] = {"refusals": [_refusals(len(draws), refused, random)]}
    for key, own in found.items():
        columns = own if key[0] == "lists" else [abs(each) for each in own]
        if key[0] != "box":
            kinds.setdefault(str(key[0]), []).append(columns)
    kinds["all-colours"] = [_together(kinds.get("colours", ()))]
    kinds["boxes"] = list(of_boxes.values())
    levels = {kind: _levels(_highest(own)) for kind, own in kinds.items() if any(own)}
    lowest = [-min(own) for own in zip(*levels.values(), strict=True)]
    level = _levels(lowest)[0]
    return Suspicion(
        games,
        len(draws),
        level,
        {kind: own[0] for kind, own in levels.items()},
        reason_for(kit, pasts, found) if level <= LEVEL else None,
        _in_order(pasts, of_boxes, level <= LEVEL),
        {number: past.fullest for number, past in pasts.items() if past.fullest > mixes_well(kit)},
    )


def _boxes_scored(pasts: Mapping[int, Past], found: Mapping[Key, Columns]) -> dict[int, Columns]:
    """Return for each box that may stand out how far its oddest colour is off."""
    of_boxes: dict[int, list[Columns]] = {}
    for key, own in found.items():
        if key[0] == "box" and len(pasts[number := int(str(key[1]))].draws) >= FEWEST:
            of_boxes.setdefault(number, []).append([abs(each) for each in own])
    return {number: _highest(own) for number, own in of_boxes.items()}


def _in_order(
    pasts: Mapping[int, Past], of_boxes: Mapping[int, Columns], doubted: bool
) -> tuple[Suspect, ...]:
    """Return the boxes in the order in which to count them; only where what was drawn
    does not fit may one stand out.
    """
    levels = stepped_down(of_boxes)
    boxes = [
        Suspect(
            number,
            len(past.draws),
            levels.get(number, 1.0) if doubted else 1.0,
            past.colours(),
            tuple(draw.colour for draw in past.refused),
            past.found,
        )
        for number, past in sorted(pasts.items())
        if past.draws or past.refused or past.found
    ]

    def urgent(box: Suspect) -> tuple[object, ...]:
        off = abs(box.colours[0].surprise()) if box.colours else 0.0
        return (not box.found, -len(box.refused), box.level, box.draws < FEWEST, -off, box.box)

    return tuple(sorted(boxes, key=urgent))
