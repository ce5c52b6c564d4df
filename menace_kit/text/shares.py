"""Shares of a whole in percent, which add up to 100."""

import math
from collections.abc import Sequence

from menace_kit.text.words import Words


def shares(words: Words, amounts: Sequence[float], decimals: int = 0) -> list[str]:
    """Return each amount as percent of all; what rounding leaves over goes to those
    with the largest remainders.

    One that is not 0 is never told as 0, and one that is not all of it never as 100.
    """
    unit, total = 10**-decimals, sum(amounts)
    least, most = words.percent(unit, decimals), words.percent(100 - unit, decimals)
    told = []
    for amount, part in zip(amounts, parts_of_100(amounts, decimals), strict=True):
        if amount and not part:
            told.append(f"< {least}")
        elif part == 100 and amount < total:
            told.append(f"> {most}")
        else:
            told.append(words.percent(part, decimals))
    return told


def parts_of_100(amounts: Sequence[float], decimals: int = 0) -> list[float]:
    """Return the same as numbers with so many decimals; all 0 where there is nothing."""
    total, unit = sum(amounts), 10**decimals
    if not total:
        return [0.0] * len(amounts)
    exact = [100 * unit * amount / total for amount in amounts]
    whole = [math.floor(part + 1e-9) for part in exact]
    by_remainder = sorted(
        range(len(exact)), key=lambda place: round(whole[place] - exact[place], 9)
    )
    for place in by_remainder[: 100 * unit - sum(whole)]:
        whole[place] += 1
    return [part / unit for part in whole]
