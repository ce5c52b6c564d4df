"""The package as it is installed: what a wheel holds, and that it runs from anywhere."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the wheel's content, as an installer lays it."""
    folder = tmp_path_factory.mktemp("wheel")
    built = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(built, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def test_it_is_typed_and_carries_templates_and_licences(installed: Path) -> None:
    assert (installed / "menace_kit" / "py.typed").is_file()
    carried = installed / "menace_kit" / "_templates"
    for path in (ROOT / "templates").rglob("*"):
        assert (carried / path.relative_to(ROOT / "templates")).exists(), path
    assert len(list(installed.rglob("LICENSE*"))) >= 2


def test_it_runs_from_another_folder_and_keeps_a_journal_there(installed: Path, tmp_path: Path) -> None:
    program = "import json, menace_kit, menace_kit.cli as c; print(json.dumps(menace_kit.__file__)); c.main()"

    def run(*arguments: str) -> str:
        ran = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(installed)},
            check=True,
            capture_output=True,
            text=True,
        )
        where, _, said = ran.stdout.partition("\n")
        assert Path(json.loads(where)).is_relative_to(installed)
        return said

    assert len(json.loads(run("boxes", "--json"))) == 304
    assert "Box 1" in run("operator", "start")
    assert (tmp_path / "journal.sqlite").is_file()
