"""The steps of building: which a kit has, in their order, how long each takes, and a line drawing of it. In mm.

The drawings are made of the kit's own sizes, in oblique projection: one looks at the front, from the right and above.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import pairwise
from typing import Annotated, NamedTuple

from menace_kit.errors import FitError, KitError
from menace_kit.layout.label_sheets import label_plan
from menace_kit.layout.marks import (
    BLACK,
    LIGHT_GREY,
    MM_PER_POINT,
    THIN,
    WHITE,
    Anchor,
    Line,
    Mark,
    Polyline,
    Text,
)
from menace_kit.layout.text.fonts import text_width
from menace_kit.machine.containers import ContainerKind
from menace_kit.machine.kit import Kit
from menace_kit.machine.toml_files import Limits, TomlModel, YesNo, parse_model, read_toml
from menace_kit.paths import templates_folder
from menace_kit.text.words import Words
from menace_kit.workshop.cabinet import Fence, fence

# Which steps there are, and how long they take.

Minutes = Annotated[float, Limits(ge=0, le=10_000, strict=True)]


class StepTime(TomlModel):
    """How long a step takes one person, once and for each box; whether a machine needs it; whence one knows.

    `minutes_a_folded_box` is for a fold-up box, tray and sleeve, where that takes another time.
    """

    needed: YesNo
    source: str
    minutes: Minutes = 0
    minutes_a_box: Minutes = 0
    minutes_a_folded_box: Minutes | None = None


class BuildingStep(NamedTuple):
    """A step of building a kit: its name, its time, and whether every batch of boxes goes through it by itself."""

    name: str
    time: StepTime
    by_batch: bool

    def minutes(self, kit: Kit) -> float:
        """Return how long it takes one person with all boxes of a kit."""
        return self.time.minutes + self.time.minutes_a_box * len(kit.boxes)


AT_ONCE = ("measure", "blocks", "cabinet")
"""Steps that are done once for all boxes."""


@cache
def step_times() -> dict[str, StepTime]:
    """Return how long each step takes; KitError where somebody has changed the file and made a mistake."""
    path = templates_folder() / "steps.toml"
    tables = read_toml(path)
    if set(tables) != set(DRAWINGS):
        raise KitError(f"{path} has the steps {', '.join(tables)}; it should have {', '.join(DRAWINGS)}")
    return {name: parse_model(StepTime, table, f"{path}: {name}") for name, table in tables.items()}


def building_steps(kit: Kit) -> list[BuildingStep]:
    """Return the steps that this kit has, in the order in which they are done."""
    labelled = ("cut", "glue") if kit.stock.grid is None else ("stick",)
    names = ["measure", "print", *labelled]
    if kit.container.label.pull:
        names.append("pull")
    folded = kit.container.kind is ContainerKind.FOLD_UP
    if fence_of(kit) and not folded:  # a fold-up box has its fence in the same card
        names.append("fence")
    if kit.stock.grid is None or "fence" in names:
        names.append("dry")
    standing = ["cabinet"] if kit.spec.cabinet else ["blocks"] if kit.container.kind.slides else []
    names += ["fill", "check", *standing, "place"]
    times = dict(step_times())
    for name, time in times.items():
        if folded and time.minutes_a_folded_box is not None:
            times[name] = time.model_copy({"minutes_a_box": time.minutes_a_folded_box})
    return [BuildingStep(name, times[name], name not in AT_ONCE) for name in names]


def fence_of(kit: Kit) -> Fence | None:
    """Return the fence for a kit's trays; None where its beads or trays take none."""
    if kit.container.kind.slides:
        with suppress(FitError):
            return fence(kit.container.tray, kit.bead)
    return None


# A sketch: lines in mm of the thing itself, made smaller until they fit.

Point = tuple[float, float]

BACK = (0.42, 0.3)
"""Where a mm to the back goes in the projection: so far to the right, and so far up."""

LETTERS = 6.5
"""Size in points of a sketch's numbers."""

PEN = 0.22


def projected(x: float, y: float, z: float) -> Point:
    """Return where a point is drawn that lies x to the right, y up and z to the back; upwards is negative."""
    return x + BACK[0] * z, -y - BACK[1] * z


