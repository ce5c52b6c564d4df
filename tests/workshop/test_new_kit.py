"""A new kit file: the machine of its preset, and every key that there is, explained."""

import re
import tomllib
from itertools import product
from pathlib import Path

import pytest

from menace_kit.errors import KitError, UnknownNameError
from menace_kit.files import KIT_FILE_NAME, templates_folder
from menace_kit.machine import load_kit
from menace_kit.machine.containers import Container, ContainerKind
from menace_kit.machine.schema import Spec, default_spec
from menace_kit.machine.tables import Table, known_keys, parse_table
from menace_kit.machine.toml_files import (
    TemplateKind,
    load_template,
    read_toml,
    template_names,
    template_path,
)
from menace_kit.workshop.kit_files import Wishes, kit_files, palette_of_new_kits, wished
from menace_kit.workshop.own_boxes import CONTAINER_FILE_NAME, MEASURE_YOUR_OWN, own_of_sizes
from menace_kit.workshop.warnings import kit_warnings
from tests.examples import PRESETS, all_to_prove, preset

KINDS = {
    name: load_template(Container, TemplateKind.CONTAINERS, name).kind
    for name in template_names(TemplateKind.CONTAINERS)
    if name != MEASURE_YOUR_OWN
}
CONTAINERS = [name for name, kind in KINDS.items() if kind.slides]


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder / KIT_FILE_NAME


def keys_of(model: type[Table], *table: str) -> set[str]:
    keys: set[str] = set()
    for key in known_keys(model, table):
        inner = keys_of(model, *table, key) if known_keys(model, (*table, key)) else {key}
        keys |= {f"{table[-1]}.{name}" for name in inner} if table else inner
    return keys


def explained_keys(text: str) -> list[str]:
    """Return the keys that stand in a kit file with a comment behind them,
    those in commented lines too.
    """
    keys, table = [], ""
    for line in text.splitlines():
        if match := re.match(r"(?:# )?\[([a-z.-]+)\]", line):
            table = f"{match[1]}."
        elif match := re.match(r"(?:# )?([a-z-]+) = .*\S\s+# \S", line):
            keys.append(f"{table}{match[1]}")
    return keys


@pytest.mark.parametrize("name", ["her-3x4", "michie-1961", "nim-13"])
def test_the_kit_file_of_a_preset_is_the_same_machine(tmp_path: Path, name: str) -> None:
    its_own = Wishes(palette=preset(name).spec.beads.palette)
    kit = load_kit(written(tmp_path, kit_files(name, its_own)))
    assert kit.fingerprint == preset(name).fingerprint
    assert kit.spec == lettered(preset(name).spec)
    assert kit.boxes == preset(name).boxes


def test_a_new_kit_has_colours_that_everybody_can_tell_apart_instead_of_michies(
    tmp_path: Path,
) -> None:
    name = "michie-1961"
    kit, michie = load_kit(written(tmp_path, kit_files(name))), preset(name)
    assert michie.spec.beads.palette == "michie-1961"
    assert palette_of_new_kits(name) == kit.spec.beads.palette == "iron-beads"
    assert [box.position for box in kit.boxes] == [box.position for box in michie.boxes]
    assert not [warning for warning in kit_warnings(kit) if "alike" in warning.key]


def test_a_preset_that_names_its_colours_keeps_them(tmp_path: Path) -> None:
    kit = load_kit(written(tmp_path, kit_files("nim-13")))
    assert kit.spec.beads.palette == palette_of_new_kits("nim-13") == "four-arrows"


def test_ones_own_palette_is_copied_beside_the_kit_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_bytes(template_path(TemplateKind.PALETTES, "tol-muted").read_bytes())
    files = kit_files("michie-1961", Wishes(palette=str(mine)))
    assert files["mine.toml"].encode() == mine.read_bytes()
    assert load_kit(written(tmp_path, files)).colours[0].name == "indigo"


@pytest.mark.parametrize("name", ["her-19", "michie-1961", "nim-13"])
def test_every_key_stands_in_the_kit_file_once_with_a_comment(name: str) -> None:
    keys = explained_keys(kit_files(name)[KIT_FILE_NAME])
    assert sorted(keys) == sorted(keys_of(Spec))


@pytest.mark.parametrize("name", ["her-19", "michie-1961", "nim-13"])
def test_the_kit_file_begins_with_what_the_preset_says_of_itself(name: str) -> None:
    source = template_path(TemplateKind.MACHINES, name).read_text(encoding="utf-8")
    first = source.splitlines()[0]
    assert first.startswith("# ")
    assert kit_files(name)[KIT_FILE_NAME].startswith(f"{first}\n")


def test_the_comments_stand_below_each_other() -> None:
    text = kit_files("michie-1961")[KIT_FILE_NAME]
    columns = {
        len(match[0]) for match in re.finditer(r"^[a-z-]+ = .*?\s+(?=# )", text, re.MULTILINE)
    }
    assert columns == {35}
    assert all(line == line.rstrip() for line in text.splitlines())


