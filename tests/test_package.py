"""The libraries that the package asks for: the extras, the lowest versions,
the lock file, and on which systems.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from menace_kit.errors import EXTRAS, install_command

ROOT = Path(__file__).resolve().parent.parent
PYTHON = Path("Scripts/python.exe" if os.name == "nt" else "bin/python")

WANTED = "MENACE_INDEX_TESTS"
"""The environment variable that lets the tests fail, where the index of packages cannot be
reached, with `required`.
"""

UNREACHABLE = re.compile(
    r"failed to fetch|dns error|client error|could not connect|timed out|offline", re.IGNORECASE
)
WITH_THE_LOWEST = (
    *("tests/cli/test_every_command.py", "tests/cli/test_help.py", "tests/cli/test_bad_input.py"),
    *(
        "tests/cli/test_build.py",
        "tests/cli/operator/test_export.py",
        "tests/cli/lab/test_picture.py",
    ),
    *("tests/render", "tests/web/test_stopping.py", "tests/web/test_operate.py"),
)
"""The tests that found what is too old: each command, each file format,
and a server that is asked and stopped.
"""


QUOTED = f'"{sys.executable}"' if " " in sys.executable else sys.executable


@pytest.mark.parametrize(
    ("mark", "begin"),
    [
        ("pipx_metadata.json", "pipx install --force "),
        ("uv-receipt.toml", "uv tool install --force "),
        (
            "pyvenv.cfg",
            f"{QUOTED} -m pip install "
            if find_spec("pip")
            else f"uv pip install --python {QUOTED} ",
        ),
    ],
)
def test_how_to_get_an_extra_fits_the_tool_that_installed_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: str, begin: str
) -> None:
    (tmp_path / mark).touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    told = install_command("web")
    assert told.startswith(begin)
    # What is there already is asked for as well: pipx and uv make the environment anew.
    there = {name for name, libraries in EXTRAS.items() if all(map(find_spec, libraries))}
    assert set(re.findall(r"\[([\w,]+)\]", told)[-1].split(",")) == {*there, "web"}


def test_the_libraries_of_the_extras_are_those_that_they_install() -> None:
    asked: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    installed = {
        name: {wanted.name for wanted in map(Requirement, texts)} - {"menace-kit"}
        for name, texts in asked["optional-dependencies"].items()
        if name not in ("dev", "prove")
    }
    assert {name: set(libraries) for name, libraries in EXTRAS.items()} == installed


WITHOUT_EXTRAS = """
import sys
from menace_kit.cli import app, main
for library in {libraries!r}:
    sys.modules[library] = None  # to Python, not installed
for words in {commands!r}:
    try:
        main(words)
    except SystemExit as ended:
        print(*words, ended.code or 0)
