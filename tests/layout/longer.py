"""The English words with every sentence longer by 40 %, as they may be in another language; for tests."""

import math
import re
import tomllib
from typing import Any

from menace_kit.machine.toml_files import TemplateKind, template_path
from menace_kit.text import Words

SHARE = 0.4
LETTERS = "enlargtisbodu"


def lengthened(sentence: str) -> str:
    """Return the sentence with each of its words longer by 40 %, facts stay as they are."""
    return " ".join(_grown(word) for word in sentence.split(" "))


def _grown(word: str) -> str:
    letters = len(re.sub(r"\{\w+\}|\W", "", word))
    if letters == 0 or "{" in word or word.startswith("--"):
        return word
    more = math.ceil(letters * SHARE)
    stem = re.match(r"\W*\w*", word)
    end = stem.end() if stem else len(word)
    return word[:end] + (LETTERS * more)[:more] + word[end:]


def _longer(value: Any) -> Any:
    if isinstance(value, list):
        return [lengthened(sentence) for sentence in value]
    return lengthened(value)


def longer_words() -> Words:
    """Return the words of a language that takes 40 % more room than English."""
    tables = tomllib.loads(template_path(TemplateKind.TEXT, "en").read_text(encoding="utf-8"))
    del tables["language"]
    return Words(
        {table: {key: _longer(text) for key, text in texts.items()} for table, texts in tables.items()}
    )


LONGER = longer_words()
