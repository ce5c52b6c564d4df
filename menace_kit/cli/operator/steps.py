"""A game, a step a command: `menace-kit operator start`, `draw`, `reply`, `halve`,
`undo`, `status` and others.
"""

import shlex
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from menace_kit.cli.operator import options
from menace_kit.cli.operator.boxes import show_reading
from menace_kit.cli.options import JsonOption, result_typed
from menace_kit.cli.terminal import (
    board_lines,
    echo_json,
    echo_lines,
    print_lines,
    progress,
    table_lines,
)
from menace_kit.errors import GuideError
from menace_kit.files import read_file
from menace_kit.games import NamesMoves, Pieces, has_letters, lettered_square
from menace_kit.guide import wording
from menace_kit.guide.desk import (
    Desk,
    Rehearsal,
    Repeats,
    TakenBack,
    copy_before_import,
    games_named,
    imported_before,
    take_back_import,
    write_import,
)
from menace_kit.guide.session import MOST_COUNTED, Due, Session, checked_name, no_adjustments_due
from menace_kit.journal.entries import BOTH, WATCHED, Action, Entry, Kind
from menace_kit.journal.queries import games_left_open
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, mixing, starting_contents
from menace_kit.machine.schema import FullBox
from menace_kit.text import Phrase, kit_words
from menace_kit.text.words import Capital, clock_time, say
from menace_kit.views.json_output import move_fact, paper_facts, status_facts, taken_back_facts

if TYPE_CHECKING:  # what reads files is for two commands, and the coach has numpy
    from rich.text import Text

    from menace_kit.guide.paper import EnteredLine, PaperFile, PaperGame
    from menace_kit.lab.coach import Advice
    from menace_kit.lab.machine_file import SavedMachine


def start(
    operator: options.OperatorOption = None,
    opponent: options.OpponentOption = None,
    first_mover: options.FirstMoverOption = None,
    both: options.BothOption = False,
    exhibition: options.ExhibitionOption = False,
    greedy: options.GreedyOption = False,
    unconfirmed: Annotated[
        bool,
        Option("--unconfirmed", help="Begin though the beads of the last game are not put right."),
    ] = False,
    machine: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="Begin a new journal with the beads of a machine that has learned, "
            "laid out by `filling --machine`: a machine file, or another journal.  "
            "[default: the kit's own start]",
        ),
    ] = None,
    teach: options.TeachOption = False,
    *,
    journal: options.JournalOptions,
) -> None:
    """Begin a game; the first one begins the journal too.

    \b
    Example:  menace-kit operator start --operator Ada --opponent Bob
    Example:  menace-kit operator start --exhibition --greedy
    """
    options.is_exhibition(exhibition, greedy)
    against, begins = checked_name(opponent), options.machine_begins(first_mover)
    expert = _machine_for(journal, machine)
    with journal.desk(new=True) as desk:
        who = desk.session.operator(operator)
        rehearsal = Rehearsal(desk.session)
        if expert is not None:
            differing = _laid_out(desk, expert.contents)
            if differing:
                rehearsal.act(lambda session: session.take_stock((), differing, who))
        rehearsal.act(
            lambda session: session.start(
                who, against, begins, unconfirmed, both=both, exhibition=exhibition, greedy=greedy
            )
        )
        desk.act_all(rehearsal.actions)
        if expert is not None:
            full = mixing(expert.kit, expert.contents) != expert.contents
            typer.echo(
                f"The journal begins with the beads of {machine}: "
                f"{len(differing)} of {len(expert.kit.boxes)} boxes differ from "
                f"the start of the kit{', and some are too full to mix' if full else ''}. "
                f"Are they laid out?  menace-kit filling --machine {machine}"
            )
        game = desk.session.game
        if game:
            typer.echo(wording.begins(desk.session.kit, game))
        _say_operator(operator, who)
        _say_by_hand(desk, Kind.START)
        _say_due(desk.session, teach)


