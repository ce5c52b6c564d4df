"""`menace-kit logbook`: check, copy, export and rescue the record of games and contents."""

import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from menace_kit.cli import command_in, group_of
from menace_kit.cli.operator.options import LogbookOptions, OperatorOption
from menace_kit.cli.options import check_no_pipe, choice_of
from menace_kit.cli.terminal import echo_lines
from menace_kit.errors import (
    GuideError,
    LogbookError,
    OutputError,
    SelectionError,
    UnknownNameError,
    quoted,
)
from menace_kit.guide import wording
from menace_kit.guide.audit import CLOCK, FILE, audit, clock_notes
from menace_kit.guide.imports import games_named
from menace_kit.guide.session import checked_name
from menace_kit.logbook.backups import automatic_copies, back_up
from menace_kit.logbook.entries import ENTRY_FIELDS, listed_runs, lost_numbers, runs
from menace_kit.logbook.export import (
    csv_lines,
    entry_facts,
    game_facts,
    game_fields,
    games_with_gaps,
    json_lines,
)
from menace_kit.logbook.file import advice
from menace_kit.logbook.names import Person, alike, files_with, forgotten, people, people_of_copies
from menace_kit.logbook.names import forget as forget_names
from menace_kit.logbook.queries import last_game
from menace_kit.logbook.rescue import Rescued
from menace_kit.logbook.rescue import rescue as rescue_logbook
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.text.words import Whole, clock_time, say

# `menace-kit logbook export` and `backup`: the logbook for other programs, and for the drawer.


class ExportFormat(Enum):
    """The formats, as choices."""

    JSONL = "jsonl"
    CSV = "csv"


def export(
    file: Annotated[
        Path | None,
        Argument(metavar="FILE", help="Where to; one that is there is never overwritten."),
    ] = None,
    format: Annotated[
        ExportFormat, choice_of(ExportFormat, "JSON lines, or CSV for spreadsheets.")
    ] = ExportFormat.JSONL,
    games: Annotated[
        bool,
        Option(
            "--games", help="Only the games and what was counted, as `operator import` reads them."
        ),
    ] = False,
    machine: Annotated[
        bool,
        Option(
            "--machine",
            help=(
                "Only what is in the boxes now, as a machine file (JSON): for "
                "--machine of other commands."
            ),
        ),
    ] = False,
    *,
    logbook: LogbookOptions,
) -> None:
    """Write entries, games or the machine into a file.

    Every entry of the logbook, or with --games every game and count, a line each.

    With --machine the file takes the machine along: `operator start --machine` begins another
    logbook with its beads, and `filling`, `build`, `boxes` and `lab` read it, too.

    \b
    Example:  menace-kit logbook export --games games.jsonl
    Example:  menace-kit logbook export --machine monday.json
    """
    if machine and (games or format is ExportFormat.CSV):
        raise SelectionError(
            "--machine writes a file of its own kind; leave --games and --format out"
        )
    if file is not None:
        check_no_pipe(file, "FILE")
    with logbook.opened() as opened:
        if machine:
            _export_machine(opened, file)
            return
        rows, fields = (
            (game_facts(opened), game_fields(opened))
            if games
            else (entry_facts(opened), ENTRY_FIELDS)
        )
        lines = json_lines(rows) if format is ExportFormat.JSONL else csv_lines(rows, fields)
        running = games and opened.latest_game()
        if running and running.running:
            typer.echo(f"Game {running.number} goes on and is left out.", err=True)
        for number in games_with_gaps(opened) if games else ():
            typer.echo(f"Game {number} is damaged and is left out.", err=True)
        if file is None:
            # In UTF-8, whatever the terminal's encoding: names are passed on as they are.
            for line in lines:
                typer.echo(line.encode(), nl=False)
        else:
            count = _write(file, lines)
            typer.echo(f"{file}  ({count} line{'' if count == 1 else 's'})")


