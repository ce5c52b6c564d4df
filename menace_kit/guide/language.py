"""The language that the guide speaks: its sentences by key, from templates/text/<language>.toml.

A program guides at one table, in one language, so that is chosen once, before anything is said; it is English until
then. The terminal names commands in its sentences, the companion's pages have buttons instead: a sentence `x` that has
a twin `x-typed` is said as the twin where commands are typed. A sentence may have twins for kinds of games as well:
`x-nim` for the game of this name, `x-arrow` where a move goes from a square to another, `x-both` where both players
are machines, `x-alike` where no mark names a player; what has no twin is said as it is.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from menace_kit.machine.templates import TemplateKind, template_names
from menace_kit.text import load_words


@dataclass
class _Spoken:
    language: str = "en"
    commands: bool = True


_SPOKEN = _Spoken()


def speak(language: str, *, commands: bool = True) -> None:
    """Let the guide speak a language; `commands` says whether it names commands that are typed.

    UnknownNameError names the languages that there are.
    """
    load_words(language)
    _SPOKEN.language, _SPOKEN.commands = language, commands


def languages() -> list[str]:
    """Return the languages that the guide speaks."""
    return template_names(TemplateKind.TEXT)


def spoken() -> str:
    """Return the language that is spoken."""
    return _SPOKEN.language


def names_commands() -> bool:
    """Return whether the operator types commands, and so wants to be told which."""
    return _SPOKEN.commands


def say(key: str, *kinds: str, **facts: object) -> str:
    """Return a sentence in the language that is spoken, `say("piece.box", number=7)`, or its twin.

    That is the twin for the first of `kinds` that it has one for, and of this the typed one where commands are typed.
    """
    return load_words(_SPOKEN.language, typed=_SPOKEN.commands)(key, *kinds, **facts)


def called(colour: str) -> str:
    """Return what a bead's colour is called in this language: the kit's own name where it has no other."""
    return load_words(_SPOKEN.language).colour_called(colour)


def in_capitals(colour: str | None) -> str:
    """Return what a bead's colour is called, in capitals: `GREEN`."""
    return called(colour or "").upper()


def capital(text: str) -> str:
    """Return the text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def listed(parts: Iterable[object]) -> str:
    """Return parts with commas between them."""
    return ", ".join(map(str, parts))


def whole(number: int) -> str:
    """Return a number with its thousands set apart as the language that is spoken does."""
    return load_words(_SPOKEN.language).number(number)
