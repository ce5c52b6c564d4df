"""Boxes of each kind for the drawings of building steps, with the sizes of their container."""

import math
from collections.abc import Callable, Sequence
from functools import partial

from menace_kit.layout.marks import BLACK, LIGHT_GREY, THIN, Anchor
from menace_kit.layout.sheets.net_marks import front_plan
from menace_kit.layout.sheets.oblique import (
    TO_BACK,
    Sketch,
    Space,
    circle,
    level,
    projected,
    ring,
    sideways,
    upright,
)
from menace_kit.machine import Kit
from menace_kit.machine.containers import ContainerKind
from menace_kit.text.kit_words import paper_words
from menace_kit.workshop.faces import Point


class DrawnThing:
    """A box of a kind; subclasses draw what is different about theirs.

    The origin is its lower left front corner.
    """

    moving = 0.55
    """How far in front of its place a moving label is, in widths of the box."""

    bends = False
    """Whether the label goes around it."""

    from_top = 0.5
    """Largest distance of the label from its top, in heights of the box."""

    beside = 0.08
    """How far to its left its height is written, in widths of the box."""

    shows_depth = True
    """Whether its depth is visible from the front."""

    places: Sequence[Point] = ((0.3, 0.75), (0.55, 0.7), (0.75, 0.8), (0.4, 0.5), (0.65, 0.45))
    """Where a few beads are in it, as shares of its width and length."""

    fills: Sequence[str] = (LIGHT_GREY,)
    """Colours of the beads in it, in turn."""

    def __init__(self, kit: Kit) -> None:
        """Take a kit's box, and how large its label is."""
        self.kit, outer = kit, kit.container.outer
        style = front_plan(kit).style
        self.label = (style.width, style.height)
        self.size: Space = (outer.width, outer.height, outer.length)
        self.bead = max(kit.bead.diameter, kit.bead.length) / 2

    @property
    def place(self) -> Space:
        """Return the lower left corner of its label."""
        (wide, high), (w, h, _) = self.label, self.size
        return (w - wide) / 2, h - high - min((h - high) / 2, self.from_top * h), 0.0

    @property
    def mouth(self) -> Space:
        """Return where beads fall in."""
        w, h, d = self.size
        return 0.55 * w, h, 0.6 * d

    def shut(self, sketch: Sketch) -> None:
        """Draw it closed, as in its place, without its label."""
        sketch.cuboid((0, 0, 0), self.size)

    def opened(self, sketch: Sketch, *, beads: bool = True) -> None:
        """Draw it ready to be filled, with its label: a tray without its sleeve."""
        self.open_tray(sketch, beads)
        self.glued(sketch)

    def open_tray(self, sketch: Sketch, beads: bool) -> None:
        """Draw a tray as long as the box, with or without beads."""
        self.tray(sketch, 0, self.size[2], (lambda: self.beads(sketch)) if beads else None)

    def before_gluing(self, sketch: Sketch) -> None:
        """Draw it ready for its label."""
        self.shut(sketch)

    def measured(self, sketch: Sketch) -> None:
        self.shut(sketch)

    def numbers(self, sketch: Sketch) -> None:
        """Write its measures beside it."""
        (w, h, d), words = self.size, paper_words(self.kit)
        sketch.text((w / 2, 9), words.decimal(w))
        sketch.text((-self.beside * w, -h / 2), words.decimal(h), Anchor.END)
        if self.shows_depth and d != w:
            x, y = projected(w, 0, d / 2)
            sketch.text((x + 0.1 * w, y + 0.12 * w), words.decimal(d), Anchor.START)

    def on_label(self, across: float, up: float) -> Point:
        """Return where to draw a point of the glued label, in shares of its width and height."""
        return self._label_point(across, up, 0.0)

    def coming(self, across: float, up: float) -> Point:
        """Return where to draw a point of the label on its way."""
        return self._label_point(across, up, self.moving * self.size[0])

    def _label_point(self, across: float, up: float, away: float) -> Point:
        x, y, z = self.place
        return projected(x + across * self.label[0], y + up * self.label[1], z - away)

    def glued(self, sketch: Sketch) -> None:
        self.draw_label(sketch, self.on_label)

    def draw_label(self, sketch: Sketch, at: Callable[[float, float], Point]) -> None:
        """Draw the label, with its board and lines of words; `at` says where its points go."""
        (wide, high), game = self.label, self.kit.game
        edge = [part / 8 for part in range(9)] if self.bends and at == self.on_label else [0.0, 1.0]
        sketch.face([*(at(u, 0) for u in edge), *(at(u, 1) for u in reversed(edge))])
        square = min(0.8 * high / game.rows, 0.4 * wide / game.columns)
        across, down = square * game.columns / wide, square * game.rows / high
        left, foot = 0.08, (1 - down) / 2
        for column in range(1, game.columns):
            u = left + across * column / game.columns
            sketch.line(at(u, foot), at(u, foot + down), pen=THIN)
        for row in range(1, game.rows):
            v = foot + down * row / game.rows
            sketch.line(at(left, v), at(left + across, v), pen=THIN)
        for share, length in ((0.7, 0.2), (0.35, 0.3)):
            start = left + across + 0.06
            sketch.line(at(start, share), at(start + length, share), pen=0.4)
        sketch.face([at(0.82, 0.55), at(0.87, 0.85), at(0.92, 0.55)], BLACK, THIN)

    def tray(
        self,
        sketch: Sketch,
        front: float,
        length: float,
        inside: Callable[[], None] | None = None,
        share: float = 1.0,
    ) -> None:
        """Draw a tray, or its visible part, from `front` mm to the back, and what is `inside`.

        Walls that would hide the inside are drawn only to this `share` of their height.
        """
        w, h, _ = self.size
        x, y, wide, high = 0.03 * w, 0.06 * h, 0.94 * w, 0.86 * h
        sketch.face(level(x, y, front, wide, length))
        sketch.face(upright(x, y, front + length, wide, high))
        sketch.face(sideways(x, y, front, high, length))
        if inside:
            inside()
        sketch.face(sideways(x + wide, y, front, share * high, length))
        sketch.face(upright(x, y, front, wide, share * high))

    def beads(self, sketch: Sketch, column: int = 0) -> None:
        """Draw a few beads in real size, in one of several joined boxes if it has them."""
        for number, (across, behind) in enumerate(self.places):
            fill = self.fills[number % len(self.fills)]
            sketch.round(self.bead_at(column + across, behind), self.bead, fill, THIN)

    def bead_at(self, across: float, behind: float) -> Point:
        """Return where to draw a bead in a tray."""
        w, h, d = self.size
        return projected(across * w, 0.5 * h, behind * d)

    def row(self) -> list[Space]:
        """Return where several boxes in order are, those at the back first; the new one is last."""
        return [(number * 1.12 * self.size[0], 0, 0) for number in range(4)]

    def standing(self, sketch: Sketch) -> None:
        """Draw it in a row of boxes, with its label."""
        self.shut(sketch)
        self.glued(sketch)


