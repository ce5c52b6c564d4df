"""A net on its sheet: cuts, folds, areas for glue, and how many fit."""

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

from menace_kit.errors import KitError
from menace_kit.layout.cutting import GLUE_FIELD, kept_clear
from menace_kit.layout.grid import Grid, plain_grid
from menace_kit.layout.label import label_marks
from menace_kit.layout.label_plan import LabelPlan, label_plan
from menace_kit.layout.label_style import LabelStyle, label_style
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    Layer,
    Line,
    Marks,
    Polyline,
)
from menace_kit.layout.text.typesetting import first_within
from menace_kit.layout.type_scale import SMALLEST
from menace_kit.machine import Box, Kit
from menace_kit.machine.containers import ContainerKind
from menace_kit.text.kit_words import paper_words
from menace_kit.workshop.faces import Face, Glue, Point
from menace_kit.workshop.fence import fence
from menace_kit.workshop.nets import sleeve_net, tray_net

GAP = 1.0
"""Gap between two nets, which are cut out along their own lines."""


DASH, LONG_DASH = 1.0, 2.5
"""Dashes of folds away from the print, and towards it."""


GLUE_SIZES = (7.0, 6.0, SMALLEST)
"""Sizes in points to try for the word for glue."""


Place = Callable[[Point], Point]
"""Returns where a point of a net is on the page."""


def tray_of(kit: Kit) -> Face:
    """Return the net of a kit's trays. Raises FitError if they need a fence and cannot have one."""
    tray, fold = kit.container.tray, kit.spec.fold_up
    return tray_net(tray, fold, fence(tray, kit.bead) if fold.fence else None)


def sleeve_of(kit: Kit) -> Face:
    """Return the net of a kit's sleeves."""
    return sleeve_net(kit.container.tray, kit.spec.fold_up)


class TrayPlan(NamedTuple):
    """How a kit's trays are made: their net, their labels' style, and the cells of a sheet."""

    net: Face
    style: LabelStyle
    grid: Grid


def tray_plan(kit: Kit) -> TrayPlan:
    """Return the plan.

    Raises FitError if a tray is too large for the paper or its front too small for a label, and
    KitError for label stock: labels are printed on the card.
    """
    if kit.stock.grid is not None:
        raise KitError(
            f"fold-up boxes have their labels printed on the card, and "
            f'{kit.spec.print.stock} is a sheet of labels; say stock = "plain"'
        ).at(kit.source, "print.stock")
    net = tray_of(kit)
    (_, _), (_left, top), (right, _), _ = net.named("front").path
    label = kit.container.label
    width, height = (
        min(size, room)
        for size, room in ((label.width or right, right), (label.height or -top, -top))
    )
    style = label_style(kit, width, height, tabs=False)
    _, _, net_width, net_height = net.extent
    paper = kit.spec.print.paper
    grid = plain_grid(paper, net_width, net_height, GAP, kept_clear(kit), "the net of a tray")
    return TrayPlan(net, style, grid)


def is_folded(kit: Kit) -> bool:
    """Return whether a kit's boxes are folded from card."""
    return kit.container.kind is ContainerKind.FOLD_UP


def front_plan(kit: Kit) -> LabelPlan | TrayPlan:
    """Return the plan of a kit's labels, or of its trays with printed labels."""
    return tray_plan(kit) if is_folded(kit) else label_plan(kit)


def tray_marks(kit: Kit, plan: TrayPlan, box: Box, x: float, y: float) -> Marks:
    """Yield a tray with its box's label on the front, from the top left corner of its net."""
    left, top, _, _ = plan.net.extent
    glue = paper_words(kit)("fence.glue")
    yield from net_marks(plan.net, glue, lambda point: (point[0] + x - left, point[1] + y - top))
    (_, bottom), (_, rim), (width, _), _ = plan.net.named("front").path
    label_x = x - left + (width - plan.style.width) / 2
    label_y = y - top + (bottom + rim - plan.style.height) / 2
    yield from label_marks(kit, plan.style, box, label_x, label_y)


def net_marks(net: Face, glue: str, place: Place) -> Marks:
    """Yield a net: areas for glue, folds, then cuts.

    `place` says where points of the net are on the page. An area for glue says `glue`, if it fits.
    """
    for face in net.faces():
        if face.glue is not None:
            yield from _glue_marks(face, glue, place)
    for start, end, towards in net.creases():
        dash = LONG_DASH if towards else DASH
        yield Line(*place(start), *place(end), HAIRLINE, GREY, dash, Layer.FOLD)
    yield Polyline(tuple(map(place, net.outline())), HAIRLINE, BLACK, None, Layer.CUT)


def _glue_marks(face: Face, glue: str, place: Place) -> Marks:
    """Yield an area for glue: inked if glue goes on the print, outlined if it goes on the back."""
    points = [place(point) for point in face.path]
    on_print = face.glue is Glue.PRINT
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    inner = tuple((x + (middle[0] - x) * 0.12, y + (middle[1] - y) * 0.12) for x, y in points)
    if on_print:
        yield Polyline(inner, fill=GLUE_FIELD, layer=Layer.GLUE)
    else:
        yield Polyline(inner, HAIRLINE, GREY, layer=Layer.GLUE)
    xs, ys = zip(*inner, strict=True)
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    yield from first_within(product([glue], GLUE_SIZES), *middle, wide - 1, high)
