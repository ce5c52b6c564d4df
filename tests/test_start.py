"""What is loaded when the program starts: a module costs a millisecond or ten, each time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.package_source import PACKAGE, ROOT, modules

HEAVY = (
    *("reportlab", "PIL", "svgwrite", "coloraide", "fontTools", "numba", "tomlkit"),
    *("fastapi", "starlette", "uvicorn", "jinja2", "segno"),
)


def modules_after(program: str) -> set[str]:
    """Return all that a fresh Python has loaded after a program."""
    ending = "import sys; print(*sys.modules, file=sys.stderr)"
    script = (
        f"try:\n    {program}\nexcept SystemExit as stop:\n    if stop.code:\n"
        f"        raise\n{ending}"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        env=dict(os.environ),  # without the COLUMNS that readline adds behind Python's back
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        pytest.fail(f"{program!r} failed:\n{done.stdout}{done.stderr}")
    return set(done.stderr.splitlines()[-1].split())


def modules_of(command: str) -> set[str]:
    """Return all that a command has loaded, of the package without its name in front;
    not Python's own `site`.
    """
    program = (
        f"import sys; sys.argv = {['menace-kit', *command.split()]}; "
        "from menace_kit.__main__ import main; main()"
    )
    return {name.removeprefix(f"{PACKAGE}.") for name in modules_after(program) - {"site"}}


def test_a_heavy_library_is_noticed() -> None:
    assert modules_after("import svgwrite, tomlkit") & set(HEAVY) == {"svgwrite", "tomlkit"}


def test_what_only_lists_loads_no_heavy_libraries(tmp_path: Path) -> None:
    commands = ("boxes", "boxes --json", "boxes --csv", "boxes 7 --json", "list", "--help")
    script = tmp_path / "listing.py"
    script.write_text(
        "from menace_kit.cli import main\n"
        f"for command in {commands}:\n"
        "    try:\n        main(command.split())\n"
        "    except SystemExit as ended:\n        assert not ended.code\n",
        encoding="utf-8",
    )
    loaded = modules_after(f"import runpy; runpy.run_path({str(script)!r})")
    assert loaded & {*HEAVY, "rich.table"} == set()


FOR_AN_ANSWER = {
    "errors",
    "files",
    "frozen",
    "kept",
    "games",
    "machine",
    "text",
    "guide",
    "logbook",
}
"""The rooms that a look-up and a step of a game need."""

FOR_THE_COMMAND = {
    *(
        "cli",
        "cli.commands",
        "cli.hints",
        "cli.mistakes",
        "cli.options",
        "cli.report",
        "cli.terminal",
        "cli.operator",
        "cli.operator.options",
    ),
    *("cli.operator.lookup", "cli.operator.status", "cli.operator.steps"),
}

NEEDLESS = {
    "pydantic",
    "importlib.metadata",
    "email",
    "zipfile",
    "secrets",
    "asyncio",
    "numpy",
}
"""What only other commands, or nothing at all, needs."""


def test_the_package_alone_loads_nothing() -> None:
    assert {name for name in modules_after(f"import {PACKAGE}") if name.startswith(PACKAGE)} == {
        PACKAGE
    }
    assert modules_after(f"import {PACKAGE}; {PACKAGE}.Machine") & {*HEAVY, "numpy"} == set()


def test_the_version_is_told_without_anything_else() -> None:
    loaded = modules_of("--version")
    rooms = {module.layer for module in modules()}
    assert {name for name in loaded if name.partition(".")[0] in rooms} == {"__main__"}
    assert "typer" not in loaded


def test_a_look_up_for_a_program_loads_neither_a_logbook_nor_rich(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    loaded = modules_of("operator lookup O.X/.../...")
    assert {each for each in loaded if each.startswith(("logbook", "sqlite3", "rich"))} == set()


def test_an_answer_to_the_operator_loads_only_what_it_needs(tmp_path: Path) -> None:
    """The second time, when the words that it is told in are kept."""
    book = f"--logbook {tmp_path / 'logbook.sqlite'}"
    modules_of(f"operator start {book} --preset michie-1961")
    rooms = {module.layer for module in modules()} - FOR_AN_ANSWER - {"", "__main__"}
    for command in ("lookup O.X/.../... --json", f"draw gold {book}"):
        loaded = modules_of(f"operator {command}")
        assert loaded & NEEDLESS == set(), command
        others = {name for name in loaded if name.partition(".")[0] in rooms}
        told_by = {f"views.json_output.{name}" for name in ("boxes", "games", "values")}
        told_by |= {"views", "views.json_output", "views.shape"}
        assert others - FOR_THE_COMMAND <= told_by, command
