"""The calibration page: crosses at measured distances from the paper's edges."""

from itertools import product

from menace_kit.layout.arrows import arrow_head
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
)
from menace_kit.layout.page import PRINTABLE_BORDER, Frame
from menace_kit.layout.text.pages import Flow, PageLook
from menace_kit.layout.text.rows import TableColumn
from menace_kit.layout.text.typesetting import on_middle, spaced
from menace_kit.layout.type_scale import TEXT
from menace_kit.machine import Kit
from menace_kit.machine.containers import ContainerKind
from menace_kit.text.kit_words import paper_words
from menace_kit.workshop.printer import INSET, CrossPlaces, cross_places

ARM = 6.0
"""Half the length of a cross's lines (mm)."""


NEAR, FAR = 8.0, 4.0
"""Distances outwards from the crosses to the arrows that end at the near and at the far one."""


HEAD_LENGTH, HEAD_WIDTH = 2.2, 1.1


LINE = 4.8


PAGE = PageLook(30.0, 38, 0, TEXT, spaced(LINE, gap=1.4, indent=6))
"""The text's, with its title on the first baseline."""


ROW = 7.0


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
    return frame.document(name, words("calibration.title"), [marks])


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
    _, head = arrow_head(at(PRINTABLE_BORDER, aside), at(end, aside), HEAD_LENGTH, HEAD_WIDTH)
    yield Polyline(head, fill=GREY)
    yield Line(*at(end, cross), *at(end, aside + 1.5), THIN, GREY, 0.8)
    yield from _number(number, *at(end + 3.5, aside))


def _number(number: int, x: float, y: float) -> Marks:
    yield Circle(x, y, 2.1, 0.25)
    yield on_middle(x, y, str(number), TEXT, True, Anchor.MIDDLE)


def _text_marks(kit: Kit, places: CrossPlaces) -> list[Mark]:
    """Return what to do, fields for the results, and the command to enter them."""
    words = paper_words(kit)
    page = Flow(kit, words("calibration.title"), PAGE)
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
    first, corrected, enough = words.lines("calibration.then")
    if kit.container.kind is not ContainerKind.MAT:  # which has no labels, and so no rulers
        corrected += " " + words("calibration.check")
    page.style = spaced(LINE, gap=1, indent=6)
    page.paragraph(first)
    page.y += 0.5
    page.paragraph(command, bold=True, sign=" ")
    page.y += 1
    page.paragraph(corrected)
    page.paragraph(enough)
    return page.marks