def _machine_for(journal: options.JournalOptions, path: Path | None) -> "SavedMachine | None":
    """Return the machine that a journal is to begin with, or None;
    GuideError where it is not one of the kit's.
    """
    if path is None:
        return None
    from menace_kit.cli.lab.options import machine_in

    found, kit = machine_in(path, journal).machine, journal.chosen()
    if found.kit.fingerprint != kit.fingerprint:
        raise GuideError(
            f"--machine {path} has boxes for both players, and the kit of this journal, "
            f"{kit.spec.name}, for one; name a kit for both with --kit or --preset"
        )
    for number, inside in found.contents.items():
        for colour, count in inside.items():
            if count > MOST_COUNTED:
                raise GuideError(
                    f"--machine {path}: box {kit.box(number).name} would have {count:,} {colour} "
                    f"beads, and a box of a journal has {MOST_COUNTED:,} of a colour at the most; "
                    "train a machine for fewer games"
                )
    return found


def _laid_out(
    desk: Desk, contents: Mapping[int, Mapping[str, int]]
) -> dict[int, Mapping[str, int]]:
    """Return the boxes that hold something else than at the start;
    GuideError where the journal is no new one.
    """
    if desk.last_entry:
        raise GuideError(
            f"--machine: {desk.journal.path} has entries already, "
            "and a machine's beads begin a journal; name a new one with --journal, "
            "or write down what is in the boxes with menace-kit operator recount"
        )
    return {
        box.number: contents[box.number]
        for box in desk.session.kit.boxes
        if contents[box.number] != box.start
    }


def draw(
    colour: Annotated[
        str,
        Argument(help="The bead: its letter, its colour, or the begin of it.", metavar="COLOUR"),
    ],
    square: Annotated[
        str | None,
        Option(help="Where it was played, if you held a symmetric box in another right way."),
    ] = None,
    teach: options.TeachOption = False,
    *,
    journal: options.JournalOptions,
) -> None:
    """Enter the bead that was drawn; the answer is the square that it means on the table.

    Example:  menace-kit operator draw green
    """
    with journal.desk() as desk:
        _say(desk.act(lambda session: session.draw(colour, square)), desk.session, teach)


def reply(
    square: Annotated[
        str,
        Argument(
            help=(
                "The opponent's square, as one reads; 7-4 for an arrow; "
                "of Nim how many matches are taken."
            ),
            metavar="SQUARE",
        ),
    ],
    journal: options.JournalOptions,
) -> None:
    """Enter the opponent's move; the answer is the next box.

    Example:  menace-kit operator reply 7
    """
    with journal.desk() as desk:
        _say(desk.act(lambda session: session.reply(square)), desk.session)


def empty(journal: options.JournalOptions) -> None:
    """Say that the box is empty; the kit's rule is applied.

    Example:  menace-kit operator empty
    """
    with journal.desk() as desk:
        _say(desk.act(Session.empty), desk.session)


def halve(
    box: Annotated[
        str, Argument(help="The box: its number, or the name that is on it.", metavar="BOX")
    ],
    journal: options.JournalOptions,
) -> None:
    """Record that half of each colour was taken out of a full box.

    Example:  menace-kit operator halve 1
    """
    with journal.desk() as desk:
        number = desk.session.kit.box_named(box).number
        _say(desk.act(lambda session: session.halve(number)), desk.session)


def undo(
    whole: Annotated[
        bool,
        Option(
            "--game", help="Take back the last game as a whole, also when its beads are put right."
        ),
    ] = False,
    *,
    journal: options.JournalOptions,
) -> None:
    """Take back the last step, also the end of a game whose beads are not put right yet.

    Example:  menace-kit operator undo --game
    """
    with journal.desk() as desk:
        kit, before, undone = (
            desk.session.kit,
            desk.session.game,
            wording.last_action(desk.session.game),
        )
        written = desk.act(Session.take_back if whole else Session.undo)
        undone = before.entries if before and len(written) > 1 else undone
        echo_lines(wording.undone(kit, before, undone, desk.by_hand))
        _say_before_boxes(desk.session)
        _say_due(desk.session)


