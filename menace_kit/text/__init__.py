"""What the program says, in every language; only this room knows any language.

`words`: the sentences of a language by key, from templates/text/<language>.toml, with plurals,
twins and numbers. `grammar`: its plurals, and what boxes are called. `phrases`: messages as data (a
key and its facts), put into a language where they are shown. `shares`: parts of a whole in percent.
`people`: names of people. `kit_words`: what a kit's players, boxes and beads are called, and which
twins its game uses. `sheet_words`: what only sheets say. `number_runs`: many boxes at once.
`typed_colours`, `typed_moves`, `typed_days`, `typed_words`: what people type.
"""

from menace_kit.text.kit_words import kinds, paper_words
from menace_kit.text.words import Phrase, Words, load_words

__all__ = ["Phrase", "Words", "kinds", "load_words", "paper_words"]
