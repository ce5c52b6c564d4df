"""Parts of forms: cells to write in, boxes to tick, gates of five strokes."""

from menace_kit.layout.marks import THIN, Anchor, Line, Marks, Rectangle
from menace_kit.layout.stacks import (
    Area,
    Part,
    centred,
    framed,
    layered,
    nothing,
    padded,
    stroke,
    text,
    tiled,
)
from menace_kit.layout.text.rows import TICK_GAP
from menace_kit.layout.type_scale import FIGURES, HEADING

LABEL_INK = "#404040"


TICK_BOX = 3.6
"""Side of a box to tick."""


LOOSEST = 1.12
"""How far a form's pieces may be spread to fill a page, as a multiple of their height."""


PEN = "#1F4E9E"
"""Colour of handwriting in an example."""


def tick_box(area: Area) -> Marks:
    """Yield a box to tick at the left of its area."""
    x, middle = area.at(0, 0.5)
    yield Rectangle(x, middle - TICK_BOX / 2, TICK_BOX, TICK_BOX, THIN)


def tick(told: str, ticked: bool = False) -> Part:
    """Return a box to tick with its text after it; in an example it is ticked."""

    def ticked_off(area: Area) -> Marks:
        x, middle = area.at(0, 0.5)
        yield Line(x + 0.7, middle, x + 1.6, middle + 1.2, 0.5, PEN)
        yield Line(x + 1.6, middle + 1.2, x + TICK_BOX + 0.4, middle - 2, 0.5, PEN)

    behind = padded(text(told, FIGURES, margin=0), left=TICK_BOX + TICK_GAP)
    return layered(tick_box, behind, ticked_off if ticked else nothing)


def cell(label: str, written: str = "") -> Part:
    """Return a cell to write in, with a small label in its corner; in an example, filled in."""
    head = text(label, FIGURES, level=Anchor.START, colour=LABEL_INK, margin=0.9)
    entry = text(written, HEADING, level=Anchor.END, colour=PEN, margin=1.2)
    return framed(padded(head, above=0.8), padded(entry, below=1.3))


GATE, GATE_AIR, FAINT = 5.7, 4.4, (0.15, "#D0D0D0")
"""A gate's width, the gap after it, and its lines' width and colour."""


def gates(area: Area) -> Marks:
    """Yield faint five-bar gates to draw over, as many as fit: four strokes and one across."""
    strokes = [stroke((place / 3, 0), (place / 3, 1), *FAINT) for place in range(4)]
    gate = layered(*strokes, padded(stroke((0, 1), (1, 0), *FAINT), -0.6, 0.5, -0.6, 0.5))
    count = int((area.width + GATE_AIR - 4.8) / (GATE + GATE_AIR))
    width = count * (GATE + GATE_AIR) - GATE_AIR
    return centred(width, area.height - 2.6, tiled(count, [gate] * count, GATE_AIR))(area)


def repeated(part: Part, height: float, gap: float) -> Part:
    """Return a part of this height as often as fits in its area, with at least this gap."""
    step = height + gap

    def draw(area: Area) -> Marks:
        count = int((area.height + gap) / step)
        pitch = min((area.height + gap) / max(1, count), step * LOOSEST)
        for number in range(count):
            yield from part(Area(area.x, area.y + number * pitch, area.width, height))

    return draw
