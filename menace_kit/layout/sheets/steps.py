"""A line drawing of each building step, with the kind and sizes of the kit's boxes. In mm."""

from collections.abc import Callable
from itertools import pairwise

from menace_kit.layout.marks import BLACK, LIGHT_GREY, THIN
from menace_kit.layout.sheets.folded_pictures import draw_faces, folded_pictures
from menace_kit.layout.sheets.net_marks import front_plan, is_folded, tray_of
from menace_kit.layout.sheets.oblique import TO_BACK, Sketch, flat, projected, upright
from menace_kit.layout.sheets.things import DrawnThing, drawn_thing
from menace_kit.layout.stacks import Part
from menace_kit.machine import Box, Kit
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.sets import set_letters
from menace_kit.workshop.faces import Face
from menace_kit.workshop.steps import BuildingStep, fence_of


def step_part(kit: Kit, step: BuildingStep) -> Part:
    """Return the drawing of a step."""
    sketch = Sketch()
    DRAWINGS[step.name](sketch, drawn_thing(kit))
    return sketch.part


def opened_part(kit: Kit, box: Box) -> Part:
    """Return a box that is open, with beads in the colours that it has."""
    sketch, thing = Sketch(), drawn_thing(kit)
    thing.fills = [kit.colour(bead.colour).hex for bead in box.playable]
    thing.opened(sketch)
    return sketch.part


WALL = (4, 8)
"""The most columns and rows of boxes in a picture of the machine."""


