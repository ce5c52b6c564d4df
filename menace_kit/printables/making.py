"""Printables in the making: pages first, then files in memory."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, NamedTuple

from menace_kit.errors import FitError, GlyphError, KitError, OtherPaperError
from menace_kit.frozen import Frozen
from menace_kit.layout.marks import Document, Medium, Page, joined
from menace_kit.layout.text.typesetting import text_width
from menace_kit.machine import Kit
from menace_kit.machine.papers import LARGE_PAPERS, PAPER_TITLES, PaperKind
from menace_kit.machine.sets import kit_of_set
from menace_kit.printables.catalogue import Printable, Purpose
from menace_kit.text.kit_words import machine_title
from menace_kit.text.sheet_words import said
from menace_kit.workshop.printer import PrinterProfile

if TYPE_CHECKING:
    from menace_kit.render.pdf import DrawnDocument
    from menace_kit.render.pdf_page import DrawnPage


class OutputFile(NamedTuple):
    """A file to write; `pages` is 0 for a text file."""

    name: str
    content: bytes
    title: str
    pages: int


class Made(Frozen):
    """A printable before it is drawn: its pages, and in `texts` its files that are not drawings.

    `label_sheets` of its pages are printed on the kit's label stock, after a fit test if there is
    one; the others on `paper`; all of it `times` times. `fit_test` is the title of its first page,
    if that is printed first and alone. `of_set` has the letters of the group that it is for, if
    any. If it is `apart`, the print pack leaves it out.
    """

    documents: tuple[Document, ...]
    texts: tuple[OutputFile, ...] = ()
    label_sheets: int = 0
    paper: PaperKind = PaperKind.PLAIN
    times: int = 1
    purpose: Purpose = Purpose.BUILD
    needed: bool = False
    of_set: str = ""
    fit_test: str = ""
    apart: bool = False

    @property
    def printed(self) -> tuple[Document, ...]:
        """Return the documents for a printer: all but posters."""
        return tuple(document for document in self.documents if document.medium is Medium.PAPER)

    @property
    def pages(self) -> int:
        """Return how many pages a printer prints for one copy."""
        return sum(len(document.pages) for document in self.printed)

    def sheets_on(self, paper: PaperKind) -> int:
        """Return how many sheets of a paper it takes, other than label stock.

        A first page printed alone is on plain paper.
        """
        alone = 1 if self.fit_test else 0
        others = (self.pages - self.label_sheets - alone) * self.times
        plain = alone if paper is PaperKind.PLAIN else 0
        return plain + (others if paper is self.paper else 0)

    def files(self, formats: Sequence[str], press: "Press | None" = None) -> list[OutputFile]:
        """Return its drawings in each format, corrected for the press's printer, and its texts."""
        press = press or Press()
        drawn = (file for document in self.documents for file in press.files(document, formats))
        return [*drawn, *self.texts]


class Press:
    """Draws documents, corrected for the printer if there is a profile.

    For PDF each page is drawn once, for its own file and the print pack. PDF libraries are imported
    when the first PDF is made: that takes longer than a whole command that makes none.
    """

    def __init__(self, profile: PrinterProfile | None = None) -> None:
        self._profile = profile
        self._drawn: dict[int, tuple[Page, DrawnPage]] = {}

    def files(self, document: Document, formats: Sequence[str]) -> Iterator[OutputFile]:
        from menace_kit.render import rendered_files

        for file_format in formats:
            if file_format == "pdf":
                from menace_kit.render.pdf import drawn_pdf

                files = {f"{document.name}.pdf": drawn_pdf(self._as_pdf(document))}
            else:
                files = rendered_files(self._corrected(document), file_format)
            pages = len(document.pages) if len(files) == 1 else 1
            for name, content in files.items():
                yield OutputFile(name, content, document.title, pages)

    def set_files(
        self, kit: Kit, parts: Sequence[Made], formats: Sequence[str]
    ) -> Iterator[OutputFile]:
        """Yield the files of one set: a PDF of all its pages for a group, and the other formats."""
        if "pdf" in formats:
            letters, documents = (
                parts[0].of_set,
                [document for part in parts for document in part.printed],
            )
            title = said(kit, "sets.title", name=machine_title(kit), letters=letters)
            pages = sum(len(document.pages) for document in documents)
            yield OutputFile(
                f"{file_name('set', kit)}-{letters}.pdf", self.bound(documents, title), title, pages
            )
        others = [each for each in formats if each != "pdf"]
        for part in parts:
            yield from part.files(others, self)

    def bound(self, documents: Sequence[Document], title: str) -> bytes:
        """Return one PDF of all pages, with a bookmark for each document."""
        from menace_kit.render.pdf import logbook_pdf

        return logbook_pdf([self._as_pdf(document) for document in documents], title)

    def _corrected(self, document: Document) -> Document:
        if self._profile is None:
            return document
        from menace_kit.layout.corrected import corrected

        return corrected(document, self._profile)

    def _as_pdf(self, document: Document) -> "DrawnDocument":
        from menace_kit.render.pdf import DrawnDocument, draw_document

        if any(id(page) not in self._drawn for page in document.pages):
            drawn = draw_document(self._corrected(document)).pages
            # Keep the pages alive, so that no other page gets the id of one.
            for page, made in zip(document.pages, drawn, strict=True):
                self._drawn[id(page)] = page, made
        return DrawnDocument(document, tuple(self._drawn[id(page)][1] for page in document.pages))


