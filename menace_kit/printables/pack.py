"""The print pack: all that is printed in one PDF, behind a cover."""

from collections.abc import Iterable, Iterator

from menace_kit.layout.marks import Document, distinct_titles
from menace_kit.layout.sheets.cover import CoverEntry, counting_itself, cover_document
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PaperKind
from menace_kit.printables.making import Made, OutputFile, Press, file_name
from menace_kit.text import Words


def print_pack(
    kit: Kit, words: Words, made: Iterable[Made], press: Press | None = None
) -> OutputFile:
    """Return one PDF of all that a printer prints, behind a cover that says what to print on what.

    What the press has drawn is not drawn again.
    """
    parts = tuple(made)
    documents = tuple(document for part in parts for document in part.printed)
    cover, _ = counting_itself(
        lambda own: cover_document(
            kit, words, list(_entries(kit, words, parts, documents, own + 1))
        )
    )
    all_documents = (cover, *documents)
    bound = (press or Press()).bound(all_documents, words("cover.subject"))
    title = words("cover.title", name=kit.spec.name)
    count = sum(len(document.pages) for document in all_documents)
    return OutputFile(f"{file_name('print-pack', kit)}.pdf", bound, title, count)


def _entries(
    kit: Kit, words: Words, parts: Iterable[Made], documents: tuple[Document, ...], first: int
) -> Iterator[CoverEntry]:
    """Yield what a cover lists, its pages counted from `first`:
    documents, those of two papers in two parts.
    """
    titles = dict(
        zip((document.name for document in documents), distinct_titles(documents), strict=True)
    )
    for part in parts:
        plain, letters = part.pages - part.label_sheets, part.of_set
        for document in part.printed:
            title, last = titles[document.name], first + len(document.pages) - 1
            if letters:  # the same for all sets
                title = document.title.replace(document.kit, kit.spec.name)
            before = min(plain, len(document.pages)) if part.label_sheets else len(document.pages)
            entry = CoverEntry(title, first, last, part.paper, part.times, letters, part.needed)
            if before and part.label_sheets:
                fit_test = words("cover.fit-test")
                yield entry._replace(
                    title=fit_test, last=first + before - 1, paper=PaperKind.PLAIN, times=1
                )
            elif before:
                yield entry
            if before < len(document.pages):
                yield entry._replace(first=first + before, paper=PaperKind.LABELS)
            plain -= before
            first = last + 1