class _Matchbox(DrawnThing):
    """A tray in a sleeve, with the label on the end of the tray."""

    def before_gluing(self, sketch: Sketch) -> None:
        w, h, d = self.size
        sketch.cuboid((0, 0, 0), self.size)
        sketch.face(upright(0.03 * w, 0.06 * h, 0, 0.94 * w, 0.88 * h), LIGHT_GREY, THIN)
        self.tray(sketch, -0.45 * d, 0.45 * d)
        sketch.move_to(0, 0, -0.45 * d)


class _Flat(DrawnThing):
    """A flat matchbox, seen from a long side, with the label on top of its sleeve."""

    moving = 0.5

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        outer = kit.container.outer
        self.size = (outer.length, outer.height, outer.width)

    @property
    def place(self) -> Space:
        (wide, deep), (w, h, d) = self.label, self.size
        return (w - wide) / 2, h, (d - deep) / 2

    def _label_point(self, across: float, up: float, away: float) -> Point:
        x, y, z = self.place
        return projected(x + across * self.label[0], y + away, z + up * self.label[1])

    def opened(self, sketch: Sketch, *, beads: bool = True) -> None:
        self.open_tray(sketch, beads)


class _Drawer(DrawnThing):
    """A drawer: a front as large as its place, with a handle below the label."""

    from_top = 0.08

    def open_tray(self, sketch: Sketch, beads: bool) -> None:
        super().open_tray(sketch, beads)
        self._front(sketch)

    def shut(self, sketch: Sketch) -> None:
        super().shut(sketch)
        self._front(sketch)

    def _front(self, sketch: Sketch) -> None:
        """Draw the front, with the handle in the space below the label."""
        w, h, _ = self.size
        free = self.place[1]
        sketch.face(upright(0, 0, 0, w, h))
        sketch.face(upright(0.32 * w, 0.3 * free, -0.06 * w, 0.36 * w, 0.45 * free))


class _Cup(DrawnThing):
    """A cup: round, narrower at its foot, with the label around its outside below the rim."""

    bends = True
    from_top = 0.12
    places = ((0.3, 0.5), (0.45, 0.66), (0.5, 0.4), (0.62, 0.6), (0.7, 0.42))

    @property
    def mouth(self) -> Space:
        w, h, _ = self.size
        return w / 2, h, 0.0

    def _radius(self, up: float) -> float:
        """Return its radius this high above its foot.

        The container's inside width is the mean of rim and foot.
        """
        w, h, _ = self.size
        foot = max(0.3 * w, self.kit.container.tray.width - w / 2)
        return foot + (w / 2 - foot) * up / h

    def on_label(self, across: float, up: float) -> Point:
        (wide, high), (w, _, _), (_, low, _) = self.label, self.size, self.place
        radius = self._radius(low + up * high)
        turn = max(-1.5, min(1.5, (across - 0.5) * wide / radius))
        return w / 2 + radius * math.sin(turn), -low - up * high + TO_BACK[1] * radius * math.cos(
            turn
        )

    def open_tray(self, sketch: Sketch, beads: bool) -> None:
        self.shut(sketch)
        if beads:
            self.beads(sketch)

    def bead_at(self, across: float, behind: float) -> Point:
        w, h, _ = self.size
        return across * w, -h - TO_BACK[1] * (behind - 0.5) * w

    def shut(self, sketch: Sketch) -> None:
        rim, foot = (self._round(up) for up in (self.size[1], 0.0))
        half = len(rim) // 2
        sketch.face([rim[half], *foot[half:], foot[0], rim[0]])
        sketch.face(rim, pen=0.35)

    def _round(self, up: float) -> list[Point]:
        """Return its outline this high above its foot: from the right, its back, then its front."""
        middle, radius = self.size[0] / 2, self._radius(up)
        return [
            (middle + across, -up - TO_BACK[1] * behind) for across, behind in circle(radius, 48)
        ]


