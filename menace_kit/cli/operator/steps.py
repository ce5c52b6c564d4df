"""A game, one command a step: `menace-kit operator draw`, `reply`, `empty`, `halve`, `end`."""

from collections.abc import Callable, Iterable
from typing import Annotated

from typer import Argument, Option

from menace_kit.cli.operator import options
from menace_kit.cli.operator.status import by_hand_lines, due_lines
from menace_kit.cli.terminal import Line, print_lines
from menace_kit.guide import counting, wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.logbook import Action, Kind
from menace_kit.text.phrases import Text


def draw(
    colour: Annotated[
        str,
        Argument(
            help="The bead: its letter, its colour, or the beginning of it.", metavar="COLOUR"
        ),
    ],
    square: Annotated[
        str | None,
        Option(
            metavar="SQUARE",
            help="Where it was played, if you held a symmetric box in another right way.",
        ),
    ] = None,
    *,
    logbook: options.LogbookOptions,
) -> None:
    """Enter the bead that was drawn.

    The answer is the square that it means on the table.

    Example:  menace-kit operator draw green
    """
    _step(logbook, lambda session: session.draw(colour, square))


def reply(
    square: Annotated[
        str,
        Argument(
            help=(
                "The opponent's square: its number in reading order, b2 or top left; "
                "7-4 for an arrow; "
                "in Nim how many matches are taken."
            ),
            metavar="SQUARE",
        ),
    ],
    logbook: options.LogbookOptions,
) -> None:
    """Enter the opponent's move; the answer is the next box.

    Example:  menace-kit operator reply 7
    """
    _step(logbook, lambda session: session.reply(square))


def empty(logbook: options.LogbookOptions) -> None:
    """Say that the box is empty; the kit's rule is applied.

    Example:  menace-kit operator empty
    """
    _step(logbook, Session.empty)


def halve(
    box: Annotated[
        str, Argument(help="The box: its number, or the name that is on it.", metavar="BOX")
    ],
    logbook: options.LogbookOptions,
) -> None:
    """Record that half of a full box was taken out.

    Half of each colour, that is.

    Example:  menace-kit operator halve 1
    """
    _step(
        logbook,
        lambda session: counting.halve(session, session.kit.box_named(box).number),
    )


def end(logbook: options.LogbookOptions) -> None:
    """End a game early: the drawn beads go back.

    The machine learns nothing from the game.

    Example:  menace-kit operator end
    """
    _step(logbook, Session.abandon, lambda desk: by_hand_lines(desk, Kind.ABANDON))


def _step(
    logbook: options.LogbookOptions,
    act: Callable[[Session], Action],
    next_lines: Callable[[Desk], Iterable[Text | Line]] = lambda desk: due_lines(desk.session),
) -> None:
    """Do a step, and print its effect and what to do next."""
    with logbook.desk() as desk:
        written = desk.act(act)
        happened = wording.happened(desk.session.kit, desk.session.game, written)
        print_lines([happened, *next_lines(desk)])
