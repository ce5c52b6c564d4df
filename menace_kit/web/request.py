"""What a request says: who sent it, below which address, and the fields of its form."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from fastapi import Request

from menace_kit.errors import GuideError


def sender(request: Request) -> str:
    return request.client.host if request.client else ""


def root_of(scope: Mapping[str, Any]) -> str:
    """Return what all addresses of the application begin with, no slash at its end:
    `/g/C` for a machine of a class, nothing for one alone.
    """
    # What is mounted in the application has a `root_path` of its own.
    return str(scope.get("app_root_path", scope.get("root_path", "")))


def path_of(scope: Mapping[str, Any]) -> str:
    """Return the path of a request within the application, by which it finds its page."""
    return str(scope["path"]).removeprefix(root_of(scope))


async def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a form; GuideError where it is none."""
    try:
        return dict(
            parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=100)
        )
    except ValueError as error:
        raise GuideError("no page of this server sends this form") from error
