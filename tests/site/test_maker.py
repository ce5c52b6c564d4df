"""The kit maker natively: the files that commands write, their sentences at the fields,
choices that come back.
"""

import base64
import io
import json
import re
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Mapping
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from coloraide import Color
from hypothesis import assume, given
from hypothesis import strategies as st
from playwright.sync_api import Page, expect

from menace_kit.errors import MistakesError
from menace_kit.files import KIT_FILE_NAME
from menace_kit.machine.boxes import positions_by_ply
from menace_kit.machine.papers import PAPERS
from menace_kit.machine.schema import EmptyBox
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.printables.build import all_printables
from menace_kit.render import same_drawing
from menace_kit.site import maker, preview
from menace_kit.site.choices import files_of, own_fields, own_kinds, sets_of
from menace_kit.site.fetching import packages
from menace_kit.site.logbook_folder import kit_of
from menace_kit.site.packing import COMPANION_ROOMS
from menace_kit.text import load_words, paper_words
from menace_kit.workshop.own_boxes import MEASURE_YOUR_OWN, MEASURED, SIDES
from tests.cli.running import run_here
from tests.examples import all_to_prove, examples
from tests.site.conftest import Open

OWN_BOX = {
    **{"outer.length": "56", "outer.width": "36", "outer.height": "17"},
    **{"inside.length": "54", "inside.width": "33", "inside.height": "15"},
}
KITS: Mapping[str, tuple[list[str], dict[str, Any]]] = {
    "own-sizes": (
        ["--box", "56x36x17", "--tray", "54x33x15"],
        {"container": "own", "sizes": OWN_BOX},
    ),
    "letter": (["--paper", "letter"], {"paper": "letter"}),
    "german": (["--language", "de"], {"language": "de"}),
    "her-19": (["--preset", "her-19"], {"machine": "her-19"}),
    "both-players": (["--preset", "both-players"], {"machine": "both-players"}),
}
"""Five kits, as one asks the command for them, and as the page does."""


def by_command(name: str, folder: Path, *options: str) -> dict[str, bytes]:
    """Return the files of one of KITS that `new`, and `build` with these options, write."""
    assert run_here("new", name, *KITS[name][0], "--yes", folder=folder).code == 0
    built = run_here("build", "--kit", f"{name}/{KIT_FILE_NAME}", *options, folder=folder)
    assert built.code == 0, built.err
    paths = [*(folder / name).glob("*.toml"), *(folder / name / "output").iterdir()]
    return {path.name: path.read_bytes() for path in paths}


def files_in(steps: list[dict[str, Any]]) -> dict[str, bytes]:
    return {file["name"]: file["content"] for step in steps for file in step["files"]}


def by_page(choices: Mapping[str, Any]) -> dict[str, bytes]:
    """Return all files of a kit as the page gets them, one after the other."""
    return files_in(list(maker.build(choices)))


def test_files_come_one_after_the_other_as_the_command_writes_them_and_all_in_an_archive(
    tmp_path: Path,
) -> None:
    """Corrected for the printer of a profile beside the kit file, too."""
    profile = "offset-x = 1.5\nscale-y = 0.99\n"
    (tmp_path / "her-19").mkdir()
    (tmp_path / "her-19" / "printer.toml").write_text(profile, encoding="utf-8", newline="")
    steps = list(maker.build({"machine": "her-19", "files": {"printer.toml": profile}}))
    assert [step for step in steps if "errors" in step] == []
    assert [step["done"] for step in steps[1:]] == sorted(step["done"] for step in steps[1:])
    assert steps[-1]["done"] == steps[-1]["of"]
    assert files_in(steps) == by_command("her-19", tmp_path)
    with zipfile.ZipFile(io.BytesIO(steps[-1]["zip"]["content"])) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == files_in(steps)


@pytest.mark.prove
@pytest.mark.parametrize("name", KITS)
def test_the_files_are_those_of_the_command_byte_for_byte(name: str, tmp_path: Path) -> None:
    assert by_page(KITS[name][1]) == by_command(name, tmp_path)


# The same in a browser, by its page.


DECIDING = ("reportlab", "fonttools", "svgwrite", "segno", "coloraide", "tomlkit")
"""Libraries by whose version the bytes of a file may differ."""


def downloaded(page: Page, folder: Path) -> Path:
    """Return the archive with all files, made by a press of the button and saved."""
    page.locator("#build").click()
    expect(page.locator("#working")).to_be_visible()
    expect(page.locator("#working")).to_be_hidden()
    with page.expect_download() as caught:
        page.locator("#zip").click()
    path = folder / caught.value.suggested_filename
    caught.value.save_as(path)
    return path


