"""Words as people type them: a move, a result, a day, the name of a column, in any language.

The words are those of the sentences, and the table `[typed]` of each language has more. English
is asked first, and no word means two things, so nobody has to say which language is meant.
Colours, which each kit has of its own, are read in `kit_words`.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from unicodedata import combining, normalize

from menace_kit.errors import MoveError, UnknownNameError, quoted
from menace_kit.games import Game, Move, Position, has_named_squares, moves_written, read_move
from menace_kit.machine.learning import Result
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.text.words import clock_time, load_words


def plain(text: str) -> str:
    """Return a word as it is compared: without capitals, accents, hyphens and needless blanks."""
    letters = normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in letters if not combining(letter))
    return re.sub(r"[\s_-]+", " ", bare).strip()


def meaning(what: str, text: str) -> str | None:
    """Return what a word means among the `results`, `days`, `columns` ... of `[typed]`;
    None where no language has it.
    """
    word = plain(text)
    found = (words_typed(language, what).get(word) for language in _languages())
    return next(filter(None, found), None)


@cache
def words_typed(language: str, what: str) -> dict[str, str]:
    """Return each word that a language has among these, as it is compared -> what it means."""
    words = load_words(language)
    found = {plain(word): meant for meant, typed in words.typed_for(what).items() for word in typed}
    if what == "squares" and "squares.1" in words:
        found |= {plain(words(f"squares.{number}")): f"{number}" for number in range(1, 10)}
    return found


def every_word(what: str) -> list[str]:
    """Return all words for these, as they are compared."""
    return [word for language in _languages() for word in words_typed(language, what)]


def _languages() -> Iterator[str]:
    """Yield English, and only where that is not enough the others."""
    yield "en"
    yield from (code for code in template_names(TemplateKind.TEXT) if code != "en")


# Moves


def move_meant(game: Game, position: Position, text: str) -> Move:
    """Return the move that people write so in this position: `5`, `b2`, `centre`,
    `square 5 (centre)`; MoveError where it is none. It need not be legal.
    """
    return read_move(game, position, in_figures(game, text))


def in_figures(game: Game, text: str) -> str:
    """Return a move that is written with letters or in words as its squares, `5` or `8-5`;
    what is none as it is.
    """
    with suppress(MoveError):
        if made := moves_written(game, text.strip(), alone=False):
            return made[0]
        word = _without_noun(text)
        named = meaning("squares", word) if has_named_squares(game) else None
        made = [named] if named else moves_written(game, word, alone=False)
        return made[0] if made else text
    return text


def _without_noun(text: str) -> str:
    """Return what is left of `square 5 (centre)`: 5."""
    word = re.sub(r"\(.*\)\s*$", "", text.casefold()).strip()
    for language in _languages():
        for noun in words_typed(language, "nouns"):
            if word.startswith(f"{noun} "):
                return word.removeprefix(noun).strip()
    return word


@cache
def long_names_of_squares() -> tuple[str, ...]:
    """Return the names of squares that have blanks in them, longest first,
    with their accents and without.
    """
    found = {word for language in _languages() for word in words_typed(language, "squares")}
    for language in _languages():
        words = load_words(language)
        if "squares.1" in words:
            found |= {words(f"squares.{number}").casefold() for number in range(1, 10)}
        typed = words.typed_for("squares").values()
        found |= {word.casefold() for each in typed for word in each}
    return tuple(sorted((word for word in found if " " in word), key=len, reverse=True))


# Results


def result_meant(text: str) -> Result:
    """Return the result that a word means, by the machine; UnknownNameError names the words."""
    if found := meaning("results", text):
        return Result(found)
    known = "; ".join(", ".join(words) for words in load_words("en").typed_for("results").values())
    raise UnknownNameError(
        f"there is no result {quoted(text)}; by the machine it is one of: {known}"
    )


# Days and times

_YEAR_FIRST = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](.+))?", re.ASCII)
_DAY_FIRST = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,? +(\d{1,2})(:.*))?", re.ASCII)
_SERIAL = re.compile(r"(\d{5})(?:[.,](\d+))?", re.ASCII)
_FIRST_OF_EXCEL = datetime(1899, 12, 30)


def today() -> str:
    """Return the day that it is, by this computer's clock, as `2026-11-22`."""
    return clock_time(datetime.now(UTC).isoformat())[:10]


def day_meant(text: str, language: str = "en") -> str | None:
    """Return the day that is written, as `2026-11-22`; None where it is none."""
    found = time_meant(text, language)
    return found if found and len(found) == len("2026-11-22") else None


def time_meant(text: str, language: str = "en") -> str | None:
    """Return the day or the time that is written, as `2026-11-22` or `2026-11-22T14:30`;
    None where it is none.

    `22.11.2026`, `yesterday`, and the number that Excel has for a day are read, too.
    `5/1/2026` and `5-1-2026` are days only in a language that writes days so: elsewhere they may
    be in January or in May.
    """
    written = text.strip()
    if day := meaning("days", written) if written[:1].isalpha() else None:
        back = timedelta(days=int(day == "yesterday"))
        return (datetime.fromisoformat(today()) - back).date().isoformat()
    if found := _SERIAL.fullmatch(written):
        return _of_serial(found[1], found[2] or "")
    return next((time for time in _as_iso(written, language) if _is_time(time)), None)


def _as_iso(written: str, language: str) -> Iterator[str]:
    """Yield how a time that is written with its year first, or its day, would be written in ISO."""
    if found := _YEAR_FIRST.fullmatch(written):
        yield f"{found[1]}T{found[2]}" if found[2] else found[1]
    elif found := _DAY_FIRST.fullmatch(written):
        day, between, month, year, hour, rest = found.groups()
        is_plain = between == "." or int(day) > 12 or int(day) == int(month)
        if is_plain or f"%d{between}%m" in load_words(language)("number.date"):
            yield f"{year}-{month:0>2}-{day:0>2}{f'T{hour:0>2}{rest}' if hour else ''}"


def _is_time(text: str) -> bool:
    with suppress(ValueError):
        return bool(datetime.fromisoformat(text))
    return False


def _of_serial(day: str, part: str) -> str:
    """Return the day that Excel saves as this number, with its time where a part of a day is told.

    Source: ECMA-376, part 1, 18.17.4.1; day 1 is 1900-01-01, and 1900 counts as a leap year.
    """
    date = _FIRST_OF_EXCEL + timedelta(days=int(day))
    if not part.strip("0"):
        return date.date().isoformat()
    minutes = round(float(f"0.{part}") * 24 * 60)
    return (date + timedelta(minutes=minutes)).isoformat(timespec="minutes")
