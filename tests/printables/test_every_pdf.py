"""Every PDF of every kit, odd ones too, opens in another program,
has the pages that it says, and something on each.
"""

from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from menace_kit.errors import FitError, KitError
from menace_kit.layout.marks import Document
from menace_kit.layout.page import Frame
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPERS, PaperName
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.printables.build import all_printables
from menace_kit.printables.catalogue import (
    CALIBRATION,
    CATALOGUE,
    Printable,
)
from menace_kit.printables.making import OutputFile, Press, make
from menace_kit.printables.pack import print_pack
from menace_kit.workshop.printer import PrinterProfile
from tests.examples import all_to_prove
from tests.layout.kits import PRESETS, in_container, in_language, preset
from tests.odd_kits import ODD_KITS

EVERY = (CALIBRATION, *CATALOGUE)
LANGUAGES = template_names(TemplateKind.TEXT)


@cache
def kit_named(name: str) -> Kit:
    if name in PRESETS:
        return preset(name)
    with TemporaryDirectory() as folder:
        return ODD_KITS[name].load(Path(folder))


kits = st.sampled_from([*PRESETS, *ODD_KITS]).map(kit_named)
sizes = st.none() | st.tuples(st.floats(20, 150), st.floats(9, 90))
profiles = st.none() | st.builds(
    PrinterProfile.of,
    *(st.floats(-3, 3) for _ in range(2)),
    *(st.floats(0.98, 1.02) for _ in range(2)),
)


def printed(kit: Kit, paper: PaperName, outer: tuple[float, float] | None) -> Kit:
    """Return a kit on this paper, in a container of this front if one is given."""
    printing = kit.spec.print.model_copy(update={"paper": paper})
    kit = replace(kit, spec=kit.spec.model_copy(update={"print": printing}))
    return kit if outer is None else in_container(kit, outer)


def faults(file: OutputFile, document: Document | None = None) -> list[str]:
    """Return what is wrong with a PDF: it does not open, or a page is not there,
    of another size, or empty.
    """
    with pypdfium2.PdfDocument(BytesIO(file.content)) as pdf:
        found = [] if len(pdf) == file.pages > 0 else [f"{len(pdf)} pages, not {file.pages}"]
        for number, page in enumerate(pdf):
            if document is not None:
                wanted = document.pages[number]
                size = tuple(round(length / 72 * 25.4, 2) for length in page.get_size())
                if size != (round(wanted.width, 2), round(wanted.height, 2)):
                    found.append(f"page {number + 1} is of {size}")
            if sum(1 for _ in page.get_objects(max_depth=1)) <= HEAD_LINE:
                found.append(f"page {number + 1} is empty")
    return [f"{file.name}: {fault}" for fault in found]


HEAD_LINE = len(list(Frame(preset("nim-8"), 8.0, "its subject").head()))


def faults_of(
    printable: Printable, kit: Kit, language: str, profile: PrinterProfile | None
) -> list[str]:
    """Return what is wrong with the PDFs of a printable;
    nothing where a sentence says why there are none.
    """
    try:
        made = make(printable, in_language(kit, language))
    except (FitError, KitError):  # it does not fit, or the kit lacks something
        return []
    files = [file for file in made.files(("pdf",), Press(profile)) if file.name.endswith(".pdf")]
    pairs = zip(files, made.documents, strict=True)
    return [fault for file, document in pairs for fault in faults(file, document)]


@pytest.mark.prove
@given(
    kit=kits,
    printable=st.sampled_from(EVERY),
    paper=st.sampled_from(list(PAPERS)),
    outer=sizes,
    language=st.sampled_from(LANGUAGES),
    profile=profiles,
)
def test_a_pdf_opens_and_has_the_pages_that_it_says(
    kit: Kit,
    printable: Printable,
    paper: PaperName,
    outer: tuple[float, float] | None,
    language: str,
    profile: PrinterProfile | None,
) -> None:
    assert faults_of(printable, printed(kit, paper, outer), language, profile) == []


@pytest.mark.parametrize("printable", EVERY, ids=lambda printable: printable.name)
def test_it_does_for_a_machine_that_no_box_opens(printable: Printable) -> None:
    assert (
        faults_of(
            printable,
            kit_named("nim, second, folded"),
            "fr",
            PrinterProfile.of(0.4, -0.8, 0.998, 1.003),
        )
        == []
    )


@pytest.mark.parametrize("name", all_to_prove(ODD_KITS, quick=["nim, second, folded"]))
def test_the_print_pack_of_an_odd_kit_opens_and_has_all_pages(name: str) -> None:
    kit = kit_named(name)
    press, made = Press(), all_printables(kit).made
    logbook = print_pack(kit, made, press)
    packed = [document for each in made if not each.apart for document in each.printed]
    assert logbook.pages > sum(len(document.pages) for document in packed)
    assert faults(logbook) == []


def test_a_file_without_pages_and_an_empty_page_would_be_found() -> None:
    frame = Frame(preset("nim-8"), 8.0, "nothing")
    (file,) = Press().files(frame.bound("empty", "Empty", [frame.page(())]), ("pdf",))
    assert faults(file) == ["empty.pdf: page 1 is empty"]
    (file,) = Press().files(frame.bound("empty", "Empty", []), ("pdf",))
    with pytest.raises(pypdfium2.PdfiumError):
        faults(file)
