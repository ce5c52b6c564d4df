"""Every page of everything, for all presets, containers, papers and languages:
all of it can be printed and read.

What a container changes nothing about is laid out in the preset's own one only,
and that it changes nothing is a test of its own.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import product
from pathlib import Path

import pytest

from menace_kit.files import templates_folder
from menace_kit.games import Pieces
from menace_kit.layout.marks import Circle, Curve, Document, Medium, Page, Pattern, Polyline, Text
from menace_kit.layout.page import HEADER_BOTTOM, PRINTABLE_BORDER, RULER_FROM_BOTTOM, Frame
from menace_kit.layout.sheets.cover import CoverEntry, cover_document
from menace_kit.layout.sheets.shopping import shopping_document
from menace_kit.layout.type_scale import SMALLEST
from menace_kit.machine.kit import Kit
from menace_kit.machine.papers import PAPERS, PaperKind, PaperName
from menace_kit.machine.toml_files import TemplateKind, template_names, template_path
from menace_kit.printables.catalogue import CALIBRATION, CATALOGUE
from menace_kit.printables.making import make
from menace_kit.text.sheet_words import said
from menace_kit.workshop.shopping import shopping_list
from tests.examples import all_to_prove
from tests.layout.geometry import document_faults, outlines, texts_of
from tests.layout.kits import (
    CONTAINERS,
    OPEN_CONTAINERS,
    PRESETS,
    in_language,
    printed,
    taking_turns,
    with_address,
)
from tests.layout.test_type_scale import ON_A_WALL, READ
from tests.text.test_containers import wrong_words

LANGUAGES = template_names(TemplateKind.TEXT)

OTHERWISE = ("calibration",)
"""What is printed and does not stand in the catalogue."""

OF_THE_CONTAINER = (
    "building",
    "labels",
    "fold-up-trays",
    "fold-up-sleeves",
    "shopping",
    "fence",
    "codes",
    "operator-card",
)
"""What is not the same in every container; the small codes' sheet says whether
the labels have codes too, and the operator card when a box is too full.
"""


@cache
def kit_of(preset: str, container: str | None, paper: PaperName) -> Kit:
    """Return a preset's kit, with pages for its boxes."""
    return with_address(printed(preset, container, paper))


def documents(kit: Kit, names: tuple[str, ...]) -> Iterator[Document]:
    """Yield the documents of these names, of the catalogue those for
    which the kit lacks nothing.

    The codes are those of some boxes: all are alike, and each takes longer than a label.
    """
    few = replace(kit, boxes=kit.boxes[-30:])
    if "shopping" in names:
        yield shopping_document(kit, shopping_list(kit, 10, 20))
    for printable in (CALIBRATION, *CATALOGUE):
        if (
            printable.name in names
            and printable.name != "shopping"
            and printable.missing(kit) is None
        ):
            yield from make(printable, few if printable.name == "codes" else kit).documents


def faults(kit: Kit, document: Document) -> list[str]:
    """Return what is wrong with a document's pages, and with the size of its labels."""
    found = document_faults(document)
    if document.medium is Medium.PAPER:
        sizes = {(page.width, page.height) for page in document.pages}
        found += [f"a page of {size}" for size in sizes - {PAPERS[kit.spec.print.paper]}]
    if document.name.startswith("labels-"):
        shape = kit.container.label
        wanted = (
            round(kit.container.label_width, 9),
            round(shape.tab_above + kit.container.label_height + shape.tab_below, 9),
        )
        cuts = [
            (round(cut.width, 9), round(cut.height, 9))
            for page in document.pages
            for cut in outlines(page)
        ]
        found += [f"a label of {size}, not {wanted}" for size in set(cuts) - {wanted}]
        if len(cuts) < len(kit.boxes):
            found.append(f"only {len(cuts)} labels")
    if not any(text.strip() for page in document.pages for text in texts_of(page.marks)):
        found.append("nothing is written on it")
    return [f"{document.name}: {fault}" for fault in found]


LETTERS = re.compile(r"[^\W\d_]+")

NO_SENTENCE = {"Ada", "Bob", "mover", "calibrate", "https", "org", "BB", "BBB"}
"""What stands on paper and in no file: names in an example, commands,
an address, counts of black beads.
"""

FEW = 5
"""Lines of text that are too few for a page of their own where the page before has room."""


def texts_in(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner)
    else:
        yield str(value)


