"""The guide's sentences in every language: the same ones, with the same facts, all of them asked for."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from menace_kit import guide
from menace_kit.errors import UnknownNameError
from menace_kit.guide.book_wording import WHYS
from menace_kit.guide.language import TYPED, called, in_capitals, languages, say, speak, spoken, whole
from menace_kit.guide.session import Due
from menace_kit.machine.contents import Result
from menace_kit.machine.rules import EmptyBox
from menace_kit.machine.templates import TemplateKind, template_path
from tests.journal.games import kit_of
from tests.test_words import pieces
from tests.word_files import (
    each_of,
    facts,
    left_in_english,
    pattern,
    sentences_of,
    told_otherwise,
    without_french_spaces,
)

OTHERS = [language for language in languages() if language != "en"]

RESULTS = {result.value for result in Result}

RULES = {rule.value for rule in EmptyBox}

PUT_TOGETHER = {
    "squares": set("123456789"),
    "turns": {symmetry.name for symmetry in kit_of("").game.symmetries["all"].members},
    "headline": RESULTS,
    "both": {
        "head",
        "moves",
        "to-move",
        "headline",
        "went",
        "draw",
        "won",
        "won-empty-box",
        "won-lost-position",
        "list",
        *(f"list-{result}" for result in RESULTS),
        "nothing-drawn",
    },
    "empty-rules": RULES,
    "rule": RULES,
    "why": set(WHYS),
    "due": {due.value for due in Due},
    "went": {"running", "taken-back", "abandoned", "gave-up", *RESULTS},
    "ended": {
        "running",
        "taken-back",
        "abandoned",
        "empty-box",
        "lost-position",
        *RESULTS,
        *(f"{result}-outcome-only" for result in RESULTS),
    },
}
"""Tables whose keys the code puts together: the names that it can come to."""

SAME_IN_SOME_LANGUAGES: set[str] = {"went.win", "both.went"}
"""Sentences that may be as they are in English: words that another language shares with it."""

TWIN = re.compile(r"(?:(?:-both)?-(?:arrow|tokens|nim)|-(?:both|alike|first|second))$")
"""What the key of a sentence ends with that is meant for some games: where a move is an arrow, and so on."""

COMMANDS = (
    "operator ",
    "menace-kit",
    "--",
    "(start)",
    "(draw)",
    "(empty)",
    "(reply)",
    "(adjust)",
    "(abandon)",
    "(recount)",
    "COLOUR",
)
"""What only somebody who types commands can do something with."""


def sentences(language: str) -> dict[str, object]:
    return sentences_of(template_path(TemplateKind.GUIDE, language))


def keys_in_code() -> Iterator[str]:
    """Yield the texts of the guide's modules that are keys, `*` for each part that is only known when it runs."""
    tables = {key.partition(".")[0] for key in sentences("en")}
    for path in Path(guide.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        parts = {
            id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values
        }
        for node in ast.walk(tree):
            text = pieces(node) if isinstance(node, ast.expr) and id(node) not in parts else None
            if text and re.fullmatch(r"[a-z-]+\.[a-z*-]+", text) and text.partition(".")[0] in tables:
                yield text


def test_every_sentence_that_is_asked_for_is_there() -> None:
    known = sentences("en")
    asked = set(keys_in_code())
    assert len(asked) > 100
    assert [text for text in asked if not any(pattern(text).fullmatch(key) for key in known)] == []


def test_every_sentence_is_asked_for() -> None:
    asked = set(keys_in_code())
    assert [
        key for key in map(plain, sentences("en")) if not any(pattern(text).fullmatch(key) for text in asked)
    ] == []


def plain(key: str) -> str:
    """Return the key of the sentence that this one is a twin of; its own where it is none."""
    typed = key.removesuffix(TYPED)
    found = TWIN.sub("", typed)
    return found if found in sentences("en") else typed


def test_a_twin_has_all_that_its_sentence_tells_but_what_its_game_has_not() -> None:
    """A twin may say less, but a fact that its sentence is not given would be missing where it is said."""
    twins = {key: plain(key) for key in sentences("en") if plain(key) != key.removesuffix(TYPED)}
    assert len(twins) > 40
    given = {"player", "machine", "box", "typed"}
    for key, told in sentences("en").items():
        if key in twins:
            assert set(facts(told)) <= set(facts(sentences("en")[twins[key]])) | given, key


@pytest.mark.parametrize("table", PUT_TOGETHER)
def test_a_table_whose_keys_are_put_together_has_what_the_code_can_ask_for(table: str) -> None:
    there = {plain(key).partition(".")[2] for key in sentences("en") if key.startswith(f"{table}.")}
    assert there == PUT_TOGETHER[table]


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_sentences_with_the_same_facts(language: str) -> None:
    english, other = sentences("en"), sentences(language)
    assert list(other) == list(english)
    assert told_otherwise(english, other) == []


@pytest.mark.parametrize("language", languages())
def test_a_list_is_a_pair_for_one_and_for_any_other_number(language: str) -> None:
    for key, told in sentences(language).items():
        assert not isinstance(told, list) or len(told) == 2, key


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_in_english(language: str) -> None:
    assert left_in_english(sentences("en"), sentences(language)) <= SAME_IN_SOME_LANGUAGES


@pytest.mark.parametrize("language", languages())
def test_only_a_sentence_that_is_typed_names_commands_and_has_a_twin_without(language: str) -> None:
    known = sentences(language)
    typed = {key for key in known if key.endswith(TYPED)}
    assert {key.removesuffix(TYPED) for key in typed} <= set(known)
    for key, told in known.items():
        for text in each_of(told):
            assert any(command in text for command in COMMANDS) == (key in typed), key


@pytest.mark.parametrize("language", languages())
def test_a_command_is_the_same_in_every_language(language: str) -> None:
    command = re.compile(r"operator [a-z]+|\([a-z]+\)|--[a-z]+|(?:\{\w+\}|COLOUR)=\w+")
    for key, told in sentences("en").items():
        if key.endswith(TYPED):
            for ours, theirs in zip(each_of(sentences(language)[key]), each_of(told), strict=True):
                assert command.findall(ours) == command.findall(theirs), key


def test_french_signs_stand_behind_a_space_at_which_no_line_ends() -> None:
    assert without_french_spaces(sentences("fr")) == []


def test_the_guide_speaks_english_until_it_is_told_otherwise() -> None:
    assert spoken() == "en"
    assert say("piece.box", number=7) == "Box 7"
    speak("de")
    assert spoken() == "de"
    assert say("piece.box", number=7) == "Schachtel 7"


def test_a_sentence_names_commands_only_where_they_are_typed() -> None:
    assert say("due.start") == "no game goes on; begin one (start)"
    speak("en", commands=False)
    assert say("due.start") == "no game goes on; begin one"
    speak("nl", commands=True)
    assert say("due.start") == "er is geen partij bezig; begin er een (start)"


def test_colours_and_numbers_are_those_of_the_language() -> None:
    assert (called("green"), in_capitals("green"), whole(12345)) == ("green", "GREEN", "12,345")
    speak("de")
    assert (called("green"), in_capitals("white"), whole(12345)) == ("grün", "WEISS", "12\u00a0345")
    assert called("snow") == "snow"


def test_a_language_that_is_not_there_is_refused_and_the_old_one_stays() -> None:
    speak("fr")
    with pytest.raises(UnknownNameError, match="there is no language 'eo'; choose from: de, en, fr, nl"):
        speak("eo")
    assert spoken() == "fr"
