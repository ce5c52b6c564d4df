"""The packs to buy: the mix that holds all beads of a colour and costs least."""

from itertools import product

import pytest

from menace_kit.workshop.packs import Pack, best_mix

SHOP = (Pack(50, 1.50), Pack(100, 2.50), Pack(1000, 20.00))


def mix(beads: int, *offered: Pack) -> list[tuple[int, int]]:
    return [(packs.count, packs.pack.size) for packs in best_mix(beads, offered)]


@pytest.mark.parametrize(
    ("beads", "packs"),
    [
        (0, []),
        (1, [(1, 50)]),
        (100, [(1, 100)]),
        (101, [(1, 100), (1, 50)]),
        (359, [(4, 100)]),  # 10.00; three of 100 and two of 50 are 10.50
        (760, [(8, 100)]),  # 20.00, and so is a pack of 1000, which leaves more over
        (801, [(1, 1000)]),
    ],
)
def test_the_cheapest_mix(beads: int, packs: list[tuple[int, int]]) -> None:
    assert mix(beads, *SHOP) == packs


@pytest.mark.parametrize(
    ("beads", "sizes", "packs"),
    [
        (94, (50, 100), [(1, 100)]),  # two of 50 leave as many over, but are one more
        (327, (50, 100, 200), [(1, 200), (1, 100), (1, 50)]),
        (186, (500, 94, 93), [(2, 93)]),
        (187, (500, 94, 93), [(1, 94), (1, 93)]),
        (280, (500, 94, 93), [(1, 94), (2, 93)]),
    ],
)
def test_without_prices_the_fewest_beads_are_left_over(
    beads: int, sizes: tuple[int, ...], packs: list[tuple[int, int]]
) -> None:
    assert mix(beads, *map(Pack, sizes)) == packs


def test_a_price_that_is_missing_makes_none_count() -> None:
    assert mix(1000, Pack(100), Pack(1000, 99.0)) == [(1, 1000)]


def test_no_other_mix_is_better() -> None:
    offered = (Pack(7, 0.7), Pack(12, 1.0), Pack(30, 2.4))
    for beads in range(1, 90):
        best = best_mix(beads, offered)
        found = (
            round(sum(packs.cost or 0 for packs in best), 6),
            sum(packs.beads for packs in best),
            sum(packs.count for packs in best),
        )
        ways = [
            (round(7 * 0.1 * a + b + 2.4 * c, 6), 7 * a + 12 * b + 30 * c, a + b + c)
            for a, b, c in product(range(14), range(9), range(4))
            if 7 * a + 12 * b + 30 * c >= beads
        ]
        assert found == min(ways)
