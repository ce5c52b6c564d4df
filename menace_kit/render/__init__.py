"""Turns marks into files. Knows nothing about boxes.

`pdf` is for printers, `svg` for drawing programs and pages, `png` and `films` for screens. A print
pack is several documents in one PDF. Every PDF has a stamp of all that it shows, which identifies
the drawing even if it was compressed differently.
"""

import re
from pkgutil import resolve_name

from menace_kit.layout.marks import Document

FORMATS = {
    "pdf": "menace_kit.render.pdf:document_pdf",
    "svg": "menace_kit.render.svg:document_svgs",
    "png": "menace_kit.render.png:document_pngs",
}
"""File ending -> function that draws a document as files, by name because importing it is slow."""


def rendered(document: Document, file_format: str) -> list[bytes]:
    """Return a document as files of a format: one PDF, or one SVG or PNG for each page."""
    if file_format not in FORMATS:
        raise ValueError(f"no format {file_format!r}; there are {', '.join(FORMATS)}")
    files: bytes | list[bytes] = resolve_name(FORMATS[file_format])(document)
    return [files] if isinstance(files, bytes) else files


def rendered_files(document: Document, file_format: str) -> dict[str, bytes]:
    """Return a document's files in one of FORMATS: name -> content. Single pages are numbered."""
    files = rendered(document, file_format)
    if file_format == "pdf":
        return {f"{document.name}.pdf": files[0]}
    digits = len(str(len(files)))
    return {
        f"{document.name}-{number:0{digits}}.{file_format}": file
        for number, file in enumerate(files, start=1)
    }


def same_drawing(old: bytes, new: bytes) -> bool:
    """Return whether two files show the same: equal bytes, or whole PDFs with the same stamp."""
    if old == new:
        return True
    stamps = [re.search(rb"marks [0-9a-f]{16}", file) for file in (old, new)]
    whole = old.startswith(b"%PDF-") and old.rstrip().endswith(b"%%EOF")
    return (
        whole and stamps[0] is not None and stamps[1] is not None and stamps[0][0] == stamps[1][0]
    )
