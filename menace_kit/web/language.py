"""The language of a page.

Operators read the kit's language. Visitors read the one that they chose, which a cookie keeps, or
else the first that their browser asks for. Boards, and letters and symbols of beads, stay those of
the kit's labels.
"""

from functools import cache

from fastapi import Request
from starlette.requests import HTTPConnection

from menace_kit.machine import Kit
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.text import Words, load_words
from menace_kit.text.grammar import capital
from menace_kit.text.kit_words import page_words

LANGUAGE = "menace_kit_language"
"""The cookie with the language that a visitor chose, until the browser is closed."""


def words_of(request: Request) -> Words:
    return page_words(told_kit(request))


def told_kit(request: Request) -> Kit:
    """Return the machine in the language of the request.

    A class has one language: a phone that joins operates a machine a moment later.
    """
    companion = request.app.state.companion
    kit: Kit = companion.kit
    # A request refused by the guard has no state yet.
    works_it = getattr(request.state, "may_change", False) or companion.settings.is_class
    return kit if works_it else visitors_kit(kit, request)


@cache
def languages() -> dict[str, str]:
    """Return the languages: code -> its own name."""
    found = {code: load_words(code).rule.names for code in template_names(TemplateKind.TEXT)}
    return {code: capital(names[0]) if names else code for code, names in found.items()}


def in_language(kit: Kit, language: str) -> Kit:
    """Return the same machine in another language; unchanged if there is no such language."""
    is_other = language in languages() and language != kit.spec.print.language
    return _told_in(kit, language) if is_other else kit


@cache  # called with known languages only: keys from an address could fill the memory
def _told_in(kit: Kit, language: str) -> Kit:
    return kit.with_keys("print", language=language)


def visitors_kit(kit: Kit, asked: HTTPConnection) -> Kit:
    """Return the machine in the language of a visitor's request, or else in the kit's.

    The address counts first, then the language chosen earlier, then the browser's preferences.
    """
    wanted = [
        asked.query_params.get("lang", ""),
        asked.cookies.get(LANGUAGE, ""),
        *asked_for(asked.headers.get("accept-language", "")),
    ]
    return in_language(kit, next((code for code in wanted if code in languages()), ""))


def asked_for(header: str) -> list[str]:
    """Return the codes in an Accept-Language header: `de` for `de-CH;q=0.8`.

    Browsers name the best first, so their weights say nothing more.
    """
    tags = [part.partition(";")[0] for part in header.split(",")[:MOST_ASKED]]
    return [tag.strip().lower().partition("-")[0] for tag in tags]


MOST_ASKED = 20
"""Languages read from a browser's list."""
