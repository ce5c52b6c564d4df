"""The language that the guide speaks: its sentences by key, from templates/guide/<language>.toml.

A program guides at one table, in one language, so that is chosen once, before anything is said; it is English until
then. The terminal names commands in its sentences, the companion's pages have buttons instead.
"""

from dataclasses import dataclass
from functools import cache

from menace_kit.machine.model import read_toml
from menace_kit.machine.templates import TemplateKind, template_names, template_path
from menace_kit.words import Words, load_words


@dataclass
class _Spoken:
    language: str = "en"
    commands: bool = True


_SPOKEN = _Spoken()


def speak(language: str, *, commands: bool = True) -> None:
    """Let the guide speak a language; `commands` says whether it names commands that are typed.

    UnknownNameError names the languages that there are.
    """
    guide_words(language)
    _SPOKEN.language, _SPOKEN.commands = language, commands


def languages() -> list[str]:
    """Return the languages that the guide speaks."""
    return template_names(TemplateKind.GUIDE)


def spoken() -> str:
    """Return the language that is spoken."""
    return _SPOKEN.language


def names_commands() -> bool:
    """Return whether the operator types commands, and so wants to be told which."""
    return _SPOKEN.commands


def say(key: str, **facts: object) -> str:
    """Return a sentence in the language that is spoken: `say("wording.box", number=7)`."""
    return guide_words(_SPOKEN.language)(key, **facts)


def called(colour: str) -> str:
    """Return what a bead's colour is called in this language: the kit's own name where it has no other."""
    return load_words(_SPOKEN.language).colour_called(colour)


@cache
def guide_words(language: str) -> Words:
    """Return the guide's sentences in a language."""
    return Words(read_toml(template_path(TemplateKind.GUIDE, language)))
