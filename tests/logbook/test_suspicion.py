"""The verdict on machines that lived through many games."""

from dataclasses import replace

import pytest

from benchmarks.slips import FAULTS, GOOD, SETS
from menace_kit.logbook.likely_reason import LikelyReason
from menace_kit.logbook.stories import Story
from tests.logbook.careers import lived


def test_a_good_machine_fits_its_logbook_though_an_operator_mistypes() -> None:
    assert lived(GOOD, SETS["tuned"]).fits


@pytest.mark.parametrize(
    ("place", "games", "reason"),
    [
        (0, 300, LikelyReason(Story.EASILY, ("green",), times=1.4)),
        (3, 50, LikelyReason(Story.KEPT)),
        (5, 50, LikelyReason(Story.COLOURS, ("amber", "red"))),
    ],
)
def test_a_fault_is_found_and_what_it_is(place: int, games: int, reason: LikelyReason) -> None:
    found = lived(FAULTS[place], SETS["tuned"] + 1000 * place + 1, games)
    assert not found.fits
    assert found.reason is not None
    assert replace(found.reason, times=reason.times) == reason
    assert found.reason.times == pytest.approx(reason.times, abs=0.2)


def test_a_fault_of_one_box_names_that_box_and_no_reason_for_all() -> None:
    found = lived(FAULTS[2], SETS["tuned"] + 2000 + 1)
    assert (found.suspected[0].box, found.reason) == (1, None)


@pytest.mark.prove
def test_of_100_good_machines_few_seem_not_to_fit() -> None:
    assert sum(not lived(GOOD, seed).fits for seed in range(100)) <= 10
