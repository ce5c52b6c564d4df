"""Stacks: areas shared out among parts."""

from collections.abc import Iterator

import pytest

from menace_kit.errors import FitError
from menace_kit.layout.marks import Anchor, Line, Mark, Rectangle, Text
from menace_kit.layout.stacks import (
    Area,
    Part,
    across,
    apart,
    centred,
    down,
    fixed,
    framed,
    grow,
    in_lines,
    in_the_middle,
    layered,
    nothing,
    padded,
    put,
    put_pieces,
    stroke,
    text,
    tiled,
)
from menace_kit.layout.text.typesetting import FORM, Column, cap_height, text_width

WHOLE = Area(10, 20, 60, 30)


def areas(part: Part, area: Area = WHOLE) -> list[Area]:
    """Return where the frames of a part are."""
    return [
        Area(mark.x, mark.y, mark.width, mark.height)
        for mark in part(area)
        if isinstance(mark, Rectangle)
    ]


def test_parts_side_by_side_are_as_high_as_their_area_and_share_its_width() -> None:
    row = across(fixed(12, framed()), framed(), grow(3, framed()))
    assert areas(row) == [Area(10, 20, 12, 30), Area(22, 20, 12, 30), Area(34, 20, 36, 30)]


def test_parts_one_below_the_other_leave_gaps_where_they_are_told_to() -> None:
    column = down(fixed(5), fixed(10, framed()), grow(1), fixed(2, framed()))
    assert areas(column) == [Area(10, 25, 60, 10), Area(10, 48, 60, 2)]


def test_tiles_are_read_across_with_gaps_and_a_last_row_may_have_fewer() -> None:
    assert areas(tiled(2, [framed()] * 3, gap=4, below=6)) == [
        Area(10, 20, 28, 12),
        Area(42, 20, 28, 12),
        Area(10, 38, 28, 12),
    ]


def test_pieces_begin_a_line_where_the_last_one_is_full() -> None:
    pieces = [fixed(width, framed()) for width in (30, 26, 27, 4)]
    assert [areas(line) for line in in_lines(pieces, 60, gap=4)] == [
        [Area(10, 20, 30, 30), Area(44, 20, 26, 30)],
        [Area(10, 20, 27, 30), Area(41, 20, 4, 30)],
    ]


def test_a_first_piece_without_a_length_begins_the_first_line() -> None:
    pieces = [fixed(width, framed()) for width in (0, 60)]
    assert [areas(line) for line in in_lines(pieces, 60, gap=0)] == [
        [Area(10, 20, 0, 30), Area(10, 20, 60, 30)]
    ]


def test_what_is_between_parts_is_neither_before_the_first_nor_behind_the_last() -> None:
    row = in_the_middle(*apart(fixed(6, framed()), [fixed(10), fixed(8), fixed(6)]))
    assert areas(row) == [Area(32, 20, 6, 30), Area(46, 20, 6, 30)]


def test_parts_that_are_larger_than_their_room_are_refused() -> None:
    with pytest.raises(FitError, match=r"larger than their room by 1\.5 mm"):
        list(across(fixed(40, framed()), fixed(21.5, framed()))(WHOLE))


def test_a_part_inside_another() -> None:
    assert areas(padded(framed(), left=1, above=2, right=3, below=4)) == [Area(11, 22, 56, 24)]
    assert areas(centred(20, 40, framed())) == [Area(30, 15, 20, 40)]


def test_what_comes_later_lies_above() -> None:
    above = framed(layered(stroke((0, 0), (1, 1)), framed(fill="#000000")), nothing)
    kinds = [type(mark) for mark in above(WHOLE)]
    assert kinds == [Rectangle, Line, Rectangle]


@pytest.mark.parametrize(
    ("anchor", "x"), [(Anchor.START, 11), (Anchor.MIDDLE, 40), (Anchor.END, 69)]
)
@pytest.mark.parametrize(
    ("level", "top"),
    [
        (Anchor.START, 20),
        (Anchor.MIDDLE, 35 - cap_height(9) / 2),
        (Anchor.END, 50 - cap_height(9)),
    ],
)
def test_a_text_is_at_an_edge_or_in_the_middle(
    anchor: Anchor, x: float, level: Anchor, top: float
) -> None:
    (mark,) = text("Box", 9, anchor=anchor, level=level)(WHOLE)
    assert isinstance(mark, Text)
    assert (mark.x, mark.anchor) == (x, anchor)
    assert mark.y - cap_height(9) == pytest.approx(top)


def test_a_text_that_is_too_long_is_smaller_and_still_in_the_middle() -> None:
    (mark,) = text("Number of the box", 12)(Area(0, 0, 30, 10))
    assert isinstance(mark, Text)
    assert 5 <= mark.size < 12
    assert text_width(mark.text, mark.size) <= 28
    assert mark.y == pytest.approx(5 + cap_height(mark.size) / 2)
    assert not list(text("", 12)(WHOLE))


def test_pieces_of_one_size_are_in_the_next_rows_of_a_column() -> None:
    column = Column(10, 20, 60, 9, FORM)
    put_pieces(column, 2, [framed()] * 3, (20, 5), gap=2)
    assert areas(lambda _: column.marks) == [
        Area(10, 20, 20, 5),
        Area(32, 20, 20, 5),
        Area(10, 27, 20, 5),
    ]
    assert column.y == 34


def test_a_part_in_a_column_of_text_is_as_wide_and_the_text_goes_on_below() -> None:
    column = Column(15, 40, 100, 9, FORM)

    def drawn(area: Area) -> Iterator[Mark]:
        yield Rectangle(*area)

    put(column, 12, drawn)
    assert column.marks == [Rectangle(15, 40, 100, 12)]
    assert column.y == 52
