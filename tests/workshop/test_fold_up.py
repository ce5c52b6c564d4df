"""Boxes of card, folded in code: inner sizes, the sleeve round the tray,
no two faces in one place.
"""

import math
from collections.abc import Iterator
from itertools import chain, combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.machine.folded import folded_outer, folded_tray
from menace_kit.machine.schema import FoldUp, default_spec
from menace_kit.machine.sizes import TraySize, shakeable_beads
from menace_kit.workshop.faces import Face, Point3
from menace_kit.workshop.fence import Fence, fence
from menace_kit.workshop.nets import sleeve_net, tray_net
from tests.workshop.test_fence import bead

TRAYS = [(51.5, 35.5, 13), (90, 60, 25), (34, 52, 12), (40, 30, 8)]
FOLDS = [(0.25, 0.5), (0.1, 0), (0.4, 1.2), (1, 0.5)]
BEAD = bead(5)

Solid = tuple[tuple[Point3, ...], Point3, float]
"""A face as it is folded: its corners in the middle of the card, its normal,
half of the card's thickness.
"""


def minus(one: Point3, other: Point3) -> Point3:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def times(one: Point3, other: Point3) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def across(one: Point3, other: Point3) -> Point3:
    (a, b, c), (d, e, f) = one, other
    return b * f - c * e, c * d - a * f, a * e - b * d


def unit(one: Point3) -> Point3:
    length = math.sqrt(times(one, one))
    return one[0] / length, one[1] / length, one[2] / length


def normal(points: tuple[Point3, ...]) -> Point3:
    """Return the direction away from the print:
    x, y of the sheet and this are a right-handed system.
    """
    return unit(across(minus(points[1], points[0]), minus(points[2], points[1])))


def solids(net: Face, card: float) -> dict[str, Solid]:
    return {name: (points, normal(points), card / 2) for name, points in net.folded().items()}


def corners(solid: Solid) -> Iterator[Point3]:
    points, (a, b, c), half = solid
    for x, y, z in points:
        for way in (-half, half):
            yield x + way * a, y + way * b, z + way * c


Span = tuple[float, float]


def spans(faces: dict[str, Solid], axis: int) -> dict[str, Span]:
    """Return how far each face reaches along an axis: x 0, y 1, z 2."""
    along = {name: [point[axis] for point in corners(solid)] for name, solid in faces.items()}
    return {name: (min(places), max(places)) for name, places in along.items()}


def whole_size(faces: dict[str, Solid]) -> tuple[float, float, float]:
    """Return the length (y), width (x) and height (z) of all faces together."""
    width, length, height = (
        max(high for _, high in reach) - min(low for low, _ in reach)
        for reach in (spans(faces, axis).values() for axis in range(3))
    )
    return length, width, height


def moved(solid: Solid, x: float, y: float, z: float) -> Solid:
    points, direction, half = solid
    return tuple((a + x, b + y, c + z) for a, b, c in points), direction, half


def gaps(one: Solid, other: Solid) -> Iterator[float]:
    """Yield how far two pieces of card are apart along each direction in which
    a plane could part them.
    """
    edges = [
        [minus(end, start) for start, end in pairwise((*points, points[0]))]
        for points, _, _ in (one, other)
    ]
    flat = (
        unit(across(edge, solid[1]))
        for solid, of_it in zip((one, other), edges, strict=True)
        for edge in of_it
    )
    crossed = (across(a, b) for a in (*edges[0], one[1]) for b in (*edges[1], other[1]))
    points = [*corners(one)], [*corners(other)]
    crossing = (unit(axis) for axis in crossed if times(axis, axis) > 1e-12)
    for axis in chain((one[1], other[1]), flat, crossing):
        first, second = ([times(axis, point) for point in of_it] for of_it in points)
        yield max(min(first) - max(second), min(second) - max(first))


def apart(one: Solid, other: Solid) -> float:
    """Return by how much a plane can keep two pieces of card apart;
    less than 0 where they are in one place.
    """
    return max(gaps(one, other))


def clear(one: Solid, other: Solid, by: float = 0) -> bool:
    """Return whether two pieces of card are so far apart at the least."""
    return any(gap >= by - 1e-9 for gap in gaps(one, other))


def hinges(net: Face) -> set[frozenset[str]]:
    return {frozenset((face.name, child.name)) for face in net.faces() for child in face.folds}


def made(
    size: tuple[float, float, float], fold: FoldUp, *, fenced: bool
) -> tuple[TraySize, Face, Face, Fence | None]:
    tray = TraySize(length=size[0], width=size[1], height=size[2])
    shape = fence(tray, BEAD) if fenced else None
    return tray, tray_net(tray, fold, shape), sleeve_net(tray, fold), shape


def every_box() -> Iterator[tuple[TraySize, FoldUp, Face, Face, Fence | None]]:
    for number, size in enumerate(TRAYS):
        for fenced in (False, True):
            card, clearance = FOLDS[(number + 2 * fenced) % len(FOLDS)]
            fold = default_spec().fold_up.model_copy({"card": card, "clearance": clearance})
            tray, net, sleeve, shape = made(size, fold, fenced=fenced)
            yield tray, fold, net, sleeve, shape


