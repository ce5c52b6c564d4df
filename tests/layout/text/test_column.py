"""Texts one below the other: where each line stands, and that a heading of two lines
has room for its accents.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from menace_kit.errors import FitError
from menace_kit.layout.marks import MM_PER_POINT, Document, Page, Text
from menace_kit.layout.sheets.cover import CoverEntry, cover_document
from menace_kit.layout.text.typesetting import (
    FORM,
    LESSON,
    POSTER,
    READING,
    Column,
    Setting,
    Style,
    fitting_size,
    text_width,
)
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPERS, PaperName
from menace_kit.printables.build import all_printables
from menace_kit.printables.catalogue import CALIBRATION
from menace_kit.printables.making import make
from tests.layout.geometry import extent, marks_of
from tests.layout.kits import documents_of, in_language, laid_out, printed, taking_turns

LONG_NAME = "École Élémentaire Jacques-Prévert, Épinay-sur-Seine"
"""A name with accents and tails that needs a second line in many a heading."""

LANGUAGES = ("en", "fr")


def kit_of_a_school(paper: PaperName, language: str) -> Kit:
    kit = in_language(printed("nim-8", paper=paper), language)
    return replace(kit, spec=kit.spec.model_copy(update={"name": LONG_NAME}))


@cache
def documents(paper: PaperName, language: str) -> tuple[Document, ...]:
    kit = kit_of_a_school(paper, language)
    made = (
        *documents_of(laid_out(all_printables, kit)),
        *make(CALIBRATION, kit).documents,
    )
    entries = [
        CoverEntry(document.title, page, page) for page, document in enumerate(made, start=2)
    ]
    return (*made, cover_document(kit, entries))


def wrapped_lines(page: Page) -> Iterator[tuple[Text, Text]]:
    """Yield each two bold lines of one size, one right below the other."""
    texts = marks_of(Text, page.marks)
    for upper, lower in pairwise(texts):
        same = (upper.x, upper.size, upper.anchor) == (lower.x, lower.size, lower.anchor)
        if same and upper.bold and lower.bold and 0 < lower.y - upper.y < upper.size:
            yield upper, lower


@pytest.mark.parametrize(("paper", "language"), taking_turns(list(PAPERS), LANGUAGES))
def test_the_lines_of_a_heading_do_not_touch(paper: PaperName, language: str) -> None:
    wrapped = set()
    for document in documents(paper, language):
        for page in document.pages:
            for upper, lower in wrapped_lines(page):
                gap = extent(lower).top - extent(upper).bottom
                assert gap > 0.1, (document.name, upper.text, lower.text)
                wrapped.add(document.name.rpartition("-")[0])
    assert {"building", "shopping"} <= wrapped


WORDS_OF_TWO_LINES = "twelve matchboxes twelve matchboxes"


@pytest.mark.parametrize("style", [FORM, LESSON, POSTER, READING])
def test_what_follows_a_text_begins_below_its_last_line(style: Style) -> None:
    column = Column(10, 20, 40, 10, style)
    column.heading(WORDS_OF_TWO_LINES)
    heading = marks_of(Text, column.marks)
    begin = column.y
    column.items([WORDS_OF_TWO_LINES], numbered=True)
    sign, first, second = (mark for mark in column.marks[len(heading) :] if isinstance(mark, Text))
    assert len(heading) >= 2
    assert begin > max(extent(mark).bottom for mark in heading)
    assert (sign.text, sign.x, sign.y) == ("1.", 10, first.y)
    assert first.x == second.x > sign.x
    assert second.y - first.y == pytest.approx(10 * MM_PER_POINT * style.text.pitch)
    assert extent(first).top >= begin
    assert column.y >= second.y


def test_a_line_lies_as_far_below_its_top_as_its_setting_says() -> None:
    style = Style(
        Setting(0.5, 2.0, gap=3.0, swell=0.1),
        Setting(1.0, 1.5, gap=7.0, swell=0.2, tight=True),
        heading_size=lambda size: 2 * size + 1,
    )
    column = Column(0, 100, 60, 10, style)
    column.paragraph("one")
    column.paragraph("two")
    column.heading("three")
    em = 10 * MM_PER_POINT
    tops = [100, 100 + 2 * em + 4, 100 + 4 * em + 8]
    texts = marks_of(Text, column.marks)
    assert [mark.size for mark in texts] == [10, 10, 21]
    assert [mark.y for mark in texts] == pytest.approx(
        [tops[0] + em / 2, tops[1] + em / 2, tops[2] + 2.1 * em]
    )
    assert column.y == pytest.approx(texts[2].y + 7 + 2)


def test_columns_side_by_side_share_the_width_and_the_text_goes_on_below_the_longest() -> None:
    whole = Column(10, 100, 90, 10, FORM)
    left, middle, right = whole.beside(6, 0, 20, 0)
    assert [(each.left, each.y, each.width) for each in (left, middle, right)] == [
        (10, 100, 29),
        (45, 100, 20),
        (71, 100, 29),
    ]
    (inner,) = whole.beside(0, 0, inset=3)
    assert (inner.left, inner.width) == (13, 84)
    left.paragraph("one")
    right.items(["two", "three"])
    whole.below(left, middle, right)
    assert whole.y == right.y > left.y
    assert whole.marks == left.marks + right.marks


def test_a_column_knows_of_words_that_were_broken_in_its_parts() -> None:
    whole = Column(10, 100, 90, 10, FORM)
    narrow, _ = whole.beside(0, 10, 0)
    narrow.paragraph("Streichholzschachtel")
    assert whole.broken == ["Streichholzschachtel"]


def test_a_text_in_one_line_is_in_the_largest_step_that_fits() -> None:
    room = text_width("matchboxes", 7.4)
    assert fitting_size("matchboxes", room, 12) == 7
    assert text_width("matchboxes", 7) <= room < text_width("matchboxes", 8)
    assert fitting_size("matchboxes", room, 6) == 6
    with pytest.raises(FitError, match="is too long for its place by"):
        fitting_size("matchboxes", text_width("matchboxes", 4.9), 12)
