"""`menace-kit operator history` and `game N`: what was played and counted; and the book itself."""

import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from menace_kit.cli.operator.options import JournalOptions, OperatorOption
from menace_kit.cli.options import choice_of, whole_between
from menace_kit.cli.terminal import board_lines, echo_lines, print_lines, side_by_side
from menace_kit.errors import (
    GuideError,
    JournalError,
    OutputError,
    SelectionError,
    UnknownNameError,
    quoted,
)
from menace_kit.guide import wording
from menace_kit.guide.audit import CLOCK, audit, clock_notes
from menace_kit.guide.desk import games_named
from menace_kit.guide.session import checked_name
from menace_kit.journal.backups import back_up
from menace_kit.journal.entries import (
    ENTRY_FIELDS,
    MOVES,
    Entry,
    GameRecord,
    GameRow,
    Kind,
    is_taken_square,
    listed_runs,
    runs,
)
from menace_kit.journal.export import (
    csv_lines,
    entry_facts,
    game_facts,
    game_fields,
    json_lines,
)
from menace_kit.journal.names import Person, alike, files_with, forgotten, people
from menace_kit.journal.names import forget as forget_names
from menace_kit.journal.queries import counts_after, entries_of_game, games_before, last_game
from menace_kit.journal.rescue import Rescued
from menace_kit.journal.rescue import rescue as rescue_logbook
from menace_kit.journal.store import Journal
from menace_kit.machine.kit import Kit
from menace_kit.text import Phrase, kit_words
from menace_kit.text.words import Whole, clock_time, say

if TYPE_CHECKING:
    from rich.text import Text

BOARDS_ABREAST = 4


def history(
    last: Annotated[
        int, Option(metavar="N", parser=whole_between(1, 10**9), help="How many games.")
    ] = 20,
    *,
    journal: JournalOptions,
) -> None:
    """List the last games, and the counts between them, the newest last.

    Example:  menace-kit operator history --last 50
    """
    with journal.opened() as book, book.one_moment():
        echo_lines(history_lines(book, last))


def history_lines(journal: Journal, last: int) -> Iterator[str]:
    """Yield a line for each of the last games, and for each count since the first of them began.

    A last line says which entries are lost, where any are.
    """
    rows = games_before(journal, None, last)
    lines: list[tuple[int, str]] = []
    for row in rows:
        game = journal.game(row.number)
        if game:
            lines.append((game.start.number, _game_line(journal.kit, row, game)))
    since = lines[0][0] if len(rows) == last else 0
    for _, group in groupby(counts_after(journal, since), key=lambda e: (e.action, e.box)):
        entries = tuple(group)
        lines.append((entries[0].number, _count_line(journal.kit, entries)))
    for _, line in sorted(lines, key=itemgetter(0)):
        yield line
    lost = [entry.number for entry in journal.entries(since) if entry.kind is Kind.LOST]
    if not rows and not lost:
        yield "No game was played yet."
    if lost:
        yield f"Not all is told: entries {listed_runs(runs(lost))} are lost."


def _game_line(kit: Kit, row: GameRow, game: GameRecord) -> str:
    went = wording.how_it_went(kit, row, game)
    names = wording.names(row.operator, row.opponent, game.both, game.start.why)
    late = "" if row.confirmed or row.state != "ended" else "  (beads not put right)"
    time = clock_time(row.started_at)
    moves = wording.moves_or_outcome(kit, game)
    return f"{row.number:>6}  {time:<16}  {went:<10}  {moves:<17}  {names}{late}".rstrip()


def _count_line(kit: Kit, entries: Sequence[Entry]) -> str:
    first = entries[0]
    if first.kind is Kind.STOCKTAKE:
        told = f"stocktake{f', by {first.operator}' if first.operator else ''}"
    else:
        told = f"box {kit.box(first.box or 0).name} {wording.counted_in_short(entries)}"
    return f"{'':>6}  {clock_time(first.played_at or first.at):<16}  {told}"


