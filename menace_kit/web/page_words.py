"""The words of the pages, by key, from templates/pages/words.toml; what the guide says comes with the facts."""

from functools import cache

from menace_kit.machine.model import read_toml
from menace_kit.paths import pages_folder
from menace_kit.words import Words


@cache
def page_words() -> Words:
    """Return the words of the pages: `page_words()("box.title", number=7)`."""
    return Words(read_toml(pages_folder() / "words.toml"))
