"""What words mean that people type, in any language."""

import re
from collections.abc import Iterator
from functools import cache
from unicodedata import combining, normalize

from menace_kit.errors import UnknownNameError, quoted
from menace_kit.machine.learning import Result
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.text.words import load_words


def plain(text: str) -> str:
    """Return a word for comparison: without capitals, accents, hyphens and extra spaces."""
    letters = normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in letters if not combining(letter))
    return re.sub(r"[\s_-]+", " ", bare).strip()


def meaning(what: str, text: str) -> str | None:
    """Return what a word means among the `results`, `days`, `columns` ... of `[typed]`, or None."""
    word = plain(text)
    found = (words_typed(language, what).get(word) for language in languages())
    return next(filter(None, found), None)


@cache
def words_typed(language: str, what: str) -> dict[str, str]:
    """Return each of a language's words for these, as `plain` writes it -> what it means."""
    words = load_words(language)
    found = {plain(word): meant for meant, typed in words.typed_for(what).items() for word in typed}
    if what == "squares":
        found |= {plain(words(f"squares.{number}")): f"{number}" for number in range(1, 10)}
    return found


def every_word(what: str) -> list[str]:
    """Return all words for these, in all languages, as `plain` writes them."""
    return [word for language in languages() for word in words_typed(language, what)]


def languages() -> Iterator[str]:
    """Yield English, then the others, which are loaded only if needed."""
    yield "en"
    yield from (code for code in template_names(TemplateKind.TEXT) if code != "en")


def result_meant(text: str) -> Result:
    """Return the result for the machine that a word means.

    Raises UnknownNameError, which lists the words.
    """
    if found := meaning("results", text):
        return Result(found)
    known = "; ".join(", ".join(words) for words in load_words("en").typed_for("results").values())
    raise UnknownNameError(
        f"there is no result {quoted(text)}; for the machine it is one of: {known}"
    )
