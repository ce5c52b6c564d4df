"""The calibration page: crosses at measured distances from the paper's edges."""

from collections.abc import Iterator
from itertools import product

from menace_kit.layout.marks import GREY, THIN, Anchor, Circle, Document, Line, Mark, Polyline, Text
from menace_kit.layout.page import PRINTABLE_BORDER, Frame, RulerLook, ruler_marks
from menace_kit.layout.text.rows import Row, TableColumn, body_rows, head_rows, row_marks
from menace_kit.layout.text.typesetting import (
    Column,
    cap_height,
    on_middle,
    spaced,
)
from menace_kit.layout.type_scale import FIGURES, TEXT, TITLE
from menace_kit.machine import Kit
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


ROW = 7.0


RULER_STEP = 50
"""Rulers are as long as fits, in multiples of this (mm)."""


LONG_RULER = RulerLook((3.0, 2.2, 1.4), FIGURES, (5.6, 3.8), cap_height(FIGURES) / 2)


def calibration_document(kit: Kit, name: str = "calibration") -> Document:
    """Return the page for the kit's paper; it must be printed without any correction."""
    words = paper_words(kit)
    paper = kit.spec.print.paper
    frame = Frame(kit, INSET, words("calibration.title"))
    width = frame.size[0]
    places = cross_places(paper)
    marks: list[Mark] = []
    for x, y in product(places[:2], places[2:]):
        marks += _cross(x, y)
    marks += _arrows(places)
    marks.append(Text(LEFT, 38, words("calibration.title"), TITLE, bold=True))
    marks += _text_marks(kit, places, width - LEFT - RIGHT_GAP)
    x, y = LEFT, places.bottom - 16
    length = int((places.right - LEFT) // RULER_STEP) * RULER_STEP
    marks.append(Text(x, y - 2, words("fit-test.across", length=length), FIGURES))
    marks += ruler_marks(x, y, length, look=LONG_RULER)
    x, y = width - RIGHT_GAP + 12, 52
    length = int((places.bottom - 24 - y) // RULER_STEP) * RULER_STEP
    marks.append(
        Text(x, y - 2, words("fit-test.down", length=length), FIGURES, anchor=Anchor.MIDDLE)
    )
    marks += ruler_marks(x, y, length, upright=True, look=LONG_RULER)
    return frame.document(name, words("calibration.title"), [marks])


def _cross(x: float, y: float) -> Iterator[Mark]:
    yield Line(x - ARM, y, x + ARM, y, THIN)
    yield Line(x, y - ARM, x, y + ARM, THIN)
    yield Circle(x, y, 2.5, THIN)


def _arrows(places: CrossPlaces) -> Iterator[Mark]:
    """Yield what to measure: two arrows from the left edge, and two from the top edge."""
    start = PRINTABLE_BORDER
    for number, away, end in ((1, NEAR, places.left), (2, FAR, places.right)):
        y = places.top + ARM + (NEAR + 1 - away)
        yield Line(start, y, end, y, THIN, GREY)
        yield _head((end, y), (-HEAD_LENGTH, 0))
        yield Line(end, places.top, end, y + 1.5, THIN, GREY, 0.8)
        yield from _number(number, end + 3.5, y)
    for number, away, end in ((3, NEAR, places.top), (4, FAR, places.bottom)):
        x = places.right + ARM + (NEAR + 1 - away) * 0.8
        yield Line(x, start, x, end, THIN, GREY)
        yield _head((x, end), (0, -HEAD_LENGTH))
        yield Line(places.right, end, x + 1.5, end, THIN, GREY, 0.8)
        yield from _number(number, x, end + 3.5)


def _head(tip: tuple[float, float], back: tuple[float, float]) -> Polyline:
    (x, y), (dx, dy) = tip, back
    wide = HEAD_WIDTH / HEAD_LENGTH / 2
    return Polyline(
        (tip, (x + dx - dy * wide, y + dy + dx * wide), (x + dx + dy * wide, y + dy - dx * wide)),
        fill=GREY,
    )


def _number(number: int, x: float, y: float) -> Iterator[Mark]:
    yield Circle(x, y, 2.1, 0.25)
    yield on_middle(x, y, str(number), TEXT, True, Anchor.MIDDLE)


def _text_marks(kit: Kit, places: CrossPlaces, width: float) -> list[Mark]:
    """Return what to do, fields for the results, and the command to enter them."""
    words = paper_words(kit)
    steps = Column(LEFT, 47, width, TEXT, spaced(LINE, TEXT, gap=1.4, indent=6))
    steps.items(words.lines("calibration.steps"), numbered=True)
    marks, y = steps.marks, steps.y + 2
    reading, meant, measured = words.lines("calibration.columns")
    columns = [
        TableColumn("", 8),
        TableColumn(reading, width - 8 - 28 - 28),
        TableColumn(meant, 28, Anchor.END),
        TableColumn(measured, 28, Anchor.END),
    ]
    sentences = words.lines("calibration.readings")
    rows = [
        Row([str(number), sentence, f"{words.decimal(place)} mm", "mm"])
        for number, (sentence, place) in enumerate(zip(sentences, places, strict=True), start=1)
    ]
    for row in [*head_rows(columns, TEXT), *body_rows(columns, rows, False, TEXT)]:
        marks += row_marks(kit, columns, row, LEFT, y, ROW, TEXT)
        y += ROW
    y += 8
    missed = zip(places, (0.5, -0.6, -0.2, -0.6), strict=True)
    example = ",".join(f"{place + miss:g}" for place, miss in missed)
    command = f"menace-kit calibrate --paper {kit.spec.print.paper} --measured {example}"
    first, *others = words.lines("calibration.then")
    then = Column(LEFT, y, width, TEXT, spaced(LINE, TEXT, gap=1))
    then.paragraph(first)
    then.marks.append(Text(LEFT + 6, then.y + 0.5, command, TEXT, bold=True))
    then.y += LINE + 2.5
    for sentence in others:
        then.paragraph(sentence)
    return marks + then.marks
