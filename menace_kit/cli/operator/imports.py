"""`menace-kit operator import`: enter many games from a file, all or none."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from menace_kit.cli.mistakes import bounded
from menace_kit.cli.operator import options
from menace_kit.cli.operator.record import AgainOption, FutureOption, how_read
from menace_kit.cli.options import JsonOption
from menace_kit.cli.report import Report, number_of
from menace_kit.cli.terminal import progress
from menace_kit.errors import GuideError, OutputError
from menace_kit.files import read_file
from menace_kit.guide import wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.import_repeats import Repeats
from menace_kit.guide.imports import games_named, imported_before, write_import
from menace_kit.guide.session import Session
from menace_kit.machine import Kit
from menace_kit.machine.learning import starting_contents
from menace_kit.text import kit_words
from menace_kit.text.words import clock_time
from menace_kit.views.json_output.games import paper_facts

if TYPE_CHECKING:
    from menace_kit.guide.paper_file import EnteredLine, PaperFile


def import_games(
    file: Annotated[
        Path, Argument(metavar="FILE", help="A table (CSV) or JSON lines; a game a line.")
    ],
    check: Annotated[
        bool, Option("--check", help="Tell what every line comes to, and write nothing.")
    ] = False,
    again: AgainOption = False,
    future: FutureOption = False,
    encoding: Annotated[
        str | None,
        Option(metavar="NAME", help="How the file is encoded, where it is not in UTF-8."),
    ] = None,
    as_json: JsonOption = False,
    *,
    logbook: options.LogbookOptions,
) -> None:
    """Enter many games from a file, all or none.

    The boxes are taken to have been put right after each game.
    The first line names the columns: moves (or m1 to m9, one move in each), and if you like
    played_at, operator, opponent, first_mover (machine, opponent, or both where both were
    machines), kind (exhibition or exhibition-greedy, where nothing was learned; watched, where
    others played). Where only the outcome is known, a line has result (won, drawn or lost) instead
    of moves, and bead and box for the first bead. Cells are separated by commas, semicolons or
    tabs; lines that begin with # are remarks. A copy of the logbook is made before, beside it.

    \b
    Example:  menace-kit operator import games.csv --check
    Example:  menace-kit operator import games.csv
    """
    from menace_kit.guide.paper_file import read_games
    from menace_kit.machine.csv_table import told_text

    if not file.exists():
        raise OutputError(f"there is no file {file}")
    content = read_file(file)
    text, said = told_text(content, str(file), encoding)
    if said:
        typer.echo(said, err=as_json)

    def rehearsed(session: Session, repeats: Repeats | None) -> "PaperFile":
        with progress("Lines", text.count("\n") + 1) as advance:
            return read_games(session, text, future, advance, repeats)

    if check and not logbook.path.exists():  # --check must not begin a logbook
        kit = logbook.chosen()
        session = Session(kit, starting_contents(kit), None)
        found = rehearsed(session, None if again else Repeats())
        _tell_check(session, found, as_json)
        return
    with logbook.desk(new=not check, read_only=check) as desk:
        before = None if again else imported_before(desk.logbook, content)
        found = rehearsed(desk.session, None if again or before else Repeats(desk.logbook))
        if before:
            found.add(
                0,
                GuideError(
                    f"the whole file was imported before, {before}; where it is meant, add --again"
                ),
            )
        if check:
            _tell_check(desk.session, found, as_json)
        else:
            _write(desk, found, content, as_json)


def _write(desk: Desk, found: "PaperFile", content: bytes, as_json: bool) -> None:
    """Enter the games of a file and report it. Raises GuideError if a line is wrong."""
    from menace_kit.logbook.backups import copy_before_import

    found.check()
    copy = copy_before_import(desk.logbook)
    contents = desk.session.contents
    write_import(desk, found.rehearsal, content)
    read = how_read(desk.session.kit, [line.written for line in found.lines])
    Report(
        lambda: paper_facts(desk.session.kit, found, contents),
        _imported_lines(found, copy),
        notes=[*read, "Was it a slip? menace-kit operator undo --import"],
    ).tell(as_json)


def _imported_lines(found: "PaperFile", copy: Path | None) -> Iterator[str]:
    numbers = [line.game.number for line in found.lines if line.game]
    shown = f" In the history: {games_named(numbers)}." if numbers else ""
    yield f"Entered {number_of(found.games, 'game')}.{shown}"
    if counts := len(found.lines) - found.games:
        yield f"Entered {number_of(counts, 'count')}."
    if copy:
        yield f"The logbook as it was before: {copy}"


def _tell_check(session: Session, found: "PaperFile", as_json: bool) -> None:
    """Tell what an import would do: each line, changes in the boxes, and all mistakes."""
    kit = session.kit
    rows = [(line.line, _line_told(kit, line)) for line in found.lines]
    rows += [
        (each.line, ("", "", "", "", "wrong, see below")) for each in found.mistakes if each.line
    ]
    Report(
        lambda: paper_facts(kit, found, session.contents),
        rows=[(f"line {number}", *cells) for number, cells in sorted(dict(rows).items())],
        notes=_checked_lines(session, found),
    ).tell(as_json, exit_code=GuideError.exit_code if found.mistakes else 0)


def _checked_lines(session: Session, found: "PaperFile") -> Iterator[str]:
    from menace_kit.guide.paper_file import NO_GAME

    kit = session.kit
    if changes := found.changes(session.contents):
        yield "\nWhat changes in the boxes, all lines together:"
        for number, changed in changes.items():
            held = found.rehearsal.session.contents[number]
            told = ", ".join(
                f"{colour} {change:+d} -> {held[colour]}" for colour, change in changed.items()
            )
            yield f"  {kit_words.box_and_place(kit, kit.box(number))}: {told}"
    yield ""
    yield from how_read(kit, [line.written for line in found.lines])
    yield from bounded("\n".join(found.complaints()).splitlines())
    if not (found.lines or found.mistakes):
        yield f"{NO_GAME[:1].upper()}{NO_GAME[1:]}."
    wrong = found.wrong
    yield (
        f"{number_of(len(found.lines), 'line')} would do, "
        f"{wrong} {'is' if wrong == 1 else 'are'} wrong. Nothing was written."
    )


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
