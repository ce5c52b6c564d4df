"""What a request says: who sent it, below which address, and its form's fields."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from fastapi import Request

from menace_kit.errors import GuideError
from menace_kit.web.sessions import token_in


def sender(request: Request) -> str:
    return request.client.host if request.client else ""


def token_of(request: Request) -> str | None:
    """Return the token of the sender's session, or None."""
    return token_in(request.headers.get("cookie", ""))


def root_of(scope: Mapping[str, Any]) -> str:
    """Return the prefix of the application's addresses, without a final slash.

    It is `/g/C` for a machine of a class, and empty for a single machine.
    """
    # Mounted parts change `root_path`, but not `app_root_path`.
    return str(scope.get("app_root_path", scope.get("root_path", "")))


def path_of(scope: Mapping[str, Any]) -> str:
    """Return a request's path within the application."""
    return str(scope["path"]).removeprefix(root_of(scope))


async def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a form; raises GuideError if it isn't one."""
    try:
        return dict(
            parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=100)
        )
    except ValueError as error:
        raise GuideError("no page of this server sends this form") from error