def abandon(journal: options.JournalOptions) -> None:
    """Break the game off: put the drawn beads back; nothing is learned.

    Example:  menace-kit operator abandon
    """
    with journal.desk() as desk:
        written = desk.act(Session.abandon)
        typer.echo(wording.happened(desk.session.kit, desk.session.game, written))
        _say_by_hand(desk, Kind.ABANDON)


def status(
    as_json: JsonOption = False,
    teach: options.TeachOption = False,
    *,
    journal: options.JournalOptions,
) -> None:
    """Say where the game stands and what is due now.

    Example:  menace-kit operator status --json
    """
    with journal.desk(read_only=True) as desk:
        if as_json:
            advised = options.coach_of(desk.session.kit)(desk.session) if teach else None
            facts = {"advice": advised and _advice_facts(desk.session, advised)} if teach else {}
            echo_json(status_facts(desk.session, desk.by_hand) | facts)
            return
        if desk.last_done:
            _say_by_hand(desk, desk.last_done)
        _say_before_boxes(desk.session)
        session = desk.session
        if session.to_count:
            typer.echo(wording.to_be_counted(session.kit, session.to_count))
        if session.exhibition and session.due in (Due.BEAD, Due.REPLY):
            typer.echo(say("exhibition.is"))
        _say_due(session, teach)


def _say(written: list[Entry], session: Session, teach: bool = False) -> None:
    """Say what an act brought about, and what is due then."""
    typer.echo(wording.happened(session.kit, session.game, written))
    _say_due(session, teach)


def _marked(session: Session, advised: "Advice | None") -> "dict[int, Text]":
    """Return for the board the square that is advised, where a move is a mark on a free square."""
    from rich.text import Text

    if advised is None or session.kit.game.pieces is not Pieces.MARKS:
        return {}
    return {advised.move[0]: Text(f"[{session.written(advised.move)}]", style="bold reverse")}


def _advice_facts(session: Session, advised: "Advice") -> dict[str, object]:
    move = move_fact(session.kit.game, session.position, advised.move)
    said = wording.advice(session.kit, session.position, *advised.told)
    return {"move": move, "why": advised.why.value, "words": str(said)}


def _say_by_hand(desk: Desk, done: Kind) -> None:
    """Say which beads are to be moved because of an act."""
    echo_lines(wording.by_hand(desk.session.kit, done, desk.by_hand))


def _say_before_boxes(session: Session) -> None:
    """Say which beads lie before their boxes, if any."""
    if lie := wording.before_boxes(session.kit, session.game):
        typer.echo(lie)


def _say_operator(said: str | None, operator: str | None) -> None:
    """Say whose name was taken from the game before, where none was said."""
    if said is None and operator:
        typer.echo(
            f"Operator: {operator}, as in the game before (another: --operator NAME, "
            'nobody: --operator "").'
        )


def _too_full_lines(session: Session) -> list[str]:
    """Return which boxes are too full, and how to record that half of a box is out."""
    lines = list(map(str, wording.boxes_too_full(session)))
    if lines and session.kit.spec.learning.full_box is FullBox.HALVE:
        name = session.kit.box(session.too_full[0]).name
        lines.append(f"When half is out: menace-kit operator halve {shlex.quote(name)}")
    return lines