@pytest.mark.site
def test_the_page_makes_the_bytes_that_the_command_writes(
    open_page: Open, site: str, tmp_path: Path
) -> None:
    """Where native libraries are of other versions than the site's, both have to show the same."""
    pinned = {name: wheel.version for name, wheel in packages().wheels.items()}
    same = all(version(name) == pinned[name] for name in DECIDING)
    page, name = open_page(f"{site}en/kit.html"), "her-19"
    page.locator('label:has(input[name="machine"][value="her-19"])').click()
    expect(page.locator("#label-large svg")).to_be_visible()
    saved, written = downloaded(page, tmp_path), by_command(name, tmp_path)
    with zipfile.ZipFile(saved) as archive:
        files = {each: archive.read(each) for each in archive.namelist()}
    assert files.keys() == written.keys(), name
    if same:
        assert {each: sha256(files[each]).hexdigest() for each in files} == {
            each: sha256(written[each]).hexdigest() for each in files
        }, name
    else:
        assert [each for each in files if not same_drawing(written[each], files[each])] == [], name


# What there is to choose, and what a choice looks like.


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    return maker.options("de")


def test_everything_that_can_be_named_in_a_kit_file_can_be_chosen(told: dict[str, Any]) -> None:
    for key, kind in {
        "machines": TemplateKind.MACHINES,
        "beads": TemplateKind.BEADS,
        "palettes": TemplateKind.PALETTES,
        "stocks": TemplateKind.STOCK,
        "languages": TemplateKind.TEXT,
    }.items():
        assert [each["name"] for each in told[key]] == template_names(kind)
    # To measure one's own there are fields in place of a form to fill in.
    kinds = template_names(TemplateKind.CONTAINERS)
    assert [each["name"] for each in told["containers"]] == [
        name for name in kinds if name != MEASURE_YOUR_OWN
    ]
    assert {each["kind"] for each in told["own"]} == {kind.value for kind in MEASURED}
    assert [each["name"] for each in told["papers"]] == list(PAPERS)
    assert told["most_sets"] == 100


def test_machines_are_told_as_their_kits_are_and_colours_as_others_see_them(
    told: dict[str, Any],
) -> None:
    machines = {each["name"]: each for each in told["machines"]}
    first = machines["michie-1961"]
    assert (first["boxes"], first["beads"], first["colours"], first["group"]) == (
        304,
        3141,
        9,
        "menace",
    )
    assert {
        name: each["group"]
        for name, each in machines.items()
        if name in ("him-18", "nim-8", "gallmo")
    } == {
        "him-18": "her",
        "nim-8": "nim",
        "gallmo": "both",
    }
    assert all(
        each["hours"] >= 0.5 and each["picture"].startswith("<svg") for each in machines.values()
    )
    palette = next(each for each in told["palettes"] if each["name"] == "michie-1961")
    red, green = (
        next(each for each in palette["colours"] if each["name"] == name)
        for name in ("rot", "grün")
    )
    # To somebody without green cones they are one brown, which is what the warning says of them.
    assert apart(red["hex"], green["hex"]) > 40
    assert apart(red["seen"]["deutan"], green["seen"]["deutan"]) < 12


def apart(one: str, other: str) -> float:
    """Return how different two screen colours look (CIEDE2000)."""
    return float(Color(one).delta_e(Color(other), method="2000"))


def test_a_label_is_as_large_as_the_box_needs_it_and_a_sheet_as_the_paper() -> None:
    asked = {"machine": "her-19", "container": "own", "sizes": OWN_BOX, "paper": "letter"}
    shown = maker.preview(asked, "en")
    # The tray's end: its inside with the card round it.
    assert shown["label"]["size"] == [34.0, 15.5]
    assert (shown["sheet"]["width"], shown["sheet"]["height"]) == (215.9, 279.4)
    assert 'viewBox="0 0 215.9 279.4"' in shown["sheet"]["svg"]
    assert shown["facts"]["boxes"] == 19
    assert any(
        "outside 56\xa0mm long, 36\xa0wide, 17\xa0high" in what
        for what, _ in shown["shopping"]["things"]["rows"]
    )


