"""What there is to choose on the kit maker's page, and what a choice looks like."""

from typing import Any
from xml.etree import ElementTree

import pytest

from menace_kit.machine.boxes import positions_by_ply
from menace_kit.machine.papers import PAPERS
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.printables.build import all_printables
from menace_kit.site import maker
from menace_kit.site.choices import files_of
from menace_kit.site.logbook_folder import kit_of
from menace_kit.workshop.own_boxes import MEASURE_YOUR_OWN, MEASURED
from tests.examples import all_to_prove
from tests.layout.geometry import texts_of
from tests.site.kit_maker import OWN_BOX, apart


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    return maker.options("de")


def test_everything_that_can_be_named_in_a_kit_file_can_be_chosen(told: dict[str, Any]) -> None:
    for key, kind in {
        "machines": TemplateKind.MACHINES,
        "beads": TemplateKind.BEADS,
        "stocks": TemplateKind.STOCK,
        "languages": TemplateKind.TEXT,
    }.items():
        assert [each["name"] for each in told[key]] == template_names(kind)
    assert {each["name"] for each in told["palettes"]} == {*template_names(TemplateKind.PALETTES)}
    # To measure one's own there are fields in place of a form to fill in.
    kinds = template_names(TemplateKind.CONTAINERS)
    assert [each["name"] for each in told["containers"]] == [
        name for name in kinds if name != MEASURE_YOUR_OWN
    ]
    assert {each["kind"] for each in told["own"]} == {kind.value for kind in MEASURED}
    assert [each["name"] for each in told["papers"]] == list(PAPERS)


def test_machines_are_told_as_their_kits_are_and_colours_as_others_see_them(
    told: dict[str, Any],
) -> None:
    machines = {each["name"]: each for each in told["machines"]}
    first = machines["michie-1961"]
    assert (first["boxes"], first["beads"]) == (304, 3141)
    # The colours are those of a new kit, which the page offers first.
    assert first["palette"] == told["palettes"][0]["name"] == "iron-beads"
    assert machines["her-19"]["palette"] == "four-arrows"
    assert all(each["time"] and each["picture"].startswith("<svg") for each in machines.values())
    asked = {"machine": "michie-1961", "palette": "michie-1961"}
    shown = {each["name"]: each for each in maker.preview(asked, "de", ["list"])["colours"]}
    red, green = shown["rot"], shown["grün"]
    # To somebody without green cones they are one brown, which is what the warning says of them.
    assert apart(red["hex"], green["hex"]) > 40
    assert apart(red["seen"]["deutan"], green["seen"]["deutan"]) < 12


def test_a_label_is_as_large_as_the_box_needs_it_and_a_sheet_as_the_paper() -> None:
    asked = {"machine": "her-19", "container": "own", "sizes": OWN_BOX, "paper": "letter"}
    shown = maker.preview(asked, "en")
    # The tray's end: its inside with the card round it.
    assert shown["label"]["size"] == [34.0, 15.5]
    assert 'viewBox="0 0 215.9 279.4"' in shown["sheet"]["svg"]
    assert shown["boxes"] == 19
    listed = [what for what, _ in shown["shopping"]["things"]["rows"]]
    assert any("outside 56\xa0mm long, 36\xa0wide, 17\xa0high" in what for what in listed)


def test_the_list_is_that_of_the_files_in_the_language_of_the_page() -> None:
    asked = {"machine": "nim-8", "language": "de"}
    shown = maker.preview(asked, "de", ["list"])
    kit = kit_of(files_of(asked))
    (document,) = (
        document
        for made in all_printables(kit).made
        for document in made.documents
        if document.name == "shopping-a4"
    )
    printed = " ".join(text for page in document.pages for text in texts_of(page.marks))
    for warning in shown["warnings"]:
        assert warning["text"] in printed
    drawn = {colour.glyph for colour in kit.colours}
    for row in (*shown["shopping"]["things"]["rows"], *shown["shopping"]["beads"]["rows"]):
        words = {word for cell in row for word in cell.split()} - drawn
        assert all(word in printed for word in words)
    english = maker.preview(asked, "en", ["list"])
    assert english["shopping"]["things"]["rows"] != shown["shopping"]["things"]["rows"]


@pytest.mark.parametrize(
    ("container", "sets"),
    all_to_prove(
        [("fold-up", "1"), ("mat", "1"), ("own-cup", "3"), ("egg-carton", "3")],
        quick=[("fold-up", "1"), ("own-cup", "3")],
    ),
)
def test_the_first_sheet_is_one_of_those_that_make_the_boxes(container: str, sets: str) -> None:
    sizes = {"rim": "72", "bottom": "48", "height": "82"}
    asked = {"machine": "nim-8", "container": container, "sets": sets, "sizes": sizes}
    shown = maker.preview(asked, "en", ["label", "sheet"])
    assert shown["errors"] == []
    assert shown["sheet"]["title"] == {"fold-up": "Trays with their labels", "mat": "Mat"}.get(
        container, "Labels"
    )
    drawn = ElementTree.fromstring(shown["sheet"]["svg"])
    texts = ["".join(each.itertext()) for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert f"{'A-' if sets == '3' else ''}8" in texts  # the last box's number: all eight are on it


def test_boxes_are_not_worked_out_anew_where_a_size_a_colour_or_the_language_changes() -> None:
    maker.preview({"container": "own", "sizes": OWN_BOX}, "en", ["label"])
    known = positions_by_ply.cache_info().misses
    wider = {**OWN_BOX, "outer.width": "38"}
    asked = {
        "container": "own",
        "sizes": wider,
        "palette": "tol-muted",
        "language": "fr",
        "beads": "pony",
    }
    assert maker.preview(asked, "nl", ["label"])["errors"] == []
    assert positions_by_ply.cache_info().misses == known
