"""Marks to PNG with Pillow: for screens and projectors; drawn larger and shrunk, so that edges are smooth."""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFont

from menace_kit.layout.marks import (
    MM_PER_POINT,
    Anchor,
    Circle,
    Curve,
    Document,
    Line,
    Mark,
    Page,
    Pattern,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.paths import font_file

DOTS_PER_INCH = 192
"""A page of 10 inches is 1,920 pixels wide, as a projector is."""

LARGER = 3
"""How many times larger a page is drawn than it is stored."""

SCALE = DOTS_PER_INCH / 25.4 * LARGER
ANCHORS = {Anchor.START: "ls", Anchor.MIDDLE: "ms", Anchor.END: "rs"}

Points = Sequence[tuple[float, float]]


def document_pngs(document: Document) -> list[bytes]:
    """Return a file for each page, DOTS_PER_INCH pixels to the inch, on white."""
    return [page_png(page) for page in document.pages]


def page_png(page: Page) -> bytes:
    """Return a page as PNG; the file says its resolution."""
    size = [round(length * DOTS_PER_INCH / 25.4) * LARGER for length in (page.width, page.height)]
    image = Image.new("RGB", (size[0], size[1]), "white")
    draw = ImageDraw.Draw(image)
    for mark in page.marks:
        _draw(draw, mark)
    file = BytesIO()
    image.reduce(LARGER).save(file, "PNG", dpi=(DOTS_PER_INCH, DOTS_PER_INCH))
    return file.getvalue()


def _draw(draw: ImageDraw.ImageDraw, mark: Mark) -> None:
    match mark:
        case Line():
            _stroke(draw, ((mark.x1, mark.y1), (mark.x2, mark.y2)), mark.width, mark.colour, mark.dash)
        case Curve():
            _stroke(draw, mark.points, mark.width, mark.stroke, mark.dash)
        case Polyline():
            if mark.fill:
                draw.polygon([_pixel(point) for point in mark.points], fill=mark.fill)
            if mark.stroke:
                _stroke(draw, (*mark.points, mark.points[0]), mark.width, mark.stroke)
        case Circle():
            reach = mark.radius + (mark.line / 2 if mark.stroke else 0)
            corners = _corners(mark.x - reach, mark.y - reach, mark.x + reach, mark.y + reach)
            draw.ellipse(corners, mark.fill, mark.stroke, _pen(mark.line) if mark.stroke else 0)
        case Rectangle():
            # Pillow draws an outline inside the edge, where paper has it on both sides.
            pen = mark.line / 2 if mark.stroke else 0
            corners = _corners(
                mark.x - pen, mark.y - pen, mark.x + mark.width + pen, mark.y + mark.height + pen
            )
            radius = (mark.radius + pen) * SCALE if mark.radius else 0
            draw.rounded_rectangle(
                corners, radius, mark.fill, mark.stroke, _pen(mark.line) if mark.stroke else 0
            )
        case Pattern():
            columns, rows = mark.size
            across, down = mark.width / columns, mark.height / rows
            for column, row, length in mark.runs():
                left, top = mark.x + column * across, mark.y + row * down
                edges = _corners(left, top, left + length * across, top + down)
                # Pixels with their middles inside; Pillow counts the last one in.
                (x, y), (right, bottom) = [tuple(map(math.ceil, edge)) for edge in edges]
                draw.rectangle((x, y, right - 1, bottom - 1), mark.fill)
        case Text():
            font = _font(mark.bold, mark.size)
            draw.text(_pixel((mark.x, mark.y)), mark.text, mark.colour, font, anchor=ANCHORS[mark.anchor])


def _stroke(draw: ImageDraw.ImageDraw, points: Points, width: float, colour: str, dash: float = 0) -> None:
    for piece in dashes(points, dash) if dash else [points]:
        draw.line([_pixel(point) for point in piece], colour, _pen(width), joint="curve")


def dashes(points: Points, dash: float) -> Iterator[list[tuple[float, float]]]:
    """Yield the pieces of a line that are drawn where a dash and the gap behind it are `dash` mm long each."""
    piece, left, inked = [points[0]], dash, True
    for start, end in pairwise(points):
        length, done = math.dist(start, end), 0.0
        while length - done > left:
            done += left
            share = done / length
            place = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
            if inked:
                yield [*piece, place]
            piece, left, inked = [place], dash, not inked
        left -= length - done
        piece.append(end)
    if inked and len(piece) > 1:
        yield piece


@cache
def _font(bold: bool, size: float) -> ImageFont.FreeTypeFont:
    # The basic layout is in every build of Pillow, so the same text looks the same everywhere.
    return ImageFont.truetype(
        font_file(bold), size * MM_PER_POINT * SCALE, layout_engine=ImageFont.Layout.BASIC
    )


def _pixel(point: tuple[float, float]) -> tuple[float, float]:
    # Pillow counts pixels by their middles.
    return point[0] * SCALE - 0.5, point[1] * SCALE - 0.5


def _corners(left: float, top: float, right: float, bottom: float) -> list[tuple[float, float]]:
    return [_pixel((left, top)), _pixel((right, bottom))]


def _pen(width: float) -> int:
    return max(1, round(width * SCALE))
