"""Marks to pictures: SVG with svgwrite, in true mm, with a named layer for each of theirs;
PNG and films with Pillow.

And to text: a trace for tests.
"""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from io import BytesIO, StringIO
from itertools import pairwise
from typing import TYPE_CHECKING, get_args

import svgwrite
from svgwrite.base import BaseElement
from svgwrite.extensions import Inkscape

from menace_kit.files import font_file
from menace_kit.layout import marks
from menace_kit.layout.text.typesetting import text_width

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

FONTS = "'DejaVu Sans Condensed','DejaVu Sans',Verdana,sans-serif"
"""Programs differ in the font's name: to some it is of the family DejaVu
Sans, and semi-condensed.
"""

AS_IN_PDF = "font-kerning:none;font-variant-ligatures:none"
"""Letters stand as far apart as the font says, and `f` and `i` are not joined."""


def document_svgs(document: marks.Document) -> list[bytes]:
    """Return a file for each page; one user unit is one mm."""
    return [
        _page_svg(document, page, number) for number, page in enumerate(document.pages, start=1)
    ]


def svg_elements(drawn: Iterable[marks.Mark]) -> str:
    """Return marks as elements for a drawing that stands in a page:
    in their order, one user unit is one mm.
    """
    drawing = svgwrite.Drawing(debug=False)
    return "".join(_element(drawing, mark).tostring() for mark in drawn)


def _page_svg(document: marks.Document, page: marks.Page, number: int) -> bytes:
    drawing = svgwrite.Drawing(
        size=(f"{page.width:g}mm", f"{page.height:g}mm"),
        viewBox=f"0 0 {page.width:g} {page.height:g}",
        debug=False,
        font_family=FONTS,
        font_stretch="semi-condensed",
        style=AS_IN_PDF,
    )
    drawing.set_desc(
        title=f"{document.kit}: {document.title}, {number}/{len(document.pages)}",
        desc=f"menace-kit, kit {document.fingerprint}",
    )
    inkscape = Inkscape(drawing)
    layers = {layer: inkscape.layer(label=layer.value, id=layer.value) for layer in marks.Layer}
    for mark in page.marks:
        layers[mark.layer].add(_element(drawing, mark))
    for kind, layer in layers.items():
        if layer.elements or kind is not marks.Layer.GLUE:
            drawing.add(layer)
    text = StringIO()
    drawing.write(text)
    return text.getvalue().encode()


def _element(drawing: svgwrite.Drawing, mark: marks.Mark) -> BaseElement:
    match mark:
        case marks.Line() | marks.Curve():
            return _open_line(drawing, mark)
        case marks.Circle():
            return drawing.circle(
                (_mm(mark.x), _mm(mark.y)),
                _mm(mark.radius),
                **_paint(mark.stroke, mark.line, mark.fill),
            )
        case marks.Rectangle():
            radius = {"rx": _mm(mark.radius)} if mark.radius else {}
            return drawing.rect(
                (_mm(mark.x), _mm(mark.y)),
                (_mm(mark.width), _mm(mark.height)),
                **radius,
                **_paint(mark.stroke, mark.line, mark.fill),
            )
        case marks.Polyline():
            points = [(_mm(x), _mm(y)) for x, y in mark.points]
            return drawing.polygon(points, **_paint(mark.stroke, mark.width, mark.fill))
        case marks.Pattern():
            columns, rows = mark.size
            scale = (
                f"matrix({mark.width / columns:.5g} 0 0 {mark.height / rows:.5g} "
                f"{_mm(mark.x)} {_mm(mark.y)})"
            )
            runs = "".join(
                f"M{column} {row}h{length}v1h-{length}z" for column, row, length in mark.runs()
            )
            return drawing.path(d=runs, fill=mark.fill, transform=scale)
        case marks.Text():
            return _text(drawing, mark)


def _text(drawing: svgwrite.Drawing, mark: marks.Text) -> BaseElement:
    # The length keeps the layout true where the font is missing and a wider one takes its place.
    element = drawing.text(
        mark.text,
        insert=(_mm(mark.x), _mm(mark.y)),
        font_size=_mm(mark.size * marks.MM_PER_POINT),
        font_weight="bold" if mark.bold else "normal",
        text_anchor=mark.anchor.value,
        fill=mark.colour,
        textLength=_mm(text_width(mark.text, mark.size, mark.bold)),
        lengthAdjust="spacingAndGlyphs",
    )
    if mark.text.split(" ") != mark.text.split():
        # Two spaces are meant; browsers forget what stands above a text.
        element["xml:space"] = "preserve"
    return element


def _open_line(drawing: svgwrite.Drawing, mark: marks.Line | marks.Curve) -> BaseElement:
    dash = {"stroke_dasharray": f"{mark.dash:g}"} if mark.dash else {}
    if isinstance(mark, marks.Line):
        start, end = (_mm(mark.x1), _mm(mark.y1)), (_mm(mark.x2), _mm(mark.y2))
        return drawing.line(start, end, stroke=mark.colour, stroke_width=_mm(mark.width), **dash)
    points = [(_mm(x), _mm(y)) for x, y in mark.points]
    paint = _paint(mark.stroke, mark.width, None)
    return drawing.polyline(points, stroke_linejoin="round", **paint, **dash)


