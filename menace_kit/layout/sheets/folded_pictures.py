"""Pictures of a box folded from card, from different sides."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from menace_kit.layout.marks import BLACK, HAIRLINE, THIN, Mark
from menace_kit.layout.sheets.net_marks import tray_of
from menace_kit.layout.sheets.oblique import TO_BACK, Sketch, projected, within
from menace_kit.machine.kit import Kit
from menace_kit.workshop.faces import Face, Point, Point3
from menace_kit.workshop.nets import sleeve_net

TEXT_MARGIN = 15.0


PICTURE_GAP = 6.0


PICTURE_HEIGHT = 52.0


HALF = 0.75
"""How far folds are closed in the pictures of folding."""


def pictures_of_folding(kit: Kit, top: float, width: float) -> Iterator[Mark]:
    """Yield four pictures abreast: what is cut out, tray, sleeve, box."""
    drawn = folded_pictures(kit)
    step = (width + PICTURE_GAP) / len(drawn)
    for number, faces in enumerate(drawn.values()):
        yield from _picture(faces, TEXT_MARGIN + number * step, top, step - PICTURE_GAP)


def folded_pictures(kit: Kit) -> dict[str, list["FoldedFace"]]:
    """Return the faces of the card, of tray and sleeve while being folded, and of the box."""
    tray, sleeve = tray_of(kit), sleeve_net(kit.container.tray, kit.spec.fold_up)
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


def _picture(faces: Sequence[FoldedFace], left: float, top: float, width: float) -> Iterator[Mark]:
    """Yield the faces as large as fits, centred; the front has a board and an up-mark."""
    sketch = Sketch()
    for face in faces:
        sketch.face(face.points, pen=THIN)
        if face.name == "front":
            _draw_front(sketch, face.points)
    yield from sketch.marks(left, top, width, PICTURE_HEIGHT)


def _draw_front(sketch: Sketch, corners: Sequence[Point]) -> None:
    """Draw a simple label on a front."""
    at = partial(within, corners)
    for place in range(4):
        share = place / 3
        sketch.line(at(0.1 + 0.3 * share, 0.12), at(0.1 + 0.3 * share, 0.88), pen=HAIRLINE)
        sketch.line(at(0.1, 0.12 + 0.76 * share), at(0.4, 0.12 + 0.76 * share), pen=HAIRLINE)
    sketch.face([at(0.82, 0.55), at(0.87, 0.85), at(0.92, 0.55)], BLACK)
