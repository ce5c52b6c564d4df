"""The kit book: all that is printed in one PDF, behind a cover."""

from collections.abc import Iterable, Iterator

from menace_kit.layout.correction import corrected
from menace_kit.layout.cover import CoverEntry, cover_document, distinct_titles
from menace_kit.layout.marks import Document
from menace_kit.machine.kit import Kit
from menace_kit.machine.printer import PrinterProfile
from menace_kit.machine.stock import PaperKind
from menace_kit.printables.build import Made, OutputFile
from menace_kit.render import rendered_book
from menace_kit.text import Words


def kit_book(
    kit: Kit, words: Words, made: Iterable[Made], profile: PrinterProfile | None = None
) -> OutputFile:
    """Return one PDF of all that a printer prints, behind a cover that says what to print on what."""
    parts = tuple(made)
    documents = tuple(document for part in parts for document in part.printed)
    pages = 0
    cover: Document | None = None
    while cover is None or len(cover.pages) > pages:  # the cover counts its own pages too
        pages = len(cover.pages) if cover else 1
        cover = cover_document(kit, words, list(_book_entries(words, parts, documents, pages + 1)))
    all_documents = (cover, *documents)
    if profile is not None:
        all_documents = tuple(corrected(document, profile) for document in all_documents)
    title = words("cover.title", name=kit.spec.name)
    count = sum(len(document.pages) for document in all_documents)
    return OutputFile(
        f"kit-book-{kit.spec.print.paper}.pdf",
        rendered_book(all_documents, words("cover.subject")),
        title,
        count,
    )


def _book_entries(
    words: Words, parts: Iterable[Made], documents: tuple[Document, ...], first: int
) -> Iterator[CoverEntry]:
    """Yield what a book's cover lists, its pages counted from `first`: documents, those of two papers in two parts."""
    titles = dict(zip((document.name for document in documents), distinct_titles(documents), strict=True))
    for part in parts:
        plain = part.pages - part.label_sheets
        for document in part.printed:
            title, last = titles[document.name], first + len(document.pages) - 1
            before = min(plain, len(document.pages)) if part.label_sheets else len(document.pages)
            if before and part.label_sheets:
                yield CoverEntry(words("cover.fit-test"), first, first + before - 1)
            elif before:
                yield CoverEntry(title, first, last, part.paper, part.times)
            if before < len(document.pages):
                yield CoverEntry(title, first + before, last, PaperKind.LABELS, part.times)
            plain -= before
            first = last + 1
