"""Runs of entry numbers, as people write them."""

from collections.abc import Collection, Iterable, Sequence


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and last number of each unbroken run; `numbers` are in order."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1] = found[-1][0], number
        else:
            found.append((number, number))
    return found


LONGEST_LIST = 8
"""How many runs are named; of the others only the number is."""


def listed_runs(found: Sequence[tuple[int, int]]) -> str:
    """Return runs of entries as people write them, such as `1 to 12, 14`."""
    told = [
        str(first) if first == last else f"{first} to {last}"
        for first, last in found[:LONGEST_LIST]
    ]
    more = [f"and {len(found) - LONGEST_LIST} more parts"] if len(found) > LONGEST_LIST else []
    return ", ".join([*told, *more])


def not_as_written(lost: Collection[int]) -> str:
    """Return that these entries are damaged, as the beginning of a sentence."""
    many = len(lost) > 1
    return (
        f"entr{'ies' if many else 'y'} {listed_runs(runs(lost))} "
        f"{'are' if many else 'is'} not as {'they were' if many else 'it was'} written"
    )
