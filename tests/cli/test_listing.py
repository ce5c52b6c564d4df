"""`list`: everything that a kit file can name, and every sheet, is listed, and shown as it is."""

import inspect
import json
from pathlib import Path

import pytest

from menace_kit.cli.listing import KINDS
from menace_kit.games import Nim
from menace_kit.machine.kit_files import load_preset
from menace_kit.machine.toml_files import TemplateKind, template_names, template_path
from menace_kit.printables.catalogue import SHEETS
from tests.cli.conftest import Menace
from tests.cli.running import complaint

OF_TEMPLATES = {
    "machines": TemplateKind.MACHINES,
    "palettes": TemplateKind.PALETTES,
    "beads": TemplateKind.BEADS,
    "containers": TemplateKind.CONTAINERS,
    "stock": TemplateKind.STOCK,
    "languages": TemplateKind.TEXT,
}


def test_each_kind_is_listed_with_how_many_and_where_a_name_goes(menace: Menace) -> None:
    lines = menace("list").out.splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == list(KINDS)
    assert set(OF_TEMPLATES) | {"games", "sheets"} == set(KINDS)
    for kind, listing in KINDS.items():
        (line,) = [line for line in lines if line.startswith(f"{kind} ")]
        assert line.split()[1] == str(len(listing.names()))
        assert line.endswith(listing.used)
    assert max(map(len, lines)) <= 80
    facts = json.loads(menace("list", "--json").out)
    assert {each["kind"]: each["count"] for each in facts} == {
        kind: len(listing.names()) for kind, listing in KINDS.items()
    }


@pytest.mark.parametrize("kind", OF_TEMPLATES)
def test_a_kind_is_listed_by_name(menace: Menace, kind: str) -> None:
    lines = menace("list", kind).out.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == template_names(OF_TEMPLATES[kind])
    assert lines[-1].endswith(KINDS[kind].used)
    # `new` sets a number in front of each.
    assert max(len(f"  10  {line}") for line in lines[:-1]) <= 80
    assert len(lines[-1]) <= 80
    facts = json.loads(menace("list", kind, "--json").out)
    assert [each["name"] for each in facts] == template_names(OF_TEMPLATES[kind])
    assert all(each["title"] in menace("list", kind).out for each in facts)
    assert not [each for each in facts if "..." in each["title"] or not each["title"]]


def test_machines_of_one_name_are_told_apart(menace: Menace) -> None:
    titles = [line.split(maxsplit=1)[1] for line in menace("list", "machines").out.splitlines()]
    assert len(
        {load_preset(name).spec.name for name in template_names(TemplateKind.MACHINES)}
    ) < len(titles)
    assert len(set(titles)) == len(titles)


def test_sheets_are_listed_by_what_they_are_for(menace: Menace) -> None:
    lines = menace("list", "sheets").out.splitlines()[:-1]
    assert [line for line in lines if not line.startswith(" ")] == [
        *("To buy:", "To build it:", "To play with it:", "Of games that were played:")
    ]
    assert [line.split()[0] for line in lines if line.startswith(" ")] == [
        sheet.name for sheet in SHEETS
    ]
    facts = json.loads(menace("list", "sheets", "--json").out)
    assert facts[0]["purpose"] == "to buy"
    shown = menace("list", "sheets", "labels").out
    assert shown.startswith(f"{facts[1]['summary']}\nIts own options")
    assert "--start-at" in shown


@pytest.mark.parametrize("kind", OF_TEMPLATES)
def test_a_file_is_shown_byte_for_byte(menace: Menace, kind: str) -> None:
    for name in template_names(OF_TEMPLATES[kind]):
        shown = menace("list", kind, name).out.encode()
        assert shown == template_path(OF_TEMPLATES[kind], name).read_bytes()


def test_the_rules_of_a_game_are_shown_to_be_copied(menace: Menace) -> None:
    path = inspect.getsourcefile(Nim)
    assert path is not None
    assert menace("list", "games", "nim").out == Path(path).read_text(encoding="utf-8")
    assert complaint(menace("list", "games", "chess"), 2).startswith("there is no game 'chess'; ")


def test_a_shown_file_can_be_copied_and_used(menace: Menace, tmp_path: Path) -> None:
    copy = menace("list", "palettes", "michie-1961").out.replace('"white"', '"snow"')
    (tmp_path / "my-colours.toml").write_text(copy, encoding="utf-8")
    (tmp_path / "kit.toml").write_text('[beads]\npalette = "my-colours.toml"', encoding="utf-8")
    assert "snow" in menace("boxes", "1").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bead"], "there is no list of 'bead'; did you mean beads? choose from: machines, "),
        (["guide"], "there is no list of 'guide'; choose from: machines, palettes, beads, "),
        (["stock", "avery-9"], "there is no label stock 'avery-9'; did you mean "),
        (["beads", "../kit"], "there is no bead '../kit'; "),
        (["sheets", "fense"], "there is no sheet 'fense'; did you mean fence? choose from: "),
        (["beads", "pony", "--json"], "--json is for a list of names; "),
    ],
)
def test_what_is_not_there_is_refused_with_what_is(
    menace: Menace, arguments: list[str], said: str
) -> None:
    assert complaint(menace("list", *arguments), 2).startswith(said)
