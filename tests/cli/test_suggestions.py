"""A word that is no command: what it was meant for is said as it is typed."""

import pytest
import typer

from menace_kit.cli import whole_program
from menace_kit.cli.suggestions import MOVED, no_such_command
from menace_kit.printables.catalogue import sheet_named
from tests.cli.conftest import Menace
from tests.cli.running import complaint


def said(typed: str) -> str:
    """Return what is said of words, the first of which, below a group if it is one,
    is no command.
    """
    group = whole_program()
    context = typer.Context(group, info_name="menace-kit")
    first, *others = words = typed.split()
    below = group.get_command(context, first)
    if below is None:
        return no_such_command(group, context, words)
    return no_such_command(below, typer.Context(below, context, first), others)


def found(typed: str) -> bool:
    """Return whether there is such a command, with these options; of print, such a sheet."""
    command = whole_program()
    words = typed.split()
    while words and hasattr(command, "get_command"):
        command = command.get_command(typer.Context(command), words.pop(0))
    if command is None:
        return False
    options = {name for param in command.params for name in param.opts}
    named = command.name != "print" or sheet_named(words[0]) is not None
    return named and {word for word in words if word.startswith("--")} <= options


def test_what_moved_is_gone_and_its_new_place_is_there() -> None:
    assert [old for old in MOVED if found(old)] == []
    assert [new for new in MOVED.values() if not found(new)] == []


def test_a_name_that_moved_out_of_a_group_leads_to_its_new_place() -> None:
    moved = [old for old in MOVED if old.split()[0] in ("operator", "lab")]
    assert [old for old in moved if not said(old).endswith(f"; did you mean {MOVED[old]}?")] == []


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("curve", "lab curve"),
        ("play", "operator play"),
        ("train", "lab train"),
        ("operator train", "lab train"),
        ("lab new", "new"),
        ("operator Lookpu", "operator lookup"),
        ("lables --only 3", "print labels"),
        ("calibrat", "calibrate"),
        ("games check nim", "dev check-game"),
        ("games list", "list games"),
        ("games", "list games"),
        ("lights test", "serve --test-lights"),
        ("templates beads", "list"),
        ("site --output site", "dev site"),
        ("adopt map.csv", "new FOLDER --from MAP.csv"),
        ("Adopt", "new FOLDER --from MAP.csv"),
        ("quick won", "operator record --outcome"),
        ("assembly", "print building"),
        ("tally", "print tally"),
    ],
)
def test_a_right_name_in_the_wrong_place_wins_over_a_similar_one(typed: str, meant: str) -> None:
    assert said(typed).endswith(f"; did you mean {meant}?")


def test_an_option_with_a_new_name_leads_to_it_where_there_is_one(menace: Menace) -> None:
    for command, hint in (("operator play", "; did you mean --logbook?"), ("list", "")):
        result = menace(*command.split(), "--journal", "journal.sqlite")
        assert complaint(result, 2) == f"there is no option --journal{hint}"


def test_where_nothing_is_near_all_are_named() -> None:
    assert said("frob").startswith("there is no command 'frob'; the commands: new, build, list, ")
