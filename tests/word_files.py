"""Files of words in several languages, read for tests: the sentences, and what differs between two languages."""

import re
from collections.abc import Mapping
from pathlib import Path

from menace_kit.machine.model import read_toml

Sentences = Mapping[str, object]
"""Key -> sentence, or a list of them."""


def sentences_of(path: Path, besides: tuple[str, ...] = ()) -> dict[str, object]:
    """Return the sentences of a file by `table.name`, in its order; tables that hold no sentences are `besides`."""
    return {
        f"{table}.{name}": sentence
        for table, names in read_toml(path).items()
        if table not in besides
        for name, sentence in names.items()
    }


def each_of(sentence: object) -> list[str]:
    """Return the sentences of a list, or the one that there is."""
    return list(map(str, sentence)) if isinstance(sentence, list) else [str(sentence)]


def facts(sentence: object) -> set[str]:
    """Return the names of the facts that are put into a sentence, or into those of a list."""
    return set(re.findall(r"\{(\w+)\}", str(sentence)))


def pattern(text: str) -> re.Pattern[str]:
    """Return what matches the keys that a text with `*` for unknown parts may be."""
    return re.compile(".*".join(re.escape(part) for part in text.split("*")))


def told_otherwise(english: Sentences, other: Sentences) -> list[str]:
    """Return the keys whose sentence is a list in one language alone, or a longer one, or has other facts."""
    return [
        key
        for key, sentence in english.items()
        if isinstance(other[key], list) != isinstance(sentence, list)
        or len(each_of(other[key])) != len(each_of(sentence))
        or facts(other[key]) != facts(sentence)
    ]


def left_in_english(english: Sentences, other: Sentences) -> set[str]:
    """Return the keys whose sentence, or one of a list, is the English one and has a word in it."""
    return {
        key
        for key, sentence in english.items()
        for ours, theirs in zip(each_of(other[key]), each_of(sentence), strict=True)
        if ours == theirs and re.search(r"[^\W\d_]{2}", re.sub(r"\{\w+\}", "", theirs))
    }


def without_french_spaces(french: Sentences) -> list[str]:
    """Return the keys of French sentences where a sign lacks its space that ends no line, or with a typewriter's '."""
    return [
        key
        for key, sentence in french.items()
        for text in each_of(sentence)
        if re.search(r"[^\u00a0][:;!?%»]|«[^\u00a0]", text) or "'" in text
    ]
