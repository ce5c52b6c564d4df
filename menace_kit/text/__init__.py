"""What the program says, in every language: the only place that knows one.

`words` has the sentences of a language by key, from templates/text/<language>.toml,
with their plurals, twins and numbers; `phrases` are messages, told as data, a key and its facts,
and put into a language where they are shown; `people` has their names. `kit_words` says what a
kit's players, boxes and beads are called, and which twins its game asks for; `sheet_words` what
only sheets say, `number_runs` many boxes at once. `typed_colours` reads colours that people type.
"""

from menace_kit.text.kit_words import kinds, paper_words
from menace_kit.text.words import Phrase, Words, load_words

__all__ = ["Phrase", "Words", "kinds", "load_words", "paper_words"]
