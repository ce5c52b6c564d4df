"""PDF and SVG files read back into marks, to compare with the originals."""

import io
import math
import re
from typing import Any
from xml.etree import ElementTree

import pdfplumber

from menace_kit.layout.marks import (
    MM_PER_POINT,
    Anchor,
    Circle,
    Layer,
    Line,
    Mark,
    Page,
    Pattern,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.text.typesetting import text_width

Shape = tuple[object, ...]
"""What can be compared about a mark: kind, colours, and lengths in mm."""

SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"


def start_of(mark: Text) -> float:
    width = text_width(mark.text, mark.size, mark.bold)
    return mark.x - {Anchor.START: 0, Anchor.MIDDLE: width / 2, Anchor.END: width}[mark.anchor]


def expected(page: Page) -> dict[str, list[Shape]]:
    """Return a page's marks as a PDF has them, by kind and in order; round shapes become curves."""
    found: dict[str, list[Shape]] = {"text": [], "line": [], "rect": [], "curve": []}
    for mark in page.marks:
        match mark:
            case Text():
                said = mark.text.replace("\xa0", " ")  # the reader returns plain spaces only
                found["text"].append(
                    (said, mark.size, mark.bold, mark.colour, start_of(mark), mark.y)
                )
            case Line():
                found["line"].append(
                    (mark.colour, mark.width, bool(mark.dash), mark.x1, mark.y1, mark.x2, mark.y2)
                )
            case Circle():
                size = mark.radius
                box = (mark.x - size, mark.y - size, mark.x + size, mark.y + size)
                found["curve"].append(
                    (mark.stroke, mark.fill, mark.line if mark.stroke else 0, *box)
                )
            case Rectangle():
                corners = (mark.x, mark.y, mark.x + mark.width, mark.y + mark.height)
                kind = "curve" if mark.radius else "rect"
                found[kind].append(
                    (mark.stroke, mark.fill, mark.line if mark.stroke else 0, *corners)
                )
            case Polyline():
                xs, ys = zip(*mark.points, strict=True)
                box = (min(xs), min(ys), max(xs), max(ys))
                found["curve"].append(
                    (mark.stroke, mark.fill, mark.width if mark.stroke else 0, *box)
                )
            case Pattern():  # one path, of which the PDF reader gives only the extent
                inked = [
                    (column, row, column + length, row + 1) for column, row, length in mark.runs()
                ]
                across, down = mark.width / mark.size[0], mark.height / mark.size[1]
                covered = [
                    (
                        mark.x + x1 * across,
                        mark.y + y1 * down,
                        mark.x + x2 * across,
                        mark.y + y2 * down,
                    )
                    for x1, y1, x2, y2 in inked
                ]
                found["rect"] += [(None, mark.fill, 0, *corner) for corner in covered]
    return found


def pdf_pages(content: bytes) -> list[dict[str, list[Shape]]]:
    """Return what the pages of a PDF show, in the form of `expected`."""
    with pdfplumber.open(io.BytesIO(content)) as pdf:
        return [_pdf_page(page) for page in pdf.pages]


def _pdf_page(page: Any) -> dict[str, list[Shape]]:
    height = float(page.height)
    return {
        "text": _pdf_texts(page.chars, height),
        "line": [
            (
                _hex(line["stroking_color"]),
                line["linewidth"] * MM_PER_POINT,
                bool(line["dash"] and line["dash"][0]),
                *(MM_PER_POINT * length for point in line["pts"] for length in point),
            )
            for line in page.lines
        ],
        "rect": [_pdf_area(area) for area in page.rects],
        "curve": [_pdf_area(area) for area in page.curves],
    }


def _pdf_area(area: Any) -> Shape:
    return (
        _hex(area["stroking_color"]) if area["stroke"] else None,
        _hex(area["non_stroking_color"]) if area["fill"] else None,
        area["linewidth"] * MM_PER_POINT if area["stroke"] else 0,
        *(MM_PER_POINT * area[side] for side in ("x0", "top", "x1", "bottom")),
    )


def _pdf_texts(characters: list[Any], height: float) -> list[Shape]:
    """Return texts from single characters that follow each other in the same font."""
    texts: list[list[Any]] = []
    end = (math.inf, math.inf)
    for character in characters:
        x, y = character["matrix"][4], character["matrix"][5]
        style = (
            character["size"],
            "Bold" in character["fontname"],
            _hex(character["non_stroking_color"]),
        )
        if texts and math.dist((x, y), end) < 0.02 and texts[-1][1:4] == [*style]:
            texts[-1][0] += character["text"]
        else:
            texts.append([character["text"], *style, x * MM_PER_POINT, (height - y) * MM_PER_POINT])
        end = (x + character["adv"], y)
    return [tuple(text) for text in texts]


def _hex(colour: Any) -> str:
    channels = [round(255 * channel) for channel in colour]
    return "#" + "".join(
        f"{channel:02X}" for channel in (channels if len(channels) == 3 else channels * 3)
    )


def svg_marks(content: bytes) -> list[Mark]:
    """Return the marks of an SVG file, layer by layer."""
    root = ElementTree.fromstring(content)
    marks: list[Mark] = []
    for layer in Layer:
        groups = [element for element in root.iter(f"{SVG}g") if element.get("id") == layer.value]
        # Most pages have nothing to glue.
        assert len(groups) == 1 or (layer is Layer.GLUE and not groups)
        marks += [_svg_mark(element, layer) for group in groups for element in group]
    return marks


def _svg_mark(element: ElementTree.Element, layer: Layer) -> Mark:
    def number(name: str) -> float:
        return float(element.get(name, "0"))

    stroke, width = element.get("stroke"), number("stroke-width")
    fill = None if element.get("fill") == "none" else element.get("fill")
    match element.tag.removeprefix(SVG):
        case "line":
            ends = (number("x1"), number("y1"), number("x2"), number("y2"))
            return Line(*ends, width, stroke or "", number("stroke-dasharray"), layer)
        case "circle":
            return Circle(number("cx"), number("cy"), number("r"), width, stroke, fill, layer)
        case "rect":
            corner = (number("x"), number("y"), number("width"), number("height"))
            return Rectangle(*corner, width, stroke, fill, number("rx"), layer)
        case "polygon":
            flat = [float(part) for part in re.split(r"[ ,]+", element.get("points", ""))]
            return Polyline(
                tuple(zip(flat[::2], flat[1::2], strict=True)), width, stroke, fill, layer
            )
        case "path":
            return _svg_pattern(element, layer)
        case "text":
            place = (
                number("x"),
                number("y"),
                element.text or "",
                number("font-size") / MM_PER_POINT,
            )
            bold, anchor = element.get("font-weight") == "bold", Anchor(element.get("text-anchor"))
            return Text(*place, bold, anchor, fill or "", layer)
    raise AssertionError(element.tag)


def _svg_pattern(element: ElementTree.Element, layer: Layer) -> Pattern:
    across, _, _, down, x, y = map(float, element.get("transform", "")[len("matrix(") : -1].split())
    runs = [tuple(map(int, run)) for run in re.findall(r"M(\d+) (\d+)h(\d+)", element.get("d", ""))]
    columns, rows = (
        max(first + length for first, _, length in runs),
        max(row for _, row, _ in runs) + 1,
    )
    cells = [["."] * columns for _ in range(rows)]
    for first, row, length in runs:
        cells[row][first : first + length] = "#" * length
    text = "/".join("".join(line) for line in cells)
    return Pattern(x, y, across * columns, down * rows, text, element.get("fill", ""), layer)
