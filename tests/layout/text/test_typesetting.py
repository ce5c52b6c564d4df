"""How wide a text is, what its ink covers, and where it breaks."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Barrier

import pytest

from menace_kit.errors import FitError, GlyphError
from menace_kit.layout.board import letter_size
from menace_kit.layout.marks import Anchor, Circle, Text
from menace_kit.layout.text import typesetting as measured
from menace_kit.layout.text.typesetting import (
    cap_height,
    is_broken,
    over,
    shortened,
    text_width,
    unbroken,
    wrapped,
)
from tests.layout.geometry import in_circle
from tests.layout.text_box import text_box


def test_a_width_is_the_sum_of_the_advances_of_the_font() -> None:
    # 304: three digits of 1172/2048 of the size each, in DejaVu Sans Condensed.
    assert text_width("304", 10) == pytest.approx(3 * 1172 / 2048 * 10 * 25.4 / 72, abs=0.01)
    assert text_width("304", 10, bold=True) > text_width("304", 10)
    assert text_width("", 10) == 0


@pytest.mark.parametrize("text", ["漢", "box 漢 1", "\N{ROCKET}", "a\u0001"])
def test_a_character_that_the_font_lacks_is_named(text: str) -> None:
    with pytest.raises(GlyphError, match=r"\(U\+[0-9A-F]{4,6}\) in .* cannot be printed") as caught:
        text_width(text, 8)
    assert isinstance(caught.value, ValueError)


def test_ink_covers_capitals_tails_and_accents() -> None:
    plain, tail, accent = (text_box(Text(10, 20, text, 10)) for text in ("H", "Hg", "HÄ"))
    assert plain[1] == pytest.approx(20 - cap_height(10), abs=0.01)
    assert plain[3] == pytest.approx(20, abs=0.05)
    assert tail[3] > 20.5
    assert accent[1] < plain[1] - 0.5
    assert 10 < plain[0] < plain[2] < 10 + text_width("H", 10)


def test_lines_are_as_long_as_they_may_be_and_no_longer() -> None:
    words = "one two three four five six seven eight nine ten eleven"
    lines = wrapped(words, 20, 8)
    assert " ".join(lines) == words
    assert all(text_width(line, 8) <= 20 for line in lines)
    for line, following in pairwise(lines):
        assert text_width(f"{line} {following.split()[0]}", 8) > 20


def test_the_last_word_is_not_alone_where_another_can_go_with_it() -> None:
    room = text_width("one two three", 8) + 0.1
    assert wrapped("one two three four", room, 8) == ["one two", "three four"]
    assert wrapped("one twoandthree four", room, 8) == ["one", "twoandthree", "four"]


def test_a_word_longer_than_a_line_is_broken() -> None:
    lines = wrapped("so Donaudampfschifffahrtsgesellschaft it is", 20, 8)
    assert "".join(lines).replace(" ", "") == "soDonaudampfschifffahrtsgesellschaftitis"
    assert all(text_width(line, 8) <= 20 for line in lines)
    assert wrapped("WWW", 0.1, 8) == ["W", "W", "W"]
    assert wrapped("", 10, 8) == []


def test_no_line_ends_at_a_space_that_forbids_it() -> None:
    sentence = "is it empty\u00a0? then give\u202f! up"
    lines = wrapped(sentence, text_width("is it empty ?", 8) - 0.5, 8)
    assert lines[:2] == ["is it", "empty\u00a0?"]
    assert " ".join(lines) == sentence
    assert unbroken(sentence) == ("is", "it", "empty\u00a0?", "then", "give\u202f!", "up")


def test_words_joined_by_such_a_space_are_parted_before_one_is_broken() -> None:
    assert wrapped("so\u00a0remarkably empty", text_width("remarkably", 8) + 0.1, 8) == [
        "so",
        "remarkably",
        "empty",
    ]


def test_a_text_is_shortened_only_where_it_must() -> None:
    assert shortened("MENACE", 100, 8) == "MENACE"
    short = shortened("MENACE, both players", 20, 8)
    assert short.endswith("…")
    assert "MENACE, both players".startswith(short[:-1])
    assert text_width(short, 8) <= 20


def test_by_how_much_is_never_nothing() -> None:
    assert [over(length) for length in (0.01, 0.1, 0.11, 2, 2.3)] == [
        "0.1 mm",
        "0.1 mm",
        "0.2 mm",
        "2.0 mm",
        "2.3 mm",
    ]


def test_letters_of_a_dot_are_of_5_points_or_refused() -> None:
    assert letter_size("WLS", 1.19) >= 5
    with pytest.raises(
        FitError,
        match=r"a dot of 2\.0 mm is too small by 0\.3 mm for the letters W, L, S at 5 points",
    ):
        letter_size("WLS", 1.0)


@pytest.mark.parametrize("letters", ["WLS", "JQ", "ÅÉŸ", "Æ", "7"])
def test_letters_lie_inside_their_dots_tails_and_accents_too(letters: str) -> None:
    for radius in (1.45, 1.6, 2.0, 3.3):
        size = letter_size(letters, radius)
        for letter in letters:
            text = Text(0, cap_height(size) / 2, letter, size, True, Anchor.MIDDLE)
            assert in_circle(Circle(0, 0, radius), text)


def test_texts_are_measured_in_several_threads_at_once() -> None:
    """A server draws labels, charts and whole sheets at the same time,
    and the font is read as it is needed.
    """
    characters = [chr(code) for code in range(33, 127)]
    expected = [measured._measured(each, False) for each in characters]
    for _ in range(3):
        measured._font.cache_clear()
        begin = Barrier(8)

        def measure(begin: Barrier = begin) -> list[object]:
            begin.wait()
            return [measured._measured(each, False) for each in characters]

        with ThreadPoolExecutor(8) as pool:
            assert [run.result() for run in [pool.submit(measure) for _ in range(8)]] == [
                expected
            ] * 8


@pytest.mark.parametrize("bold", [False, True])
def test_what_is_kept_of_the_font_is_what_it_says(bold: bool) -> None:
    characters = [chr(code) for codes in measured.USUAL for code in codes]
    for _ in range(2):  # the second time it is read from what was kept
        measured._kept.cache_clear()
        measured._glyph.cache_clear()
        assert [measured._glyph(each, bold) for each in characters] == [
            measured._measured(each, bold) for each in characters
        ]


def test_a_word_longer_than_a_line_is_broken_unless_it_has_a_hyphen_for_it() -> None:
    width = text_width("Streich-", 8)
    assert is_broken("am Streichholz", width, 8)
    assert not is_broken("am Streich-holz", width, 8)


def test_a_number_stays_with_its_unit() -> None:
    text = "mit 36,5 x 11 mm bei 15,00 / 13,05 und 20 % von 3 Gramm"
    assert unbroken(text) == (
        *("mit", "36,5 x 11 mm", "bei", "15,00 / 13,05"),
        *("und", "20 %", "von", "3", "Gramm"),
    )
