"""Twins of sentences: of some games only, and for people who type commands."""

import re

import pytest

from menace_kit.text import load_words
from tests.text.asked_for import plain
from tests.text.language_files import (
    COMMANDS,
    LANGUAGES,
    each_of,
    facts,
    sentences_of,
)


def of_the_guide() -> list[str]:
    """Return the keys of the guide's sentences, which stand between those for paper
    and those for the pages.
    """
    keys = list(sentences_of("en"))
    return keys[keys.index("squares.1") : keys.index("number.decimal")]


def test_a_twin_has_all_that_its_sentence_tells_but_what_its_game_has_not() -> None:
    """A twin may say less, but a fact that its sentence is not given would be
    missing where it is said.
    """
    known = sentences_of("en")
    twins = {key: plain(key) for key in of_the_guide() if plain(key) != key}
    assert {"piece.named-nim", "player.machine-first", "keys.start-both"} <= set(twins)
    given = {"player", "machine", "box", "typed"}
    for key, sentence in twins.items():
        assert facts(known[key]) <= facts(known[sentence]) | given, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_are_named_only_where_they_are_typed(language: str) -> None:
    words = load_words(language)
    for key in of_the_guide():
        for text in each_of(sentences_of(language)[key]):
            assert not any(command in words.phrased(text) for command in COMMANDS), key
            assert ("[[" in text) == any(command in text for command in COMMANDS), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_command_is_the_same_in_every_language(language: str) -> None:
    command = re.compile(r"operator [a-z]+|\([a-z]+\)|--[a-z]+|(?:\{\w+\}|COLOUR)=\w+")
    for key in of_the_guide():
        ours, theirs = (each_of(sentences_of(each)[key]) for each in (language, "en"))
        assert list(map(command.findall, ours)) == list(map(command.findall, theirs)), key
