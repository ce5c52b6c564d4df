"""The pieces of a cut cabinet: their sums, and that what is to fit together does."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.errors import KitError
from menace_kit.machine.containers import Container
from menace_kit.machine.kit import Kit
from menace_kit.machine.toml_files import TemplateKind, load_template, template_names
from menace_kit.workshop.cutting import FIT, GRIP, Carpentry, Piece, Point, cabinet_bill, carpentry
from tests.machine.conftest import KitOf, preset

CONTAINERS = [
    name
    for name in template_names(TemplateKind.CONTAINERS)
    if name != "measure-your-own" and load_template(Container, TemplateKind.CONTAINERS, name).kind.slides
]
GRES: dict[str, Any] = {"columns": 8, "rows": 38, "together": [2, 5], "clearance": 0}

sizes = st.floats(15, 80).map(lambda size: round(size, 1))
shapes = st.builds(
    Carpentry,
    across=st.lists(sizes, min_size=1, max_size=12).map(tuple),
    down=st.lists(sizes, min_size=1, max_size=12).map(tuple),
    depth=st.floats(22, 90),
    board=st.floats(1, 5),
    divider=st.floats(1, 6),
)


def with_cabinet(kit_of: KitOf, container: str = "slim-matchbox", **keys: Any) -> Kit:
    cabinet = "\n".join(
        f"{key.replace('_', '-')} = {value}" for key, value in {"rows": 38, "columns": 8, **keys}.items()
    )
    return kit_of(f'[print]\ncontainer = "{container}"\n[cabinet]\n{cabinet}\n')


def area(outline: Sequence[Point]) -> float:
    """Return what an outline encloses; more than 0 where it goes round clockwise, y downwards."""
    pairs = zip(outline, [*outline[1:], outline[0]], strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs) / 2


def solid(outline: Sequence[Point], x: float, y: float) -> bool:
    """Return whether there is wood at a point: an odd number of upright lines to the right of it."""
    crossings = 0
    for (x1, y1), (x2, y2) in zip(outline, [*outline[1:], outline[0]], strict=True):
        crossings += x1 == x2 and x1 > x and min(y1, y2) <= y < max(y1, y2)
    return crossings % 2 == 1


def pieces(shape: Carpentry) -> dict[str, Piece]:
    return {piece.name: piece for piece in shape.pieces}


def wood(piece: Piece, places: Sequence[Point]) -> list[bool]:
    return [solid(piece.outline, x, y) for x, y in places]


def along(length: float, steps: int = 97) -> list[float]:
    return [(step + 0.5) * length / steps for step in range(steps)]


@given(shapes)
def test_slots_dividers_and_boards_add_up_to_the_outside(shape: Carpentry) -> None:
    width, height, depth = shape.outer
    for whole, slots in ((width, shape.across), (height, shape.down)):
        between = (len(slots) - 1) * shape.divider
        assert whole == pytest.approx(sum(slots) + between + 2 * shape.board)
    assert depth == pytest.approx(shape.depth + shape.board)
    made = pieces(shape)
    assert (made["back"].width, made["back"].height) == (width, height)
    assert (made["top-bottom"].width, made["side"].width) == (width, height)


@given(shapes)
def test_no_two_boards_claim_the_same_wood_and_no_hole_is_left_where_they_meet(shape: Carpentry) -> None:
    width, height, depth = shape.outer
    made, rim = pieces(shape), shape.board / 2
    back, lid, side = made["back"], made["top-bottom"], made["side"]
    # A lid's and a side's bottom edge is at the back; their first edge is the free front.
    for x in along(width):
        of_lid = solid(lid.outline, x, depth - rim)
        of_back = solid(back.outline, x, rim)
        assert solid(back.outline, x, height - rim) == of_back
        assert of_lid != of_back
    for y in along(height):
        of_side = solid(side.outline, y, depth - rim)
        assert of_side != solid(back.outline, rim, y)
        assert solid(back.outline, rim, y) == solid(back.outline, width - rim, y)
    for z in along(shape.depth):
        assert solid(lid.outline, rim, z) != solid(side.outline, rim, z)
        assert solid(lid.outline, width - rim, z) != solid(side.outline, height - rim, z)
    for near in (rim, height - rim):  # where three boards meet the wood is the back's
        assert not solid(side.outline, near, depth - rim)
        assert solid(back.outline, rim, near)
        assert not solid(lid.outline, rim, depth - rim)


@given(shapes)
def test_the_wood_of_all_boards_is_that_of_the_hollow_box(shape: Carpentry) -> None:
    width, height, depth = shape.outer
    board = shape.board
    made = pieces(shape)
    total = sum(made[name].count * area(made[name].outline) for name in ("back", "top-bottom", "side"))
    hollow = width * height * depth - (width - 2 * board) * (height - 2 * board) * shape.depth
    assert total * board == pytest.approx(hollow, rel=1e-6)


@given(st.floats(22, 2000), st.floats(1, 5))
def test_a_joint_has_an_odd_number_of_fingers_longer_than_the_board_is_thick(
    length: float, board: float
) -> None:
    joint = Carpentry((1.0,), (1.0,), 1.0, board, 1.0).joint(length)
    assert joint.cells % 2 == 1
    assert joint.cell > 1.3 * board
    assert joint.cells * joint.cell == pytest.approx(length)


@given(shapes)
def test_every_crossing_of_the_lattice_has_a_slot_in_both_dividers(shape: Carpentry) -> None:
    made = pieces(shape)
    crossings = {"shelf": shape.divider_places(shape.across), "upright": shape.divider_places(shape.down)}
    for name, places in crossings.items():
        if name not in made:
            continue
        piece = made[name]
        slots = slots_of(piece)
        assert len(slots) == len(places)
        for (left, right, depth), place in zip(slots, places, strict=True):
            assert right - left == pytest.approx(shape.divider + FIT)
            assert (left + right) / 2 + FIT / 2 == pytest.approx(place)  # the lattice is FIT shorter
            assert depth == pytest.approx(shape.depth / 2)
    if len(made) == 5:
        depths = [slots_of(made[name])[0][2] for name in crossings if slots_of(made[name])]
        assert sum(depths) == pytest.approx(shape.depth)


def slots_of(piece: Piece) -> list[tuple[float, float, float]]:
    """Return where each slot of a divider begins and ends, and how deep it is."""
    corners = piece.outline[1:-3]
    return [(corners[n][0], corners[n + 2][0], corners[n + 1][1]) for n in range(0, len(corners), 4)]


@given(shapes)
def test_between_the_dividers_there_is_room_for_each_slot(shape: Carpentry) -> None:
    for slots, inner in zip((shape.across, shape.down), shape.inner, strict=True):
        places = shape.divider_places(slots)
        edges = [0.0, *(p + side * shape.divider / 2 for p in places for side in (-1, 1)), inner]
        rooms = [end - start for start, end in zip(edges[::2], edges[1::2], strict=True)]
        assert rooms == pytest.approx(slots)


@given(shapes, st.floats(0, 0.5))
def test_what_the_laser_leaves_is_the_piece(shape: Carpentry, kerf: float) -> None:
    for piece in shape.pieces:
        cut = piece.cut(kerf)
        assert len(cut) == len(piece.outline)
        for before, after in ((piece.outline, cut),):
            for (x, y), (cut_x, cut_y) in zip(before, after, strict=True):
                assert abs(cut_x - x) == pytest.approx(kerf / 2, abs=1e-5)
                assert abs(cut_y - y) == pytest.approx(kerf / 2, abs=1e-5)
        round_it = sum(abs(x2 - x1) + abs(y2 - y1) for (x1, y1), (x2, y2) in sides(piece.outline))
        # Moved outwards everywhere, a contour of right angles gains its length, and a square at its four corners.
        gained = round_it * kerf / 2 + 4 * (kerf / 2) ** 2
        assert area(cut) - area(piece.outline) == pytest.approx(gained, abs=0.02)


def sides(outline: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(outline, [*outline[1:], outline[0]], strict=True))


@given(shapes)
def test_every_corner_of_an_outline_is_a_right_angle(shape: Carpentry) -> None:
    for piece in shape.pieces:
        directions = [(x1 == x2, y1 == y2) for (x1, y1), (x2, y2) in sides(piece.outline)]
        assert all(upright != level for upright, level in directions)
        assert all(
            one != other for one, other in zip(directions, [*directions[1:], directions[0]], strict=True)
        )
        xs, ys = zip(*piece.outline, strict=True)
        assert (min(xs), min(ys)) == (0, 0)
        assert (max(xs), max(ys)) == pytest.approx((piece.width, piece.height), abs=1e-5)


def test_outer_contours_grow_and_slots_shrink_by_half_a_kerf_a_side(kit_of: KitOf) -> None:
    shelf = pieces(carpentry(with_cabinet(kit_of)))["shelf"]
    cut = shelf.cut(0.3)
    xs, ys = zip(*cut, strict=True)
    assert max(xs) - min(xs) == pytest.approx(shelf.width + 0.3)
    assert max(ys) - min(ys) == pytest.approx(shelf.height + 0.3)
    slot = cut[1:5]
    assert slot[2][0] - slot[1][0] == pytest.approx(3 + FIT - 0.3)


def test_the_front_of_a_box_is_its_width_across_and_its_height_down(kit_of: KitOf) -> None:
    shape = carpentry(with_cabinet(kit_of, rows=3, columns=2))
    assert shape.across == pytest.approx([36.5 + 0.5] * 2)
    assert shape.down == pytest.approx([11.6 + 0.5] * 3)
    assert shape.depth == 53 - GRIP


def test_published_figures_of_gres_come_out_of_his_boxes_and_boards(kit_of: KitOf) -> None:
    """311 x 472 x 46 mm: with 5 x 2 boxes in a slot the sums give 311.0 x 471.8 x 46."""
    shape = carpentry(with_cabinet(kit_of, **GRES))
    assert (len(shape.across), len(shape.down)) == (4, 8)
    assert shape.outer == pytest.approx((311.0, 471.8, 46.0))


def test_a_slot_for_every_box_makes_a_larger_cabinet_than_that_of_gres(kit_of: KitOf) -> None:
    """16 mm wider and 108.8 mm higher than his, for four dividers and eight clearances more, and thirty and 38."""
    shape = carpentry(with_cabinet(kit_of))
    assert shape.outer == pytest.approx((327.0, 580.8, 46.0))
    assert shape.outer[0] - 311.0 == pytest.approx((7 - 3) * 3 + 8 * 0.5)
    assert shape.outer[1] - 471.8 == pytest.approx((37 - 7) * 3 + 38 * 0.5)


def test_of_boxes_that_share_a_slot_the_last_slot_has_what_is_left(kit_of: KitOf) -> None:
    shape = carpentry(with_cabinet(kit_of, columns=5, rows=3, together=[2, 4], clearance=1))
    assert shape.across == pytest.approx([74, 74, 37.5])
    assert shape.down == pytest.approx([35.8])
    assert set(pieces(shape)) == {"back", "top-bottom", "side", "upright"}
    assert slots_of(pieces(shape)["upright"]) == []


def test_a_cabinet_of_one_slot_has_no_dividers(kit_of: KitOf) -> None:
    assert [p.name for p in carpentry(with_cabinet(kit_of, rows=1, columns=1)).pieces] == [
        "back",
        "top-bottom",
        "side",
    ]


@pytest.mark.parametrize("container", CONTAINERS)
def test_every_container_can_have_a_cabinet_that_shows_some_of_it(kit_of: KitOf, container: str) -> None:
    kit = with_cabinet(kit_of, container)
    shape = carpentry(kit)
    assert 0 < shape.depth < kit.container.outer.length
    assert [piece.count for piece in shape.pieces] == [1, 2, 2, 37, 7]


def test_the_bill_counts_the_pieces_of_all_cabinets() -> None:
    assert cabinet_bill(preset("both-players")) == (
        "piece,in_one_cabinet,in_all,width,height,thickness\n"
        "back,1,2,327.0,580.8,5\n"
        "top-bottom,2,4,327.0,46.0,5\n"
        "side,2,4,580.8,46.0,5\n"
        "shelf,37,74,316.8,41.0,3\n"
        "upright,7,14,570.6,41.0,3\n"
    )


def test_a_kit_without_a_cabinet_has_nothing_to_cut(kit_of: KitOf) -> None:
    for make in (carpentry, cabinet_bill):
        with pytest.raises(KitError, match=r"kit\.toml: this kit has no cabinet to cut; say in kit\.toml"):
            make(kit_of(""))


@pytest.mark.parametrize("depth", [53, 60.0])
def test_a_slot_that_swallows_the_box_is_refused(kit_of: KitOf, depth: float) -> None:
    with pytest.raises(KitError, match=r"cabinet\.depth: slots of \d+ mm do not go with a box of 53 mm"):
        carpentry(with_cabinet(kit_of, depth=depth))


def test_boards_too_thick_for_fingers_are_refused_with_what_is_not(kit_of: KitOf) -> None:
    with pytest.raises(
        KitError, match=r"boards of 15 mm are too thick for an edge of 41\.0 mm.*take 9\.7 mm"
    ):
        _ = carpentry(with_cabinet(kit_of, board_thickness=15)).pieces
