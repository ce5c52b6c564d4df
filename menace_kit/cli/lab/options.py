"""Options that the lab's commands share."""

import re
from typing import Annotated

import typer

from menace_kit.errors import LabError
from menace_kit.lab.roster import MENACE, PLAYERS, Q_LEARNING, in_help, noted

MOST_GAMES = 10**12

INTERRUPTED = 130
"""The exit code of every command that Ctrl-C stopped, as of other programs: less was done than was asked for, so
`menace-kit lab train ... && ...` does not go on."""


def game_count(text: str | int) -> int:
    """Return a number of games or runs: whole, 1 or more; it may be written 10_000, 10,000 or 1e6."""
    plain = str(text).replace("_", "").replace(",", "")
    if not re.fullmatch(r"-?[0-9]{1,15}(e[0-9]{1,2})?", plain):
        raise typer.BadParameter(f"{text!r} is not a whole number")
    digits, _, power = plain.partition("e")
    number: int = int(digits) * 10 ** int(power or 0)
    if not 1 <= number <= MOST_GAMES:
        raise typer.BadParameter(f"it should be 1 or more, up to {MOST_GAMES:,}, not {number}")
    return number


def seed_number(text: str | int) -> int:
    """Return a seed: a whole number from 0 up to 2**64 - 1."""
    if not re.fullmatch("[0-9]{1,20}", str(text)) or int(text) >= 2**64:
        raise typer.BadParameter(f"a seed is a whole number from 0 to {2**64 - 1}, not {text!r}")
    return int(text)


def probability(text: str | float, what: str) -> float:
    """Return a number from 0 to 1; LabError names `what` should have been one."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise LabError(f"{what} is a number from 0 to 1, not {text}")
    return number


SeedOption = Annotated[
    int,
    typer.Option(
        "--seed", metavar="N", parser=seed_number, help="The same seed gives the same games on every machine."
    ),
]
OpponentOption = Annotated[
    str,
    typer.Option(
        "--opponent",
        metavar="NAME",
        help=in_help(noted("adaptive", PLAYERS["adaptive"].note), MENACE, Q_LEARNING)
        + ", or a function of yours: FILE.py:NAME.",
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs", metavar="N", parser=game_count, help="Processes to work in.  [default: one a core]"
    ),
]
