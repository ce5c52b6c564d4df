"""The words that people read on paper: sentences by key, from templates/text/<language>.toml."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from menace_kit.machine.model import read_toml
from menace_kit.machine.templates import TemplateKind, template_path


class Words:
    """The sentences of one language.

    `words("filling.title")` is the sentence `title` in the table `[filling]`; `{name}` in it stands for a fact that is
    given. A pair of sentences is for one and for any other number: the fact `n` chooses.
    """

    def __init__(self, tables: Mapping[str, Mapping[str, Any]]) -> None:
        """Take the tables of a text file."""
        self._tables = tables

    def __call__(self, key: str, **facts: object) -> str:
        """Return the sentence with its facts filled in; KeyError where there is none, which is our own mistake."""
        table, _, name = key.partition(".")
        sentence = self._tables[table][name]
        if isinstance(sentence, list):
            sentence = sentence[0 if facts["n"] == 1 else 1]
        return str(sentence).format(**facts)

    def lines(self, key: str, **facts: object) -> list[str]:
        """Return a list of sentences with their facts filled in."""
        table, _, name = key.partition(".")
        return [str(sentence).format(**facts) for sentence in self._tables[table][name]]


@cache
def load_words(language: str) -> Words:
    """Return the sentences of a language; UnknownNameError names those that there are."""
    return Words(read_toml(template_path(TemplateKind.TEXT, language)))
