"""Moves of two squares on paper: every box of every edition of hexapawn,
on labels of every container.
"""

import math
from functools import cache

import pytest

from menace_kit.layout.arrows import GAP, HEAD
from menace_kit.layout.board import arrow_dot, arrows_of, board_marks, smallest_square
from menace_kit.layout.label_plan import label_plan
from menace_kit.layout.marks import Circle, Curve, Mark, Polyline
from menace_kit.layout.squares import Squares
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from tests.examples import all_to_prove
from tests.layout.geometry import Extent, apart, extent, is_pawn, marks_of
from tests.layout.kits import CONTAINERS, PRESETS, preset, printed, tables_of, taking_turns

EDITIONS = [name for name in PRESETS if tables_of(name).get("game") == "hexapawn"]


def dots(marks: list[Mark]) -> list[Circle]:
    return marks_of(Circle, marks)


@cache
def square_of(name: str, container: str) -> float:
    kit = printed(name, container)
    return label_plan(kit).style.board / kit.game.rows


def drawn(kit: Kit, box: Box, square: float) -> list[Mark]:
    return list(board_marks(Squares(kit, 0, 0, square), box))


def some_boxes(kit: Kit) -> tuple[Box, ...]:
    """Return about ten boxes of a kit, of all its stages."""
    return kit.boxes[:: 1 + len(kit.boxes) // 10]


@pytest.mark.parametrize(("name", "container"), taking_turns(EDITIONS, CONTAINERS))
def test_dots_lie_apart_from_each_other_and_from_all_pawns_and_inside_the_board(
    name: str, container: str
) -> None:
    kit, square = preset(name), square_of(name, container)
    for box in kit.boxes:
        marks = drawn(kit, box, square)
        found = dots(marks)
        assert len(found) == len(box.beads) <= kit.game.colours
        board = Extent(0, 0, kit.game.columns * square, kit.game.rows * square)
        for place, dot in enumerate(found):
            assert all(
                math.dist((dot.x, dot.y), (other.x, other.y)) >= dot.radius + other.radius + 0.15
                for other in found[:place]
            )
            for pawn in filter(is_pawn, marks):
                assert apart(dot, pawn) > 0.05, box.number
        for mark in marks:
            if isinstance(mark, Circle | Curve | Polyline):
                assert board.holds(extent(mark)), box.number


@pytest.mark.parametrize(("name", "container"), taking_turns(EDITIONS, CONTAINERS))
def test_every_arrow_runs_through_its_own_dot_and_its_head_is_seen(
    name: str, container: str
) -> None:
    kit, square = preset(name), square_of(name, container)
    radius = arrow_dot(kit, square)
    for box in kit.boxes:
        _, found = arrows_of(kit, box, radius, square)
        for arrow, bead in zip(found, box.beads, strict=True):
            start, end = (_middle(square_number, kit) for square_number in bead.move)
            assert math.dist(arrow.tail, start) < 0.5 > math.dist(arrow.tip, end)
            assert math.dist(arrow.tip, arrow.dot) * square >= radius + HEAD * square
            for other in found:
                if other is not arrow:
                    assert math.dist(arrow.tip, other.dot) * square > radius


def _middle(number: int, kit: Kit) -> tuple[float, float]:
    return number % kit.game.columns + 0.5, number // kit.game.columns + 0.5


@pytest.mark.parametrize("name", all_to_prove(EDITIONS, quick=["gardner-her-24"]))
def test_the_smallest_square_has_room_for_every_box_also_as_it_is_looked_up(name: str) -> None:
    kit = preset(name)
    order = kit.finding
    for box in some_boxes(kit):
        for drawing in (box, order.held_box(box)):
            found = dots(list(board_marks(Squares(kit, 0, 0, smallest_square(kit)), drawing)))
            assert len(found) == len(box.beads)
            for dot in found:  # with 0.11 mm of air it takes 72 hundredths of a square
                assert dot.radius + dot.line / 2 + 0.11 == pytest.approx(
                    0.36 * smallest_square(kit)
                )


def test_an_arrow_begins_on_its_pawn_and_stops_before_the_one_that_it_takes() -> None:
    kit = preset("her-19")
    for box in kit.boxes:
        piece, found = arrows_of(kit, box, 1.0, 5.0)
        for arrow, bead in zip(found, box.beads, strict=True):
            assert arrow.tail == _middle(bead.move[0], kit)
            if box.position.cells[bead.move[1]] != ".":
                x, y = _middle(bead.move[1], kit)
                beside = abs(arrow.tip[0] - x) - piece * 0.33, abs(arrow.tip[1] - y) - piece / 2
                assert math.hypot(*(max(0.0, far) for far in beside)) >= GAP - 0.001
