"""The calibration page: crosses at measured distances from the paper's edges."""

from itertools import product

from menace_kit.layout.marks import (
    GREY,
    THIN,
    Anchor,
    Circle,
    Document,
    Line,
    Mark,
    Marks,
    Point,
    Polyline,
    Text,
)
from menace_kit.layout.page import PRINTABLE_BORDER, Frame, RulerLook, ruler_marks
from menace_kit.layout.text.pages import Flow, PageLook
from menace_kit.layout.text.rows import TableColumn
from menace_kit.layout.text.typesetting import cap_height, on_middle, spaced
from menace_kit.layout.type_scale import FIGURES, TEXT
from menace_kit.machine import Kit
from menace_kit.text import Words
from menace_kit.text.kit_words import paper_words
from menace_kit.workshop.printer import INSET, CrossPlaces, cross_places

ARM = 6.0
"""Half the length of a cross's lines (mm)."""


NEAR, FAR = 8.0, 4.0
"""Distances outwards from the crosses to the arrows that end at the near and at the far one."""


HEAD_LENGTH, HEAD_WIDTH = 2.2, 1.1


LEFT, RIGHT_GAP = 30.0, 48.0
"""Where text begins, and how much it leaves free at the right, for the vertical ruler."""


LINE = 4.8


PAGE = PageLook(LEFT, 38, 0, TEXT, spaced(LINE, TEXT, gap=1.4, indent=6))
"""The text's, with its title on the first baseline."""


ROW = 7.0


RULER_STEP = 50
"""Rulers are as long as fits, in multiples of this (mm)."""


LONG_RULER = RulerLook((3.0, 2.2, 1.4), FIGURES, (5.6, 3.8), cap_height(FIGURES) / 2)


def calibration_document(kit: Kit, name: str = "calibration") -> Document:
    """Return the page for the kit's paper; it must be printed without any correction."""
    words = paper_words(kit)
    frame = Frame(kit, INSET, words("calibration.title"))
    places = cross_places(kit.spec.print.paper)
    marks: list[Mark] = []
    for x, y in product(places[:2], places[2:]):
        marks += _cross(x, y)
    marks += _arrows(places)
    marks += _text_marks(kit, places)
    marks += _ruler(words, LEFT, places.bottom - 16, places.right - LEFT)
    down = frame.size[0] - RIGHT_GAP + 12, 52
    marks += _ruler(words, *down, places.bottom - 24 - down[1], upright=True)
    return frame.document(name, words("calibration.title"), [marks])


def _ruler(words: Words, x: float, y: float, room: float, upright: bool = False) -> Marks:
    """Yield a ruler as long as its room allows, below its length in words."""
    length = int(room // RULER_STEP) * RULER_STEP
    told = words("fit-test.down" if upright else "fit-test.across", length=length)
    anchor = Anchor.MIDDLE if upright else Anchor.START
    yield Text(x, y - 2, told, FIGURES, anchor=anchor)
    yield from ruler_marks(x, y, length, upright, LONG_RULER)


def _cross(x: float, y: float) -> Marks:
    yield Line(x - ARM, y, x + ARM, y, THIN)
    yield Line(x, y - ARM, x, y + ARM, THIN)
    yield Circle(x, y, 2.5, THIN)


def _arrows(places: CrossPlaces) -> Marks:
    """Yield what to measure: two arrows from the left edge, and two from the top edge."""
    for number, away, end in ((1, NEAR, places.left), (2, FAR, places.right)):
        yield from _arrow(number, end, places.top, NEAR + 1 - away, down=False)
    for number, away, end in ((3, NEAR, places.top), (4, FAR, places.bottom)):
        yield from _arrow(number, end, places.right, 0.8 * (NEAR + 1 - away), down=True)


def _arrow(number: int, end: float, cross: float, away: float, down: bool) -> Marks:
    """Yield an arrow from the paper's edge, with its number, and a line to the cross at its end.

    `cross` is where the cross is in the other direction, and `away` how far the arrow passes by it.
    """

    def at(along: float, aside: float) -> Point:
        return (aside, along) if down else (along, aside)

    aside = cross + ARM + away
    yield Line(*at(PRINTABLE_BORDER, aside), *at(end, aside), THIN, GREY)
    yield _head(at(end, aside), at(-HEAD_LENGTH, 0))
    yield Line(*at(end, cross), *at(end, aside + 1.5), THIN, GREY, 0.8)
    yield from _number(number, *at(end + 3.5, aside))


def _head(tip: Point, back: Point) -> Polyline:
    (x, y), (dx, dy) = tip, back
    wide = HEAD_WIDTH / HEAD_LENGTH / 2
    return Polyline(
        (tip, (x + dx - dy * wide, y + dy + dx * wide), (x + dx + dy * wide, y + dy - dx * wide)),
        fill=GREY,
    )


def _number(number: int, x: float, y: float) -> Marks:
    yield Circle(x, y, 2.1, 0.25)
    yield on_middle(x, y, str(number), TEXT, True, Anchor.MIDDLE)


def _text_marks(kit: Kit, places: CrossPlaces) -> list[Mark]:
    """Return what to do, fields for the results, and the command to enter them."""
    words = paper_words(kit)
    page = Flow(kit, words("calibration.title"), PAGE)
    page.width += LEFT - RIGHT_GAP
    page.title(words("calibration.title"))
    page.y += 7.8
    page.items(words.lines("calibration.steps"), numbered=True)
    page.y += 2
    reading, meant, measured = words.lines("calibration.columns")
    columns = [
        TableColumn("", 8),
        TableColumn(reading, page.width - 8 - 28 - 28),
        TableColumn(meant, 28, Anchor.END),
        TableColumn(measured, 28, Anchor.END),
    ]
    sentences = words.lines("calibration.readings")
    rows = [
        [str(number), sentence, f"{words.decimal(place)} mm", "mm"]
        for number, (sentence, place) in enumerate(zip(sentences, places, strict=True), start=1)
    ]
    page.table(columns, rows, ROW, size=TEXT)
    page.y += 6
    missed = zip(places, (0.5, -0.6, -0.2, -0.6), strict=True)
    example = ",".join(f"{place + miss:g}" for place, miss in missed)
    command = f"menace-kit calibrate --paper {kit.spec.print.paper} --measured {example}"
    first, *others = words.lines("calibration.then")
    page.style = spaced(LINE, TEXT, gap=1, indent=6)
    page.paragraph(first)
    page.y += 0.5
    page.paragraph(command, bold=True, sign=" ")
    page.y += 1
    for sentence in others:
        page.paragraph(sentence)
    return page.marks
