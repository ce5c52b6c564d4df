"""What machines need comes with the program for every preset,
and a figure that is out of date is never taken.
"""

import pytest

from benchmarks.forecasts import kits
from menace_kit.files import templates_folder
from menace_kit.machine.toml_files import read_toml
from menace_kit.workshop.forecasts import forecast_key, shipped_need
from tests.examples import PRESETS
from tests.machine.conftest import KitOf, preset

RENAMED = """
[beads]
palette = "tol-muted"
"""


def test_the_file_has_each_preset_in_each_box_and_nothing_else() -> None:
    shipped = read_toml(templates_folder() / "forecasts.toml")["needs"]
    assert set(shipped) == {forecast_key(kit) for kit in kits()}, "run `make forecasts`"


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_never_asked_to_own_fewer_beads_than_fill_its_boxes(name: str) -> None:
    need = shipped_need(preset(name))
    assert need is not None
    for colour, start in preset(name).start_by_colour().items():
        assert need.beads[colour] >= start


def test_other_colours_need_as_many_beads(kit_of: KitOf) -> None:
    michie, renamed = shipped_need(preset("michie-1961")), shipped_need(kit_of(RENAMED))
    assert michie is not None
    assert renamed is not None
    assert list(renamed.beads) != list(michie.beads)
    assert list(renamed.beads.values()) == list(michie.beads.values())


@pytest.mark.parametrize(
    "changed",
    [
        "[learning]\nwin = 4",
        "[learning]\nfull-above = 51",
        "[beads]\nstart = [5, 3, 2, 1]",
        "[shopping]\ngames = 301",
    ],
)
def test_a_machine_by_other_rules_has_no_figure(kit_of: KitOf, changed: str) -> None:
    assert shipped_need(kit_of("")) is not None
    assert shipped_need(kit_of(changed)) is None
