"""Charts for phones and for dark pages: nothing too small to read,
nothing beyond the edge, nothing dark on dark.
"""

import pytest

from menace_kit.layout.charts.career import progress_document
from menace_kit.layout.charts.dark import BRIGHT, in_the_dark
from menace_kit.layout.charts.learned import learned_document
from menace_kit.layout.charts.panels import LINES, GoodLine, good_panel
from menace_kit.layout.marks import BLACK, MM_PER_POINT, Curve, Document, Text
from menace_kit.machine.first_choice import first_choices
from menace_kit.machine.learning import Result
from tests.layout.geometry import marks_of
from tests.layout.kits import in_language, preset
from tests.layout.text_box import text_box

PHONE, SMALLEST = 362, 11.0
"""Pixels that a chart has on a phone 390 px wide, and those of its letters at the least."""


def charts(language: str, games: int = 1200) -> list[Document]:
    kit = in_language(preset("michie-1961"), language)
    line = [3 * game for game in range(games)]
    shares = {result: [0.3] * games for result in Result}
    chances = {"random": {result: [0.3] * 3 for result in Result}}
    return [
        progress_document(kit, line, dict.fromkeys(Result, games), shares, 20, narrow=True),
        learned_document(kit, [0, 1, games], chances, narrow=True),
    ]


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_words_can_be_read_on_a_phone_and_stay_on_the_chart(language: str) -> None:
    for document in charts(language):
        (page,) = document.pages
        texts = marks_of(Text, page.marks)
        assert texts
        for mark in texts:
            assert mark.size * MM_PER_POINT * PHONE / page.width >= SMALLEST, mark.text
            left, top, right, bottom = text_box(mark)
            assert left >= 0, mark.text
            assert right <= page.width, mark.text
            assert top >= 0, mark.text
            assert bottom <= page.height, mark.text


def test_every_colour_of_a_chart_has_a_bright_one() -> None:
    for document in charts("en", 1):
        for mark in document.pages[0].marks:
            colours = {getattr(mark, name, None) for name in ("stroke", "fill", "colour")} - {None}
            assert colours <= set(BRIGHT)
        for mark in in_the_dark(document).pages[0].marks:
            colours = {getattr(mark, name, None) for name in ("stroke", "fill", "colour")} - {None}
            assert colours <= set(BRIGHT.values())


@pytest.mark.parametrize(("games", "first"), [(40, 20), (39, 1)])
def test_shares_begin_where_they_say_something_once_there_are_twice_as_many_games(
    games: int, first: int
) -> None:
    shares = {result: [0.3] * games for result in Result}
    kit = preset("michie-1961")
    document = progress_document(kit, [0] * games, dict.fromkeys(Result, 1), shares, 20)
    curves = {
        mark.stroke: mark.points for mark in document.pages[0].marks if isinstance(mark, Curve)
    }
    start, end = curves[BLACK][0][0], curves[BLACK][-1][0]
    assert curves[LINES[Result.WIN][0]][0][0] == pytest.approx(
        start + (end - start) * first / games
    )


def test_of_two_machines_the_second_has_a_dashed_black_line() -> None:
    kit = preset("both-players")
    lines = [GoodLine(choice, (0.1, 0.2)) for choice in first_choices(kit)]
    series = good_panel(kit, lines).series
    assert [each.stroke for each in series] == [LINES[Result.WIN][0], BLACK]
    assert [each.dash > 0 for each in series] == [False, True]


def test_the_chances_before_the_first_game_have_an_axis_too() -> None:
    chances = {"random": {result: [0.3] for result in Result}}
    document = learned_document(preset("michie-1961"), [0], chances)
    below = [
        mark for mark in document.pages[0].marks if isinstance(mark, Text) and mark.text.isdigit()
    ]
    assert [mark.text for mark in below] == ["0", "1"]


def test_the_axis_of_the_moves_that_are_left_fits_them() -> None:
    """From 45 moves to 36, as of HER: a line against an axis from 0 would lie almost level."""
    left = [45, 43, 43, 38, 36]
    shares = {result: [0.5] * 4 for result in Result}
    kit, totals = preset("her-19"), dict.fromkeys(Result, 2)
    for narrow in (False, True):
        document = progress_document(kit, [0] * 4, totals, shares, 20, narrow, left)
        told = [mark.text for mark in document.pages[0].marks if isinstance(mark, Text)]
        assert "Moves that are left in the boxes" in told
        numbers = [int(text) for text in told if text.isdigit() and int(text) > 4]
        assert (min(numbers), max(numbers)) == (36, 46)
