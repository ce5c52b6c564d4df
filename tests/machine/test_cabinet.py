"""Where the boxes stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.machine.schema import Cabinet, Place
from tests.machine.conftest import KitOf, preset

sizes = st.integers(1, 50)


def test_box_137_of_a_cabinet_of_eight_columns_is_in_row_18_drawer_1() -> None:
    kit = preset("michie-1961")
    assert kit.place(kit.box(137)) == Place(cabinet=1, row=18, drawer=1)


def test_a_row_is_filled_before_the_next_and_a_cabinet_before_the_next() -> None:
    cabinet = Cabinet(rows=2, columns=3)
    assert [tuple(cabinet.place(number)) for number in range(1, 8)] == [
        (1, 1, 1),
        (1, 1, 2),
        (1, 1, 3),
        (1, 2, 1),
        (1, 2, 2),
        (1, 2, 3),
        (2, 1, 1),
    ]


@given(sizes, sizes, st.integers(1, 10_000))
def test_the_number_at_the_place_of_a_number_is_the_number(rows: int, columns: int, number: int) -> None:
    cabinet = Cabinet(rows=rows, columns=columns)
    place = cabinet.place(number)
    assert cabinet.number(place) == number
    assert 1 <= place.row <= rows
    assert 1 <= place.drawer <= columns


def test_the_304_boxes_fill_38_rows_of_eight() -> None:
    kit = preset("michie-1961")
    assert kit.spec.cabinet == Cabinet(rows=38, columns=8)
    assert kit.place(kit.box(304)) == Place(1, 38, 8)


@pytest.mark.parametrize("name", ["both-players", "gallmo"])
def test_the_second_players_boxes_begin_a_second_cabinet(name: str) -> None:
    kit = preset(name)
    assert kit.place(kit.box(305)) == Place(2, 1, 1)
    assert kit.cabinets == 2


def test_without_a_cabinet_a_box_has_no_place(kit_of: KitOf) -> None:
    kit = kit_of("")
    assert kit.place(kit.box(1)) is None
