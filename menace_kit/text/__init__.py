"""What the program says, in every language: the only place that knows one.

`words` has the sentences of a language by key, from templates/text/<language>.toml, with their plurals, twins and
numbers; `twins` says which twins a kit's game asks for; `messages` has what is told as data: a key and its facts, put
into a language by whoever shows it.
"""

from menace_kit.text.twins import kinds
from menace_kit.text.words import Phrase, Words, load_words

__all__ = ["Phrase", "Words", "kinds", "load_words"]
