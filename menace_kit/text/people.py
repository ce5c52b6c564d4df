"""People's names, among words that may run the other way."""

import re
from unicodedata import bidirectional

from menace_kit.text.phrases import Text
from menace_kit.text.words import Phrase, Words

_TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Signs that turn what follows them: a name needs none,
for its letters say which way they run.
"""

ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
"""Between them a text is put in order by itself (FSI and PDI of Unicode)."""


def isolated(name: str) -> str:
    """Return a name that turns nothing round it; one whose letters all run from left
    to right needs nothing for it.
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
