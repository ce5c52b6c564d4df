"""`menace-kit operator record`: enter a game from paper, or its outcome alone."""

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from menace_kit.cli.operator import options
from menace_kit.cli.operator.adjust import adjustment_lines, tick_list
from menace_kit.cli.operator.status import by_hand_lines, operator_lines
from menace_kit.cli.options import check_at_most_one, check_goes_with, result_typed
from menace_kit.cli.terminal import print_lines
from menace_kit.errors import GuideError
from menace_kit.frozen import Frozen
from menace_kit.games import has_letters, lettered_square
from menace_kit.guide import whole_games
from menace_kit.guide.import_repeats import Repeats
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.entries import BOTH, WATCHED, Kind
from menace_kit.machine import Kit
from menace_kit.machine.learning import Result

if TYPE_CHECKING:
    from menace_kit.guide.paper import PaperGame

AgainOption = Annotated[
    bool, Option("--again", help="Enter it though the same was entered before.")
]


FutureOption = Annotated[bool, Option("--future", help="A time in the future is meant.")]


class PaperOptions(Frozen):
    """Options for a game whose moves were written down."""

    played_at: Annotated[
        str | None,
        Option(
            metavar="WHEN",
            help='When it was played, as in 2026-05-01T14:30, "1.5.2026 14:30" or 1.5.2026.',
        ),
    ] = None
    both: options.BothOption = False
    watch: Annotated[
        bool,
        Option(
            "--watch", help="Others played it: the machine learns from the moves of the side it is."
        ),
    ] = False
    again: AgainOption = False
    future: FutureOption = False

    @property
    def typed(self) -> dict[str, object]:
        """Return the options as they are typed, and their values."""
        return {
            f"--{field.name.replace('_', '-')}": getattr(self, field.name) for field in fields(self)
        }


class OutcomeOptions(Frozen):
    """Options for a game known only by its outcome."""

    outcome: Annotated[
        Result | None,
        Option(
            metavar="win|draw|loss",
            parser=result_typed,
            help="How it ended for the machine, where nobody wrote the moves down.",
        ),
    ] = None
    first_bead: Annotated[
        str | None,
        Option(
            metavar="COLOUR",
            help="With --outcome: the first bead that was drawn, its letter or its colour.",
        ),
    ] = None
    box: Annotated[
        str | None,
        Option(
            metavar="N",
            help="With --first-bead: its box, where the first move has several boxes.",
        ),
    ] = None


class Entered(options.People):
    """Who played, and whether the boxes are updated."""

    done: Annotated[bool, Option("--done", help="The boxes are updated already.")] = False
    unconfirmed: Annotated[
        bool, Option("--unconfirmed", help="Enter it even if the boxes are not updated.")
    ] = False


def record(
    moves: Annotated[
        str | None,
        Argument(
            help="The squares in the order in which they were taken, as 5 1 3, 5,1,3, 5-1-3, "
            "513, b2 a1 c1 or centre, top left; in Nim how many were taken; "
            '"resign" last where a box was empty.',
            metavar='"MOVES"',
        ),
    ] = None,
    *,
    ended: OutcomeOptions,
    entered: Entered,
    paper: PaperOptions,
    logbook: options.LogbookOptions,
) -> None:
    """Enter a game by its moves, or by its outcome alone.

    Of the moves, the program works out which beads were drawn. With --outcome only the box of the
    first bead changes, if you name the bead.

    \b
    Example:  menace-kit operator record "5 1 3 7 4 6 2 8 9" --opponent Bob
    Example:  menace-kit operator record --watch "5 1 3 7 4 6 2 8 9"
    Example:  menace-kit operator record --outcome win --first-bead white --done
    """
    check_at_most_one({"moves": moves, "--outcome": ended.outcome})
    bead = {"--first-bead": ended.first_bead, "--box": ended.box}
    check_goes_with("--outcome", ended.outcome is not None, bead)
    if moves is not None:
        _record_moves(moves, entered, paper, logbook)
    elif ended.outcome is None:
        raise typer.BadParameter(
            'no game is given; type its moves, as in "5 1 3", or how it ended, if nobody wrote '
            "them down: --outcome win"
        )
    else:
        check_goes_with("moves", False, paper.typed)
        _record_outcome(ended.outcome, ended, entered, logbook)


def _record_moves(
    moves: str, entered: Entered, paper: PaperOptions, logbook: options.LogbookOptions
) -> None:
    from menace_kit.guide.paper_entry import enter_game

    # The kit's language decides how dates with slashes are read.
    language = logbook.chosen().spec.print.language if paper.played_at else "en"
    game = _game_typed(moves, entered, paper, language)
    with logbook.desk(new=True) as desk:
        rehearsal = Rehearsal(desk.session)
        enter_game(rehearsal, game, entered.unconfirmed)
        if rehearsal.session.game and not paper.again:
            Repeats(desk.logbook).check(0, rehearsal.session.game)
        if entered.done and rehearsal.session.due is Due.ADJUST:
            rehearsal.act(Session.confirm)
        desk.act_all(rehearsal.actions)
        ticked = entered.done or desk.session.due is not Due.ADJUST
        lines = tick_list(adjustment_lines(desk.session), ticked)
        confirmed = ["Confirmed."] if entered.done else []
        print_lines([*how_read(desk.session.kit, [game]), *lines, *confirmed])


def _game_typed(moves: str, entered: Entered, paper: PaperOptions, language: str) -> "PaperGame":
    """Return the typed game. Raises a usage error if options exclude each other."""
    from menace_kit.guide.paper import parse_game

    first = entered.first_mover
    check_at_most_one({"--watch": paper.watch, "--both": paper.both, "--first-mover": first})
    check_at_most_one({"--watch": paper.watch, "--opponent": entered.opponent})
    game = parse_game(
        moves,
        paper.played_at,
        entered.operator,
        entered.opponent,
        BOTH if paper.both else first,
        kind=WATCHED if paper.watch else None,
        future=paper.future,
        language=language,
    )
    if game.counts_only:
        raise GuideError("that is no game but a count; enter it with menace-kit operator count")
    return game


def _record_outcome(
    outcome: Result, ended: OutcomeOptions, entered: Entered, logbook: options.LogbookOptions
) -> None:
    with logbook.desk(new=True) as desk:
        kit, who = desk.session.kit, desk.session.operator(entered.operator)
        number = None if ended.box is None else kit.box_named(ended.box).number
        desk.act(
            lambda session: whole_games.quick(
                session,
                outcome,
                ended.first_bead,
                number,
                entered.opponent,
                operator=who,
                machine_first=entered.machine_first,
                confirmed=entered.done,
                unconfirmed=entered.unconfirmed,
            )
        )
        head, *lines = adjustment_lines(desk.session)
        print_lines(
            [
                f"Game {desk.session.number}: {head}",
                *operator_lines(entered.operator, who),
                *by_hand_lines(desk, Kind.START),
                *tick_list(lines, done=desk.session.due is not Due.ADJUST),
                "Was it a slip? menace-kit operator undo",
            ]
        )


def how_read(kit: Kit, games: "Iterable[PaperGame]") -> Iterator[str]:
    """Yield how squares with letters were read, if there were any."""
    words = (step.partition("=")[0] for game in games for step in game.squares)
    if any(has_letters(kit.game, word) for word in words):
        a1, b1 = (lettered_square(kit.game, letter, "1") for letter in "ab")
        yield f"Square a1 is read as {a1}, b1 as {b1}."
