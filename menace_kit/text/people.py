"""People's names, in sentences that may run in the other direction."""

import re
from unicodedata import bidirectional

from menace_kit.text.phrases import Text
from menace_kit.text.words import Phrase, Words

_TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that change the direction of text; names need none, as letters have their own."""

ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
"""Text between these is ordered on its own (Unicode's FSI and PDI)."""


def isolated(name: str) -> str:
    """Return a name that cannot change the direction of the text around it.

    A name whose letters all run from left to right needs no marks for that.
    """
    plain = _TURNS.sub("", name)
    is_mixed = any(bidirectional(sign) in ("R", "AL", "AN") for sign in plain)
    return f"{ISOLATE}{plain}{END_OF_ISOLATE}" if is_mixed else plain


class Name(Phrase):
    """A person's name; pages isolate it, a terminal shows it as it is."""

    name: str

    def told(self, words: Words) -> str:
        return self.name if words.typed else isolated(self.name)


def named(name: str) -> Text:
    """Return a person's name as a sentence shows it."""
    return name if isolated(name) == name else Name(name)