def game(
    number: Annotated[
        int,
        Argument(
            help="The number of the game, as in the history.",
            metavar="N",
            parser=whole_between(1, 10**9),
        ),
    ],
    journal: JournalOptions,
) -> None:
    """Replay a game move by move: boards, boxes, beads, and what was taken back.

    Example:  menace-kit operator game 12
    """
    with journal.opened() as book, book.one_moment():
        entries = entries_of_game(book, number)
        if not entries:
            last = last_game(book)
            raise UnknownNameError(
                f"there is no game {number}; "
                f"{f'games 1 to {last} were begun' if last else 'none was begun'}"
            )
        chosen = book.kit
    record = GameRecord.of(entries)
    start = record.start
    names = str(wording.names(start.operator, start.opponent, why=start.why))
    told = ", ".join(filter(None, [clock_time(start.played_at or start.at), names]))
    typer.echo(f"Game {number}, {told}. {wording.machines(chosen, record)}")
    echo_lines(step_lines(chosen, record, entries))
    print_lines(board_rows(chosen, record))
    echo_lines(result_lines(chosen, record))


def step_lines(kit: Kit, record: GameRecord, entries: list[Entry]) -> Iterator[str]:
    """Yield a line for each step: numbered where it holds, marked where it was taken back."""
    undone = {entry.undoes for entry in entries if entry.kind is Kind.UNDO}
    shown, move = (*MOVES, Kind.EMPTY), 0
    for entry in entries:
        taken_back = entry.action in undone
        always = entry.kind in shown or is_taken_square(entry)
        if not (always or (taken_back and entry.kind in (Kind.END, Kind.ABANDON))):
            continue
        told = wording.move_made(kit, record, entry, entries)
        if taken_back:
            yield f"     taken back: {told}"
        elif entry.kind in MOVES and entry.move:
            move += 1
            yield f"{move:>3}  {told}"
        else:
            yield f"     {told}"


def board_rows(kit: Kit, record: GameRecord) -> "Iterator[Text]":
    """Yield the lines of the boards after each move, four abreast."""
    from rich.text import Text

    positions = record.positions(kit.game)[1:]
    blocks = [
        (str(number), board_lines(kit, position, {}))
        for number, position in enumerate(positions, start=1)
    ]
    for first in range(0, len(blocks), BOARDS_ABREAST):
        yield Text()
        yield from side_by_side(blocks[first : first + BOARDS_ABREAST])
    yield Text()


def result_lines(kit: Kit, record: GameRecord) -> Iterator[Phrase | str]:
    """Yield how the game ended, and what it changed in the boxes."""
    yield wording.ended(kit, record)
    for side in record.sides:
        if record.both:
            yield wording.list_head(kit, record, side)
        for entry in record.entries:
            if entry.kind is Kind.ADJUST and record.side_of(entry) is side:
                yield (
                    f"  {kit_words.box_and_place(kit, kit.box(entry.box or 0))}: "
                    f"{wording.change(entry)}"
                )
    if record.end and record.adjustments:
        yield say("book.put-right" if record.confirmed else "book.not-put-right")


# `menace-kit operator export` and `backup`: the journal for other programs, and for the drawer.


class ExportFormat(Enum):
    """The formats, as choices."""

    JSONL = "jsonl"
    CSV = "csv"


