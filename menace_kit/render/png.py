"""Marks as PNG with Pillow, drawn larger and shrunk to smooth the edges."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING

from menace_kit.files import font_file
from menace_kit.frozen import Frozen
from menace_kit.layout import marks

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont


DOTS_PER_INCH = 192
"""A page of 10 inches is 1,920 pixels wide, like a projector."""

LARGER = 3
"""Factor by which a page is drawn larger than it is stored."""

QUICK = 3
"""The level of compression: half the time of the usual 6, for files a tenth larger."""

THIN = 2 * LARGER
"""Lines up to this many pixels need no rounded joints: the gaps are too small to be seen."""

ANCHORS = {marks.Anchor.START: "ls", marks.Anchor.MIDDLE: "ms", marks.Anchor.END: "rs"}

Points = Sequence[tuple[float, float]]


def document_pngs(document: marks.Document, colours: int | None = None) -> list[bytes]:
    """Return a white PNG with marks for each page, at DOTS_PER_INCH.

    `colours`, at most 256, limits the number of colours.
    """
    from PIL import Image  # imported late: only pictures need it, and browsers don't have it

    files = []
    for page in document.pages:
        raster = Raster.blank(page, DOTS_PER_INCH)
        raster.draw(page.marks)
        file = BytesIO()
        image = raster.image()
        if colours:
            image = image.quantize(colours, dither=Image.Dither.NONE)
        image.save(
            file,
            "PNG",
            optimize=bool(colours),
            compress_level=QUICK,
            dpi=(DOTS_PER_INCH, DOTS_PER_INCH),
        )
        files.append(file.getvalue())
    return files


class Raster(Frozen):
    """A page in pixels to draw marks on.

    `paper` is LARGER times the final size, with `scale` pixels per mm.
    """

    paper: "Image.Image"
    scale: float

    @classmethod
    def blank(cls, page: marks.Page, dots_per_inch: int) -> "Raster":
        """Return a white page of this size and resolution."""
        from PIL import Image

        width, height = (
            round(length * dots_per_inch / 25.4) * LARGER for length in (page.width, page.height)
        )
        return cls(Image.new("RGB", (width, height), "white"), dots_per_inch / 25.4 * LARGER)

    def image(self) -> "Image.Image":
        """Return the page at its final size, with smooth edges."""
        return self.paper.reduce(LARGER)

    def draw(self, drawn: Iterable[marks.Mark]) -> None:
        """Draw marks over what is there."""
        from PIL import ImageDraw

        draw = ImageDraw.Draw(self.paper)
        for mark in drawn:
            self._draw(draw, mark)

    def _draw(self, draw: "ImageDraw.ImageDraw", mark: marks.Mark) -> None:
        match mark:
            case marks.Line():
                ends = ((mark.x1, mark.y1), (mark.x2, mark.y2))
                self._stroke(draw, ends, mark.width, mark.colour, mark.dash)
            case marks.Curve():
                self._stroke(draw, mark.points, mark.width, mark.stroke, mark.dash)
            case marks.Polyline():
                if mark.fill:
                    draw.polygon([self._pixel(point) for point in mark.points], fill=mark.fill)
                if mark.stroke:
                    self._stroke(draw, (*mark.points, mark.points[0]), mark.width, mark.stroke)
            case marks.Circle():
                reach = mark.radius + (mark.line / 2 if mark.stroke else 0)
                corners = self._corners(
                    mark.x - reach, mark.y - reach, mark.x + reach, mark.y + reach
                )
                draw.ellipse(
                    corners, mark.fill, mark.stroke, self._pen(mark.line) if mark.stroke else 0
                )
            case marks.Rectangle():
                self._rectangle(draw, mark)
            case marks.Pattern():
                self._pattern(draw, mark)
            case marks.Text():
                font = _font(mark.bold, mark.size * marks.MM_PER_POINT * self.scale)
                place = self._pixel((mark.x, mark.y))
                draw.text(place, mark.text, mark.colour, font, anchor=ANCHORS[mark.anchor])

    def _rectangle(self, draw: "ImageDraw.ImageDraw", mark: marks.Rectangle) -> None:
        # Pillow draws an outline inside the edge, PDF half on each side of it.
        pen = mark.line / 2 if mark.stroke else 0
        corners = self._corners(
            mark.x - pen, mark.y - pen, mark.x + mark.width + pen, mark.y + mark.height + pen
        )
        radius = (mark.radius + pen) * self.scale if mark.radius else 0
        width = self._pen(mark.line) if mark.stroke else 0
        draw.rounded_rectangle(corners, radius, mark.fill, mark.stroke, width)

    def _pattern(self, draw: "ImageDraw.ImageDraw", mark: marks.Pattern) -> None:
        columns, rows = mark.size
        across, down = mark.width / columns, mark.height / rows
        for column, row, length in mark.runs():
            left, top = mark.x + column * across, mark.y + row * down
            edges = self._corners(left, top, left + length * across, top + down)
            # Pixels whose centres are inside; Pillow's right and bottom edges are inclusive.
            (x, y), (right, bottom) = [tuple(map(math.ceil, edge)) for edge in edges]
            draw.rectangle((x, y, right - 1, bottom - 1), mark.fill)

    def _stroke(
        self,
        draw: "ImageDraw.ImageDraw",
        points: Points,
        width: float,
        colour: str,
        dash: float = 0,
    ) -> None:
        pen = self._pen(width)
        joint = "curve" if pen > THIN else None
        for piece in dashes(points, dash) if dash else [points]:
            draw.line([self._pixel(point) for point in piece], colour, pen, joint)

    def _pixel(self, point: tuple[float, float]) -> tuple[float, float]:
        # Pillow's coordinates are pixel centres.
        return point[0] * self.scale - 0.5, point[1] * self.scale - 0.5

    def _corners(
        self, left: float, top: float, right: float, bottom: float
    ) -> list[tuple[float, float]]:
        return [self._pixel((left, top)), self._pixel((right, bottom))]

    def _pen(self, width: float) -> int:
        return max(1, round(width * self.scale))


def dashes(points: Points, dash: float) -> Iterator[list[tuple[float, float]]]:
    """Yield the dashes of a line whose dashes and gaps are `dash` mm long."""
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
def _font(bold: bool, pixels: float) -> "ImageFont.FreeTypeFont":
    from PIL import ImageFont

    # Every build of Pillow has the basic layout, so text looks the same everywhere.
    return ImageFont.truetype(font_file(bold), pixels, layout_engine=ImageFont.Layout.BASIC)