class Sketch:
    """Faces, lines and numbers, the later ones in front of the earlier ones."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._shapes: list[tuple[tuple[Point, ...], str | None, float, float]] = []
        self._texts: list[tuple[Point, str, Anchor]] = []

    def face(self, points: Sequence[Point], fill: str = WHITE, pen: float = PEN) -> None:
        """Draw a closed shape that hides what is behind it."""
        self._shapes.append((tuple(points), fill, pen, 0.0))

    def line(self, *points: Point, pen: float = PEN, dash: float = 0.0) -> None:
        """Draw a line through points."""
        self._shapes.append((tuple(points), None, pen, dash))

    def round(self, middle: Point, radius: float, fill: str = WHITE, pen: float = PEN) -> None:
        """Draw a circle."""
        turns = (math.tau * part / 24 for part in range(24))
        self.face(
            [(middle[0] + radius * math.cos(turn), middle[1] + radius * math.sin(turn)) for turn in turns],
            fill,
            pen,
        )

    def text(self, at: Point, text: str, anchor: Anchor = Anchor.MIDDLE) -> None:
        """Write a number; its baseline is at the point."""
        self._texts.append((at, text, anchor))

    def arrow(self, start: Point, end: Point, head: float) -> None:
        """Draw an arrow."""
        length = math.dist(start, end)
        ahead = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        foot = end[0] - head * ahead[0], end[1] - head * ahead[1]
        aside = -ahead[1] * head / 2, ahead[0] * head / 2
        self.line(start, foot, pen=0.35)
        self.face(
            [end, (foot[0] + aside[0], foot[1] + aside[1]), (foot[0] - aside[0], foot[1] - aside[1])], BLACK
        )

    def cuboid(self, corner: tuple[float, float, float], size: tuple[float, float, float]) -> None:
        """Draw a closed box from its lower left front corner: `size` is width, height and length."""
        (x, y, z), (w, h, d) = corner, size
        front = _upright(x, y, z, w, h)
        top = [projected(x, y + h, z), projected(x + w, y + h, z)]
        top += [projected(x + w, y + h, z + d), projected(x, y + h, z + d)]
        side = [projected(x + w, y, z), projected(x + w, y, z + d)]
        side += [projected(x + w, y + h, z + d), projected(x + w, y + h, z)]
        for shape in (top, side, front):
            self.face(shape)

    def marks(self, left: float, top: float, width: float, height: float) -> Iterator[Mark]:
        """Yield the sketch as large as it fits into a room, in its middle."""
        margin = LETTERS * MM_PER_POINT
        points = [point for shape, *_ in self._shapes for point in shape]
        least, most = (tuple(pick(point[way] for point in points) for way in (0, 1)) for pick in (min, max))
        words = max((text_width(text, LETTERS) for _, text, _ in self._texts), default=0.0)
        free = (width - 2 * words, height - 2 * margin) if self._texts else (width - 1, height - 1)
        scale = min(free[0] / (most[0] - least[0]), free[1] / (most[1] - least[1]))
        middle = left + width / 2, top + height / 2

        def placed(point: Point) -> Point:
            return (
                middle[0] + (point[0] - (least[0] + most[0]) / 2) * scale,
                middle[1] + (point[1] - (least[1] + most[1]) / 2) * scale,
            )

        for shape, fill, pen, dash in self._shapes:
            drawn = tuple(map(placed, shape))
            if fill is not None:
                yield Polyline(drawn, pen, BLACK, fill)
            else:
                yield from (Line(*a, *b, pen, BLACK, dash) for a, b in pairwise(drawn))
        for at, text, anchor in self._texts:
            x, y = placed(at)
            yield Text(
                x, y + (margin * 0.9 if anchor is Anchor.MIDDLE else margin / 3), text, LETTERS, anchor=anchor
            )


def _upright(x: float, y: float, z: float, width: float, height: float) -> list[Point]:
    """Return the corners of a face that one looks at from the front."""
    return [projected(x + a * width, y + b * height, z) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]


# What the steps look like.


class _Things(NamedTuple):
    """What is drawn: a kit's box, and how large its label is."""

    kit: Kit
    words: Words
    label: tuple[float, float]

    @property
    def outer(self) -> tuple[float, float, float]:
        """Return width, height and length of the closed box."""
        size = self.kit.container.outer
        return size.width, size.height, size.length

    def front_label(self, sketch: Sketch, z: float) -> None:
        """Draw the label upright at this depth, in the middle of the front: its board, and lines of words."""
        (wide, high), (w, h, _) = self.label, self.outer
        x, y = (w - wide) / 2, (h - high) / 2
        sketch.face(_upright(x, y, z, wide, high))
        game = self.kit.game
        square = min(0.8 * high / game.rows, 0.4 * wide / game.columns)
        across, down = square * game.columns, square * game.rows
        left, foot = x + 0.08 * wide, y + (high - down) / 2
        for column in range(1, game.columns):
            sketch.line(
                projected(left + column * square, foot, z),
                projected(left + column * square, foot + down, z),
                pen=THIN,
            )
        for row in range(1, game.rows):
            sketch.line(
                projected(left, foot + row * square, z),
                projected(left + across, foot + row * square, z),
                pen=THIN,
            )
        for share, length in ((0.7, 0.2), (0.35, 0.3)):
            start = left + across + 0.06 * wide
            sketch.line(
                projected(start, y + share * high, z),
                projected(start + length * wide, y + share * high, z),
                pen=0.4,
            )

    def sleeve(self, sketch: Sketch) -> None:
        """Draw the sleeve, one looks into its front."""
        w, h, d = self.outer
        sketch.cuboid((0, 0, 0), (w, h, d))
        sketch.face(_upright(0.03 * w, 0.06 * h, 0, 0.94 * w, 0.88 * h), LIGHT_GREY, THIN)

    def tray(
        self,
        sketch: Sketch,
        front: float,
        length: float,
        inside: Callable[[], None] | None = None,
        share: float = 1.0,
    ) -> None:
        """Draw a tray, or what of it is in sight, from `front` so many mm to the back, and what is in it.

        Of the walls that one looks over only a `share` of their height is drawn.
        """
        w, h, _ = self.outer
        x, y, wide, high = 0.03 * w, 0.06 * h, 0.94 * w, 0.86 * h
        right, rim, back = x + wide, y + high, front + length
        floor = [
            projected(x, y, front),
            projected(right, y, front),
            projected(right, y, back),
            projected(x, y, back),
        ]
        left_wall = [
            projected(x, y, front),
            projected(x, y, back),
            projected(x, rim, back),
            projected(x, rim, front),
        ]
        sketch.face(floor)
        sketch.face(_upright(x, y, back, wide, high))
        sketch.face(left_wall)
        if inside:
            inside()
        cut = y + share * high
        side = [projected(right, y, front), projected(right, y, back), projected(right, cut, back)]
        sketch.face([*side, projected(right, cut, front)])
        sketch.face(_upright(x, y, front, wide, share * high))

    def open_tray(self, sketch: Sketch, inside: Callable[[], None] | None = None) -> None:
        """Draw a whole tray with its label."""
        self.tray(sketch, 0, self.outer[2], inside)
        self.front_label(sketch, 0)

    def beads(self, sketch: Sketch) -> None:
        """Draw a few beads, of the size that they have, behind the front of a tray."""
        (w, h, d), radius = self.outer, max(self.kit.bead.diameter, self.kit.bead.length) / 2
        for across, behind in ((0.3, 0.75), (0.55, 0.7), (0.75, 0.8), (0.4, 0.5), (0.65, 0.45)):
            x, y = projected(across * w, 0.5 * h, behind * d)
            sketch.round((x, y), radius, LIGHT_GREY, THIN)


