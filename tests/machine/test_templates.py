"""Every file in templates/ that a kit can name."""

import re
from pathlib import Path

import pytest

from menace_kit.errors import KitError, UnknownNameError
from menace_kit.files import templates_folder
from menace_kit.machine import load_preset
from menace_kit.machine.containers import Container
from menace_kit.machine.palettes import Palette
from menace_kit.machine.papers import Stock
from menace_kit.machine.sizes import BeadSize
from menace_kit.machine.tables import Table
from menace_kit.machine.toml_files import TemplateKind, load_template, template_names, template_path
from menace_kit.text import load_words
from tests.examples import preset
from tests.machine.conftest import Complaint, KitOf

MODELS: dict[TemplateKind, type[Table]] = {
    TemplateKind.PALETTES: Palette,
    TemplateKind.CONTAINERS: Container,
    TemplateKind.BEADS: BeadSize,
    TemplateKind.STOCK: Stock,
}

PRESETS = {
    # name: boxes, starting beads
    "both-players": (593, 3711),
    "gallmo": (593, 3711),
    "gallmo-rules": (593, 8694),
    "game-player": (2201, 34857),
    "gardner-her-24": (24, 55),
    "her-19": (19, 45),
    "her-37": (37, 90),
    "her-3x4": (114, 365),
    "him-18": (18, 37),
    "michie-1961": (304, 1720),
    "michie-1961-287": (287, 1674),
    "nim-13": (13, 36),
    "nim-16": (16, 45),
    "nim-20": (20, 57),
    "nim-8": (8, 21),
    "notebook": (627, 6810),
    "pulles": (304, 1182),
    "scroggs": (304, 1798),
    "second-player": (289, 1991),
    "starter": (121, 1194),
    "van-woudenberg": (627, 3745),
}


def test_the_table_above_has_every_preset() -> None:
    assert template_names(TemplateKind.MACHINES) == sorted(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_loads_with_its_boxes_and_beads(name: str) -> None:
    kit = preset(name)
    assert (len(kit.boxes), sum(box.start_total for box in kit.boxes)) == PRESETS[name]
    assert kit.source == f"preset {name}"


@pytest.mark.parametrize("name", template_names(TemplateKind.MACHINES))
def test_every_preset_says_where_its_rules_are_from(name: str) -> None:
    text = template_path(TemplateKind.MACHINES, name).read_text(encoding="utf-8")
    assert re.search(r"^# Source: \w", text, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (kind, name)
        for kind in MODELS
        for name in template_names(kind)
        if name != "measure-your-own"
    ],
    ids=str,
)
def test_every_template_loads_and_names_its_source(kind: TemplateKind, name: str) -> None:
    # measure-your-own is a form to fill in; test_container.py fills it in.
    model = load_template(MODELS[kind], kind, name)
    assert getattr(model, "source", "")


@pytest.mark.parametrize("name", template_names(TemplateKind.TEXT))
def test_every_language_loads(name: str) -> None:
    assert load_words(name)("page.sheet", page=1, pages=2)


def test_every_folder_of_templates_that_is_not_for_the_program_alone_can_be_chosen_from() -> None:
    folders = {path.name for path in templates_folder().iterdir() if path.is_dir()}
    assert {kind.value for kind in TemplateKind} == folders - {"fonts", "pages", "site"}
    assert all(template_names(kind) for kind in TemplateKind)


def test_an_unknown_preset_is_refused_with_the_nearest_and_with_all() -> None:
    with pytest.raises(UnknownNameError) as caught:
        load_preset("michie-1962")
    assert str(caught.value) == (
        "there is no preset 'michie-1962'; did you mean michie-1961? "
        f"choose from: {', '.join(sorted(PRESETS))}"
    )


@pytest.mark.parametrize(
    ("key", "what", "near", "nearest"),
    [
        ("beads.palette", "palette", "tol-mutd", "tol-muted"),
        ("beads.kind", "bead", "poni", "pony"),
        ("print.container", "container", "slim-match-box", "slim-matchbox"),
        ("print.stock", "label stock", "plane", "plain"),
        ("print.language", "language", "e", "en"),
    ],
)
def test_an_unknown_template_is_refused_with_key_nearest_and_choices(
    complaint: Complaint, key: str, what: str, near: str, nearest: str
) -> None:
    message = complaint(f'{key} = "{near}"')
    assert message.startswith(
        f"kit.toml: {key}: there is no {what} '{near}'; did you mean {nearest}? choose from: "
    )
    assert nearest in message.partition("choose from: ")[2].split(", ")
    assert "did you mean" not in complaint(f'{key} = "xyzzy"')


@pytest.mark.parametrize("name", ["../machines/gallmo", "", "/etc/passwd", "Plain"])
def test_a_name_is_one_of_the_list_and_no_way_to_other_files(name: str) -> None:
    with pytest.raises(UnknownNameError, match="there is no label stock"):
        template_path(TemplateKind.STOCK, name)


@pytest.mark.parametrize(
    ("key", "original"),
    [
        ("beads.palette", "palettes/tol-muted.toml"),
        ("beads.kind", "beads/pony.toml"),
        ("print.container", "containers/craft-box.toml"),
        ("print.stock", "stock/avery-l7160.toml"),
    ],
)
def test_a_template_may_be_a_file_beside_the_kit(
    kit_of: KitOf, complaint: Complaint, tmp_path: Path, key: str, original: str
) -> None:
    text = (templates_folder() / original).read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    assert complaint(f'{key} = "mine.toml"').startswith(
        f"kit.toml: {key}: there is no file mine.toml for the"
    )

    mine.write_text(
        re.sub("^title = .*", 'title = "Mine"', text, flags=re.MULTILINE), encoding="utf-8"
    )
    kit = kit_of(f'{key} = "mine.toml"')
    if key == "beads.palette":
        assert kit.colours[0].name == "indigo"
    else:
        assert [kit.bead.title, kit.container.title, kit.stock.title].count("Mine") == 1

    mine.write_text('titel = "Mine"\n' + text, encoding="utf-8")
    with pytest.raises(KitError, match=r"mine\.toml: there is no key titel; did you mean title\?"):
        kit_of(f'{key} = "mine.toml"')
