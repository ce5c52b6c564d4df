"""The packs of beads to buy: the cheapest mix of packs that has enough."""

from collections.abc import Sequence
from math import gcd
from typing import NamedTuple

from menace_kit.frozen import Frozen

PER_UNIT_OF_MONEY = 10_000
"""Prices are added as integers, in such parts of a unit, so that equal sums are equal."""


class Pack(NamedTuple):
    """A pack of beads of one colour.

    `size` is the number of beads, `price` None if unknown, `grams` its weight, None if shops count
    the beads.
    """

    size: int
    price: float | None = None
    grams: int | None = None

    def said(self) -> str:
        """Return what a shop calls its size."""
        return f"{self.size}" if self.grams is None else f"{self.grams} g"


def weighed(grams: int, per_gram: float) -> Pack:
    """Return a pack of so many grams, given how many beads weigh a gram."""
    return Pack(max(1, int(grams * per_gram)), grams=grams)


class Packs(Frozen):
    """So many packs of one size."""

    count: int
    pack: Pack

    @property
    def beads(self) -> int:
        return self.count * self.pack.size

    @property
    def cost(self) -> float | None:
        """Return the total price; None if it isn't known."""
        return None if self.pack.price is None else self.count * self.pack.price


def best_mix(beads: int, offered: Sequence[Pack]) -> tuple[Packs, ...]:
    """Return the packs to buy for so many beads, the largest first.

    It is the cheapest mix with enough beads, then the one with the fewest left over, then the one
    with the fewest packs. If any price is unknown, cost doesn't count. The result is exact: the
    best mix for every number of beads is worked out from those for smaller numbers.
    """
    if beads <= 0:
        return ()
    prices = _prices(offered)
    step = gcd(*(pack.size for pack in offered))
    most = beads + max(pack.size for pack in offered)
    best: dict[int, tuple[int, int, Pack | None]] = {0: (0, 0, None)}
    for total in range(step, most + 1, step):
        ways = []
        for pack in offered:
            before = best.get(total - pack.size)
            if before is not None:
                cost, count, _ = before
                ways.append((cost + prices[pack], count + 1, pack))
        if ways:
            best[total] = min(ways, key=lambda way: way[:2])
    enough = [total for total in best if total >= beads]
    chosen = min(enough, key=lambda total: (best[total][0], total, best[total][1]))
    return _unrolled(best, chosen)


def _prices(offered: Sequence[Pack]) -> dict[Pack, int]:
    """Return what each pack costs, or 0 for all if any price is unknown."""
    if any(pack.price is None for pack in offered):
        return dict.fromkeys(offered, 0)
    return {pack: round((pack.price or 0) * PER_UNIT_OF_MONEY) for pack in offered}


def _unrolled(best: dict[int, tuple[int, int, Pack | None]], total: int) -> tuple[Packs, ...]:
    """Return the packs in the best mix for a number of beads."""
    counts: dict[Pack, int] = {}
    while (pack := best[total][2]) is not None:
        counts[pack] = counts.get(pack, 0) + 1
        total -= pack.size
    by_size = sorted(counts, key=lambda pack: pack.size, reverse=True)
    return tuple(Packs(counts[pack], pack) for pack in by_size)
