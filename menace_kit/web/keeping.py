"""What a running companion keeps for its pages."""

from fastapi import Request

from menace_kit.web.kept import Kept


def kept_by(request: Request) -> Kept:
    """Return what the companion that a request is for has made already."""
    found: Kept = request.app.state.kept
    return found
