"""The words of the pages in the language that is spoken, from templates/text/<language>.toml.

What the guide says comes with the facts: it speaks the same language.
"""

from datetime import datetime

from menace_kit.guide.language import spoken, whole
from menace_kit.text import Words, load_words


def page_words() -> Words:
    """Return the words of the pages in the language that is spoken."""
    return load_words(spoken())


def say(key: str, *kinds: str, **facts: object) -> str:
    """Return a sentence of the pages in the language that is spoken: `say("box.title", number=7)`.

    It is the twin `box.title-KIND` for the first of `kinds` that it has one for, as the guide's sentences have them.
    """
    return page_words()(key, *kinds, **facts)


def signed(number: int) -> str:
    """Return a whole number with its sign, which 0 has not, as the language sets it: `+1,200`, `−3`."""
    return load_words(spoken()).signed(number)


def when(text: str | None) -> str:
    """Return a time as a clock on the wall had it and the language writes it; what is no time as it is."""
    try:
        time = datetime.fromisoformat(text or "")
    except ValueError:
        return text or ""
    return (time.astimezone() if time.tzinfo else time).strftime(say("number.date"))


def percent(number: float, decimals: int = 0) -> str:
    """Return a number of percent, rounded, as the language writes it: `33 %`, `0,4 %`."""
    return say("number.percent", number=f"{number:.{decimals}f}".replace(".", say("number.decimal")))


def thousands() -> str:
    """Return what sets thousands apart in the language that is spoken."""
    return whole(1000)[1:-3]
