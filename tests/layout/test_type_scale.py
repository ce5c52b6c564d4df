"""Text that is read is set in the sizes of the type scale, few of them on each sheet."""

import pytest

from menace_kit.layout import fit_test
from menace_kit.layout.marks import Text
from menace_kit.layout.page import Frame
from menace_kit.layout.sheets.cover import CoverEntry, cover_document
from menace_kit.layout.type_scale import (
    FIGURES,
    HEADING,
    SMALLEST,
    STEPS,
    TEXT,
    TITLE,
    WALL,
    WALL_TITLE,
    larger,
    steps_from,
)
from menace_kit.text.sheet_words import said
from tests.layout.kits import in_language, preset

READ = {FIGURES, TEXT, HEADING, TITLE}
"""The sizes of a sheet that is read."""

ON_A_WALL = {FIGURES, TEXT, *WALL, *map(larger, WALL), WALL_TITLE}

KITS = ("michie-1961", "her-19", "nim-8")


def test_a_step_is_about_a_fifth_larger_than_the_one_before() -> None:
    assert STEPS[0] == SMALLEST
    assert {*READ, *ON_A_WALL} <= {*STEPS}
    for step in STEPS[:-1]:
        assert 1.1 < larger(step) / step < 1.25
    assert steps_from(10) == [9.5, 8, 7, 6, 5]


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_the_foot_of_a_page_has_room_for_its_sentence_in_the_size_of_figures(
    language: str,
) -> None:
    kit = in_language(preset("michie-1961"), language)
    frame = Frame(kit, fit_test.MARGIN, "")  # the widest margin above a ruler
    (told,) = [mark for mark in frame.ruler() if isinstance(mark, Text) and " " in mark.text]
    assert (told.text, told.size) == (said(kit, "page.ruler"), FIGURES)


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
@pytest.mark.parametrize("name", KITS)
def test_what_a_machine_learns_is_told_on_the_first_page_in_no_smaller_size(
    name: str, language: str
) -> None:
    kit = in_language(preset(name), language)
    (page,) = cover_document(kit, 16 * [CoverEntry("Sheets of labels", 2, 3)]).pages
    sizes = {mark.size for mark in page.marks if isinstance(mark, Text) and " " in mark.text}
    assert min(sizes) >= FIGURES
