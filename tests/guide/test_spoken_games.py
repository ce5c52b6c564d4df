"""Whole games in every language: whatever the guide says is said in it."""

import ast
import re
from functools import cache
from itertools import cycle, product
from pathlib import Path

import pytest

from menace_kit.guide import wording
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
    all_to_prove(product(WALKS, OTHERS), quick=[*zip(WALKS, cycle(OTHERS), strict=False)][::2]),
)
def test_whatever_is_said_is_said_in_the_language(walk: str, language: str) -> None:
    said, english = heard(walk, language), heard(walk, "en")
    assert len(said) == len(english)
    for told, theirs in zip(said, english, strict=True):
        assert not ENGLISH.search(told), told
        assert "{" not in told, told
        assert told != theirs or not told or SHARED.fullmatch(told), told


SPEAKING = (
    *("counting", "desk", "lights", "look_up", "refusals", "rehearsal", "taking_back"),
    *(f"wording/{path.stem}" for path in Path(wording.__file__).parent.glob("*.py")),
)
"""The modules that speak to whoever plays; games on paper and the audit speak English alone."""


@pytest.mark.parametrize("module", SPEAKING)
def test_no_sentence_stands_in_the_code(module: str) -> None:
    """Each is a key of the language files, so that every language has it."""
    code = Path(wording.__file__).parent.parent / f"{module}.py"
    tree = ast.parse(code.read_text(encoding="utf-8"))
    spoken = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = {node for node in ast.walk(tree) if isinstance(node, ast.Constant)} - spoken
    sentence = re.compile(r"[A-Za-z]{2,} [a-z]{2,}")
    assert [node.value for node in texts if sentence.search(str(node.value))] == []