def machine_part(kit: Kit) -> Part:
    """Return boxes as they stand in their places, one of them open."""
    sketch, thing = Sketch(), drawn_thing(kit)
    thing.fills = [colour.hex for colour in kit.colours]
    if not _is_in_a_wall(kit):
        *shut, last = thing.row()
        for place in shut:
            sketch.move_to(*place)
            thing.standing(sketch)
        sketch.move_to(*last)
        thing.opened(sketch)
        return sketch.part
    w, h, d = thing.size
    columns, most = WALL
    rows = min(most, max(2, len(kit.boxes) // columns))
    for number in range(rows * columns):
        sketch.move_to(number % columns * w, number // columns * h, 0)
        thing.standing(sketch)
    sketch.move_to((columns - 2) * w, rows // 2 * h, -0.9 * d)
    thing.opened(sketch)
    return sketch.part


def _is_in_a_wall(kit: Kit) -> bool:
    """Return whether boxes are side by side and on top of each other."""
    kind = kit.container.kind
    return kind is not ContainerKind.FLAT and (kind.slides or kind is ContainerKind.DRAWER)


def _measure(sketch: Sketch, thing: DrawnThing) -> None:
    """Draw a thing to measure with a ruler below its front, and its sizes."""
    w, _, _ = thing.size
    thing.measured(sketch)
    sketch.face(upright(-3, -9, 0, w + 9, 6.5))
    for mark in range(0, int(w) + 2, 1 if w < 60 else 5):
        length = 3.2 if mark % 10 == 0 else 2.2 if mark % 5 == 0 else 1.2
        sketch.line((mark, 2.5), (mark, 2.5 + length), pen=THIN)
    thing.numbers(sketch)


def _print(sketch: Sketch, thing: DrawnThing) -> None:
    """Draw a sheet with its labels or nets in their places, and the ruler at its foot."""
    grid = front_plan(thing.kit).grid
    sketch.face(flat(0, 0, grid.page_width, grid.page_height))
    for cell in range(grid.cells):
        x, y = grid.corner(cell)
        shape = flat(x, y, grid.width, grid.height)
        if is_folded(thing.kit):
            net = tray_of(thing.kit)
            left, top, _, _ = net.extent
            shape = [(x + across - left, y + down - top) for across, down in net.outline()]
        sketch.face(shape, LIGHT_GREY, 0.1)
    sketch.line((8, grid.page_height - 8), (108, grid.page_height - 8), pen=0.3)


def _scissors(sketch: Sketch, x: float, y: float, size: float) -> None:
    """Draw scissors from below, with their tip at a point."""
    pivot = y + 1.05 * size
    for way in (-1, 1):
        ring = x + way * 0.45 * size, y + 2 * size
        sketch.line((x - way * 0.12 * size, y), (x, pivot), ring, pen=0.45)
        sketch.round(ring, 0.3 * size, pen=0.4)


def _cut(sketch: Sketch, thing: DrawnThing) -> None:
    """Draw labels on their sheet, with scissors on the line between them."""
    (wide, high), gap = thing.label, thing.kit.stock.gap
    for row in range(3):
        for column in range(2):
            sketch.face(flat(column * (wide + gap), row * (high + gap), wide, high))
    foot, middle = 3 * (high + gap), wide + gap / 2
    sketch.line((middle, -max(gap, 2.0)), (middle, foot), dash=0.8)
    size = min(high, 0.25 * foot)
    _scissors(sketch, middle, foot - 0.9 * size, size)


def _sort(sketch: Sketch, thing: DrawnThing) -> None:
    """Draw a pile for each set, with its letter below."""
    wide, high = thing.label
    for pile, letters in enumerate(set_letters(3)):
        left = 1.4 * pile * wide
        for place in range(3):
            sketch.face(flat(left + 0.05 * place * wide, 0.15 * place * high, wide, high))
        sketch.text((left + 0.55 * wide, 1.3 * high), letters)


def _net(sketch: Sketch, net: Face) -> None:
    sketch.face(net.outline())
    for start, end, _ in net.creases():
        sketch.line(start, end, pen=THIN, dash=0.5)


def _score(sketch: Sketch, thing: DrawnThing) -> None:
    """Draw a tray's net, with a ruler along a fold and a pen pressing it in."""
    net = tray_of(thing.kit)
    _net(sketch, net)
    (x1, y1), (x2, _) = net.named("back").path[-1], net.named("back").path[0]
    wide = 0.14 * (x2 - x1)
    sketch.face(flat(x1 - wide, y1, x2 - x1 + 4 * wide, wide))
    x, y = x1 + 0.7 * (x2 - x1), y1
    tip = [(x + 0.5 * wide, y - 1.2 * wide), (x + 1.1 * wide, y - 0.8 * wide)]
    sketch.face([(x, y), *tip], BLACK)
    sketch.face([*tip, (x + 4.1 * wide, y - 5.3 * wide), (x + 3.5 * wide, y - 5.7 * wide)])


def _cut_out(sketch: Sketch, thing: DrawnThing) -> None:
    """Draw a tray's net, with scissors at its edge."""
    net = tray_of(thing.kit)
    _net(sketch, net)
    (x, y), _, _, _ = net.named("back").path[1:] + net.named("back").path[:1]
    size = 0.2 * net.extent[2]
    _scissors(sketch, x, y - 0.6 * size, size)


def _folded(picture: str) -> Callable[[Sketch, DrawnThing], None]:
    """Return what draws one of the pictures of boxes that are folded."""
    return lambda sketch, thing: draw_faces(sketch, thing, folded_pictures(thing.kit)[picture])


def _glue(sketch: Sketch, thing: DrawnThing) -> None:
    """Draw the label on its way to its place."""
    thing.before_gluing(sketch)
    for corner in ((0, 0), (0, 1), (1, 0), (1, 1)):
        sketch.line(thing.coming(*corner), thing.on_label(*corner), pen=THIN, dash=0.6)
    thing.draw_label(sketch, thing.coming)


def _pull(sketch: Sketch, thing: DrawnThing) -> None:
    """Draw the front with its label, and the knob or fastener that goes through it."""
    pull, (wide, _) = thing.kit.container.label.pull, thing.label
    thing.opened(sketch, beads=False)
    across = 1 - (1 + pull / 2) / wide
    x, y = thing.on_label(across, 0.5)
    sketch.round((x, y), pull / 2)
    start, end = ((x - TO_BACK[0] * far * wide, y + TO_BACK[1] * far * wide) for far in (1.0, 0.25))
    sketch.arrow(start, end, 0.8 * pull)
    sketch.round(start, pull / 2, LIGHT_GREY)


def _fence(sketch: Sketch, thing: DrawnThing) -> None:
    """Draw the fence in its tray, two walls cut away: it keeps all beads but one from the front."""
    shape, (w, h, _) = fence_of(thing.kit), thing.size

    def inside() -> None:
        if shape is None:
            return
        left = (w - thing.kit.container.tray.width) / 2
        points = shape.folded()
        walls = sorted(pairwise(points), key=lambda wall: -wall[0][1] - wall[1][1])
        for (x1, z1), (x2, z2) in walls:
            ends = ((left + x1, z1), (left + x2, z2))
            low, high = (
                [projected(x, y, z) for x, z in ends] for y in (0.06 * h, 0.06 * h + shape.height)
            )
            sketch.face([*low, *reversed(high)])

    thing.tray(sketch, 0, thing.size[2], inside, share=0.15)


def _dry(sketch: Sketch, thing: DrawnThing) -> None:
    """Draw the box with its label and a clock; if it is folded, tray and sleeve apart."""
    w, h, d = thing.size
    if thing.kit.container.kind.has_matches:
        thing.standing(sketch)
    else:
        thing.opened(sketch, beads=False)
    if is_folded(thing.kit):
        sketch.cuboid((1.5 * w, 0, 0), (w, h, d))
        sketch.face(upright(1.53 * w, 0.06 * h, 0, 0.94 * w, 0.88 * h), LIGHT_GREY, THIN)
    left, top, right, _ = sketch.extent
    size = right - left
    x, y, radius = right + 0.21 * size, top + 0.18 * size, 0.15 * size
    sketch.round((x, y), radius, pen=0.35)
    sketch.line((x, y - 0.8 * radius), (x, y), (x + 0.5 * radius, y), pen=0.35)


def _fill(sketch: Sketch, thing: DrawnThing) -> None:
    """Draw beads falling in."""
    thing.opened(sketch)
    (x, y), radius = projected(*thing.mouth), thing.bead
    for place in range(3):
        middle = x + (place - 1) * 2.6 * radius, y - (3 + place % 2 * 2.4) * radius
        sketch.round(middle, radius, LIGHT_GREY, THIN)
    sketch.arrow((x, y - 10 * radius), (x, y - 7 * radius), radius)


def _check(sketch: Sketch, thing: DrawnThing) -> None:
    """Draw the filled box, ticked off."""
    thing.opened(sketch)
    left, y, x, _ = sketch.extent
    side = 0.22 * (x - left)
    sketch.line(
        (x + 0.2 * side, y + 0.6 * side), (x + 0.5 * side, y + side), (x + 1.1 * side, y), pen=0.7
    )


def _blocks(sketch: Sketch, thing: DrawnThing) -> tuple[int, int]:
    """Draw sleeves side by side and on top of each other, glued into one block.

    Returns how many rows and columns it has.
    """
    w, h, d = thing.size
    for row in range(3):
        for column in range(3):
            sketch.cuboid((column * w, row * h, 0), (w, h, d))
            sketch.face(
                upright(column * w + 0.04 * w, row * h + 0.08 * h, 0, 0.92 * w, 0.84 * h),
                LIGHT_GREY,
                THIN,
            )
    return 3, 3


def _shelves(sketch: Sketch, thing: DrawnThing) -> tuple[int, int]:
    """Draw a part of the cabinet, and return how many rows and columns of it are drawn."""
    (w, h, d), cabinet = thing.size, thing.kit.spec.cabinet
    rows, columns = (min(cabinet.rows, 4), min(cabinet.columns, 3)) if cabinet else (1, 4)
    board = 0.12 * h
    sketch.cuboid((-board, -board, 0), (columns * w + 2 * board, rows * h + 2 * board, d))
    for row in range(rows):
        for column in range(columns):
            sketch.face(upright(column * w, row * h, 0, w, h), LIGHT_GREY, THIN)
    return rows, columns


def _place(sketch: Sketch, thing: DrawnThing) -> None:
    """Draw a box on its way to its place: in a cabinet or block, or behind others in order."""
    w, h, d = thing.size
    if _is_in_a_wall(thing.kit):
        in_block = thing.kit.container.kind.slides and thing.kit.spec.cabinet is None
        rows, columns = (_blocks if in_block else _shelves)(sketch, thing)
        x, y, z = (columns - 1) * w, (rows // 2) * h, -0.9 * d
        start, end = (projected(x + w / 2, y + h / 2, share * d) for share in (-0.45, -0.05))
        sketch.arrow(start, end, 0.4 * h)
        sketch.cuboid((x, y, z - 0.4 * d), (w, h, 0.6 * d))
        return
    alone = Sketch()
    thing.standing(alone)
    left, top, right, bottom = alone.extent
    for place in thing.row():
        sketch.move_to(*place)
        thing.standing(sketch)
    middle, high = (left + right) / 2, 0.1 * (bottom - top)
    sketch.arrow((middle, top - 5 * high), (middle, top - high), 1.6 * high)


DRAWINGS: dict[str, Callable[[Sketch, DrawnThing], object]] = {
    "measure": _measure,
    "print": _print,
    "cut": _cut,
    "sort": _sort,
    "score": _score,
    "cut-out": _cut_out,
    "fold": _folded("tray"),
    "sleeve": _folded("sleeve"),
    "join": _folded("box"),
    "glue": _glue,
    "stick": _glue,
    "pull": _pull,
    "fence": _fence,
    "dry": _dry,
    "fill": _fill,
    "check": _check,
    "blocks": _blocks,
    "cabinet": _shelves,
    "shelf": _shelves,
    "place": _place,
}
"""Step -> the function that draws it."""
