"""What the computer does to the program: full disks, forbidden folders,
broken pipes, old terminals.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

from menace_kit.machine.toml_files import TemplateKind, template_path
from tests.cli.conftest import Menace
from tests.cli.running import (
    PROGRAM,
    complaint,
    contents,
    environment,
    run,
    run_bytes,
)
from tests.examples import all_to_prove

pytestmark = pytest.mark.skipif(
    os.name != "posix", reason="needs limits and permissions as POSIX has them"
)

resource = pytest.importorskip("resource")  # not on Windows


def small_disk() -> None:
    """Let this process write no file of more than 20 kB."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))


@pytest.mark.prove
def test_a_full_disk_is_told_and_leaves_what_was_there(tmp_path: Path) -> None:
    result = run("print", "labels", folder=tmp_path, before=small_disk)
    said = complaint(result, 1)
    assert said.startswith(f"cannot write {tmp_path / 'output' / 'labels-a4.pdf'}: ")
    assert contents(tmp_path / "output") == {}
    (tmp_path / "output" / "labels-a4.pdf").write_bytes(b"the old labels")
    assert complaint(run("print", "labels", folder=tmp_path, before=small_disk), 1) == said
    assert contents(tmp_path / "output") == {"labels-a4.pdf": b"the old labels"}


@pytest.mark.parametrize(
    "arguments",
    all_to_prove(
        [["boxes"], ["boxes", "--json"], ["boxes", "7"], ["list"], ["--help"]],
        quick=[["boxes", "--json"]],
    ),
)
def test_output_onto_a_full_disk_is_told(tmp_path: Path, arguments: list[str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, *arguments],
            cwd=tmp_path,
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == [
        "menace-kit: cannot go on: No space left on device"
    ]


def test_a_working_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    result = run("boxes", folder=gone, before=gone.rmdir)
    assert complaint(result, 1).startswith("cannot go on: ")


@pytest.mark.parametrize(
    "arguments",
    all_to_prove([["boxes"], ["boxes", "--json"], ["boxes", "--csv"], ["list"]], quick=[["boxes"]]),
)
def test_a_reader_that_goes_away_is_no_reason_to_complain(
    tmp_path: Path, arguments: list[str]
) -> None:
    command = [*PROGRAM, *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment(), stdout=pipe, stderr=pipe
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) in (0, 1)


@pytest.mark.prove
@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_terminal_without_the_signs_shows_the_rest(tmp_path: Path, encoding: str) -> None:
    old = {"PYTHONIOENCODING": encoding}
    for arguments in (["build", "--preset", "nim-8"], ["print", "labels", "--help"]):
        done = run_bytes(*arguments, folder=tmp_path, variables=old)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode(encoding)
    shown = run_bytes("boxes", "137", folder=tmp_path, variables=old).stdout.decode(encoding)
    assert " A | X | P" in shown
    assert ["green", "G", "?", "6", "1"] in [
        line.replace("|", " ").split() for line in shown.splitlines()
    ]


@pytest.mark.prove
@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_what_programs_read_is_the_same_in_every_terminal(tmp_path: Path, encoding: str) -> None:
    michie = template_path(TemplateKind.PALETTES, "michie-1961").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(michie.replace('"white"', '"bílá"'), encoding="utf-8")
    (tmp_path / "kit.toml").write_text(
        'marks = ["O", "Ж"]\nbeads.palette = "mine.toml"', encoding="utf-8"
    )
    for arguments in (
        ["boxes", "--json"],
        ["boxes", "--csv"],
        ["list", "palettes", "michie-1961"],
    ):
        shown = run_bytes(
            *arguments, folder=tmp_path, variables={"PYTHONIOENCODING": encoding}
        ).stdout
        assert shown == run_bytes(*arguments, folder=tmp_path).stdout
        assert "?" not in shown.decode().replace("What to do", "")
    box = json.loads(run("boxes", "2", "--json", folder=tmp_path).out)
    assert "Ж" in box["board"]
    assert "bílá" in box["beads"]


@pytest.mark.prove
def test_an_error_is_told_in_a_terminal_without_its_signs(tmp_path: Path) -> None:
    (tmp_path / "kit.toml").write_text('name = "日本"', encoding="utf-8")
    result = run("build", folder=tmp_path, variables={"PYTHONIOENCODING": "ascii"})
    assert complaint(result, 2).endswith(
        "'?' (U+65E5) in '??' cannot be printed: the font has no such character"
    )


@pytest.mark.prove
def test_without_colour_there_is_none(tmp_path: Path) -> None:
    rich = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    coloured = run("boxes", "137", folder=tmp_path, variables=rich).out
    plain = run("boxes", "137", folder=tmp_path, variables=rich | {"NO_COLOR": "1"}).out
    assert "48;2;" in coloured
    assert "48;2;" not in plain
    assert "\x1b" not in run("boxes", "137", folder=tmp_path).out


READING = {
    "kit file": ("boxes", "--kit", "STRANGE"),
    "palette": ("boxes", "--kit", "palette.toml"),
    "container": ("boxes", "--kit", "container.toml"),
    "list of boxes": ("boxes", "--kit", "map.toml"),
    "profile": ("print", "filling", "--profile", "STRANGE"),
    "profile beside the kit": ("print", "filling", "--kit", "beside/kit.toml"),
    "map": ("new", "there", "--from", "STRANGE"),
    "counts": ("new", "sound", "--contents", "STRANGE"),
    "own palette": ("new", "there", "--from", "sound/boxes.csv", "--palette", "STRANGE"),
    "template to show": ("list", "palettes", "STRANGE"),
    "own container": ("new", "there", "--container", "STRANGE"),
    "trained machine": ("lab", "evaluate", "--machine", "STRANGE"),
    "player": ("lab", "train", "--opponent", "STRANGE:corner"),
    "games": ("operator", "import", "STRANGE"),
}
"""What is read -> a command that reads it."""

NAMED_IN_A_KIT = {
    "palette": "[beads]\npalette = ",
    "container": "[print]\ncontainer = ",
    "map": "[boxes]\nmap = ",
}


def test_only_ordinary_files_are_read(menace: Menace, tmp_path: Path) -> None:
    menace("new", "sound")
    menace("new", "beside")
    strange = {}
    for ending in ("toml", "csv", "py", "json"):
        path = strange[ending] = tmp_path / f"strange.{ending}"
        os.mkfifo(path)
    for name, key in NAMED_IN_A_KIT.items():
        ending = "csv" if name == "map" else "toml"
        (tmp_path / f"{name}.toml").write_text(f'{key}"strange.{ending}"\n', encoding="utf-8")
    (tmp_path / "beside" / "printer.toml").hardlink_to(strange["toml"])
    (tmp_path / "sound" / "boxes.csv").write_text("drawing\n.........\n", encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    for read, command in READING.items():
        endings = {
            "map": "csv",
            "counts": "csv",
            "games": "csv",
            "trained machine": "json",
            "player": "py",
        }
        name = strange[endings.get(read, "toml")].name
        result = menace(*(word.replace("STRANGE", name) for word in command))
        assert "it is a pipe or a device, not an ordinary file" in complaint(result, 2), read
    assert sorted(tmp_path.rglob("*")) == before
