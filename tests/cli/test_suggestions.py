"""A word that is no command: what it was meant for is said as it is typed."""

import pytest
import typer

from menace_kit.cli import whole_program
from menace_kit.cli.suggestions import no_such_command


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
        ("site --output site", "dev site"),
        ("tally", "print tally"),
    ],
)
def test_a_right_name_in_the_wrong_place_wins_over_a_similar_one(typed: str, meant: str) -> None:
    assert said(typed).endswith(f"; did you mean {meant}?")


def test_where_nothing_is_near_all_are_named() -> None:
    assert said("frob").startswith("there is no command 'frob'; the commands: new, build, list, ")