def lettered(spec: Spec, **beads: str) -> Spec:
    """Return what is new in a kit file of today: letters of its language,
    which older ones do not ask for.
    """
    update = {"letters": "language", **beads}
    return spec.model_copy(update={"beads": spec.beads.model_copy(update=update)})


def test_the_commented_kit_file_shows_the_defaults() -> None:
    shown = parse_table(Spec, read_toml(templates_folder() / KIT_FILE_NAME), "test")
    assert shown == lettered(default_spec(), palette="iron-beads")


def test_without_a_cabinet_its_lines_are_comments_that_can_be_taken_back(tmp_path: Path) -> None:
    text = kit_files("scroggs")[KIT_FILE_NAME]
    assert "cabinet" not in tomllib.loads(text)
    before, heading, cabinet_on = text.partition("# [cabinet]")
    taken_back = re.sub(r"(?m)^# (\[cabinet\]|rows|columns)", r"\1", heading + cabinet_on)
    path = written(tmp_path, {KIT_FILE_NAME: before + taken_back})
    cabinet = load_kit(path).spec.cabinet
    assert cabinet is not None
    assert (cabinet.rows, cabinet.columns) == (38, 8)


@pytest.mark.parametrize(
    ("name", "container"),
    all_to_prove(product(PRESETS, CONTAINERS), quick=[("her-19", "craft-box")]),
)
def test_another_container_changes_only_the_container(
    tmp_path: Path, name: str, container: str
) -> None:
    files = kit_files(name, Wishes(container, palette=preset(name).spec.beads.palette))
    assert list(files) == [KIT_FILE_NAME]
    kit = load_kit(written(tmp_path, files))
    assert kit.spec.print.container == container
    assert kit.fingerprint == preset(name).fingerprint
    same = kit.spec.print.model_copy(update={"container": preset(name).spec.print.container})
    assert kit.spec.model_copy(update={"print": same}) == lettered(preset(name).spec)


@pytest.mark.parametrize("container", [name for name, kind in KINDS.items() if not kind.slides])
def test_what_has_no_sleeve_gets_no_cabinet_of_slots_for_matchboxes(container: str) -> None:
    of_matchboxes = {"cabinet": {"rows": 5, "columns": 4}}
    assert "cabinet" not in wished(of_matchboxes, Wishes(container))[0]
    assert wished(of_matchboxes, Wishes("craft-box"))[0]["cabinet"] == of_matchboxes["cabinet"]


def test_to_measure_ones_own_box_there_is_a_file_for_its_sizes(tmp_path: Path) -> None:
    files = kit_files("scroggs", Wishes(MEASURE_YOUR_OWN))
    assert list(files) == [KIT_FILE_NAME, CONTAINER_FILE_NAME]
    path = written(tmp_path, files)
    with pytest.raises(KitError, match=r"my-box\.toml: not measured yet, still 0: outer\.length, "):
        load_kit(path)
    outer, tray = ("length = 0, width = 0, height = 0",) * 2
    own = files[CONTAINER_FILE_NAME]
    own = own.replace(outer, "length = 60, width = 40, height = 20", 1)
    own = own.replace(tray, "length = 58, width = 38, height = 18", 1)
    written(tmp_path, {CONTAINER_FILE_NAME: own})
    assert load_kit(path).container.label_width == 39


def test_a_container_file_is_copied_beside_the_kit_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    craft = template_path(TemplateKind.CONTAINERS, "craft-box").read_bytes()
    (tmp_path / "boxes").mkdir()
    (tmp_path / "boxes" / "mine.toml").write_bytes(craft)
    monkeypatch.chdir(tmp_path)
    files = kit_files("michie-1961", Wishes("boxes/mine.toml"))
    assert files["mine.toml"].encode() == craft
    assert load_kit(written(tmp_path, files)).container.title == "Craft matchbox"


def test_a_container_file_cannot_have_the_name_of_the_kit_file(tmp_path: Path) -> None:
    path = tmp_path / KIT_FILE_NAME
    path.write_bytes(template_path(TemplateKind.CONTAINERS, "craft-box").read_bytes())
    with pytest.raises(KitError, match=r"has the same name; rename it$"):
        kit_files("michie-1961", Wishes(str(path)))


def test_what_is_not_there_is_refused_with_what_is() -> None:
    with pytest.raises(UnknownNameError, match="there is no preset 'scrogs'; did you mean scroggs"):
        kit_files("scrogs")
    with pytest.raises(
        UnknownNameError, match="there is no container 'shoe-box'; choose from: craft-box"
    ):
        kit_files("scroggs", Wishes("shoe-box"))
    with pytest.raises(KitError, match=r"^my\.toml is a kit file already"):
        kit_files("my.toml")


def test_the_inside_of_an_envelope_follows_from_its_front() -> None:
    made = own_of_sizes(ContainerKind.ENVELOPE, [(110, 75)])
    assert (made.outer, made.inside) == ((12, 110, 75), (10, 102, 51))