def _say_due(session: Session, teach: bool = False) -> None:
    game = session.game
    if session.due is Due.START:
        echo_lines(_too_full_lines(session))
    advised = options.coach_of(session.kit)(session) if teach and session.due is Due.REPLY else None
    if session.due is Due.BEAD:
        if game and game.both:
            whose = wording.to_move(session.kit, session.position.to_move)
            typer.echo(f"{Capital(whose)}.")
        show_reading(session.kit, session.readings[0], len(session.readings))
        number = session.readings[0].box.number
        inside = session.in_box(number)
        if number in session.too_full:
            echo_lines([wording.too_full(session.kit, number, inside)])
        if not any(inside.values()):
            rule = wording.empty_rule(
                session.kit.spec.learning.empty_box, *wording.kinds_of(session.kit, game)
            )
            typer.echo(f"The box should be empty. If it is, {rule}: menace-kit operator empty")
            return
        typer.echo(f"In the box: {kit_words.counts(inside)}.")
        if game and game.greedy:
            typer.echo(session.exhibition)
        typer.echo("Draw a bead and enter its colour: menace-kit operator draw COLOUR")
        return
    print_lines(board_lines(session.kit, session.position, {}, _marked(session, advised)))
    if session.due is Due.REPLY:
        named = isinstance(session.kit.game, NamesMoves)
        arrow = len(session.kit.game.legal_moves(session.position)[0]) > 1
        square = "NUMBER" if named else "FROM-TO" if arrow else "SQUARE"
        typer.echo(f"{wording.replies(session)}: menace-kit operator reply {square}")
        if advised:
            typer.echo(wording.advice(session.kit, session.position, *advised.told))
    elif session.due is Due.ADJUST and game:
        typer.echo(wording.ended(session.kit, game))
        typer.echo("Now put the beads right: menace-kit operator adjust")
    else:
        typer.echo("No game goes on. Begin one: menace-kit operator start")


# `menace-kit operator adjust`: what to do with the beads after a game, by hand.


def adjust(
    done: Annotated[bool, Option("--done", help="Confirm that all of it was done.")] = False,
    *,
    journal: options.JournalOptions,
) -> None:
    """Print what to do by hand with the beads of the last game; confirm it with --done.

    Example:  menace-kit operator adjust --done
    """
    with journal.desk() as desk:
        if done:
            desk.act(Session.confirm)
            _tick_list(adjustment_lines(desk.session), done=True)
            number = desk.session.game.number if desk.session.game else 0
            typer.echo(f"Confirmed: the beads of game {number} are put right.")
            echo_lines(_too_full_lines(desk.session))
            typer.echo("The next game may begin: menace-kit operator start")
            return
        if desk.session.due is not Due.ADJUST:
            typer.echo(no_adjustments_due(desk.session.due))
            echo_lines(_too_full_lines(desk.session))
            if left := games_left_open(desk.journal):
                typer.echo(wording.left_open(left))
            return
        _tick_list(adjustment_lines(desk.session), done=False)
        if full := wording.boxes_too_full(desk.session):
            echo_lines([say("full.then"), *full])


def _tick_list(lines: Iterable[str], done: bool) -> None:
    """Print a list, ticked where it is done already; else with how one says so."""
    for line in lines:
        typer.echo(line.replace("[ ]", "[x]", 1) if done else line)
    if not done:
        typer.echo("When all of it is done: menace-kit operator adjust --done")


def adjustment_lines(session: Session) -> list[str]:
    """Return how the last game ended, and the tick-list for its beads:
    one for each machine that played.
    """
    game = session.game
    if game is None:
        return []
    lines: list[Phrase | str] = [wording.ended(session.kit, game)]
    if game.exhibition or game.watched:
        lines.append(say("exhibition.ended" if game.exhibition else "watched.learns"))
    for side, changes in ({} if game.abandoned else game.tick_lists).items():
        if game.both:
            lines += ["", wording.list_head(session.kit, game, side)]
        lines += [
            f"[ ] {wording.adjustment(session.kit, change, session.contents[change.box])}"
            for change in changes
        ]
        if game.both and not changes:
            lines.append("No box changes." if game.watched else say("both.nothing-drawn"))
    if game.abandoned:
        lines.append("Nothing was learned; no box changes.")
    elif not game.tick_list and not game.both:
        lines.append(
            ("No box changes." if game.watched else "No bead was named; no box changes.")
            if game.is_one_action
            else "No bead was drawn; there is nothing to do."
        )
    return list(map(str, [*lines, *wording.refilled(session.kit, game)]))


# `menace-kit operator quick`: a game of which only the outcome is known.