def _export_machine(logbook: Logbook, file: Path | None) -> None:
    """Write what is in the boxes; SelectionError where nobody knows of some."""
    from menace_kit.lab.machine_file import machine_bytes, untaught

    with logbook.one_moment():
        contents, to_count = logbook.contents(), logbook.to_count
    if to_count:
        raise SelectionError(
            f"nobody knows what is in the machine. {wording.to_be_counted(logbook.kit, to_count)} "
            "Write down what is there, and export then:  menace-kit operator count"
        )
    content = machine_bytes(untaught(logbook.kit, contents)).decode()
    if file is None:
        typer.echo(content.encode(), nl=False)
        return
    _write(file, content.splitlines(keepends=True))
    beads = sum(sum(inside.values()) for inside in contents.values())
    typer.echo(f"{file}  ({beads:,} beads in {len(contents):,} boxes)")


def _write(path: Path, lines: Iterable[str]) -> int:
    """Write a new file line by line, whole or not at all, and return how many."""
    if path.exists():
        raise OutputError(f"{path} is already there; an export never overwrites a file")
    part = path.with_name(f".{path.name}.part")
    count = 0
    try:
        with part.open("w", encoding="utf-8", newline="") as out:
            for line in lines:
                out.write(line)
                count += 1
        part.replace(path)
    except LogbookError:
        raise
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return count


def backup(
    file: Annotated[
        Path, Argument(metavar="FILE", help="The copy; one that is there is never overwritten.")
    ],
    logbook: LogbookOptions,
) -> None:
    """Copy the logbook, also while a game goes on.

    Example:  menace-kit logbook backup monday.sqlite
    """
    check_no_pipe(file, "FILE")
    with logbook.opened() as opened:
        typer.echo(f"{file}  (the logbook up to entry {back_up(opened, file)})")


# `menace-kit logbook forget`: a person's name


def forget(
    name: Annotated[
        str, Argument(help="The name; capital letters and blanks do not count.", metavar="NAME")
    ],
    stand_in: Annotated[
        str | None,
        Option("--as", metavar="NAME", help="What stands in its place.  [default: nothing]"),
    ] = None,
    dry_run: Annotated[
        bool, Option("--dry-run", help="Say where the name stands, and change nothing.")
    ] = False,
    yes: Annotated[bool, Option("--yes", "-y", help="Ask nothing.")] = False,
    *,
    logbook: LogbookOptions,
) -> None:
    """Take a person's name out of the logbook.

    The games stay, with their beads and results. It cannot be taken back. The name is gone from the
    file itself, from the history, statistics and all exports made from now on.

    \b
    Example:  menace-kit logbook forget "Bob Miller"
    Example:  menace-kit logbook forget "Bob Miller" --as "pupil 7"
    """
    with logbook.opened(read_only=dry_run, check=not dry_run) as opened:
        known = [*people(opened), *people_of_copies(opened)]
        meant = _spelled_like(name, known)
        stands_in = _checked_stand_in(stand_in, meant, known)
        echo_lines(_where_it_stands(meant, known))
        names = [person.name for person in meant]
        copies = _copies_with(opened.path, names)
        if dry_run:
            echo_lines(_listed_below("It would be taken out of these copies, too:", copies))
        else:
            if not yes:
                _ask_whether_to_forget(stands_in)
            left = forget_names(opened, names, stands_in)
            echo_lines(_copies_left(left))
            typer.echo(
                f"Forgotten. {'Nobody' if stands_in is None else stands_in} stands in its place."
            )
            echo_lines(_copies_changed([copy for copy in copies if copy not in left]))
    echo_lines(_other_files(logbook.path, names, copies))


def _listed_below(head: str, items: Sequence[object]) -> Iterator[str]:
    """Yield a head, and each of these in a line below it; nothing where there are none."""
    if items:
        yield head
        yield from (f"  {item}" for item in items)


def _spelled_like(name: str, known: Sequence[Person]) -> list[Person]:
    """Return the spellings of a name that stand in a logbook; UnknownNameError where none does."""
    found = [person for person in known if alike(person.name) == alike(name)]
    if found and alike(name):
        return found
    from difflib import get_close_matches

    near = get_close_matches(alike(name), [alike(person.name) for person in known], n=3)
    named = [person.name for person in known if alike(person.name) in near]
    hint = f"; did you mean {' or '.join(map(quoted, named[:3]))}?" if named else ""
    raise UnknownNameError(f"nobody called {quoted(name)} stands in this logbook{hint}")


