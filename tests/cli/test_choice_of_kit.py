"""Which kit is meant, and where its files go."""

from collections.abc import Callable
from pathlib import Path

import pytest

from menace_kit.machine.toml_files import TemplateKind, template_path
from tests.cli.conftest import Built, Menace
from tests.cli.running import complaint, contents, pdf_texts
from tests.examples import all_to_prove


def fingerprint(menace: Menace, *arguments: str) -> str:
    out = menace("print", "tally", "-o", "elsewhere", *arguments)
    assert out.code == 0
    (page, *_) = pdf_texts(next(Path("elsewhere").glob("tally-*.pdf")))
    return page.partition("kit ")[2][:8]


@pytest.fixture
def twenty(tmp_path: Path) -> Path:
    """Return a kit file whose first box starts with 20 beads of each colour,
    in the folder `kits/twenty`.
    """
    folder = tmp_path / "kits" / "twenty"
    folder.mkdir(parents=True)
    (folder / "kit.toml").write_text(
        'name = "Twenty"\nbeads.start = [20, 3, 2, 1]', encoding="utf-8"
    )
    return folder / "kit.toml"


def test_the_kit_file_of_the_working_folder_or_the_nearest_above_it_is_used(
    menace: Menace, tmp_path: Path, twenty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "4 each of W L D" in menace("boxes").out
    below = twenty.parent / "a" / "b"
    below.mkdir(parents=True)
    (tmp_path / "kits" / "kit.toml").write_text("beads.start = 1", encoding="utf-8")
    for folder in (twenty.parent, below):
        monkeypatch.chdir(folder)
        assert "20 each of W L D" in menace("boxes").out


@pytest.mark.parametrize(
    ("make", "code"), [(Path.mkdir, 2), (lambda path: path.symlink_to("nowhere"), 1)]
)
def test_a_kit_file_that_is_none_is_not_passed_over_for_another_machine(
    menace: Menace, tmp_path: Path, make: Callable[[Path], None], code: int
) -> None:
    make(tmp_path / "kit.toml")
    assert str(tmp_path / "kit.toml") in complaint(menace("boxes", "5"), code)


def test_a_kit_file_can_be_named(menace: Menace, twenty: Path) -> None:
    assert "20 each of W L D" in menace("boxes", "--kit", twenty).out


def test_a_preset_comes_before_the_kit_file_of_the_folder(
    menace: Menace, twenty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(twenty.parent)
    assert "8 each of W L D" in menace("boxes", "--preset", "scroggs").out


@pytest.mark.parametrize(
    "command",
    [
        ["build"],
        ["print", "labels"],
        ["print", "filling"],
        ["print", "shopping"],
        ["boxes"],
        ["boxes", "1"],
    ],
)
def test_a_kit_file_and_a_preset_together_are_refused(
    menace: Menace, tmp_path: Path, twenty: Path, command: list[str]
) -> None:
    said = complaint(menace(*command, "--kit", twenty, "--preset", "scroggs"), 2)
    assert said == "--kit and --preset both name a kit; give one of them"
    assert not (tmp_path / "output").exists()


def test_files_go_beside_the_kit_file_or_where_they_are_wanted(
    menace: Menace, tmp_path: Path, twenty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    menace("print", "tally", "--kit", twenty)
    assert len(contents(twenty.parent / "output")) == 1
    menace("print", "tally", "--kit", twenty, "--output", "a/b")
    assert len(contents(tmp_path / "a" / "b")) == 1
    below = twenty.parent / "below"
    below.mkdir()
    monkeypatch.chdir(below)
    assert "unchanged" in menace("print", "tally").out
    assert contents(below) == {}


def test_another_paper_is_the_same_machine(menace: Menace, tmp_path: Path) -> None:
    assert fingerprint(menace) == fingerprint(menace, "--paper", "letter")
    (tmp_path / "kit.toml").write_text('print.paper = "letter"', encoding="utf-8")
    assert "tally-letter.pdf" in menace("print", "tally").out
    assert "tally-a4.pdf" in menace("print", "tally", "--paper", "A4").out


@pytest.mark.prove
def test_templates_of_ones_own_lie_beside_the_kit_file(
    menace: Menace, tmp_path: Path, twenty: Path
) -> None:
    kinds = {
        "palettes": "michie-1961",
        "containers": "craft-box",
        "beads": "pony",
        "stock": "plain",
    }
    for kind, name in kinds.items():
        text = template_path(TemplateKind(kind), name).read_text(encoding="utf-8")
        (twenty.parent / f"my-{kind}.toml").write_text(
            text.replace('"white"', '"snow"'), encoding="utf-8"
        )
    twenty.write_text(
        '[beads]\npalette = "my-palettes.toml"\nkind = "my-beads.toml"\n'
        '[print]\ncontainer = "my-containers.toml"\nstock = "my-stock.toml"\n',
        encoding="utf-8",
    )
    result = menace("build", "--kit", twenty)
    assert result.code == 0
    assert "Pony bead" in result.out
    assert "Craft matchbox" in result.out
    assert '"snow": 4' in menace("boxes", "1", "--json", "--kit", twenty).out
    assert tmp_path != twenty.parent


COMMANDS = ["build", "print labels", "print filling", "print shopping"]


@pytest.mark.parametrize("command", all_to_prove(COMMANDS, quick=["print filling"]))
def test_the_first_line_says_which_kit_is_used(
    menace: Menace,
    built: Built,
    tmp_path: Path,
    twenty: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
) -> None:
    def first(*arguments: str | Path, in_an_empty_folder: bool = False) -> str:
        known = in_an_empty_folder and command == "build"
        result = built(*arguments).result if known else menace(*command.split(), *arguments)
        assert (result.code, result.err) == (0, "")
        return result.out.splitlines()[0]

    none = "No kit.toml here or above: the ready-made michie-1961."
    assert first(in_an_empty_folder=True) == none
    assert first("--preset", "scroggs", in_an_empty_folder=True) == "The ready-made scroggs."
    # A small kit is quickly made.
    twenty.write_bytes(template_path(TemplateKind.MACHINES, "nim-8").read_bytes())
    assert first("--kit", twenty.relative_to(tmp_path)) == f"kit.toml: {twenty}"
    below = twenty.parent / "below"
    below.mkdir()
    monkeypatch.chdir(below)
    assert first() == f"kit.toml: {twenty}"


def test_what_programs_read_does_not_say_which_kit_is_used(menace: Menace) -> None:
    assert menace("boxes", "--json").out.startswith("[")
    assert menace("boxes", "1", "--json").out.startswith("{")
    assert menace("boxes", "--csv").out.startswith("number,")


@pytest.mark.parametrize("command", all_to_prove(COMMANDS, quick=["print filling"]))
def test_the_files_of_a_preset_are_not_mixed_with_those_of_a_kit_file(
    menace: Menace, tmp_path: Path, twenty: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    below = twenty.parent / "below"
    below.mkdir()
    for folder in (twenty.parent, below):
        monkeypatch.chdir(folder)
        assert complaint(menace(*command.split(), "--preset", "scroggs"), 2) == (
            f"--preset: the files of scroggs would mix with those of {twenty}; "
            "name a folder for them with --output"
        )
        assert not (folder / "output").exists()
    assert menace(*command.split(), "--preset", "scroggs", "-o", "scroggs").code == 0
    assert contents(below / "scroggs")
    monkeypatch.chdir(tmp_path)
    assert menace(*command.split(), "--preset", "scroggs").code == 0
    assert contents(tmp_path / "output")
