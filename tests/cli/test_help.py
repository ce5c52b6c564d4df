"""Help: each command has it, with an example, and an option says what it is without it."""

import re
import shlex
from pathlib import Path

import pytest

import menace_kit
from tests.cli.conftest import Menace
from tests.examples import all_to_prove

FROM_A_MAP = "adopt"  # its example needs a list of boxes; tests/cli/test_adopt.py has it
COMMANDS = [
    "new",
    "build",
    "print",
    "calibrate",
    "boxes",
    "box",
    "templates",
]


def test_without_a_command_there_is_the_list_of_them(menace: Menace) -> None:
    for arguments in ([], ["--help"], ["-h"]):
        result = menace(*arguments)
        listed = re.findall(
            r"^  ([a-z]+)  ", f"{result.out}{result.err}".partition("Commands:")[2], re.M
        )
        printing, others = (
            COMMANDS[1:3],
            [*COMMANDS[3:], "operator", "lab", "games", "serve", "site", "lights"],
        )
        assert listed == ["new", FROM_A_MAP, *printing, *others]


def test_the_version_is_told(menace: Menace) -> None:
    result = menace("--version")
    assert (result.code, result.out) == (0, f"menace-kit {menace_kit.__version__}\n")


@pytest.mark.parametrize(
    "command", all_to_prove(COMMANDS, quick=set(COMMANDS) - {"build", "print"})
)
def test_the_examples_of_a_command_work(menace: Menace, tmp_path: Path, command: str) -> None:
    result = menace(command, "--help")
    assert result.code == 0
    examples = re.findall(r"^  Example:  (.*)$", result.out, re.MULTILINE)
    assert examples
    for number, example in enumerate(examples):
        program, name, *arguments = shlex.split(example)
        assert (program, name) == ("menace-kit", command)
        done = menace(name, *arguments)
        assert (done.code, done.err) == (0, ""), example
        if command == "new":
            (tmp_path / arguments[0]).rename(tmp_path / f"done-{number}")


@pytest.mark.parametrize("command", COMMANDS)
def test_each_option_with_a_value_says_what_holds_without_it(menace: Menace, command: str) -> None:
    _, _, text = menace(command, "--help").out.partition("\nOptions:\n")
    options = re.split(r"\n(?=  -)", text.strip("\n"))
    assert options[-1].split()[0] == "-h,"
    for option in options[:-1]:
        words = re.split(r" {2,}", option.strip())
        takes_value = (
            len(words[0].split()) > (2 if re.match(r"-\w,", words[0]) else 1)
            and "/" not in words[0]
        )
        if takes_value:
            assert re.search(r"\[default:\s", option), option
        assert len(words) > 1, option


@pytest.mark.parametrize("command", [None, *COMMANDS])
@pytest.mark.parametrize("columns", [40, 80])
def test_help_fits_the_terminal_and_breaks_no_command(
    menace: Menace, monkeypatch: pytest.MonkeyPatch, command: str | None, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = menace(*([command] if command else []), "--help").out
    lines = [line for line in out.splitlines() if not line.startswith("  Example:")]
    if columns == 80:
        assert max(map(len, lines)) <= 80
        assert not [line for line in lines if line.endswith("-")]
    assert "…" not in out
    assert "\b" not in out