def test_the_folded_tray_has_the_inside_that_was_asked_for() -> None:
    for tray, fold, net, _, _ in every_box():
        faces = solids(net, fold.card)
        x, y, z = (spans(faces, axis) for axis in range(3))
        ends = [name for name in faces if "-tab-" in name] + ["front", "back"]
        at_front = [y[name][1] for name in ends if y[name][1] < tray.length / 2]
        at_back = [y[name][0] for name in ends if y[name][0] > tray.length / 2]
        assert len(at_front) == len(at_back) == 3
        rim = z["right"][1]
        inside = (
            min(at_back) - max(at_front),
            x["right"][0] - x["left"][1],
            rim - z["floor"][1],
        )
        assert inside == pytest.approx((tray.length, tray.width, tray.height), abs=0.001)
        assert (z["left"][1], z["back"][1]) == pytest.approx((rim, rim))
        # Nothing catches in the sleeve.
        assert max(high for _, high in z.values()) <= rim + 1e-9
        assert rim - z["front"][1] <= fold.card / 2 + 1e-9


@pytest.mark.parametrize(
    ("size", "length"),
    [
        ((40, 30, 20), 10),
        ((40, 30, 8), 8 + 0.25 / 2 - 1),
        ((40, 12, 20), (12 + 0.25 - 1) / 2),
    ],
)
def test_a_tab_is_shorter_than_its_wall_and_leaves_room_for_the_other(
    size: tuple[float, float, float], length: float
) -> None:
    fold = default_spec().fold_up.model_copy({"card": 0.25})
    _, net, _, _ = made(size, fold, fenced=False)
    for tab in (face for face in net.faces() if "-tab-" in face.name):
        along = [y for _, y in tab.path]
        assert max(along) - min(along) == pytest.approx(length)


def test_the_sleeve_clears_the_tray_by_what_was_asked_and_is_as_long() -> None:
    for tray, fold, net, sleeve, _ in every_box():
        length, width, height = whole_size(solids(net, fold.card))
        round_it = solids(sleeve, fold.card)
        x, z = spans(round_it, 0), spans(round_it, 2)
        inner_left = max(x["left"][1], x["flap"][1])
        room = (x["right"][0] - inner_left - width, z["top"][0] - z["bottom"][1] - height)
        assert room == pytest.approx((fold.clearance, fold.clearance), abs=0.001)
        outer = folded_outer(tray, fold)
        assert whole_size(round_it) == pytest.approx((outer.length, outer.width, outer.height))
        assert outer.length == pytest.approx(length)


def test_no_two_faces_of_a_folded_box_are_in_one_place_and_what_is_glued_touches() -> None:
    for _, fold, net, sleeve, shape in every_box():
        tray_faces, sleeve_faces = solids(net, fold.card), solids(sleeve, fold.card)
        for faces, hinged in ((tray_faces, hinges(net)), (sleeve_faces, hinges(sleeve))):
            for one, other in combinations(faces, 2):
                if frozenset((one, other)) not in hinged:
                    assert clear(faces[one], faces[other]), (one, other)
        # The tray goes into the sleeve, half of the clearance on every side.
        gap = fold.clearance / 2 + fold.card / 2
        floor = spans(sleeve_faces, 2)["bottom"][1] + gap
        side = spans(sleeve_faces, 0)["flap"][1] + gap
        for face in tray_faces.values():
            for around in sleeve_faces.values():
                assert clear(moved(face, side, fold.card / 2, floor), around, fold.clearance / 2)
        glued = [
            ("left-tab-1", "back"),
            ("left-tab-2", "front"),
            ("right-tab-1", "front"),
            ("right-tab-2", "back"),
        ]
        if shape is not None:
            glued += [
                ("fence-flat", "front"),
                ("fence-left-tab", "left"),
                ("fence-right-tab", "right"),
            ]
        for one, other in glued:
            assert apart(tray_faces[one], tray_faces[other]) == pytest.approx(0, abs=1e-9)
        assert apart(sleeve_faces["flap"], sleeve_faces["left"]) == pytest.approx(0, abs=1e-9)


def test_a_face_that_is_in_the_way_is_found() -> None:
    fold = default_spec().fold_up
    _, net, _, _ = made(TRAYS[0], fold, fenced=False)
    faces = solids(net, fold.card)
    assert apart(moved(faces["left-tab-2"], 0, -0.1, 0), faces["front"]) == pytest.approx(-0.1)
    assert apart(faces["left"], faces["right"]) == pytest.approx(TRAYS[0][1])
    assert not clear(moved(faces["left-tab-2"], 0, -0.1, 0), faces["front"])


@given(st.integers(1, 300), st.floats(1, 12), st.floats(1, 12))
def test_a_tray_takes_the_beads_it_was_made_for_and_they_still_mix(
    beads: int, diameter: float, length: float
) -> None:
    size = bead(diameter, length)
    tray = folded_tray(size, beads)
    assert shakeable_beads(tray, size) >= beads
    assert tray.height >= 2 * max(diameter, length)
    smaller = tray.model_copy({"length": tray.length - 0.5})
    assert tray.length == 36 or shakeable_beads(smaller, size) <= beads
    assert {2 * side % 1 for side in (tray.length, tray.width, tray.height)} == {0}