MADE_OF = re.compile(
    "(aus )?Streichholzschachteln(?=\\.)|luciferdoosjes"
    "|(avec des )?(boîtes\N{NO-BREAK SPACE})?d’allumettes"
)
"""What the first machine was made of, as visitors are told."""


@cache
def known_words(language: str) -> set[str]:
    """Return all words of a language's file and of the templates, in small letters."""
    return words_in(template_path(TemplateKind.TEXT, language)) | words_of_the_templates()


@cache
def words_of_the_templates() -> set[str]:
    files = [path for path in templates_folder().rglob("*.toml") if path.parent.name != "text"]
    return set().union(*map(words_in, files))


def words_in(path: Path) -> set[str]:
    texts = texts_in(tomllib.loads(path.read_text(encoding="utf-8")))
    return {word.casefold() for text in texts for word in LETTERS.findall(text)}


def pieces_of_words(kit: Kit, document: Document, language: str) -> list[str]:
    """Return what is printed and is no whole word: what is left where a line ends inside of one."""
    texts = {
        text.replace(document.fingerprint, "")
        for page in document.pages
        for text in texts_of(page.marks)
    }
    found = {word for text in texts for word in LETTERS.findall(text)} - NO_SENTENCE
    marks = {*"".join(kit.spec.marks)}  # a code of a board that no symmetry turns is made of these
    return sorted(
        word
        for word in found
        if word.casefold() not in known_words(language) and not {*word} <= marks
    )


def lines_on(page: Page) -> list[float]:
    """Return the baselines of a page's texts below its head line and above its ruler."""
    found = {round(mark.y, 1) for mark in page.marks if isinstance(mark, Text)}
    return sorted(y for y in found if HEADER_BOTTOM < y < page.height - RULER_FROM_BOTTOM)


def is_left_over(document: Document) -> bool:
    """Return whether the last page has nothing but a few lines,
    for which the page before has room.
    """
    if len(document.pages) < 2 or document.medium is not Medium.PAPER:
        return False
    *_, before, last = document.pages
    drawn = any(isinstance(mark, Circle | Polyline | Curve | Pattern) for mark in last.marks)
    lines, above = lines_on(last), lines_on(before)
    if drawn or not lines or not above or len(lines) > FEW:
        return False
    return above[-1] + lines[-1] - lines[0] + 10 < before.height - PRINTABLE_BORDER


ALL = (*OTHERWISE, *(printable.name for printable in CATALOGUE))


@lru_cache(maxsize=4)
def everything(preset: str, paper: PaperName, language: str) -> tuple[Kit, list[Document]]:
    """Return a kit and all that can be made for it."""
    kit = in_language(kit_of(preset, None, paper), language)
    return kit, [*documents(kit, ALL), cover_of(kit)]


@pytest.mark.parametrize(
    ("preset", "paper", "language"),
    all_to_prove(
        product(PRESETS, PAPERS, LANGUAGES),
        quick=[
            ("nim-8", "a4", "de"),
            ("her-19", "a4", "en"),
            ("starter", "a4", "fr"),
            ("nim-8", "a4", "nl"),
        ],
    ),
)
def test_everything_can_be_printed_in_every_language(
    preset: str, paper: PaperName, language: str
) -> None:
    kit, made = everything(preset, paper, language)
    assert {
        document.name: found
        for document in made
        if (found := pieces_of_words(kit, document, language))
    } == {}
    assert [document.name for document in made if is_left_over(document)] == []
    assert [fault for document in made for fault in faults(kit, document)] == []
    lacking = [printable for printable in CATALOGUE if printable.missing(kit) is not None]
    assert len({document.name for document in made}) == len(made) > len(ALL) - len(lacking)


HUNG = ("operator-card", "visitors", "building")
"""What hangs on a wall; the last has the safety sheet behind it."""

DRAWN = ("labels", "fold-up", "fence", "codes", "mat", "index-poster", "key-card", "stickers")
"""What these names begin is cut out or drawn as large as its room: letters grow with it."""


def sentences(document: Document) -> Iterator[Text]:
    """Yield the texts of several words: a bead's letter, a number and a tick are no sentence."""
    for page in document.pages:
        for mark in page.marks:
            if isinstance(mark, Text) and " " in mark.text and mark.size > SMALLEST:
                yield mark


