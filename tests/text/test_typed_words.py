"""Words as people type them: moves, results, days and columns, in every language."""

from datetime import date, timedelta

import pytest

from menace_kit.errors import MoveError, UnknownNameError
from menace_kit.games import game_named, has_named_squares
from menace_kit.guide.paper import FIELDS
from menace_kit.machine.learning import Result
from menace_kit.text.typed_days import day_meant, time_meant, today
from menace_kit.text.typed_moves import in_figures, move_meant
from menace_kit.text.typed_words import every_word, meaning, plain, result_meant, words_typed
from tests.text.language_files import LANGUAGES, tables_of

GAME = game_named("noughts-and-crosses")
PAWNS = game_named("hexapawn")
NIM = game_named("nim")
WHAT = ("squares", "nouns", "results", "days", "players", "columns")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_words_for_the_same_things(language: str) -> None:
    ours, english = tables_of(language)["typed"], tables_of("en")["typed"]
    assert {what: list(each) for what, each in ours.items()} == {
        what: list(each) for what, each in english.items()
    }
    assert all(words for each in ours.values() for words in each.values())
    assert set(WHAT) == set(ours)


@pytest.mark.parametrize("what", WHAT)
def test_a_word_means_the_same_in_every_language(what: str) -> None:
    for language in LANGUAGES:
        for word, meant in words_typed(language, what).items():
            assert meaning(what, word) == meant, word


def test_every_field_of_a_table_has_its_own_name_as_a_word() -> None:
    assert {field: meaning("columns", field) for field in FIELDS} == {
        field: field for field in FIELDS
    }


@pytest.mark.parametrize(
    "typed",
    ["5", " 05 ", "b2", "B2", "centre", "Center", "square 5", "square 5 (centre)", "Feld 5 (Mitte)",
     "Mitte", "au centre", "la case 5", "midden", "vakje 5"],
)  # fmt: skip
def test_a_square_is_read_in_every_form(typed: str) -> None:
    assert move_meant(GAME, GAME.start(), typed) == (4,)


@pytest.mark.parametrize(
    "typed",
    ["1", "a1", "top left", "Top-Left", "left top", "oben links", "links oben", "linksboven",
     "en haut à gauche", "en haut a gauche", "haut gauche"],
)  # fmt: skip
def test_a_corner_is_read_in_every_form(typed: str) -> None:
    assert move_meant(GAME, GAME.start(), typed) == (0,)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_square_is_read_by_the_name_that_screens_show(language: str) -> None:
    names = tables_of(language)["squares"]
    assert [in_figures(GAME, name) for name in names.values()] == list("123456789")


def test_an_arrow_is_read_with_figures_letters_and_its_noun() -> None:
    for typed in ("8-5", "b1b2", "b1-b2", "move 8-5", "Zug 8-5", "le coup 8-5"):
        assert move_meant(PAWNS, PAWNS.start(), typed) == (7, 4), typed


def test_a_number_of_matches_is_no_square() -> None:
    assert not has_named_squares(NIM)
    assert NIM.move_name(NIM.start(), move_meant(NIM, NIM.start(), "2")) == "2"  # type: ignore[attr-defined]
    with pytest.raises(MoveError):
        move_meant(NIM, NIM.start(), "centre")


@pytest.mark.parametrize("typed", ["", "x", "d4", "5-", "top", "nowhere", "1 2", "12a"])
def test_what_is_no_move_is_none(typed: str) -> None:
    if typed == "top":
        assert in_figures(GAME, typed) == "2"
    else:
        assert in_figures(GAME, typed) == typed
        with pytest.raises(MoveError):
            move_meant(GAME, GAME.start(), typed)


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (Result.WIN, "won win w W WON Win gewonnen gagné gagne winst"),
        (Result.TIE, "drawn draw tie tied d D Draw unentschieden nul gelijkspel"),
        (Result.LOSS, "lost loss lose l L Lost verloren perdu VERLOREN verloor"),
    ],
)
def test_a_result_has_several_words(result: Result, words: str) -> None:
    assert {result_meant(f" {word} ") for word in words.split()} == {result}
    assert result_meant(result.value) is result


@pytest.mark.parametrize("word", ["", " ", "one", "wins", "x", "wdl", "1"])
def test_another_word_is_no_result_and_those_that_are_are_named(word: str) -> None:
    with pytest.raises(
        UnknownNameError, match="for the machine it is one of: won, win, w; drawn, draw, tie"
    ):
        result_meant(word)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2026-11-22", "2026-11-22"),
        ("22.11.2026", "2026-11-22"),
        ("1.5.2026 9:30", "2026-05-01T09:30"),
        ("22-11-2026", "2026-11-22"),
        ("22/11/2026", "2026-11-22"),
        ("5/5/2026", "2026-05-05"),
        ("2026-05-01 14:30", "2026-05-01T14:30"),
        ("46348", "2026-11-22"),
        ("46348,0", "2026-11-22"),
        ("46348.604166667", "2026-11-22T14:30"),
        ("46348,604166667", "2026-11-22T14:30"),
        ("5/1/2026", None),
        ("5-1-2026", None),
        ("31.2.2026", None),
        ("22.11.26", None),
        ("2026-11", None),
        ("2026", None),
        ("tomorrow", None),
        ("", None),
    ],
)
def test_a_day_is_read_as_people_and_spreadsheets_write_it(typed: str, meant: str | None) -> None:
    assert time_meant(typed) == meant


def test_a_day_with_slashes_is_clear_where_the_language_writes_days_so() -> None:
    assert time_meant("5/1/2026", "fr") == "2026-01-05"
    assert time_meant("5/1/2026", "de") is None
    assert time_meant("5-1-2026", "nl") == "2026-01-05"


def test_yesterday_is_the_day_before_today_in_every_language() -> None:
    yesterday = (date.fromisoformat(today()) - timedelta(days=1)).isoformat()
    assert {day_meant(word) for word in ("today", "heute", "aujourd'hui", "Vandaag")} == {today()}
    assert {day_meant(word) for word in ("yesterday", "Gestern", "hier", "gisteren")} == {yesterday}


def test_a_time_is_no_day() -> None:
    assert day_meant("22.11.2026 14:30") is None


def test_words_are_compared_without_what_people_leave_out() -> None:
    assert plain(" Light-Blue ") == plain("light  blue") == "light blue"
    assert plain("ÉGALITÉ") == "egalite"
    assert "zuge" in every_word("columns")
