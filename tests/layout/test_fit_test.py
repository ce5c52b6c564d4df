"""The fit-test page: first, one label of every stage at its real size,
and two rulers that are right.
"""

import pytest

from menace_kit.errors import FitError
from menace_kit.layout.fit_test import sample_boxes
from menace_kit.layout.label_plan import LabelOrder
from menace_kit.layout.label_sheets import labels_document
from menace_kit.layout.marks import Page
from menace_kit.machine.kit import Kit
from tests.examples import PRESETS, all_to_prove
from tests.layout.geometry import outlines, page_faults, texts_of
from tests.layout.kits import (
    CONTAINERS,
    STOCKS,
    every_print,
    in_container,
    numbers_on,
    plan_of,
    preset,
    printed,
)


def fit_test(kit: Kit) -> Page:
    document = labels_document(kit, LabelOrder(kit.boxes[:1]))
    assert len(document.pages) == 2
    return document.pages[0]


@pytest.mark.parametrize("name", all_to_prove(PRESETS, quick=["michie-1961"]))
def test_the_page_can_be_printed_and_shows_every_stage(name: str) -> None:
    for container, paper, stock in every_print():
        if stock != "plain" and (container != CONTAINERS[0] or stock not in STOCKS[::6]):
            continue  # the samples lie on plain paper whatever the stock
        kit = printed(name, container, paper, stock)
        try:
            plan_of(kit)
        except FitError:
            continue
        page = fit_test(kit)
        assert page_faults(page) == []
        shown = [kit.box(number) for number in numbers_on(kit, page)]
        assert {(box.side, box.stage) for box in shown} == set(kit.stages)
        assert shown == list(sample_boxes(kit))
        assert kit.boxes[-1] in shown
        assert len(outlines(page)) == len(shown)


def test_the_page_says_how_much_larger_ready_cut_labels_are() -> None:
    kit = printed("michie-1961", "slim-matchbox", "a4", "avery-l7651")
    said = " ".join(texts_of(fit_test(kit).marks))
    assert "The label sheet's labels are larger than the front" in said
    assert "hold it against the light with a label sheet" in said
    assert "against the light" not in " ".join(texts_of(fit_test(preset("michie-1961")).marks))


@pytest.mark.parametrize(
    ("outer", "said"),
    [
        ((37.0, 21.2), "labels are larger than the front"),
        ((37.7, 20.2), "labels are larger than the front"),
        ((37.7, 20.9), ""),
        ((50.0, 30.0), ""),
    ],
)
def test_an_overhang_is_told_only_where_one_sees_it(outer: tuple[float, float], said: str) -> None:
    kit = in_container(printed("scroggs", "pocket-matchbox", "a4", "avery-l7651"), outer)
    text = " ".join(texts_of(fit_test(kit).marks))
    assert said in text
    assert ("than the front" in text) == bool(said)


def read(kit: Kit) -> str:
    return " ".join(texts_of(fit_test(kit).marks))


@pytest.mark.parametrize("name", all_to_prove(PRESETS, quick=["michie-1961"]))
def test_the_page_explains_a_label_and_the_gluing(name: str) -> None:
    for container, paper, stock in every_print():
        kit = printed(name, container, paper, stock)
        if stock != "plain" and (name, container) != ("michie-1961", CONTAINERS[0]):
            continue
        try:
            style = plan_of(kit).style
        except FitError:
            continue
        said = read(kit)
        assert "What is on a label" in said
        assert ("from crop mark to crop mark" in said) == plan_of(kit).straight
        for colour in kit.colours:
            assert f"{colour.name} {colour.glyph}" in said
        assert ("Fields with a hole" in said) == (
            kit.spec.side != "first" and not kit.game.impartial
        )
        assert ("put the knob in" in said) == (kit.container.label.pull > 0)
        merged = any(
            len(box.playable) < len(kit.game.legal_moves(box.position)) for box in kit.boxes
        )
        assert ("mirror image" in said) == merged
        assert ("Put glue on" in said) == (stock == "plain")
        assert "not on the sleeve" in said
        assert ("fold over and glue inside" in said) == (style.above > 0)
        assert ("fold under and glue" in said) == (style.below > 0)


def test_the_page_says_what_is_counted_on_a_board_as_on_the_last_label() -> None:
    assert (
        "“O·11” helps to find box 304: what is in the centre (□: nothing), and after the dot "
        "how many O and how many X are in the corners."
    ) in read(preset("michie-1961"))
    assert (
        "“01·12” helps to find box 19: how many White and how many Black are in row 1 and row 2, "
        "with a dot between."
    ) in read(preset("her-19"))
    assert "helps to find" not in read(preset("nim-8"))


def test_the_explanation_is_left_out_only_where_labels_take_its_room() -> None:
    for paper in ("a4", "letter"):
        kit = printed("michie-1961", paper="a4" if paper == "a4" else "letter")
        assert "Put glue on" in read(in_container(kit, (58.5, 38.5)))
        assert "Put glue on" not in read(in_container(kit, (100.0, 165.0)))


@pytest.mark.parametrize("outer", [(100.0, 60.0), (160.0, 30.0), (190.0, 40.0)])
def test_of_large_labels_there_are_as_many_as_the_page_has_room_for(
    outer: tuple[float, float],
) -> None:
    kit = in_container(preset("van-woudenberg"), outer)
    page = fit_test(kit)
    assert page_faults(page) == []
    assert 1 <= len(outlines(page)) < len(sample_boxes(kit))


def test_a_label_that_the_page_has_no_room_for_is_refused_by_how_much() -> None:
    kit = in_container(preset("michie-1961"), (36.5, 11.6), tab_below=240.0)
    with pytest.raises(
        FitError,
        match=r"a label of 36 x 251\.1 mm is too large for the fit-test page by \d+\.\d mm",
    ):
        fit_test(kit)