def export(
    file: Annotated[
        Path | None,
        Argument(metavar="[FILE]", help="Where to; one that is there is never overwritten."),
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
    journal: JournalOptions,
) -> None:
    """Write every entry of the journal, or every game and count, a line each.

    With --machine the file takes the machine along: `operator start --machine` begins another
    logbook with its beads, and `filling`, `build`, `boxes` and `lab` read it, too.

    \b
    Example:  menace-kit operator export --games games.jsonl
    Example:  menace-kit operator export --machine monday.json
    """
    if machine and (games or format is ExportFormat.CSV):
        raise SelectionError(
            "--machine writes a file of its own kind; leave --games and --format away"
        )
    with journal.opened() as book:
        if machine:
            _export_machine(book, file)
            return
        rows, fields = (
            (game_facts(book), game_fields(book)) if games else (entry_facts(book), ENTRY_FIELDS)
        )
        lines = json_lines(rows) if format is ExportFormat.JSONL else csv_lines(rows, fields)
        running = games and book.latest_game()
        if running and running.running:
            typer.echo(f"Game {running.number} goes on and is left out.", err=True)
        if file is None:
            # In UTF-8, whatever the terminal's encoding: names are passed on as they are.
            for line in lines:
                typer.echo(line.encode(), nl=False)
        else:
            count = _write(file, lines)
            typer.echo(f"{file}  ({count} line{'' if count == 1 else 's'})")


def _export_machine(book: Journal, file: Path | None) -> None:
    """Write what is in the boxes; SelectionError where a box would have fewer beads than none."""
    from menace_kit.lab.machine_file import machine_bytes, untaught

    contents = book.contents()
    for number, inside in contents.items():
        for colour, count in inside.items():
            if count < 0:
                raise SelectionError(
                    f"box {book.kit.box(number).name} would have {count} {colour} beads; "
                    "count it first, then write down what is there:  menace-kit operator recount"
                )
    content = machine_bytes(untaught(book.kit, contents)).decode()
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
    except JournalError:
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
    journal: JournalOptions,
) -> None:
    """Copy the journal as it is at one moment, also while a game goes on.

    Example:  menace-kit operator backup monday.sqlite
    """
    with journal.opened() as book:
        typer.echo(f"{file}  (the logbook up to entry {back_up(book, file)})")


# `menace-kit operator forget`: a person's name


def forget(
    name: Annotated[
        str, Argument(help="The name; capital letters and blanks do not count.", metavar="NAME")
    ],
    stand_in: Annotated[
        str | None,
        Option("--as", metavar="TEXT", help="What stands in its place.  [default: nothing]"),
    ] = None,
    dry_run: Annotated[
        bool, Option("--dry-run", help="Say where the name stands, and change nothing.")
    ] = False,
    yes: Annotated[bool, Option("--yes", "-y", help="Ask nothing.")] = False,
    *,
    journal: JournalOptions,
) -> None:
    """Take somebody's name out of the journal; the games stay, with their beads and results.

    It cannot be taken back. The name is gone from the file itself, from the history,
    statistics and all exports made from now on.

    \b
    Example:  menace-kit operator forget "Bob Miller"
    Example:  menace-kit operator forget "Bob Miller" --as "pupil 7"
    """
    with journal.opened(read_only=dry_run) as book:
        known = people(book)
        meant = _spelled_like(name, known)
        stands_in = _checked_stand_in(stand_in, meant, known)
        echo_lines(_where_it_stands(meant, known))
        if not dry_run:
            if not yes:
                _ask_whether_to_forget(stands_in)
            forget_names(book, [person.name for person in meant], stands_in)
            typer.echo(
                f"Forgotten. {'Nobody' if stands_in is None else stands_in} stands in its place."
            )
    echo_lines(_other_files(journal.path, [person.name for person in meant]))


def _spelled_like(name: str, known: Sequence[Person]) -> list[Person]:
    """Return the spellings of a name that stand in a book; UnknownNameError where none does."""
    found = [person for person in known if alike(person.name) == alike(name)]
    if found and alike(name):
        return found
    from difflib import get_close_matches

    near = get_close_matches(alike(name), [alike(person.name) for person in known], n=3)
    named = [person.name for person in known if alike(person.name) in near]
    hint = f"; did you mean {' or '.join(map(quoted, named[:3]))}?" if named else ""
    raise UnknownNameError(f"nobody called {quoted(name)} stands in this journal{hint}")