PAPER_ALONE = ("print", "cut")
"""Steps in whose drawings there is no box."""


def step_marks(
    kit: Kit, words: Words, step: BuildingStep, left: float, top: float, width: float, height: float
) -> list[Mark]:
    """Return the drawing of a step, in the middle of a room of this size; a thing that is drawn is a matchbox."""
    if not kit.container.kind.slides and step.name not in PAPER_ALONE:
        return []
    style = label_plan(kit, words).style
    sketch = Sketch()
    DRAWINGS[step.name](sketch, _Things(kit, words, (style.width, style.height)))
    return [*sketch.marks(left, top, width, height)]


def _measure(sketch: Sketch, things: _Things) -> None:
    """The closed box with a ruler below its front, and its three measures."""
    w, h, d = things.outer
    sketch.cuboid((0, 0, 0), (w, h, d))
    sketch.face(_upright(-3, -9, 0, w + 9, 6.5))
    for mark in range(int(w) + 2):
        length = 3.2 if mark % 10 == 0 else 2.2 if mark % 5 == 0 else 1.2
        sketch.line((mark, 2.5), (mark, 2.5 + length), pen=THIN)
    sketch.text((w / 2, 9), f"{w:g}")
    sketch.text((-1.5, -h / 2), f"{h:g}", Anchor.END)
    x, y = projected(w, 0, d / 2)
    sketch.text((x + 1.5, y), f"{d:g}", Anchor.START)