def test_the_list_is_that_of_the_files_in_the_language_of_the_page() -> None:
    asked = {"machine": "nim-8", "language": "de"}
    shown = maker.preview(asked, "de", ["list"])
    kit = kit_of(files_of(asked))
    (markdown,) = (
        file.content.decode()
        for made in all_printables(kit, paper_words(kit)).made
        for file in made.texts
        if file.name == "shopping-a4.md"
    )
    for warning in shown["warnings"]:
        assert f"- {warning['text']}\n" in markdown
    for row in (*shown["shopping"]["things"]["rows"], *shown["shopping"]["beads"]["rows"]):
        assert all(cell in markdown for cell in row)
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


# Mistakes: the command's sentences, each at the field where it was made.


def mistakes(choices: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the field of each mistake, and what the command says of it."""
    try:
        kit, _ = preview.kit_of(tuple(files_of(choices).items()))
        preview.printables_of(kit, sets_of(choices))
    except MistakesError as error:
        return [(each["field"], each["text"]) for each in error.found]
    return []


def told_of(choices: Mapping[str, Any], language: str = "en") -> list[tuple[str, str]]:
    """Return the field of each mistake, and what the page says of it."""
    found = maker.preview(choices, language, ["label", "sheet"])["errors"]
    return [(each["field"], each["text"]) for each in found]


def own(**changed: str) -> dict[str, Any]:
    """Return a matchbox of one's own with some sizes changed."""
    return {
        "container": "own",
        "sizes": OWN_BOX | {k.replace("_", "."): changed[k] for k in changed},
    }


SMALL_BOX = dict(zip(OWN_BOX, ("20", "10", "8", "18", "8", "6"), strict=True))
FLAT_BOX = dict(zip(OWN_BOX, ("53", "36", "8", "51", "34", "6"), strict=True))
FLAT_IN_A_CABINET = {
    "container": "own",
    "sizes": FLAT_BOX,
    "rules": {"cabinet": "yes", "rows": "38", "columns": "8"},
}
TOLD: list[tuple[dict[str, Any], str, str, dict[str, object]]] = [
    ({"name": "M" * 92}, "name", "too-long", {"most": 80, "n": 92}),
    ({"name": "MENACE 駄"}, "name", "wrong-sign", {"sign": "駄"}),
    ({"name": "MENACE\t2"}, "name", "wrong-name", {}),
    (own(outer_width="wide"), "sizes.outer.width", "wrong-size", {}),
    (own(outer_width=""), "sizes.outer.width", "missing", {}),
    (own(inside_length="57"), "sizes.inside.length", "wrong-inside", {"outer": "56"}),
    ({"container": "own", "sizes": SMALL_BOX}, "sizes.outer.height", "wrong-small", {"by": "0.2"}),
    (
        {"container": "fold-up", "folded": {"length": "500", "width": "300", "height": "300"}},
        "folded.width",
        "wrong-large",
        {"by": "826.1"},
    ),
    ({"beads": "own"}, "bead.diameter", "missing", {}),
    ({"beads": "own", "bead": {"diameter": "8", "length": "x"}}, "bead.length", "wrong-size", {}),
    ({"sets": "101"}, "sets", "wrong-whole", {"most": 100}),
    ({"stock": "avery-5167"}, "stock", "wrong-paper", {"paper": "Letter"}),
    ({"stock": "avery-l4731"}, "stock", "wrong-label-sheet", {}),
    ({"palette": "four-arrows"}, "palette", "wrong-colours", {"needed": 9, "n": 4}),
    (
        {"machine": "her-19", "rules": {"start": "5; 4"}},
        "rules.start",
        "wrong-start-moves",
        {"n": 3},
    ),
    (
        {"files": files_of({"machine": "her-19"}), "rules": {"start": "5; 4"}},
        "rules.start",
        "wrong-start-moves",
        {"n": 3},
    ),
    ({"rules": {"protect": "maybe"}}, "rules.protect", "wrong-other", {}),
    ({"rules": {"cabinet": "ja"}}, "rules.cabinet", "wrong-other", {}),
    ({"rules": {"empty": "explode"}}, "rules.empty", "wrong-other", {}),
    ({"rules": {"cabinet": "yes", "rows": "9"}}, "rules.columns", "wrong-whole", {"most": 1000}),
    (FLAT_IN_A_CABINET, "rules.cabinet", "wrong-flat-cabinet", {}),
    ({"rules": {"gap": "99"}}, "rules.gap", "wrong-gap", {"most": 20}),
    ({"rules": {"gap": "2"}, "stock": "herma-4608"}, "rules.gap", "wrong-gap-sheet", {}),
    ({"rules": {"packs": "many"}}, "rules.packs", "wrong-packs", {}),
    ({"rules": {"packs": "50; 100.7"}}, "rules.packs", "wrong-packs", {}),
    ({"rules": {"packs": "-50"}}, "rules.packs", "wrong-packs", {}),
    (
        {"rules": {"packs": "50", "pack-prices": "-5"}},
        "rules.pack-prices",
        "wrong-pack-prices",
        {},
    ),
    ({"rules": {"pack-prices": "2; 3"}}, "rules.pack-prices", "wrong-pack-prices", {}),
    ({"rules": {"price-glue": "dear"}}, "rules.price-glue", "wrong-price", {}),
]
"""Choices with a mistake, the field where it is told, and the words for it."""


@pytest.mark.parametrize(("choices", "field", "key", "facts"), TOLD)
def test_the_page_tells_a_mistake_in_its_own_words(
    choices: dict[str, Any], field: str, key: str, facts: dict[str, object]
) -> None:
    assert told_of(choices) == [(field, load_words("en")(f"maker.{key}", **facts))]


def test_what_does_not_go_together_in_a_file_that_was_brought_is_told_as_it_is_said() -> None:
    text = files_of({})[KIT_FILE_NAME].replace("[boxes]", '[boxes]\nmap = "boxes.csv"')
    (told,) = maker.preview({"files": {KIT_FILE_NAME: text}}, "de", ["label"])["errors"]
    assert (told["text"], told["lang"]) == ("there is no file boxes.csv", "en")
    (told,) = maker.preview({"name": "M" * 92}, "de", ["label"])["errors"]
    assert told["lang"] == "de"


@pytest.mark.parametrize("language", template_names(TemplateKind.TEXT))
def test_no_mistake_names_a_key_of_a_kit_file_or_a_command(language: str) -> None:
    for choices, *_ in TOLD:
        for _, text in told_of(choices, language):
            assert not re.search(r"toml|menace-kit|[a-z]\.[a-z]|[a-z]-[a-z]+ =", text), text


@pytest.mark.parametrize(
    "choices",
    [
        {"machine": "nim-8", "container": "own", "sizes": SMALL_BOX},
        {"machine": "her-19", "palette": "michie-1961", "stock": "avery-5167"},
        {"palette": "four-arrows"},
        {"rules": {"gap": "2"}, "stock": "herma-4608"},
        FLAT_IN_A_CABINET,
    ],
)
def test_each_way_out_of_a_mistake_leads_out_of_it(choices: dict[str, Any]) -> None:
    ((mistake),) = maker.preview(choices, "en", ["label"])["errors"]
    assert mistake["ways"]
    for way in mistake["ways"]:
        assert maker.preview(answered(choices, way["set"]), "en", ["label"])["errors"] == []


def answered(choices: Mapping[str, Any], changes: Mapping[str, str]) -> dict[str, Any]:
    """Return choices as a button changes them."""
    found = dict(choices)
    for name, value in changes.items():
        table, _, key = name.partition(".")
        found[table] = {**found.get(table, {}), key: value} if key else value
    return found


@pytest.mark.parametrize(
    ("choices", "warning"),
    [
        ({}, "may-empty"),
        ({"beads": "wooden-8"}, "too-full"),
        ({"beads": "own", "bead": {"diameter": "30"}}, "too-large"),
    ],
)
def test_a_button_does_what_a_warning_recommends(choices: dict[str, Any], warning: str) -> None:
    text = load_words("en")(f"warnings.short-{warning}", mixes=52)

    def warned(asked: dict[str, Any]) -> list[dict[str, Any]]:
        shown = maker.preview(asked, "en", ["soon"])
        assert shown["errors"] == []
        return [each for each in shown["warnings"] if each["text"] == text]

    (found,) = warned(choices)
    assert found["ways"]
    for way in found["ways"]:
        assert warned(answered(choices, way["set"])) == []


def test_rules_and_purchase_come_to_the_kit_file_and_back() -> None:
    rules = {
        **{"start": "8; 7; 6; 5", "empty": "refill", "protect": "yes", "win": "4"},
        **{"cabinet": "yes", "rows": "38", "columns": "8", "gap": "2"},
        **{"packs": "50; 1000", "pack-prices": "1.5; 20", "price-glue": "2"},
    }
    files = files_of({"machine": "michie-1961", "rules": rules})
    kit = kit_of(files)
    assert kit.spec.beads.start == (8, 7, 6, 5)
    assert kit.spec.learning.empty_box is EmptyBox.REFILL
    assert kit.spec.cabinet is not None
    assert (kit.spec.cabinet.rows, kit.stock.gap) == (38, 2)
    assert list(kit.spec.shopping.prices.packs or ()) == [1.5, 20]
    back = maker.take_in(files)
    assert (back["choices"]["rules"], back["kept"]) == (rules, [])
    assert files_of(back["choices"]) == files
    linked = maker.from_fragment(maker.fragment({"rules": rules}))
    assert linked["choices"] == {"rules": rules}


@pytest.mark.parametrize("typed", ["20,50,100", "20; 50; 100", "20, 50 100"])
def test_packs_may_be_listed_as_people_list_numbers(typed: str) -> None:
    kit = kit_of(files_of({"rules": {"packs": typed, "pack-prices": "1,50; 2, 3.5"}}))
    assert kit.spec.shopping.pack_size == (20, 50, 100)
    assert kit.spec.shopping.prices.packs == (1.5, 2, 3.5)


@pytest.mark.parametrize(
    ("choices", "sizes"),
    [
        ({}, (1000,)),
        ({"beads": "wooden-8"}, (50, 100, 1000)),
        ({"beads": "own", "bead": {"diameter": "8"}}, (1000,)),
        (
            {"files": {KIT_FILE_NAME: 'game = "nim"\n[shopping]\npack-size = [20, 30]\n'}},
            (20, 30),
        ),
    ],
)
def test_prices_without_packs_are_those_of_the_packs_that_hold_anyway(
    choices: dict[str, Any], sizes: tuple[int, ...]
) -> None:
    prices = [float(number) for number in range(1, len(sizes) + 1)]
    asked = {**choices, "rules": {"pack-prices": "; ".join(map(str, prices))}}
    shopping = kit_of(files_of(asked)).spec.shopping
    assert shopping.pack_size == sizes
    assert list(shopping.prices.packs or ()) == prices


def test_prices_are_not_blamed_for_what_else_is_wrong() -> None:
    rules = {"packs": "some", "pack-prices": "1.5; 20"}
    assert [field for field, _ in told_of({"rules": rules})] == ["rules.packs"]
    asked = {"beads": "marbles", "rules": {"pack-prices": "1.5; 20"}}
    assert [field for field, _ in told_of(asked)] == ["beads"]


@pytest.mark.parametrize(
    ("machine", "start"),
    [("michie-1961", (8, 4, 2, 1)), ("her-19", (8, 4, 2)), ("starter", (8, 4, 2))],
)
def test_beads_to_start_with_fit_the_moves_of_a_machine(
    machine: str, start: tuple[int, ...]
) -> None:
    """A rule that is changed leaves how the machine learns as it was."""
    before = kit_of(files_of({"machine": machine})).spec.learning
    kit = kit_of(files_of({"machine": machine, "rules": {"start": "8-4-2-1", "protect": "yes"}}))
    assert kit.spec.beads.start == start
    assert (kit.spec.learning.win, kit.spec.learning.teaches) == (before.win, before.teaches)


def test_beads_to_start_with_fit_the_moves_of_a_kit_that_was_brought() -> None:
    files = files_of({"machine": "her-19"})
    kit = kit_of(files_of({"files": files, "rules": {"start": "4-3-2-1"}}))
    assert kit.spec.beads.start == (4, 3, 2)


def test_a_lesson_in_a_file_of_ones_own_still_learns_as_lessons_do() -> None:
    files = {KIT_FILE_NAME: 'game = "nim"\n'}
    kit = kit_of(files_of({"files": files, "rules": {"empty": "refill"}}))
    assert (kit.spec.learning.win, kit.spec.learning.teaches.value) == (0, "last-move")


def test_prices_are_in_the_list_and_sheets_of_paper_come_later() -> None:
    asked = {"machine": "nim-8", "rules": {"price-pot": "0.5", "packs": "50", "pack-prices": "2"}}
    shown = maker.preview(asked, "en", ["list"])["shopping"]
    assert len(shown["things"]["columns"]) == 4
    assert shown["beads"]["columns"][-1] == load_words("en")("shopping.column-cost")
    soon = maker.preview(asked, "en", ["soon"])
    assert soon["counting"]
    assert soon["shopping"]["beads"] == shown["beads"]
    rows = {row[0] for row in shown["things"]["rows"]}
    assert {row[0] for row in soon["shopping"]["things"]["rows"]} < rows


def test_the_kit_maker_uses_nothing_that_only_the_companion_loads() -> None:
    """Or its page would not start: it has these neither as libraries nor as rooms."""
    code = (
        "import sys; from menace_kit.site import maker; "
        "maker.preview({}, 'en'); list(maker.build({'machine': 'nim-8'})); "
        "maker.take_in({'kit.toml': maker.files_of({})['kit.toml']}); maker.fonts(); "
        "print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    apart = {f"menace_kit.{room}" for room in COMPANION_ROOMS}
    apart |= {name.replace("-", "_") for name, each in packages().wheels.items() if each.companion}
    assert "menace_kit.printables.build" in loaded
    assert sorted(apart & set(loaded)) == []


BY_NEW: list[tuple[list[str], dict[str, Any], list[str]]] = [
    (
        ["sizes.outer.width"],
        {"container": "own", "sizes": {**OWN_BOX, "outer.width": "wide"}},
        ["--box", "56xwidex17", "--tray", "54x33x15"],
    ),
    (
        ["sizes.inside.length"],
        {"container": "own", "sizes": {**OWN_BOX, "inside.length": "57"}},
        ["--box", "56x36x17", "--tray", "57x33x15"],
    ),
    (["language"], {"language": "xx"}, ["--language", "xx"]),
    (["container"], {"container": "shoebox"}, ["--container", "shoebox"]),
    (["beads"], {"beads": "marbles"}, ["--beads", "marbles"]),
    (["machine"], {"machine": "menage"}, ["--preset", "menage"]),
    (
        ["bead.diameter", "bead.length"],
        {"beads": "own", "bead": {"diameter": "0", "title": "dust"}},
        ["--beads", "0 mm dust"],
    ),
]
"""The fields with a mistake, the choices that have it, and what one types
to `new` in their place.
"""


@pytest.mark.parametrize(("fields", "choices", "options"), all_to_prove(BY_NEW, quick=BY_NEW[:2]))
def test_a_mistake_is_told_as_by_new_at_its_field(
    fields: list[str], choices: Mapping[str, Any], options: list[str], tmp_path: Path
) -> None:
    said = run_here("new", "kit", *options, "--yes", folder=tmp_path)
    assert said.code == 2
    assert [field for field, _ in mistakes(choices)] == fields
    assert all(sentence in said.err for _, sentence in mistakes(choices))


KIT = """
game = "noughts-and-crosses"
nmae = "Otto"
[print]
paper = "a5"
container = 3
[learning]
win = "three"
"""


def test_several_mistakes_of_a_kit_file_are_told_at_once_each_at_its_field(tmp_path: Path) -> None:
    (tmp_path / KIT_FILE_NAME).write_text(KIT, encoding="utf-8")
    said = run_here("build", "--kit", KIT_FILE_NAME, folder=tmp_path)
    found = maker.take_in({KIT_FILE_NAME: KIT})["errors"]
    assert sorted(each["field"] for each in found) == [
        "container",
        "files.kit.toml",
        "paper",
        "rules.win",
    ]
    assert all(each["text"] in said.err for each in found)


BY_BUILD = [
    ("stock", ('stock = "plain"', 'stock = "avery-5167"')),
    ("palette", ('palette = "michie-1961"', 'palette = "four-arrows"')),
    ("container", ('container = "slim-matchbox"', 'container = "seed-box"')),
    ("container", ('container = "slim-matchbox"', 'container = "my-box.toml"')),
    ("name", ('name = "MENACE 1961"', 'name = "MENACE 駄"')),
    ("files.printer.toml", None),
]
"""The field with a mistake, and what stands in the kit file in the place of something;
None for a wrong profile.
"""


@pytest.mark.parametrize(("field", "changed"), all_to_prove(BY_BUILD, quick=BY_BUILD[:1]))
def test_what_does_not_go_together_is_told_as_by_build_at_its_field(
    field: str, changed: tuple[str, str] | None, tmp_path: Path
) -> None:
    files = files_of({})
    if changed is None:
        files["printer.toml"] = "offset-x = 40.0\n"
    else:
        assert changed[0] in files[KIT_FILE_NAME]
        files[KIT_FILE_NAME] = files[KIT_FILE_NAME].replace(*changed)
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    said = run_here("build", "--kit", KIT_FILE_NAME, folder=tmp_path)
    assert said.code == 2
    ((at, sentence),) = mistakes({"files": files})
    assert at == field
    assert sentence in said.err


@pytest.mark.parametrize(
    ("unit", "typed"),
    [
        ("mm", ["56", "36,0", " 17 mm "]),
        ("in", ["2.205", "1,417 in", '0.67"']),
    ],
)
def test_sizes_may_be_typed_as_people_write_them(unit: str, typed: list[str]) -> None:
    sizes = dict(zip(OWN_BOX, [*typed, "54", "33", "15"], strict=True))
    if unit == "in":
        sizes |= {"inside.length": "2.126", "inside.width": "1.299", "inside.height": "0.59"}
    asked = {"container": "own", "sizes": sizes, "unit": unit}
    assert files_of(asked) == files_of({"container": "own", "sizes": OWN_BOX})


@pytest.mark.parametrize("typed", ["56x36x17", "5 6", "5 mm mm", "1 in", "²", "0", "2001"])
def test_what_is_no_size_is_blamed_alone(typed: str) -> None:
    found = mistakes({"container": "own", "sizes": {**OWN_BOX, "outer.width": typed}})
    assert [field for field, _ in found] == ["sizes.outer.width"]


# From choices to files, and back.

KEYS = (
    "machine",
    "container",
    "beads",
    "palette",
    "paper",
    "stock",
    "language",
    "name",
    "sets",
    "unit",
)
OWN = {name: [field["key"] for field in own_fields(kind)] for name, kind in own_kinds().items()}
"""What a page calls containers of one's own -> the keys of its fields."""


@st.composite
def choices(draw: st.DrawFn) -> dict[str, Any]:
    """Return something that a page may ask for; not all of it goes together."""

    def one_of(kind: TemplateKind) -> str:
        return draw(
            st.sampled_from([name for name in template_names(kind) if name != MEASURE_YOUR_OWN])
        )

    asked: dict[str, Any] = {"machine": one_of(TemplateKind.MACHINES)}
    for key, kind in {
        "palette": TemplateKind.PALETTES,
        "stock": TemplateKind.STOCK,
        "language": TemplateKind.TEXT,
    }.items():
        if draw(st.booleans()):
            asked[key] = one_of(kind)
    if draw(st.booleans()):
        asked["paper"] = draw(st.sampled_from(list(PAPERS)))
    if draw(st.booleans()):
        asked["name"] = draw(
            st.text('MENACE é"\\#', min_size=1, max_size=20).map(str.strip).filter(bool)
        )
    number = st.integers(1, 2000).map(lambda tenths: f"{tenths / 10:g}")
    asked["beads"] = draw(st.sampled_from([*template_names(TemplateKind.BEADS), "own"]))
    if asked["beads"] == "own":
        asked["bead"] = {"diameter": draw(number), "title": "wooden"}
        asked["bead"] |= {"length": draw(number)} if draw(st.booleans()) else {}
    asked["container"] = (
        one_of(TemplateKind.CONTAINERS)
        if draw(st.booleans())
        else draw(st.sampled_from(sorted(OWN)))
    )
    if asked["container"] in OWN:
        keys = OWN[asked["container"]]
        asked["sizes"] = {key: draw(number) for key in keys if key != "together"}
        if "together" in keys:
            asked["sizes"]["together"] = str(draw(st.integers(1, 1000)))
    if draw(st.booleans()):
        asked["rules"] = {
            "protect": draw(st.sampled_from(["yes", "no"])),
            "empty": draw(st.sampled_from([rule.value for rule in EmptyBox])),
            "start": str(draw(st.integers(1, 9))),
        }
    if asked["container"] == "fold-up" and draw(st.booleans()):
        asked["folded"] = {side: draw(number) for side in ("length", "width", "height")}
    return asked


@examples(5, 200)
@given(choices())
def test_choices_become_files_and_files_the_same_choices(asked: dict[str, Any]) -> None:
    try:
        files = files_of(asked)
    except MistakesError:
        assume(False)
    back = maker.take_in(files)
    assert (back["errors"], back["kept"]) == ([], [])
    assert files_of(back["choices"]) == files
    assert back["machine"] == asked["machine"]
    assert KIT_FILE_NAME not in back["choices"]["files"]
    linked = maker.from_fragment(maker.fragment(asked))
    assert (linked["errors"], linked["choices"]) == ([], asked)


@examples(8, 200)
@given(choices())
def test_each_mistake_is_at_a_field_that_the_form_has(asked: dict[str, Any]) -> None:
    fields = {*KEYS, *(f"bead.{key}" for key in ("diameter", "length"))}
    fields |= {f"sizes.{key}" for key in OWN.get(asked["container"], ())} | {
        f"folded.{key}" for key in SIDES
    }
    for each in maker.preview({**asked, "machine": "nim-8"}, "en", ["label"])["errors"]:
        assert each["field"] in fields | {"folded"}, each


JUNK = st.text(max_size=8) | st.sampled_from(
    ["0", "-1", "1e3", "nan", "56 mm", "x.toml", "../kit.toml", "56x36x17", "kit.toml"]
)


@examples(8, 200)
@given(
    st.dictionaries(st.sampled_from(KEYS), JUNK)
    | st.dictionaries(
        st.just("files"), st.dictionaries(JUNK | st.just(KIT_FILE_NAME), JUNK, max_size=3)
    ),
    st.sampled_from(["own", "own-cup", "own-carton", "fold-up"]),
    st.dictionaries(
        st.sampled_from(["outer.length", "rim", "label.width", "together", "length"]), JUNK
    ),
)
def test_whatever_is_typed_is_a_mistake_with_a_sentence_or_right(
    typed: dict[str, Any], container: str, sizes: dict[str, str]
) -> None:
    for asked in (
        typed,
        {"container": container, "sizes": sizes, "folded": sizes, "machine": "nim-8"},
    ):
        found = maker.preview(asked, "en", ["label"])
        assert all(each["field"] and each["text"] for each in found["errors"])
        assert found["errors"] or found["label"]["svg"]


@pytest.mark.parametrize(
    "files", [{KIT_FILE_NAME: "\ud800"}, {"\ud800.toml": ""}, {"駄" * 100: ""}]
)
def test_files_in_a_link_that_no_disk_takes_are_told(files: dict[str, str]) -> None:
    packed = zlib.compress(json.dumps(files).encode())
    found = maker.from_fragment(f"files={base64.urlsafe_b64encode(packed).decode()}")
    assert [each["field"] for each in found["errors"]] == ["files"]


@given(
    st.dictionaries(
        JUNK | st.sampled_from([KIT_FILE_NAME, "printer.toml", "a.csv"]),
        st.binary(max_size=20) | JUNK,
    )
)
def test_whatever_is_dropped_is_taken_in_or_told(files: dict[str, str | bytes]) -> None:
    found = maker.take_in(files)
    assert all(each["field"] and each["text"] for each in found["errors"])


# What is brought stays.


def test_a_kit_file_that_the_form_cannot_show_keeps_all_that_no_field_changes() -> None:
    mine = files_of({})[KIT_FILE_NAME].replace("draw = 1 ", "draw = 2 # ours: kinder")
    mine = mine.replace("reserve-percent = 20 ", "reserve-percent = 25 ")
    back = maker.take_in({"my kit (1).toml": mine})
    assert back["machine"] == "michie-1961"
    assert back["kept"] == ["learning.draw = 2", "shopping.reserve-percent = 25"]
    assert files_of(back["choices"]) == {KIT_FILE_NAME: mine}
    changed = files_of({**back["choices"], "paper": "letter", "container": "craft-box"})[
        KIT_FILE_NAME
    ]
    before, after = mine.splitlines(), changed.splitlines()
    assert [line.split("  ")[0] for line in after if line not in before] == [
        'container = "craft-box"',
        'paper = "letter"',
    ]
    linked = maker.from_fragment(maker.fragment(back["choices"]))
    assert (linked["choices"], linked["kept"]) == (back["choices"], back["kept"])


def test_a_kit_with_files_beside_it_and_a_profile_is_taken_in_whole() -> None:
    asked = {
        "machine": "her-19",
        "container": "own",
        "sizes": OWN_BOX,
        "beads": "own",
        "bead": {"diameter": "8"},
    }
    files = {**files_of(asked), "printer.toml": "offset-x = 1.5\n"}
    back = maker.take_in({name: text.encode() for name, text in files.items()})
    assert (back["errors"], back["kept"], back["machine"]) == ([], [], "her-19")
    assert back["choices"]["sizes"] == OWN_BOX
    assert back["choices"]["files"] == {"printer.toml": "offset-x = 1.5\n"}
    assert files_of(back["choices"]) == files


@pytest.mark.prove
def test_a_class_gets_the_sets_that_the_command_makes(tmp_path: Path) -> None:
    assert by_page({"machine": "her-19", "sets": "3"}) == by_command(
        "her-19", tmp_path, "--sets", "3"
    )
