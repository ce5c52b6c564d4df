"""The fence for a tray: its sums, and that one bead lies at its apex."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.errors import FitError
from menace_kit.machine.sizes import BeadSize, TraySize
from menace_kit.workshop.fence import OPENING, Fence, fence

SLIM = TraySize(length=51, width=33.5, height=10)


def bead(diameter: float, length: float | None = None) -> BeadSize:
    return BeadSize(
        title="A test bead", source="a test", diameter=diameter, length=length or diameter
    )


def tray(length: float, width: float, height: float) -> TraySize:
    return TraySize(length=length, width=width, height=height)


fitting = st.tuples(st.floats(2, 9), st.floats(4, 12), st.floats(3, 12)).map(
    lambda sizes: (
        bead(sizes[0]),
        tray(sizes[0] * sizes[1], sizes[0] * sizes[2], sizes[0] + 3),
    )
)


@given(fitting)
def test_the_folded_fence_is_as_wide_as_the_tray_and_its_strip_as_long_as_its_parts(
    made: tuple[BeadSize, TraySize],
) -> None:
    shape = fence(made[1], made[0])
    assert shape.width == pytest.approx(made[1].width)
    places = shape.folded()
    parts = [math.dist(one, other) for one, other in pairwise(places)]
    assert parts == pytest.approx(shape.parts)
    assert shape.length == pytest.approx(sum(parts))
    assert (places[0][0], places[-1][0]) == (0, shape.width)
    assert max(y for _, y in places) <= made[1].length
    assert shape.height < made[1].height


@given(fitting)
def test_one_bead_lies_at_the_apex_with_a_little_play(made: tuple[BeadSize, TraySize]) -> None:
    size = made[0].diameter
    play = apex_play(fence(made[1], made[0]), size)
    assert play == pytest.approx((OPENING - 1) * size, rel=0.01)


def apex_play(shape: Fence, bead: float) -> float:
    """Return how far the middle of a round bead can move from side to side
    while it touches the flat.
    """
    turn = math.atan2(shape.reach, shape.spread)
    return shape.flat - bead * math.tan(turn / 2)


def test_the_fence_of_the_usual_kit() -> None:
    shape = fence(SLIM, bead(5))
    assert shape.flat == pytest.approx(5 * (0.2 + math.tan(math.pi / 8)))
    assert shape.spread == shape.reach == pytest.approx((33.5 - shape.flat) / 2)
    assert (shape.tab, shape.height) == (8, 9)


@pytest.mark.parametrize(
    ("size", "inside", "said"),
    [
        (bead(12), (51, 33.5, 10), r"whose width inside is 33\.5 mm: it needs 36 mm"),
        (bead(5), (18, 33.5, 10), r"whose length inside is 18 mm: it needs 20 mm"),
        (bead(9, 6), (51, 33.5, 5), r"whose height inside is 5 mm: it needs 5\.5 mm"),
    ],
)
def test_a_bead_too_large_for_a_fence_is_refused_with_what_it_needs(
    size: BeadSize, inside: tuple[float, float, float], said: str
) -> None:
    with pytest.raises(
        FitError, match=rf"a bead of \d+ mm is too large for a fence in this tray, {said}"
    ):
        fence(tray(*inside), size)


@pytest.mark.parametrize("size", [bead(7, 3), bead(2, 6)])
def test_a_bead_of_which_two_lie_where_one_is_meant_to_is_refused(size: BeadSize) -> None:
    with pytest.raises(FitError, match=r"beads of \d x \d mm are too slim for a fence"):
        fence(SLIM, size)
