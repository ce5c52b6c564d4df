"""The nets of a folded box: its tray and its sleeve. In mm.

Card has a thickness, and folds are assumed to run in its middle, so the insides of two walls are
one thickness closer than their folds. This is the usual allowance for scored board.
"""

import math

from menace_kit.machine.folded import folded_outer
from menace_kit.machine.schema import FoldUp
from menace_kit.machine.sizes import TraySize
from menace_kit.workshop.faces import Face, Glue, Point
from menace_kit.workshop.fence import BELOW_RIM, Fence

LAP = 10.0
"""Length of a glue tab, if there is room."""

TAPER = 2.0
"""How much narrower, at most, a tab is on each side of its free edge."""

TAB_INSET = 0.5
"""Distance of a tab from the ends of its edge: it has to fit between floor and rim."""

TAB_AIR = 1.0
"""Gap between two tabs on one wall, and between a tab and a fence."""

LEAST_END = 5.0
"""Least length of the end of a fence that is glued to a side."""


def tray_net(tray: TraySize, fold: FoldUp, fence: Fence | None = None) -> Face:
    """Return the tray: floor, four walls, a tab at each corner, and perhaps a fence at the front.

    The front is the face `front`, above the floor on the sheet, and so upright. The tabs belong to
    the sides and are glued behind front and back: there the inside is one card shorter, for which
    the floor makes up.
    """
    card = fold.card
    width, length = tray.width + card, tray.length + 3 * card
    wall = tray.height + card / 2
    free = width / 2 - TAB_AIR / 2 if fence is None else (width - fence.flat) / 2 - TAB_AIR
    tab = min(LAP, wall - TAB_AIR, free)
    # A fence is folded over the front's edge, so the front is that much lower.
    front = wall if fence is None else tray.height
    over = () if fence is None else (_fence(fence, card, width, front, wall),)
    walls = (
        Face("front", ((0, 0), (0, -front), (width, -front), (width, 0)), folds=over),
        _side("right", width, 1, (card, length - card), wall, tab),
        Face("back", ((width, length), (width, length + wall), (0, length + wall), (0, length))),
        _side("left", 0, -1, (length - card, card), wall, tab),
    )
    return Face("floor", ((0, 0), (width, 0), (width, length), (0, length)), 0, folds=walls)


def _side(name: str, x: float, way: int, ends: Point, wall: float, tab: float) -> Face:
    """Return a side of the tray with its two tabs; clockwise, `ends` are its start and end."""
    first, last = ends
    rim = x + way * wall
    taper = min(TAPER, tab / 4)
    low, high = x + way * TAB_INSET, rim - way * TAB_INSET
    tabs = []
    for end, outwards, number in (
        (first, -1 if last > first else 1, 1),
        (last, 1 if last > first else -1, 2),
    ):
        edge = end + outwards * tab
        corners = [(low, end), (low + way * taper, edge), (high - way * taper, edge), (high, end)]
        path = tuple(corners if number == 1 else reversed(corners))
        tabs.append(Face(f"{name}-tab-{number}", path, glue=Glue.PRINT))
    return Face(name, ((x, first), (rim, first), (rim, last), (x, last)), folds=tuple(tabs))


def _fence(shape: Fence, card: float, width: float, front: float, sides: float) -> Face:
    """Return the fence that folds over the front: a flat behind it, a wall and tab on each side."""
    left, right = (width - shape.flat) / 2, (width + shape.flat) / 2
    low, high = -front - card, -front - card - shape.height
    turn = math.atan2(shape.reach, shape.spread)
    wall = (left - card) / math.cos(turn)
    # No wider than the tray's own net, if the ends can be that short:
    # so more nets fit on a sheet.
    tab = min(shape.tab, max(LEAST_END, left + sides - wall))
    taper = min(TAPER, tab / 4)

    def wing(side: str, x: float, way: int) -> Face:
        end, tip = x + way * wall, x + way * (wall + tab)
        below = low - BELOW_RIM
        last = [(end, below), (tip, below - taper), (tip, high + taper), (end, high)]
        strip = [(x, low), (end, below), (end, high), (x, high)]
        if way > 0:
            last, strip = last[::-1], strip[::-1]
        rest = math.degrees(turn) - 90
        glued = Face(f"fence-{side}-tab", tuple(last), rest, Glue.BACK)
        return Face(f"fence-{side}", tuple(strip), -math.degrees(turn), folds=(glued,))

    flat = Face(
        "fence-flat",
        ((left, low), (left, high), (right, high), (right, low)),
        glue=Glue.BACK,
        folds=(wing("left", left, -1), wing("right", right, 1)),
    )
    strip = ((left, -front), (left, low), (right, low), (right, -front))
    return Face("fence-over", strip, folds=(flat,), over=True)


def sleeve_net(tray: TraySize, fold: FoldUp) -> Face:
    """Return the sleeve: four faces in a row, and a flap that is glued inside the first.

    It is as long as the tray, and its inside is wider and higher than the outside of the tray by
    the clearance. The flap between the two is taken into account.
    """
    card, outer = fold.card, folded_outer(tray, fold)
    floor, roof, side = outer.width - card, outer.width - 2 * card, outer.height - card
    flap = min(LAP, side - card - TAB_AIR)
    taper = min(TAPER, flap / 4)
    length = outer.length
    right, top = floor + side, floor + side + roof
    flap_face = Face(
        "flap",
        ((top, 0), (top + flap, taper), (top + flap, length - taper), (top, length)),
        glue=Glue.PRINT,
    )
    roof_face = Face(
        "top", ((right, 0), (top, 0), (top, length), (right, length)), folds=(flap_face,)
    )
    faces = (
        Face(
            "right", ((floor, 0), (right, 0), (right, length), (floor, length)), folds=(roof_face,)
        ),
        Face("left", ((0, length), (-side, length), (-side, 0), (0, 0))),
    )
    return Face("bottom", ((0, 0), (floor, 0), (floor, length), (0, length)), 0, folds=faces)