def _checked_stand_in(
    text: str | None, meant: Sequence[Person], known: Sequence[Person]
) -> str | None:
    """Return what is to stand in a name's place;
    GuideError where that is the name of somebody in the logbook.
    """
    stand_in = checked_name(text)
    if stand_in is not None and any(alike(person.name) == alike(stand_in) for person in known):
        whose = (
            "the same name"
            if alike(stand_in) == alike(meant[0].name)
            else "another's name in this logbook"
        )
        raise GuideError(
            f"--as {quoted(stand_in)}: that is {whose}; take one that nobody has, or leave it out"
        )
    return stand_in


def _where_it_stands(meant: Sequence[Person], known: Sequence[Person]) -> Iterator[str]:
    """Yield where each spelling of a name stands, and which names have it in them."""
    for person in meant:
        places = [
            f"{count} game{'' if count == 1 else 's'} as {who}"
            for count, who in ((person.operator, "operator"), (person.opponent, "opponent"))
            if count
        ]
        if person.elsewhere:
            places.append(
                f"{person.elsewhere} note{'' if person.elsewhere == 1 else 's'} "
                "of counts or the clock"
            )
        where = " and in ".join(places) or "no entry, but in copies that were made by themselves"
        yield f"{quoted(person.name)} stands in {where}."
    part = f" {alike(meant[0].name)} "
    longer = [
        person.name for person in known if person not in meant and part in f" {alike(person.name)} "
    ]
    if longer:
        yield (
            "Other names have it in them, and stay unless you forget them, too: "
            f"{', '.join(map(quoted, longer))}."
        )


