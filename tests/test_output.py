"""output/ holds the default kit, and print packs of others, as the program prints them today,
for whoever has no Python.
"""

import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pdfplumber
import pytest

from menace_kit.cli.outputs import FileOptions
from menace_kit.machine.papers import PAPERS, PaperName
from menace_kit.printables.build import all_printables
from menace_kit.printables.making import OutputFile
from menace_kit.printables.pack import print_pack
from menace_kit.render import same_drawing

pytestmark = pytest.mark.prove

OUTPUT = Path(__file__).resolve().parent.parent / "output"
INDEX = (OUTPUT / "README.md").read_text(encoding="utf-8")
KITS = {
    "": {"kit": OUTPUT / "kit.toml"},
    "pocket-matchbox/": {"kit": OUTPUT / "pocket-matchbox" / "kit.toml"},
    **{f"{name}/": {"preset": name} for name in ("her-19", "gardner-her-24", "nim-8")},
}
"""Folder in output/ -> the kit whose print pack lies there; the first has all else of it, too."""


@cache
def printed(paper: PaperName) -> list[OutputFile]:
    found = []
    for folder, options in KITS.items():
        kit = FileOptions(**options, paper=paper).chosen()  # type: ignore[arg-type]
        printables = all_printables(kit)
        files = (
            [file for made in printables.made for file in made.files(("pdf",))]
            if not folder
            else []
        )
        files.append(print_pack(kit, printables.made))
        found += [file._replace(name=folder + file.name) for file in files]
    return found


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
    files = [path for path in OUTPUT.rglob("*") if path.is_file()]
    found = {path.relative_to(OUTPUT).as_posix(): path.stat().st_size for path in files}
    assert set(found) == names | {"README.md", "kit.toml", "pocket-matchbox/kit.toml"}
    assert sum(found.values()) < 6_000_000


def test_its_page_says_whose_each_print_pack_is() -> None:
    rows = re.findall(
        r"^\| (.*?) \| (.*?) \| \[print pack\]\((.*?)\) \| \[print pack\]\((.*?)\) \|$",
        INDEX,
        re.MULTILINE,
    )
    assert [row[2:] for row in rows] == [
        tuple(f"{folder}print-pack-{paper}.pdf" for paper in PAPERS) for folder in KITS
    ]
    for (machine, box, *_), options in zip(rows, KITS.values(), strict=True):
        kit = FileOptions(**options).chosen()  # type: ignore[arg-type]
        outer = kit.container.outer
        assert f"{len(kit.boxes)} boxes" in machine
        assert box == f"{kit.container.title.lower()}, front {outer.width:g} x {outer.height:g} mm"


def test_the_committed_labels_show_all_304_numbers() -> None:
    numbers: set[str] = set()
    with pdfplumber.open(OUTPUT / "labels-a4.pdf") as pdf:
        for page in pdf.pages[1:]:
            large = page.filter(lambda thing: thing["object_type"] != "char" or thing["size"] > 12)
            numbers |= {word["text"] for word in large.extract_words()}
    assert {str(number) for number in range(1, 305)} <= numbers
