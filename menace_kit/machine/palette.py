"""Bead colours: a name, a letter, a sign and a screen colour for each, so that nobody needs to see the colour."""

from collections import Counter
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from menace_kit.machine.model import Title, TomlModel


def _one_sign(sign: str) -> str:
    if len(sign) != 1 or not sign.isprintable() or sign.isspace():
        raise ValueError(f"{sign!r} is not one printable character")
    return sign


def _letter(sign: str) -> str:
    if not sign.isalnum():
        raise ValueError(f"{sign!r} is not one letter or digit")
    return _one_sign(sign.upper())


class Colour(TomlModel):
    """One bead colour.

    `name` is the builder's word for it, `key` its letter on the labels and at the keyboard, `hex` what stands for it
    on paper and screen, `glyph` its sign in lists.
    """

    name: Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f=,]{1,24}$")]
    key: Annotated[str, AfterValidator(_letter)]
    hex: Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]
    glyph: Annotated[str, AfterValidator(_one_sign)]

    @property
    def ink(self) -> str:
        """Return black or white, whichever can be read on this colour (WCAG 2 relative luminance)."""
        channels = [int(self.hex[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        return "#000000" if (luminance + 0.05) ** 2 > 1.05 * 0.05 else "#FFFFFF"


class Palette(TomlModel):
    """A set of colours in the order in which a game uses them: for noughts and crosses, the squares as one reads."""

    title: Title
    source: str
    colours: tuple[Colour, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _all_different(self) -> "Palette":
        for what in ("name", "key", "glyph"):
            count = Counter(str(getattr(colour, what)).casefold() for colour in self.colours)
            for value, times in count.items():
                if times > 1:
                    names = [c.name for c in self.colours if str(getattr(c, what)).casefold() == value]
                    word = "letter" if what == "key" else what
                    raise ValueError(
                        f"{' and '.join(names)} have the same {word} {value!r}; each colour needs its own"
                    )
        return self

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names in order."""
        return tuple(colour.name for colour in self.colours)