def quick(
    outcome: Annotated[
        Result,
        Argument(
            help=(
                "How it ended for the machine: won, drawn or lost; "
                "win, draw and loss, or w, d and l, are the same."
            ),
            metavar="won|drawn|lost",
            parser=result_typed,
            show_default=False,
        ),
    ],
    bead: Annotated[
        str | None,
        Option(
            metavar="COLOUR",
            help="The first bead that was drawn: its letter or its colour.",
        ),
    ] = None,
    box: Annotated[
        str | None,
        Option(metavar="N", help="The box it came from, where the first move has several boxes."),
    ] = None,
    operator: options.OperatorOption = None,
    opponent: options.OpponentOption = None,
    first_mover: options.FirstMoverOption = None,
    done: options.DoneOption = False,
    unconfirmed: options.UnconfirmedOption = False,
    *,
    journal: options.JournalOptions,
) -> None:
    """Enter a game by its outcome alone, for a crowd;
    only the first bead's box changes, if you name it.

    Example:  menace-kit operator quick won --bead white --done
    """
    against = checked_name(opponent)
    with journal.desk(new=True) as desk:
        who = desk.session.operator(operator)
        kit_here = desk.session.kit
        number = kit_here.box_named(box).number if box is not None else None
        desk.enter(
            lambda session: [
                session.quick(
                    outcome,
                    bead,
                    number,
                    against,
                    operator=who,
                    machine_first=options.machine_begins(first_mover),
                    confirmed=done,
                    unconfirmed=unconfirmed,
                )
            ]
        )
        session = desk.session
        head, *lines = adjustment_lines(session)
        typer.echo(f"Game {session.game.number if session.game else 0}: {head}")
        _say_operator(operator, who)
        _say_by_hand(desk, Kind.START)
    _tick_list(lines, done=session.due is not Due.ADJUST)
    typer.echo("Was it a slip? menace-kit operator undo")


# `menace-kit operator record` and `import`: games that were written on paper.

AgainOption = Annotated[
    bool, Option("--again", help="Enter it though the same was entered before.")
]
FutureOption = Annotated[bool, Option("--future", help="A time in the future is meant.")]


def record(
    moves: Annotated[
        str,
        Argument(
            help="The squares in the order in which they were taken, as 5 1 3, 5,1,3, 5-1-3, "
            "513 or b2 a1 c1; of Nim how many were; "
            '"resign" last where a box was empty.',
            metavar='"MOVES"',
        ),
    ],
    operator: options.OperatorOption = None,
    opponent: options.OpponentOption = None,
    played_at: Annotated[
        str | None,
        Option(
            metavar="WHEN",
            help='When it was played, as in 2026-05-01T14:30, "1.5.2026 14:30" or 1.5.2026.',
        ),
    ] = None,
    first_mover: options.FirstMoverOption = None,
    both: options.BothOption = False,
    watch: Annotated[
        bool,
        Option(
            "--watch", help="Others played it: the machine learns from the moves of the side it is."
        ),
    ] = False,
    done: options.DoneOption = False,
    unconfirmed: options.UnconfirmedOption = False,
    again: AgainOption = False,
    future: FutureOption = False,
    *,
    journal: options.JournalOptions,
) -> None:
    """Enter a game that was written on paper; which beads were drawn is worked out.

    \b
    Example:  menace-kit operator record "5 1 3 7 4 6 2 8 9" --opponent Bob
    Example:  menace-kit operator record --watch "5 1 3 7 4 6 2 8 9"
    """
    from menace_kit.guide.paper import enter_game, parse_game

    if both and first_mover:
        raise typer.BadParameter("--both and --first-mover exclude each other")
    if watch and (opponent or both or first_mover):
        raise typer.BadParameter(
            "--watch: others play both sides; leave --opponent, --both and --first-mover away"
        )
    mover = BOTH if both else first_mover.value if first_mover else None
    kind = WATCHED if watch else None
    game = parse_game(moves, played_at, operator, opponent, mover, kind=kind, future=future)
    if game.counts_only:
        raise GuideError("that is no game but a count; enter it with menace-kit operator recount")
    with journal.desk(new=True) as desk:

        def rehearsed(session: Session) -> list[Action]:
            rehearsal = Rehearsal(session)
            enter_game(rehearsal, game, unconfirmed)
            if rehearsal.session.game and not again:
                Repeats(desk.journal).check(0, rehearsal.session.game)
            if done and rehearsal.session.due is Due.ADJUST:
                rehearsal.act(Session.confirm)
            return rehearsal.actions

        desk.enter(rehearsed)
        _say_how_read(desk.session.kit, [game])
        _tick_list(adjustment_lines(desk.session), done or desk.session.due is not Due.ADJUST)
        if done:
            typer.echo("Confirmed.")


