"""Where the boxes stand."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from menace_kit.machine.cabinets import Cabinet, CabinetOrder, Place
from tests.examples import in_cabinet, preset
from tests.machine.conftest import KitOf

sizes = st.integers(1, 50)


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
def test_the_number_at_the_place_of_a_number_is_the_number(
    rows: int, columns: int, number: int
) -> None:
    cabinet = Cabinet(rows=rows, columns=columns)
    place = cabinet.place(number)
    assert cabinet.number(place) == number
    assert 1 <= place.row <= rows
    assert 1 <= place.drawer <= columns


def test_the_second_players_boxes_begin_a_second_cabinet() -> None:
    kit = in_cabinet(preset("both-players"))
    assert kit.place(kit.box(305)) == Place(2, 1, 1)
    assert kit.cabinets == 2


BY_CODE = '[cabinet]\nrows = 38\ncolumns = 8\norder = "code"\n'


def test_a_cabinet_in_the_order_of_codes_is_its_own_index(kit_of: KitOf) -> None:
    kit = kit_of(BY_CODE)
    drawers = [
        box
        for row in range(1, 39)
        for drawer in range(1, 9)
        if (box := kit.box_in(Place(1, row, drawer)))
    ]
    assert drawers == [box for group in kit.finding.groups for box in group.boxes]
    codes = [(box.stage, kit.code(box)) for box in drawers]
    first = {code: codes.index(code) for code in codes}
    assert codes == sorted(codes, key=first.__getitem__)  # those of a code stand side by side
    assert [stage for stage, _ in codes] == sorted(box.stage for box in kit.boxes)


def test_a_box_stands_where_its_map_says_whatever_the_cabinets_order() -> None:
    kit = preset("michie-1961")
    cabinet = Cabinet(rows=38, columns=8, order=CabinetOrder.CODE)
    (first, *others) = kit.boxes
    given = replace(first, given_place=Place(1, 38, 8))
    built = replace(
        kit, spec=kit.spec.model_copy(update={"cabinet": cabinet}), boxes=(given, *others)
    )
    assert built.place(given) == Place(1, 38, 8)
