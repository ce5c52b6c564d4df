"""output/ holds the default kit as the program prints it today, for somebody who has no Python."""

from functools import cache
from io import BytesIO
from pathlib import Path

import pdfplumber
import pytest

from menace_kit.cli.outputs import FileOptions
from menace_kit.machine.schema import PAPERS, PaperName
from menace_kit.printables.build import OutputFile, all_printables, kit_book
from menace_kit.render import same_drawing
from menace_kit.text import load_words

pytestmark = pytest.mark.prove

OUTPUT = Path(__file__).resolve().parent.parent / "output"


@cache
def printed(paper: PaperName) -> list[OutputFile]:
    kit = FileOptions(preset="michie-1961", paper=paper).chosen()
    words = load_words(kit.spec.print.language)
    printables = all_printables(kit, words)
    files = [file for made in printables.made for file in made.files(("pdf",))]
    return [*files, kit_book(kit, words, printables.made)]


@pytest.mark.parametrize("paper", PAPERS)
def test_every_file_of_the_default_kit_is_there_and_current(paper: PaperName) -> None:
    for file in printed(paper):
        committed = (OUTPUT / file.name).read_bytes()
        assert same_drawing(committed, file.content), f"output/{file.name} is not current: make kit"


@pytest.mark.parametrize("paper", PAPERS)
def test_what_is_recognised_as_current_looks_as_if_printed_today(paper: PaperName) -> None:
    for file in (file for file in printed(paper) if file.name.endswith(".pdf")):
        with (
            pdfplumber.open(OUTPUT / file.name) as committed,
            pdfplumber.open(BytesIO(file.content)) as today,
        ):
            assert committed.pages[0].objects == today.pages[0].objects, file.name


def test_nothing_else_lies_there_and_it_is_small() -> None:
    names = {file.name for paper in PAPERS for file in printed(paper)}
    found = {path.name: path.stat().st_size for path in OUTPUT.iterdir()}
    assert set(found) == names
    assert sum(found.values()) < 3_500_000


def test_the_committed_labels_show_all_304_numbers() -> None:
    numbers: set[str] = set()
    with pdfplumber.open(OUTPUT / "labels-a4.pdf") as pdf:
        for page in pdf.pages[1:]:
            large = page.filter(lambda thing: thing["object_type"] != "char" or thing["size"] > 12)
            numbers |= {word["text"] for word in large.extract_words()}
    assert {str(number) for number in range(1, 305)} <= numbers
