"""PDF files, read back with another program: the marks of the layout,
and what a printer is told.
"""

import hashlib
import io
import os
import re
import subprocess
import sys
import time
import zlib
from dataclasses import replace

import pdfplumber
import pypdfium2
import pytest
from pdfminer.pdftypes import resolve1
from zlib_ng import zlib_ng

from menace_kit.errors import GlyphError
from menace_kit.layout.marks import Anchor, Document, Page, Text
from menace_kit.render.pdf import document_pdf
from tests.examples import all_to_prove
from tests.render.parsed import Shape, expected, pdf_pages

NEAR = 0.05


def same(found: Shape, wanted: Shape) -> bool:
    """Return whether two marks are alike, lengths and sizes to within NEAR."""
    return len(found) == len(wanted) and all(
        abs(one - other) < NEAR
        if isinstance(one, int | float)
        and isinstance(other, int | float)
        and not isinstance(other, bool)
        else one == other
        for one, other in zip(found, wanted, strict=True)
    )


@pytest.mark.parametrize(
    "name", all_to_prove(["tabbed", "filling", "of_each_kind"], quick=["of_each_kind"])
)
def test_a_pdf_shows_the_marks_of_the_layout(name: str, request: pytest.FixtureRequest) -> None:
    document: Document = request.getfixturevalue(name)
    pages = pdf_pages(document_pdf(document))
    assert len(pages) == len(document.pages)
    for found, page in zip(pages, document.pages, strict=True):
        wanted = expected(page)
        for kind, marks in wanted.items():
            assert len(found[kind]) == len(marks), kind
            wrong = [pair for pair in zip(found[kind], marks, strict=True) if not same(*pair)]
            assert wrong == []


def test_pages_have_exactly_the_size_of_the_paper(labels: Document, of_each_kind: Document) -> None:
    for document in (labels, of_each_kind):
        with pdfplumber.open(io.BytesIO(document_pdf(document))) as pdf:
            for found, page in zip(pdf.pages, document.pages, strict=True):
                size = (float(found.width) / 72 * 25.4, float(found.height) / 72 * 25.4)
                assert size == pytest.approx((page.width, page.height), abs=0.001)


def test_printers_are_asked_not_to_scale(labels: Document) -> None:
    with pdfplumber.open(io.BytesIO(document_pdf(labels))) as pdf:
        preferences = resolve1(pdf.doc.catalog["ViewerPreferences"])
        assert resolve1(preferences["PrintScaling"]).name == "None"


def test_all_fonts_are_embedded_as_subsets(labels: Document, of_each_kind: Document) -> None:
    for document in (labels, of_each_kind):
        content = document_pdf(document)
        with pdfplumber.open(io.BytesIO(content)) as pdf:
            pages = pdf.pages[:1]  # of many letters the first page has some of either font
            used = {character["fontname"] for page in pages for character in page.chars}
            for page in pages:
                for font in resolve1(resolve1(page.page_obj.resources)["Font"]).values():
                    described = resolve1(font)
                    descriptor = resolve1(described.get("FontDescriptor"))
                    if descriptor is None:
                        assert described["BaseFont"].name not in used
                    else:
                        assert len(resolve1(descriptor["FontFile2"]).get_data()) > 1000
        assert len(used) == 2
        assert all(re.fullmatch(r"[A-Z0-9]{6}\+DejaVuSansCondensed(-Bold)?", name) for name in used)
        assert len(content) < 250_000


def test_the_file_says_what_it_is(labels: Document, of_each_kind: Document) -> None:
    for document in (labels, of_each_kind):
        with pdfplumber.open(io.BytesIO(document_pdf(document))) as pdf:
            told = pdf.metadata
        assert told["Title"] == f"{document.kit}: {document.title}"
        assert told["Author"] == told["Creator"] == "menace-kit"
        assert told["Subject"] == f"kit {document.fingerprint}"
        assert re.fullmatch(r"marks [0-9a-f]{16}", told["Keywords"])


SCRIPT = """
import hashlib, sys
from menace_kit.layout.label_plan import LabelOrder
from menace_kit.layout.label_sheets import labels_document
from menace_kit.machine import load_preset
from menace_kit.render import rendered_files
kit = load_preset("michie-1961")
document = labels_document(kit, LabelOrder(kit.boxes[:20]))
for file_format in ("pdf", "svg"):
    for name, content in rendered_files(document, file_format).items():
        print(name, hashlib.sha256(content).hexdigest())
"""


def files_made_elsewhere(**environment: str) -> str:
    """Return the hashes of files that another process makes."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.prove
def test_no_clock_no_random_number_and_no_time_zone_gets_into_a_file() -> None:
    first = files_made_elsewhere(
        SOURCE_DATE_EPOCH="1", TZ="Asia/Tokyo", PYTHONHASHSEED="1", LC_ALL="C"
    )
    time.sleep(1.1)
    second = files_made_elsewhere(
        SOURCE_DATE_EPOCH="1700000000", TZ="America/Lima", PYTHONHASHSEED="2"
    )
    assert first == second
    assert first.count("\n") == 3


STREAM = re.compile(rb"/FlateDecode[^>]*/Length (\d+)[^>]*>>\s*stream\r?\n")


@pytest.mark.parametrize("name", ["labels", "of_each_kind"])
def test_a_pdf_is_the_same_whether_python_has_zlib_or_zlib_ng(
    name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    document: Document = request.getfixturevalue(name)
    content = document_pdf(document)
    starts = [(found.end(), int(found[1])) for found in STREAM.finditer(content)]
    assert len(starts) > len(document.pages)
    streams = [zlib.decompress(content[start : start + length]) for start, length in starts]
    if "ng" not in zlib.ZLIB_RUNTIME_VERSION:  # here they are two, and asked as usual they differ
        long = [stream for stream in streams if len(stream) > 5000]
        assert all(zlib.compress(stream, 6) != zlib_ng.compress(stream, 6) for stream in long)
    monkeypatch.setattr("menace_kit.render.pdf.zlib", zlib_ng)
    assert document_pdf(document) == content


def test_drawing_one_document_leaves_no_trace_in_the_next(
    of_each_kind: Document, tabbed: Document
) -> None:
    before = hashlib.sha256(document_pdf(of_each_kind)).digest()
    document_pdf(tabbed)
    assert hashlib.sha256(document_pdf(of_each_kind)).digest() == before


def test_the_words_of_a_page_can_be_found_and_copied(of_each_kind: Document) -> None:
    with pypdfium2.PdfDocument(document_pdf(of_each_kind)) as pdf:
        found = pdf[0].get_textpage().get_text_range()
    assert "Größe ½ · Ελληνικά Русский ♥▲♣ łódź" in found


def test_a_letter_that_the_font_lacks_is_never_drawn_as_an_empty_box(
    of_each_kind: Document,
) -> None:
    page = Page(50, 50, (Text(10, 10, "漢", 9, anchor=Anchor.MIDDLE),))
    with pytest.raises(GlyphError, match=r"U\+6F22"):
        document_pdf(replace(of_each_kind, pages=(page,)))
