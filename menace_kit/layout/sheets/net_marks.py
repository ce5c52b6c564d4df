"""A net on its sheet: cuts, folds, places for glue, and how many fit."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from menace_kit.errors import KitError
from menace_kit.layout.cutting import (
    GLUE_FIELD,
    GLUE_INK,
    HEAD_MARGIN,
    KEEP_CLEAR,
    KeepClear,
    with_marks,
)
from menace_kit.layout.grid import ALL_OF_IT, Grid, plain_grid
from menace_kit.layout.label import label_marks
from menace_kit.layout.label_plan import label_plan
from menace_kit.layout.label_style import LabelStyle, label_style
from menace_kit.layout.marks import (
    BLACK,
    GREY,
    HAIRLINE,
    Anchor,
    Layer,
    Line,
    Mark,
    Page,
    Polyline,
)
from menace_kit.layout.page import Frame
from menace_kit.layout.set_pieces import glue_said
from menace_kit.layout.text.typesetting import cap_height, on_middle, text_width
from menace_kit.layout.type_scale import SMALLEST
from menace_kit.machine.boxes import Box
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.kit import Kit
from menace_kit.text.kit_words import paper_words
from menace_kit.workshop.faces import Face, Glue, Point
from menace_kit.workshop.fence import fence
from menace_kit.workshop.nets import tray_net

GAP = 1.0
"""Between two nets, which are cut out along their own lines."""


MARGIN = 8.0
"""Where head line and ruler of a sheet begin and end, from the paper's edge."""


DASH, LONG_DASH = 1.0, 2.5
"""Dashes of a fold away from the print, and of one towards it."""


GLUE_SIZES = (7.0, 6.0, SMALLEST)
"""Sizes in points of the word for glue that are tried."""


Place = Callable[[Point], Point]
"""What says where on the page a point of a net lies."""


def tray_of(kit: Kit) -> Face:
    """Return the net of a kit's trays; FitError where they should have a fence, and cannot."""
    tray, fold = kit.container.tray, kit.spec.fold_up
    return tray_net(tray, fold, fence(tray, kit.bead) if fold.fence else None)


class TrayPlan(NamedTuple):
    """How the trays of a kit are made: their net, the look of their labels,
    and the cells of a sheet.
    """

    net: Face
    style: LabelStyle
    grid: Grid


def tray_plan(kit: Kit) -> TrayPlan:
    """Return it; FitError where a tray is too large for the paper,
    or its front too small for a label.

    KitError where labels would be stuck on: these are printed on the card.
    """
    if kit.stock.grid is not None:
        raise KitError(
            f"{kit.source}: print.stock: fold-up boxes have their labels printed on the card, and "
            f'{kit.spec.print.stock} is a sheet of labels; say stock = "plain"'
        )
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
    grid = plain_grid(paper, net_width, net_height, GAP, clear(kit), "the net of a tray")
    return TrayPlan(net, style, grid)


def boxes_on_a_sheet(kit: Kit) -> int:
    """Return how many labels are on a sheet, or how many trays with theirs printed on
    them; errors as for these.
    """
    folded = kit.container.kind is ContainerKind.FOLD_UP
    return (tray_plan(kit) if folded else label_plan(kit)).grid.cells


def clear(kit: Kit) -> KeepClear:
    return KEEP_CLEAR if kit.spec.print.registration else ALL_OF_IT


def net_frame(kit: Kit, subject: str) -> Frame:
    return Frame(kit, HEAD_MARGIN if kit.spec.print.registration else MARGIN, subject)


def finished(kit: Kit, page: Page) -> Page:
    return with_marks(page) if kit.spec.print.registration else page


def tray_marks(kit: Kit, plan: TrayPlan, box: Box, x: float, y: float) -> Iterator[Mark]:
    """Yield a tray with the label of its box on the front,
    the top left corner of its net at x, y.
    """
    words = paper_words(kit)
    left, top, _, _ = plan.net.extent
    yield from net_marks(
        plan.net, glue_said(words), lambda point: (point[0] + x - left, point[1] + y - top)
    )
    (_, bottom), (_, rim), (width, _), _ = plan.net.named("front").path
    label_x = x - left + (width - plan.style.width) / 2
    label_y = y - top + (bottom + rim - plan.style.height) / 2
    yield from label_marks(kit, plan.style, box, label_x, label_y)


def net_marks(net: Face, glue: Sequence[str], place: Place) -> Iterator[Mark]:
    """Yield a net: fields for glue, then folds, then where it is cut out;
    `place` says where its points lie. Of the texts for glue a field has the first that fits.
    """
    for face in net.faces():
        if face.glue is not None:
            yield from _glue_marks(face, glue, place)
    for start, end, towards in net.creases():
        dash = LONG_DASH if towards else DASH
        yield Line(*place(start), *place(end), HAIRLINE, GREY, dash, Layer.FOLD)
    yield Polyline(tuple(map(place, net.outline())), HAIRLINE, BLACK, None, Layer.CUT)


def _glue_marks(face: Face, glue: Sequence[str], place: Place) -> Iterator[Mark]:
    """Yield a field for glue, inked where the glue goes on the print,
    only an outline where it goes on the back.
    """
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
    for text, size in product(glue, GLUE_SIZES):
        if text_width(text, size) + 1 <= wide and 2 * cap_height(size) <= high:
            yield on_middle(*middle, text, size, anchor=Anchor.MIDDLE, colour=GLUE_INK)
            break
