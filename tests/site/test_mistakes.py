"""Mistakes on the kit maker's page: each at its field, in the page's words, with a way out."""

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from menace_kit.errors import MistakesError
from menace_kit.files import KIT_FILE_NAME
from menace_kit.machine.schema import EmptyBox
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.site import maker, preview
from menace_kit.site.choices import files_of, sets_of
from menace_kit.site.fetching import packages
from menace_kit.site.logbook_folder import kit_of
from menace_kit.site.packing import COMPANION_ROOMS
from menace_kit.text import load_words
from tests.cli.running import run_here
from tests.examples import all_to_prove
from tests.site.kit_maker import OWN_BOX, own


def mistakes(choices: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the field of each mistake, and what the command says of it."""
    try:
        kit, _ = preview.kit_of(tuple(files_of(choices).items()))
        preview.printables_of(kit, sets_of(choices))
    except MistakesError as error:
        return [(each.field, each.text) for each in error.found]
    return []


def told_of(choices: Mapping[str, Any], language: str = "en") -> list[tuple[str, str]]:
    """Return the field of each mistake, and what the page says of it."""
    found = maker.preview(choices, language, ["label", "sheet"])["errors"]
    return [(each["field"], each["text"]) for each in found]


SMALL_BOX = dict(zip(OWN_BOX, ("20", "10", "8", "18", "8", "6"), strict=True))


FLAT_BOX = dict(zip(OWN_BOX, ("53", "36", "8", "51", "34", "6"), strict=True))


FLAT_IN_A_CABINET = {
    "container": "own",
    "sizes": FLAT_BOX,
    "rules": {"cabinet": "yes", "rows": "38", "columns": "8"},
}


TOLD: list[tuple[dict[str, Any], str, str, dict[str, object]]] = [
    ({"name": "MENACE 駄"}, "name", "wrong-sign", {"sign": "駄"}),
    ({"name": "MENACE\t2"}, "name", "wrong-other", {}),
    (own(outer_width="wide"), "sizes.outer.width", "wrong-size", {}),
    (own(outer_width=""), "sizes.outer.width", "wrong-size", {}),
    (own(inside_length="57"), "sizes.inside.length", "wrong-inside", {"outer": "56"}),
    (own(inside_length="56"), "sizes.inside.length", "wrong-inside", {"outer": "56"}),
    ({"container": "own", "sizes": SMALL_BOX}, "sizes.outer.height", "wrong-small", {"by": "0.2"}),
    (  # its words stand below the board
        {"container": "fold-up", "folded": {"length": "40", "width": "18", "height": "14"}},
        "folded.height",
        "wrong-small",
        {"by": "0.6"},
    ),
    (
        {"container": "fold-up", "folded": {"length": "500", "width": "300", "height": "300"}},
        "folded.width",
        "wrong-large",
        {"by": "826.1"},
    ),
    ({"beads": "own"}, "bead.diameter", "wrong-size", {}),
    ({"beads": "own", "bead": {"diameter": "8", "length": "x"}}, "bead.length", "wrong-size", {}),
    ({"beads": "marbles"}, "beads", "wrong-other", {}),
    ({"machine": "menage"}, "machine", "wrong-other", {}),
    ({"sets": "101"}, "sets", "wrong-whole", {"least": 1, "most": 100}),
    ({"stock": "avery-5167"}, "stock", "wrong-paper", {"paper": "Letter"}),
    ({"stock": "avery-l4731"}, "stock", "wrong-label-sheet", {}),
    ({"palette": "four-arrows"}, "palette", "wrong-colours", {"needed": 9, "n": 4}),
    (
        {"machine": "her-19", "rules": {"start": "5; 4"}},
        "rules.start",
        "wrong-start",
        {"n": 3},
    ),
    (
        {"files": files_of({"machine": "her-19"}), "rules": {"start": "5; 4"}},
        "rules.start",
        "wrong-start",
        {"n": 3},
    ),
    ({"rules": {"protect": "maybe"}}, "rules.protect", "wrong-other", {}),
    ({"rules": {"cabinet": "ja"}}, "rules.cabinet", "wrong-other", {}),
    ({"rules": {"empty": "explode"}}, "rules.empty", "wrong-other", {}),
    (
        {"rules": {"cabinet": "yes", "rows": "9"}},
        "rules.columns",
        "wrong-whole",
        {"least": 1, "most": 1000},
    ),
    (FLAT_IN_A_CABINET, "rules.cabinet", "wrong-flat-cabinet", {}),
    ({"rules": {"gap": "99"}}, "rules.gap", "wrong-whole", {"least": 0, "most": 20}),
    ({"rules": {"gap": "2"}, "stock": "herma-4608"}, "rules.gap", "wrong-gap-sheet", {}),
    ({"rules": {"packs": "many"}}, "rules.packs", "wrong-number", {"example": "50; 1000"}),
    ({"rules": {"packs": "50; 100.7"}}, "rules.packs", "wrong-number", {"example": "50; 1000"}),
    ({"rules": {"packs": "-50"}}, "rules.packs", "wrong-number", {"example": "50; 1000"}),
    (
        {"rules": {"packs": "50", "pack-prices": "-5"}},
        "rules.pack-prices",
        "wrong-pack-prices",
        {},
    ),
    ({"rules": {"pack-prices": "2; 3"}}, "rules.pack-prices", "wrong-pack-prices", {}),
    ({"rules": {"price-glue": "dear"}}, "rules.price-glue", "wrong-number", {"example": "1.50"}),
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
    assert (told["field"], told["lang"]) == ("name", "de")
    assert told["text"] == load_words("de")("maker.wrong-long", most=80)


@pytest.mark.parametrize("language", all_to_prove(template_names(TemplateKind.TEXT), quick=["fr"]))
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


WARNED = {
    "may-empty": "can run empty",
    "too-full": "still mix",
    "too-large": "doesn't fit",
}
"""Words of each warning."""


@pytest.mark.parametrize(
    ("choices", "warning"),
    [
        ({}, "may-empty"),
        ({"beads": "wooden-8"}, "too-full"),
        ({"beads": "own", "bead": {"diameter": "30"}}, "too-large"),
    ],
)
def test_a_button_does_what_a_warning_recommends(choices: dict[str, Any], warning: str) -> None:
    begins = WARNED[warning]

    def warned(asked: dict[str, Any]) -> list[dict[str, Any]]:
        shown = maker.preview(asked, "en", ["soon"])
        assert shown["errors"] == []
        return [each for each in shown["warnings"] if begins in each["text"]]

    (found,) = warned(choices)
    assert found["ways"]
    for way in found["ways"]:
        assert warned(answered(choices, way["set"])) == []


def test_rules_and_purchase_come_to_the_kit_file() -> None:
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
    linked = maker.from_fragment(maker.fragment({"rules": rules}))
    assert linked["choices"] == {"rules": rules}


@pytest.mark.parametrize("typed", ["20,50,100", "20; 50; 100", "20, 50 100"])
def test_packs_may_be_listed_as_people_list_numbers(typed: str) -> None:
    kit = kit_of(files_of({"rules": {"packs": typed, "pack-prices": "1,50; 2, 3.5"}}))
    assert kit.spec.shopping.pack_size == (20, 50, 100)
    assert kit.spec.shopping.prices.packs == (1.5, 2, 3.5)


def test_prices_are_not_blamed_for_what_else_is_wrong() -> None:
    rules = {"packs": "some", "pack-prices": "1.5; 20"}
    assert [field for field, _ in told_of({"rules": rules})] == ["rules.packs"]


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
    assert shown["beads"]["columns"][-1] == load_words("en").lines("shopping.bead-columns")[-1]
    soon = maker.preview(asked, "en", ["soon"])
    assert soon["counting"]
    assert soon["shopping"]["beads"] == shown["beads"]
    rows = {row[0] for row in shown["things"]["rows"]}
    assert {row[0] for row in soon["shopping"]["things"]["rows"]} < rows


@pytest.mark.prove
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
    ("palette", ('palette = "iron-beads"', 'palette = "four-arrows"')),
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


@pytest.mark.parametrize("typed", ["56x36x17", "5 6", "5 mm cm", "1 in", "²", "0", "2001"])
def test_what_is_no_size_is_blamed_alone(typed: str) -> None:
    found = mistakes({"container": "own", "sizes": {**OWN_BOX, "outer.width": typed}})
    assert [field for field, _ in found] == ["sizes.outer.width"]
