"""Every page of everything, for all presets, containers, papers and languages: all of it can be printed and read.

What a container changes nothing about is laid out in the preset's own one only, and that it changes nothing is a test
of its own.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from menace_kit.layout.marks import Document, Medium
from menace_kit.layout.primitives.page import PRINTABLE_BORDER
from menace_kit.layout.sheets.cabinet import PIECE_EDGE
from menace_kit.layout.sheets.checklists import shopping_document
from menace_kit.machine.kit import Kit
from menace_kit.machine.schema import PAPERS, PaperName
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.printables.build import make
from menace_kit.printables.catalogue import CALIBRATION, CATALOGUE, FILLING, LABELS
from menace_kit.text import Words, load_words
from menace_kit.workshop.shopping import shopping_list
from tests.examples import all_to_prove
from tests.layout.geometry import outlines, page_faults, texts_of
from tests.layout.kits import CONTAINERS, PRESETS, printed, taking_turns, with_address

LANGUAGES = template_names(TemplateKind.TEXT)

TOO_SMALL = ("van-woudenberg",)
"""Presets whose cabinet is too large for the sheets that they say nothing about."""

OTHERWISE = ("labels", "filling", "shopping", "calibration")
"""What is printed and does not stand in the catalogue."""

OF_THE_CONTAINER = ("labels", "shopping", "safety", "fence", "cabinet-cut", "codes")
"""What is not the same in every container; the small codes' sheet says whether the labels have codes too."""

LARGE_SHEET = (1250, 1250)
"""A sheet of boards for the cabinets of every container: the one of the presets is for their own."""


@cache
def kit_of(preset: str, container: str | None, paper: PaperName) -> Kit:
    """Return a preset's kit, with pages for its boxes and, in a container that is named, large sheets of boards."""
    kit = with_address(printed(preset, container, paper))
    if kit.spec.cabinet is None or (container is None and preset not in TOO_SMALL):
        return kit
    cabinet = kit.spec.cabinet.model_copy(update={"sheet": LARGE_SHEET})
    return replace(kit, spec=kit.spec.model_copy(update={"cabinet": cabinet}))


def documents(kit: Kit, words: Words, names: tuple[str, ...]) -> Iterator[Document]:
    """Yield the documents of these names, of the catalogue those for which the kit lacks nothing."""
    if "shopping" in names:
        yield shopping_document(kit, words, shopping_list(kit, 10, 20))
    for printable in (LABELS, FILLING, CALIBRATION, *CATALOGUE):
        if printable.name in names and printable.missing(kit) is None:
            yield from make(printable, kit, words).documents


def faults(kit: Kit, document: Document) -> list[str]:
    """Return what is wrong with a document's pages, and with the size of its labels."""
    on_paper = document.medium is Medium.PAPER
    border = PRINTABLE_BORDER if on_paper else PIECE_EDGE - 0.05
    found = [fault for page in document.pages for fault in page_faults(page, border)]
    if on_paper:
        sizes = {(page.width, page.height) for page in document.pages}
        found += [f"a page of {size}" for size in sizes - {PAPERS[kit.spec.print.paper]}]
    if document.name.startswith("labels-"):
        shape = kit.container.label
        wanted = (
            round(kit.container.label_width, 9),
            round(shape.tab_above + kit.container.label_height + shape.tab_below, 9),
        )
        cuts = [
            (round(cut.width, 9), round(cut.height, 9)) for page in document.pages for cut in outlines(page)
        ]
        found += [f"a label of {size}, not {wanted}" for size in set(cuts) - {wanted}]
        if len(cuts) < len(kit.boxes):
            found.append(f"only {len(cuts)} labels")
    if not any(text.strip() for page in document.pages for text in texts_of(page.marks)):
        found.append("nothing is written on it")
    return [f"{document.name}: {fault}" for fault in found]


ALL = (*OTHERWISE, *(printable.name for printable in CATALOGUE))


@pytest.mark.prove  # `test_languages` does so for each kind of kit
@pytest.mark.parametrize(("preset", "paper", "language"), list(product(PRESETS, PAPERS, LANGUAGES)))
def test_everything_can_be_printed_in_every_language(preset: str, paper: PaperName, language: str) -> None:
    kit = kit_of(preset, None, paper)
    made = list(documents(kit, load_words(language), ALL))
    assert [fault for document in made for fault in faults(kit, document)] == []
    lacking = [printable for printable in CATALOGUE if printable.missing(kit) is not None]
    assert len({document.name for document in made}) == len(made) > len(ALL) - len(lacking) - 1


LARGE = ("both-players", "gallmo", "notebook", "game-player")
"""Presets of so many boxes that only `make prove` puts them into every container."""


@pytest.mark.parametrize(
    ("preset", "paper", "container"),
    [
        *taking_turns([preset for preset in PRESETS if preset not in LARGE], list(PAPERS), CONTAINERS),
        *(pytest.param(*way, marks=pytest.mark.prove) for way in product(LARGE, PAPERS, CONTAINERS)),
    ],
)
def test_what_depends_on_the_container_can_be_printed_for_every_one(
    preset: str, paper: PaperName, container: str
) -> None:
    kit = kit_of(preset, container, paper)
    place = PRESETS.index(preset) + CONTAINERS.index(container)  # so that each language meets each preset
    words = load_words(LANGUAGES[place % len(LANGUAGES)])
    made = list(documents(kit, words, OF_THE_CONTAINER))
    assert [fault for document in made for fault in faults(kit, document)] == []


@pytest.mark.parametrize(
    "preset", all_to_prove(["gardner-her-24", "scroggs", "michie-1961"], quick=["gardner-her-24"])
)
def test_nothing_else_depends_on_the_container(preset: str) -> None:
    words = load_words("en")
    others = tuple(name for name in ALL if name not in OF_THE_CONTAINER)
    first, *rest = (
        list(documents(kit_of(preset, container, "a4"), words, others)) for container in CONTAINERS
    )
    for made in rest:
        assert [one.name for one, other in zip(first, made, strict=True) if one != other] == []
