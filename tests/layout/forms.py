"""What is tried on every form, for tests: each preset on each paper, in English and a longer
language.
"""

from collections.abc import Callable

from menace_kit.layout.marks import Document
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPERS, PaperName
from tests.layout.geometry import page_faults, texts_of
from tests.layout.kits import PRESETS, laid_out, printed, taking_turns
from tests.layout.posters import LANGUAGES, crossed_outlines

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
        faults += crossed_outlines(page)
        if (page.width, page.height) != PAPERS[paper]:
            faults.append(f"a page of {page.width} x {page.height} mm")
        faults += [
            f"shortened: {text}" for text in list(texts_of(page.marks))[3:] if text.endswith("…")
        ]
    return faults
