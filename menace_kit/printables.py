"""Everything that can be made from a kit, as files: what the command line writes, and anyone else may ask for.

Documents are made first, by one function for each printable, all named in PRINTABLES. The shopping list counts their
pages. Only then is anything drawn in a file format.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeAlias

from menace_kit.layout import LabelOrder, labels_by_stage, labels_document
from menace_kit.layout.calibration import calibration_document
from menace_kit.layout.correction import corrected
from menace_kit.layout.cover import CoverEntry, PaperKind, cover_document, distinct_titles
from menace_kit.layout.filling import filling_document
from menace_kit.layout.marks import Document
from menace_kit.layout.qr_sheet import qr_document
from menace_kit.layout.shopping import shopping_document
from menace_kit.machine.filling import filling_csv
from menace_kit.machine.kit import Kit
from menace_kit.machine.printer import PrinterProfile
from menace_kit.machine.shopping import ShoppingList, shopping_list
from menace_kit.machine.shopping_text import shopping_csv, shopping_markdown
from menace_kit.machine.simulated_need import SimulatedNeed
from menace_kit.render import rendered_book, rendered_files
from menace_kit.words import Words


class OutputFile(NamedTuple):
    """A file to be written: its name, what is in it, its title, and how many pages it has (0 for a text file)."""

    name: str
    content: bytes
    title: str
    pages: int


@dataclass(frozen=True)
class Made:
    """What a printable is before it is drawn.

    Attributes:
        documents: its pages.
        texts: its files that are no drawings.
        label_sheets: how many of its pages are printed on the kit's label stock; before them come only fit tests.
        paper: what the others are printed on.
        times: how often it is printed.
    """

    documents: tuple[Document, ...]
    texts: tuple[OutputFile, ...] = ()
    label_sheets: int = 0
    paper: PaperKind = PaperKind.PLAIN
    times: int = 1

    @property
    def pages(self) -> int:
        """Return how many pages there are in all documents."""
        return sum(len(document.pages) for document in self.documents)

    def files(self, formats: Iterable[str], profile: PrinterProfile | None = None) -> list[OutputFile]:
        """Return it drawn in each of the formats, corrected for a printer if there is a profile, and its texts."""
        kinds = tuple(formats)
        drawn = (file for document in self.documents for file in _drawn(document, kinds, profile))
        return [*drawn, *self.texts]


@dataclass(frozen=True)
class Printables:
    """All that is made from a kit, in the order of PRINTABLES, and the shopping list, which comes last."""

    made: tuple[Made, ...]
    shopping: ShoppingList

    @property
    def documents(self) -> tuple[Document, ...]:
        """Return all documents in their order."""
        return tuple(document for made in self.made for document in made.documents)

    def files(self, formats: Iterable[str], profile: PrinterProfile | None = None) -> list[OutputFile]:
        """Return everything as files, corrected for a printer if there is a profile."""
        kinds = tuple(formats)
        return [file for made in self.made for file in made.files(kinds, profile)]


Printable: TypeAlias = Callable[[Kit, Words], Made]


def labels(
    kit: Kit,
    words: Words,
    order: LabelOrder | None = None,
    by_stage: bool = False,
    fit_test: bool = True,
    suffix: str = "",
) -> Made:
    """Return the label sheets: one document, or with `by_stage` one for each stage; `suffix` ends their names."""
    name = f"labels-{kit.spec.print.paper}{suffix}"
    order = order or LabelOrder(kit.boxes)
    if by_stage:
        documents = tuple(labels_by_stage(kit, words, order, name, fit_test))
    else:
        documents = (labels_document(kit, words, order, name, fit_test),)
    pages = sum(len(document.pages) for document in documents)
    return Made(documents, label_sheets=pages - fit_test)  # the fit test is one page, on paper


def filling(kit: Kit, words: Words) -> Made:
    """Return the filling guide, and the same as CSV."""
    document = filling_document(kit, words, f"filling-{kit.spec.print.paper}")
    table = OutputFile("filling.csv", filling_csv(kit).encode(), words("filling.csv"), 0)
    return Made((document,), (table,))


def calibration(kit: Kit, words: Words) -> Made:
    """Return the page on which a printer's error is measured; it is never corrected, and no part of a kit."""
    return Made((calibration_document(kit, words, f"calibration-{kit.spec.print.paper}"),))


def codes(kit: Kit, words: Words) -> Made:
    """Return the sheets of square codes; nothing where the kit has no base address for them."""
    if kit.spec.print.base_address is None:
        return Made(())
    return Made((qr_document(kit, words, f"codes-{kit.spec.print.paper}"),))


PRINTABLES: tuple[Printable, ...] = (labels, filling, codes)
"""Every printable but the shopping list, which needs to know their pages."""


def shopping(kit: Kit, words: Words, need: SimulatedNeed | None = None) -> Made:
    """Return the shopping list of a kit of which everything is printed: drawn, as Markdown, and as CSV."""
    return all_printables(kit, words, need=need).made[-1]


def all_printables(
    kit: Kit, words: Words, by_stage: bool = False, need: SimulatedNeed | None = None
) -> Printables:
    """Return all that is made from a kit; with `by_stage` a document of labels for each stage.

    `need` is what simulated machines of this kit needed, for the shopping list; without it the list goes by its rule.
    """
    makers = [partial(labels, by_stage=by_stage) if make is labels else make for make in PRINTABLES]
    others = tuple(make(kit, words) for make in makers)
    bought, last = _shopping(kit, words, others, need)
    return Printables((*others, last), bought)


def _shopping(
    kit: Kit, words: Words, others: tuple[Made, ...], need: SimulatedNeed | None
) -> tuple[ShoppingList, Made]:
    """Return the shopping list for a kit with these printables: what it says, and how it is printed."""
    name = f"shopping-{kit.spec.print.paper}"
    label_sheets = sum(made.label_sheets for made in others)
    paper = sum(made.pages for made in others) - label_sheets
    own = 0
    document: Document | None = None
    while document is None or len(document.pages) > own:  # the list counts its own pages too
        own = len(document.pages) if document else 1
        bought = shopping_list(kit, label_sheets, paper + own, need)
        document = shopping_document(kit, words, bought, name)
    texts = (
        OutputFile(f"{name}.md", shopping_markdown(bought, kit, words).encode(), document.title, 0),
        OutputFile(f"{name}.csv", shopping_csv(bought, words).encode(), document.title, 0),
    )
    return bought, Made((document,), texts)


def kit_book(
    kit: Kit, words: Words, made: Iterable[Made], profile: PrinterProfile | None = None
) -> OutputFile:
    """Return one PDF of all these printables, behind a cover that says what to print on what."""
    parts = tuple(made)
    documents = tuple(document for part in parts for document in part.documents)
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
        for document in part.documents:
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


def _drawn(
    document: Document, formats: Iterable[str], profile: PrinterProfile | None
) -> Iterator[OutputFile]:
    if profile is not None:
        document = corrected(document, profile)
    for file_format in formats:
        files = rendered_files(document, file_format)
        pages = len(document.pages) if len(files) == 1 else 1
        for name, content in files.items():
            yield OutputFile(name, content, document.title, pages)
