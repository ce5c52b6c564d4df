"""What machines need comes with the program for every preset,
and a figure that is out of date is never taken.
"""

from itertools import pairwise

import pytest

from benchmarks.forecasts import sizes
from menace_kit.files import templates_folder
from menace_kit.machine.learning import allowed_in_boxes
from menace_kit.machine.toml_files import read_toml
from menace_kit.workshop.forecasts import ANY_NUMBER, SimulatedNeed, forecast_key, shipped_need
from tests.examples import PRESETS, preset
from tests.machine.conftest import KitOf

RENAMED = """
[beads]
palette = "tol-muted"
"""


def test_the_file_has_each_preset_in_boxes_of_each_size_and_nothing_else() -> None:
    shipped = read_toml(templates_folder() / "forecasts.toml")["needs"]
    presets = {forecast_key(preset(name)): preset(name) for name in PRESETS}
    assert shipped.keys() == presets.keys(), "run `make forecasts`"
    for key, kit in presets.items():
        *limited, last = shipped[key]
        assert last == ANY_NUMBER
        # In larger ones no box is ever halved.
        assert limited == [str(size) for size in sizes(kit)][: len(limited)], "run `make forecasts`"


@pytest.mark.parametrize("name", ["her-19", "both-players"])
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
        "[beads]\nstart = [5, 3, 2, 1]",
        "[shopping]\ngames = 301",
    ],
)
def test_a_machine_by_other_rules_has_no_figure(kit_of: KitOf, changed: str) -> None:
    assert shipped_need(kit_of("")) is not None
    assert shipped_need(kit_of(changed)) is None


def need_above(kit_of: KitOf, above: int) -> SimulatedNeed:
    need = shipped_need(kit_of(f"[learning]\nfull-above = {above}"))
    assert need is not None
    return need


def test_boxes_of_ones_own_size_need_what_the_next_larger_ones_do(kit_of: KitOf) -> None:
    matchbox = kit_of("")
    assert allowed_in_boxes(matchbox) == 52
    assert need_above(kit_of, 51) == shipped_need(matchbox) == need_above(kit_of, 52)
    assert need_above(kit_of, 53) != need_above(kit_of, 52)
    assert need_above(kit_of, 2) == need_above(kit_of, 5)


def test_what_is_enough_in_larger_boxes_is_enough_in_smaller_ones() -> None:
    for shipped in read_toml(templates_folder() / "forecasts.toml")["needs"].values():
        for smaller, larger in pairwise(shipped.values()):
            # Each size was played with other games than the next, so chance makes a little of it.
            assert larger["total"] >= 0.99 * smaller["total"]
            assert larger["halved"][1] <= smaller["halved"][1]
