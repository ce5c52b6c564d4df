"""Several documents in one PDF: with bookmarks, and with page numbers that say which document a page is of."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

from menace_kit.layout.cover import distinct_titles
from menace_kit.layout.marks import Document
from menace_kit.render.pdf import draw_page, marks_stamp, pdf_canvas


def bound(documents: Sequence[Document], title: str) -> bytes:
    """Return one PDF of all pages: the same bytes for the same marks and the same version of reportlab.

    Its bookmarks have the documents' titles; where two have the same, the names of their files too. A viewer counts
    the pages of each document by themselves: `Labels 3`.
    """
    file = BytesIO()
    canvas = pdf_canvas(file, replace(documents[0], title=title), marks_stamp(*documents))
    canvas.showOutline()
    page_number = 0
    for document, name in zip(documents, distinct_titles(documents), strict=True):
        canvas.addPageLabel(page_number, "ARABIC", 1, f"{name.partition(':')[0]} ")
        canvas.bookmarkPage(document.name)
        canvas.addOutlineEntry(name, document.name)
        for page in document.pages:
            draw_page(canvas, page)
        page_number += len(document.pages)
    canvas.save()
    return file.getvalue()