def make(printable: Printable, kit: Kit, suffix: str = "", **choices: Any) -> Made:
    """Make an entry of the catalogue for a kit.

    `suffix` ends its file names. `choices` are arguments of the function that makes it. Raises
    KitError if the kit lacks what it needs.
    """
    missing = printable.missing(kit)
    if missing is not None:
        raise KitError(missing)
    name = file_name(printable.name, kit)
    if printable.large:
        name = f"{printable.name}-{LARGE_PAPERS[kit.spec.print.paper].title.lower()}"
    made: Document | Made = resolve_name(printable.made_by)(kit, f"{name}{suffix}", **choices)
    if isinstance(made, Document):
        times = 1
        if printable.times:
            times = resolve_name(printable.times)(kit, choices.get("sets", ()))
        made = Made((made,), paper=printable.paper, times=times)
    return replace(made, purpose=printable.purpose, needed=printable.needed, apart=printable.apart)


def made_for_sets(
    printable: Printable,
    kit: Kit,
    sets: tuple[str, ...],
    suffix: str = "",
    **choices: Any,
) -> Made:
    """Make an entry of the catalogue for several sets of this kit, in one file.

    If each group has its own pages, they follow group by group.
    """
    if printable.for_all_sets:
        return make(printable, kit, suffix, sets=sets, **choices)
    if not printable.of_a_set:
        return make(printable, kit, suffix, **choices)
    each = [
        make(printable, kit_of_set(kit, letters), f"{suffix}-sets", **choices) for letters in sets
    ]
    documents = tuple(
        replace(joined(alike), kit=kit.spec.name)
        for alike in zip(*(made.documents for made in each), strict=True)
    )
    return replace(each[0], documents=documents)


def file_name(name: str, kit: Kit) -> str:
    """Return the file name, without ending, for something on the kit's paper."""
    return f"{name}-{kit.spec.print.paper}"


@contextmanager
def naming_the_key(kit: Kit) -> Iterator[None]:
    """Begin the errors of drawing a kit with its file and the key to blame.

    Characters that the font lacks are found first, before anything is drawn.
    """
    for key, text in _printed_texts(kit):
        try:
            text_width(text, 8, bold=True)
        except GlyphError as error:
            raise error.at(kit.source, key) from error
    try:
        yield
    except (FitError, KitError) as error:
        if error.location is not None:
            raise
        if isinstance(error, OtherPaperError):
            raise error.at(kit.source, "print.stock") from error
        if isinstance(error, KitError):
            raise error.at(kit.source) from error
        key = "print.stock" if kit.stock.grid else "print.container"
        told = error.told_as(f"{error}{_other_stocks(kit)}")
        raise told.at(kit.source, key) from error


def _other_stocks(kit: Kit) -> str:
    """Return which stocks suit the container if the kit's doesn't; else an empty text."""
    if kit.stock.grid is None:
        return ""
    from menace_kit.layout.label_plan import label_plan
    from menace_kit.layout.suiting_stocks import suiting_stocks

    try:
        label_plan(kit)
    except FitError:
        stocks = ", ".join(map(str, suiting_stocks(kit)))
        paper = PAPER_TITLES[kit.spec.print.paper]
        return (
            f". Stocks that suit this container, on {paper} paper: {stocks or 'none that we know'}"
        )
    return ""


def _printed_texts(kit: Kit) -> Iterator[tuple[str, str]]:
    """Yield the key and text of everything in a kit that people can reword."""
    yield "name", kit.spec.name
    yield "marks", "".join(kit.spec.marks)
    for colour in kit.colours:
        yield "beads.palette", f"{colour.name}{colour.key}{colour.glyph}"
    yield "beads.kind", kit.bead.title
    yield "print.container", kit.container.title
    yield "print.stock", kit.stock.title
