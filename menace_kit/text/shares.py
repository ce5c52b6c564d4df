"""Shares of a whole in percent, which add up to 100 unless equal ones would differ."""

import math
from collections.abc import Sequence

from menace_kit.text.words import Phrase, Words


class Chance(Phrase):
    """How likely a bead of one colour is, in whole percent: one of the shares of its box.

    `beads` are the counts of all colours, `place` is the index of the colour among them.
    """

    beads: tuple[int, ...]
    place: int

    def told(self, words: Words) -> str:
        return shares(words, self.beads)[self.place]


def shares(words: Words, amounts: Sequence[float], decimals: int = 0) -> list[str]:
    """Return each amount as percent of all, rounded as `parts_of_100` does."""
    parts = [amount / (sum(amounts) or 1) for amount in amounts]
    rounded = parts_of_100(amounts, decimals)
    return [words.share(part, decimals, told) for part, told in zip(parts, rounded, strict=True)]


def parts_of_100(amounts: Sequence[float], decimals: int = 0) -> list[float]:
    """Return each amount as percent of all, with so many decimals; all 0 if the sum is 0.

    What rounding down leaves over goes to those with the largest remainders, as long as there is
    enough for all equal ones. Otherwise these are rounded: three thirds are 33 each, six sixths 17.
    """
    total, unit = sum(amounts), 10**decimals
    if not total:
        return [0.0] * len(amounts)
    exact = [100 * unit * amount / total for amount in amounts]
    whole = [math.floor(part + 1e-9) for part in exact]
    left = 100 * unit - sum(whole)

    def most_left(amount: float) -> tuple[float, int]:
        place = amounts.index(amount)
        return round(exact[place] - whole[place], 9), amounts.count(amount)

    for amount in sorted(set(amounts), key=most_left, reverse=True):
        alike = [place for place, other in enumerate(amounts) if other == amount]
        if not left:
            break
        fits = len(alike) <= left
        left = left - len(alike) if fits else 0
        for place in alike:
            whole[place] = whole[place] + 1 if fits else round(exact[place])
    return [part / unit for part in whole]
