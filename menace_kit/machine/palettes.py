"""Bead colours: each also has a name, a letter and a symbol, so nobody needs to see the colour."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated

from menace_kit.machine.tables import Limits, Table
from menace_kit.machine.values import (
    Title,
    one_line,
)

_HEX = re.compile("#[0-9A-Fa-f]{6}")


def _one_sign(sign: str) -> str:
    if len(sign) != 1 or not sign.isprintable():
        raise ValueError(f"{sign!r} is not one printable character")
    return sign


def _letter(sign: str) -> str:
    if not sign.isalnum():
        raise ValueError(f"{sign!r} is not one letter or digit")
    return _one_sign(sign.upper())


def _colour_name(name: str) -> str:
    if "=" in name or "," in name:
        raise ValueError(f"{name!r} may not have = or a comma in it: lists use them")
    return one_line(name)


def _hex(colour: str) -> str:
    if not _HEX.fullmatch(colour):
        raise ValueError(
            f"{colour!r} is not a screen colour: # and six of 0-9 and A-F, such as #C81E1E"
        )
    return colour


class Colour(Table):
    """One bead colour.

    `name` is the builder's word for it, `key` its letter on labels and the keyboard, `hex` its
    colour on paper and screens, `glyph` its symbol in lists. `letters` has its letters in kits of
    other languages, by language code. `sold_as` is what makers of beads call it, by maker: a
    number, then a name.
    """

    name: Annotated[str, Limits(min_length=1, max_length=24), _colour_name]
    key: Annotated[str, _letter]
    hex: Annotated[str, _hex]
    glyph: Annotated[str, _one_sign]
    letters: Mapping[str, Annotated[str, _letter]] = MappingProxyType({})
    sold_as: Mapping[str, Annotated[str, one_line]] = MappingProxyType({})

    def __hash__(self) -> int:
        return hash((self.name, self.key, self.hex, self.glyph))

    @property
    def ink(self) -> str:
        """Return black or white, whichever is readable on it (WCAG 2 relative luminance)."""
        channels = [int(self.hex[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        return "#000000" if (luminance + 0.05) ** 2 > 1.05 * 0.05 else "#FFFFFF"


class Palette(Table):
    """A set of colours in the order in which a game uses them.

    For noughts and crosses that is square by square, in reading order.
    """

    title: Title
    source: str
    colours: Annotated[tuple[Colour, ...], Limits(min_length=1)]

    def check(self) -> None:
        """Raise ValueError if two colours have the same name, letter or symbol in any language."""
        self._check_apart(self.colours, "")
        for language in dict.fromkeys(code for colour in self.colours for code in colour.letters):
            self._check_apart(self.lettered(language), f"letters in {language}: ")

    def lettered(self, language: str) -> tuple[Colour, ...]:
        """Return the colours with their letters in a language; without one they keep their own."""
        return tuple(
            colour.model_copy(update={"key": colour.letters.get(language, colour.key)})
            for colour in self.colours
        )

    @staticmethod
    def _check_apart(colours: Sequence[Colour], where: str) -> None:
        for what, word in {"name": "name", "key": "letter", "glyph": "glyph"}.items():
            owners: dict[str, list[Colour]] = {}
            for colour in colours:
                owners.setdefault(getattr(colour, what).casefold(), []).append(colour)
            if alike := next((some for some in owners.values() if len(some) > 1), None):
                names, value = (
                    " and ".join(colour.name for colour in alike),
                    getattr(alike[0], what),
                )
                raise ValueError(
                    f"{where}{names} have the same {word} {value!r}; each colour needs its own"
                )

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(colour.name for colour in self.colours)
