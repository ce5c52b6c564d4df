"""Every language on paper: all that is printed of some kits has room for its words."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from menace_kit.layout.charts.career import progress_document
from menace_kit.layout.charts.heatmap import Moments, heatmap_document
from menace_kit.layout.label import label_marks
from menace_kit.layout.label_plan import label_plan
from menace_kit.layout.label_style import LEGIBLE
from menace_kit.layout.marks import Document, Text, distinct_titles
from menace_kit.layout.page import HEADER_BASELINE, PRINTABLE_BORDER
from menace_kit.layout.sheets.calibration import calibration_document
from menace_kit.layout.sheets.cover import CoverEntry, cover_document
from menace_kit.layout.text.typesetting import ELLIPSIS
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, starting_contents
from menace_kit.machine.papers import PaperKind
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.printables.build import all_printables
from menace_kit.printables.filling import LearnedMachine, filling
from menace_kit.text import paper_words
from tests.layout.geometry import label_faults, page_faults, texts_in, texts_of
from tests.layout.kits import (
    cells,
    documents_of,
    in_container,
    in_language,
    laid_out,
    printed,
    taking_turns,
    with_address,
)
from tests.layout.posters import crossed_outlines

LANGUAGES = template_names(TemplateKind.TEXT)

KITS: dict[str, Callable[[], Kit]] = {
    "michie-1961": lambda: printed("michie-1961"),
    "both-players": lambda: printed("both-players"),
    "scroggs on Letter": lambda: printed("scroggs", paper="letter"),
    "van-woudenberg with codes": lambda: with_address(printed("van-woudenberg", "pocket-matchbox")),
    "large labels with tabs": lambda: in_container(
        printed("her-37"), (110, 65), tab_above=8, tab_below=8, pull=9
    ),
    "her-19": lambda: printed("her-19"),
    "him-18": lambda: printed("him-18", paper="letter"),
    "pulles": lambda: printed("pulles", paper="letter"),
    "gardner-her-24": lambda: printed("gardner-her-24", paper="letter"),
    "nim-8": lambda: printed("nim-8"),
    "ready-cut labels": lambda: printed("second-player", "slim-matchbox", "a4", "avery-l7651"),
}

FRAMED = (
    "first-box-graph",
    "record-sheet",
    "stocktake",
    "tally",
    "key-card",
    "key-card-small",
    "operator-card",
    "visitors",
    "safety",
    "stickers",
)
"""Documents with cells, frames and discs, which no text may cross."""

kit_of = cache(lambda name, language: in_language(KITS[name](), language))


def faults(kit: Kit, document: Document, border: float = PRINTABLE_BORDER) -> list[str]:
    """Return what is wrong with the pages, texts below the head line
    that were shortened included.
    """
    found = [fault for page in document.pages for fault in page_faults(page, border, cells(kit))]
    for page in document.pages:
        below = [
            mark for mark in page.marks if isinstance(mark, Text) and mark.y != HEADER_BASELINE
        ]
        found += [f"shortened: {text}" for text in texts_of(below) if text.endswith(ELLIPSIS)]
    return found


def with_decimal_points(kit: Kit, document: Document) -> list[str]:
    """Return texts in which a number has a point: commands and what makers call things may."""
    texts = texts_in(document)
    kept = ("menace-kit", kit.stock.title)
    return [
        text
        for text in texts
        if re.search(r"\d\.\d", text) and not any(word in text for word in kept)
    ]


AT_THE_COMPUTER = ("record-sheet", "calibration")
"""Documents with a command, for who reads it is at the computer."""


def for_programmers(document: Document) -> list[str]:
    """Return texts with a command, an option, a file's name or a key of the kit file."""
    if document.name.startswith(AT_THE_COMPUTER):
        return []
    texts = texts_in(document)
    return [text for text in texts if re.search(r"menace-kit|\.toml|--\w|\[[a-z]", text)]


