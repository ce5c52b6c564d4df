"""Marks to files: one module a format. Knows no boxes.

`pdf` for printers, `svg` for drawing programs and pages, `pictures` PNG and films, `trace` plain text for the tests. A
kit book is several documents in one PDF. In a PDF stands by what it was drawn: its marks, and `pdf` as it is written,
so that a change of that module draws every file anew.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pkgutil import resolve_name

from menace_kit.layout.marks import Document, distinct_titles

FORMATS = {
    "pdf": "menace_kit.render.pdf:document_pdf",
    "svg": "menace_kit.render.svg:document_svgs",
    "png": "menace_kit.render.pictures:document_pngs",
}
"""Ending of a file -> what draws a document for it, one file or one for each page; slow to import, so only named."""


def rendered(document: Document, file_format: str) -> list[bytes]:
    """Return the files for a document in one of FORMATS: one PDF, or one SVG or PNG for each page."""
    if file_format not in FORMATS:
        raise ValueError(f"no format {file_format!r}; there are {', '.join(FORMATS)}")
    files: bytes | list[bytes] = resolve_name(FORMATS[file_format])(document)
    return [files] if isinstance(files, bytes) else files


def rendered_book(documents: Sequence[Document], title: str) -> bytes:
    """Return one PDF of all pages: the same bytes for the same marks and the same version of reportlab.

    Its bookmarks have the documents' titles; where two have the same, the names of their files too. A viewer counts
    the pages of each document by themselves: `Labels 3`.
    """
    from menace_kit.render.pdf import draw_page, marks_stamp, pdf_canvas

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


def rendered_files(document: Document, file_format: str) -> dict[str, bytes]:
    """Return file name -> content for a document in one of FORMATS; files for single pages have their number."""
    files = rendered(document, file_format)
    if file_format == "pdf":
        return {f"{document.name}.pdf": files[0]}
    digits = len(str(len(files)))
    return {
        f"{document.name}-{number:0{digits}}.{file_format}": file
        for number, file in enumerate(files, start=1)
    }


def same_drawing(old: bytes, new: bytes) -> bool:
    """Return whether two files show the same: equal, or whole PDFs with the same marks, by whatever library version."""
    if old == new:
        return True
    stamps = [re.search(rb"marks [0-9a-f]{16}", file) for file in (old, new)]
    whole = old.startswith(b"%PDF-") and old.rstrip().endswith(b"%%EOF")
    return whole and stamps[0] is not None and stamps[1] is not None and stamps[0][0] == stamps[1][0]
