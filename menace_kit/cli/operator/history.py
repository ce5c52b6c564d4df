"""`menace-kit operator history` and `game N`: what was played and counted."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from menace_kit.cli.operator.options import JournalOptions
from menace_kit.errors import UnknownNameError
from menace_kit.guide import book_wording, wording
from menace_kit.journal.entries import MOVES, Entry, Kind
from menace_kit.journal.game_record import GameRecord
from menace_kit.journal.queries import counts_after, entries_of_game, games_before, last_game
from menace_kit.journal.store import GameRow, Journal
from menace_kit.machine.kit import Kit
from menace_kit.text import Phrase
from menace_kit.text.words import clock_time

if TYPE_CHECKING:
    from rich.text import Text

BOARDS_ABREAST = 4


def history(
    last: Annotated[int, typer.Option("--last", metavar="N", min=1, max=10**9, help="How many games.")] = 20,
    *,
    journal: JournalOptions,
) -> None:
    """List the last games, and the counts between them, the newest last.

    Example:  menace-kit operator history --last 50
    """
    with journal.opened() as book, book.one_moment():
        for line in history_lines(book, last):
            typer.echo(line)


def history_lines(journal: Journal, last: int) -> Iterator[str]:
    """Yield a line for each of the last games, and for each count since the first of them began."""
    rows = games_before(journal, None, last)
    if not rows:
        yield "No game was played yet."
    lines: list[tuple[int, str]] = []
    for row in rows:
        game = journal.game(row.number)
        if game:
            lines.append((game.start.number, _game_line(journal.kit, row, game)))
    since = lines[0][0] if len(rows) == last else 0
    for _, group in groupby(counts_after(journal, since), key=lambda entry: (entry.action, entry.box)):
        entries = tuple(group)
        lines.append((entries[0].number, _count_line(journal.kit, entries)))
    for _, line in sorted(lines):
        yield line


def _game_line(kit: Kit, row: GameRow, game: GameRecord) -> str:
    went = book_wording.how_it_went(kit, row, game.gave_up)
    names = book_wording.names(row.operator, row.opponent, game.both)
    late = "" if row.confirmed or row.state != "ended" else "  (beads not put right)"
    time = clock_time(row.started_at)
    return f"{row.number:>6}  {time:<16}  {went:<10}  {book_wording.course(game):<17}  {names}{late}".rstrip()


def _count_line(kit: Kit, entries: Sequence[Entry]) -> str:
    """Return a line for a stocktake, or for what was counted in one box."""
    first = entries[0]
    if first.kind is Kind.STOCKTAKE:
        told = f"stocktake{f', by {first.operator}' if first.operator else ''}"
    else:
        told = f"box {kit.box(first.box or 0).name} {book_wording.counted_in_short(entries)}"
    return f"{'':>6}  {clock_time(first.at):<16}  {told}"


def game(
    number: Annotated[
        int, typer.Argument(help="The number of the game, as in the history.", metavar="N", max=10**9)
    ],
    journal: JournalOptions,
) -> None:
    """Replay a game move by move: boards, boxes, beads, and what was taken back.

    Example:  menace-kit operator game 12
    """
    from rich.console import Console

    with journal.opened() as book, book.one_moment():
        entries = entries_of_game(book, number)
        if not entries:
            last = last_game(book)
            raise UnknownNameError(
                f"there is no game {number}; {f'games 1 to {last} were begun' if last else 'none was begun'}"
            )
        chosen = book.kit
    record = GameRecord.of(entries)
    typer.echo(_head(chosen, record))
    for line in step_lines(chosen, record, entries):
        typer.echo(line)
    console = Console(highlight=False)
    for row in board_rows(chosen, record):
        console.print(row)
    for told in result_lines(chosen, record):
        typer.echo(told)


def _head(kit: Kit, record: GameRecord) -> str:
    start = record.start
    names = str(book_wording.names(start.operator, start.opponent))
    told = ", ".join(filter(None, [clock_time(start.played_at or start.at), names]))
    return f"Game {record.number}, {told}. {book_wording.machines(kit, record)}"


def step_lines(kit: Kit, record: GameRecord, entries: list[Entry]) -> Iterator[str]:
    """Yield a line for each step: numbered where it holds, marked where it was taken back."""
    undone = {entry.undoes for entry in entries if entry.kind is Kind.UNDO}
    shown, move = (*MOVES, Kind.EMPTY), 0
    for entry in entries:
        taken_back = entry.action in undone
        if entry.kind not in (*shown, Kind.END, Kind.ABANDON) or (entry.kind not in shown and not taken_back):
            continue
        told = book_wording.move_made(kit, record, entry)
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

    from menace_kit.cli.operator.board import board_lines, side_by_side

    positions = record.positions(kit.game)[1:]
    blocks = [
        (str(number), board_lines(kit, position, {})) for number, position in enumerate(positions, start=1)
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
                yield f"  {wording.box_and_place(kit, kit.box(entry.box or 0))}: {book_wording.change(entry)}"
    if record.end and record.adjustments:
        yield book_wording.beads_put_right(record.confirmed)
