"""What does not fit is refused by how much, and what is not refused does fit:
any container, any name.
"""

import re
from dataclasses import replace

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from menace_kit.errors import FitError, GlyphError
from menace_kit.layout.label_plan import LabelOrder, label_plan
from menace_kit.layout.label_sheets import labels_document
from menace_kit.layout.sheets.shopping import shopping_document
from menace_kit.layout.text.typesetting import text_width
from menace_kit.machine.kit import Kit
from menace_kit.workshop.shopping import shopping_list
from tests.examples import examples
from tests.layout.geometry import document_faults, label_faults, outlines
from tests.layout.kits import drawn_label, in_cabinet, in_container, preset

BY_HOW_MUCH = re.compile(r"by (\d+\.\d) mm")


def refusal(kit: Kit) -> str:
    with pytest.raises(FitError) as caught:
        label_plan(kit)
    assert isinstance(caught.value, ValueError)
    return str(caught.value)


def test_a_label_that_is_too_low_is_refused_by_how_much() -> None:
    said = refusal(in_container(preset("michie-1961"), (36.5, 8.5)))
    assert "a label 8 mm high is too low for a board that can be read: by 1.7 mm" in said


def test_a_label_that_is_too_narrow_is_refused_by_how_much() -> None:
    said = refusal(in_container(in_cabinet(preset("michie-1961")), (20.5, 15.0)))
    assert (
        "a label of 20 x 14.5 mm is too narrow by 2.0 mm for the number and words beside its board"
        in said
    )
    assert said.endswith("take a larger container or stock, or leave out the cabinet")
    said = refusal(in_container(preset("michie-1961"), (25.0, 11.6), pull=5))
    assert "beside its board and the drawer pull; take" in said
    assert said.endswith("or stock, or leave out the pull")
    assert refusal(in_container(preset("scroggs"), (20.0, 11.6))).endswith("container or stock")


def test_a_label_whose_words_only_have_room_below_is_refused_by_how_much_it_is_too_low() -> None:
    said = refusal(in_container(in_cabinet(preset("michie-1961")), (20.5, 17.0)))
    assert (
        "a label of 20 x 16.5 mm is too low by 0.3 mm for the number and words below its board"
        in said
    )
    label_plan(in_container(in_cabinet(preset("michie-1961")), (20.5, 17.3)))


def test_a_board_gives_way_to_the_words_before_a_label_is_refused() -> None:
    """Beside it first, then below it."""
    wide, narrower, narrow = (
        label_plan(in_container(preset("michie-1961"), (width, 19.5))).style
        for width in (50, 26, 24)
    )
    assert wide.board > 17
    assert 8.25 <= narrower.board < 10
    assert not narrower.words_below
    assert 8.25 <= narrow.board < 12
    assert narrow.words_below


def test_as_much_larger_as_a_refusal_says_is_enough() -> None:
    for name in ("michie-1961", "scroggs", "both-players"):
        for outer, grows in (((36.5, 8.5), (0, 1)), ((20.0, 11.6), (1, 0)), ((12.0, 20.0), (1, 0))):
            found = BY_HOW_MUCH.search(refusal(in_container(preset(name), outer)))
            assert found is not None
            enough, too_small = (
                in_container(preset(name), (outer[0] + grows[0] * more, outer[1] + grows[1] * more))
                for more in (float(found[1]), float(found[1]) - 0.11)
            )
            label_plan(enough)
            refusal(too_small)


def test_a_drawer_pull_larger_than_the_label_is_refused_by_how_much() -> None:
    said = refusal(in_container(preset("michie-1961"), (60, 11.6), pull=12))
    assert "a drawer pull of 12 mm is too large for a label 11.1 mm high by 2.3 mm" in said


def test_corners_that_would_cut_into_the_drawing_are_refused_by_how_much() -> None:
    label_plan(in_container(preset("michie-1961"), (40, 15), corner=2.3))
    assert "are too round by 1.7 mm" in refusal(
        in_container(preset("michie-1961"), (40, 15), corner=4)
    )


@given(
    width=st.floats(20, 120),
    height=st.floats(6, 60),
    pull=st.sampled_from([0.0, 0.5, 5.0, 9.0]),
    tab=st.sampled_from([0.0, 0.4, 2.0, 8.0]),
    corner=st.sampled_from([0.0, 1.0, 2.3]),
    name=st.sampled_from(["michie-1961", "scroggs", "both-players", "van-woudenberg"]),
)
@examples(5, 200)
def test_a_container_is_fitted_or_refused(
    width: float, height: float, pull: float, tab: float, corner: float, name: str
) -> None:
    kit = in_container(
        preset(name), (width, height), pull=pull, tab_above=min(tab, height / 2), corner=corner
    )
    some = tuple(kit.boxes[::37]) + kit.boxes[-1:]
    try:
        document = labels_document(kit, LabelOrder(some))
        style = label_plan(kit).style
    except FitError as error:
        refused = str(error)
    else:
        refused = ""
    event("refused" if refused else "fitted")
    if refused:
        assert BY_HOW_MUCH.search(refused)
        return
    for box in some:
        assert label_faults(drawn_label(kit, style, box), style) == []
    assert document_faults(document) == []
    assert sum(len(outlines(page)) for page in document.pages[1:]) == len(some)


printable = st.characters().filter(str.isprintable)
names = st.text(printable, min_size=1, max_size=80) | st.text(
    st.characters(codec="latin-1").filter(str.isprintable), min_size=1, max_size=80
)


@given(name=names)
@examples(3, 80)
def test_a_name_is_printed_or_refused(name: str) -> None:
    kit = preset("nim-8")
    kit = replace(kit, spec=kit.spec.model_copy(update={"name": name}))
    try:
        text_width(name, 8)
    except GlyphError:
        with pytest.raises(GlyphError, match="cannot be printed"):
            shopping_document(kit, shopping_list(kit, 1, 1))
        return
    documents = [
        shopping_document(kit, shopping_list(kit, 1, 1)),
        labels_document(kit, LabelOrder(kit.boxes[:3])),
    ]
    for document in documents:
        assert document_faults(document) == []