def some_pages(document: Document) -> Document:
    """Return a document without its middle: those pages have the same words, of other boxes."""
    pages = document.pages
    return document if len(pages) <= 3 else replace(document, pages=(*pages[:2], pages[-1]))


def documents_of_one_that_learned(kit: Kit) -> Iterator[Document]:
    """Yield the guide to lay a machine out; some of its boxes hold many beads, some none."""
    words = paper_words(kit)
    contents = {
        box.number: {
            colour: (box.number * 7 + place) % 45 for place, colour in enumerate(box.moves)
        }
        for box in kit.boxes
    }
    contents[kit.boxes[0].number] = dict.fromkeys(kit.boxes[0].moves, 1234)
    learned = LearnedMachine(
        contents, words("heatmap.saved", n=1234, games=words.number(1234), file="x.json"), "-x"
    )
    yield from filling(kit, "filling-x", learned).documents


@pytest.mark.parametrize(("name", "language"), taking_turns(list(KITS), LANGUAGES, every=2))
def test_all_that_belongs_to_a_kit_can_be_printed(language: str, name: str) -> None:
    kit = kit_of(name, language)
    documents = (
        *documents_of(laid_out(all_printables, kit)),
        laid_out(calibration_document, kit),
        *documents_of_one_that_learned(kit),
    )
    for document in map(some_pages, documents):
        assert faults(kit, document) == []
        assert language == "en" or with_decimal_points(kit, document) == []
        assert for_programmers(document) == []
        for page in document.pages:
            assert not document.name.startswith(FRAMED) or crossed_outlines(page) == []
    kinds = list(PaperKind)
    entries = [
        CoverEntry(title, number, number + 12, kinds[number % len(kinds)], number)
        for number, title in enumerate(distinct_titles(documents), start=2)
    ]
    assert faults(kit, cover_document(kit, entries)) == []


@pytest.mark.parametrize(("name", "language"), taking_turns(list(KITS), LANGUAGES))
def test_a_label_s_words_are_as_large_as_they_should_be_and_touch_nothing(
    language: str, name: str
) -> None:
    kit = kit_of(name, language)
    style = label_plan(kit).style
    assert style.word_size >= LEGIBLE
    for box in (kit.boxes[0], *kit.boxes[-3:]):
        assert label_faults(list(label_marks(kit, style, box, 0, 0)), style) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("games", [0, 1, 12_345])
def test_the_chart_of_the_games_has_room_for_the_words(language: str, games: int) -> None:
    totals = dict.fromkeys(Result, games // 3)
    shares = {result: [1 / 3] * games for result in Result}
    kit = kit_of("both-players", language)
    document = progress_document(kit, list(range(games)), totals, shares, 100)
    for page in document.pages:
        assert page_faults(page, 0) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_heat_map_has_room_for_the_words(language: str) -> None:
    kit = kit_of("her-19", language)
    words = paper_words(kit)
    tally = words("lab.tally", win="1,234", draw="1,234", loss="1,234")
    after = words(
        "heatmap.trained",
        n=2,
        games="3,702",
        opponent=words("lab.win-or-block"),
        tally=tally,
        seed=1,
    )
    moments = Moments(
        starting_contents(kit), starting_contents(kit), words("heatmap.before"), after
    )
    below = words("heatmap.below", fingerprint=kit.fingerprint)
    for page in heatmap_document(kit, moments, below).pages:
        assert page_faults(page, 5) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_colours_have_their_names_in_the_language_wherever_they_are_named(language: str) -> None:
    kit = kit_of("nim-8", language)
    words = paper_words(kit)
    names = {words.colour_name(colour) for colour in kit.colours}
    made = {document.name: document for document in documents_of(laid_out(all_printables, kit))}
    titles = ("filling", "shopping", "labels", "key-card", "operator-card", "visitors")
    named = [made[f"{title}-a4"] for title in titles]
    for document in named:
        said = texts_in(document)
        assert all(any(name in text for text in said) for name in names), document.name
