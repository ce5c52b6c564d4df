"""Positions without a box: as many as the published counts leave out."""

import pytest

from menace_kit.machine.kit import load_preset
from menace_kit.machine.learning import PositionsWithoutBox, positions_without_box


@pytest.mark.parametrize(
    ("preset", "missing"),
    [
        ("michie-1961", PositionsWithoutBox(forced=34, lost=0)),
        ("michie-1961-287", PositionsWithoutBox(forced=34, lost=17)),
        ("second-player", PositionsWithoutBox(forced=0, lost=0)),
        ("both-players", PositionsWithoutBox(forced=34, lost=0)),
        ("van-woudenberg", PositionsWithoutBox(forced=0, lost=0)),
    ],
)
def test_how_many_positions_have_no_box(preset: str, missing: PositionsWithoutBox) -> None:
    assert positions_without_box(load_preset(preset)) == missing
