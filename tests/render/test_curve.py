"""A curve in PDF and SVG: open, through its points, dashed;
what is drawn behind it has its own line again.
"""

from io import BytesIO
from xml.etree import ElementTree

import pdfplumber
import pytest

from menace_kit.layout.marks import MM_PER_POINT, Curve, Document, Line, Page
from menace_kit.render import rendered

CURVE = Curve(((10, 10), (30, 20), (50, 10)), 2, "#FF0000", dash=3)
DOCUMENT = Document(
    "test", "Test", "kit", "12345678", (Page(100, 50, (CURVE, Line(10, 30, 50, 30, 2, "#FF0000"))),)
)


def test_svg() -> None:
    (content,) = rendered(DOCUMENT, "svg")
    root = ElementTree.fromstring(content)
    (drawn,) = root.iter("{http://www.w3.org/2000/svg}polyline")
    assert [
        tuple(map(float, point.split(","))) for point in drawn.attrib["points"].split()
    ] == list(CURVE.points)
    wanted = {"fill": "none", "stroke": "#FF0000", "stroke-width": "2", "stroke-dasharray": "3"}
    assert wanted.items() <= drawn.attrib.items()


def test_pdf() -> None:
    (content,) = rendered(DOCUMENT, "pdf")
    with pdfplumber.open(BytesIO(content)) as pdf:
        (drawn,) = pdf.pages[0].curves
        (line,) = pdf.pages[0].lines
    assert drawn["pts"] == [
        pytest.approx((x / MM_PER_POINT, y / MM_PER_POINT), abs=0.01) for x, y in CURVE.points
    ]
    assert (drawn["stroke"], drawn["fill"], drawn["stroking_color"]) == (True, False, (1, 0, 0))
    assert drawn["dash"][0] == pytest.approx([3 / MM_PER_POINT] * 2, abs=0.001)
    assert line["linewidth"] == pytest.approx(2 / MM_PER_POINT, abs=0.01)
    assert not line["dash"][0]
