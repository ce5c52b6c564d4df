"""Help: each command has it, with an example, and an option says what it is without it."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

import menace_kit
from menace_kit.machine.box_map import map_text
from tests.cli.commands import context_of, every_command, groups_and_commands
from tests.cli.conftest import Menace
from tests.examples import all_to_prove, preset

COMMANDS = ["new", "build", "list", "boxes", "calibrate", "print"]
"""Those that need no network and no keyboard."""


def test_without_a_command_there_is_the_list_of_them(menace: Menace) -> None:
    for arguments in ([], ["--help"], ["-h"]):
        result = menace(*arguments)
        _, *panels = re.split(r"^([A-Z][a-z ]+):\n", f"{result.out}{result.err}", flags=re.M)
        listed = {
            title: re.findall(r"^  ([a-z]+)  ", panel, re.M)
            for title, panel in zip(panels[::2], panels[1::2], strict=True)
        }
        assert listed["Commands"] == [*COMMANDS[:-1], "serve", "print"]
        assert listed["Groups of commands"] == ["operator", "logbook", "lab"]
        assert listed["For developers"] == ["dev"]


def test_the_version_is_told(menace: Menace) -> None:
    result = menace("--version")
    assert (result.code, result.out) == (0, f"menace-kit {menace_kit.__version__}\n")


LONGEST_SUMMARY = 55
"""So many characters fit beside the longest name into a window of 80."""

NO_VERBS = {"A", "An", "The", "This", "What", "How", "Which", "All", "Everything", "One"}


def is_summary(text: str) -> bool:
    """Return whether a text is one short sentence that begins with a verb."""
    return (
        len(text) <= LONGEST_SUMMARY
        and re.fullmatch(r"[A-Z][a-z]+\b((?!\. ).)*[^.]\.", text) is not None
        and text.split(maxsplit=1)[0] not in NO_VERBS
    )


def test_each_summary_is_a_sentence_that_begins_with_a_verb_and_is_never_cut_off() -> None:
    said = {
        path: " ".join(command.help.partition("\n\n")[0].split())
        for path, command in groups_and_commands()
    }
    assert len(said) > 30
    assert {path: text for path, text in said.items() if not is_summary(text)} == {}


@pytest.mark.parametrize(
    "command", all_to_prove(COMMANDS, quick=set(COMMANDS) - {"build", "calibrate", "print"})
)
def test_the_examples_of_a_command_work(menace: Menace, tmp_path: Path, command: str) -> None:
    result = menace(command, "--help")
    assert result.code == 0
    examples = re.findall(r"^  Example:  (.*)$", result.out, re.MULTILINE)
    assert examples
    (tmp_path / "my-boxes.csv").write_text(map_text(preset("michie-1961")), encoding="utf-8")
    menace("operator", "start", "--preset", "michie-1961")  # some look into a logbook
    for number, example in enumerate(examples):
        program, name, *arguments = shlex.split(example)
        assert (program, name) == ("menace-kit", command)
        if "counts.csv" in arguments:  # tests/cli/test_new_from.py has boxes that were counted
            continue
        done = menace(name, *arguments)
        assert (done.code, done.err) == (0, ""), example
        if command == "new":
            (tmp_path / arguments[0]).rename(tmp_path / f"done-{number}")


@pytest.mark.parametrize("name", COMMANDS)
def test_each_option_with_a_value_says_what_holds_without_it(name: str) -> None:
    command = every_command()[f"menace-kit {name}"]
    context = context_of(command)
    options = [each for each in command.get_params(context) if each.param_type_name == "option"]
    for option in options:
        typed, said = option.get_help_record(context)
        assert said, typed
        assert option.is_flag or re.search(r"\[default:\s", said), typed


OF_THE_LIBRARY = re.compile(
    r"<\w+>|\[\[|[{}]|list\[|\b(?:OPTIONS|ARGS|TEXT|INTEGER|FLOAT|PATH|DIRECTORY|FILENAME)\b"
)
"""What typer has in place of a value, and in the line on usage."""


def test_help_is_in_words_that_users_understand_and_no_line_is_broken(menace: Menace) -> None:
    for path in all_paths():
        help = menace(*path, "--help").out
        lines = help.splitlines()
        assert not OF_THE_LIBRARY.search(help), help
        assert lines[0].endswith(" [options]")
        assert not [line for line in lines if line.endswith("-") or len(line) > 80]


def test_a_usage_has_what_may_be_left_out_in_brackets(menace: Menace) -> None:
    for command, usage in {
        "new": "FOLDER",
        "list": "[KIND] [NAME]",
        "print": "SHEET...",
        "operator count": "[N] [COLOUR=N...]",
        "operator": "COMMAND",
    }.items():
        first = menace(*command.split(), "--help").out.splitlines()[0]
        assert first == f"Usage: menace-kit {command} {usage} [options]"


def all_paths() -> Iterator[list[str]]:
    """Yield the words of every command and group, and none."""
    yield []
    yield from (path.split()[1:] for path, _ in groups_and_commands())
