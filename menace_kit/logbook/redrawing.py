"""Redraws all draws at random by the logbook, to see how far off the real draws are.

The first column of every sum is what was really drawn, the others are the redrawings.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import log, sqrt
from operator import mul
from random import Random
from struct import unpack

from menace_kit.logbook.box_draws import BoxDraw, Past
from menace_kit.logbook.stories import LISTS

REDRAWN = 499
"""How many redrawings there are."""

SPREAD = 1.0
"""The least variance of a sum that counts: a single bead of a rare colour is a surprise."""

REFUSED = 1 / 500
"""Expected share of draws that are refused by mistake and not corrected with the next key."""


Columns = Sequence[float]
"""What a sum came to really, then in each redrawing."""

COLUMNS = 1 + REDRAWN

WIDTH = 4
"""Bytes of a column in the integer with all columns of a sum.

So one addition adds a draw to all columns.
"""

FINE = 1000
"""Logarithms are added up as integers, in units of 1 / FINE."""


class _Sum:
    """A sum over draws; the worth and the chance of each colour are known."""

    def __init__(self) -> None:
        self.columns = 0
        self.mean = self.variance = 0.0

    def take(self, chances: Sequence[float], worth: Sequence[int], came: Sequence[int]) -> None:
        """Add a draw; `came` has, for each colour, a 1 in every column in which it was drawn."""
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

    The keys: `("draws",)` and `("moves", n)` are how unlikely the draws are by the logbook,
    `("colours", colour)` and `("box", number, colour)` how often a colour was drawn, and `("lists",
    story)` how much likelier a story about updates makes the draws than the logbook does.
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
    """Add a draw to each sum, unless its box held only one colour."""
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
    """Return the colour drawn in each redrawing, as an index into `beads`.

    Random bytes each stand for a bead; those that are left over are dropped.
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
    """Return a 1 in each column in which a colour was drawn."""
    columns = bytearray(WIDTH * COLUMNS)
    columns[::WIDTH] = row.translate(_ones(place))
    return int.from_bytes(columns, "little")


@cache
def _ones(place: int) -> bytes:
    """Return a translation table that maps this byte to 1 and all others to 0."""
    return bytes(place == other for other in range(256))


def _fine(worths: Iterable[float]) -> list[int]:
    """Return the worths of colours as integers, the least of them 0."""
    worth = [round(FINE * each) for each in worths]
    least = min(worth)
    return [each - least for each in worth]


def _shares(beads: Sequence[float]) -> list[float]:
    total = sum(beads)
    return [count / total for count in beads]


def highest(all_columns: Iterable[Columns]) -> Columns:
    return [max(own) for own in zip(*all_columns, strict=True)]


def together(all_columns: Iterable[Columns]) -> Columns:
    return [sum(each * each for each in own) for own in zip(*all_columns, strict=True)]


def shares_as_high(columns: Columns) -> Columns:
    """Return, for each column, the share of all columns that are at least as high."""
    order, many = sorted(columns), len(columns)
    return [(many - bisect_left(order, own)) / many for own in columns]


def refusals(draws: int, refused: int, random: Random) -> Columns:
    """Return the number of refused draws: the real one, then by mistake alone in each redrawing."""
    found = [float(refused)]
    for _ in range(REDRAWN):
        at, many = random.expovariate(REFUSED), 0
        while at < draws:
            at += random.expovariate(REFUSED)
            many += 1
        found.append(float(many))
    return found


def stepped_down(columns: Mapping[int, Columns]) -> dict[int, float]:
    """Return box number -> its level, corrected for the number of boxes, the smallest first.

    Each box is compared with the maximum of all boxes that scored no higher, and its level is at
    least that of any box that scored higher (P. H. Westfall, S. S. Young, Resampling-based multiple
    testing, 1993).
    """
    order = sorted(columns, key=lambda number: (-columns[number][0], number))
    highest: Columns = ()
    own: dict[int, float] = {}
    for number in reversed(order):
        highest = list(map(max, highest or columns[number], columns[number]))
        as_high = sum(each >= columns[number][0] for each in highest[1:])
        own[number] = (1 + as_high) / len(highest)
    return dict(zip(order, accumulate((own[number] for number in order), max), strict=True))
