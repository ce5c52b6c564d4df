"""Pictures of a box folded from card, from different sides."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from menace_kit.layout.sheets.net_marks import sleeve_of, tray_of
from menace_kit.layout.sheets.oblique import TO_BACK, Sketch, projected, within
from menace_kit.layout.sheets.things import DrawnThing, drawn_thing
from menace_kit.layout.stacks import Part, tiled
from menace_kit.machine import Kit
from menace_kit.workshop.faces import Face, Point, Point3

PICTURE_GAP = 6.0


PICTURE_HEIGHT = 52.0


HALF = 0.75
"""How far folds are closed in the pictures of folding."""


def pictures_of_folding(kit: Kit) -> Part:
    """Return four pictures abreast: what is cut out, tray, sleeve, box."""
    thing, parts = drawn_thing(kit), []
    for faces in folded_pictures(kit).values():
        sketch = Sketch()
        draw_faces(sketch, thing, faces)
        parts.append(sketch.part)
    return tiled(len(parts), parts, PICTURE_GAP)


def draw_faces(sketch: Sketch, thing: DrawnThing, faces: Sequence["FoldedFace"]) -> None:
    """Draw faces of a box that is being folded; the front has its label."""
    for face in faces:
        sketch.face(face.points)
        if face.name == "front":
            thing.draw_label(sketch, partial(within, face.points))


def folded_pictures(kit: Kit) -> dict[str, list["FoldedFace"]]:
    """Return the faces of the card, of tray and sleeve while being folded, and of the box."""
    tray, sleeve = tray_of(kit), sleeve_of(kit)
    return {
        "cut": _flat(tray),
        "tray": _sorted(tray.folded(HALF)),
        "sleeve": _sorted(sleeve.folded(HALF)),
        "box": _box(kit, tray, sleeve),
    }


class FoldedFace(NamedTuple):
    """A face in a picture: its name, and its corners as seen."""

    name: str
    points: tuple[Point, ...]


def _flat(net: Face) -> list[FoldedFace]:
    return [FoldedFace(face.name, face.path) for face in net.faces()]


BEFORE = ("top", "right", "front")
"""Faces that hide what is behind them, nearest last; what they hold is drawn before them."""


BEHIND = ("floor", "bottom", "left", "back")
"""Faces that hide nothing."""


def _sorted(faces: dict[str, tuple[Point3, ...]]) -> list[FoldedFace]:
    """Return the faces as seen, from the back to the front."""

    def order(name: str) -> tuple[int, float]:
        if name in BEHIND:
            return -1, BEHIND.index(name)
        if name in BEFORE:
            return 1, BEFORE.index(name)
        points = faces[name]
        return 0, sum(TO_BACK[0] * x + TO_BACK[1] * z - y for x, y, z in points) / len(points)

    return [
        FoldedFace(name, tuple(projected(x, up, back) for x, back, up in faces[name]))
        for name in sorted(faces, key=order)
    ]


def _box(kit: Kit, tray: Face, sleeve: Face) -> list[FoldedFace]:
    """Return a tray halfway in its sleeve."""
    fold, length = kit.spec.fold_up, kit.container.tray.length
    aside = -2 * fold.card - fold.clearance / 2
    round_it = {
        name: tuple((x + aside, y + length / 2, z - fold.card) for x, y, z in points)
        for name, points in sleeve.folded().items()
    }
    behind = {name: points for name, points in round_it.items() if name not in BEFORE}
    before = {name: points for name, points in round_it.items() if name in BEFORE}
    return [*_sorted(behind), *_sorted(tray.folded()), *_sorted(before)]
