"""Everything that can be made from a kit, as files: what the command line writes, and anyone else may ask for."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from menace_kit.layout import LabelOrder, label_sheet_count, labels_by_stage, labels_document
from menace_kit.layout.filling import filling_document
from menace_kit.layout.marks import Document
from menace_kit.layout.shopping import shopping_document
from menace_kit.machine.filling import filling_csv
from menace_kit.machine.kit import Kit
from menace_kit.machine.shopping import ShoppingList, shopping_list
from menace_kit.machine.shopping_text import shopping_csv, shopping_markdown
from menace_kit.render import rendered_files
from menace_kit.words import Words, load_words


class OutputFile(NamedTuple):
    """A file to be written: its name, what is in it, its title, and how many pages it has (0 for a text file)."""

    name: str
    content: bytes
    title: str
    pages: int


def label_files(
    kit: Kit,
    formats: Iterable[str],
    order: LabelOrder | None = None,
    by_stage: bool = False,
    fit_test: bool = True,
    suffix: str = "",
) -> list[OutputFile]:
    """Return the label sheets: one document, or with `by_stage` one for each stage; `suffix` ends their names."""
    words, name = load_words(kit.spec.print.language), f"labels-{kit.spec.print.paper}{suffix}"
    order = order or LabelOrder(kit.boxes)
    if by_stage:
        documents = labels_by_stage(kit, words, order, name, fit_test)
    else:
        documents = [labels_document(kit, words, order, name, fit_test)]
    return [file for document in documents for file in _drawn(document, formats)]


def filling_files(kit: Kit, formats: Iterable[str]) -> list[OutputFile]:
    """Return the filling guide: drawn, and as CSV."""
    words = load_words(kit.spec.print.language)
    document = filling_document(kit, words, f"filling-{kit.spec.print.paper}")
    table = OutputFile("filling.csv", filling_csv(kit).encode(), words("filling.csv"), 0)
    return [*_drawn(document, formats), table]


def shopping_files(kit: Kit, formats: Iterable[str]) -> list[OutputFile]:
    """Return the shopping list: drawn, as Markdown, and as CSV."""
    words, name = load_words(kit.spec.print.language), f"shopping-{kit.spec.print.paper}"
    shopping = kit_shopping(kit, words)
    document = shopping_document(kit, words, shopping, name)
    title = document.title
    return [
        *_drawn(document, formats),
        OutputFile(f"{name}.md", shopping_markdown(shopping, kit, words).encode(), title, 0),
        OutputFile(f"{name}.csv", shopping_csv(shopping, words).encode(), title, 0),
    ]


def kit_shopping(kit: Kit, words: Words) -> ShoppingList:
    """Return the shopping list of a kit with the paper that its own printables take."""
    labels = label_sheet_count(kit, words)
    filling = len(filling_document(kit, words).pages)
    draft = shopping_list(kit, labels, filling)
    own = len(shopping_document(kit, words, draft).pages)
    fit_test = 1
    return shopping_list(kit, labels, fit_test + filling + own)


def all_files(kit: Kit, formats: Iterable[str], by_stage: bool = False) -> Iterator[list[OutputFile]]:
    """Yield the files of one printable after the other: labels, filling guide, shopping list."""
    yield label_files(kit, formats, by_stage=by_stage)
    yield filling_files(kit, formats)
    yield shopping_files(kit, formats)


PRINTABLES = 3
"""How many lists of files `all_files` yields."""


def _drawn(document: Document, formats: Iterable[str]) -> Iterator[OutputFile]:
    for file_format in formats:
        files = rendered_files(document, file_format)
        pages = len(document.pages) if len(files) == 1 else 1
        for name, content in files.items():
            yield OutputFile(name, content, document.title, pages)