def _paint(stroke: str | None, width: float, fill: str | None) -> dict[str, str | float]:
    paint: dict[str, str | float] = {"fill": fill or "none"}
    return paint | ({"stroke": stroke, "stroke_width": _mm(width)} if stroke else {})


def _mm(length: float) -> float:
    return round(length, 3)


# The trace: marks as plain text, a line a mark, which golden files hold
# and a drawing is recognised by.


def document_trace(document: marks.Document) -> str:
    """Return the whole document as text: a head line, then for each page its size and its
    marks as they are drawn.
    """
    head = f"{document.name}: {document.title}, {document.kit}, kit {document.fingerprint}"
    lines = [head]
    for page in document.pages:
        lines.append(f"page {page.width:g} x {page.height:g}")
        lines += map(mark_trace, page.marks)
    return "\n".join(lines) + "\n"


def mark_trace(mark: marks.Mark) -> str:
    """Return one mark as a line: its kind, then what it consists of;
    lengths to a hundredth of a mm.
    """
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


# PNG: drawn larger and shrunk, so that edges are smooth.

DOTS_PER_INCH = 192
"""A page of 10 inches is 1,920 pixels wide, as a projector is."""

LARGER = 3
"""How many times larger a page is drawn than it is stored."""

ANCHORS = {marks.Anchor.START: "ls", marks.Anchor.MIDDLE: "ms", marks.Anchor.END: "rs"}

Points = Sequence[tuple[float, float]]


def document_pngs(document: marks.Document) -> list[bytes]:
    """Return a file for each page, DOTS_PER_INCH pixels to the inch, on white;
    it says its resolution.
    """
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
    """A page in pixels, to draw marks on: `paper` is LARGER times larger than
    it is shown, of `scale` pixels a mm.
    """

    paper: "Image.Image"
    scale: float

    @classmethod
    def blank(cls, page: marks.Page, dots_per_inch: int) -> "Raster":
        """Return a white page of this size, so many pixels to the inch."""
        from PIL import Image  # here and below, for only pictures need it, and a browser has none

        width, height = (
            round(length * dots_per_inch / 25.4) * LARGER for length in (page.width, page.height)
        )
        return cls(Image.new("RGB", (width, height), "white"), dots_per_inch / 25.4 * LARGER)

    def image(self) -> "Image.Image":
        """Return the page as it is shown, its edges smooth."""
        return self.paper.reduce(LARGER)

    def draw(self, drawn: Iterable[marks.Mark]) -> None:
        """Draw marks on what is there."""
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
        # Pillow draws an outline inside the edge, where paper has it on both sides.
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
            # Pixels with their middles inside; Pillow counts the last one in.
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
        for piece in dashes(points, dash) if dash else [points]:
            draw.line(
                [self._pixel(point) for point in piece], colour, self._pen(width), joint="curve"
            )

    def _pixel(self, point: tuple[float, float]) -> tuple[float, float]:
        # Pillow counts pixels by their middles.
        return point[0] * self.scale - 0.5, point[1] * self.scale - 0.5

    def _corners(
        self, left: float, top: float, right: float, bottom: float
    ) -> list[tuple[float, float]]:
        return [self._pixel((left, top)), self._pixel((right, bottom))]

    def _pen(self, width: float) -> int:
        return max(1, round(width * self.scale))


def dashes(points: Points, dash: float) -> Iterator[list[tuple[float, float]]]:
    """Yield the pieces of a line that are drawn where a dash and the gap behind
    it are `dash` mm long each.
    """
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

    # The basic layout is in every build of Pillow, so the same text looks the same everywhere.
    return ImageFont.truetype(font_file(bold), pixels, layout_engine=ImageFont.Layout.BASIC)


# Films: they play once and stay at the last picture.

FILM_DOTS_PER_INCH = 96
"""A page of 10 inches is 960 pixels wide: half a projector, and a quarter of the file."""

COLOURS = 96
"""Lines and letters need few; fewer colours make a smaller file."""

ALIKE = 8
"""Colours that differ by less than this in red, green and blue;
Pillow looks colours up in steps of 4.
"""


def film_gif(
    still: marks.Page,
    moving: Iterable[Sequence[marks.Mark]],
    last: Sequence[marks.Mark],
    milliseconds: int,
) -> bytes:
    """Return a film as a GIF: on the marks of a page those that move,
    picture by picture; the last one stays.

    Each picture stands so long, in steps of 10. All have the commonest colours of the last one,
    which is needed beforehand, so that nothing flickers.
    """
    from PIL import Image

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


def _picture(stage: Raster, upon: Sequence[marks.Mark]) -> "Image.Image":
    raster = Raster(stage.paper.copy(), stage.scale)
    raster.draw(upon)
    return raster.image()


def _palette(image: "Image.Image") -> "Image.Image":
    """Return the commonest colours of an image; those that are nearly alike would be
    mixed up, so one of them does.
    """
    from PIL import Image

    counted = sorted(
        image.getcolors(image.width * image.height) or (), key=lambda pair: (-pair[0], pair[1])
    )
    chosen: list[tuple[int, ...]] = []
    for _, colour in counted:
        if (
            isinstance(colour, tuple)
            and len(chosen) < COLOURS
            and all(
                max(abs(a - b) for a, b in zip(colour, other, strict=True)) >= ALIKE
                for other in chosen
            )
        ):
            chosen.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for colour in chosen for channel in colour])
    return palette
