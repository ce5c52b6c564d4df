"""Drawings that are written to files and read back."""

from dataclasses import replace

import pytest

from menace_kit.layout.label_plan import LabelOrder
from menace_kit.layout.label_sheets import labels_document
from menace_kit.layout.marks import (
    Anchor,
    Circle,
    Document,
    Layer,
    Line,
    Page,
    Pattern,
    Polyline,
    Rectangle,
    Text,
)
from menace_kit.layout.sheets.filling import filling_document
from menace_kit.layout.sheets.shopping import shopping_document
from menace_kit.workshop.shopping import shopping_list
from tests.layout.kits import preset


@pytest.fixture(scope="session")
def labels() -> Document:
    """Return the fit test and a sheet of labels."""
    kit = preset("michie-1961")
    return labels_document(kit, LabelOrder(kit.boxes[:20]))


@pytest.fixture(scope="session")
def tabbed() -> Document:
    """Return labels with tabs, whose fold lines are dashed."""
    kit = preset("scroggs")
    return labels_document(kit, LabelOrder(kit.boxes[:10]))


@pytest.fixture(scope="session")
def filling() -> Document:
    document = filling_document(preset("michie-1961"))
    return replace(document, pages=document.pages[:1])


@pytest.fixture(scope="session")
def shopping() -> Document:
    kit = preset("michie-1961")
    return shopping_document(kit, shopping_list(kit, 4, 8))


@pytest.fixture
def of_each_kind() -> Document:
    """Return a Letter page with each kind of mark, including texts with difficult characters."""
    marks = (
        Text(20, 20, "a < b & \"c\" > 'd'", 9),
        Text(20, 30, "Größe  ½ · Ελληνικά Русский ♥▲♣ łódź", 8.25, bold=True, colour="#C81E1E"),
        Text(100, 40, "</text><script/>", 7.5, anchor=Anchor.MIDDLE),
        Text(150, 50, "  two  spaces  ", 10, anchor=Anchor.END),
        Line(10.123, 60, 90, 61.5, 0.35, "#123456", 1.0, Layer.FOLD),
        Line(10, 65, 90, 65),
        Rectangle(10, 70, 30.5, 12.25, 0.1, "#C8C8C8", None, 1.5, Layer.CUT),
        Rectangle(50, 70, 10, 10, 0.2, None, "#1E7A3C"),
        Circle(100, 80, 2.345, 0.15, "#000000", "#F28C00"),
        Circle(110, 80, 1, 0, None, "#FFFFFF"),
        Circle(120, 80, 3, 0.5),
        Polyline(((10, 100), (20, 90), (30, 100)), fill="#000000"),
        Polyline(((50, 100), (60, 90), (70, 100), (60, 95)), 0.3, "#336699"),
        Pattern(80, 90, 12, 9, "##.#/.#../#..#", "#204060"),
    )
    return Document(
        "each", 'Each <kind> & "more"', "Kit (ä) \\ )", "0123abcd", (Page(215.9, 279.4, marks),)
    )