@pytest.mark.parametrize(
    ("preset", "language"),
    [
        *[("nim-8", "de"), ("her-19", "en")],
        pytest.param("michie-1961", "en", marks=pytest.mark.prove),
    ],
)
def test_sentences_have_the_sizes_of_the_scale(preset: str, language: str) -> None:
    _, made = everything(preset, "a4", language)
    for document in made:
        if not document.name.startswith(DRAWN):
            sizes = {text.size for text in sentences(document)}
            assert sizes <= (ON_A_WALL if document.name.startswith(HUNG) else READ), document.name


def cover_of(kit: Kit) -> Document:
    entries = [
        CoverEntry(said(kit, "labels.title"), 2 + place, 2 + place, kind)
        for place, kind in enumerate(PaperKind)
    ]
    return cover_document(kit, entries)


def test_a_broken_word_and_a_page_of_few_lines_would_be_found() -> None:
    kit = in_language(kit_of("nim-8", None, "a4"), "de")

    def document(*lines: Sequence[str]) -> Document:
        return Frame(kit, 15).document(
            "name",
            "title",
            [[Text(15, 30 + 5 * y, text, 9) for y, text in enumerate(page)] for page in lines],
        )

    assert pieces_of_words(kit, document(["Unentschieden"]), "de") == []
    assert pieces_of_words(kit, document(["Unentschiede", "n"]), "de") == ["Unentschiede"]
    assert is_left_over(document(["a"] * 40, ["a"] * 5))
    assert not is_left_over(document(["a"] * 50, ["a"] * 5))  # the first is full
    assert not is_left_over(document(["a"] * 40, ["a"] * 6))
    assert not is_left_over(document(["a"]))


LARGE = ("both-players", "gallmo", "notebook", "game-player")
"""Presets of so many boxes that only `make prove` puts them into every container."""


@pytest.mark.parametrize(
    ("preset", "paper", "container"),
    [
        *taking_turns(
            [preset for preset in PRESETS if preset not in LARGE], list(PAPERS), CONTAINERS
        ),
        *(
            pytest.param(*way, marks=pytest.mark.prove)
            for way in product(LARGE, PAPERS, CONTAINERS)
        ),
    ],
)
def test_what_depends_on_the_container_can_be_printed_for_every_one(
    preset: str, paper: PaperName, container: str
) -> None:
    # So that each language meets each preset.
    place = PRESETS.index(preset) + CONTAINERS.index(container)
    language = LANGUAGES[place % len(LANGUAGES)]
    kit = in_language(kit_of(preset, container, paper), language)
    made = list(documents(kit, OF_THE_CONTAINER))
    assert [fault for document in made for fault in faults(kit, document)] == []


@pytest.mark.parametrize(
    ("preset", "container", "language"),
    all_to_prove(
        list(product([name for name in PRESETS if name not in LARGE], OPEN_CONTAINERS, LANGUAGES)),
        quick=[("her-19", *way) for way in zip(OPEN_CONTAINERS, LANGUAGES, strict=False)][::2],
    ),
)
def test_everything_can_be_printed_for_what_is_no_matchbox(
    preset: str, container: str, language: str
) -> None:
    """Nothing of it says what is true of matchboxes alone;
    the table board and the like do not ask for a container.
    """
    named = in_language(kit_of(preset, container, "a4"), language)
    spec = named.spec.model_copy(update={"name": "MENACE"})  # whose own name may speak of boxes
    kit = replace(named, spec=spec)
    made = list(documents(kit, tuple({*ALL} - {"calibration"})))
    assert [fault for document in made for fault in faults(kit, document)] == []
    assert "fence" not in {document.name for document in made}
    texts = {
        MADE_OF.sub("", text) if document.name.startswith("visitors") else text
        for document in made
        for page in document.pages
        for text in texts_of(page.marks)
    }
    assert wrong_words(container, language, texts, kit.game.pieces is Pieces.PAWNS) == []


@pytest.mark.parametrize(
    "preset", all_to_prove(["gardner-her-24", "scroggs", "michie-1961"], quick=["gardner-her-24"])
)
def test_nothing_else_depends_on_the_container(preset: str) -> None:
    others = tuple(name for name in ALL if name not in OF_THE_CONTAINER)
    first, *rest = (
        list(documents(kit_of(preset, container, "a4"), others)) for container in CONTAINERS[::2]
    )
    for made in rest:
        assert [one.name for one, other in zip(first, made, strict=True) if one != other] == []
