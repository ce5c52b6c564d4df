"""`new`: a kit file of one's own, or nothing."""

from pathlib import Path

import pytest

from menace_kit.machine import load_kit, load_preset
from menace_kit.machine.toml_files import TemplateKind, template_names, template_path
from tests.cli.conftest import Menace
from tests.cli.running import complaint, contents

PRESETS = template_names(TemplateKind.MACHINES)


@pytest.mark.parametrize("name", PRESETS)
def test_a_new_kit_file_is_the_machine_of_its_preset(menace: Menace, tmp_path: Path, name: str) -> None:
    result = menace("new", "mine", "--preset", name)
    assert (result.code, result.err) == (0, "")
    assert set(contents(tmp_path / "mine")) == {"kit.toml"}
    kit = load_kit(tmp_path / "mine" / "kit.toml")
    assert kit.fingerprint == load_preset(name).fingerprint
    assert kit.colours == load_preset(name).colours


@pytest.mark.parametrize("name", template_names(TemplateKind.CONTAINERS))
def test_a_new_kit_file_has_the_container_that_was_named(menace: Menace, tmp_path: Path, name: str) -> None:
    result = menace("new", "mine", "--container", name)
    assert result.code == 0
    own = name == "measure-your-own"
    assert set(contents(tmp_path / "mine")) == ({"kit.toml", "my-box.toml"} if own else {"kit.toml"})
    text = (tmp_path / "mine" / "kit.toml").read_text(encoding="utf-8")
    assert f'container = "{"my-box.toml" if own else name}" ' in text


def test_new_says_what_it_wrote_and_what_to_do_next(menace: Menace, tmp_path: Path) -> None:
    lines = menace("new", "mine").out.splitlines()
    path = Path("mine", "kit.toml")
    assert lines == [str(path), f"Change it as you like; then:  menace-kit build --kit {path}"]
    built = menace("labels", "--kit", path)
    assert built.code == 0
    assert (tmp_path / "mine" / "output" / "labels-a4.pdf").is_file()


def test_to_measure_ones_own_box_new_says_where_its_sizes_go(menace: Menace, tmp_path: Path) -> None:
    lines = menace("new", "mine", "--container", "measure-your-own").out.splitlines()
    own = tmp_path / "mine" / "my-box.toml"
    assert lines[-1].startswith(
        f"Measure your box and put the sizes into {Path('mine', 'my-box.toml')}; then:  "
    )
    said = complaint(menace("build", "--kit", "mine/kit.toml"), 2)
    assert said.startswith(f"{Path('mine', 'my-box.toml')}: not measured yet, still 0: outer.length, ")
    craft = template_path(TemplateKind.CONTAINERS, "craft-box")
    own.write_bytes(craft.read_bytes())
    assert menace("labels", "--kit", "mine/kit.toml").code == 0


@pytest.mark.parametrize("there", ["kit.toml", "my-box.toml"])
def test_new_touches_nothing_where_one_of_its_files_is_there(
    menace: Menace, tmp_path: Path, there: str
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / there).write_text("mine!", encoding="utf-8")
    said = complaint(menace("new", "mine", "--container", "measure-your-own"), 1)
    assert said == f"{Path('mine', there)} is already there; choose another folder, or change that file"
    assert contents(tmp_path / "mine") == {there: b"mine!"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--preset", "scrogs"],
            "there is no preset 'scrogs'; did you mean scroggs? choose from: both-players, ",
        ),
        (["--container", "shoe-box"], "there is no container 'shoe-box'; choose from: craft-box, "),
        (["--container", "none.toml"], "there is no file "),
        (["--preset", "mine.toml"], "mine.toml is a kit file already; "),
    ],
)
def test_new_makes_no_folder_for_what_is_not_there(
    menace: Menace, tmp_path: Path, arguments: list[str], said: str
) -> None:
    assert complaint(menace("new", "mine", *arguments), 2).startswith(said)
    assert not (tmp_path / "mine").exists()


def test_where_the_second_file_cannot_be_written_the_first_does_not_stay(
    menace: Menace, tmp_path: Path
) -> None:
    # The container's name fits a folder, but not once more is put around it while it is being written.
    container = f"{'x' * 245}.toml"
    craft = template_path(TemplateKind.CONTAINERS, "craft-box")
    (tmp_path / container).write_bytes(craft.read_bytes())
    said = complaint(menace("new", "mine", "--container", container), 1)
    assert said.startswith("cannot write into the folder mine: ")
    assert contents(tmp_path / "mine") == {}


def test_a_folder_that_is_a_file_is_refused(menace: Menace, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("x", encoding="utf-8")
    assert complaint(menace("new", "mine"), 2).startswith(
        "DIR is the folder for the files, and mine is a file"
    )
    assert (tmp_path / "mine").read_text(encoding="utf-8") == "x"
