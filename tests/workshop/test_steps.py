"""The steps of building a kit, and what is done with every batch by itself."""

import pytest

from menace_kit.workshop.steps import AT_ONCE, SHEETS, building_steps
from tests.examples import preset


@pytest.mark.parametrize(("machines", "together"), [(1, AT_ONCE), (3, (*AT_ONCE, *SHEETS))])
def test_what_is_done_once_or_with_whole_sheets_is_done_with_no_batch(
    machines: int, together: tuple[str, ...]
) -> None:
    kit = preset("her-19")
    steps = building_steps(kit, machines)
    assert {step.name: step.by_batch for step in steps} == {
        step.name: step.name not in together for step in steps
    }
    assert {step.boxes for step in steps} == {19 * machines}
