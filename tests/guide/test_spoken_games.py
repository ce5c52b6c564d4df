"""Whole games in every language: whatever the guide says is said in it."""

import re
from functools import cache
from itertools import cycle, product

import pytest

from menace_kit.text import load_words
from menace_kit.text.phrases import Text
from tests.examples import all_to_prove
from tests.guide.spoken_walks import WALKS
from tests.text.language_files import OTHERS

ENGLISH = re.compile(
    r"(?<![\w-])(?:[Tt]he|[Bb]ox|[Bb]oxes|[Bb]eads?|[Gg]ames?|square|and|it)(?![\w-])"
)
"""Words that no other language of the guide has, but within the names of settings."""

SHARED = re.compile(r"(?:[+-]?\d+ (?:gold|amber|indigo)(?:, )?)+|(?:[OXWB] )?won")
"""What is right in another language, too: counts of a colour that has the same name
there, and a Dutch word.
"""


@cache
def told_on(walk: str) -> list[Text]:
    return list(WALKS[walk]())


def heard(walk: str, language: str) -> list[str]:
    return list(map(load_words(language, typed=True).tell, told_on(walk)))


@pytest.mark.parametrize(
    ("walk", "language"),
    all_to_prove(product(WALKS, OTHERS), quick=zip(WALKS, cycle(OTHERS), strict=False)),
)
def test_whatever_is_said_is_said_in_the_language(walk: str, language: str) -> None:
    said, english = heard(walk, language), heard(walk, "en")
    assert len(said) == len(english)
    for told, theirs in zip(said, english, strict=True):
        assert not ENGLISH.search(told), told
        assert "{" not in told, told
        assert told != theirs or not told or SHARED.fullmatch(told), told
