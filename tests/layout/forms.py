"""What is tried on every form, for tests: each preset on each paper, in English and a longer
language.
"""

from collections.abc import Callable, Iterator

from menace_kit.layout.marks import Document, Rectangle, Text
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPERS, PaperName
from tests.layout.geometry import Extent, extent, page_faults, texts_of
from tests.layout.kits import PRESETS, laid_out, printed, taking_turns
from tests.layout.posters import LANGUAGES

PRINTS = taking_turns(PRESETS, list(PAPERS), list(LANGUAGES))


def form_faults(
    name: str, paper: PaperName, language: str, make: Callable[[Kit], Document]
) -> list[str]:
    """Return what is wrong with a preset's form on a paper; only the head line may be shortened."""
    kit = printed(name, paper=paper)
    document = laid_out(make, kit, language)
    faults = []
    for page in document.pages:
        faults += page_faults(page)
        faults += texts_over_edges(page.marks)
        if (page.width, page.height) != PAPERS[paper]:
            faults.append(f"a page of {page.width} x {page.height} mm")
        faults += [
            f"shortened: {text}" for text in list(texts_of(page.marks))[3:] if text.endswith("…")
        ]
    return faults


def texts_over_edges(marks: tuple[object, ...]) -> Iterator[str]:
    """Yield texts that cross the edge of a cell or field."""
    things = [
        (extent(mark), mark.text if isinstance(mark, Text) else None)
        for mark in marks
        if isinstance(mark, Rectangle | Text)
    ]
    near: list[tuple[Extent, str | None]] = []
    for box, text in sorted(things, key=lambda thing: thing[0].top):
        near = [thing for thing in near if thing[0].bottom > box.top]
        for other, words in near:
            if text is None and words is not None and _cut(box, other):
                yield f"{words!r} lies across the edge of a cell"
            elif text is not None and words is None and _cut(other, box):
                yield f"{text!r} lies across the edge of a cell"
        near.append((box, text))


def _cut(cell: Extent, text: Extent) -> bool:
    return cell.gap(text) < 0 and not cell.holds(text)
