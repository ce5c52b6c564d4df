"""Marks as SVG with svgwrite, in true mm, with a named layer for each layer of marks."""

from collections.abc import Iterable
from io import StringIO

import svgwrite
from svgwrite.base import BaseElement
from svgwrite.extensions import Inkscape

from menace_kit.layout import marks
from menace_kit.layout.text.typesetting import text_width

FONTS = "'DejaVu Sans Condensed','DejaVu Sans',Verdana,sans-serif"
"""Programs disagree on the font's name: some know it as DejaVu Sans, semi-condensed."""

AS_IN_PDF = "font-kerning:none;font-variant-ligatures:none"
"""Spacing as in the PDF: no kerning, no ligatures."""


def document_svgs(document: marks.Document) -> list[bytes]:
    """Return a file for each page; one user unit is one mm."""
    return [
        _page_svg(document, page, number) for number, page in enumerate(document.pages, start=1)
    ]


def svg_elements(drawn: Iterable[marks.Mark]) -> str:
    """Return marks, in order, as elements for an inline drawing; one user unit is one mm."""
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
    # The length keeps the layout true if a wider font replaces a missing one.
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
        # Keep double spaces. It is set on each text, as browsers ignore it on parent elements.
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
