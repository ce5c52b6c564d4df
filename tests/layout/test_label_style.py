"""How large number, words and board are: legible on small fronts, and not lost on large ones."""

import pytest

from menace_kit.errors import FitError
from menace_kit.layout.labels.label import label_style
from menace_kit.layout.marks import Text
from tests.layout.geometry import label_faults, texts_of
from tests.layout.kits import (
    SMALLEST_TEXT,
    WORDS,
    drawn_label,
    every_print,
    in_container,
    preset,
    printed,
)
from tests.layout.test_label import style_of


def test_places_are_in_full_where_they_fit_and_short_where_they_do_not() -> None:
    wide = in_container(preset("michie-1961"), (60, 15))
    narrow = in_container(preset("michie-1961"), (29, 13))
    assert "row 28, drawer 1" in texts_of(drawn_label(wide, style_of(wide), wide.box(217)))
    assert "R28 D1" in texts_of(drawn_label(narrow, style_of(narrow), narrow.box(217)))


def test_words_have_6_points_where_a_short_place_makes_that_possible_and_the_number_stays_big() -> None:
    kit = preset("michie-1961")
    style = style_of(kit)
    assert (style.width, style.height) == (36, 11)
    assert style.word_size >= 6
    assert style.number_size >= 16
    assert "R28 D1" in texts_of(drawn_label(kit, style, kit.box(217)))
    for container, paper, stock in every_print():
        try:
            any_style = style_of(printed("michie-1961", container, paper, stock))
        except FitError:
            continue
        assert any_style.short_place or any_style.word_size >= 6


def test_on_a_large_front_board_number_and_words_grow() -> None:
    style = style_of(in_container(preset("michie-1961"), (60.5, 40.5)))
    assert style.board >= 30
    assert style.number_size >= 26
    assert style.word_size >= 8
    assert not style.short_place
    low = style_of(in_container(preset("michie-1961"), (120, 40)))
    assert low.board == pytest.approx(38.1)
    assert low.number_size >= 40
    assert low.word_size >= 12


def test_the_lowest_label_that_is_allowed_still_has_letters_of_5_points() -> None:
    kit = preset("michie-1961")
    style = label_style(kit, WORDS, 36, 9.65, tabs=False)
    for box in kit.boxes:
        marks = drawn_label(kit, style, box)
        assert label_faults(marks, style) == []
        assert min(mark.size for mark in marks if isinstance(mark, Text)) >= SMALLEST_TEXT
    with pytest.raises(FitError, match=r"too low .* by 0\.1 mm"):
        label_style(kit, WORDS, 36, 9.6, tabs=False)