def _ask_whether_to_forget(stand_in: str | None) -> None:
    """Go on where whoever sits at the terminal wants it; an error of usage where nobody does."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise typer.BadParameter("nobody can be asked here; say --yes, or --dry-run to look")
    told = "nobody" if stand_in is None else quoted(stand_in)
    typer.confirm(
        f"Put {told} in its place, for good? The games, their beads and results stay.", abort=True
    )


def _copies_with(path: Path, names: Sequence[str]) -> list[Path]:
    """Return which of the copies that were made by themselves have a name in them."""
    copies = automatic_copies(path)
    found: list[Path] = []
    for folder in {copy.parent for copy in copies}:
        found += files_with(folder, names, path)
    return [copy for copy in copies if copy in found]


def _copies_changed(paths: Sequence[Path]) -> Iterator[str]:
    """Yield which copies have a name no more, and which had to go with it."""
    there = [path for path in paths if path.exists()]
    yield from _listed_below("It was taken out of these copies, too:", there)
    gone = [path for path in paths if path not in there]
    yield from _listed_below("These copies were damaged, and are removed:", gone)


def _copies_left(paths: Sequence[Path]) -> Iterator[str]:
    """Yield which of the copies that were made by themselves keep a name."""
    return _listed_below(
        "These copies are of another machine or cannot be written, and may have it still; "
        "remove them, if you do not need them:",
        paths,
    )


def _other_files(path: Path, names: Sequence[str], but: Sequence[Path]) -> Iterator[str]:
    """Yield which files beside a logbook have a name in them, but for its copies."""
    known = [file.name for file in but]
    there = [file.name for file in files_with(path.absolute().parent, names, path)]
    yield from _listed_below(
        "These files beside the logbook have it, too (a copy of the logbook forgets "
        "it by --logbook FILE):",
        [name for name in there if name not in known],
    )
    yield "Copies, exports and prints that lie elsewhere are not looked at."


# `menace-kit logbook rescue`: what is left of a damaged logbook


def rescue(
    file: Annotated[
        Path,
        Argument(metavar="NEW", help="The new logbook; one that is there is never overwritten."),
    ],
    logbook: LogbookOptions,
) -> None:
    """Save what is sound in a damaged logbook.

    It goes into a new logbook; the damaged one stays as it is.

    Example:  menace-kit logbook rescue saved.sqlite
    """
    check_no_pipe(file, "NEW")
    kit = logbook.chosen()
    if not logbook.path.exists():
        raise LogbookError(
            f"there is no logbook {logbook.path}; name the damaged one with --logbook FILE"
        )
    found = rescue_logbook(logbook.path, kit, file)
    typer.echo(
        f"{file}  (entries 1 to {found.entries}, "
        f"{found.games} game{'' if found.games == 1 else 's'})"
    )
    for line in textwrap.wrap(" ".join(_rescued(kit, found)), 79):
        typer.echo(line)
    typer.echo(f"Go on with it by --logbook {file}, or put it in the place of {logbook.path}.")


def _rescued(kit: Kit, found: Rescued) -> Iterator[str]:
    """Yield sentences: what came of a backup, what is missing, and what to count."""
    if found.backup:
        yield f"Entries {listed_runs(runs(found.from_backup))} came from {found.backup}."
    if found.missing:
        many = len(found.missing) > 1
        yield f"Missing: entr{'ies' if many else 'y'} {listed_runs(runs(found.missing))}."
    if not found.has_end:
        yield f"Whatever was written after entry {found.entries} is missing."
    if found.lost_games:
        games = games_named(found.lost_games)
        yield f"{games[0].upper()}{games[1:]} cannot be told move by move any more."
    if not found.ticks:
        yield "Which lines of the last list were done is lost: look, and tick them again."
    if not (found.missing or not found.has_end or not found.ticks):
        yield "Nothing is missing."
    counts = wording.to_be_counted(kit, found.to_count)
    yield str(counts) or "The boxes hold what they should by it."


# `menace-kit logbook verify`: is the logbook in order?

SHOWN = 50


def verify(
    every: Annotated[
        bool, Option("--all", help=f"Name everything, not only the first {SHOWN}.")
    ] = False,
    clock_was_wrong: Annotated[
        bool,
        Option(
            "--clock-was-wrong",
            help="Note that the computer's clock was wrong up to now: times are not told.",
        ),
    ] = False,
    operator: OperatorOption = None,
    *,
    logbook: LogbookOptions,
) -> None:
    """Check that everything in the logbook is in order.

    The exit code is 1 where it is not.

    Example:  menace-kit logbook verify
    """
    with logbook.opened(read_only=not clock_was_wrong) as opened:
        found = audit(opened)
        if clock_was_wrong and any(finding.message.endswith(CLOCK) for finding in found):
            opened.note_clock(checked_name(operator))
            found = audit(opened)
        for clock in clock_notes(opened):
            who = f", says {clock.operator}" if clock.operator else ""
            typer.echo(
                f"Up to entry {clock.entry} the computer's clock was wrong{who} "
                f"({clock_time(clock.at)}):"
            )
            typer.echo(
                f"  {sum(finding.known for finding in found)} entries are not "
                "in the order of their times."
            )
        for note in forgotten(opened):
            entries = f"{note.entries} entr{'y' if note.entries == 1 else 'ies'}"
            typer.echo(f"A name was forgotten ({clock_time(note.at)}): {entries} had it.")
        findings = [finding for finding in found if not finding.known]
        lost = lost_numbers(opened.entries())
        if lost:
            typer.echo(f"Lost entries: {listed_runs(runs(lost))}.")
        if opened.to_count:
            typer.echo(wording.to_be_counted(opened.kit, opened.to_count))
        if not findings:
            typer.echo(
                wording.in_order(opened.last_entry, last_game(opened), len(opened.kit.boxes))
            )
            return
    typer.echo(say("logbook.not-in-order", n=len(findings), number=Whole(len(findings))))
    shown = findings if every else findings[:SHOWN]
    for finding in shown:
        entry = f" (entry {finding.entry})" if finding.entry is not None else ""
        typer.echo(f"  {finding.where}: {finding.message}{entry}")
    if len(shown) < len(findings):
        typer.echo(f"  ... and {len(findings) - len(shown)} more; --all names them")
    if any(finding.where == FILE for finding in findings):
        typer.echo(advice(logbook.path))
    raise typer.Exit(1)


app = group_of(
    {
        name: command_in(__name__, name)
        for name in ("verify", "backup", "export", "rescue", "forget")
    },
    help="Check, copy, export and rescue the logbook.",
)