"""


def test_help_needs_no_extra_and_a_command_says_how_to_get_it() -> None:
    lab = ("train", "play", "evaluate", "curve", "sweep", "picture")
    commands = [["serve"], *(["lab", name] for name in lab), ["lab", "compare", "random"]]
    asked = [*([*words, "--help"] for words in commands), *commands]
    missing = sorted({*sum(EXTRAS.values(), ())} - {"pydantic"})  # which typer brings along
    program = WITHOUT_EXTRAS.format(libraries=missing, commands=asked)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True
    )
    ended = [
        line.rpartition(" ")[::2]
        for line in done.stdout.splitlines()
        if re.fullmatch(r"(serve|lab) .* ?\d", line)
    ]
    assert [words for words, _ in ended if words] == [" ".join(words) for words in asked]
    assert [code for _, code in ended] == ["0"] * len(commands) + ["2"] * len(commands), done.stderr
    assert done.stderr.count("which the extra 'lab' installs; type ") == len(commands) - 1
    assert done.stderr.count("which the extra 'web' installs; type ") == 1


@pytest.mark.prove
@pytest.mark.parametrize("tool", ["uv tool", "uv", "pip"])
def test_what_is_told_to_type_for_an_extra_installs_it(tmp_path: Path, tool: str) -> None:
    home = tmp_path / "a home"
    variables = {
        **os.environ,
        "PYTHONPATH": "",
        "UV_TOOL_DIR": str(home),
        "UV_TOOL_BIN_DIR": str(home / "bin"),
    }
    with TemporaryDirectory(dir=tmp_path) as folder:
        python = (home / "menace-kit" if tool == "uv tool" else Path(folder)) / PYTHON
        match tool:
            case "uv tool":
                uv("tool", "install", "--python", sys.executable, ROOT, **variables)
            case _:
                uv(
                    "venv",
                    *(["--seed"] if tool == "pip" else []),
                    "--python",
                    sys.executable,
                    folder,
                )
                uv("pip", "install", "--python", python, ROOT)
        ask: list[str | Path] = [
            python,
            "-c",
            (
                "from menace_kit.errors import *; print(install_command('web')); "
                "check_extra(('jinja2',), 'web')"
            ),
        ]
        asked = subprocess.run(
            ask, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False
        )
        assert asked.returncode == 1
        told = asked.stdout.strip()
        assert asked.stderr.strip().endswith(told)
        path = os.pathsep.join([str(Path(sys.executable).parent), variables["PATH"]])
        subprocess.run(
            told,
            shell=True,
            cwd=tmp_path,
            env={**variables, "PATH": path},
            capture_output=True,
            check=True,
        )
        assert (
            subprocess.run(
                ask, cwd=tmp_path, env=variables, capture_output=True, check=False
            ).returncode
            == 0
        )
    shutil.rmtree(home, ignore_errors=True)


def uv(*arguments: str | Path, **variables: str) -> str:
    """Return what uv says, which installs packages;
    skips where it cannot reach them and need not.
    """
    done = subprocess.run(
        [sys.executable, "-m", "uv", "--no-progress", *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode and UNREACHABLE.search(done.stderr) and os.environ.get(WANTED) != "required":
        pytest.skip(f"the index of packages cannot be reached: {done.stderr.splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.prove
@pytest.mark.skipif(
    sys.version_info >= (3, 13),
    reason="a newer Python needs newer numbers, and finds them by itself",
)
def test_the_lowest_versions_that_are_allowed_will_do(tmp_path: Path) -> None:
    with TemporaryDirectory(dir=tmp_path) as folder:
        python = Path(folder) / PYTHON
        uv("venv", "--python", sys.executable, folder)
        installing = ("pip", "install", "--python", python, "--resolution", "lowest-direct")
        uv(*installing, ".[dev]")
        # What this numba compiles is not for the one that the other tests have.
        compiled = {"NUMBA_CACHE_DIR": str(Path(folder) / "compiled")}
        quiet = {**os.environ, **compiled, "PYTHONPATH": "", "PYTHONWARNINGS": "ignore"}
        # What an old library has from a newer one may be about to go; that is not ours to know.
        tests = (
            "-m",
            "pytest",
            "-x",
            "-p",
            "no:cacheprovider",
            "-W",
            "ignore::DeprecationWarning",
            *WITH_THE_LOWEST,
        )
        for command, where in (
            (("-m", "menace_kit", "build", "--preset", "nim-8"), tmp_path),
            (
                ("-c", "import menace_kit; print(menace_kit.load_preset('michie-1961').box(1))"),
                tmp_path,
            ),
            (tests, ROOT),
        ):
            done = subprocess.run(
                [python, *command],
                cwd=where,
                env=quiet,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stdout + done.stderr


def requirements() -> Iterator[Requirement]:
    """Yield what pyproject.toml asks for, besides the package itself."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    for texts in (project["dependencies"], *project["optional-dependencies"].values()):
        yield from (wanted for wanted in map(Requirement, texts) if wanted.name != project["name"])


def test_the_lock_file_has_all_that_is_asked_for_and_names_no_place() -> None:
    text = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    pinned = [
        Requirement(line.rstrip(" \\")) for line in text.splitlines() if not line.startswith(" ")
    ]
    for wanted in requirements():
        # Some are pinned once for each Python.
        locked = [each for each in pinned if each.name == canonicalize_name(wanted.name)]
        assert locked, f"{wanted} is not in requirements-dev.lock; make lock brings it up to date"
        for each in locked:
            assert wanted.specifier.contains(str(each.specifier).removeprefix("==")), (
                f"{each}, {wanted}; make lock"
            )
        assert [each.operator for each in wanted.specifier] == [">="], (
            "a lowest version, and no highest"
        )
    hashes = re.findall(r"^    --hash=sha256:[0-9a-f]{64}( \\)?$", text, re.MULTILINE)
    assert len(hashes) + len(pinned) == len(text.splitlines())
    assert "://" not in text


def test_each_python_that_it_is_for_is_tested_on_each_system() -> None:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    workflow = (ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8")
    told = [
        each.rpartition(" ")[2] for each in project["classifiers"] if re.search(r":: 3\.\d+$", each)
    ]
    (tried,) = re.findall(r"python: \[(.*)\]", workflow)
    assert tried == ", ".join(f'"{each}"' for each in told)
    assert project["requires-python"] == f">={told[0]}"
    assert re.findall(r"(\w+)-latest", workflow) == ["ubuntu", "macos", "windows"]
