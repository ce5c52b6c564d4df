"""The languages' files, read for tests: their sentences, and differences between two languages."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from menace_kit.machine.toml_files import TemplateKind, read_toml, template_names, template_path
from menace_kit.text.grammar import capital

LANGUAGES = template_names(TemplateKind.TEXT)
OTHERS = [language for language in LANGUAGES if language != "en"]

NO_SENTENCES = ("language", "colours", "titles", "typed", "containers")
"""Tables without sentences: a language's rule, names of things, what people type, and phrases."""

COMMANDS = (
    "operator ",
    "menace-kit",
    "--",
    "(start)",
    "(draw)",
    "(empty)",
    "(reply)",
    "(adjust)",
    "(end)",
    "(count)",
    "COLOUR",
)
"""Texts that are useful only to people who type commands."""

Sentences = Mapping[str, object]
"""Key -> sentence, or a list: its forms for different numbers, or several sentences."""


@cache
def tables_of(language: str) -> Mapping[str, Mapping[str, Any]]:
    return read_toml(template_path(TemplateKind.TEXT, language))


@cache
def sentences_of(language: str) -> Mapping[str, Any]:
    """Return the sentences of a language by `table.name`, in the order of its file."""
    return {
        f"{table}.{name}": sentence
        for table, names in tables_of(language).items()
        if table not in NO_SENTENCES
        for name, sentence in names.items()
    }


def each_of(sentence: object) -> list[str]:
    """Return the sentences of a list, or the single one."""
    return list(map(str, sentence)) if isinstance(sentence, list) else [str(sentence)]


@cache
def phrases() -> frozenset[str]:
    """Return the names of the phrases for boxes, in any language."""
    tables = (table for each in LANGUAGES for table in tables_of(each)["containers"].values())
    names = {name for table in tables for name in table}
    return frozenset(names | set(map(capital, names)))


def facts(sentence: object) -> set[str]:
    """Return the names of the facts in a sentence, or in a list of them."""
    return set(re.findall(r"\{(\w+)\}", " ".join(each_of(sentence)))) - phrases()


def left_in_english(english: Sentences, other: Sentences) -> set[str]:
    """Return the keys whose sentence, or one of a list, is the same as in English and has a word in
    it.
    """
    return {
        key
        for key, sentence in english.items()
        if key in other
        for told in each_of(other[key])
        if told in each_of(sentence) and re.search(r"[^\W\d_]{2}", re.sub(r"\{[^}]*\}", "", told))
    }
