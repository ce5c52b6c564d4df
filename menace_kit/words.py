"""The words that people read on paper: sentences by key, from templates/text/<language>.toml."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from menace_kit.machine.model import read_toml
from menace_kit.machine.palette import Colour
from menace_kit.machine.templates import TemplateKind, template_path


class Words:
    """The sentences of one language.

    `words("filling.title")` is the sentence `title` in the table `[filling]`; `{name}` in it stands for a fact that is
    given. A pair of sentences is for one and for any other number: the fact `n` chooses. The table `[colours]`, which
    English does without, holds the language's names of colours.
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

    def colour_name(self, colour: Colour) -> str:
        """Return what a colour is called on paper: the language's name, or the palette's own where it has none.

        The palette's name is the key that journals, tables and commands use; it is never put into another language.
        """
        return str(self._tables.get("colours", {}).get(colour.name, colour.name))

    def number(self, number: int) -> str:
        """Return a whole number with its thousands set apart as the language does."""
        return f"{number:,}".replace(",", self("page.thousands"))


@cache
def load_words(language: str) -> Words:
    """Return the sentences of a language; UnknownNameError names those that there are."""
    return Words(read_toml(template_path(TemplateKind.TEXT, language)))
