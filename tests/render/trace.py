"""Marks as plain text, one a line, for golden files."""

import json
from dataclasses import fields
from enum import Enum
from typing import get_args

from menace_kit.layout import marks


def document_trace(document: marks.Document) -> str:
    """Return a document as text: a head line, then each page's size and its marks in drawing
    order.
    """
    head = f"{document.name}: {document.title}, {document.kit}, kit {document.fingerprint}"
    lines = [head]
    for page in document.pages:
        lines.append(f"page {page.width:g} x {page.height:g}")
        lines += map(mark_trace, page.marks)
    return "\n".join(lines) + "\n"


def mark_trace(mark: marks.Mark) -> str:
    """Return a mark as a line: its kind, then its fields; lengths to a hundredth of a mm."""
    kind = next(kind for kind in _NAMES if isinstance(mark, kind))  # a page's number is a text
    return " ".join(
        [kind.__name__.lower(), *(f"{name}={_value(getattr(mark, name))}" for name in _NAMES[kind])]
    )


_NAMES = {kind: tuple(field.name for field in fields(kind)) for kind in get_args(marks.Mark)}


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, str):
        return (
            json.dumps(value, ensure_ascii=False)
            if not value or set(value) & set(' "\\')
            else value
        )
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return ";".join(",".join(_value(float(number)) for number in point) for point in value)
    return str(value)
