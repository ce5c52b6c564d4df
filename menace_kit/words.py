"""The words that people read on paper: sentences by key, from templates/text/<language>.toml."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from menace_kit.machine.model import read_toml
from menace_kit.machine.palette import Colour
from menace_kit.machine.templates import TemplateKind, template_path

ONE_FOR_NONE = frozenset({"fr"})
"""Languages in which none of a thing is told as one of it is: « 0 partie »."""


class Words:
    """The sentences of one language.

    `words("filling.title")` is the sentence `title` in the table `[filling]`; `{name}` in it stands for a fact that is
    given. A pair of sentences is for one and for any other number: the fact `n` chooses, by the language's habit. The
    tables `[colours]` and `[titles]`, which English does without, hold the language's names of colours, and of boxes,
    beads and paper.
    """

    def __init__(self, tables: Mapping[str, Mapping[str, Any]], language: str = "en") -> None:
        """Take the tables of a text file."""
        self._tables = tables
        self._ones = (0, 1) if language in ONE_FOR_NONE else (1,)

    def __call__(self, key: str, **facts: object) -> str:
        """Return the sentence with its facts filled in; KeyError where there is none, which is our own mistake."""
        table, _, name = key.partition(".")
        sentence = self._tables[table][name]
        if isinstance(sentence, list):
            sentence = sentence[0 if facts["n"] in self._ones else 1]
        return str(sentence).format(**facts)

    def __contains__(self, key: str) -> bool:
        """Return whether there is a sentence of this key."""
        table, _, name = key.partition(".")
        return name in self._tables.get(table, {})

    def lines(self, key: str, **facts: object) -> list[str]:
        """Return a list of sentences with their facts filled in."""
        table, _, name = key.partition(".")
        return [str(sentence).format(**facts) for sentence in self._tables[table][name]]

    def colour_name(self, colour: Colour) -> str:
        """Return what a colour is called on paper: the language's name, or the palette's own where it has none.

        The palette's name is the key that journals, tables and commands use; it is never put into another language.
        """
        return self.colour_called(colour.name)

    def colour_called(self, name: str) -> str:
        """Return what the colour of this name in the palette is called."""
        return str(self._tables.get("colours", {}).get(name, name))

    def title(self, title: str) -> str:
        """Return what a container, kind of bead or label stock is called on paper: else its own title.

        What people call their own things, and what a maker calls a product, stays as it is.
        """
        return str(self._tables.get("titles", {}).get(title, title))

    def number(self, number: int) -> str:
        """Return a whole number with its thousands set apart as the language does."""
        return f"{number:,}".replace(",", self("page.thousands"))

    def signed(self, number: float) -> str:
        """Return a number, rounded to a whole one, with its sign, which 0 has not: `+1,200`, `−3`."""
        whole = round(number)
        return f"{'+' if whole > 0 else '−'}{self.number(abs(whole))}" if whole else "0"


@cache
def load_words(language: str) -> Words:
    """Return the sentences of a language; UnknownNameError names those that there are."""
    return Words(read_toml(template_path(TemplateKind.TEXT, language)), language)
