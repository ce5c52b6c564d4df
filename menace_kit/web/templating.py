"""Pages from the templates in templates/pages/; whatever is put into one is escaped."""

from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

from menace_kit.guide.language import capital, spoken, whole
from menace_kit.paths import pages_folder
from menace_kit.web.page_words import percent, say, signed, thousands
from menace_kit.web.pieces import drawings


@cache
def environment() -> Environment:
    """Return what makes pages: autoescape always, and a name that is not there is an error."""
    made = Environment(
        loader=FileSystemLoader(pages_folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(
        say=say,
        language=spoken,
        capital=capital,
        whole=whole,
        signed=signed,
        percent=percent,
        thousands=thousands,
        drawings=drawings,
    )
    return made


def page_text(template: str, **facts: Any) -> str:
    """Return a page as HTML."""
    return environment().get_template(template).render(**facts)


def page(template: str, status: int = 200, **facts: Any) -> HTMLResponse:
    """Return a page as an answer."""
    return HTMLResponse(page_text(template, **facts), status)