def _print(sketch: Sketch, things: _Things) -> None:
    """A sheet with its labels, each where it lies, and the ruler at its foot."""
    grid = label_plan(things.kit, things.words).grid
    sketch.face([(0, 0), (grid.page_width, 0), (grid.page_width, grid.page_height), (0, grid.page_height)])
    for cell in range(grid.cells):
        x, y = grid.corner(cell)
        sketch.face(
            [(x, y), (x + grid.width, y), (x + grid.width, y + grid.height), (x, y + grid.height)],
            LIGHT_GREY,
            0.1,
        )
    sketch.line((8, grid.page_height - 8), (108, grid.page_height - 8), pen=0.3)


def _cut(sketch: Sketch, things: _Things) -> None:
    """Labels on their sheet, and scissors on the line beside them."""
    (wide, high), gap = things.label, max(2.0, things.kit.stock.gap)
    for row in range(3):
        for column in range(2):
            x, y = column * (wide + gap), row * (high + gap)
            sketch.face([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)])
    foot, middle = 3 * (high + gap), wide + gap / 2
    sketch.line((middle, -gap), (middle, foot), dash=0.8)
    tip, pivot = (middle, foot - 0.9 * high), foot + 0.15 * high
    for way in (-1, 1):
        ring = middle + way * 0.45 * high, foot + 1.1 * high
        sketch.line((tip[0] - way * 0.12 * high, tip[1]), (middle, pivot), ring, pen=0.45)
        sketch.round(ring, 0.3 * high, pen=0.4)


def _glue(sketch: Sketch, things: _Things) -> None:
    """The tray half out of its sleeve, and the label on its way to the tray's end."""
    w, h, d = things.outer
    out, away = 0.45 * d, 0.55 * d
    things.sleeve(sketch)
    things.tray(sketch, -out, out)
    (wide, high) = things.label
    x, y = (w - wide) / 2, (h - high) / 2
    for across in (x, x + wide):
        for up in (y, y + high):
            sketch.line(projected(across, up, -out - away), projected(across, up, -out), pen=THIN, dash=0.6)
    things.front_label(sketch, -out - away)


def _pull(sketch: Sketch, things: _Things) -> None:
    """The tray's end with its label, and the knob or fastener that goes through it."""
    (w, h, d), pull = things.outer, things.kit.container.label.pull
    things.sleeve(sketch)
    things.tray(sketch, -0.2 * d, 0.2 * d)
    things.front_label(sketch, -0.2 * d)
    middle = (w + things.label[0]) / 2 - 1 - pull / 2
    sketch.round(projected(middle, h / 2, -0.2 * d), pull / 2)
    start, end = projected(middle, h / 2, -0.9 * d), projected(middle, h / 2, -0.3 * d)
    sketch.arrow(start, end, 0.16 * h)
    sketch.round(start, pull / 2, LIGHT_GREY)


def _fence(sketch: Sketch, things: _Things) -> None:
    """The fence in its tray, two walls of which are cut away: what keeps all beads but one from the front."""
    shape, (w, h, _) = fence_of(things.kit), things.outer

    def inside() -> None:
        if shape is None:
            return
        left = (w - things.kit.container.tray.width) / 2
        points = shape.folded()
        walls = sorted(pairwise(points), key=lambda wall: -wall[0][1] - wall[1][1])
        for (x1, z1), (x2, z2) in walls:
            ends = ((left + x1, z1), (left + x2, z2))
            low, high = ([projected(x, y, z) for x, z in ends] for y in (0.06 * h, 0.06 * h + shape.height))
            sketch.face([*low, *reversed(high)])

    things.tray(sketch, 0, things.outer[2], inside, share=0.15)


