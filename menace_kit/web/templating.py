"""Pages from the templates in templates/pages/; whatever is put into one is escaped."""

from functools import cache
from typing import Any

from fastapi import Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

from menace_kit.paths import pages_folder
from menace_kit.text import Words
from menace_kit.text.messages import capital
from menace_kit.web.page_words import words_of
from menace_kit.web.pieces import drawings


@cache
def environment(words: Words) -> Environment:
    """Return what makes pages in a language: autoescape always, and a name that is not there is an error."""
    made = Environment(
        loader=FileSystemLoader(pages_folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(
        say=words,
        language=words.language,
        capital=capital,
        whole=words.number,
        signed=words.signed,
        percent=words.percent,
        drawings=drawings,
    )
    return made


def page_text(words: Words, template: str, **facts: Any) -> str:
    """Return a page as HTML."""
    return environment(words).get_template(template).render(**facts)


def page(request: Request, template: str, status: int = 200, **facts: Any) -> HTMLResponse:
    """Return a page as the answer to a request."""
    return HTMLResponse(page_text(words_of(request), template, **facts), status)
