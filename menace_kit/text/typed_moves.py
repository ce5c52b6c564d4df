"""Moves as people type them."""

import re
from contextlib import suppress
from functools import cache

from menace_kit.errors import MoveError
from menace_kit.games import Game, Move, Position, has_named_squares, moves_written, read_move
from menace_kit.text.typed_words import languages, meaning, words_typed
from menace_kit.text.words import load_words


def move_meant(game: Game, position: Position, text: str) -> Move:
    """Return the typed move: `5`, `b2`, `centre`, `square 5 (centre)`. It needn't be legal.

    Raises MoveError if it is not a move.
    """
    return read_move(game, position, in_figures(game, text))


def in_figures(game: Game, text: str) -> str:
    """Return a move typed in letters or words as its squares (`5`, `8-5`); other text as is."""
    with suppress(MoveError):
        if made := moves_written(game, text.strip(), alone=False):
            return made[0]
        word = _without_noun(text)
        named = meaning("squares", word) if has_named_squares(game) else None
        made = [named] if named else moves_written(game, word, alone=False)
        return made[0] if made else text
    return text


def _without_noun(text: str) -> str:
    """Return `5` for `square 5 (centre)`."""
    word = re.sub(r"\(.*\)\s*$", "", text.casefold()).strip()
    for language in languages():
        for noun in words_typed(language, "nouns"):
            if word.startswith(f"{noun} "):
                return word.removeprefix(noun).strip()
    return word


@cache
def long_names_of_squares() -> tuple[str, ...]:
    """Return the names of squares that contain spaces, longest first, with and without accents."""
    found = {word for language in languages() for word in words_typed(language, "squares")}
    for language in languages():
        words = load_words(language)
        found |= {words(f"squares.{number}").casefold() for number in range(1, 10)}
        typed = words.typed_for("squares").values()
        found |= {word.casefold() for each in typed for word in each}
    return tuple(sorted((word for word in found if " " in word), key=len, reverse=True))
