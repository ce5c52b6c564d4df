"""SVG files, read back: true millimetres, a layer each for print, cut and fold,
the marks of the layout in them.
"""

from dataclasses import fields
from xml.etree import ElementTree

import pytest

from menace_kit.layout.marks import Document, Layer, Mark
from menace_kit.layout.text.typesetting import text_width
from menace_kit.render.svg import document_svgs
from tests.render.parsed import INKSCAPE, SVG, svg_marks

ALL = ["labels", "tabbed", "filling", "shopping", "of_each_kind"]


def same(found: Mark, wanted: Mark) -> bool:
    """Return whether two marks are alike, lengths to a thousandth of a mm
    (0.01 points for the size of a text).
    """
    if not isinstance(wanted, type(found)):  # a page's number comes back as a text
        return False
    for field in fields(found):
        one, other = getattr(found, field.name), getattr(wanted, field.name)
        if isinstance(other, float | int) and not isinstance(other, bool):
            if field.name in ("line", "width") and not getattr(wanted, "stroke", "line"):
                continue  # no line, so no width of it
            if abs(one - other) > 0.01:
                return False
        elif field.name == "points":
            if any(
                abs(a - b) > 0.001
                for p, q in zip(one, other, strict=True)
                for a, b in zip(p, q, strict=True)
            ):
                return False
        elif one != other:
            return False
    return True


@pytest.mark.parametrize("name", ALL)
def test_an_svg_holds_the_marks_of_the_layout_each_in_its_layer(
    name: str, request: pytest.FixtureRequest
) -> None:
    document: Document = request.getfixturevalue(name)
    files = document_svgs(document)
    assert len(files) == len(document.pages)
    for content, page in zip(files, document.pages, strict=True):
        found = svg_marks(content)
        wanted = [mark for layer in Layer for mark in page.marks if mark.layer is layer]
        assert len(found) == len(wanted)
        assert [pair for pair in zip(found, wanted, strict=True) if not same(*pair)] == []


def test_the_files_have_true_size_in_mm(labels: Document, of_each_kind: Document) -> None:
    for document, size in ((labels, ("210", "297")), (of_each_kind, ("215.9", "279.4"))):
        for content in document_svgs(document):
            root = ElementTree.fromstring(content)
            assert (root.get("width"), root.get("height")) == tuple(
                f"{length}mm" for length in size
            )
            assert root.get("viewBox") == f"0 0 {size[0]} {size[1]}"


def test_layers_are_groups_that_inkscape_shows_as_such(tabbed: Document) -> None:
    root = ElementTree.fromstring(document_svgs(tabbed)[1])
    groups = [element for element in root if element.tag == f"{SVG}g"]
    assert [group.get("id") for group in groups] == ["print", "cut", "fold"]
    assert [group.get(f"{INKSCAPE}label") for group in groups] == ["print", "cut", "fold"]
    assert {group.get(f"{INKSCAPE}groupmode") for group in groups} == {"layer"}
    assert all(len(group) for group in groups)


def test_texts_say_how_long_they_are_and_keep_their_spaces(of_each_kind: Document) -> None:
    (content,) = document_svgs(of_each_kind)
    root = ElementTree.fromstring(content)
    texts = list(root.iter(f"{SVG}text"))
    kept = [
        text.text
        for text in texts
        if text.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"
    ]
    assert kept == ["Größe  ½ · Ελληνικά Русский ♥▲♣ łódź", "  two  spaces  "]
    assert [text.text for text in texts][3] == "  two  spaces  "
    assert float(texts[3].get("textLength", "0")) == pytest.approx(
        text_width("  two  spaces  ", 10), abs=0.001
    )


def test_letters_stand_as_in_the_pdf_neither_kerned_nor_joined(of_each_kind: Document) -> None:
    root = ElementTree.fromstring(document_svgs(of_each_kind)[0])
    style = dict(part.split(":") for part in root.attrib["style"].split(";"))
    assert style == {"font-kerning": "none", "font-variant-ligatures": "none"}
    assert root.get("font-stretch") == "semi-condensed"


def test_the_file_says_what_it_is(of_each_kind: Document) -> None:
    root = ElementTree.fromstring(document_svgs(of_each_kind)[0])
    assert root.findtext(f"{SVG}title") == 'Kit (ä) \\ ): Each <kind> & "more", 1/1'
    assert root.findtext(f"{SVG}desc") == "menace-kit, kit 0123abcd"


def test_the_same_document_gives_the_same_bytes(tabbed: Document) -> None:
    assert document_svgs(tabbed) == document_svgs(tabbed)
