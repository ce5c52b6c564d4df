"""What a request says: who sent it, and the fields of its form."""

from urllib.parse import parse_qsl

from fastapi import Request

from menace_kit import errors
from menace_kit.text.words import say


def sender(request: Request) -> str:
    return request.client.host if request.client else ""


async def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a form; GuideError where it is none."""
    try:
        return dict(
            parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=100)
        )
    except ValueError as error:
        raise errors.GuideError(say("mistake.form")) from error
