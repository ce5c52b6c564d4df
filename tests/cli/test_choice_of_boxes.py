"""Which boxes are meant by 217,40-52."""

import re
from collections.abc import Iterable
from dataclasses import replace

import pytest

from menace_kit.cli.box_choice import chosen_boxes, parse_numbers
from menace_kit.errors import SelectionError, UnknownNameError
from menace_kit.machine import Kit
from tests.examples import preset


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("7", (7,)),
        ("217,40-43", (217, 40, 41, 42, 43)),
        (" 3 , 1 - 2 ", (3, 1, 2)),
        ("5-5", (5,)),
        ("4–6", (4, 5, 6)),
        ("2,1,2,1-3", (2, 1, 3)),
        ("1-100000", tuple(range(1, 100_001))),
    ],
)
def test_numbers_and_ranges_are_read_in_the_order_written_and_each_once(
    text: str, numbers: tuple[int, ...]
) -> None:
    assert parse_numbers(text) == numbers


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "which boxes? it is empty"),
        ("1,,2", "which boxes? there is nothing before or after a comma in '1,,2'"),
        ("1-", "which boxes? '1-' is not a number or a range"),
        ("1-2-3", "which boxes? '1-2-3' is not a number or a range"),
        ("1 2", "which boxes? '1 2' is not a number or a range"),
        ("1234567", "which boxes? '1234567' is not a number or a range"),
        ("5-2", "which boxes? the range 5-2 runs backwards; write 2-5"),
        ("1-100001", "which boxes? the range 1-100001 is longer than any machine"),
    ],
)
def test_what_is_unclear_is_refused_with_an_example_of_what_is_clear(text: str, said: str) -> None:
    with pytest.raises(SelectionError) as caught:
        parse_numbers(text)
    assert str(caught.value).removesuffix("; write numbers and ranges like 217,40-52") == said


@pytest.mark.parametrize(
    ("text", "stage", "numbers"),
    [
        (None, None, range(1, 305)),
        ("9,2-3", None, (9, 2, 3)),
        ("1-14", 2, range(2, 14)),
    ],
)
def test_boxes_are_chosen_in_the_order_asked_for_and_by_their_stage(
    text: str | None, stage: int | None, numbers: Iterable[int]
) -> None:
    chosen = chosen_boxes(preset("michie-1961"), text, stage)
    assert [box.number for box in chosen] == list(numbers)


def test_a_stage_is_that_of_both_machines() -> None:
    kit = preset("both-players")
    chosen = chosen_boxes(kit, stage=2)
    assert {(box.side, box.stage) for box in chosen} == {(side, 2) for side, _ in kit.stages}
    assert len(chosen) == sum(box.stage == 2 for box in kit.boxes)


@pytest.mark.parametrize(
    ("text", "stage", "said"),
    [
        ("0", None, "there is no box 0; this kit has boxes 1 to 304"),
        ("300-310", None, "there is no box 305; this kit has boxes 1 to 304"),
        (None, 5, "this kit has boxes for the moves 1 to 4, not for a move 5"),
        ("1-13", 4, "none of the boxes 1-13 is for move 4"),
    ],
)
def test_a_choice_of_boxes_that_are_not_there_is_refused(
    text: str | None, stage: int | None, said: str
) -> None:
    with pytest.raises((SelectionError, UnknownNameError), match=f"^{said}$"):
        chosen_boxes(preset("michie-1961"), text, stage)


@pytest.fixture(scope="module")
def named() -> Kit:
    """Return a kit of 19 boxes: 7 is written 007, and 3 and 12 have names,
    one of which looks like a range.
    """
    kit = preset("her-19")
    names = {7: "007", 3: "8-9", 12: "Nora"}
    return replace(
        kit, boxes=tuple(replace(box, given_name=names.get(box.number, "")) for box in kit.boxes)
    )


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("10-11", (10, 11)),
        ("6-8,nora, 1", (6, 7, 8, 12, 1)),
        ("007,7", (7,)),
        ("8-9", (3,)),
        ("8 - 9", (8, 9)),
    ],
)
def test_where_boxes_have_names_a_part_is_a_name_first_and_then_a_range(
    named: Kit, text: str, numbers: tuple[int, ...]
) -> None:
    assert tuple(box.number for box in chosen_boxes(named, text)) == numbers


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "which boxes? it is empty"),
        ("8,,", "which boxes? there is nothing before or after a comma in '8,,'"),
        ("6-5", "which boxes? the range 6-5 runs backwards"),
        ("Eve", "there is no box 'Eve'"),
        ("10-13", "there is no box 12"),
    ],
)
def test_a_list_of_names_that_is_unclear_is_refused_as_one_of_numbers(
    named: Kit, text: str, said: str
) -> None:
    with pytest.raises((SelectionError, UnknownNameError), match=f"^{re.escape(said)}"):
        chosen_boxes(named, text)
