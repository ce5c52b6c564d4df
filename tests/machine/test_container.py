"""Containers and beads: measured sizes, and what fits."""

from typing import Any

import pytest

from menace_kit.errors import KitError
from menace_kit.machine.containers import Container, ContainerKind
from menace_kit.machine.sizes import BeadSize, shakeable_beads, tray_capacity
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import TemplateKind, load_template, template_path
from tests.examples import preset
from tests.machine.conftest import Complaint


def bead(name: str) -> BeadSize:
    return load_template(BeadSize, TemplateKind.BEADS, name)


def container(**changes: object) -> Container:
    box: dict[str, Any] = {
        "title": "Mine",
        "source": "me",
        "outer": {"length": 53, "width": 36.5, "height": 11.6},
        "tray": {"length": 51, "width": 33.5, "height": 10},
    }
    return parse_table(Container, box | changes, "my.toml")


@pytest.mark.parametrize(
    ("name", "brim_full", "shakeable"),
    [("hama-midi", 104, 52), ("pony", 26, 13), ("hama-mini", 835, 417)],
)
def test_beads_that_fit_a_tray_of_51_by_33_5_by_10_mm(
    name: str, brim_full: int, shakeable: int
) -> None:
    tray = preset("michie-1961").container.tray
    assert (tray.length, tray.width, tray.height) == (51, 33.5, 10)
    assert (tray_capacity(tray, bead(name)), shakeable_beads(tray, bead(name))) == (
        brim_full,
        shakeable,
    )


def test_which_sentences_are_used_follows_from_the_kind() -> None:
    told = {kind.value: " ".join(kind.endings) for kind in ContainerKind}
    assert told == {
        "matchbox": "",
        "flat-matchbox": "flat-matchbox",
        "fold-up": "fold-up matchless",
        **{
            kind: f"{kind} open matchless"
            for kind in ("drawer", "cup", "carton", "envelope", "mat")
        },
    }


def test_the_tray_is_smaller_than_the_box() -> None:
    for side, outer in (("length", "53"), ("width", "36.5"), ("height", "11.6")):
        tray = {"length": 51, "width": 33.5, "height": 10} | {side: 60}
        with pytest.raises(KitError) as caught:
            container(tray=tray)
        assert str(caught.value).startswith(
            f"my.toml: tray.{side} is 60 mm, but the box outside is only {outer} mm; are two sides "
        )
    with pytest.raises(KitError, match=r"inside\.height is 11\.6 mm, but its outside is only"):
        container(kind="cup", tray={"length": 51, "width": 33.5, "height": 11.6})


def test_a_label_is_as_large_as_the_trays_end_that_passes_the_sleeve_unless_it_has_sizes() -> None:
    """Its end is its inside and the card: two sides and a bottom.

    A sleeve takes half a millimetre off the front.
    """
    assert (container().label_width, container().label_height) == (34.5, 10.5)
    tight = container(tray={"length": 51, "width": 35.5, "height": 10.7})
    assert (tight.label_width, tight.label_height) == (36.0, 11.1)
    sized = container(label={"width": 30})
    assert (sized.label_width, sized.label_height) == (30, 10.5)


def test_a_label_of_what_has_no_tray_is_its_front_less_half_a_millimetre() -> None:
    drawer = container(kind="drawer")
    assert (drawer.label_width, drawer.label_height) == (36.0, 11.1)


def test_a_label_of_a_flat_matchbox_is_on_top_and_lies_along_it() -> None:
    flat = container(kind="flat-matchbox")
    assert (flat.label_width, flat.label_height) == (52.5, 36.0)
    for label in ({"pull": 5}, {"tab-above": 3}, {"tab-below": 3}):
        with pytest.raises(
            KitError, match=r"kind = 'flat-matchbox' has it elsewhere: leave them out"
        ):
            container(kind="flat-matchbox", label=label)
    with pytest.raises(KitError, match=r"the box's top is only 53 mm"):
        container(kind="flat-matchbox", label={"width": 54})


def test_tabs_are_only_where_they_fold_on_a_tray() -> None:
    """The upper one folds at the edge of the tray:
    a label that is higher than its end would keep it from there.
    """
    assert container(label={"height": 11, "tab-above": 8}).label_height == 11
    high = (
        r"my\.toml: label\.height is 11\.1 mm, but the tray's end is only 10\.5 mm high: "
        r"a tab would not fold"
    )
    for tab in ("tab-above", "tab-below"):
        with pytest.raises(KitError, match=high):
            container(label={"height": 11.1, tab: 8})
        with pytest.raises(KitError, match=r"kind = 'cup' has it elsewhere: leave them out"):
            container(kind="cup", label={tab: 8})
    # Where nobody measured the tray, nobody knows.
    estimated = {"length": 51, "width": 33.5, "height": 10, "measured": False}
    assert container(label={"height": 11.6, "tab-above": 8}, tray=estimated).label_height == 11.6


def test_the_inside_of_what_has_no_tray_is_called_inside_and_may_be_round() -> None:
    size = {"length": 60, "width": 60, "height": 80}
    outer = {"length": 62, "width": 62, "height": 82}
    parts = {"title": "Mine", "source": "me", "kind": "cup", "outer": outer}
    square, cup = (
        parse_table(Container, {**parts, "inside": {**size, "round": is_round}}, "cup.toml").tray
        for is_round in (False, True)
    )
    assert square.volume == 288_000
    assert tray_capacity(cup, bead("pony")) == int(226_194.67 * 0.6 / 381.7)
    assert tray_capacity(cup, bead("pony")) < tray_capacity(square, bead("pony"))


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ({"width": 90}, "width is 90 mm, but the front is only 36.5 mm: too large by 53.5 mm"),
        ({"height": 12}, "height is 12 mm, but the front is only 11.6 mm: too large by 0.4 mm"),
        (
            {"tab-above": 10.5},
            "tab-above is 10.5 mm, but the tray's height, inside which it is glued, "
            "is only 10 mm: too large by 0.5 mm",
        ),
        (
            {"tab-below": 60},
            "tab-below is 60 mm, but the box's length, under which it is glued, "
            "is only 53 mm: too large by 7 mm",
        ),
    ],
)
def test_a_label_larger_than_its_box_is_refused_by_how_much(
    label: dict[str, float], said: str
) -> None:
    with pytest.raises(KitError) as caught:
        container(label=label)
    assert str(caught.value) == f"my.toml: label.{said}"


def test_a_label_may_be_as_large_as_its_box() -> None:
    assert container(label={"width": 36.5, "height": 11.6}).label_width == 36.5
    assert container(label={"width": 36.5, "tab-above": 10, "tab-below": 53}).label_width == 36.5


def test_the_form_for_ones_own_box_is_refused_until_it_is_measured(complaint: Complaint) -> None:
    message = complaint('print.container = "measure-your-own"')
    assert message.startswith(str(template_path(TemplateKind.CONTAINERS, "measure-your-own")))
    assert (
        "outer.length, outer.width, outer.height, tray.length, tray.width, tray.height" in message
    )
    for needed in (
        "Measure your own box with a ruler",
        "copy of this file beside your kit.toml",
        "[print]",
    ):
        assert needed in message
    assert "\n" not in message


def test_half_a_form_is_refused_with_what_is_still_to_be_measured() -> None:
    with pytest.raises(KitError, match=r"still 0: outer\.width, tray\.height\. Measure"):
        container(
            outer={"length": 53, "width": 0, "height": 11.6},
            tray={"length": 51, "width": 33.5, "height": 0},
        )