def _dry(sketch: Sketch, things: _Things) -> None:
    """The shut box, and a clock."""
    w, h, d = things.outer
    sketch.cuboid((0, 0, 0), (w, h, d))
    things.front_label(sketch, 0)
    x, y = projected(w, h, d)
    middle, radius = (x + 0.35 * w, y + 0.3 * w), 0.26 * w
    sketch.round(middle, radius, pen=0.35)
    sketch.line(
        (middle[0], middle[1] - 0.8 * radius), middle, (middle[0] + 0.5 * radius, middle[1]), pen=0.35
    )


def _fill(sketch: Sketch, things: _Things) -> None:
    """Beads that fall into the tray."""
    w, h, d = things.outer
    things.open_tray(sketch, lambda: things.beads(sketch))
    x, y = projected(0.55 * w, h, 0.6 * d)
    radius = max(things.kit.bead.diameter, things.kit.bead.length) / 2
    for place in range(3):
        sketch.round(
            (x + (place - 1) * 2.6 * radius, y - (3 + place % 2 * 2.4) * radius), radius, LIGHT_GREY, THIN
        )
    sketch.arrow((x, y - 9 * radius), (x, y - 6 * radius), radius)


def _check(sketch: Sketch, things: _Things) -> None:
    """The filled tray, ticked off."""
    w, h, d = things.outer
    things.open_tray(sketch, lambda: things.beads(sketch))
    x, y = projected(w, h, d)
    side = 0.35 * w
    sketch.line((x + 0.2 * side, y + 0.6 * side), (x + 0.5 * side, y + side), (x + 1.1 * side, y), pen=0.7)


def _blocks(sketch: Sketch, things: _Things) -> None:
    """Sleeves, side by side and on top of each other, glued to one block."""
    w, h, d = things.outer
    for row in range(3):
        for column in range(3):
            sketch.cuboid((column * w, row * h, 0), (w, h, d))
            sketch.face(
                _upright(column * w + 0.04 * w, row * h + 0.08 * h, 0, 0.92 * w, 0.84 * h), LIGHT_GREY, THIN
            )


def _shelves(sketch: Sketch, things: _Things) -> tuple[int, int]:
    """Draw a part of the cabinet, and return how many rows and columns of it there are."""
    (w, h, d), cabinet = things.outer, things.kit.spec.cabinet
    rows, columns = (min(cabinet.rows, 4), min(cabinet.columns, 3)) if cabinet else (1, 4)
    board = 0.12 * h
    sketch.cuboid((-board, -board, 0), (columns * w + 2 * board, rows * h + 2 * board, d))
    for row in range(rows):
        for column in range(columns):
            sketch.face(_upright(column * w, row * h, 0, w, h), LIGHT_GREY, THIN)
    return rows, columns


def _cabinet(sketch: Sketch, things: _Things) -> None:
    """A corner of the cabinet, empty."""
    _shelves(sketch, things)


def _place(sketch: Sketch, things: _Things) -> None:
    """A box on its way to its place."""
    w, h, d = things.outer
    rows, columns = _shelves(sketch, things)
    x, y, z = (columns - 1) * w, (rows // 2) * h, -0.9 * d
    sketch.arrow(
        projected(x + w / 2, y + h / 2, -0.45 * d), projected(x + w / 2, y + h / 2, -0.05 * d), 0.4 * h
    )
    sketch.cuboid((x, y, z - 0.4 * d), (w, h, 0.6 * d))


DRAWINGS: dict[str, Callable[[Sketch, _Things], None]] = {
    "measure": _measure,
    "print": _print,
    "cut": _cut,
    "glue": _glue,
    "stick": _glue,
    "pull": _pull,
    "fence": _fence,
    "dry": _dry,
    "fill": _fill,
    "check": _check,
    "blocks": _blocks,
    "cabinet": _cabinet,
    "place": _place,
}
"""What draws each step."""
