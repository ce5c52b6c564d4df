"""A page's head line; and what is drawn for a printer with an error comes
out of it as it was meant.
"""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.layout.corrected import corrected
from menace_kit.layout.marks import (
    Circle,
    Curve,
    Document,
    Line,
    Mark,
    Medium,
    Page,
    PageNumber,
    Pattern,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.page import HEADER_BASELINE, Frame, ruler_marks
from menace_kit.layout.sheets.key_card import key_card_document
from menace_kit.layout.sheets.stickers import stickers_document
from menace_kit.layout.sheets.table_board import table_board_document
from menace_kit.layout.sheets.visitor_rules import visitor_rules_document
from menace_kit.layout.type_scale import SMALLEST
from menace_kit.workshop.printer import PrinterProfile
from tests.layout.geometry import extent, marks_of
from tests.layout.kits import preset, with_long_names

NEAR = 1e-6

profiles = st.builds(
    PrinterProfile.of,
    st.floats(-15, 15),
    st.floats(-15, 15),
    st.floats(0.9, 1.1),
    st.floats(0.9, 1.1),
)
places = st.floats(0, 300)
sizes = st.floats(0.1, 50)
points = st.lists(st.tuples(places, places), min_size=2, max_size=4).map(tuple)
marks = st.one_of(
    st.builds(Line, places, places, places, places, sizes),
    st.builds(Circle, places, places, sizes, sizes),
    st.builds(Rectangle, places, places, sizes, sizes, radius=sizes),
    st.builds(Polyline, points, sizes),
    st.builds(Curve, points, sizes),
    st.builds(Text, places, places, st.just("Box 7"), sizes),
    st.builds(Pattern, places, places, sizes, sizes, st.just("##./.#.")),
)


def of_marks(*drawn: Mark) -> Document:
    return Document("test", "Test", "kit", "12345678", (Page(210, 297, drawn),))


def corners(mark: Mark) -> list[tuple[float, float]]:
    """Return the places that a mark is fixed by."""
    match mark:
        case Line():
            return [(mark.x1, mark.y1), (mark.x2, mark.y2)]
        case Polyline() | Curve():
            return list(mark.points)
        case Rectangle() | Pattern():
            return [(mark.x, mark.y), (mark.x + mark.width, mark.y + mark.height)]
    return [(mark.x, mark.y)]


def lengths(mark: Mark) -> list[float]:
    """Return the sizes of a mark that are the same in every direction."""
    names = (
        ("radius", "line", "size", "dash")
        if isinstance(mark, Text | Circle | Rectangle)
        else ("dash",)
    )
    found = [float(getattr(mark, name)) for name in names if hasattr(mark, name)]
    return [*found, mark.width] if isinstance(mark, Line | Polyline | Curve) else found


@given(marks, profiles)
def test_a_corrected_mark_comes_out_where_it_was_meant(mark: Mark, printer: PrinterProfile) -> None:
    ((drawn,),) = (page.marks for page in corrected(of_marks(mark), printer).pages)
    assert type(drawn) is type(mark)
    for meant, place in zip(corners(mark), corners(drawn), strict=True):
        assert math.dist(printer.printed(*place), meant) < NEAR
    for wanted, length in zip(lengths(mark), lengths(drawn), strict=True):
        # A printer that scales the two ways unlike makes an oval of a circle:
        # by the mean it has the right size.
        assert length * math.sqrt(printer.scale_x * printer.scale_y) == pytest.approx(wanted)


def test_a_perfect_printer_changes_nothing() -> None:
    document = of_marks(Line(1, 2, 3, 4), Text(5, 6, "a", 7))
    assert corrected(document, PrinterProfile()) == document


def test_it_goes_the_other_way_than_the_printer() -> None:
    (page,) = corrected(of_marks(Circle(100, 100, 5)), PrinterProfile.of(2, -1, 1, 1)).pages
    assert corners(page.marks[0]) == [(98, 101)]
    (page,) = corrected(
        of_marks(Rectangle(0, 0, 97, 99)), PrinterProfile.of(0, 0, 0.97, 0.99)
    ).pages
    assert corners(page.marks[0])[1] == pytest.approx((100, 100))


@pytest.mark.parametrize("medium", [Medium.POSTER, Medium.SCREEN])
def test_what_no_printer_prints_stays_as_it_is(medium: Medium) -> None:
    document = replace(of_marks(Line(1, 2, 3, 4)), medium=medium)
    assert corrected(document, PrinterProfile.of(5, 5, 0.95, 0.95)) is document


def test_a_head_line_that_is_too_long_is_shortened_and_its_parts_stay_apart() -> None:
    page = Frame(with_long_names(preset("nim-8")), 15, "subject " * 40).page([], 112, 120)
    number, name, rest = page.marks
    assert [isinstance(mark, Text) and mark.text.endswith("…") for mark in page.marks] == [
        False,
        True,
        True,
    ]
    assert extent(name).left == pytest.approx(15, abs=1)
    assert extent(number).right == pytest.approx(page.width - 15, abs=1)
    assert 2 < extent(rest).left - extent(name).right < 4
    assert 2.5 < extent(number).left - extent(rest).right < 6


def test_what_visitors_look_at_has_no_head_line_but_a_mark_of_its_kit() -> None:
    kit = preset("nim-8")
    for draw in (
        key_card_document,
        visitor_rules_document,
        table_board_document,
        stickers_document,
    ):
        for page in draw(kit).pages:
            above = [mark for mark in page.marks if getattr(mark, "y", 99) == HEADER_BASELINE]
            texts = marks_of(Text, above)
            assert {mark.size for mark in texts} == {SMALLEST}
            assert [mark.text[:-7] for mark in texts] == [f"Nim  ·  kit {kit.fingerprint}  ·  Page"]


def test_braces_in_a_name_are_no_page_numbers() -> None:
    kit = preset("nim-8")
    kit = replace(kit, spec=kit.spec.model_copy(update={"name": "{page} {x}"}))
    (mark,) = Frame(kit, 12, shown=True).head(3, 7)
    assert isinstance(mark, PageNumber)
    told = f"{{page}} {{x}}  ·  kit {kit.fingerprint}  ·  Page"
    assert (mark.text, mark.counted(30, 70).text) == (f"{told} 3 of 7", f"{told} 30 of 70")


def test_a_long_name_leaves_the_mark_of_a_kit_on_its_page() -> None:
    kit = with_long_names(preset("nim-8"))
    for mark in Frame(kit, 60, shown=True).head():
        assert extent(mark).left >= 60


@pytest.mark.parametrize("upright", [False, True])
def test_a_ruler_has_a_tick_for_each_mm_and_a_number_for_each_ten(upright: bool) -> None:
    line, *others = ruler_marks(20, 30, 100, upright)
    assert isinstance(line, Line)
    assert (line.x2 - line.x1, line.y2 - line.y1) == ((0, 100) if upright else (100, 0))
    ticks, numbers = marks_of(Line, others), marks_of(Text, others)
    begins = [tick.y1 - 30 if upright else tick.x1 - 20 for tick in ticks]
    assert begins == list(range(101))
    assert [number.text for number in numbers] == [str(place) for place in range(0, 101, 10)]
    for number, tick in zip(numbers, ticks[::10], strict=True):
        box = extent(number)
        middle = (box.top + box.bottom, 2 * tick.y1) if upright else (2 * number.x, 2 * tick.x1)
        assert middle[0] == pytest.approx(middle[1], abs=0.2)
