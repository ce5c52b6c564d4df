"""The verdict on machines that lived through many games."""

import pytest

from benchmarks.slips import FAULTS, GOOD, SETS
from menace_kit.logbook.stories import Story
from tests.logbook.careers import lived


def test_a_good_machine_fits_its_logbook_though_an_operator_mistypes() -> None:
    assert lived(GOOD, SETS["tuned"]).fits


@pytest.mark.parametrize(
    ("place", "games", "story"),
    [(0, 300, Story.EASILY), (3, 50, Story.KEPT), (5, 50, Story.COLOURS)],
)
def test_a_fault_is_found_and_what_it_is(place: int, games: int, story: Story) -> None:
    found = lived(FAULTS[place], SETS["tuned"] + 1000 * place + 1, games)
    assert not found.fits
    assert found.reason is not None
    assert found.reason.story is story


def test_a_colour_that_comes_more_easily_is_named_with_how_often_it_came() -> None:
    found = lived(FAULTS[0], SETS["tuned"] + 1)
    assert found.reason is not None
    assert found.reason.colours == ("green",)
    assert 1.2 < found.reason.times < 1.6


def test_a_fault_of_one_box_names_that_box_and_no_reason_for_all() -> None:
    found = lived(FAULTS[2], SETS["tuned"] + 2000 + 1)
    assert (found.suspected[0].box, found.reason) == (1, None)


@pytest.mark.prove
def test_of_100_good_machines_few_seem_not_to_fit() -> None:
    assert sum(not lived(GOOD, seed).fits for seed in range(100)) <= 10