def _checked_stand_in(
    text: str | None, meant: Sequence[Person], known: Sequence[Person]
) -> str | None:
    """Return what is to stand in a name's place;
    GuideError where that is the name of somebody in the book.
    """
    stand_in = checked_name(text)
    if stand_in is not None and any(alike(person.name) == alike(stand_in) for person in known):
        whose = (
            "the same name"
            if alike(stand_in) == alike(meant[0].name)
            else "another's name in this journal"
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
        yield f"{quoted(person.name)} stands in {' and in '.join(places)}."
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


def _other_files(path: Path, names: Sequence[str]) -> Iterator[str]:
    """Yield which files beside a journal have a name in them."""
    there = [file.name for file in files_with(path.absolute().parent, names, path)]
    if there:
        yield (
            "These files beside the journal have it, too (a copy of the journal forgets "
            "it by --journal FILE):"
        )
        yield from (f"  {name}" for name in there)
    yield "Copies, exports and prints that lie elsewhere are not looked at."


# `menace-kit operator rescue`: what is left of a damaged journal


def rescue(
    file: Annotated[
        Path,
        Argument(metavar="NEW", help="The new journal; one that is there is never overwritten."),
    ],
    journal: JournalOptions,
) -> None:
    """Write a new journal from all that can be believed of a damaged one, which stays as it is.

    Example:  menace-kit operator rescue saved.sqlite
    """
    kit = journal.chosen()
    found = rescue_logbook(journal.path, kit, file)
    typer.echo(
        f"{file}  (entries 1 to {found.entries}, "
        f"{found.games} game{'' if found.games == 1 else 's'})"
    )
    for line in textwrap.wrap(" ".join(_rescued(kit, found)), 79):
        typer.echo(line)
    typer.echo(f"Go on with it by --journal {file}, or put it in the place of {journal.path}.")


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


# `menace-kit operator verify`: is the journal in order?

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
    journal: JournalOptions,
) -> None:
    """Read the whole journal and check that everything in it is in order;
    exit code 1 where it is not.

    Example:  menace-kit operator verify
    """
    with journal.opened(read_only=not clock_was_wrong) as book:
        found = audit(book)
        if clock_was_wrong and any(finding.message.endswith(CLOCK) for finding in found):
            book.note_clock(checked_name(operator))
            found = audit(book)
        for clock in clock_notes(book):
            who = f", says {clock.operator}" if clock.operator else ""
            typer.echo(
                f"Up to entry {clock.entry} the computer's clock was wrong{who} "
                f"({clock_time(clock.at)}):"
            )
            typer.echo(
                f"  {sum(finding.known for finding in found)} entries are not "
                "in the order of their times."
            )
        for note in forgotten(book):
            entries = f"{note.entries} entr{'y' if note.entries == 1 else 'ies'}"
            typer.echo(f"A name was forgotten ({clock_time(note.at)}): {entries} had it.")
        findings = [finding for finding in found if not finding.known]
        lost = [entry.number for entry in book.entries() if entry.kind is Kind.LOST]
        if lost:
            typer.echo(f"Lost: entries {listed_runs(runs(lost))}.")
        if book.to_count:
            typer.echo(wording.to_be_counted(book.kit, book.to_count))
        if not findings:
            typer.echo(wording.in_order(book.last_entry, last_game(book), len(book.kit.boxes)))
            return
    typer.echo(say("book.not-in-order", n=len(findings), number=Whole(len(findings))))
    shown = findings if every else findings[:SHOWN]
    for finding in shown:
        entry = f" (entry {finding.entry})" if finding.entry is not None else ""
        typer.echo(f"  {finding.where}: {finding.message}{entry}")
    if len(shown) < len(findings):
        typer.echo(f"  ... and {len(findings) - len(shown)} more; --all names them")
    raise typer.Exit(1)
