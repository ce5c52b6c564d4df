"""A print pack of several documents: pages in order, bookmarks, page numbers, little memory."""

import io
import re
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pdfplumber
import pypdfium2
import pytest
from pdfminer.pdftypes import resolve1

from menace_kit.layout.marks import Document, counted
from menace_kit.render import same_drawing
from menace_kit.render.pdf import document_pdf, draw_document, drawn_pdf, logbook_pdf
from tests.render.parsed import pdf_pages


@pytest.fixture(scope="module", name="documents")
def fixture_documents(tabbed: Document, filling: Document, shopping: Document) -> list[Document]:
    return [replace(document, pages=document.pages[:2]) for document in (tabbed, filling, shopping)]


def logbook_of(documents: list[Document], title: str) -> bytes:
    return logbook_pdf([draw_document(document) for document in documents], title)


def test_its_pages_are_those_of_the_documents(
    of_each_kind: Document, documents: list[Document]
) -> None:
    two = [of_each_kind, documents[2]]
    whole = replace(two[0], pages=counted([page for document in two for page in document.pages]))
    assert pdf_pages(logbook_of(two, "All")) == pdf_pages(document_pdf(whole))


def test_each_document_has_a_bookmark_on_its_first_page(documents: list[Document]) -> None:
    with pypdfium2.PdfDocument(io.BytesIO(logbook_of(documents, "All"))) as pdf:
        found = [(mark.get_title(), mark.get_dest().get_index()) for mark in pdf.get_toc()]
    first = [
        sum(len(document.pages) for document in documents[:number])
        for number in range(len(documents))
    ]
    assert found == list(zip([document.title for document in documents], first, strict=True))


def test_pages_are_counted_through_the_whole_logbook_on_paper_as_in_a_viewer(
    documents: list[Document],
) -> None:
    with pypdfium2.PdfDocument(io.BytesIO(logbook_of(documents, "All"))) as pdf:
        printed = [
            re.findall(r"Page \d+ of \d+", page.get_textpage().get_text_bounded()) for page in pdf
        ]
        labels = [pdf.get_page_label(number) for number in range(len(pdf))]
    assert printed == [[f"Page {number} of 4"] for number in range(1, 5)]
    assert set(labels) == {""}  # a viewer then shows the number of the page in the file


def test_a_document_that_is_in_a_logbook_keeps_its_own_count_in_its_own_file(
    filling: Document,
) -> None:
    drawn = draw_document(filling)
    logbook_pdf([drawn, drawn], "All")
    assert drawn_pdf(drawn) == document_pdf(filling)
    with pypdfium2.PdfDocument(io.BytesIO(drawn_pdf(drawn))) as pdf:
        assert "Page 1 of 6" in pdf[0].get_textpage().get_text_bounded()


def test_documents_of_the_same_title_are_told_apart(labels: Document) -> None:
    two = [replace(labels, name="labels-move-1"), replace(labels, name="labels-move-2")]
    with pypdfium2.PdfDocument(io.BytesIO(logbook_of(two, "All"))) as pdf:
        assert [mark.get_title() for mark in pdf.get_toc()] == [
            "Labels (labels-move-1)",
            "Labels (labels-move-2)",
        ]


def test_it_says_what_it_is_and_asks_not_to_be_scaled(documents: list[Document]) -> None:
    with pdfplumber.open(io.BytesIO(logbook_of(documents, "All of it"))) as pdf:
        catalog: dict[str, Any] = pdf.doc.catalog
        assert pdf.metadata["Title"] == f"{documents[0].kit}: All of it"
        assert resolve1(resolve1(catalog["ViewerPreferences"])["PrintScaling"]).name == "None"
        assert catalog["PageMode"].name == "UseOutlines"


def test_the_same_documents_are_the_same_bytes_and_others_are_not(
    documents: list[Document],
) -> None:
    logbook = logbook_of(documents, "All")
    assert logbook_of(documents, "All") == logbook
    other = logbook_of(documents[:2], "All")
    assert not same_drawing(logbook, other)
    assert same_drawing(logbook, logbook.replace(b"ReportLab", b"ReportLob"))


SCRIPT = """
import re
from pathlib import Path
from menace_kit.machine import load_preset
from menace_kit.printables.build import all_printables
from menace_kit.printables.pack import print_pack
kit = load_preset("van-woudenberg")
logbook = print_pack(kit, all_printables(kit).made)
# Not what getrusage says: that counts what the process was before it became this program.
print(logbook.pages, re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""


@pytest.mark.prove
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells it in /proc")
def test_the_largest_kit_is_bound_in_less_than_150_megabytes() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )
    pages, kilobytes = map(int, done.stdout.split())
    assert pages > 15
    assert kilobytes < 150_000