def import_games(
    file: Annotated[
        Path | None, Argument(metavar="[FILE]", help="A table (CSV) or JSON lines; a game a line.")
    ] = None,
    check: Annotated[
        bool, Option("--check", help="Tell what every line comes to, and write nothing.")
    ] = False,
    take_back: Annotated[
        bool,
        Option("--take-back", help="Take the last import back as a whole, instead of importing."),
    ] = False,
    again: AgainOption = False,
    future: FutureOption = False,
    encoding: Annotated[
        str | None,
        Option(metavar="NAME", help="How the file is encoded, where it is not in UTF-8."),
    ] = None,
    as_json: JsonOption = False,
    *,
    journal: options.JournalOptions,
) -> None:
    """Enter many games from a file, all or none;
    the boxes are taken to have been put right after each.

    The first line names the columns: moves, and if you like played_at, operator, opponent,
    first_mover (machine, opponent, or both where both were machines), kind (exhibition or
    exhibition-greedy, where nothing was learned; watched, where others played). Where only the
    outcome is known, a line has result (won, drawn or lost) instead of moves, and bead and box for
    the first bead. Cells are separated by commas, semicolons or tabs; lines that begin with # are
    remarks. A copy of the journal is made before, beside it.

    \b
    Example:  menace-kit operator import games.csv --check
    Example:  menace-kit operator import games.csv
    Example:  menace-kit operator import --take-back
    """
    from menace_kit.guide.paper import read_games
    from menace_kit.machine.csv_table import told_text

    if (file is None) is not take_back:
        raise typer.BadParameter("name a file, or say --take-back")
    if take_back and check:
        raise typer.BadParameter("--check looks at a file; --take-back has none")
    if file is None:
        with journal.desk() as desk:
            taken = take_back_import(desk)
            if as_json:
                echo_json(taken_back_facts(desk.session.kit, taken))
            else:
                _say_taken_back(desk, taken)
        return
    content = read_file(file)
    text, said = told_text(content, str(file), encoding)
    if said:
        typer.echo(said, err=as_json)
    lines = text.count("\n") + 1

    def rehearsed(session: Session, repeats: Repeats | None) -> "PaperFile":
        with progress("Lines", lines, shown=lines > MANY_LINES) as advance:
            return read_games(session, text, str(file), future, advance, repeats)

    if check and not journal.path.exists():  # a look at a file begins no journal
        kit = journal.chosen()
        session = Session(kit, starting_contents(kit), None)
        found = rehearsed(session, None if again else Repeats())
        raise typer.Exit(_say_checked(session, found, as_json))
    with journal.desk(new=not check, read_only=check) as desk:
        before = None if again else imported_before(desk.journal, content)
        found = rehearsed(desk.session, None if again or before else Repeats(desk.journal))
        if before:
            found.add(
                0,
                GuideError(
                    f"the whole file was imported before, {before}; where it is meant, add --again"
                ),
            )
        if check:
            raise typer.Exit(_say_checked(desk.session, found, as_json))
        found.check()
        copy = copy_before_import(desk.journal)
        contents = desk.session.contents
        write_import(desk, found.rehearsal, content)
        if as_json:
            echo_json(paper_facts(desk.session.kit, found, contents))
            return
        echo_lines(_imported_lines(found, copy))
        _say_how_read(desk.session.kit, [line.written for line in found.lines])
        typer.echo("Was it a slip? menace-kit operator import --take-back")


