"""What has to be drawn so that a printer with a known error prints what is meant. All in mm."""

import math
from dataclasses import replace

from menace_kit.layout.marks import (
    Circle,
    Curve,
    Document,
    Line,
    Mark,
    Medium,
    Pattern,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.machine.printer import PrinterProfile


def corrected(document: Document, profile: PrinterProfile) -> Document:
    """Return the document for this printer: printed by it, its marks come out where those of `document` are.

    Only what a printer prints is corrected; boards for a cutter and charts for a screen come back as they are.

    Places are exact. What is round stays round and letters keep their shape: their sizes, and widths of lines, are
    corrected by the mean of both scales.
    """
    if document.medium is not Medium.PAPER:
        return document
    pages = tuple(
        replace(page, marks=tuple(_corrected(mark, profile) for mark in page.marks))
        for page in document.pages
    )
    return replace(document, pages=pages)


def _corrected(mark: Mark, profile: PrinterProfile) -> Mark:
    size = 1 / math.sqrt(profile.scale_x * profile.scale_y)
    match mark:
        case Line():
            (x1, y1), (x2, y2) = profile.corrected(mark.x1, mark.y1), profile.corrected(mark.x2, mark.y2)
            return replace(mark, x1=x1, y1=y1, x2=x2, y2=y2, width=mark.width * size, dash=mark.dash * size)
        case Circle():
            x, y = profile.corrected(mark.x, mark.y)
            return replace(mark, x=x, y=y, radius=mark.radius * size, line=mark.line * size)
        case Text():
            x, y = profile.corrected(mark.x, mark.y)
            return replace(mark, x=x, y=y, size=mark.size * size)
        case Polyline():
            return replace(mark, points=_points(mark, profile), width=mark.width * size)
        case Curve():
            points = _points(mark, profile)
            return replace(mark, points=points, width=mark.width * size, dash=mark.dash * size)
        case Rectangle() | Pattern():
            return _field(mark, profile, size)


def _points(mark: Polyline | Curve, profile: PrinterProfile) -> tuple[tuple[float, float], ...]:
    return tuple(profile.corrected(x, y) for x, y in mark.points)


def _field(mark: Rectangle | Pattern, profile: PrinterProfile, size: float) -> Rectangle | Pattern:
    x, y = profile.corrected(mark.x, mark.y)
    width, height = mark.width / profile.scale_x, mark.height / profile.scale_y
    if isinstance(mark, Pattern):
        return replace(mark, x=x, y=y, width=width, height=height)
    line, radius = mark.line * size, mark.radius * size
    return replace(mark, x=x, y=y, width=width, height=height, line=line, radius=radius)