class _Carton(DrawnThing):
    """An open carton with boxes in a row: each label is inside the lid, behind its box."""

    shows_depth = False
    places = ((0.36, 0.5), (0.5, 0.64), (0.58, 0.4))

    MOST = 3
    """How many boxes are drawn at most."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self.columns = min(self.MOST, kit.container.together)

    @property
    def place(self) -> Space:
        (wide, high), (w, h, d) = self.label, self.size
        return (w - wide) / 2, h + 0.2 * high, d

    @property
    def mouth(self) -> Space:
        w, h, d = self.size
        return w / 2, h, d / 2

    def shut(self, sketch: Sketch) -> None:
        w, h, d = self.size
        sketch.cuboid((0, 0, 0), (self.columns * w, h, d))
        sketch.cuboid((0, h, 0), (self.columns * w, 0.5 * h, d))

    def opened(self, sketch: Sketch, *, beads: bool = True) -> None:
        self.before_gluing(sketch)
        for column in range(self.columns):
            if beads:
                self.beads(sketch, column)
            self.draw_label(sketch, partial(self._above, column))

    def bead_at(self, across: float, behind: float) -> Point:
        w, h, d = self.size
        return projected(across * w, 0.9 * h, behind * d)

    def _above(self, column: int, across: float, up: float) -> Point:
        """Return where a point of a box's label is in the lid."""
        x, y, z = self.place
        aside = column * self.size[0] + across * self.label[0]
        return projected(x + aside, y + up * self.label[1], z)

    def before_gluing(self, sketch: Sketch) -> None:
        (w, h, d), radius = self.size, self.kit.container.tray.width / 2
        sketch.face(upright(0, h, d, self.columns * w, 1.4 * self.label[1]))
        sketch.cuboid((0, 0, 0), (self.columns * w, h, d))
        for column in range(self.columns):
            sketch.face(ring(((column + 0.5) * w, h, d / 2), radius))

    def measured(self, sketch: Sketch) -> None:
        self.before_gluing(sketch)

    def row(self) -> list[Space]:
        return [(number * 1.1 * self.columns * self.size[0], 0, 0) for number in range(2)]

    def standing(self, sketch: Sketch) -> None:
        self.shut(sketch)


class _Envelope(DrawnThing):
    """An envelope: its flap points up behind its front, and the label is near the opening."""

    from_top = 0.2
    beside = 0.03
    shows_depth = False
    places = ((0.34, 0), (0.44, 0), (0.52, 0), (0.63, 0))

    @property
    def mouth(self) -> Space:
        w, h, _ = self.size
        return 0.5 * w, h, 0.0

    def shut(self, sketch: Sketch) -> None:
        w, h, _ = self.size
        sketch.face(upright(0, 0, 0, w, h))

    def bead_at(self, across: float, behind: float) -> Point:
        w, h, _ = self.size
        return across * w, behind - h

    def open_tray(self, sketch: Sketch, beads: bool) -> None:
        w, h, _ = self.size
        sketch.face([(0, -h), (0.12 * w, -1.4 * h), (0.88 * w, -1.4 * h), (w, -h)])
        if beads:
            self.beads(sketch)
        sketch.face([(0, 0), (w, 0), (w, -h), (0.7 * w, -0.93 * h), (0.3 * w, -0.93 * h), (0, -h)])

    def row(self) -> list[Space]:
        return [(0, 0, (2 - number) * self.size[1]) for number in range(3)]


THINGS: dict[ContainerKind, type[DrawnThing]] = {
    ContainerKind.FLAT: _Flat,
    ContainerKind.DRAWER: _Drawer,
    ContainerKind.CUP: _Cup,
    ContainerKind.CARTON: _Carton,
    ContainerKind.ENVELOPE: _Envelope,
}
"""How to draw kinds of boxes other than trays in sleeves."""


def drawn_thing(kit: Kit) -> DrawnThing:
    """Return a box of the kind that the kit has."""
    return THINGS.get(kit.container.kind, _Matchbox)(kit)