MANY_LINES = 500
"""More lines than are read in a second: how far it is is shown."""


def _imported_lines(found: "PaperFile", copy: Path | None) -> Iterator[str]:
    numbers = [line.game.number for line in found.lines if line.game]
    shown = f" In the history: {games_named(numbers)}." if numbers else ""
    yield f"Entered {found.games} game{'' if found.games == 1 else 's'}.{shown}"
    if counts := len(found.lines) - found.games:
        yield f"Entered {counts} count{'' if counts == 1 else 's'}."
    if copy:
        yield f"The journal as it was before: {copy}"


def _say_how_read(kit: Kit, games: "Iterable[PaperGame]") -> None:
    """Say how squares with letters were understood, where there were any."""
    words = (step.partition("=")[0] for game in games for step in game.squares)
    if any(has_letters(kit.game, word) for word in words):
        a1, b1 = (lettered_square(kit.game, letter, "1") for letter in "ab")
        typer.echo(f"Square a1 is read as {a1}, b1 as {b1}.")


def _say_checked(session: Session, found: "PaperFile", as_json: bool) -> int:
    """Say what a file comes to: every line, what changes in the boxes,
    and all mistakes; return the exit code.
    """
    kit = session.kit
    if as_json:
        echo_json(paper_facts(kit, found, session.contents))
        return GuideError.exit_code if found.mistakes else 0
    rows = [(line.line, _line_told(kit, line)) for line in found.lines]
    rows += [
        (each.line, ("", "", "", "", "wrong, see below")) for each in found.mistakes if each.line
    ]
    table = [(f"line {number}", *cells) for number, cells in sorted(dict(rows).items())]
    echo_lines(table_lines(table) if table else [])
    if changes := found.changes(session.contents):
        typer.echo("\nWhat changes in the boxes, all lines together:")
        for number, changed in changes.items():
            held = found.rehearsal.session.contents[number]
            told = ", ".join(
                f"{colour} {change:+d} -> {held[colour]}" for colour, change in changed.items()
            )
            typer.echo(f"  {kit_words.box_and_place(kit, kit.box(number))}: {told}")
    typer.echo("")
    _say_how_read(kit, [line.written for line in found.lines])
    echo_lines(found.complaints())
    right, wrong = found.right, found.wrong
    typer.echo(
        f"{right} line{'' if right == 1 else 's'} would do, "
        f"{wrong} {'is' if wrong == 1 else 'are'} wrong. Nothing was written."
    )
    return GuideError.exit_code if found.mistakes else 0


def _line_told(kit: Kit, line: "EnteredLine") -> tuple[str, str, str, str, str]:
    written, game = line.written, line.game
    when = clock_time(written.played_at)
    who = wording.names(
        written.operator, written.opponent, written.both, game.start.why if game else None
    )
    if game is None:
        return "", when, str(who), " ".join(written.steps), "counted"
    bead = f"first bead {game.drawn[0].colour}" if game.outcome_only and game.drawn else ""
    moves = bead or game.written_moves(kit.game)
    return f"game {game.number}", when, str(who), moves, str(wording.ended(kit, game))


def _say_taken_back(desk: Desk, taken: TakenBack) -> None:
    """Say what was taken back, and which beads are to be moved by hand."""
    named = games_named(taken.games[::-1]) if taken.games else "what it counted"
    typer.echo(f"The last import is taken back: {named}.")
    if taken.beads:
        typer.echo("Move these beads, where the boxes were put right after the games:")
    for deed in wording.moved(desk.session.kit, taken.beads):
        typer.echo(f"[ ] {deed}")
    for box, colour, beads in taken.counts:
        name = desk.session.kit.box(box).name
        typer.echo(f"[ ] Box {name}: the book says {beads} {colour} again; count the box.")
    for box in taken.kept:
        typer.echo(
            f"Box {desk.session.kit.box(box).name} was counted after the import; that count stands."
        )
