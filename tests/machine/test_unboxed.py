"""Positions without a box: as many as the published counts leave out."""

import pytest

from menace_kit.machine.kit import load_preset
from menace_kit.machine.unboxed import Unboxed, unboxed


@pytest.mark.parametrize(
    ("preset", "missing"),
    [
        ("michie-1961", Unboxed(forced=34, lost=0)),
        ("michie-1961-287", Unboxed(forced=34, lost=17)),
        ("second-player", Unboxed(forced=0, lost=0)),
        ("both-players", Unboxed(forced=34, lost=0)),
        ("van-woudenberg", Unboxed(forced=0, lost=0)),
    ],
)
def test_how_many_positions_have_no_box(preset: str, missing: Unboxed) -> None:
    assert unboxed(load_preset(preset)) == missing
