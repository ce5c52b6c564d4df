"""The print pack: all that you need, in one PDF, in the order of use."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from menace_kit.layout.marks import Document, distinct_titles
from menace_kit.layout.sheets.cover import CoverEntry, counting_itself, cover_document
from menace_kit.machine import Kit
from menace_kit.machine.papers import PaperKind
from menace_kit.printables.catalogue import INDEX_POSTER
from menace_kit.printables.making import Made, OutputFile, Press, file_name
from menace_kit.text.kit_words import machine_title
from menace_kit.text.sheet_words import said


class Part(NamedTuple):
    """A document of the pack, and its entry on the first page, without page numbers yet."""

    document: Document
    entry: CoverEntry


def print_pack(kit: Kit, made: Iterable[Made], press: Press | None = None) -> OutputFile:
    """Return one PDF of all that a printer prints, behind a first page.

    The first page shows the machine and says what to print on which paper. Pages that the press has
    already drawn are not drawn again.
    """
    made = tuple(made)
    documents = (first_page(kit, made), *(part.document for part in _packed(kit, made)))
    bound = (press or Press()).bound(documents, said(kit, "cover.subject"))
    title = said(kit, "cover.title", name=machine_title(kit))
    count = sum(len(document.pages) for document in documents)
    return OutputFile(f"{file_name('print-pack', kit)}.pdf", bound, title, count)


def first_page(kit: Kit, made: Sequence[Made]) -> Document:
    """Return the first page of a pack, with more pages if it has very many parts."""
    parts = _packed(kit, made)
    apart = [document.title for each in made if each.apart for document in each.printed]
    if INDEX_POSTER.missing(kit) is None:
        apart.append(said(kit, "index.poster"))
    document, _ = counting_itself(
        lambda own: cover_document(
            kit, _numbered(parts, own + 1), apart=tuple(dict.fromkeys(apart))
        )
    )
    return document


def _packed(kit: Kit, made: Sequence[Made]) -> list[Part]:
    packed = [each for each in made if not each.apart]
    return [*_fit_tests(packed), *_parts(kit, packed)]


def _fit_tests(made: Iterable[Made]) -> Iterator[Part]:
    """Yield the pages to print first and alone; in its own file each comes first."""
    for each in made:
        if each.fit_test:
            document, title = each.printed[0], each.fit_test
            page = replace(
                document, name=f"{document.name}-first", title=title, pages=document.pages[:1]
            )
            yield Part(page, CoverEntry(title, needed=True, alone=True))


def _parts(kit: Kit, made: Sequence[Made]) -> Iterator[Part]:
    """Yield all documents without their fit tests."""
    titles = iter(distinct_titles([document for each in made for document in each.printed]))
    for each in made:
        paper = PaperKind.LABELS if each.label_sheets else each.paper
        for place, document in enumerate(each.printed):
            title = next(titles)
            if each.of_set:  # same title for all sets
                name = machine_title(kit)
                title = document.title.replace(f"{name} {each.of_set}", name)
            pages = document.pages[1:] if each.fit_test and place == 0 else document.pages
            entry = CoverEntry(
                title, paper=paper, times=each.times, of_set=each.of_set, needed=each.needed
            )
            if pages:
                yield Part(replace(document, pages=pages), entry)


def _numbered(parts: Iterable[Part], first: int) -> list[CoverEntry]:
    """Return the entries with their page numbers, starting at `first`."""
    entries = []
    for document, entry in parts:
        last = first + len(document.pages) - 1
        entries.append(entry._replace(first=first, last=last))
        first = last + 1
    return entries
