"""Marks to PNG and to films (GIF) with Pillow: drawn larger and shrunk, so that edges are smooth."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFont

from menace_kit.layout import marks
from menace_kit.paths import font_file

DOTS_PER_INCH = 192
"""A page of 10 inches is 1,920 pixels wide, as a projector is."""

LARGER = 3
"""How many times larger a page is drawn than it is stored."""

ANCHORS = {marks.Anchor.START: "ls", marks.Anchor.MIDDLE: "ms", marks.Anchor.END: "rs"}

Points = Sequence[tuple[float, float]]


def document_pngs(document: marks.Document) -> list[bytes]:
    """Return a file for each page, DOTS_PER_INCH pixels to the inch, on white; it says its resolution."""
    files = []
    for page in document.pages:
        raster = Raster.blank(page, DOTS_PER_INCH)
        raster.draw(page.marks)
        file = BytesIO()
        raster.image().save(file, "PNG", dpi=(DOTS_PER_INCH, DOTS_PER_INCH))
        files.append(file.getvalue())
    return files


@dataclass(frozen=True)
class Raster:
    """A page in pixels, to draw marks on: `paper` is LARGER times larger than it is shown, of `scale` pixels a mm."""

    paper: Image.Image
    scale: float

    @classmethod
    def blank(cls, page: marks.Page, dots_per_inch: int) -> "Raster":
        """Return a white page of this size, so many pixels to the inch."""
        width, height = (
            round(length * dots_per_inch / 25.4) * LARGER for length in (page.width, page.height)
        )
        return cls(Image.new("RGB", (width, height), "white"), dots_per_inch / 25.4 * LARGER)

    def image(self) -> Image.Image:
        """Return the page as it is shown, its edges smooth."""
        return self.paper.reduce(LARGER)

    def draw(self, drawn: Iterable[marks.Mark]) -> None:
        """Draw marks on what is there."""
        draw = ImageDraw.Draw(self.paper)
        for mark in drawn:
            self._draw(draw, mark)

    def _draw(self, draw: ImageDraw.ImageDraw, mark: marks.Mark) -> None:
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
                corners = self._corners(mark.x - reach, mark.y - reach, mark.x + reach, mark.y + reach)
                draw.ellipse(corners, mark.fill, mark.stroke, self._pen(mark.line) if mark.stroke else 0)
            case marks.Rectangle():
                self._rectangle(draw, mark)
            case marks.Pattern():
                self._pattern(draw, mark)
            case marks.Text():
                font = _font(mark.bold, mark.size * marks.MM_PER_POINT * self.scale)
                place = self._pixel((mark.x, mark.y))
                draw.text(place, mark.text, mark.colour, font, anchor=ANCHORS[mark.anchor])

    def _rectangle(self, draw: ImageDraw.ImageDraw, mark: marks.Rectangle) -> None:
        # Pillow draws an outline inside the edge, where paper has it on both sides.
        pen = mark.line / 2 if mark.stroke else 0
        corners = self._corners(
            mark.x - pen, mark.y - pen, mark.x + mark.width + pen, mark.y + mark.height + pen
        )
        radius = (mark.radius + pen) * self.scale if mark.radius else 0
        width = self._pen(mark.line) if mark.stroke else 0
        draw.rounded_rectangle(corners, radius, mark.fill, mark.stroke, width)

    def _pattern(self, draw: ImageDraw.ImageDraw, mark: marks.Pattern) -> None:
        columns, rows = mark.size
        across, down = mark.width / columns, mark.height / rows
        for column, row, length in mark.runs():
            left, top = mark.x + column * across, mark.y + row * down
            edges = self._corners(left, top, left + length * across, top + down)
            # Pixels with their middles inside; Pillow counts the last one in.
            (x, y), (right, bottom) = [tuple(map(math.ceil, edge)) for edge in edges]
            draw.rectangle((x, y, right - 1, bottom - 1), mark.fill)

    def _stroke(
        self, draw: ImageDraw.ImageDraw, points: Points, width: float, colour: str, dash: float = 0
    ) -> None:
        for piece in dashes(points, dash) if dash else [points]:
            draw.line([self._pixel(point) for point in piece], colour, self._pen(width), joint="curve")

    def _pixel(self, point: tuple[float, float]) -> tuple[float, float]:
        # Pillow counts pixels by their middles.
        return point[0] * self.scale - 0.5, point[1] * self.scale - 0.5

    def _corners(self, left: float, top: float, right: float, bottom: float) -> list[tuple[float, float]]:
        return [self._pixel((left, top)), self._pixel((right, bottom))]

    def _pen(self, width: float) -> int:
        return max(1, round(width * self.scale))


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
def _font(bold: bool, pixels: float) -> ImageFont.FreeTypeFont:
    # The basic layout is in every build of Pillow, so the same text looks the same everywhere.
    return ImageFont.truetype(font_file(bold), pixels, layout_engine=ImageFont.Layout.BASIC)


# Films: they play once and stay at the last picture.

FILM_DOTS_PER_INCH = 96
"""A page of 10 inches is 960 pixels wide: half a projector, and a quarter of the file."""

COLOURS = 96
"""Lines and letters need few; fewer colours make a smaller file."""

ALIKE = 8
"""Colours that differ by less than this in red, green and blue; Pillow looks colours up in steps of 4."""


def film_gif(
    still: marks.Page, moving: Iterable[Sequence[marks.Mark]], last: Sequence[marks.Mark], milliseconds: int
) -> bytes:
    """Return a film as a GIF: on the marks of a page those that move, picture by picture; the last one stays.

    Each picture stands so long, in steps of 10. All have the commonest colours of the last one, which is needed
    beforehand, so that nothing flickers.
    """
    stage = Raster.blank(still, FILM_DOTS_PER_INCH)
    stage.draw(still.marks)
    palette = _palette(_picture(stage, last))
    pictures = (_picture(stage, upon) for upon in moving)
    images = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures]
    file = BytesIO()
    # Without a number of loops a GIF plays once.
    images[0].save(
        file, "GIF", save_all=True, append_images=images[1:], duration=milliseconds, optimize=False
    )
    return file.getvalue()


def _picture(stage: Raster, upon: Sequence[marks.Mark]) -> Image.Image:
    """Return what is on a stage with some marks upon it."""
    raster = Raster(stage.paper.copy(), stage.scale)
    raster.draw(upon)
    return raster.image()


def _palette(image: Image.Image) -> Image.Image:
    """Return the commonest colours of an image; those that are nearly alike would be mixed up, so one of them does."""
    counted = sorted(image.getcolors(image.width * image.height) or (), key=lambda pair: (-pair[0], pair[1]))
    chosen: list[tuple[int, ...]] = []
    for _, colour in counted:
        if (
            isinstance(colour, tuple)
            and len(chosen) < COLOURS
            and all(max(abs(a - b) for a, b in zip(colour, other, strict=True)) >= ALIKE for other in chosen)
        ):
            chosen.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for colour in chosen for channel in colour])
    return palette
