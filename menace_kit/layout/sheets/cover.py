"""The cover of a kit book: what is in it, on which pages, what to print them on, and how often."""

from collections.abc import Sequence
from typing import NamedTuple

from menace_kit.layout.marks import Anchor, Document
from menace_kit.layout.text.column import BULLET, Flow
from menace_kit.layout.text.table import Cell, TableColumn, Tick
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import PAPER_TITLES, PaperKind
from menace_kit.text import Words

PAGES, PAPER, TIMES = 24.0, 70.0, 18.0
"""Widths of the columns beside the first (mm)."""

TEXT = 9.5


class CoverEntry(NamedTuple):
    """Pages of a book that belong together: `first` to `last`, counted from the cover; how often to print them."""

    title: str
    first: int
    last: int
    paper: PaperKind = PaperKind.PLAIN
    times: int = 1


def cover_document(kit: Kit, words: Words, entries: Sequence[CoverEntry], name: str = "cover") -> Document:
    """Return the cover: one page, unless there are very many entries."""
    title = words("cover.title", name=kit.spec.name)
    flow = Flow(kit, words, words("cover.subject"))
    flow.heading(title, size=18)
    flow.paragraph(words("cover.what", n=len(kit.boxes), fingerprint=kit.fingerprint))
    columns = [
        TableColumn(words("cover.part"), flow.width - PAGES - PAPER - TIMES),
        TableColumn(words("cover.pages"), PAGES),
        TableColumn(words("cover.print-on"), PAPER),
        TableColumn(words("cover.times"), TIMES, Anchor.END),
    ]
    rows: list[list[Cell]] = [
        [Tick(entry.title), _pages(entry), _paper(kit, words, entry.paper), str(entry.times)]
        for entry in entries
    ]
    flow.gap(3)
    flow.table(columns, rows, row_height=6.2, size=TEXT)
    flow.heading(words("cover.before"))
    for sentence in words.lines("cover.advice"):
        flow.paragraph(sentence, sign=BULLET)
    return flow.document(name, words("cover.contents"))


def _pages(entry: CoverEntry) -> str:
    return str(entry.first) if entry.first == entry.last else f"{entry.first}–{entry.last}"


def _paper(kit: Kit, words: Words, kind: PaperKind) -> str:
    return words(
        f"cover.paper-{kind.value}",
        stock=words.title(kit.stock.title),
        paper=PAPER_TITLES[kit.spec.print.paper],
    )


def distinct_titles(documents: Sequence[Document]) -> list[str]:
    """Return the documents' titles; one that several have is followed by the name of the file."""
    titles = [document.title for document in documents]
    return [
        document.title if titles.count(document.title) == 1 else f"{document.title} ({document.name})"
        for document in documents
    ]
