"""What the program says, in every language; only this room knows any language.

`words`: the sentences of a language by key, from templates/text/<language>.toml, with plurals,
twins and numbers. `phrases`: messages as data (a key and its facts), put into a language where they
are shown. `people`: names of people. `kit_words`: what a kit's players, boxes and beads are called,
and which twins its game uses. `sheet_words`: what only sheets say. `number_runs`: many boxes at
once. `shares`: percentages that add up. `typed_colours`, `typed_days`, `typed_moves` and
`typed_words`: what people type.
"""

from menace_kit.text.kit_words import kinds, paper_words
from menace_kit.text.words import Phrase, Words, load_words

__all__ = ["Phrase", "Words", "kinds", "load_words", "paper_words"]
