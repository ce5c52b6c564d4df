"""What is tried on every form: each preset on each paper, in English and in a longer language; for tests."""

from collections.abc import Callable, Iterator

from menace_kit.layout.marks import Document, Rectangle, Text
from menace_kit.layout.page import PRINTABLE_BORDER
from menace_kit.machine.kit import Kit
from menace_kit.machine.stock import PAPERS, PaperName
from menace_kit.words import Words
from tests.layout.geometry import extent, page_faults, texts_of
from tests.layout.kits import PRESETS, WORDS, printed
from tests.layout.longer import LONGER

PRINTS: list[tuple[str, PaperName]] = [(name, paper) for name in PRESETS for paper in PAPERS]
LANGUAGES = {"English": WORDS, "40 % longer": LONGER}


def form_faults(
    name: str, paper: PaperName, words: Words, make: Callable[[Kit, Words], Document]
) -> list[str]:
    """Return what is wrong with a form of a preset on a paper; nothing may be shortened but the head line."""
    kit = printed(name, paper=paper)
    document = make(kit, words)
    faults = []
    for page in document.pages:
        faults += page_faults(page, PRINTABLE_BORDER)
        faults += texts_over_edges(page.marks)
        if (page.width, page.height) != PAPERS[paper]:
            faults.append(f"a page of {page.width} x {page.height} mm")
        faults += [f"shortened: {text}" for text in list(texts_of(page.marks))[3:] if text.endswith("…")]
    return faults


def texts_over_edges(marks: tuple[object, ...]) -> Iterator[str]:
    """Yield the texts that lie across the edge of a cell or a field: neither inside nor outside."""
    cells = [extent(mark) for mark in marks if isinstance(mark, Rectangle)]
    for mark in marks:
        if isinstance(mark, Text):
            box = extent(mark)
            for cell in cells:
                if cell.gap(box) < 0 and not cell.holds(box):
                    yield f"{mark.text!r} lies across the edge of a cell"


def said(document: Document) -> list[str]:
    """Return all texts of a document."""
    return [text for page in document.pages for text in texts_of(page.marks)]
