"""Shapes as JSON, without spaces, as FastAPI sends its answers."""

import json
from collections.abc import Sequence

from menace_kit.views.shape import Shape, plain


def encoded(told: Shape | Sequence[Shape]) -> bytes:
    """Return shapes as JSON, in UTF-8."""
    return json.dumps(plain(told), ensure_ascii=False, separators=(",", ":")).encode()
