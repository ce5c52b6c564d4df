"""Commands that messages name: with the kit and logbook that the user gave."""

from pathlib import Path

import pytest

from menace_kit.cli import main
from menace_kit.cli.hints import as_typed, completed, remember
from tests.cli.conftest import Menace

BOTH = {"preset": "nim-8", "logbook": "a b.sqlite"}
ALL = f"--preset nim-8 --logbook {as_typed('a b.sqlite')}"


@pytest.mark.parametrize(
    ("given", "message", "completed_message"),
    [
        ({}, "menace-kit operator start", "menace-kit operator start"),
        (
            {"kit": "my kit.toml"},
            "menace-kit build",
            f"menace-kit build --kit {as_typed('my kit.toml')}",
        ),
        (BOTH, "(menace-kit logbook verify).", f"(menace-kit logbook verify {ALL})."),
        (
            BOTH,
            "menace-kit operator end, then menace-kit operator undo --game",
            f"menace-kit operator end {ALL}, then menace-kit operator undo {ALL} --game",
        ),
        (BOTH, "menace-kit operator lookup X", "menace-kit operator lookup --preset nim-8 X"),
        (BOTH, "`menace-kit calibrate`", "`menace-kit calibrate --preset nim-8`"),
        (
            BOTH,
            "menace-kit logbook rescue NEW --logbook it\nmenace-kit operator end",
            "menace-kit logbook rescue --preset nim-8 NEW --logbook it\n"
            f"menace-kit operator end {ALL}",
        ),
        (BOTH, "menace-kit build --kit k", "menace-kit build --kit k"),
        (BOTH, "menace-kit build --preset her-19", "menace-kit build --preset her-19"),
        (BOTH, "menace-kit lab train", "menace-kit lab train --preset nim-8"),
        (BOTH, "menace-kit boxes 5", "menace-kit boxes --preset nim-8 5"),
        (BOTH, "menace-kit list machines", "menace-kit list machines"),
    ],
)
def test_a_command_is_named_with_what_was_given(
    given: dict[str, object], message: str, completed_message: str
) -> None:
    remember(given)
    assert completed(message) == completed_message
    remember({})
    assert completed(message) == message


def test_nothing_is_remembered_of_the_call_before() -> None:
    remember(BOTH)
    with pytest.raises(SystemExit):
        main(["--version"])
    assert completed("menace-kit build") == "menace-kit build"


def test_a_new_kit_in_a_folder_with_a_blank_is_named_as_it_is_typed(menace: Menace) -> None:
    kit_file = as_typed(Path("my box", "kit.toml"))
    assert kit_file[0] in "'\""
    assert f"menace-kit build --kit {kit_file}" in menace("new", "my box").out
