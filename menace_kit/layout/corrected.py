"""Pages corrected for a printer whose error was measured."""

import math
from dataclasses import fields, replace
from typing import Any

from menace_kit.layout.marks import (
    Curve,
    Document,
    Line,
    Mark,
    Medium,
    Pattern,
    Polyline,
    Rectangle,
)
from menace_kit.workshop.printer import PrinterProfile

MEAN_CORRECTED = {"size", "radius", "line", "width", "dash"}
"""Sizes without a direction: of round things, letters and pens."""


def corrected(document: Document, profile: PrinterProfile) -> Document:
    """Return a document that this printer prints as `document` should be.

    Only what a printer prints is corrected; posters and charts for a screen stay unchanged.
    Positions are exact. Circles stay round and letters keep their shape: their sizes, and widths of
    lines, are corrected by the mean of both scales.
    """
    if document.medium is not Medium.PAPER:
        return document
    pages = tuple(
        replace(page, marks=tuple(_corrected(mark, profile) for mark in page.marks))
        for page in document.pages
    )
    return replace(document, pages=pages)


def _corrected(mark: Mark, profile: PrinterProfile) -> Mark:
    mean = 1 / math.sqrt(profile.scale_x * profile.scale_y)
    lengths = [field.name for field in fields(mark) if field.name in MEAN_CORRECTED]
    changed: dict[str, Any] = {name: getattr(mark, name) * mean for name in lengths}
    match mark:
        case Line():
            changed["x1"], changed["y1"] = profile.corrected(mark.x1, mark.y1)
            changed["x2"], changed["y2"] = profile.corrected(mark.x2, mark.y2)
        case Polyline() | Curve():
            changed["points"] = tuple(profile.corrected(x, y) for x, y in mark.points)
        case _:
            changed["x"], changed["y"] = profile.corrected(mark.x, mark.y)
    if isinstance(mark, Rectangle | Pattern):  # the width of all others is a pen's
        changed["width"], changed["height"] = (
            mark.width / profile.scale_x,
            mark.height / profile.scale_y,
        )
    return replace(mark, **changed)
