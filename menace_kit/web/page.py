"""Pages from the templates in templates/pages/; everything put into them is escaped."""

import re
from collections.abc import Mapping
from functools import cache, partial
from types import CodeType
from typing import Any
from urllib.parse import urlencode

from fastapi import Request
from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from starlette.responses import HTMLResponse, RedirectResponse

from menace_kit.files import pages_folder
from menace_kit.machine import Kit
from menace_kit.text import Words
from menace_kit.text.grammar import capital
from menace_kit.text.kit_words import page_words
from menace_kit.text.people import END_OF_ISOLATE, ISOLATE, isolated
from menace_kit.text.shares import shares
from menace_kit.views.machine import KitShape, kit_shape
from menace_kit.views.pieces import drawings
from menace_kit.web.language import LANGUAGE, languages, told_kit, words_of
from menace_kit.web.request import path_of, root_of


class CompiledPages(BytecodeCache):
    """The compiled templates of this process: they are the same in every language."""

    def __init__(self) -> None:
        self._code: dict[str, CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key] = bucket.code


_COMPILED = CompiledPages()


@cache
def environment(words: Words) -> Environment:
    """Return the maker of pages in a language: it always escapes, and unknown names are errors."""
    made = Environment(
        loader=FileSystemLoader(pages_folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_COMPILED,
    )
    made.globals.update(
        say=words,
        language=words.language,
        capital=capital,
        whole=words.number,
        signed=words.signed,
        percent=words.percent,
        shares=partial(shares, words),
        time=words.time,
        drawings=drawings,
    )
    made.filters.update(unbroken=unbroken, isolated=isolated)
    return made


def unbroken(text: str) -> str:
    """Return a text with no line breaks inside an arrow such as `2-4`, a class's box, or `34 %`."""
    return re.sub(r"(?<=\d) (?=%)", "\u00a0", re.sub(r"(?<=[\dA-Z])-(?=\d)", "\u2060-\u2060", text))


def page_text(words: Words, template: str, **facts: Any) -> str:
    """Return a page as HTML; names that run in the other direction are isolated."""
    text = environment(words).get_template(template).render(**facts)
    return _ISOLATED.sub(_in_its_own_way, text) if ISOLATE in text else text


_ISOLATED = re.compile(f"(<[^>]*>)|{ISOLATE}([^<{END_OF_ISOLATE}]*){END_OF_ISOLATE}")
"""A tag, whose names stay unchanged, or a name in a text."""


def _in_its_own_way(found: re.Match[str]) -> str:
    return found[1] or f"<bdi>{found[2]}</bdi>"


def page(
    request: Request, template: str, status: int = 200, read_as: Kit | None = None, **facts: Any
) -> HTMLResponse:
    """Return a page as the answer to a request, with the facts that every page needs.

    It is in the language of the request. With `read_as`, the same machine in a visitor's language,
    it is a visitors' page for everybody. A newly chosen language is kept for the next page.
    """
    companion = request.app.state.companion
    allowed = request.state.may_change
    told = read_as or told_kit(request)
    is_visitors = read_as is not None or not allowed
    everywhere = {
        "root": root_of(request.scope),
        "machine": machine_of(told),
        "may_change": allowed,
        "gave_pin": request.state.gave_pin,
        "group": companion.settings.group,
        "alone": companion.settings.alone,
        "is_class": companion.settings.is_class,
        "languages": language_links(request) if is_visitors else {},
    }
    text = page_text(page_words(told), template, **everywhere, **facts)
    answer = HTMLResponse(text, status)
    # A script that follows the game may be answered after the visitor chose another language.
    is_opened = "x-requested-with" not in request.headers
    if is_opened and (chosen := request.query_params.get("lang")) in languages():
        path, secure = f"{root_of(request.scope)}/", companion.settings.secure
        answer.set_cookie(LANGUAGE, chosen, path=path, httponly=True, samesite="lax", secure=secure)
    return answer


OF_THE_MOMENT = ("lang", "said", "begun")
"""Parts of an address for one answer only: its language, and the result of an act."""


def language_links(request: Request) -> dict[str, tuple[str, str]]:
    """Return this page's address in each language: code -> its own name, and the address."""
    here = f"{root_of(request.scope)}{path_of(request.scope)}"
    asked = [each for each in request.query_params.multi_items() if each[0] not in OF_THE_MOMENT]
    return {
        code: (called, f"{here}?{urlencode([*asked, ('lang', code)])}")
        for code, called in languages().items()
    }


def forward(
    request: Request, path: str, headers: Mapping[str, str] | None = None
) -> RedirectResponse:
    """Return a redirect to a path of the same application."""
    return RedirectResponse(root_of(request.scope) + path, 303, headers)


@cache
def machine_of(kit: Kit) -> KitShape:
    """Return what does not change about a machine while the companion runs, in its language."""
    return kit_shape(kit)


ALREADY = ("said", "already")
"""Part of an address that makes its page say that an act was already recorded."""


def notice_for(request: Request) -> str:
    """Return the notice after an act that was already recorded, or nothing."""
    return (
        words_of(request)("recorded.already")
        if ALREADY in request.query_params.multi_items()
        else ""
    )
