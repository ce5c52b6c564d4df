"""What is made from a kit: documents that are not drawn yet, and files in memory."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from menace_kit.catalogue import Purpose
from menace_kit.layout.correction import corrected
from menace_kit.layout.cover import PaperKind
from menace_kit.layout.marks import Document, Medium
from menace_kit.machine.printer import PrinterProfile
from menace_kit.machine.shopping import ShoppingList
from menace_kit.render import rendered_files

CUTTER_FORMAT = "svg"
"""What a cutter takes."""


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
        documents: its pages, and boards for a cutter.
        texts: its files that are no drawings.
        label_sheets: how many of its pages are printed on the kit's label stock; before them come only fit tests.
        paper: what the others are printed on.
        times: how often it is printed.
        purpose: what it is for.
    """

    documents: tuple[Document, ...]
    texts: tuple[OutputFile, ...] = ()
    label_sheets: int = 0
    paper: PaperKind = PaperKind.PLAIN
    times: int = 1
    purpose: Purpose = Purpose.BUILD

    @property
    def printed(self) -> tuple[Document, ...]:
        """Return the documents that a printer prints: all but boards."""
        return tuple(document for document in self.documents if document.medium is Medium.PAPER)

    @property
    def pages(self) -> int:
        """Return how many pages a printer prints, once."""
        return sum(len(document.pages) for document in self.printed)

    @property
    def sheets(self) -> int:
        """Return how many sheets of its `paper` it takes."""
        return (self.pages - self.label_sheets) * self.times

    def files(self, formats: Iterable[str], profile: PrinterProfile | None = None) -> list[OutputFile]:
        """Return it drawn in each of the formats, corrected for a printer if there is a profile, and its texts.

        Boards are drawn for the cutter in any case.
        """
        kinds = tuple(formats)
        drawn = (file for document in self.documents for file in _drawn(document, kinds, profile))
        return [*drawn, *self.texts]


@dataclass(frozen=True)
class Printables:
    """All that is made from a kit, in the order in which it is bound, and the shopping list, which comes last.

    `left_out` says of what could not be made for this kit why: its name, and a sentence.
    """

    made: tuple[Made, ...]
    shopping: ShoppingList
    left_out: tuple[tuple[str, str], ...] = ()

    @property
    def documents(self) -> tuple[Document, ...]:
        """Return all documents in their order."""
        return tuple(document for made in self.made for document in made.documents)

    def files(self, formats: Iterable[str], profile: PrinterProfile | None = None) -> list[OutputFile]:
        """Return everything as files, corrected for a printer if there is a profile."""
        kinds = tuple(formats)
        return [file for made in self.made for file in made.files(kinds, profile)]


def _drawn(
    document: Document, formats: tuple[str, ...], profile: PrinterProfile | None
) -> Iterator[OutputFile]:
    if profile is not None:
        document = corrected(document, profile)
    if document.medium is Medium.BOARD and CUTTER_FORMAT not in formats:
        formats = (*formats, CUTTER_FORMAT)
    for file_format in formats:
        files = rendered_files(document, file_format)
        pages = len(document.pages) if len(files) == 1 else 1
        for name, content in files.items():
            yield OutputFile(name, content, document.title, pages)
