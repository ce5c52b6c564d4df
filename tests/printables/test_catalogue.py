"""The catalogue: what an entry says of a printable is what is made."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from menace_kit.errors import KitError
from menace_kit.layout.sheets.fences import fence_times
from menace_kit.machine import Kit
from menace_kit.machine.cabinets import Cabinet
from menace_kit.machine.kit_files import make_kit
from menace_kit.machine.papers import PaperKind
from menace_kit.printables.catalogue import (
    CALIBRATION,
    CATALOGUE,
    LABELS,
    Printable,
)
from menace_kit.printables.making import Made, make
from menace_kit.text import load_words
from tests.examples import preset
from tests.layout.kits import lacking_nothing_for
from tests.printables.named import printable_named

WORDS = load_words("en")
EVERY = (CALIBRATION, *CATALOGUE)


@cache
def small_kit(container: str = "pocket-matchbox") -> Kit:
    """Return a kit of few boxes that lacks nothing: it has a cabinet,
    pages on the web, and boxes or a mat.
    """
    kit = preset("nim-8")
    printing = {"base_address": "https://example.org", "container": container}
    spec = kit.spec.model_copy(update={"print": kit.spec.print.model_copy(update=printing)})
    kit = make_kit(spec, "nim-8", Path())
    cabinet = Cabinet(rows=2, columns=5)
    return replace(kit, spec=kit.spec.model_copy(update={"cabinet": cabinet}))


@pytest.mark.parametrize("printable", EVERY, ids=lambda printable: printable.name)
def test_an_entry_tells_its_files_its_paper_and_what_it_is_for(printable: Printable) -> None:
    kit = small_kit("mat") if printable.name in ("mat", "mat-tokens") else small_kit()
    if printable.name in ("index", "index-poster", "stocktake"):
        kit = preset("her-19")
    made = make(printable, lacking_nothing_for(printable.name, kit))
    assert sorted(text.name.rpartition(".")[2] for text in made.texts) == sorted(printable.texts)
    assert (made.paper, made.purpose) == (printable.paper, printable.purpose)
    names = (
        ("index-poster-a3",)
        if printable.name == "index-poster"
        else (f"{printable.name}-a4", printable.name)
    )
    assert made.documents[0].name in names


def test_names_are_different() -> None:
    assert len({printable.name for printable in EVERY}) == len(EVERY)


def test_a_fence_is_printed_on_card_as_often_as_its_page_says() -> None:
    made = make(printable_named("fence"), small_kit())
    assert made == Made(
        made.documents,
        paper=PaperKind.CARD,
        times=fence_times(small_kit()),
        purpose=made.purpose,
    )
    assert made.times * len(made.documents[0].pages) == made.sheets_on(made.paper)


def test_a_suffix_ends_the_name_and_choices_go_to_what_makes_it() -> None:
    plain, chosen = (
        make(LABELS, small_kit(), suffix, fit_test=fit_test)
        for suffix, fit_test in (("", True), ("-selection", False))
    )
    assert chosen.documents[0].name == "labels-a4-selection"
    assert (plain.pages - plain.label_sheets, chosen.pages - chosen.label_sheets) == (1, 0)


def of_second_player() -> Kit:
    """Return a machine whose boxes come up later, too, so that none is only for the beginning."""
    spec = preset("nim-8").spec.model_copy(update={"side": "second"})
    return make_kit(spec, "a test", Path())


@pytest.mark.parametrize(
    ("name", "kit", "said"),
    [
        ("codes", lambda: preset("nim-8"), "this kit has no web address"),
        ("cabinet-map", lambda: preset("nim-8"), "this kit has no cabinet"),
        ("index", small_kit, "an index is for more than 12 boxes; this kit has 8"),
        ("index", lambda: preset("nim-13"), "in order of the pieces on their boards"),
        ("stocktake", small_kit, "stocktake sheets are for more than 12 boxes; this kit has 8"),
        ("first-box-graph", of_second_player, "no box that is used only at the start of a game"),
        ("first-box-graph", small_kit, "the line of its beads can only fall"),
    ],
)
def test_what_a_kit_lacks_something_for_is_refused(
    name: str, kit: Callable[[], Kit], said: str
) -> None:
    with pytest.raises(KitError, match=said):
        make(printable_named(name), kit())


def test_boxes_without_an_index_are_in_order_of_their_matches() -> None:
    boards = [box.position.cells.count("1") for box in preset("nim-13").boxes]
    assert boards == sorted(boards)
