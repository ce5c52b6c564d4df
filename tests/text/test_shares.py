"""Shares in percent add up to 100, and none is told as nothing or as all that is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.text import load_words
from menace_kit.text.shares import parts_of_100, shares

WORDS = load_words("en")


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=9), st.sampled_from([0, 1]))
def test_shares_that_all_differ_add_up_to_100_and_none_is_off_by_a_unit(
    amounts: list[int], decimals: int
) -> None:
    parts = parts_of_100(amounts, decimals)
    told = dict(zip(amounts, parts, strict=True))
    assert [told[amount] for amount in amounts] == parts  # equal ones are told equally
    if any(amounts) and len(told) == len(amounts):
        assert sum(parts) == pytest.approx(100)
    for amount, part in zip(amounts, parts, strict=True):
        assert not any(amounts) or abs(part - 100 * amount / sum(amounts)) < 10**-decimals


@pytest.mark.parametrize(
    ("amounts", "told"),
    [
        ([1, 1, 1], ["33 %", "33 %", "33 %"]),
        ([1, 1, 4], ["17 %", "17 %", "66 %"]),
        ([1] * 6, ["17 %"] * 6),
        ([999, 1], ["> 99 %", "< 1 %"]),
        ([0, 0], ["0 %", "0 %"]),
        ([7, 0], ["100 %", "0 %"]),
    ],
)
def test_what_rounding_leaves_over_goes_to_the_largest_remainders(
    amounts: list[int], told: list[str]
) -> None:
    assert shares(WORDS, amounts) == told
